//! Reports of the telephone system about the parties of a call. Reports about supervisors are handled elsewhere; a report about an unknown
//! party is late and changes nothing.

use super::causes::Cause;
use super::machine::Event;
use super::{Open, conference, handover, published};
use crate::centre::Transaction;
use crate::store::StoreResult;
use crate::voice::{CallCommand, PartyNews, RoomCommand, RoomRefusal, command, supervision};
use wire::{CallMode, CallPartyRole};

/// Applies a report about one party.
pub(in crate::voice) fn party_news(
    tx: &mut Transaction<'_, '_>,
    call: &str,
    party: u64,
    news: PartyNews,
) -> StoreResult<()> {
    if supervision::party_news(tx, call, party, news)? {
        return Ok(());
    }
    let Some(mut open) = Open::of(tx, call)? else { return Ok(()) };
    if open.room.party(party).is_none() {
        return Ok(());
    }
    match news {
        PartyNews::Ringing => rings(tx, &mut open, party)?,
        PartyNews::Answered => party_answered(tx, &mut open, party)?,
        PartyNews::Failed(code) => failed(tx, &mut open, party, code)?,
        PartyNews::Left => party_left(tx, &mut open, party)?,
        PartyNews::Held(held) => change_party(&mut open, party, |known| known.held = held),
        PartyNews::Holds(holds) => change_party(&mut open, party, |known| known.holds = holds),
        PartyNews::Muted(muted) => change_party(&mut open, party, |known| known.muted = muted),
        // No party of a room is a supervisor.
        PartyNews::Supervision(_) => return Ok(()),
        PartyNews::Role(CallPartyRole::Agent) => return handover::take_over(tx, open, party),
        PartyNews::Role(role) => {
            let was_target = open.is_target(party);
            change_party(&mut open, party, |known| known.role = role);
            if was_target && role == CallPartyRole::Colleague {
                let _ = open.apply(tx, Event::Joined)?;
                published::conference_started(tx, &open, party)?;
            }
        }
    }
    open.save(tx)
}

fn change_party(open: &mut Open, party: u64, change: impl FnOnce(&mut crate::store::PartyFact)) {
    if let Some(known) = open.room.party_mut(party) {
        change(known);
    }
}

/// The telephone rings: its agent sees the caller and the reason.
fn rings(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64) -> StoreResult<()> {
    let now = tx.now();
    let Some(known) = open.room.party_mut(party).filter(|known| known.ringing && !known.offered && !known.dropped)
    else {
        return Ok(());
    };
    (known.offered, known.since) = (true, now);
    let called = known.clone();
    if open.is_target(party) {
        let _ = open.apply(tx, Event::Rings)?;
    }
    if called.agent_id.is_empty() {
        return Ok(());
    }
    let request = published::offer(tx, open, &called)?;
    let transfer = match &open.room.transfer {
        Some(transfer) if transfer.party == party => transfer.clone(),
        Some(_) | None => conference::as_transfer(open, &called)?,
    };
    published::request(tx, open, &called.agent_id, Some(request), &transfer)
}

fn party_answered(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64) -> StoreResult<()> {
    let now = tx.now();
    let Some(known) = open.room.party_mut(party).filter(|known| known.ringing && !known.dropped) else {
        return Ok(());
    };
    (known.ringing, known.since) = (false, now);
    if open.is_target(party) {
        let _ = open.apply(tx, Event::Answered)?;
        return Ok(());
    }
    conference::joined(tx, open, party)
}

fn failed(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64, code: u16) -> StoreResult<()> {
    let Some(known) = open.room.party(party).cloned() else { return Ok(()) };
    let destination = conference::destination_of(&known);
    let cause = Cause::of_code(code, destination.kind, known.offered);
    if open.is_target(party) {
        let _ = open.apply(tx, Event::Failed(cause))?;
    } else if !known.dropped {
        conference::not_joined(tx, open, party, cause)?;
    }
    open.room.parties.retain(|known| known.party != party);
    Ok(())
}

fn party_left(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64) -> StoreResult<()> {
    let Some(known) = open.room.party(party).cloned() else { return Ok(()) };
    open.room.parties.retain(|known| known.party != party);
    if open.is_target(party) {
        let _ = open.apply(tx, Event::TargetLeft)?;
        return Ok(());
    }
    match known.role {
        CallPartyRole::Customer => {
            let _ = open.apply(tx, Event::CustomerLeft)?;
            conference::nobody_waits(tx, open)
        }
        CallPartyRole::Agent if !known.dropped => open.apply(tx, Event::SenderLeft).map(|_| ()),
        CallPartyRole::Agent => Ok(()),
        // A cancelled consultation is no conference.
        CallPartyRole::Consulted => Ok(()),
        CallPartyRole::Colleague => {
            if !known.dropped && open.room.shown().count() <= 2 {
                published::conference_stopped(tx, open)?;
            }
            Ok(())
        }
    }
}

/// The telephone system reports that other parties talk with each other now.
pub(in crate::voice) fn mode_changed(tx: &mut Transaction<'_, '_>, call: &str, mode: CallMode) -> StoreResult<()> {
    let Some(mut open) = Open::of(tx, call)? else { return Ok(()) };
    open.room.mode = mode;
    match mode {
        CallMode::Together => {}
        CallMode::Consulting => drop(open.apply(tx, Event::WithTarget)?),
        CallMode::WithCustomer => drop(open.apply(tx, Event::WithCustomer)?),
    }
    open.save(tx)
}

/// Nobody talks with the customer any more: the attendance waits at the head of its queue.
pub(in crate::voice) fn unattended(tx: &mut Transaction<'_, '_>, call: &str) -> StoreResult<()> {
    let Some(mut open) = Open::of(tx, call)? else { return Ok(()) };
    let _ = open.apply(tx, Event::Unattended)?;
    handover::wait_in_own_queue(tx, open)
}

/// The telephone system refused a command.
pub(in crate::voice) fn refused(
    tx: &mut Transaction<'_, '_>,
    call: &str,
    order: &RoomCommand,
    refusal: RoomRefusal,
) -> StoreResult<()> {
    if supervision::refused(tx, call, order)? {
        return Ok(());
    }
    if *order == RoomCommand::ToQueue {
        // No customer would wait in the queue: the rest of the call ends, and with it the attendance.
        return command(tx, &CallCommand::HangUp { call: call.to_owned() });
    }
    let Some(mut open) = Open::of(tx, call)? else { return Ok(()) };
    match order {
        RoomCommand::Consult { party, .. } if open.is_target(*party) => {
            let _ = open.apply(tx, Event::NotCalled(Cause::of_refusal(refusal)))?;
            open.room.parties.retain(|known| known.party != *party);
        }
        RoomCommand::Consult { party, .. } => open.room.parties.retain(|known| known.party != *party),
        RoomCommand::Invite { party, .. } => {
            conference::not_joined(tx, &mut open, *party, Cause::of_refusal(refusal))?;
            open.room.parties.retain(|known| known.party != *party);
        }
        RoomCommand::Complete => drop(open.apply(tx, Event::NotHandedOver)?),
        RoomCommand::TalkWithCustomer
        | RoomCommand::TalkWithConsulted
        | RoomCommand::Join
        | RoomCommand::CancelConsultation
        | RoomCommand::Hold { .. }
        | RoomCommand::Mute { .. }
        | RoomCommand::Remove { .. }
        | RoomCommand::Leave { .. }
        | RoomCommand::Supervise { .. }
        | RoomCommand::ChangeSupervision { .. }
        | RoomCommand::ToQueue => {}
    }
    open.save(tx)
}
