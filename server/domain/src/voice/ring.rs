//! Calls that wait in a queue: arrival, ringing at an agent, answer, and unanswered rings.

use super::{
    CallCommand, Source, accounts, command, dialer, new_job, open_call, preferential, publish, publish_job, recording,
    room, supervision,
};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::{Offer, Transaction};
use crate::channels;
use crate::chat;
use crate::due::Due;
use crate::http::{Failure, json};
use crate::jobs;
use crate::router;
use crate::store::{CallPhase, CallRow, ChannelRow, JobRow, JobState, MissedRing, QueueRow, RingFact, StoreResult};
use wire::{
    AckCallRequestEvent, AgentId, CallType, CallerType, Channel, HangupEvent, Protocol, QueueId, QueueInfo, Success,
    VoiceCallRequest, Wall, events,
};

/// `requestSource` of an end that neither the agent nor a failure caused.
pub(super) const BY_CLIENT: &str = "CLIENT";

/// Number of a caller who hides it, as SIP writes it.
const HIDDEN: &str = "anonymous";

/// A customer called a queue, or answered a call of a campaign. A call to a number of no queue is hung up.
pub(super) fn on_call_queued(tx: &mut Transaction<'_, '_>, call: &str, from: &str, to: &str) -> StoreResult<()> {
    if tx.store.call_by_unique_id(call)?.is_some() || dialer::customer_answered(tx, call)? {
        return Ok(());
    }
    let Some((queue, group)) = queue_of(tx, to)? else {
        return command(tx, &CallCommand::HangUp { call: call.to_owned() });
    };
    let telephone = tx.store.voice_account(from)?.filter(|account| account.is_customers());
    let customer = telephone.as_ref().and_then(|account| account.customer.clone());
    let phone = customer.as_ref().map_or(from, |customer| &customer.phone);
    let phone = super::digits_of(phone).unwrap_or_else(|| HIDDEN.to_owned());
    let source = Source { queue: QueueInfo { id: queue.id, name: queue.name }, group, tags: queue.tags };
    let mut job = new_job(tx, &phone, source)?;
    job.identifier_verified = customer.as_ref().and_then(|customer| customer.phone_verified);
    job.customer_name = customer.map(|customer| customer.name).unwrap_or_default();
    jobs::find_contact(tx, &mut job)?;
    let job = jobs::save(tx, job)?;
    let group = job.group_id.clone();
    if let Some(account) = &telephone {
        tx.set_due(Due::Telephone, &account.exten, None)?;
    }
    let row = CallRow {
        protocol: job.protocol.clone(),
        unique_id: call.to_owned(),
        call_type: CallType::Queue,
        phone,
        telephone: telephone.map(|account| account.exten),
        outgoing: false,
        campaign: None,
        schedule: None,
        phase: CallPhase::Waiting,
        answered_at: None,
        ring: None,
        missed: Vec::new(),
        room: None,
        last_party: 0,
        transfers: Vec::new(),
    };
    match preferential::agent_to_ask(tx, &job)? {
        Some(agent) => preferential::ask(tx, &job, row, agent)?,
        None => put(tx, &row)?,
    }
    router::customer_entered(tx, &job.protocol, &group).map(|_| ())
}

fn queue_of(tx: &Transaction<'_, '_>, number: &str) -> StoreResult<Option<(QueueRow, crate::store::GroupRow)>> {
    let Some(queue) = tx.store.queue(&QueueId::from(number))?.filter(|row| row.channel == Channel::Voice) else {
        return Ok(None);
    };
    Ok(tx.store.group(&queue.group_id)?.map(|group| (queue, group)))
}

/// Whether the agent's telephone can ring: it is registered under the extension of the connected channel.
pub(crate) fn can_ring(tx: &Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<bool> {
    channels::is_registered_for(tx, &row.exten, &row.agent_id)
}

/// Whether a call has reserved the agent: the telephone rings, the agent is asked about a call, dials, or waits for a
/// campaign's call.
pub(crate) fn is_reserved(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    Ok(tx.store.reservation_of(agent)?.is_some())
}

/// Reserves the agents of calls and dials that an older server stored.
pub(crate) fn add_missing_reservations(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    for dial in tx.store.dials()? {
        tx.store.add_missing_reservation(&dial.agent_id, &dial.unique_id)?;
    }
    for phase in [CallPhase::Asking, CallPhase::Ringing, CallPhase::Dialling] {
        for call in tx.store.calls_in_phase(phase)? {
            let agent = match call.ring {
                Some(ring) => Some(ring.agent_id),
                None => tx.store.job(&call.protocol)?.map(|job| job.agent_id).filter(|agent| !agent.is_empty()),
            };
            if let Some(agent) = agent {
                tx.store.add_missing_reservation(&agent, &call.unique_id)?;
            }
        }
    }
    Ok(())
}

/// The waiting call of this attendance; `None` while an agent's telephone rings for it.
pub(super) fn offer(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<Offer>> {
    let Some(call) = waiting_call(tx, job)? else { return Ok(None) };
    let recent: Vec<&MissedRing> = call.missed.iter().filter(|missed| again_at(tx, missed) > tx.now()).collect();
    let excluded = recent.iter().map(|missed| missed.agent_id.clone()).collect();
    let again_at = recent.iter().map(|missed| again_at(tx, missed)).min();
    Ok(Some(Offer { excluded, again_at }))
}

fn waiting_call(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<CallRow>> {
    Ok(tx.store.call(&job.protocol)?.filter(|call| call.phase == CallPhase::Waiting))
}

fn again_at(tx: &Transaction<'_, '_>, missed: &MissedRing) -> Wall {
    missed.at.plus_ms(tx.config.voice.ring_again_ms)
}

/// Lets the waiting call of this attendance ring at the agent.
pub(super) fn ask(tx: &mut Transaction<'_, '_>, job: &JobRow, agent: &AgentId) -> StoreResult<()> {
    match waiting_call(tx, job)? {
        Some(call) => ring_at(tx, job, call, agent),
        None => Ok(()),
    }
}

/// Lets a call ring at an agent.
pub(super) fn ring_at(tx: &mut Transaction<'_, '_>, job: &JobRow, call: CallRow, agent: &AgentId) -> StoreResult<()> {
    let exten = channels::row_of(tx, agent, Channel::Voice)?.exten;
    let ring = RingFact { agent_id: agent.clone(), exten: exten.clone(), since: tx.now(), rejected: false };
    let call = CallRow { phase: CallPhase::Ringing, ring: Some(ring), ..call };
    put(tx, &call)?;
    let request = call_request(tx, job, &call, agent)?;
    publish(tx, agent, &events::voice::Event::Request(Box::new(request)))?;
    command(tx, &CallCommand::Connect { call: call.unique_id, exten })
}

/// The event that asks the agent to accept the ringing call, unless the agent rejected it.
pub(crate) fn ringing_at(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<AckCallRequestEvent>> {
    let Some(reservation) = tx.store.reservation_of(agent)? else { return Ok(None) };
    let Some(call) = tx.store.call_by_unique_id(&reservation.unique_id)? else { return Ok(None) };
    if call.phase == CallPhase::Talking {
        return room::ringing_at(tx, &call, agent);
    }
    let call = Some(call).filter(|call| call.phase == CallPhase::Ringing);
    let rings = |call: &CallRow| call.ring.as_ref().is_some_and(|ring| ring.agent_id == *agent && !ring.rejected);
    let Some(call) = call.filter(rings) else { return Ok(None) };
    let Some(job) = tx.store.job(&call.protocol)? else { return Ok(None) };
    call_request(tx, &job, &call, agent).map(Some)
}

pub(super) fn call_request(
    tx: &Transaction<'_, '_>,
    job: &JobRow,
    call: &CallRow,
    agent: &AgentId,
) -> StoreResult<AckCallRequestEvent> {
    let contact = match &job.contact_id {
        Some(id) => tx.store.contact(id)?.map(|row| row.contact),
        None => None,
    };
    let group = tx.store.group(&job.group_id)?.map(|row| row.group).unwrap_or_default();
    Ok(AckCallRequestEvent {
        id: contact.as_ref().map_or_else(|| call.unique_id.clone(), |contact| contact.id.0.clone()),
        kind: if contact.is_some() { CallerType::ContactFound } else { CallerType::NotFound },
        name: contact.map(|contact| contact.fullname).unwrap_or_default(),
        phone_number: call.phone.clone(),
        unique_id: call.unique_id.clone(),
        agent_id: agent.clone(),
        queue_id: job.queue_id.clone(),
        call_type: Some(call.call_type),
        ack_call_behavior: group.ack_call_behavior,
        phone_verified: job.identifier_verified,
        ..AckCallRequestEvent::default()
    })
}

/// The telephone system reports that the called side answered.
pub(super) fn answered(tx: &mut Transaction<'_, '_>, call: &str, exten: &str) -> StoreResult<()> {
    let Some((job, call)) = open_call(tx, call)? else { return Ok(()) };
    match call.phase {
        CallPhase::Dialling => super::dial::answered(tx, &job, call),
        CallPhase::Waiting | CallPhase::Ringing => answered_by_agent(tx, job, call, exten),
        CallPhase::Asking | CallPhase::Talking | CallPhase::Ended => Ok(()),
    }
}

/// Assigns the attendance to the agent, who answered.
fn answered_by_agent(tx: &mut Transaction<'_, '_>, mut job: JobRow, call: CallRow, exten: &str) -> StoreResult<()> {
    let Some(account) = tx.store.voice_account(exten)? else { return Ok(()) };
    let Some(agent) = accounts::agent_of(tx, &account)? else { return Ok(()) };
    // An agent whose ring was ended may still answer first: then the next agent is not called.
    let outrun = call.ring.clone().filter(|ring| ring.agent_id != agent);
    if let Some(ring) = outrun.as_ref().filter(|ring| !ring.rejected) {
        publish_lost(tx, &ring.agent_id, call.clone())?;
    }
    let call = CallRow { phase: CallPhase::Talking, answered_at: Some(tx.now()), ring: None, ..call };
    put(tx, &call)?;
    job.state = JobState::Active;
    job.agent_id = agent.clone();
    job.assigned(tx.now());
    jobs::find_contact(tx, &mut job)?;
    let job = jobs::save(tx, job)?;
    publish_job(tx, &job)?;
    recording::answered(tx, &job, &call)?;
    supervision::call_changed(tx, &job, &call)?;
    channels::recount(tx, &agent, Channel::Voice, false)?;
    if let Some(ring) = outrun {
        router::agent_is_free(tx, &ring.agent_id)?;
    }
    router::queue_changed(tx, &job.group_id)
}

/// The telephone system reports that the agent did not answer: the call returns to its place in the queue.
pub(super) fn missed(tx: &mut Transaction<'_, '_>, call: &str, exten: &str) -> StoreResult<()> {
    let Some((job, call)) = open_call(tx, call)? else { return Ok(()) };
    let Some(ring) = call.ring.clone().filter(|ring| ring.exten == exten) else { return Ok(()) };
    give_up_ring(tx, call)?;
    router::agent_is_free(tx, &ring.agent_id)?;
    router::queue_changed(tx, &job.group_id)
}

/// Ends the ring or the question. The page of an agent who did not reject the call still shows it, and gets the event of its end.
fn give_up_ring(tx: &mut Transaction<'_, '_>, mut call: CallRow) -> StoreResult<()> {
    let Some(ring) = call.ring.take() else { return Ok(()) };
    let was_asked = call.phase == CallPhase::Asking;
    call.phase = CallPhase::Waiting;
    if was_asked {
        put(tx, &call)?;
        return preferential::publish_over(tx, &ring.agent_id);
    }
    call.missed.retain(|missed| missed.agent_id != ring.agent_id);
    call.missed.push(MissedRing { agent_id: ring.agent_id.clone(), at: tx.now() });
    put(tx, &call)?;
    if ring.rejected { Ok(()) } else { publish_lost(tx, &ring.agent_id, call) }
}

/// The page still shows a call that no longer rings (VOI-043).
pub(super) fn publish_lost(tx: &mut Transaction<'_, '_>, agent: &AgentId, call: CallRow) -> StoreResult<()> {
    let event = HangupEvent {
        protocol: Protocol::default(),
        phone: call.phone,
        unique_id: call.unique_id,
        request_source: BY_CLIENT.to_owned(),
    };
    publish(tx, agent, &events::voice::Event::Hangup(event))
}

/// Due work: ends a ring whose end was not reported, or a question that was not answered.
pub(crate) fn ring_is_due(tx: &mut Transaction<'_, '_>, protocol: &str) -> StoreResult<()> {
    let protocol = Protocol::from(protocol);
    let Some(call) = tx.store.call(&protocol)? else { return Ok(()) };
    let Some(ring) = call.ring.clone() else { return room::is_due(tx, call) };
    give_up_ring(tx, call)?;
    router::agent_is_free_soon(tx, &ring.agent_id)?;
    tx.store.job(&protocol)?.map_or(Ok(()), |job| router::queue_changes_soon(tx, &job.group_id))
}

/// Stores a call. A ring or a question has a due time while it lasts.
pub(super) fn put(tx: &mut Transaction<'_, '_>, call: &CallRow) -> StoreResult<()> {
    let voice = &tx.config.voice;
    let limit_ms = if call.phase == CallPhase::Asking { voice.question_ms } else { voice.ring_limit_ms };
    let given_up_at = match &call.ring {
        Some(ring) => Some(ring.since.plus_ms(limit_ms)),
        None => room::given_up_at(voice, call),
    };
    tx.set_due(Due::Ring, call.protocol.as_str(), given_up_at)?;
    tx.store.put_call(call)
}

/// `POST /job/voice/reject`. The agent's telephone declines the call itself. A request about a ring that has ended
/// succeeds.
pub(crate) fn reject(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VoiceCallRequest = call.body()?;
    let known = call_of(tx, caller, &request)?;
    if let Some(call) = known
        && call.phase == CallPhase::Ringing
        && let Some(ring) = call.ring.clone().filter(|ring| ring.agent_id == caller.agent_id)
    {
        put(tx, &CallRow { ring: Some(RingFact { rejected: true, ..ring }), ..call })?;
    } else {
        room::reject(tx, caller, &request.unique_id)?;
    }
    json(&Success { success: true })
}

/// The call that a request names; another agent's attendance is forbidden.
pub(super) fn call_of(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    request: &VoiceCallRequest,
) -> Result<Option<CallRow>, Failure> {
    if request.channel != Channel::Voice {
        return Err(Failure::field("channel", "invalid"));
    }
    if request.protocol.is_empty() {
        return Ok(tx.store.call_by_unique_id(&request.unique_id)?);
    }
    let job = chat::assigned_job(tx, caller, &request.protocol)?;
    Ok(tx.store.call(&job.protocol)?)
}
