//! Requests of the owner of an attendance: to transfer its call, and to complete the transfer.

use super::causes::Cause;
use super::machine::Event;
use super::{MAX_PARTIES, Open, conference, destinations, handover, published, shown};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::chat;
use crate::http::{Failure, json};
use crate::jobs;
use crate::store::{CallPhase, DestinationFact, JobState, OpenTransfer};
use crate::voice::{RoomCommand, ring};
use std::collections::BTreeMap;
use wire::limits::OBSERVATION_MAX_CHARS;
use wire::{
    CallPartyRole, Channel, DestinationKind, Protocol, Success, TransferKind, TransferPhase, VoiceRoomRequest,
    VoiceTransferRequest,
};

/// The reason of a refusal while the telephone system cannot transfer (TRF-013).
const OFFLINE: &str = "offline";

/// The caller's own answered call. Another agent's attendance is refused before anything else is checked.
pub(super) fn own_call(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    channel: Channel,
    protocol: &Protocol,
    unique_id: &str,
) -> Result<Open, Failure> {
    let job = chat::assigned_job(tx, caller, protocol)?;
    if channel != Channel::Voice {
        return Err(Failure::field("channel", "invalid"));
    }
    if job.channel != Channel::Voice {
        return Err(Failure::cause("jobNotFound"));
    }
    let call = tx.store.call(protocol)?.filter(|call| call.unique_id == unique_id && !call.is_over());
    let Some(call) = call.filter(|_| job.state == JobState::Active) else {
        return Err(Cause::CallAlreadyEnded.into());
    };
    if call.phase != CallPhase::Talking {
        return Err(Cause::CallNotAnswered.into());
    }
    Ok(Open::new(tx, job, call)?)
}

/// Whether the embedded gateway carries the call and the caller's telephone is registered there.
pub(super) fn check_embedded(tx: &Transaction<'_, '_>, caller: &Caller) -> Result<(), Failure> {
    let row = channels::row_of(tx, &caller.agent_id, Channel::Voice)?;
    let is_reached = tx.config.voice.is_embedded() && row.connected && ring::can_ring(tx, &row)?;
    if is_reached { Ok(()) } else { Err(Failure::reason(OFFLINE, BTreeMap::new())) }
}

/// `POST /job/voice/transfer`: blind.
pub(crate) fn transfer(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    begin(tx, call, caller, TransferKind::Blind)
}

/// `POST /job/voice/transfer-request`: assisted.
pub(crate) fn transfer_request(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    begin(tx, call, caller, TransferKind::Assisted)
}

fn begin(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller, kind: TransferKind) -> Answer {
    let request: VoiceTransferRequest = call.body()?;
    let mut open = own_call(tx, caller, request.channel, &request.protocol, &request.unique_id)?;
    check_embedded(tx, caller)?;
    let note = request.observation.trim().to_owned();
    if note.chars().count() > OBSERVATION_MAX_CHARS {
        return Err(Failure::field("observation", "tooLong"));
    }
    if open.job.contact_id.is_none() {
        return Err(Failure::reason("CONTACT_NOT_REGISTERED", BTreeMap::new()));
    }
    if let Some(transfer) = &open.room.transfer {
        // The request was repeated.
        let is_same = transfer.destination.kind == request.destination.kind
            && transfer.destination.id == request.destination.id
            && transfer.kind == kind;
        return if is_same { json(&Success { success: true }) } else { Err(Cause::AlreadyInTransfer.into()) };
    }
    if open.room.shown().any(|party| party.ringing) {
        return Err(Cause::AlreadyInTransfer.into());
    }
    if !open.room.has_customer() {
        return Err(Cause::CustomerLeft.into());
    }
    open.room.failure = None;
    match request.destination.kind {
        DestinationKind::Queue | DestinationKind::Campaign if kind == TransferKind::Assisted => {
            return Err(Cause::AssistedTransferToGroupNotAllowed.into());
        }
        DestinationKind::Queue | DestinationKind::Campaign => {
            let (place, destination) = destinations::place_of(tx, caller, &request.destination)?;
            let transfer = opened(tx, &open, caller, kind, destination.clone(), note.clone())?;
            published::request(tx, &open, &caller.agent_id, None, &transfer)?;
            let shown = shown::destination(&destination);
            published::outcome(tx, &open.call, &caller.agent_id, None, shown, None)?;
            handover::to_queue(tx, open, place, destination, note)?;
        }
        DestinationKind::Agent | DestinationKind::Number => {
            if open.room.parties.len() >= MAX_PARTIES {
                return Err(Cause::Full.into());
            }
            let target = destinations::party_of(tx, caller, &request.destination)?;
            let destination = conference::destination_of(&target);
            let transfer = opened(tx, &open, caller, kind, destination, note)?;
            let party = conference::call_party(tx, &mut open, target, CallPartyRole::Consulted)?;
            let transfer = OpenTransfer { party, ..transfer };
            if kind == TransferKind::Blind {
                open.command(tx, RoomCommand::Complete)?;
            }
            published::request(tx, &open, &caller.agent_id, None, &transfer)?;
            open.room.transfer = Some(transfer);
            open.save(tx)?;
        }
    }
    json(&Success { success: true })
}

fn opened(
    tx: &Transaction<'_, '_>,
    open: &Open,
    caller: &Caller,
    kind: TransferKind,
    destination: DestinationFact,
    note: String,
) -> Result<OpenTransfer, Failure> {
    Ok(OpenTransfer {
        kind,
        phase: TransferPhase::Asked,
        destination,
        party: open.call.last_party,
        note,
        since: tx.now(),
        asked_at: tx.now(),
        agent_id: caller.agent_id.clone(),
        agent_name: jobs::agent_name(tx, &caller.agent_id)?,
    })
}

/// `POST /job/voice/transfer-accept`: the owner completes the transfer.
pub(crate) fn transfer_accept(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VoiceRoomRequest = call.body()?;
    let mut open = own_call(tx, caller, request.channel, &request.protocol, &request.unique_id)?;
    open.apply(tx, Event::Complete)??;
    open.save(tx)?;
    json(&Success { success: true })
}
