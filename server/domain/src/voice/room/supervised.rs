//! The room in the form that supervisors receive, and the transfer by which one takes the attendance over. A supervisor
//! is no party of a room.

use super::{
    CallRow, JobRow, MAX_PARTIES, Open, PartyFact, RoomFact, conference, customer_of, guests, open_call, published,
    room_of_two, shown, view,
};
use crate::centre::Transaction;
use crate::jobs;
use crate::store::{CallPhase, DestinationFact, OpenTransfer, StoreResult};
use crate::voice::RoomCommand;
use wire::{AgentId, CallMode, CallPartyRole, CallRoom, DestinationKind, TransferKind, TransferPhase};

/// All parties of the call, even if there are only two, or only a waiting customer.
pub(in crate::voice) fn room_with_all_parties(
    tx: &Transaction<'_, '_>,
    job: &JobRow,
    call: &CallRow,
) -> StoreResult<CallRoom> {
    let room = match (call.phase, &call.room) {
        (CallPhase::Talking, Some(room)) => room.clone(),
        (CallPhase::Talking, None) => room_of_two(tx, job, call)?,
        (CallPhase::Ended, _) => RoomFact::default(),
        _ => RoomFact { parties: vec![customer_of(tx, job, call)?], ..RoomFact::default() },
    };
    Ok(shown::whole(&room))
}

/// Whether a take-over is impossible: a party is called or consulted already, or nobody talks with the customer.
pub(in crate::voice) fn is_at_transfer(tx: &Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<bool> {
    if call.phase != CallPhase::Talking {
        return Ok(true);
    }
    let Open { room, .. } = Open::new(tx, job.clone(), call.clone())?;
    let is_called = room.shown().any(|party| party.ringing);
    let is_full = room.parties.len() >= MAX_PARTIES;
    Ok(room.transfer.is_some() || is_called || is_full || room.mode != CallMode::Together || !room.has_customer())
}

/// Whether the destination of the open transfer is this agent.
pub(in crate::voice) fn is_transferred_to(call: &CallRow, agent: &AgentId) -> bool {
    let transfer = call.room.as_ref().and_then(|room| room.transfer.as_ref());
    transfer
        .is_some_and(|open| open.destination.kind == DestinationKind::Agent && open.destination.id == agent.as_str())
}

/// Begins a take-over: a complete blind transfer from the owner to the supervisor's own telephone. The caller has checked that it is
/// possible.
pub(in crate::voice) fn transfer_to_supervisor(
    tx: &mut Transaction<'_, '_>,
    job: JobRow,
    call: CallRow,
    (supervisor, name, exten): (AgentId, String, String),
    note: &str,
) -> StoreResult<()> {
    let mut open = Open::new(tx, job, call)?;
    let destination = DestinationFact { kind: DestinationKind::Agent, id: supervisor.0.clone(), name: name.clone() };
    let target = PartyFact {
        party: 0,
        role: CallPartyRole::Consulted,
        agent_id: supervisor,
        name,
        number: exten,
        ringing: true,
        offered: false,
        rejected: false,
        dropped: false,
        held: false,
        holds: false,
        muted: false,
        since: tx.now(),
    };
    open.room.failure = None;
    let party = conference::call_party(tx, &mut open, target, CallPartyRole::Consulted)?;
    open.command(tx, RoomCommand::Complete)?;
    let transfer = OpenTransfer {
        kind: TransferKind::Blind,
        phase: TransferPhase::Asked,
        destination,
        party,
        note: note.to_owned(),
        since: tx.now(),
        asked_at: tx.now(),
        agent_name: jobs::agent_name(tx, &open.job.agent_id)?,
        agent_id: open.job.agent_id.clone(),
    };
    published::request(tx, &open, &open.job.agent_id, None, &transfer)?;
    open.room.transfer = Some(transfer);
    open.save(tx)
}

/// Reports supervisors and the recording, which agents see beside the room, to the agents in the call after a change.
pub(in crate::voice) fn notify_agents_in_call(tx: &mut Transaction<'_, '_>, unique_id: &str) -> StoreResult<()> {
    let Some((job, call)) = open_call(tx, unique_id)?.filter(|(_, call)| call.phase == CallPhase::Talking) else {
        return Ok(());
    };
    let present = guests(&call).into_iter().filter_map(|(agent, is_present)| is_present.then_some(agent));
    let agents: Vec<AgentId> = present.chain([job.agent_id]).filter(|agent| !agent.is_empty()).collect();
    agents.iter().try_for_each(|agent| published::update(tx, agent, &call, view(&call)))
}
