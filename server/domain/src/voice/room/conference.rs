//! Conferences, and what an agent can do in a call of several parties.

use super::causes::Cause;
use super::machine::Event;
use super::requests::{check_embedded, own_call};
use super::{MAX_PARTIES, Open, destinations, published, shown};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::store::{DestinationFact, OpenTransfer, PartyFact, StoreResult};
use crate::voice::{RoomCommand, RoomDestination, recording, supervision};
use wire::{
    CallMode, CallPartyRole, ConferenceRequest, DestinationKind, RoomAction, RoomActionRequest, Success, TransferKind,
    TransferPhase, VoiceRoomRequest,
};

/// A party as a destination.
pub(super) fn destination_of(party: &PartyFact) -> DestinationFact {
    if party.agent_id.is_empty() {
        return DestinationFact { kind: DestinationKind::Number, id: party.number.clone(), name: String::new() };
    }
    DestinationFact { kind: DestinationKind::Agent, id: party.agent_id.0.clone(), name: party.name.clone() }
}

/// An invitation in the form of a transfer, for the event to its receiver.
pub(super) fn as_transfer(open: &Open, party: &PartyFact) -> StoreResult<OpenTransfer> {
    let own = open.room.present().find(|known| known.role == CallPartyRole::Agent);
    Ok(OpenTransfer {
        kind: TransferKind::Assisted,
        phase: TransferPhase::Ringing,
        destination: destination_of(party),
        party: party.party,
        note: String::new(),
        since: party.since,
        asked_at: party.since,
        agent_id: open.job.agent_id.clone(),
        agent_name: own.map(|own| own.name.clone()).unwrap_or_default(),
    })
}

/// The invited party answered.
pub(super) fn joined(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64) -> StoreResult<()> {
    let known = open.room.party(party).cloned();
    let destination = known.as_ref().map(|known| shown::destination(&destination_of(known))).unwrap_or_default();
    published::outcome(tx, &open.call, &open.job.agent_id, known.as_ref(), destination, None)?;
    published::conference_started(tx, open, party)
}

/// The invited party did not answer. It stays in the room, hidden, until the telephone system reports its end.
pub(super) fn not_joined(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64, cause: Cause) -> StoreResult<()> {
    let Some(known) = open.room.party_mut(party).filter(|known| known.ringing && !known.dropped) else {
        return Ok(());
    };
    known.dropped = true;
    let known = known.clone();
    let destination = destination_of(&known);
    let shown = shown::destination(&destination);
    published::outcome(tx, &open.call, &open.job.agent_id, Some(&known), shown, Some(cause))?;
    open.room.failure = (cause != Cause::Cancelled).then(|| shown::failure(destination, cause, tx.now()));
    Ok(())
}

/// The customer left: the telephones that ring for the call stop.
pub(super) fn nobody_waits(tx: &mut Transaction<'_, '_>, open: &mut Open) -> StoreResult<()> {
    let ringing: Vec<u64> = open.room.shown().filter(|party| party.ringing).map(|party| party.party).collect();
    ringing.into_iter().try_for_each(|party| not_joined(tx, open, party, Cause::CustomerLeft))
}

/// `POST /voice/start-conference`.
pub(crate) fn start_conference(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ConferenceRequest = call.body()?;
    let mut open = own_call(tx, caller, request.channel, &request.protocol, &request.unique_id)?;
    check_embedded(tx, caller)?;
    if !matches!(request.destination.kind, DestinationKind::Agent | DestinationKind::Number) {
        return Err(Failure::field("destination.kind", "invalid"));
    }
    if open.room.shown().any(|party| destinations::is_same(party, &request.destination)) {
        return json(&Success { success: true });
    }
    if open.room.transfer.is_some() || open.room.mode != CallMode::Together {
        return Err(Cause::AlreadyInTransfer.into());
    }
    if !open.room.has_customer() {
        return Err(Cause::CustomerLeft.into());
    }
    if open.room.parties.len() >= MAX_PARTIES {
        return Err(Cause::Full.into());
    }
    let target = destinations::party_of(tx, caller, &request.destination)?;
    open.room.failure = None;
    call_party(tx, &mut open, target, CallPartyRole::Colleague)?;
    open.save(tx)?;
    json(&Success { success: true })
}

/// Adds a party that is to be called; returns its number.
pub(super) fn call_party(
    tx: &mut Transaction<'_, '_>,
    open: &mut Open,
    target: PartyFact,
    role: CallPartyRole,
) -> StoreResult<u64> {
    let party = open.next_party();
    let to = if target.agent_id.is_empty() {
        RoomDestination::Number(target.number.clone())
    } else {
        RoomDestination::Extension(target.number.clone())
    };
    open.room.parties.push(PartyFact { party, role, since: tx.now(), ..target });
    let order = match role {
        CallPartyRole::Consulted => {
            let is_supervised = supervision::hears_consultations(tx, &open.job, &open.call)?;
            RoomCommand::Consult { party, to, is_supervised }
        }
        CallPartyRole::Colleague | CallPartyRole::Agent | CallPartyRole::Customer => RoomCommand::Invite { party, to },
    };
    open.command(tx, order)?;
    Ok(party)
}

/// `POST /voice/end-conference`: the added parties leave, agent and customer stay.
pub(crate) fn end_conference(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VoiceRoomRequest = call.body()?;
    let mut open = own_call(tx, caller, request.channel, &request.protocol, &request.unique_id)?;
    if !open.room.has_customer() {
        return Err(Cause::CustomerLeft.into());
    }
    let added: Vec<PartyFact> =
        open.room.shown().filter(|party| party.role == CallPartyRole::Colleague).cloned().collect();
    for party in added {
        remove(tx, &mut open, &party)?;
    }
    open.save(tx)?;
    json(&Success { success: true })
}

fn remove(tx: &mut Transaction<'_, '_>, open: &mut Open, party: &PartyFact) -> StoreResult<()> {
    if party.ringing {
        not_joined(tx, open, party.party, Cause::Cancelled)?;
    }
    open.command(tx, RoomCommand::Remove { party: party.party })
}

/// `POST /voice/room`. A request for the present state succeeds.
pub(crate) fn action(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: RoomActionRequest = call.body()?;
    let mut open = own_call(tx, caller, request.channel, &request.protocol, &request.unique_id)?;
    act(tx, &mut open, request.action, request.party)?;
    open.save(tx)?;
    json(&Success { success: true })
}

fn act(tx: &mut Transaction<'_, '_>, open: &mut Open, action: RoomAction, party: u64) -> Result<(), Failure> {
    match action {
        RoomAction::CancelTransfer => cancel(tx, open),
        RoomAction::TalkWithCustomer => Ok(open.apply(tx, Event::TalkWithCustomer)??),
        RoomAction::TalkWithConsulted => Ok(open.apply(tx, Event::TalkWithTarget)??),
        RoomAction::Join => {
            let is_joined = open.room.present().any(|party| party.role == CallPartyRole::Colleague);
            if open.room.transfer.is_none() && is_joined { Ok(()) } else { Ok(open.apply(tx, Event::Join)??) }
        }
        RoomAction::Hold | RoomAction::Resume => {
            let held = action == RoomAction::Hold;
            let known = present(open, party)?;
            if known.held == held { Ok(()) } else { Ok(open.command(tx, RoomCommand::Hold { party, held })?) }
        }
        RoomAction::Mute | RoomAction::Unmute => {
            let muted = action == RoomAction::Mute;
            let known = present(open, party)?;
            if known.muted == muted { Ok(()) } else { Ok(open.command(tx, RoomCommand::Mute { party, muted })?) }
        }
        RoomAction::Remove => remove_named(tx, open, party),
        RoomAction::Leave => leave_conference(tx, open),
        RoomAction::PauseRecording => recording::pause(tx, &open.call, true),
        RoomAction::ResumeRecording => recording::pause(tx, &open.call, false),
    }
}

/// Cancels the transfer; after a failed one it only takes the customer back.
fn cancel(tx: &mut Transaction<'_, '_>, open: &mut Open) -> Result<(), Failure> {
    if open.room.transfer.is_some() {
        return Ok(open.apply(tx, Event::Cancel)??);
    }
    open.room.failure = None;
    if open.room.mode != CallMode::Together {
        open.command(tx, RoomCommand::CancelConsultation)?;
    }
    Ok(())
}

/// A party in the room.
fn present(open: &Open, party: u64) -> Result<PartyFact, Failure> {
    let known = open.room.party(party).filter(|known| known.is_present());
    known.cloned().ok_or_else(|| Cause::UnknownParty.into())
}

fn remove_named(tx: &mut Transaction<'_, '_>, open: &mut Open, party: u64) -> Result<(), Failure> {
    // A party that left or is about to leave.
    let Some(known) = open.room.shown().find(|known| known.party == party).cloned() else {
        let was_there = party <= open.call.last_party && party > 0;
        return if was_there { Ok(()) } else { Err(Cause::UnknownParty.into()) };
    };
    if open.is_target(party) {
        return cancel(tx, open);
    }
    if known.role == CallPartyRole::Agent {
        return Err(Cause::UnknownParty.into());
    }
    if known.is_present() && open.room.present().count() <= 2 {
        return Err(Cause::NobodyRemains.into());
    }
    Ok(remove(tx, open, &known)?)
}

/// The agent leaves: the colleague who joined first gets the attendance, or the external number if there is no
/// colleague.
fn leave_conference(tx: &mut Transaction<'_, '_>, open: &mut Open) -> Result<(), Failure> {
    if open.room.transfer.is_some() || open.room.mode != CallMode::Together {
        return Err(Cause::AlreadyInTransfer.into());
    }
    let colleagues = || open.room.present().filter(|party| party.role == CallPartyRole::Colleague);
    let Some(successor) = colleagues().min_by_key(|party| (party.agent_id.is_empty(), party.since, party.party)) else {
        return Err(Cause::NobodyRemains.into());
    };
    if !open.room.has_customer() {
        return Err(Cause::CustomerLeft.into());
    }
    let successor = successor.party;
    Ok(open.command(tx, RoomCommand::Leave { successor })?)
}
