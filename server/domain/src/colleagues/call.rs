//! Internal calls: request, answer and end. From the request on both agents are reserved: no customer's call rings at them, and their voice
//! channels are in attendance (INT-009). After the end the voice rule sets their status (INT-011), whoever ended the call and whenever
//! (INT-012).

use super::list::{groups_of, is_blocked, of_extension};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::due::Due;
use crate::http::{Failure, json};
use crate::refusal::Refusal;
use crate::router;
use crate::store::{InternalCallRow, StoreResult};
use crate::voice::{self, CallCommand, CallEnd};
use wire::events::colleagues::Event;
use wire::{
    AgentId, Channel, InternalCallEnd, InternalCallEvent, InternalCallHangupEvent, InternalCallReply,
    InternalCallRequest, InternalCallStatus, InternalCallStatusEvent, InternalHangUpRequest, Success,
};

/// `POST /internal-call/call` (INT-014): rings at the caller's telephone, which the page answers, then at the colleague's.
pub(crate) fn place(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let InternalCallRequest { from, to } = call.body()?;
    if to.is_empty() {
        return Err(Failure::field("to", "required"));
    }
    if is_blocked(tx, &caller.org_unit_id)? {
        return Err(Failure::cause("agentCallOrgUnitBlocked"));
    }
    if !voice::calls_are_embedded(tx) {
        return Err(Failure::cause("internalCallsNotSupported"));
    }
    let own = channels::row_of(tx, &caller.agent_id, Channel::Voice)?;
    if !own.connected || own.exten != from || !voice::can_ring(tx, &own)? {
        return Err(Failure::cause("agentVoiceDisconnected"));
    }
    if to == from {
        return Err(Failure::cause("ownExtension"));
    }
    if own.open_jobs > 0 || voice::is_reserved(tx, &caller.agent_id)? {
        return Err(Failure::cause("agentInCall"));
    }
    let Some(colleague) = of_extension(tx, caller, &to)? else { return Err(Failure::cause("colleagueUnknown")) };
    let named = |cause: &'static str| Refusal::of(cause).with("name", colleague.record.agent_name.clone());
    let row = channels::row_of(tx, &colleague.id, Channel::Voice)?;
    if !row.connected || row.exten != to || !voice::can_ring(tx, &row)? {
        return Err(named("colleagueVoiceDisconnected").into());
    }
    if row.open_jobs > 0 || voice::is_reserved(tx, &colleague.id)? {
        return Err(named("colleagueInCall").into());
    }
    let row = InternalCallRow {
        unique_id: voice::new_unique_id(tx),
        caller_id: caller.agent_id.clone(),
        callee_id: colleague.id,
        from: from.clone(),
        to: to.clone(),
        since: tx.now(),
        answered_at: None,
    };
    tx.store.insert_internal_call(&row)?;
    let until = tx.now().plus_ms(tx.config.voice.ring_limit_ms.saturating_mul(2));
    tx.set_due(Due::InternalCall, &row.unique_id, Some(until))?;
    for agent in [&row.caller_id, &row.callee_id] {
        let event = event_of(tx, &row, agent)?;
        tx.publish_event(agent, Event::Call(Box::new(event)))?;
        channels::set_internal_call(tx, agent, true)?;
    }
    voice::command(tx, &CallCommand::Dial { call: row.unique_id.clone(), exten: from, number: to })?;
    json(&InternalCallReply { success: true, call: event_of(tx, &row, &caller.agent_id)? })
}

/// `POST /internal-call/hangup`: ends the call, for either side, before and after the answer. Idempotent: for a call that is over or
/// unknown it is a success.
pub(crate) fn hang_up(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let InternalHangUpRequest { from, unique_id } = call.body()?;
    if from.is_empty() {
        return Err(Failure::field("from", "required"));
    }
    if let Some(row) = tx.store.internal_call_of(&caller.agent_id)?
        && own_extension(&row, &caller.agent_id) == from
        && (unique_id.is_empty() || unique_id == row.unique_id)
    {
        end_by(tx, row, &caller.agent_id)?;
    }
    json(&Success { success: true })
}

fn own_extension<'a>(row: &'a InternalCallRow, agent: &AgentId) -> &'a str {
    if row.caller_id == *agent { &row.from } else { &row.to }
}

/// Ends the call for an agent who takes part in it.
fn end_by(tx: &mut Transaction<'_, '_>, row: InternalCallRow, agent: &AgentId) -> StoreResult<()> {
    voice::command(tx, &CallCommand::HangUp { call: row.unique_id.clone() })?;
    let is_caller = row.caller_id == *agent;
    let cause = match (row.answered_at, is_caller) {
        (Some(_), _) => InternalCallEnd::HungUp,
        (None, true) => InternalCallEnd::Cancelled,
        (None, false) => InternalCallEnd::Declined,
    };
    let by = agent.clone();
    finish(tx, &row, cause, Some(&by))
}

/// The colleague's telephone answered. Returns whether the call is an internal call.
pub(crate) fn answered(tx: &mut Transaction<'_, '_>, call: &str) -> StoreResult<bool> {
    let Some(row) = tx.store.internal_call(call)? else { return Ok(false) };
    if row.answered_at.is_none() {
        let row = InternalCallRow { answered_at: Some(tx.now()), ..row };
        tx.store.put_internal_call(&row)?;
        tx.set_due(Due::InternalCall, &row.unique_id, None)?;
        for agent in [&row.caller_id, &row.callee_id] {
            let event = InternalCallStatusEvent {
                unique_id: row.unique_id.clone(),
                status: InternalCallStatus::Answer,
                answered_at: row.answered_at,
            };
            tx.publish_event(agent, Event::Status(event))?;
        }
    }
    Ok(true)
}

/// The telephone system reports that the call ended. Returns whether it was an internal call.
pub(crate) fn ended(tx: &mut Transaction<'_, '_>, call: &str, end: CallEnd) -> StoreResult<bool> {
    let Some(row) = tx.store.internal_call(call)? else { return Ok(false) };
    let (cause, by) = cause_of(end, row.answered_at.is_some());
    let by = by.map(|side| if side == Side::Caller { row.caller_id.clone() } else { row.callee_id.clone() });
    finish(tx, &row, cause, by.as_ref())?;
    Ok(true)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Caller,
    Callee,
}

/// Why the call ended and who ended it, derived from the report of the telephone system.
fn cause_of(end: CallEnd, was_answered: bool) -> (InternalCallEnd, Option<Side>) {
    match end {
        CallEnd::ByCaller if was_answered => (InternalCallEnd::HungUp, Some(Side::Caller)),
        CallEnd::ByCallee if was_answered => (InternalCallEnd::HungUp, Some(Side::Callee)),
        CallEnd::ByCaller | CallEnd::Cancelled => (InternalCallEnd::Cancelled, Some(Side::Caller)),
        CallEnd::ByCallee => (InternalCallEnd::Declined, Some(Side::Callee)),
        CallEnd::Declined(486 | 600) | CallEnd::Busy => (InternalCallEnd::Busy, None),
        CallEnd::Declined(408) | CallEnd::NotAnswered => (InternalCallEnd::NotAnswered, None),
        CallEnd::Declined(480) | CallEnd::Unavailable | CallEnd::NotFound => (InternalCallEnd::Unavailable, None),
        CallEnd::Declined(_) => (InternalCallEnd::Declined, Some(Side::Callee)),
        CallEnd::Blacklisted | CallEnd::NotAcceptable | CallEnd::Released | CallEnd::Lost => {
            (InternalCallEnd::Failed, None)
        }
    }
}

/// Removes the call; both agents can be assigned customers again.
fn finish(
    tx: &mut Transaction<'_, '_>,
    row: &InternalCallRow,
    cause: InternalCallEnd,
    by: Option<&AgentId>,
) -> StoreResult<()> {
    tx.store.delete_internal_call(row)?;
    tx.set_due(Due::InternalCall, &row.unique_id, None)?;
    for agent in [&row.caller_id, &row.callee_id] {
        let event = InternalCallHangupEvent {
            unique_id: row.unique_id.clone(),
            from: row.from.clone(),
            to: row.to.clone(),
            cause,
            by_you: by == Some(agent),
        };
        tx.publish_event(agent, Event::Hangup(event))?;
        channels::set_internal_call(tx, agent, false)?;
    }
    // A waiting customer's call rings after this transaction: the telephones get the end of this call first.
    for agent in [&row.caller_id, &row.callee_id] {
        router::agent_is_free_soon(tx, agent)?;
    }
    Ok(())
}

/// The call of the agent, for `GET /agents/{id}/jobs/active`.
pub(crate) fn of_agent(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<InternalCallEvent>> {
    tx.store.internal_call_of(agent)?.map(|row| event_of(tx, &row, agent)).transpose()
}

fn event_of(tx: &Transaction<'_, '_>, row: &InternalCallRow, agent: &AgentId) -> StoreResult<InternalCallEvent> {
    let is_caller = row.caller_id == *agent;
    let colleague_id = if is_caller { row.callee_id.clone() } else { row.caller_id.clone() };
    let colleague_groups = groups_of(tx, &colleague_id)?;
    Ok(InternalCallEvent {
        unique_id: row.unique_id.clone(),
        from: row.from.clone(),
        to: row.to.clone(),
        is_caller,
        status: if row.answered_at.is_some() { InternalCallStatus::Answer } else { InternalCallStatus::Calling },
        colleague_name: tx.store.agent(&colleague_id)?.map(|row| row.record.agent_name).unwrap_or_default(),
        colleague_id,
        colleague_groups,
        since: row.since,
        answered_at: row.answered_at,
    })
}

/// Ends the agent's call because the agent's session ends.
pub(crate) fn end_of_agent(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    match tx.store.internal_call_of(agent)? {
        Some(row) => end_by(tx, row, agent),
        None => Ok(()),
    }
}

/// Due work: the telephone system reported neither an answer nor an end.
pub(crate) fn ring_is_due(tx: &mut Transaction<'_, '_>, call: &str) -> StoreResult<()> {
    let Some(row) = tx.store.internal_call(call)?.filter(InternalCallRow::is_unanswered) else { return Ok(()) };
    voice::command(tx, &CallCommand::HangUp { call: call.to_owned() })?;
    finish(tx, &row, InternalCallEnd::NotAnswered, None)
}

/// At the start of the server: calls ended with the process that carried them.
pub(crate) fn end_at_start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    for row in tx.store.internal_calls()? {
        finish(tx, &row, InternalCallEnd::Failed, None)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(CallEnd::ByCaller, (InternalCallEnd::Cancelled, Some(Side::Caller)), (InternalCallEnd::HungUp, Some(Side::Caller)))]
    #[case(CallEnd::ByCallee, (InternalCallEnd::Declined, Some(Side::Callee)), (InternalCallEnd::HungUp, Some(Side::Callee)))]
    #[case(CallEnd::Declined(603), (InternalCallEnd::Declined, Some(Side::Callee)), (InternalCallEnd::Declined, Some(Side::Callee)))]
    #[case(CallEnd::Declined(486), (InternalCallEnd::Busy, None), (InternalCallEnd::Busy, None))]
    #[case(CallEnd::Declined(480), (InternalCallEnd::Unavailable, None), (InternalCallEnd::Unavailable, None))]
    #[case(CallEnd::NotAnswered, (InternalCallEnd::NotAnswered, None), (InternalCallEnd::NotAnswered, None))]
    #[case(CallEnd::NotFound, (InternalCallEnd::Unavailable, None), (InternalCallEnd::Unavailable, None))]
    #[case(CallEnd::Lost, (InternalCallEnd::Failed, None), (InternalCallEnd::Failed, None))]
    fn int_012_every_end_of_the_telephone_system_has_its_cause_before_and_after_the_answer(
        #[case] end: CallEnd,
        #[case] ringing: (InternalCallEnd, Option<Side>),
        #[case] talking: (InternalCallEnd, Option<Side>),
    ) {
        assert_eq!((cause_of(end, false), cause_of(end, true)), (ringing, talking));
    }
}
