//! Transfers and conferences between real pages, the real signalling and the real contact centre
//! (docs/decisions/0100-rooms.md, 0101-transfers-of-calls.md). After each, page and server agree, nobody has a leg without a party,
//! and the customer has exactly one owner or one queue. `failures`: the failures of other products, each with its delays.

mod desk;
mod failures;

use core_wasm::voice::{CallStatus, VoiceIntent};
use core_wasm::wire::{CallMode, DestinationKey, DestinationKind, TransferKind, TransferPhase};
use desk::{Desk, incoming};
use workspace_sim::{core_wasm, numbers, secs};

/// The demo group takes assisted transfers without a question (VOI-032).
#[test]
fn trf_006_the_first_ring_of_a_transfer_has_the_note_and_the_sender() {
    let kind = TransferKind::Blind;
    let mut desk = Desk::new();
    desk.asks(kind);
    let receiver = desk.receiver;
    let offer = incoming(&mut desk.sim, receiver).and_then(|call| call.offer).expect("the offer");
    assert_eq!((offer.kind, offer.note.as_str(), offer.conference), (kind, "quer cancelar", false));
    assert!(!offer.from.is_empty());
    desk.agrees();
}

#[test]
fn trf_011_a_blind_transfer_changes_the_owner_with_the_answer_and_not_before() {
    let mut desk = Desk::new();
    desk.asks(TransferKind::Blind);
    assert_eq!((desk.owner(), desk.phase()), (Some(desk.sender), Some(TransferPhase::Ringing)));
    let receiver = desk.receiver;
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.agrees();
    assert_eq!((desk.owner(), desk.status(receiver)), (Some(receiver), Some(CallStatus::InCall)));
    let sender = desk.sender;
    assert_eq!(desk.status(sender), None, "the sender is free of the call");
}

#[test]
fn trf_001_trf_027_an_assisted_transfer_is_consulted_swapped_and_completed() {
    let mut desk = Desk::new();
    desk.consults();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.agrees();
    for (customer, mode) in [(true, CallMode::WithCustomer), (false, CallMode::Consulting)] {
        desk.does(sender, VoiceIntent::TalkWith { customer });
        assert_eq!(desk.room(sender).map(|room| room.mode), Some(mode));
        desk.agrees();
    }
    desk.does(sender, VoiceIntent::CompleteTransfer);
    desk.agrees();
    assert_eq!(
        (desk.owner(), desk.status(receiver), desk.status(sender)),
        (Some(receiver), Some(CallStatus::InCall), None)
    );
    assert_eq!(desk.room(receiver), None, "agent and customer are alone");
}

#[test]
fn trf_008_a_refused_transfer_shows_its_cause_and_one_key_returns_to_the_customer() {
    let mut desk = Desk::new();
    desk.asks(TransferKind::Blind);
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.does(receiver, VoiceIntent::RejectCall);
    desk.sim.advance(secs(1));
    let room = desk.room(sender).expect("the note");
    assert!(room.failure.is_some() && room.transfer.is_none());
    desk.agrees();
    desk.does(sender, VoiceIntent::TalkWith { customer: true });
    desk.does(sender, VoiceIntent::DismissTransferFailure);
    desk.agrees();
    assert_eq!((desk.room(sender), desk.owner()), (None, Some(sender)));
}

#[test]
fn a_call_that_is_transferred_to_a_queue_leaves_the_sender_and_reaches_the_next_agent() {
    let mut desk = Desk::new();
    let destination = DestinationKey { kind: DestinationKind::Queue, id: numbers::SALES.to_owned() };
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.does(sender, VoiceIntent::TransferCall { kind: TransferKind::Blind, destination, note: String::new() });
    desk.sim.advance(secs(2));
    assert!(desk.rings(), "the other agent is asked");
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.agrees();
    assert_eq!(desk.owner(), Some(receiver));
}
