//! Ends of calls: who ended the attendance, the events for the agent's page, and the dial status of a manual call. An
//! end never qualifies the attendance (BEY-030).

use super::ring::{BY_CLIENT, call_of, publish_lost};
use super::{CallCommand, CallEnd, accounts, command, dialer, open_call, preferential, publish, recording, room};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::http::json;
use crate::jobs;
use crate::router;
use crate::store::{CallPhase, CallRow, EndedBy, JobRow, JobState, StoreResult};
use wire::{CallType, HangupEvent, ManualCallStatusEvent, Protocol, Success, VoiceCallRequest, events};

const BY_AGENT: &str = "AGENT";
const BY_FAILURE: &str = "FAILURE";
/// `requestSource` of an end by a transfer to an external number.
const BY_TRANSFER: &str = "TRANSFER";

/// Who ended an attendance that an agent had: `EndedBy` and `requestSource`.
fn source(end: CallEnd, outgoing: bool) -> (EndedBy, &'static str) {
    let (agent, customer) = ((EndedBy::Agent, BY_AGENT), (EndedBy::Customer, BY_CLIENT));
    match end {
        CallEnd::ByCaller if outgoing => agent,
        CallEnd::ByCallee if outgoing => customer,
        CallEnd::ByCaller => customer,
        CallEnd::ByCallee => agent,
        CallEnd::Cancelled => agent,
        CallEnd::Lost | CallEnd::NotAcceptable | CallEnd::Released => (EndedBy::System, BY_FAILURE),
        CallEnd::Declined(_)
        | CallEnd::NotAnswered
        | CallEnd::NotFound
        | CallEnd::Busy
        | CallEnd::Unavailable
        | CallEnd::Blacklisted => customer,
    }
}

/// Dial status and SIP cause of a call that was not answered (VOI-048 to VOI-061).
fn dial_status(end: CallEnd) -> (&'static str, u16) {
    match end {
        CallEnd::NotFound => ("", 404),
        CallEnd::NotAnswered => ("", 408),
        CallEnd::Busy | CallEnd::Declined(486 | 600) => ("BUSY", 486),
        CallEnd::Declined(480) | CallEnd::Unavailable => ("UNAVAILABLE", 480),
        CallEnd::Declined(484) => ("INVALIDNUMBER", 484),
        CallEnd::Declined(503) => ("CONGESTION", 503),
        CallEnd::Declined(code) => ("REJECTED", code),
        CallEnd::Blacklisted => ("REJECTED", 403),
        CallEnd::NotAcceptable => ("CHANUNAVAIL", 488),
        CallEnd::Cancelled | CallEnd::ByCaller | CallEnd::ByCallee | CallEnd::Released => ("CANCEL", 487),
        CallEnd::Lost => ("FAILED", 0),
    }
}

/// The telephone system reports that a call ended.
pub(super) fn ended(tx: &mut Transaction<'_, '_>, call: &str, end: CallEnd) -> StoreResult<()> {
    let Some((job, call)) = open_call(tx, call)? else {
        room::leave_over(tx, call)?;
        return dialer::attempt_ended(tx, call, end);
    };
    match job.state {
        JobState::Waiting => {
            let (group, ring) = (job.group_id.clone(), call.ring.clone());
            abandon(tx, job, call, EndedBy::Customer)?;
            if let Some(ring) = ring {
                router::agent_is_free(tx, &ring.agent_id)?;
            }
            router::queue_changed(tx, &group)
        }
        JobState::Active => {
            publish_dial_status(tx, &job, &call, end)?;
            let is_customer_gone = call.room.as_ref().is_some_and(|room| !room.has_customer());
            let (by, source) =
                if is_customer_gone { (EndedBy::Customer, BY_CLIENT) } else { source(end, call.outgoing) };
            let job = end_active_job(tx, job, call, by, source)?;
            jobs::release_agent(tx, &job)
        }
        JobState::Ended | JobState::Qualified | JobState::Abandoned | JobState::Inbox => {
            end_customer_telephone(tx, call)
        }
    }
}

/// Ends the call of the attendance. No telephone gets a command to hang up: the server that carried the call is
/// stopped.
pub(crate) fn release(tx: &mut Transaction<'_, '_>, protocol: &Protocol) -> StoreResult<()> {
    match tx.store.call(protocol)? {
        Some(call) => ended(tx, &call.unique_id, CallEnd::Released),
        None => Ok(()),
    }
}

fn publish_dial_status(tx: &mut Transaction<'_, '_>, job: &JobRow, call: &CallRow, end: CallEnd) -> StoreResult<()> {
    if call.phase != CallPhase::Dialling || call.call_type != CallType::Manual {
        return Ok(());
    }
    let (status, sip_cause) = dial_status(end);
    let event = ManualCallStatusEvent {
        protocol: job.protocol.clone(),
        unique_id: call.unique_id.clone(),
        status: status.to_owned(),
        sip_cause,
        blacklist: end == CallEnd::Blacklisted,
    };
    publish(tx, &job.agent_id, &events::voice::Event::Status(event))
}

/// The account of a customer's telephone ends with its call.
fn end_customer_telephone(tx: &mut Transaction<'_, '_>, call: CallRow) -> StoreResult<()> {
    if let Some(exten) = &call.telephone {
        accounts::delete(tx, exten)?;
    }
    recording::call_over(tx, &call.unique_id)?;
    room::end(tx, call)
}

/// The customer left the queue, or the process that carried the call ended: ends the waiting attendance.
fn abandon(tx: &mut Transaction<'_, '_>, mut job: JobRow, call: CallRow, by: EndedBy) -> StoreResult<()> {
    // An unanswered attendance is part of the contact's history.
    jobs::find_contact(tx, &mut job)?;
    job.state = JobState::Abandoned;
    job.ended_at = Some(tx.now());
    job.ended_by = Some(by);
    jobs::save(tx, job)?;
    dialer::abandoned(tx, &call)?;
    match &call.ring {
        Some(ring) if call.phase == CallPhase::Asking => preferential::publish_over(tx, &ring.agent_id)?,
        Some(ring) => publish_lost(tx, &ring.agent_id, call.clone())?,
        None => {}
    }
    end_customer_telephone(tx, call)
}

/// The customer talks with an external party from now on: for the agent the attendance ended. The caller stores the call, then
/// calls `release_agent`.
pub(super) fn transferred_out(tx: &mut Transaction<'_, '_>, job: JobRow, call: &CallRow) -> StoreResult<JobRow> {
    recording::left(tx, &call.unique_id)?;
    end_job(tx, job, call, EndedBy::Agent, BY_TRANSFER)
}

/// Ends an active attendance; the agent can qualify it or dial again. The caller then calls `release_agent`.
fn end_active_job(
    tx: &mut Transaction<'_, '_>,
    job: JobRow,
    call: CallRow,
    by: EndedBy,
    source: &str,
) -> StoreResult<JobRow> {
    let job = end_job(tx, job, &call, by, source)?;
    end_customer_telephone(tx, call)?;
    Ok(job)
}

fn end_job(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    call: &CallRow,
    by: EndedBy,
    source: &str,
) -> StoreResult<JobRow> {
    job.transfer = None;
    job.state = JobState::Ended;
    job.ended_at = Some(tx.now());
    job.ended_by = Some(by);
    job.start_date_qualification = Some(tx.now());
    let job = jobs::save(tx, job)?;
    if call.answered_at.is_some() {
        channels::wrap_up::begin(tx, &job)?;
    }
    let event = HangupEvent {
        protocol: job.protocol.clone(),
        phone: call.phone.clone(),
        unique_id: call.unique_id.clone(),
        request_source: source.to_owned(),
    };
    publish(tx, &job.agent_id, &events::voice::Event::Hangup(event))?;
    Ok(job)
}

/// Ends an active attendance for its agent, and its call with it. The caller then calls `release_agent`.
pub(crate) fn close_open(tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
    let Some(call) = tx.store.call(&job.protocol)? else { return Ok(job) };
    if !call.is_over() {
        command(tx, &CallCommand::HangUp { call: call.unique_id.clone() })?;
    }
    end_active_job(tx, job, call, EndedBy::Agent, BY_AGENT)
}

/// `POST /voice/hang-up`. Idempotent: a call that has ended is a success, also if its attendance has a later call.
pub(crate) fn hang_up(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VoiceCallRequest = call.body()?;
    let is_meant = |call: &CallRow| request.unique_id.is_empty() || request.unique_id == call.unique_id;
    if let Some(call) = call_of(tx, caller, &request)?.filter(is_meant)
        && let Some(job) = tx.store.job(&call.protocol)?
        && job.state == JobState::Active
        && job.agent_id == caller.agent_id
    {
        if call.phase == CallPhase::Dialling {
            publish_dial_status(tx, &job, &call, CallEnd::Cancelled)?;
        }
        let job = close_open(tx, job)?;
        jobs::release_agent(tx, &job)?;
    }
    json(&Success { success: true })
}

/// At the start of the server: calls ended with the process that carried them. A waiting customer is gone; an active
/// attendance ends by a failure.
pub(crate) fn end_at_start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    dialer::end_at_start(tx)?;
    let open = [CallPhase::Dialling, CallPhase::Waiting, CallPhase::Asking, CallPhase::Ringing, CallPhase::Talking];
    for phase in open {
        for call in tx.store.calls_in_phase(phase)? {
            match tx.store.job(&call.protocol)? {
                Some(job) if job.state == JobState::Waiting => abandon(tx, job, call, EndedBy::System)?,
                Some(job) if job.state == JobState::Active => {
                    let job = end_active_job(tx, job, call, EndedBy::System, BY_FAILURE)?;
                    jobs::release_agent(tx, &job)?;
                }
                Some(_) | None => end_customer_telephone(tx, call)?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::voi_048_unknown_number(CallEnd::NotFound, ("", 404))]
    #[case::voi_049_no_answer(CallEnd::NotAnswered, ("", 408))]
    #[case::voi_050_busy(CallEnd::Busy, ("BUSY", 486))]
    #[case::voi_052_cancelled(CallEnd::Cancelled, ("CANCEL", 487))]
    #[case::voi_053_no_sound(CallEnd::NotAcceptable, ("CHANUNAVAIL", 488))]
    #[case::voi_054_congestion(CallEnd::Declined(503), ("CONGESTION", 503))]
    #[case::voi_055_unavailable(CallEnd::Unavailable, ("UNAVAILABLE", 480))]
    #[case::voi_056_incomplete_number(CallEnd::Declined(484), ("INVALIDNUMBER", 484))]
    #[case::voi_057_declined(CallEnd::Declined(603), ("REJECTED", 603))]
    #[case::voi_061_blacklist(CallEnd::Blacklisted, ("REJECTED", 403))]
    fn a_call_without_an_answer_has_its_dial_status(#[case] end: CallEnd, #[case] expected: (&str, u16)) {
        assert_eq!(dial_status(end), expected);
    }

    #[rstest]
    #[case::the_customer_called_and_hangs_up(CallEnd::ByCaller, false, BY_CLIENT)]
    #[case::the_agent_hangs_up(CallEnd::ByCallee, false, BY_AGENT)]
    #[case::the_agent_called_and_hangs_up(CallEnd::ByCaller, true, BY_AGENT)]
    #[case::the_called_customer_hangs_up(CallEnd::ByCallee, true, BY_CLIENT)]
    #[case::the_sound_is_lost(CallEnd::Lost, false, BY_FAILURE)]
    fn voi_039_voi_040_voi_041_the_event_of_a_hang_up_has_its_source(
        #[case] end: CallEnd,
        #[case] outgoing: bool,
        #[case] expected: &str,
    ) {
        assert_eq!(source(end, outgoing).1, expected);
    }
}
