//! Snoozed conversations (BEY-161, decision 99): an agent snoozes a conversation until a time, or until the customer writes. It stays one of the
//! agent's attendances and does not count as waiting meanwhile.
//!
//! A snooze ends at its time, by a message that makes the customer wait, by a note that mentions the agent, by the agent, or when the attendance
//! ends or gets another agent. Each end is an event to the agent who snoozed it, with its cause.

use super::{own_job, save};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::due::Due;
use crate::http::{Failure, json};
use crate::notifications;
use crate::store::{JobRow, JobState, SnoozeFact, StoreResult};
use wire::limits::{SNOOZE_MAX_MS, SNOOZE_MIN_MS, SNOOZE_UNTIL_REPLY};
use wire::{AgentId, Channel, Protocol, SnoozeEnd, SnoozeEndedEvent, SnoozeRequest, Snoozed, Wall, events};

/// `PUT /job/{protocol}/snooze`. A repetition changes nothing; another time replaces the earlier one.
pub(crate) fn set(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: SnoozeRequest = call.body()?;
    let mut job = active_job(tx, call, caller)?;
    let asked = SnoozeFact { until: request.until, agent_id: caller.agent_id.clone() };
    if job.snoozed.as_ref() == Some(&asked) {
        return json(&wire_snooze(&job));
    }
    check_time(tx.now(), asked.until)?;
    let due = Some(asked.until).filter(|until| *until != SNOOZE_UNTIL_REPLY);
    tx.set_due(Due::Snooze, job.protocol.as_str(), due)?;
    job.snoozed = Some(asked);
    changed(tx, job)
}

/// `DELETE /job/{protocol}/snooze`: the agent ends the snooze. A repetition changes nothing.
pub(crate) fn cancel(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let mut job = active_job(tx, call, caller)?;
    if job.snoozed.is_none() {
        return json(&wire_snooze(&job));
    }
    end_snooze(tx, &mut job, SnoozeEnd::Agent)?;
    changed(tx, job)
}

/// Due work: the time of a snooze is over. Subject: the protocol.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, protocol: &str) -> StoreResult<()> {
    let Some(mut job) = tx.store.job(&Protocol::from(protocol))? else { return Ok(()) };
    match job.snoozed.as_ref().map(|snoozed| snoozed.until) {
        // The conversation was snoozed again meanwhile.
        Some(until) if until > tx.now() => tx.set_due(Due::Snooze, protocol, Some(until)),
        Some(_) => {
            end_snooze(tx, &mut job, SnoozeEnd::Time)?;
            let job = save(tx, job)?;
            notifications::raise_snooze(tx, &job.agent_id, job.channel, &job.protocol)?;
            tx.board_changed(&job.agent_id)
        }
        None => Ok(()),
    }
}

/// The customer wrote a message that waits for an answer; the caller stores the attendance.
pub(super) fn customer_wrote(tx: &mut Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
    if job.snoozed.is_none() {
        return Ok(());
    }
    end_snooze(tx, job, SnoozeEnd::Reply)?;
    tx.board_changed(&job.agent_id)
}

/// A note mentions an agent: a conversation that this agent snoozed returns.
pub(crate) fn mentioned(tx: &mut Transaction<'_, '_>, protocol: &Protocol, agent: &AgentId) -> StoreResult<()> {
    let Some(mut job) = tx.store.job(protocol)? else { return Ok(()) };
    if job.snoozed.as_ref().is_none_or(|snoozed| snoozed.agent_id != *agent) {
        return Ok(());
    }
    end_snooze(tx, &mut job, SnoozeEnd::Mention)?;
    save(tx, job)?;
    tx.board_changed(agent)
}

/// Called before a changed attendance is stored: only an active attendance of the same agent stays snoozed.
pub(super) fn settle(tx: &mut Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
    let Some(snoozed) = &job.snoozed else { return Ok(()) };
    let cause = match job.state {
        JobState::Active if job.agent_id == snoozed.agent_id => return Ok(()),
        JobState::Active | JobState::Waiting | JobState::Inbox => SnoozeEnd::Left,
        JobState::Ended | JobState::Qualified | JobState::Abandoned => SnoozeEnd::Ended,
    };
    // `save` has increased the version already.
    let version = job.version;
    end_as(tx, job, cause, version)
}

/// Until when the attendance is snoozed.
pub(crate) fn until(job: &JobRow) -> Option<Wall> {
    job.snoozed.as_ref().map(|snoozed| snoozed.until)
}

fn end_snooze(tx: &mut Transaction<'_, '_>, job: &mut JobRow, cause: SnoozeEnd) -> StoreResult<()> {
    let version = job.version + 1;
    end_as(tx, job, cause, version)
}

/// `version`: the version of the attendance after it is stored.
fn end_as(tx: &mut Transaction<'_, '_>, job: &mut JobRow, cause: SnoozeEnd, version: u64) -> StoreResult<()> {
    let Some(snoozed) = job.snoozed.take() else { return Ok(()) };
    tx.set_due(Due::Snooze, job.protocol.as_str(), None)?;
    let event = SnoozeEndedEvent { protocol: job.protocol.clone(), cause, version };
    tx.publish_event(&snoozed.agent_id, events::jobs::Event::SnoozeEnded(event))
}

fn changed(tx: &mut Transaction<'_, '_>, job: JobRow) -> Answer {
    let job = save(tx, job)?;
    tx.board_changed(&job.agent_id)?;
    json(&wire_snooze(&job))
}

/// The caller's own open attendance; a call cannot be snoozed.
fn active_job(tx: &Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Result<JobRow, Failure> {
    let job = own_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    match (job.channel, job.state) {
        (Channel::Voice, _) => Err(Failure::cause("channel")),
        (Channel::Chat | Channel::Whatsapp, JobState::Active) => Ok(job),
        (Channel::Chat | Channel::Whatsapp, _) => Err(Failure::cause("jobEnded")),
    }
}

/// At least a minute and at most 30 days ahead, or without a time.
fn check_time(now: Wall, until: Wall) -> Result<(), Failure> {
    match until.0.saturating_sub(now.0) {
        _ if until == SNOOZE_UNTIL_REPLY => Ok(()),
        ..SNOOZE_MIN_MS => Err(Failure::field("until", "tooEarly")),
        SNOOZE_MIN_MS..=SNOOZE_MAX_MS => Ok(()),
        _ => Err(Failure::field("until", "tooLate")),
    }
}

fn wire_snooze(job: &JobRow) -> Snoozed {
    Snoozed { protocol: job.protocol.clone(), snoozed_until: until(job), version: job.version }
}

#[cfg(test)]
#[path = "snooze_tests.rs"]
mod tests;
