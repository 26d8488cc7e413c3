//! Channels of an agent: connect, disconnect, and the rule that derives the status (spec session §4).
//!
//! Requests and events change facts (connected, pause, scheduled pause, open attendances); `status_rule` derives the
//! status. `router` decides which agent gets an attendance.

mod pause;
mod voice;
pub(crate) mod wrap_up;

pub(crate) use pause::{begin_pause, end_pause, pause_maximum_at, set_pause_maximum_due};
pub(crate) use voice::{ConnectVoiceRequest, is_registered_for};

use crate::auth::{Caller, OwnCall};
use crate::broker::link_is_alive;
use crate::call::Answer;
use crate::centre::Transaction;
use crate::due::Due;
use crate::events::queue_tail;
use crate::http::{Failure, json};
use crate::notifications;
use crate::store::{AgentRow, ChannelRow, JobState, MembershipRow, OnHoldRow, StoreResult};
use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use wire::limits::EXTENSION_MAX_CHARS;
use wire::{
    AgentId, AgentStatusEvent, AttendanceGroupId, Channel, ChannelChange, ChannelReply, ChannelStatus,
    ChannelStatusRecord, ChannelTimes, ChannelsStatus, StatusFacts, events,
};

/// The status derived from the facts, by the rule that the core uses too.
pub(crate) fn status_rule(row: &ChannelRow) -> ChannelStatus {
    StatusFacts {
        connected: row.connected,
        paused: row.pause.is_some(),
        pause_scheduled: row.scheduled_pause.is_some(),
        busy: row.open_jobs > 0 || row.wrap_up.is_some() || row.internal_call,
    }
    .status()
}

/// `POST /channels/{channel}/connect/agent/{id}`. Idempotent.
pub(crate) fn connect(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let channel = of_path(call)?;
    may_work_on(tx, caller, channel)?;
    let row = row_of(tx, &caller.agent_id, channel)?;
    if !row.connected {
        set_connected(tx, row)?;
    }
    reply(tx, &caller.agent_id, channel)
}

/// `POST /channels/voice/connect/agent/{id}`. Repeating the request with the same extension changes nothing.
pub(crate) fn connect_voice(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let agent = may_work_on(tx, caller, Channel::Voice)?;
    let ConnectVoiceRequest { exten } = call.body()?;
    if exten.is_empty() {
        return Err(Failure::field("exten", "required"));
    }
    if exten.len() > EXTENSION_MAX_CHARS {
        return Err(Failure::field("exten", "tooLong"));
    }
    if !exten.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::field("exten", "invalid"));
    }
    let mut row = row_of(tx, &caller.agent_id, Channel::Voice)?;
    match (row.connected, row.exten == exten) {
        (true, true) => {}
        (true, false) => return Err(Failure::cause("online")),
        (false, _) => {
            let by_web_rtc = agent.record.use_web_rtc == "Y";
            let facts = voice::extension_facts(tx, &row, &caller.org_unit_id, &exten, by_web_rtc)?;
            if let Some(cause) = voice::refusal(facts) {
                return Err(Failure::cause(cause));
            }
            row.exten.clone_from(&exten);
            set_connected(tx, row)?;
            if by_web_rtc {
                voice::expect_registration(tx, &caller.agent_id, &exten)?;
            }
        }
    }
    reply(tx, &caller.agent_id, Channel::Voice)
}

fn set_connected(tx: &mut Transaction<'_, '_>, mut row: ChannelRow) -> StoreResult<()> {
    row.connected = true;
    row.connected_since = Some(tx.now());
    row.idle_since = tx.now();
    let login_pause = pause::login_pause(tx, &row)?;
    let mut row = save(tx, row)?;
    publish_change(tx, &row, ChannelChange::Login)?;
    if let Some(pause) = login_pause.clone().filter(|_| row.wrap_up.is_some()) {
        // Voice was connected again within the wrap-up: the scheduled pause begins at the end of the wrap-up.
        row.scheduled_pause = Some(pause);
        row = save(tx, row)?;
        publish_status(tx, &row.agent_id)?;
    } else if let Some(pause) = login_pause {
        begin_pause(&mut row, pause, tx.now());
        row = save(tx, row)?;
        publish_change(tx, &row, ChannelChange::Pause)?;
    }
    (tx.areas.presence.channel_connected)(tx, &row)?;
    publish_on_hold(tx, &row.agent_id, row.channel, &mut OnHoldCounts::default())
}

/// `POST /channels/{channel}/disconnect/agent/{id}`. Active attendances are kept; no new ones are assigned.
pub(crate) fn disconnect(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let channel = of_path(call)?;
    may_work_on(tx, caller, channel)?;
    let row = row_of(tx, &caller.agent_id, channel)?;
    if row.connected {
        let row = set_disconnected(tx, row)?;
        publish_change(tx, &row, ChannelChange::Logoff)?;
    }
    reply(tx, &caller.agent_id, channel)
}

/// Refuses unless the agent may work on the channel at present.
fn may_work_on(tx: &Transaction<'_, '_>, caller: &Caller, channel: Channel) -> Result<AgentRow, Failure> {
    let groups = tx.store.groups_of_agent(&caller.agent_id)?;
    if !groups.iter().any(|row| row.group.channel == Some(channel)) {
        return Err(Failure::cause("noAttendanceGroup"));
    }
    let agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    if !agent.record.channels.contains(&channel) {
        return Err(Failure::cause("notAuthorized"));
    }
    if channel == Channel::Chat && !tx.config.chat_online {
        return Err(Failure::cause("offline"));
    }
    Ok(agent)
}

/// The channel named by the path.
pub(crate) fn of_path(call: &OwnCall<'_>) -> Result<Channel, Failure> {
    let named = Channel::ALL.into_iter().find(|channel| channel.as_str() == call.param("channel"));
    named.ok_or_else(|| Failure::not_found("channel"))
}

fn reply(tx: &mut Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> Answer {
    let tail = queue_tail(tx, agent)?;
    let state = state(&row_of(tx, agent, channel)?);
    json(&ChannelReply { channel: Some(channel), as_of_seq: tail.seq, epoch: tail.epoch, state })
}

pub(crate) fn row_of(tx: &Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<ChannelRow> {
    Ok(tx.store.channel(agent, channel)?.unwrap_or_else(|| ChannelRow {
        agent_id: agent.clone(),
        channel,
        connected: false,
        pause: None,
        scheduled_pause: None,
        paused_ms: 0,
        exten: String::new(),
        on_hold: 0,
        open_jobs: 0,
        wrap_up: None,
        interrupted_wrap_up: None,
        internal_call: false,
        status: ChannelStatus::Disconnected,
        since: None,
        connected_since: None,
        logged_ms: 0,
        idle_since: tx.now(),
    }))
}

pub(crate) fn state(row: &ChannelRow) -> ChannelStatusRecord {
    ChannelStatusRecord {
        connected: row.connected,
        status: row.status.into(),
        since: row.since,
        pause: row.pause.as_ref().map(|pause| pause.name.clone()),
        pause_since: row.pause.as_ref().map(|pause| pause.since),
        scheduled_pause: row.scheduled_pause.as_ref().map(|pause| pause.name.clone()),
        on_hold: row.on_hold,
        wrap_up: row.wrap_up.as_ref().map(wrap_up::shown),
        internal_call: row.internal_call,
    }
}

/// The status of every channel of the agent.
pub(crate) fn status_of(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<ChannelsStatus> {
    let mut all = ChannelsStatus::default();
    for channel in Channel::ALL {
        *all.of_mut(channel) = state(&row_of(tx, agent, channel)?);
    }
    Ok(all)
}

/// Stores changed facts with the derived status, and when the maximum of the pause is due.
pub(crate) fn save(tx: &mut Transaction<'_, '_>, mut row: ChannelRow) -> StoreResult<ChannelRow> {
    let status = status_rule(&row);
    if status != row.status || row.since.is_none() {
        row.status = status;
        row.since = Some(tx.now());
    }
    tx.store.put_channel(&row)?;
    if row.connected && !is_reached(tx, &row.agent_id)? {
        // The next link, or the end of the absence, assigns attendances again.
        tx.store.delete_candidates(&row.agent_id)?;
    }
    set_pause_maximum_due(tx, &row)?;
    Ok(row)
}

/// Whether the agent's page responds and the agent is not absent.
pub(crate) fn is_reached(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    let is_absent = |row: AgentRow| row.record.agent_absent.agent_absent_enabled;
    Ok(link_is_alive(tx, agent)? && !tx.store.agent(agent)?.is_some_and(is_absent))
}

pub(crate) fn set_disconnected(tx: &mut Transaction<'_, '_>, mut row: ChannelRow) -> StoreResult<ChannelRow> {
    row.connected = false;
    if let Some(since) = row.connected_since.take() {
        row.logged_ms += tx.now().since_ms(since).max(0);
    }
    end_pause(&mut row, tx.now());
    row.scheduled_pause = None;
    row.exten.clear();
    row.on_hold = 0;
    save(tx, row)
}

/// Disconnects every channel at the end of a session, without events: the links of the session are being closed.
pub(crate) fn disconnect_all(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    for channel in Channel::ALL {
        let mut row = row_of(tx, agent, channel)?;
        let had_wrap_up = row.wrap_up.is_some();
        wrap_up::remove(tx, &mut row)?;
        if row.connected {
            set_disconnected(tx, row)?;
        } else if had_wrap_up {
            save(tx, row)?;
        }
    }
    Ok(())
}

/// Resets the session's times at its start.
pub(crate) fn reset_session_times(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    for channel in Channel::ALL {
        if let Some(row) = tx.store.channel(agent, channel)? {
            tx.store.put_channel(&ChannelRow { logged_ms: 0, paused_ms: 0, ..row })?;
        }
    }
    Ok(())
}

/// The published numbers of waiting customers of each group, read once per change.
#[derive(Default)]
pub(crate) struct OnHoldCounts(BTreeMap<AttendanceGroupId, Option<OnHoldRow>>);

impl OnHoldCounts {
    /// The sum over the agent's groups of the channel.
    fn of(&mut self, tx: &Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<u32> {
        let mut sum: u32 = 0;
        for MembershipRow { group_id, .. } in tx.store.memberships_of(agent)? {
            let row = match self.0.entry(group_id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let row = tx.store.on_hold_of(unknown.key())?;
                    unknown.insert(row)
                }
            };
            let published = row.as_ref().filter(|row| row.channel == channel);
            sum = sum.saturating_add(published.map_or(0, |row| row.on_hold));
        }
        Ok(sum)
    }
}

/// Publishes the number of customers that wait in the agent's queues of the channel, if it changed (CHN-005).
pub(crate) fn publish_on_hold(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    channel: Channel,
    counts: &mut OnHoldCounts,
) -> StoreResult<()> {
    let Some(row) = tx.store.channel(agent, channel)?.filter(|row| row.connected) else { return Ok(()) };
    let on_hold = counts.of(tx, agent, channel)?;
    if row.on_hold == on_hold {
        return Ok(());
    }
    tx.store.put_channel(&ChannelRow { on_hold, ..row })?;
    publish_status(tx, agent)
}

/// Counts the agent's active attendances of the channel and publishes the status if it changed. `attendance_ended`: the
/// agent's idle time starts now.
pub(crate) fn recount(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    channel: Channel,
    attendance_ended: bool,
) -> StoreResult<()> {
    let open = tx
        .store
        .jobs_of_agent(agent)?
        .iter()
        .filter(|job| job.channel == channel && job.state == JobState::Active)
        .count();
    // An agent in the room of another agent's call is as busy as in a call of their own.
    let is_guest = channel == Channel::Voice && tx.store.guest_call_of(agent)?.is_some();
    let open = open.saturating_add(usize::from(is_guest));
    let before = row_of(tx, agent, channel)?;
    let mut row = before.clone();
    row.open_jobs = u32::try_from(open).unwrap_or(u32::MAX);
    if attendance_ended {
        row.idle_since = tx.now();
    }
    if row.open_jobs > 0 {
        pause::postpone_pause(&mut row, tx.now());
        // Whether it is a call that the agent made, or one that rang before.
        wrap_up::interrupt(tx, &mut row)?;
    } else if !row.internal_call {
        wrap_up::resume(tx, &mut row)?;
    }
    let begun = begin_scheduled_pause(tx, &mut row)?;
    if begun {
        return Ok(());
    }
    let row = save(tx, row)?;
    if state(&row) != state(&before) {
        publish_status(tx, agent)?;
    } else if row.open_jobs != before.open_jobs {
        tx.board_changed(agent)?;
    }
    Ok(())
}

/// Begins a scheduled pause if the agent's work is over; stores and publishes it. Returns whether a pause began.
fn begin_scheduled_pause(tx: &mut Transaction<'_, '_>, row: &mut ChannelRow) -> StoreResult<bool> {
    let is_over = row.connected && row.open_jobs == 0 && row.wrap_up.is_none() && !row.internal_call;
    if !is_over || !pause::begin_scheduled(row, tx.now()) {
        return Ok(false);
    }
    let row = save(tx, row.clone())?;
    publish_change(tx, &row, ChannelChange::Pause)?;
    if let Some(pause) = row.pause {
        notifications::raise_pause(tx, &row.agent_id, row.channel, pause)?;
    }
    Ok(true)
}

/// An internal call begins or ends: voice is in attendance meanwhile (INT-009). At its end the voice rule holds: a pause goes on or begins, open
/// attendances keep the channel in attendance, else it is available (INT-010, INT-011).
pub(crate) fn set_internal_call(tx: &mut Transaction<'_, '_>, agent: &AgentId, is_on: bool) -> StoreResult<()> {
    let mut row = row_of(tx, agent, Channel::Voice)?;
    if row.internal_call == is_on {
        return Ok(());
    }
    row.internal_call = is_on;
    if is_on {
        // Same as for a call that the agent dials.
        wrap_up::interrupt(tx, &mut row)?;
    } else {
        if row.open_jobs == 0 {
            wrap_up::resume(tx, &mut row)?;
        }
        if begin_scheduled_pause(tx, &mut row)? {
            return Ok(());
        }
    }
    save(tx, row)?;
    publish_status(tx, agent)
}

/// Version of the agent's channel events: clients ignore events with an older one than they hold.
fn next_version(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<u64> {
    tx.store.next_version(&format!("agent-status/{agent}"))
}

/// Reason of a `VoiceLogoffEvent`.
const REGISTRATION_ENDED: &str = "registrationEnded";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    version: u64,
    channel: Channel,
    #[serde(flatten)]
    state: ChannelStatusRecord,
    /// Only for a voice login; false if the telephone system refused it (CHN-034).
    #[serde(skip_serializing_if = "Option::is_none")]
    voice: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exten: Option<String>,
    /// Why voice was disconnected; the reason of a pause is its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(flatten)]
    pause: Option<ChangedPause>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChangedPause {
    /// Name of the pause (spec session §4).
    reason: String,
    pause_id: String,
    max_duration_seconds: u32,
}

/// Publishes that voice is disconnected because its telephone is no longer registered: the page may connect it again when it is.
pub(crate) fn publish_registration_ended(tx: &mut Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<()> {
    publish(tx, row, ChannelChange::Logoff, Some(REGISTRATION_ENDED))
}

/// Publishes the channel's own event, then the agent's status.
pub(crate) fn publish_change(tx: &mut Transaction<'_, '_>, row: &ChannelRow, change: ChannelChange) -> StoreResult<()> {
    publish(tx, row, change, None)
}

fn publish(
    tx: &mut Transaction<'_, '_>,
    row: &ChannelRow,
    change: ChannelChange,
    reason: Option<&'static str>,
) -> StoreResult<()> {
    let voice_login = row.channel == Channel::Voice && change == ChannelChange::Login;
    let pause = row.pause.as_ref().filter(|_| change == ChannelChange::Pause);
    let body = Changed {
        version: next_version(tx, &row.agent_id)?,
        channel: row.channel,
        state: state(row),
        voice: voice_login.then_some(true),
        exten: voice_login.then(|| row.exten.clone()),
        reason,
        pause: pause.map(|pause| ChangedPause {
            reason: pause.name.clone(),
            pause_id: pause.id.clone(),
            max_duration_seconds: pause.max_seconds,
        }),
    };
    tx.publish(&row.agent_id, change.event_name(row.channel), &body)?;
    publish_status(tx, &row.agent_id)
}

pub(crate) fn publish_status(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let event = AgentStatusEvent { version: next_version(tx, agent)?, channels: status_of(tx, agent)? };
    tx.publish_event(agent, events::channels::Event::Status(Box::new(event)))?;
    own_channel_changed(tx, agent)?;
    tx.board_changed(agent)
}

/// The supervisor's own voice channel decides what the supervisor may do in a supervised call.
pub(crate) fn own_channel_changed(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    match tx.store.call_supervision_of(agent)? {
        Some(row) => tx.mark_due(Due::CallSupervision, row.supervisor_id.as_str(), tx.now()),
        None => Ok(()),
    }
}

/// `timeInformations` of one channel, in whole seconds.
pub(crate) fn times(tx: &Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<ChannelTimes> {
    let row = row_of(tx, agent, channel)?;
    let running = row.connected_since.map_or(0, |since| tx.now().since_ms(since).max(0));
    let pausing = row.pause.as_ref().map_or(0, |pause| tx.now().since_ms(pause.since).max(0));
    Ok(ChannelTimes {
        total_logged_time: seconds(row.logged_ms + running),
        pauses_time: seconds(row.paused_ms + pausing),
        active_attendances: row.open_jobs,
        current_status_time: row.since.map_or(0.0, |since| seconds(tx.now().since_ms(since))),
    })
}

/// Whole seconds of a duration in milliseconds; a negative one is 0.
pub(crate) fn seconds(ms: i64) -> f64 {
    (ms.max(0) / 1000) as f64
}

#[cfg(test)]
mod tests;
