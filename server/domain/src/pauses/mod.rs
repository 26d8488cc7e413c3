//! Pauses of an agent's channels (spec session §4, §7): an agent enters and leaves them for one channel or several;
//! with active attendances a pause is scheduled; each pause has a maximum. `rule` decides the result of a request,
//! `channels` derives the status.
//!
//! A pause is stored in the channel's row and survives a restart. Every change is published by the channel's own event
//! and the agent's status; a pause that begins by schedule or exceeds its maximum also creates a notification.

mod rule;
mod wire;

use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::channels::{self, begin_pause, end_pause, pause_maximum_at, set_pause_maximum_due};
use crate::events::queue_tail;
use crate::http::{Failure, Listed, json};
use crate::notifications;
use crate::store::{ChannelRow, PauseFact, StoreResult};
use ::wire::{
    AgentId, AgentPauses, Channel, ChannelChange, ChannelPauseReply, ErrorBody, PauseAllReply, PauseAllRequest,
    PauseRecord, PauseReply, PauseRequest, PausesByChannel, UnpauseAllRequest,
};
use rule::{ChannelFacts, Enter, Leave};
use std::collections::BTreeMap;

/// The pause after a lost voice connection; it is not in the list of pauses (CHN-026).
const RECONNECTION: &str = "Reconexão";

/// `GET /pauses`.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    let rows = tx.store.pauses_of(&caller.org_unit_id)?;
    json(&Listed { data: rows.into_iter().map(PauseRecord::from).collect() })
}

/// `GET /pauses/agent/{id}`.
pub(crate) fn of_agent(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let id = caller.agent_id.clone();
    let offered = tx.store.pauses_of(&caller.org_unit_id)?.into_iter().filter(|row| !row.login);
    let data = offered.map(PauseRecord::from).collect();
    let (mut active_pauses, mut scheduled_pauses) = (PausesByChannel::default(), PausesByChannel::default());
    for channel in Channel::ALL {
        let row = channels::row_of(tx, &id, channel)?;
        *active_pauses.of_mut(channel) = row.pause.map(Into::into);
        *scheduled_pauses.of_mut(channel) = row.scheduled_pause.map(Into::into);
    }
    let tail = queue_tail(tx, &id)?;
    json(&AgentPauses { agent_id: id, as_of_seq: tail.seq, epoch: tail.epoch, data, active_pauses, scheduled_pauses })
}

/// `POST /pauses/{channel}/enter/agent/{id}`.
pub(crate) fn enter(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let channel = channels::of_path(call)?;
    let request: PauseRequest = call.body()?;
    let change = enter_one(tx, caller, channel, &request)?;
    reply(tx, caller, change)
}

/// `POST /pauses/{channel}/leave/agent/{id}`.
pub(crate) fn leave(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let channel = channels::of_path(call)?;
    let mut change = leave_one(tx, caller, channel)?.ok_or_else(|| already_unpaused(channel))?;
    tx.agent_is_free(&caller.agent_id)?;
    // The assignment may have changed the channel, and the answer contains the events of that change.
    change.state = channels::state(&channels::row_of(tx, &caller.agent_id, channel)?);
    reply(tx, caller, change)
}

/// `POST /pauses/all/enter/agent/{id}`: pauses all named channels, or none.
pub(crate) fn enter_all(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let PauseAllRequest { channels, pause_id, pause_name } = call.body()?;
    let request = PauseRequest { pause_id, pause_name };
    let mut data = Vec::new();
    for channel in named(&channels)? {
        data.push(enter_one(tx, caller, channel, &request)?);
    }
    all_reply(tx, caller, data)
}

/// `POST /pauses/all/leave/agent/{id}`: channels without a pause are skipped; refused if no channel has a pause.
pub(crate) fn leave_all(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: UnpauseAllRequest = call.body()?;
    let channels = named(&request.channels)?;
    let mut data = Vec::new();
    for channel in &channels {
        data.extend(leave_one(tx, caller, *channel)?);
    }
    match (data.is_empty(), channels.first()) {
        (true, Some(first)) => Err(already_unpaused(*first)),
        _ => {
            tx.agent_is_free(&caller.agent_id)?;
            for change in &mut data {
                if let Some(channel) = change.channel {
                    change.state = channels::state(&channels::row_of(tx, &caller.agent_id, channel)?);
                }
            }
            all_reply(tx, caller, data)
        }
    }
}

fn reply(tx: &mut Transaction<'_, '_>, caller: &Caller, change: ChannelPauseReply) -> Answer {
    let tail = queue_tail(tx, &caller.agent_id)?;
    json(&PauseReply { as_of_seq: tail.seq, epoch: tail.epoch, change })
}

fn all_reply(tx: &mut Transaction<'_, '_>, caller: &Caller, data: Vec<ChannelPauseReply>) -> Answer {
    let tail = queue_tail(tx, &caller.agent_id)?;
    let agended = data.iter().any(|change| change.agended);
    json(&PauseAllReply { success: true, agended, as_of_seq: tail.seq, epoch: tail.epoch, data: data.into() })
}

/// The named channels without repetitions, in the order of `Channel::ALL`.
fn named(channels: &[Channel]) -> Result<Vec<Channel>, Failure> {
    let named: Vec<Channel> = Channel::ALL.into_iter().filter(|channel| channels.contains(channel)).collect();
    if named.is_empty() { Err(Failure::field("channels", "required")) } else { Ok(named) }
}

fn facts(row: &ChannelRow, wanted: &str) -> ChannelFacts {
    let is_wanted = |pause: &Option<PauseFact>| pause.as_ref().is_some_and(|pause| pause.id == wanted);
    ChannelFacts {
        connected: row.connected,
        paused: row.pause.is_some(),
        scheduled: row.scheduled_pause.is_some(),
        // A pause requested in the wrap-up begins at the end of the wrap-up, as after an attendance.
        open_jobs: row.open_jobs.saturating_add(u32::from(row.wrap_up.is_some() || row.internal_call)),
        same: if row.pause.is_some() { is_wanted(&row.pause) } else { is_wanted(&row.scheduled_pause) },
    }
}

fn enter_one(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    channel: Channel,
    request: &PauseRequest,
) -> Result<ChannelPauseReply, Failure> {
    let wanted = wanted_pause(tx, caller, channel, request)?;
    let mut row = channels::row_of(tx, &caller.agent_id, channel)?;
    let entered = rule::enter(facts(&row, &wanted.id));
    match entered {
        Enter::Refused => return Err(not_at_this_moment(channel)),
        Enter::InForce | Enter::Scheduled => {}
        Enter::Begin => {
            begin_pause(&mut row, wanted, tx.now());
            row = channels::save(tx, row)?;
            channels::publish_change(tx, &row, ChannelChange::Pause)?;
        }
        Enter::Schedule => {
            row.scheduled_pause = Some(wanted);
            row = channels::save(tx, row)?;
            channels::publish_status(tx, &row.agent_id)?;
        }
    }
    let agended = matches!(entered, Enter::Schedule | Enter::Scheduled);
    Ok(ChannelPauseReply { success: true, agended, channel: Some(channel), state: channels::state(&row) })
}

/// Ends the pause of one channel; `None` if it has none.
fn leave_one(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    channel: Channel,
) -> StoreResult<Option<ChannelPauseReply>> {
    let mut row = channels::row_of(tx, &caller.agent_id, channel)?;
    match rule::leave(facts(&row, "")) {
        Leave::Refused => return Ok(None),
        Leave::End => {
            end_pause(&mut row, tx.now());
            row.idle_since = tx.now();
        }
        Leave::Cancel => row.scheduled_pause = None,
    }
    let row = channels::save(tx, row)?;
    channels::publish_change(tx, &row, ChannelChange::Unpause)?;
    Ok(Some(ChannelPauseReply { success: true, agended: false, channel: Some(channel), state: channels::state(&row) }))
}

/// The requested pause as the agent's org unit defines it for this channel; the stored name overrides the request's.
fn wanted_pause(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    channel: Channel,
    request: &PauseRequest,
) -> Result<PauseFact, Failure> {
    let fact = |id: String, name: String, max_seconds: u32| PauseFact {
        id,
        name,
        since: tx.now(),
        max_seconds,
        exceeded: false,
    };
    if request.pause_id.is_empty() {
        return if request.pause_name == RECONNECTION {
            Ok(fact(String::new(), RECONNECTION.to_owned(), 0))
        } else {
            Err(Failure::field("pauseId", "required"))
        };
    }
    let row = tx.store.pause(request.pause_id.as_str())?;
    let row = row.filter(|row| row.org_unit_id == caller.org_unit_id && row.channels.contains(&channel));
    let row = row.ok_or_else(|| Failure::field("pauseId", "unknown"))?;
    Ok(fact(row.id, row.name, row.max_seconds))
}

/// Notifies once of a pause that exceeded its maximum.
pub(crate) fn maximum_reached(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let Some((agent, name)) = subject.rsplit_once('/') else { return Ok(()) };
    let Some(channel) = Channel::ALL.into_iter().find(|channel| channel.as_str() == name) else { return Ok(()) };
    let Some(mut row) = tx.store.channel(&AgentId::from(agent), channel)? else { return Ok(()) };
    if pause_maximum_at(&row).is_none_or(|at| at > tx.now()) {
        return set_pause_maximum_due(tx, &row);
    }
    let Some(pause) = row.pause.as_mut() else { return Ok(()) };
    pause.exceeded = true;
    let exceeded_pause = pause.clone();
    tx.store.put_channel(&row)?;
    notifications::raise_pause(tx, &row.agent_id, channel, exceeded_pause)?;
    tx.board_changed(&row.agent_id)
}

fn not_at_this_moment(channel: Channel) -> Failure {
    let details = BTreeMap::from([("channel".to_owned(), channel.as_str().into())]);
    Failure::refused(
        409,
        ErrorBody {
            reason: Some("PAUSE_ERROR_IN_THIS_MOMENT".to_owned()),
            cause: Some("channelDisconnected".to_owned()),
            details,
            message: "the channel is not connected".to_owned(),
            ..ErrorBody::default()
        },
    )
}

/// The cause is spelled as in the specification, for example `already_voice_unpaused` (spec session §8).
fn already_unpaused(channel: Channel) -> Failure {
    Failure::cause(&format!("already_{}_unpaused", channel.as_str()))
}

#[cfg(test)]
mod tests;
