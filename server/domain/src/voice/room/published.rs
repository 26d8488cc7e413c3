//! The events for agents about a room: called parties, results, and who is in it.

use super::causes::Cause;
use super::{Open, shown};
use crate::centre::Transaction;
use crate::channels;
use crate::contacts;
use crate::jobs;
use crate::store::{CallRow, GroupRow, JobRow, OpenTransfer, PartyFact, StoreResult};
use crate::voice::{publish, recording, ring, supervision};
use wire::{
    AckCallRequestEvent, AgentId, CallMode, CallPartyRole, CallRoom, CallUpdateEvent, Channel, ConferenceStartEvent,
    ConferenceStopEvent, TransferAcceptedEvent, TransferDestination, TransferKind, TransferOffer, TransferRequestEvent,
    TransferResponseEvent, events::voice::Event,
};

const BLIND: &str = "blind";
const ASSISTED: &str = "assisted";
const BY_AGENT: &str = "agent";

/// The event that the parties of the call changed; `None`: agent and customer are alone again.
pub(super) fn update(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    call: &CallRow,
    room: Option<CallRoom>,
) -> StoreResult<()> {
    let supervisors = supervision::supervisors_for_agents(tx, &call.unique_id)?;
    let recording = recording::view(tx, call)?;
    let (protocol, unique_id) = (call.protocol.clone(), call.unique_id.clone());
    let event = CallUpdateEvent { protocol, unique_id, room, supervisors, recording };
    publish(tx, agent, &Event::Room(Box::new(event)))
}

/// The event that the call is over for an agent who was in the room of another agent's attendance.
pub(super) fn left(tx: &mut Transaction<'_, '_>, agent: &AgentId, call: &CallRow) -> StoreResult<()> {
    let (protocol, unique_id) = (call.protocol.clone(), call.unique_id.clone());
    let event = CallUpdateEvent { protocol, unique_id, ..CallUpdateEvent::default() };
    publish(tx, agent, &Event::Room(Box::new(event)))
}

/// The event that a transfer began, or that the telephone of an agent rings for it.
pub(super) fn request(
    tx: &mut Transaction<'_, '_>,
    open: &Open,
    to: &AgentId,
    request: Option<AckCallRequestEvent>,
    transfer: &OpenTransfer,
) -> StoreResult<()> {
    let event = TransferRequestEvent {
        protocol: open.call.protocol.clone(),
        unique_id: open.call.unique_id.clone(),
        from_agent_id: transfer.agent_id.clone(),
        from_agent_name: transfer.agent_name.clone(),
        kind: transfer.kind,
        destination: shown::destination(&transfer.destination),
        request: request.map(Box::new),
    };
    publish(tx, to, &Event::TransferRequest(Box::new(event)))
}

/// The outcome of the open transfer; `None`: its destination answered. The sender and the agent whose telephone rang get
/// the event.
pub(super) fn response(tx: &mut Transaction<'_, '_>, open: &Open, cause: Option<Cause>) -> StoreResult<()> {
    let Some(transfer) = &open.room.transfer else { return Ok(()) };
    let destination = shown::destination(&transfer.destination);
    outcome(tx, &open.call, &transfer.agent_id, open.room.party(transfer.party), destination, cause)
}

/// Like `response`, for any invitation.
pub(super) fn outcome(
    tx: &mut Transaction<'_, '_>,
    call: &CallRow,
    sender: &AgentId,
    party: Option<&PartyFact>,
    destination: TransferDestination,
    cause: Option<Cause>,
) -> StoreResult<()> {
    let event = TransferResponseEvent {
        protocol: call.protocol.clone(),
        unique_id: call.unique_id.clone(),
        accepted: cause.is_none(),
        cause: cause.map(|cause| cause.key().to_owned()).unwrap_or_default(),
        destination,
    };
    let called = party.filter(|party| party.offered && !party.agent_id.is_empty() && party.agent_id != *sender);
    if let Some(called) = called {
        publish(tx, &called.agent_id, &Event::TransferResponse(Box::new(event.clone())))?;
    }
    publish(tx, sender, &Event::TransferResponse(Box::new(event)))
}

/// The event that removes the attendance from the sender's page.
pub(super) fn accepted(
    tx: &mut Transaction<'_, '_>,
    sender: &AgentId,
    call: &CallRow,
    destination: TransferDestination,
) -> StoreResult<()> {
    let event =
        TransferAcceptedEvent { protocol: call.protocol.clone(), unique_id: call.unique_id.clone(), destination };
    publish(tx, sender, &Event::TransferAccepted(Box::new(event)))
}

pub(super) fn conference_started(tx: &mut Transaction<'_, '_>, open: &Open, party: u64) -> StoreResult<()> {
    let Some(joined) = open.room.party(party) else { return Ok(()) };
    let user = if joined.name.is_empty() { joined.number.clone() } else { joined.name.clone() };
    let (protocol, unique_id) = (open.call.protocol.clone(), open.call.unique_id.clone());
    let event = ConferenceStartEvent { protocol, unique_id, party, user };
    publish(tx, &open.job.agent_id, &Event::ConferenceStart(event))
}

pub(super) fn conference_stopped(tx: &mut Transaction<'_, '_>, open: &Open) -> StoreResult<()> {
    let event = ConferenceStopEvent { protocol: open.call.protocol.clone(), unique_id: open.call.unique_id.clone() };
    publish(tx, &open.job.agent_id, &Event::ConferenceStop(event))
}

/// The event that asks an agent to accept the ringing call of the room, unless the agent rejected it.
pub(in crate::voice) fn ringing_at(
    tx: &Transaction<'_, '_>,
    call: &CallRow,
    agent: &AgentId,
) -> StoreResult<Option<AckCallRequestEvent>> {
    let Some(open) = Open::of(tx, &call.unique_id)? else { return Ok(None) };
    let rings = |party: &&PartyFact| party.ringing && party.offered && !party.rejected && party.guest() == Some(agent);
    let Some(party) = open.room.parties.iter().find(rings) else { return Ok(None) };
    offer(tx, &open, party).map(Some)
}

/// The event for the receiver at the first ring: who calls, why, and about which customer.
pub(super) fn offer(tx: &Transaction<'_, '_>, open: &Open, party: &PartyFact) -> StoreResult<AckCallRequestEvent> {
    let request = ring::call_request(tx, &open.job, &open.call, &party.agent_id)?;
    let transfer = open.room.transfer.as_ref().filter(|transfer| transfer.party == party.party);
    let (sender, kind) = match transfer {
        Some(transfer) => (transfer.agent_id.clone(), transfer.kind),
        None => (open.job.agent_id.clone(), TransferKind::Assisted),
    };
    let contact = match &open.job.contact_id {
        Some(id) => tx.store.contact(id)?.map(|found| contacts::shown(tx, found)).transpose()?,
        None => None,
    };
    let customer_waits = transfer.is_some() && open.room.mode != CallMode::WithCustomer;
    let held = open.room.present().any(|party| party.role == CallPartyRole::Customer && party.held);
    let campaign = open.call.campaign.as_ref().map(|campaign| campaign.name.clone());
    let queue = Some(open.job.queue_name.clone()).filter(|name| !name.is_empty());
    let offer = TransferOffer {
        protocol: open.call.protocol.clone(),
        kind,
        conference: transfer.is_none(),
        from_extension: channels::row_of(tx, &sender, Channel::Voice)?.exten,
        note: transfer.map(|transfer| transfer.note.clone()).unwrap_or_default(),
        place: queue.or(campaign).unwrap_or_default(),
        tags: open.job.tags.clone(),
        contact_id: open.job.contact_id.clone().unwrap_or_default(),
        on_hold_since: (customer_waits || held).then_some(party.since),
        ack_call_assisted_transfer_behavior: assisted_behavior(tx, &open.job, &party.agent_id)?,
    };
    Ok(AckCallRequestEvent {
        transfer: transfer.is_some(),
        transfer_type: if kind == TransferKind::Assisted { ASSISTED } else { BLIND }.to_owned(),
        transfer_from_name: jobs::agent_name(tx, &sender)?,
        transfer_from: sender.0,
        transfer_from_type: BY_AGENT.to_owned(),
        employer_name: contact.map(|contact| contact.employer_name).unwrap_or_default(),
        offer: Some(Box::new(offer)),
        ..request
    })
}

/// The group in which the receiver takes an assisted transfer (VOI-032): the attendance's group if the receiver works there, else the
/// receiver's first voice group.
fn assisted_behavior(tx: &Transaction<'_, '_>, job: &JobRow, receiver: &AgentId) -> StoreResult<String> {
    let of_calls = |row: &GroupRow| row.group.channel == Some(Channel::Voice);
    let groups: Vec<GroupRow> = tx.store.groups_of_agent(receiver)?.into_iter().filter(of_calls).collect();
    let of_attendance = groups.iter().find(|row| row.group.id == job.group_id);
    let group = of_attendance.or(groups.first()).map(|row| row.group.ack_call_assisted_transfer_behavior.clone());
    Ok(group.unwrap_or_default())
}

/// The call is over: notifies the agents who were called or in the room. Called before the end is stored.
pub(super) fn dissolved(tx: &mut Transaction<'_, '_>, call: &CallRow, cause: Cause) -> StoreResult<CallRow> {
    let Some(mut open) = Open::of(tx, &call.unique_id)? else { return Ok(call.clone()) };
    give_up(tx, &mut open, cause)?;
    Ok(CallRow { transfers: open.call.transfers, ..call.clone() })
}

/// Nobody is called for the call any more: notifies the agent whose telephone rang, and the sender.
pub(super) fn give_up(tx: &mut Transaction<'_, '_>, open: &mut Open, cause: Cause) -> StoreResult<()> {
    let called: Vec<u64> = open.room.shown().filter(|party| party.ringing).map(|party| party.party).collect();
    for party in called {
        if !open.is_target(party) {
            super::conference::not_joined(tx, open, party, cause)?;
        }
    }
    if open.room.transfer.is_some() {
        // An event that is no request cannot be refused.
        let _ = open.apply(tx, super::machine::Event::Ended(cause))?;
    }
    Ok(())
}
