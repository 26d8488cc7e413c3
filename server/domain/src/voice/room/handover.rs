//! Gives the customer another owner: an agent, a queue, or an external number. The change of owner and its consequences for the former agent
//! are one transaction.

use super::causes::Cause;
use super::machine::Event;
use super::{Open, published, shown, store};
use crate::centre::Transaction;
use crate::channels;
use crate::jobs::{self, SystemMessage};
use crate::router;
use crate::store::{
    CallPhase, CallRow, CampaignFact, DestinationFact, GroupRow, JobRow, JobState, MissedRing, PartyFact, StoreResult,
    TransferFact,
};
use crate::voice::{RoomCommand, accounts, ending, publish_job};
use wire::{
    AgentId, CallMode, CallPartyRole, Channel, DestinationKind, JobTransfer, Message, QueueInfo, TransferKind,
    TransferTarget,
};

/// Another agent is the agent of the call: that agent gets the attendance.
pub(super) fn take_over(tx: &mut Transaction<'_, '_>, mut open: Open, party: u64) -> StoreResult<()> {
    let Some(next) = open.room.party(party).cloned() else { return Ok(()) };
    if next.role == CallPartyRole::Agent && next.agent_id == open.job.agent_id {
        return Ok(());
    }
    let destination = super::conference::destination_of(&next);
    let note = open.room.transfer.as_ref().filter(|transfer| transfer.party == party);
    let note = note.map(|transfer| transfer.note.clone()).unwrap_or_default();
    if open.is_target(party) {
        let _ = open.apply(tx, Event::TookOver)?;
    } else {
        take_over_elsewhere(tx, &mut open, &destination)?;
    }
    for known in &mut open.room.parties {
        known.held = false;
        // The former agent leaves, or has left.
        known.dropped = known.dropped || (known.role == CallPartyRole::Agent && known.party != party);
    }
    if let Some(known) = open.room.party_mut(party) {
        known.role = CallPartyRole::Agent;
        (known.ringing, known.dropped) = (false, false);
    }
    (open.room.mode, open.room.failure) = (CallMode::Together, None);
    if next.agent_id.is_empty() {
        to_outside(tx, open, &destination)
    } else {
        to_agent(tx, open, &next, destination, note)
    }
}

/// A party took over without an open transfer to it: the agent left a conference, or cancelled a transfer too late.
fn take_over_elsewhere(
    tx: &mut Transaction<'_, '_>,
    open: &mut Open,
    destination: &DestinationFact,
) -> StoreResult<()> {
    if let Some(state) = open.state() {
        // The open transfer belonged to the former agent: a party that is called or consulted for it leaves.
        let _ = open.apply(tx, Event::Ended(Cause::Cancelled))?;
        if let Some(party) = open.room.party_mut(state.party) {
            party.dropped = true;
        }
        open.command(tx, RoomCommand::Remove { party: state.party })?;
    }
    open.call.transfers.push(TransferFact {
        kind: TransferKind::Assisted,
        agent_id: open.job.agent_id.clone(),
        agent_name: jobs::agent_name(tx, &open.job.agent_id)?,
        destination: destination.clone(),
        note: String::new(),
        asked_at: tx.now(),
        ended_at: tx.now(),
        cause: String::new(),
    });
    Ok(())
}

fn to_agent(
    tx: &mut Transaction<'_, '_>,
    open: Open,
    next: &PartyFact,
    destination: DestinationFact,
    note: String,
) -> StoreResult<()> {
    let Open { job, before, call, room } = open;
    let former = job.agent_id.clone();
    channels::wrap_up::begin(tx, &job)?;
    published::accepted(tx, &former, &call, shown::destination(&destination))?;
    let mut job = record_transfer(tx, job, &destination, note)?;
    job.agent_id = next.agent_id.clone();
    job.assigned(tx.now());
    let job = jobs::save(tx, job)?;
    store(tx, &job, &before, CallRow { room: Some(room), ..call })?;
    publish_job(tx, &job)?;
    channels::recount(tx, &job.agent_id, Channel::Voice, false)?;
    channels::recount(tx, &former, Channel::Voice, true)?;
    router::agent_is_free(tx, &former)
}

/// Customer and external number continue to talk; for the agent the attendance ended, and must be qualified.
fn to_outside(tx: &mut Transaction<'_, '_>, open: Open, destination: &DestinationFact) -> StoreResult<()> {
    let mut open = open;
    let called = open.room.shown().filter(|party| party.ringing);
    let called: Vec<u64> = called.map(|party| party.party).collect();
    published::give_up(tx, &mut open, Cause::Cancelled)?;
    called.into_iter().try_for_each(|party| open.command(tx, RoomCommand::Remove { party }))?;
    let Open { job, before, call, .. } = open;
    published::accepted(tx, &job.agent_id, &call, shown::destination(destination))?;
    let job = JobRow { transfer_count: job.transfer_count.saturating_add(1), ..job };
    let job = ending::transferred_out(tx, job, &call)?;
    // The customer's telephone is needed until the call ends.
    let over = CallRow { phase: CallPhase::Ended, ring: None, room: None, ..call };
    store(tx, &job, &before, over)?;
    jobs::release_agent(tx, &job)
}

/// The end of a call whose attendance ended before: the customer's telephone is no longer needed.
pub(in crate::voice) fn leave_over(tx: &mut Transaction<'_, '_>, call: &str) -> StoreResult<()> {
    let Some(row) = tx.store.call_by_unique_id(call)?.filter(CallRow::is_over) else { return Ok(()) };
    let Some(exten) = row.telephone.clone() else { return Ok(()) };
    accounts::delete(tx, &exten)?;
    tx.store.put_call(&CallRow { telephone: None, ..row })
}

/// Records the transfer in the thread and for the next agent; the caller stores the attendance.
fn record_transfer(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    to: &DestinationFact,
    note: String,
) -> StoreResult<JobRow> {
    let is_agent = to.kind == DestinationKind::Agent;
    let target = TransferTarget {
        agent_id: if is_agent { AgentId::from(to.id.as_str()) } else { AgentId::default() },
        agent_name: if is_agent { to.name.clone() } else { String::new() },
        queue_name: if is_agent { String::new() } else { to.name.clone() },
    };
    let content = Message { message: note.clone(), transferred_to: Some(target), ..Message::default() };
    let sender = job.agent_id.clone();
    let line = jobs::add_system_text(tx, &mut job, SystemMessage::Transferred, Some(&sender), content)?;
    job.transfer = Some(JobTransfer { agent_id: sender, agent_name: line.agent_name, note, seq: line.seq });
    job.transfer_count = job.transfer_count.saturating_add(1);
    Ok(job)
}

/// A queue, or the queue of a campaign.
pub(super) struct Place {
    pub queue: QueueInfo,
    pub group: GroupRow,
    pub tags: Vec<wire::JobTag>,
    pub campaign: Option<CampaignFact>,
}

/// The owner transfers the attendance to a queue or campaign, which accepts it at once.
pub(super) fn to_queue(
    tx: &mut Transaction<'_, '_>,
    mut open: Open,
    place: Place,
    destination: DestinationFact,
    note: String,
) -> StoreResult<()> {
    let agent_id = open.job.agent_id.clone();
    open.call.transfers.push(TransferFact {
        kind: TransferKind::Blind,
        agent_name: jobs::agent_name(tx, &agent_id)?,
        agent_id,
        destination: destination.clone(),
        note: note.clone(),
        asked_at: tx.now(),
        ended_at: tx.now(),
        cause: String::new(),
    });
    open.command(tx, RoomCommand::ToQueue)?;
    let mut job = record_transfer(tx, open.job, &destination, note)?;
    job.transferred_by = Some(job.agent_id.clone());
    job.queue_id = place.queue.id;
    job.queue_name = place.queue.name;
    job.observation_required = place.group.group.observation_required;
    job.group_id = place.group.group.id;
    job.group_name = place.group.group.name;
    job.tags = place.tags;
    // The dialler counts a campaign's call until it is qualified, so the attendance keeps that campaign.
    let campaign =
        if open.call.call_type == wire::CallType::Dialer { open.call.campaign.clone() } else { place.campaign };
    let open = Open { job, call: CallRow { campaign, ..open.call }, ..open };
    wait(tx, open, destination)
}

/// No agent is left to talk with the customer: the attendance returns to its queue.
pub(super) fn wait_in_own_queue(tx: &mut Transaction<'_, '_>, open: Open) -> StoreResult<()> {
    let destination = DestinationFact {
        kind: DestinationKind::Queue,
        id: open.job.queue_id.0.clone(),
        name: open.job.queue_name.clone(),
    };
    wait(tx, open, destination)
}

/// The customer keeps the waiting time, so that the call comes before later ones.
fn wait(tx: &mut Transaction<'_, '_>, open: Open, destination: DestinationFact) -> StoreResult<()> {
    let mut open = open;
    published::give_up(tx, &mut open, Cause::Cancelled)?;
    let Open { mut job, before, call, .. } = open;
    let former = std::mem::take(&mut job.agent_id);
    begin_wrap_up(tx, &job, &former)?;
    published::accepted(tx, &former, &call, shown::destination(&destination))?;
    job.state = JobState::Waiting;
    job.assigned_at = None;
    job.returned_to_queue = true;
    let job = jobs::save(tx, job)?;
    let mut missed = call.missed.clone();
    missed.retain(|missed| missed.agent_id != former);
    missed.push(MissedRing { agent_id: former.clone(), at: tx.now() });
    let call = CallRow {
        phase: CallPhase::Waiting,
        answered_at: None,
        // The customer's telephone shows the number of the calling side, whoever called.
        outgoing: false,
        ring: None,
        room: None,
        missed,
        ..call
    };
    store(tx, &job, &before, call)?;
    channels::recount(tx, &former, Channel::Voice, true)?;
    router::customer_entered(tx, &job.protocol, &job.group_id)?;
    router::agent_is_free(tx, &former)
}

fn begin_wrap_up(tx: &mut Transaction<'_, '_>, job: &JobRow, agent: &AgentId) -> StoreResult<()> {
    channels::wrap_up::begin(tx, &JobRow { agent_id: agent.clone(), ..job.clone() })
}
