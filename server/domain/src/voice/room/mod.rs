//! Calls with more than agent and customer: transfers, consultations and conferences (docs/contract.md "Transfers of calls", decisions 100 and
//! 101).
//!
//! The telephone system decides who is in a call and who the agent is; requests only ask for a change. Agents see the room as last reported.

mod causes;
mod conference;
mod destinations;
mod handover;
mod machine;
mod news;
mod published;
mod requests;
mod shown;
mod supervised;

pub(crate) use conference::{action, end_conference, start_conference};
pub(super) use destinations::{Figures, FiguresOf};
pub(crate) use destinations::{agents, agents_of_campaign, agents_of_queue};
pub(super) use handover::leave_over;
pub(super) use news::{mode_changed, party_news, refused, unattended};
pub(super) use published::ringing_at;
pub(crate) use requests::{transfer, transfer_accept, transfer_request};
pub(super) use shown::view;
pub(crate) use shown::{guest_calls, records};
pub(super) use supervised::{
    is_at_transfer, is_transferred_to, notify_agents_in_call, room_with_all_parties, transfer_to_supervisor,
};

use super::{CallCommand, RoomCommand, VoiceConfig, command, open_call, ring, supervision};
use crate::auth::Caller;
use crate::centre::Transaction;
use crate::channels;
use crate::router;
use crate::store::{CallPhase, CallRow, EndedBy, JobRow, PartyFact, RoomFact, StoreResult, TransferFact};
use causes::Cause;
use machine::{Event, Outcome, State};
use std::collections::{BTreeMap, BTreeSet};
use wire::{AgentId, CallPartyRole, Channel, TransferKind, TransferPhase, Wall};

/// Parties of the first two sides; further parties are numbered after this.
pub(super) const FIRST_PARTIES: u64 = 2;
/// Maximum of parties in a room, as in the telephone system.
const MAX_PARTIES: usize = 6;

/// An answered call with its room; `save` stores it.
struct Open {
    job: JobRow,
    /// The room before the changes.
    before: CallRow,
    call: CallRow,
    room: RoomFact,
}

impl Open {
    /// The answered call with this identifier.
    fn of(tx: &Transaction<'_, '_>, unique_id: &str) -> StoreResult<Option<Self>> {
        match open_call(tx, unique_id)? {
            Some((job, call)) if call.phase == CallPhase::Talking => Self::new(tx, job, call).map(Some),
            Some(_) | None => Ok(None),
        }
    }

    fn new(tx: &Transaction<'_, '_>, job: JobRow, call: CallRow) -> StoreResult<Self> {
        let room = match call.room.clone() {
            Some(room) => room,
            None => room_of_two(tx, &job, &call)?,
        };
        Ok(Self { job, before: call.clone(), call, room })
    }

    /// The state for the machine, if a transfer is open.
    fn state(&self) -> Option<State> {
        self.room.transfer.as_ref().map(|open| State { kind: open.kind, phase: open.phase, party: open.party })
    }

    /// Whether this is the target of the open transfer.
    fn is_target(&self, party: u64) -> bool {
        self.room.transfer.as_ref().is_some_and(|open| open.party == party)
    }

    /// A new number for a party of the call.
    fn next_party(&mut self) -> u64 {
        self.call.last_party = self.call.last_party.max(FIRST_PARTIES) + 1;
        self.call.last_party
    }

    fn command(&self, tx: &mut Transaction<'_, '_>, order: RoomCommand) -> StoreResult<()> {
        command(tx, &CallCommand::Room { call: self.call.unique_id.clone(), command: order })
    }

    /// Applies an event to the open transfer and carries out the outcome. Fails with the cause of a refused request.
    fn apply(&mut self, tx: &mut Transaction<'_, '_>, event: Event) -> StoreResult<Result<(), Cause>> {
        let Some(state) = self.state() else { return Ok(Err(Cause::NotConsulting)) };
        match machine::next(state, event) {
            Outcome::Nothing => {}
            Outcome::Refused(cause) => return Ok(Err(cause)),
            Outcome::Goes(kind, phase, orders) => {
                self.set_transfer(tx.now(), kind, phase);
                if event == Event::Answered {
                    published::response(tx, self, None)?;
                }
                orders.into_iter().try_for_each(|order| self.command(tx, order))?;
            }
            Outcome::Done => self.close_transfer(tx.now(), ""),
            Outcome::Conference => self.close_transfer(tx.now(), Cause::Conference.key()),
            Outcome::Back(cause, orders) => {
                published::response(tx, self, Some(cause))?;
                if let Some(party) = self.room.party_mut(state.party).filter(|party| party.ringing) {
                    party.dropped = true;
                }
                let destination = self.room.transfer.as_ref().map(|open| open.destination.clone());
                self.close_transfer(tx.now(), cause.key());
                let failed = destination.filter(|_| cause != Cause::Cancelled);
                self.room.failure = failed.map(|destination| shown::failure(destination, cause, tx.now()));
                orders.into_iter().try_for_each(|order| self.command(tx, order))?;
            }
        }
        Ok(Ok(()))
    }

    fn set_transfer(&mut self, now: Wall, kind: TransferKind, phase: TransferPhase) {
        if let Some(open) = self.room.transfer.as_mut() {
            open.kind = kind;
            if open.phase != phase {
                (open.phase, open.since) = (phase, now);
            }
        }
    }

    /// Closes the open transfer.
    fn close_transfer(&mut self, now: Wall, cause: &str) {
        let Some(open) = self.room.transfer.take() else { return };
        self.call.transfers.push(TransferFact {
            kind: open.kind,
            agent_id: open.agent_id,
            agent_name: open.agent_name,
            destination: open.destination,
            note: open.note,
            asked_at: open.asked_at,
            ended_at: now,
            cause: cause.to_owned(),
        });
    }

    /// Stores the call with its room, and notifies the agents concerned.
    fn save(self, tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
        let Self { job, before, call, room } = self;
        store(tx, &job, &before, CallRow { room: Some(room), ..call })
    }
}

/// The call is over: calls to further parties end, and the room is removed.
pub(super) fn end(tx: &mut Transaction<'_, '_>, call: CallRow) -> StoreResult<()> {
    let before = tx.store.call(&call.protocol)?.unwrap_or_else(|| call.clone());
    let job = tx.store.job(&call.protocol)?;
    let by_customer = job.as_ref().is_some_and(|job| job.ended_by == Some(EndedBy::Customer));
    let cause = if by_customer { Cause::CustomerLeft } else { Cause::CallAlreadyEnded };
    let call = published::dissolved(tx, &call, cause)?;
    let over = CallRow { phase: CallPhase::Ended, ring: None, room: None, telephone: None, ..call };
    match job {
        Some(job) => store(tx, &job, &before, over),
        None => {
            ring::put(tx, &over)?;
            supervision::call_over(tx, &over.unique_id)
        }
    }
}

/// Agents of parties other than the owner; with whether they are in the room, or their telephones ring.
fn guests(call: &CallRow) -> BTreeMap<AgentId, bool> {
    let room = call.room.iter().filter(|_| call.phase == CallPhase::Talking);
    let parties = room.flat_map(|room| room.parties.iter());
    parties.filter_map(|party| party.guest().map(|agent| (agent.clone(), party.is_present()))).collect()
}

/// Stores a changed call. The voice channels of agents who joined or left are updated, and everybody in the room is
/// notified of the change.
fn store(tx: &mut Transaction<'_, '_>, job: &JobRow, before: &CallRow, call: CallRow) -> StoreResult<()> {
    let (was, is) = (guests(before), guests(&call));
    let (former_view, view) = (view(before), view(&call));
    ring::put(tx, &call)?;
    let all: BTreeSet<&AgentId> = was.keys().chain(is.keys()).collect();
    for agent in all {
        let (was_present, is_present) = (was.get(agent) == Some(&true), is.get(agent) == Some(&true));
        if was_present != is_present {
            channels::recount(tx, agent, Channel::Voice, was_present)?;
        }
        let has_left = !is.contains_key(agent) && job.agent_id != *agent;
        if has_left {
            router::agent_is_free_soon(tx, agent)?;
        }
        if is_present && (former_view != view || !was_present) {
            published::update(tx, agent, &call, view.clone())?;
        } else if was_present && has_left {
            published::left(tx, agent, &call)?;
        }
    }
    if former_view != view && call.phase == CallPhase::Talking && !job.agent_id.is_empty() {
        published::update(tx, &job.agent_id, &call, view)?;
    }
    if call == *before { Ok(()) } else { supervision::call_changed(tx, job, &call) }
}

/// The customer of a call without a room.
fn customer_of(tx: &Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<PartyFact> {
    let since = call.answered_at.unwrap_or(tx.now());
    let contact = match &job.contact_id {
        Some(id) => tx.store.contact(id)?.map(|row| row.contact.fullname),
        None => None,
    };
    Ok(PartyFact {
        party: if call.outgoing { 2 } else { 1 },
        role: CallPartyRole::Customer,
        agent_id: AgentId::default(),
        name: contact.unwrap_or_else(|| job.customer_name.clone()),
        number: call.phone.clone(),
        ringing: false,
        offered: true,
        rejected: false,
        dropped: false,
        held: false,
        holds: false,
        muted: false,
        since,
    })
}

/// Makes a room of a call with two parties.
fn room_of_two(tx: &Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<RoomFact> {
    let customer = customer_of(tx, job, call)?;
    let agent = PartyFact {
        party: FIRST_PARTIES + 1 - customer.party,
        role: CallPartyRole::Agent,
        agent_id: job.agent_id.clone(),
        name: crate::jobs::agent_name(tx, &job.agent_id)?,
        number: channels::row_of(tx, &job.agent_id, Channel::Voice)?.exten,
        ..customer.clone()
    };
    let mut parties = vec![customer, agent];
    parties.sort_by_key(|party| party.party);
    Ok(RoomFact { parties, ..RoomFact::default() })
}

/// The time at which the next unanswered party is removed.
pub(super) fn given_up_at(voice: &VoiceConfig, call: &CallRow) -> Option<Wall> {
    let room = call.room.as_ref().filter(|_| call.phase == CallPhase::Talking)?;
    room.shown().filter(|party| party.ringing).map(|party| deadline(voice, party)).min()
}

fn deadline(voice: &VoiceConfig, party: &PartyFact) -> Wall {
    party.since.plus_ms(if party.offered { voice.transfer_ring_ms } else { voice.transfer_offer_ms })
}

/// Due work: removes the parties whose time to answer is over.
pub(super) fn is_due(tx: &mut Transaction<'_, '_>, call: CallRow) -> StoreResult<()> {
    let Some(mut open) = Open::of(tx, &call.unique_id)? else { return Ok(()) };
    let voice = &tx.config.voice;
    let late = open.room.shown().filter(|party| party.ringing && deadline(voice, party) <= tx.now());
    let late: Vec<PartyFact> = late.cloned().collect();
    for party in late {
        if open.is_target(party.party) {
            // An event that is no request cannot be refused.
            let _ = open.apply(tx, Event::TimeIsOver)?;
        } else {
            let cause = if party.offered { Cause::NoAnswer } else { Cause::Unavailable };
            conference::not_joined(tx, &mut open, party.party, cause)?;
            open.command(tx, RoomCommand::Remove { party: party.party })?;
        }
    }
    open.save(tx)
}

/// Whether a command for the room is still needed.
pub(super) fn is_wanted(call: &CallRow, order: &RoomCommand) -> bool {
    let room = call.room.as_ref().filter(|_| call.phase == CallPhase::Talking);
    let has = |wanted: &dyn Fn(&RoomFact) -> bool| room.is_some_and(wanted);
    match order {
        RoomCommand::Consult { party, .. } | RoomCommand::Invite { party, .. } => {
            has(&|room| room.party(*party).is_some_and(|party| party.ringing && !party.offered && !party.dropped))
        }
        RoomCommand::Complete => has(&|room| {
            let transfer = room.transfer.as_ref();
            transfer.is_some_and(|open| open.kind == TransferKind::Blind || open.phase == TransferPhase::Completing)
        }),
        RoomCommand::TalkWithCustomer | RoomCommand::TalkWithConsulted | RoomCommand::Join => {
            has(&|room| room.transfer.is_some())
        }
        RoomCommand::Hold { party, .. } | RoomCommand::Mute { party, .. } => has(&|room| room.party(*party).is_some()),
        RoomCommand::Leave { successor } => has(&|room| room.party(*successor).is_some()),
        RoomCommand::CancelConsultation => room.is_some(),
        // Also for a call that left the centre: no telephone of the centre continues to ring.
        RoomCommand::Remove { .. } => true,
        // Commands for supervisors are checked by `supervision`.
        RoomCommand::Supervise { .. } | RoomCommand::ChangeSupervision { .. } => false,
        RoomCommand::ToQueue => matches!(call.phase, CallPhase::Waiting | CallPhase::Asking | CallPhase::Ringing),
    }
}

/// The agent's telephone declines the call: the page does not show it again.
pub(super) fn reject(tx: &mut Transaction<'_, '_>, caller: &Caller, unique_id: &str) -> StoreResult<()> {
    let Some(mut open) = Open::of(tx, unique_id)? else { return Ok(()) };
    let mut parties = open.room.parties.iter_mut();
    let Some(party) = parties.find(|party| party.ringing && party.guest() == Some(&caller.agent_id)) else {
        return Ok(());
    };
    party.rejected = true;
    open.save(tx)
}
