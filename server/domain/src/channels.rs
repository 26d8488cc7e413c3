//! Channels of an agent: connect, disconnect, and the one rule that turns facts into a status (spec session §4).
//!
//! Events and calls change facts (connected, pause, scheduled pause, open attendances); the status always follows from
//! them by `status_rule`. Which agent gets an attendance is decided in `router`, never here.

use crate::agents::seconds;
use crate::auth::Caller;
use crate::centre::Work;
use crate::http::{Failure, json};
use crate::router;
use crate::routes::{Answer, Call};
use crate::store::{ChannelRow, JobState, StoreResult};
use core_wasm::wire::{
    AgentId, AgentStatusEvent, BrokerEvent, Channel, ChannelEvent, ChannelReply, ChannelStatus, ChannelStatusRecord,
    ChannelTimes, ChannelsStatus,
};

/// Total over the facts: the first that holds names the status.
pub(crate) fn status_rule(row: &ChannelRow) -> ChannelStatus {
    if !row.connected {
        ChannelStatus::Disconnected
    } else if row.pause.is_some() {
        ChannelStatus::Paused
    } else if row.scheduled_pause.is_some() {
        ChannelStatus::ScheduledPause
    } else if row.open_jobs > 0 {
        ChannelStatus::InAttendance
    } else {
        ChannelStatus::Available
    }
}

/// `POST /channels/{channel}/connect/agent/{id}`. Connecting a connected channel changes nothing.
pub(crate) fn connect(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let channel = own_channel(work, call, caller)?;
    let mut row = row_of(work, &caller.agent_id, channel)?;
    if !row.connected {
        row.connected = true;
        row.connected_since = Some(work.now());
        row.idle_since = work.now();
        let row = save(work, row)?;
        tell_channel(work, &row)?;
        router::assign_waiting(work)?;
    }
    reply(work, &caller.agent_id, channel)
}

/// `POST /channels/{channel}/disconnect/agent/{id}`. Open attendances stay; new ones are not delivered.
pub(crate) fn disconnect(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let channel = own_channel(work, call, caller)?;
    let row = row_of(work, &caller.agent_id, channel)?;
    if row.connected {
        let row = set_disconnected(work, row)?;
        tell_channel(work, &row)?;
    }
    reply(work, &caller.agent_id, channel)
}

/// The channel of the path, where this agent may work on it now.
fn own_channel(work: &Work<'_, '_>, call: &Call, caller: &Caller) -> Result<Channel, Failure> {
    caller.must_be(&AgentId::from(call.param("id")))?;
    let channel = Channel::ALL
        .into_iter()
        .find(|channel| channel.as_str() == call.param("channel"))
        .ok_or_else(|| Failure::not_found("channel"))?;
    let groups = work.store.groups_of_agent(&caller.agent_id)?;
    if !groups.iter().any(|row| row.group.channel == Some(channel)) {
        return Err(Failure::cause("noAttendanceGroup"));
    }
    let agent = work.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    if !agent.record.channels.contains(&channel) {
        return Err(Failure::cause("notAuthorized"));
    }
    if channel == Channel::Chat && !work.config.chat_online {
        return Err(Failure::cause("offline"));
    }
    Ok(channel)
}

fn reply(work: &Work<'_, '_>, agent: &AgentId, channel: Channel) -> Answer {
    json(&ChannelReply { channel: Some(channel), state: state(&row_of(work, agent, channel)?) })
}

pub(crate) fn row_of(work: &Work<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<ChannelRow> {
    Ok(work.store.channel(agent, channel)?.unwrap_or_else(|| ChannelRow {
        agent_id: agent.clone(),
        channel,
        connected: false,
        pause: None,
        scheduled_pause: None,
        open_jobs: 0,
        status: ChannelStatus::Disconnected,
        since: None,
        connected_since: None,
        logged_ms: 0,
        idle_since: work.now(),
    }))
}

fn state(row: &ChannelRow) -> ChannelStatusRecord {
    ChannelStatusRecord {
        connected: row.connected,
        status: row.status,
        since: row.since,
        pause: row.pause.clone(),
        scheduled_pause: row.scheduled_pause.clone(),
        on_hold: 0,
    }
}

/// Every channel of the agent.
pub(crate) fn status_of(work: &Work<'_, '_>, agent: &AgentId) -> StoreResult<ChannelsStatus> {
    let mut all = ChannelsStatus::default();
    for channel in Channel::ALL {
        *all.of_mut(channel) = state(&row_of(work, agent, channel)?);
    }
    Ok(all)
}

/// Stores changed facts with the status that follows from them.
fn save(work: &mut Work<'_, '_>, mut row: ChannelRow) -> StoreResult<ChannelRow> {
    let status = status_rule(&row);
    if status != row.status || row.since.is_none() {
        row.status = status;
        row.since = Some(work.now());
    }
    work.store.put_channel(&row)?;
    Ok(row)
}

fn set_disconnected(work: &mut Work<'_, '_>, mut row: ChannelRow) -> StoreResult<ChannelRow> {
    row.connected = false;
    if let Some(since) = row.connected_since.take() {
        row.logged_ms += work.now().since_ms(since).max(0);
    }
    row.pause = None;
    row.scheduled_pause = None;
    save(work, row)
}

/// At the end of a session. Nobody is told: the links of this session are being closed.
pub(crate) fn disconnect_all(work: &mut Work<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    for channel in Channel::ALL {
        let row = row_of(work, agent, channel)?;
        if row.connected {
            set_disconnected(work, row)?;
        }
    }
    Ok(())
}

/// At the start of a session: its times are counted anew.
pub(crate) fn forget_session_times(work: &mut Work<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    for channel in Channel::ALL {
        if let Some(row) = work.store.channel(agent, channel)? {
            work.store.put_channel(&ChannelRow { logged_ms: 0, ..row })?;
        }
    }
    Ok(())
}

/// Counts the agent's open attendances of the channel again and tells the agent when the channel's look changed.
/// `freed`: an attendance ended just now, so the agent's idle time begins.
pub(crate) fn recount(work: &mut Work<'_, '_>, agent: &AgentId, channel: Channel, freed: bool) -> StoreResult<()> {
    let open = work
        .store
        .jobs_of_agent(agent)?
        .iter()
        .filter(|job| job.channel == channel && job.state == JobState::Active)
        .count();
    let before = row_of(work, agent, channel)?;
    let mut row = before.clone();
    row.open_jobs = u32::try_from(open).unwrap_or(u32::MAX);
    if freed {
        row.idle_since = work.now();
    }
    let row = save(work, row)?;
    if state(&row) != state(&before) {
        tell_status(work, agent)?;
    }
    Ok(())
}

/// One number per agent for everything about channels: a state event older than the one held is ignored.
fn next_version(work: &mut Work<'_, '_>, agent: &AgentId) -> StoreResult<u64> {
    work.store.next_number(&format!("agent-status/{agent}"))
}

/// The channel's own event, then the agent's status. Events of the other channels belong to their areas.
fn tell_channel(work: &mut Work<'_, '_>, row: &ChannelRow) -> StoreResult<()> {
    if row.channel == Channel::Chat {
        let event = Box::new(ChannelEvent {
            version: next_version(work, &row.agent_id)?,
            channel: Some(row.channel),
            state: state(row),
        });
        let event = if row.connected { BrokerEvent::ChatLogin(event) } else { BrokerEvent::ChatLogoff(event) };
        work.tell_agent(&row.agent_id, event)?;
    }
    tell_status(work, &row.agent_id)
}

fn tell_status(work: &mut Work<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let event = AgentStatusEvent { version: next_version(work, agent)?, channels: status_of(work, agent)? };
    work.tell_agent(agent, BrokerEvent::AgentStatus(Box::new(event)))
}

/// `timeInformations` of one channel, in whole seconds.
pub(crate) fn times(work: &Work<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<ChannelTimes> {
    let row = row_of(work, agent, channel)?;
    let running = row.connected_since.map_or(0, |since| work.now().since_ms(since).max(0));
    Ok(ChannelTimes {
        total_logged_time: seconds(row.logged_ms + running),
        pauses_time: 0.0,
        active_attendances: row.open_jobs,
        current_status_time: row.since.map_or(0.0, |since| seconds(work.now().since_ms(since))),
    })
}

#[cfg(test)]
mod tests;
