//! The room in the form that agents receive.

use super::causes::Cause;
use crate::centre::Transaction;
use crate::store::{CallPhase, CallRow, DestinationFact, FailureFact, OpenTransfer, PartyFact, RoomFact, StoreResult};
use crate::voice::{recording, supervision};
use wire::{
    AgentId, CallMode, CallParty, CallRoom, CallTransfer, CallUpdateEvent, TransferDestination, TransferFailure,
    TransferRecord, Wall,
};

pub(super) fn destination(fact: &DestinationFact) -> TransferDestination {
    TransferDestination { kind: fact.kind, id: fact.id.clone(), name: fact.name.clone() }
}

pub(super) fn failure(destination: DestinationFact, cause: Cause, at: Wall) -> FailureFact {
    FailureFact { destination, cause: cause.key().to_owned(), at }
}

fn party(fact: &PartyFact) -> CallParty {
    CallParty {
        party: fact.party,
        role: fact.role,
        agent_id: fact.agent_id.clone(),
        name: fact.name.clone(),
        number: fact.number.clone(),
        ringing: fact.ringing,
        held: fact.held,
        holds: fact.holds,
        muted: fact.muted,
        since: fact.since,
    }
}

fn transfer(open: &OpenTransfer) -> CallTransfer {
    CallTransfer {
        kind: open.kind,
        phase: open.phase,
        destination: destination(&open.destination),
        party: open.party,
        note: open.note.clone(),
        since: open.since,
    }
}

/// Whether the room has more to show than an agent and a customer who talk.
fn is_shown(room: &RoomFact) -> bool {
    let is_changed = |party: &PartyFact| party.held || party.muted;
    room.transfer.is_some()
        || room.failure.is_some()
        || room.mode != CallMode::Together
        || !room.has_customer()
        || room.shown().count() > 2
        || room.shown().any(is_changed)
}

/// `None`: only agent and customer, or nobody, is in the call.
pub(in crate::voice) fn view(call: &CallRow) -> Option<CallRoom> {
    call.room.as_ref().filter(|room| call.phase == CallPhase::Talking && is_shown(room)).map(whole)
}

/// A room with all its parties.
pub(super) fn whole(room: &RoomFact) -> CallRoom {
    CallRoom {
        mode: room.mode,
        parties: room.shown().map(party).collect(),
        transfer: room.transfer.as_ref().map(transfer),
        failure: room.failure.as_ref().map(|fact| TransferFailure {
            destination: destination(&fact.destination),
            cause: fact.cause.clone(),
            at: fact.at,
        }),
    }
}

/// The calls of other agents in whose rooms this agent is.
pub(crate) fn guest_calls(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Vec<CallUpdateEvent>> {
    let Some(call) = tx.store.guest_call_of(agent)? else { return Ok(Vec::new()) };
    let (room, supervisors) = (view(&call), supervision::supervisors_for_agents(tx, &call.unique_id)?);
    let recording = recording::view(tx, &call)?;
    Ok(vec![CallUpdateEvent { protocol: call.protocol, unique_id: call.unique_id, room, supervisors, recording }])
}

/// The transfers of a call, the open one last.
pub(crate) fn records(call: &CallRow) -> Vec<TransferRecord> {
    let over = call.transfers.iter().map(|fact| TransferRecord {
        number: 0,
        kind: Some(fact.kind),
        agent_id: fact.agent_id.clone(),
        agent_name: fact.agent_name.clone(),
        destination: destination(&fact.destination),
        note: fact.note.clone(),
        asked_at: fact.asked_at,
        ended_at: Some(fact.ended_at),
        cause: fact.cause.clone(),
    });
    let open = call.room.as_ref().and_then(|room| room.transfer.as_ref()).map(|open| TransferRecord {
        number: 0,
        kind: Some(open.kind),
        agent_id: open.agent_id.clone(),
        agent_name: open.agent_name.clone(),
        destination: destination(&open.destination),
        note: open.note.clone(),
        asked_at: open.asked_at,
        ended_at: None,
        cause: String::new(),
    });
    let numbered = (1..).zip(over.chain(open));
    numbered.map(|(number, record)| TransferRecord { number, ..record }).collect()
}
