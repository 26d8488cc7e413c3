//! Fifteen failures of transfers and conferences in other products, each after every delay of the table; the numbers are those of the research. What is heard is
//! measured in the gateway (`server/gateway/src/media/engine/tests/measured.rs`), what SIP trunks do with a transfer by a browser (`tests-e2e/voice-janus.spec.ts`):
//! here failures 9 and 10 are the room as page, contact centre and telephone system have it, failure 15 is a destination that costs more than a call.

use crate::desk::{Desk, IDS, incoming};
use core_wasm::Intent;
use core_wasm::voice::{CallPartyView, CallStatus, VoiceIntent, VoiceStatus};
use core_wasm::wire::{CallMode, CallPartyRole, DestinationKey, DestinationKind, TransferKind};
use rstest::rstest;
use workspace_sim::contact_centre::store::{
    CallPhase, QueueSettings, QueueSettingsRow, QueueSettingsStore, VoiceStore,
};
use workspace_sim::{FailKind, core_wasm, ms, numbers, secs};

/// An event in a transfer after a delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Happens {
    CustomerHangsUp,
    SenderCancels,
    ReceiverRefuses,
    ReceiverHangsUp,
    SenderCompletes,
    SenderReloads,
    ReceiverReloads,
    SenderJoins,
}

/// Failures 1, 2, 3, 5, 6, 7 and 14 of the research on other products: in each phase, after each delay.
#[rstest]
fn after_every_end_of_a_transfer_the_customer_has_one_owner_or_one_queue_or_the_call_has_ended(
    #[values(TransferKind::Blind, TransferKind::Assisted)] kind: TransferKind,
    #[values(false, true)] answered: bool,
    #[values(
        Happens::CustomerHangsUp,
        Happens::SenderCancels,
        Happens::ReceiverRefuses,
        Happens::ReceiverHangsUp,
        Happens::SenderCompletes,
        Happens::SenderReloads,
        Happens::ReceiverReloads,
        Happens::SenderJoins
    )]
    happens: Happens,
) {
    for delay in [0, 50, 500, 5_000] {
        let mut desk = Desk::new();
        if !answered {
            desk.groups_ask();
        }
        let (sender, receiver, call) = (desk.sender, desk.receiver, desk.call);
        let destination = DestinationKey { kind: DestinationKind::Agent, id: IDS[receiver].to_owned() };
        let asked = VoiceIntent::TransferCall { kind, destination, note: String::new() };
        desk.sim.agent(sender).intent(Intent::Voice(asked));
        if answered {
            desk.sim.settle();
            desk.sim.agent(receiver).intent(Intent::Voice(VoiceIntent::AcceptCall));
        }
        desk.sim.advance(ms(delay));
        let does = |desk: &mut Desk, index: usize, intent: VoiceIntent| {
            desk.sim.agent(index).intent(Intent::Voice(intent));
        };
        match happens {
            Happens::CustomerHangsUp => {
                desk.sim.customer_hangs_up(call);
            }
            Happens::SenderCancels => does(&mut desk, sender, VoiceIntent::CancelTransfer),
            Happens::ReceiverRefuses => does(&mut desk, receiver, VoiceIntent::RejectCall),
            Happens::ReceiverHangsUp => does(&mut desk, receiver, VoiceIntent::HangUp),
            Happens::SenderCompletes => does(&mut desk, sender, VoiceIntent::CompleteTransfer),
            Happens::SenderReloads => {
                desk.sim.agent(sender).reload();
            }
            Happens::ReceiverReloads => {
                desk.sim.agent(receiver).reload();
            }
            Happens::SenderJoins => does(&mut desk, sender, VoiceIntent::JoinConference),
        }
        desk.sim.advance(secs(1));
        if happens == Happens::CustomerHangsUp {
            assert!(!desk.rings(), "{kind:?} {answered} {delay}: the ring ends");
        }
        // Rings end, pages return, consultations continue.
        desk.sim.advance(secs(60));
        desk.sim.expect_agreement();
        let talking = desk.sim.store().calls_in_phase(CallPhase::Talking).expect("store").len();
        let waiting = desk.sim.store().calls_in_phase(CallPhase::Waiting).expect("store").len();
        let ringing = desk.sim.store().calls_in_phase(CallPhase::Ringing).expect("store").len();
        let open = usize::from(happens != Happens::CustomerHangsUp);
        assert!(talking + waiting + ringing <= open, "{kind:?} {answered} {happens:?} {delay}");
        for index in [sender, receiver] {
            let room = desk.room(index);
            assert!(room.is_none_or(|room| !room.pending), "{kind:?} {answered} {happens:?} {delay}: nothing waits");
        }
    }
}

/// Failure 3: the answer of a request is lost, or the server fails; the page shows the server's room.
#[rstest]
#[case::cancel(VoiceIntent::CancelTransfer, "voice/room")]
#[case::swap(VoiceIntent::TalkWith { customer: true }, "voice/room")]
#[case::join(VoiceIntent::JoinConference, "voice/room")]
#[case::complete(VoiceIntent::CompleteTransfer, "job/voice/transfer-accept")]
fn bey_153_a_lost_answer_about_a_room_leaves_what_the_server_has(
    #[case] intent: VoiceIntent,
    #[case] path: &str,
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    for kind in [FailKind::Status(500), FailKind::NoAnswer, FailKind::LostReply, FailKind::Late(delay)] {
        let mut desk = Desk::new();
        desk.consults();
        desk.sim.advance(ms(delay));
        let sender = desk.sender;
        let text = format!("{intent:?} {kind:?}");
        desk.sim.fail_next(path, kind);
        desk.does(sender, intent.clone());
        desk.sim.advance(secs(20));
        desk.sim.expect_agreement();
        let room = desk.room(sender);
        assert!(room.is_none_or(|room| !room.pending), "{text}");
    }
}

/// Failures 4 and 5 of the research: the others stay in a conference, whichever party leaves it.
#[rstest]
#[case::the_sender_leaves(true)]
#[case::the_colleague_leaves(false)]
fn a_conference_continues_when_an_agent_leaves(#[case] is_sender: bool, #[values(0, 50, 500, 5_000)] delay: u64) {
    let mut desk = Desk::new();
    desk.consults();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.does(sender, VoiceIntent::JoinConference);
    desk.sim.advance(ms(delay));
    desk.agrees();
    assert_eq!(desk.room(sender).map(|room| (room.mode, room.parties.len())), Some((CallMode::Together, 3)));
    if is_sender {
        desk.does(sender, VoiceIntent::LeaveConference);
    } else {
        desk.does(receiver, VoiceIntent::HangUp);
    }
    desk.agrees();
    let owner = if is_sender { receiver } else { sender };
    assert_eq!((desk.owner(), desk.status(owner)), (Some(owner), Some(CallStatus::InCall)));
    assert_eq!(desk.room(owner), None);
}

/// Failure 1: the sender completes while a number outside rings, which never answers. The customer is not lost.
#[rstest]
fn a_number_that_never_answers_leaves_the_customer_with_the_sender(#[values(0, 50, 500, 5_000)] delay: u64) {
    let mut desk = Desk::new();
    let destination = DestinationKey { kind: DestinationKind::Number, id: numbers::SILENT.to_owned() };
    let (sender, note) = (desk.sender, String::new());
    let kind = TransferKind::Assisted;
    desk.sim.agent(sender).intent(Intent::Voice(VoiceIntent::TransferCall { kind, destination, note }));
    desk.sim.advance(ms(delay));
    desk.sim.agent(sender).intent(Intent::Voice(VoiceIntent::CompleteTransfer));
    desk.sim.advance(secs(60));
    desk.sim.expect_agreement();
    assert_eq!(desk.owner(), Some(sender));
}

/// Failure 4: a party on hold leaves a conference; the other two continue.
#[rstest]
#[case::the_customer_is_on_hold(CallPartyRole::Customer)]
#[case::the_colleague_is_on_hold(CallPartyRole::Colleague)]
fn a_conference_continues_when_a_party_on_hold_leaves(
    #[case] role: CallPartyRole,
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    let mut desk = Desk::new();
    desk.consults();
    let (sender, receiver, call) = (desk.sender, desk.receiver, desk.call);
    desk.does(sender, VoiceIntent::JoinConference);
    let talking = desk.sim.store().calls_in_phase(CallPhase::Talking).expect("store");
    let party = talking.iter().flat_map(|call| call.room.iter()).flat_map(|room| &room.parties);
    let party = party.filter(|party| party.role == role).map(|party| party.party).next().expect("the party");
    desk.sim.agent(sender).intent(Intent::Voice(VoiceIntent::HoldParty { party, held: true }));
    desk.sim.advance(ms(delay));
    if role == CallPartyRole::Customer {
        desk.sim.customer_hangs_up(call);
        desk.sim.advance(secs(3));
    } else {
        desk.does(receiver, VoiceIntent::HangUp);
        desk.agrees();
        assert_eq!((desk.owner(), desk.status(sender)), (Some(sender), Some(CallStatus::InCall)));
    }
    desk.sim.expect_agreement();
}

/// Failures 6 and 8: completed before anybody has answered, the attendance stays with the sender.
#[rstest]
fn an_attendance_whose_transfer_is_completed_while_it_rings_stays_with_the_sender_until_the_answer(
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    let mut desk = Desk::new();
    desk.groups_ask();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.asks(TransferKind::Assisted);
    desk.sim.advance(ms(delay));
    desk.does(sender, VoiceIntent::CompleteTransfer);
    desk.sim.advance(secs(1));
    assert_eq!(desk.owner(), Some(sender));
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.agrees();
    assert_eq!((desk.owner(), desk.status(receiver)), (Some(receiver), Some(CallStatus::InCall)));
    for index in [sender, receiver] {
        let voice = desk.sim.agent(index).voice_status();
        assert_eq!(voice, Some(VoiceStatus::Connected), "the telephone of {index} survives");
    }
}

/// Failure 11: the receiver gets no mute state from the sender.
#[rstest]
fn the_receiver_of_a_transfer_is_not_muted_because_the_sender_was(#[values(0, 50, 500, 5_000)] delay: u64) {
    let mut desk = Desk::new();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.does(sender, VoiceIntent::Mute { muted: true });
    desk.asks(TransferKind::Blind);
    desk.sim.advance(ms(delay));
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.agrees();
    let bar = desk.bar(receiver).expect("the call");
    assert_eq!((bar.status, bar.muted, desk.bar(sender)), (CallStatus::InCall, false, None));
}

/// Failure 13: the sender's wrap-up begins with the hand-over, not with the request.
#[rstest]
fn the_wrap_up_of_the_sender_begins_at_the_hand_over_and_not_at_the_request(#[values(0, 50, 500, 5_000)] delay: u64) {
    let mut desk = Desk::new();
    desk.sim.arrange(|store| {
        let settings = QueueSettings { wrap_up_seconds: 25, ..QueueSettings::default() };
        store.put_queue_settings(&QueueSettingsRow { queue_id: numbers::SALES.into(), settings }).expect("store");
    });
    let (sender, receiver) = (desk.sender, desk.receiver);
    let wraps_up = |desk: &mut Desk, index: usize| {
        desk.sim.agent(index).channels().iter().any(|channel| channel.wrap_up.is_some())
    };
    desk.asks(TransferKind::Blind);
    desk.sim.advance(ms(delay));
    assert!(!wraps_up(&mut desk, sender));
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.sim.advance(secs(1));
    assert!(wraps_up(&mut desk, sender) && !wraps_up(&mut desk, receiver));
    desk.sim.expect_agreement();
    desk.sim.advance(secs(30));
    assert!(!wraps_up(&mut desk, sender));
}

/// Failure 3: the answer about a hold is lost, late, or never given: the page shows what the telephone system has, and the customer comes back.
#[rstest]
fn the_page_shows_the_hold_of_the_server_whatever_becomes_of_the_answer(#[values(0, 50, 500, 5_000)] delay: u64) {
    for kind in [FailKind::Status(500), FailKind::NoAnswer, FailKind::LostReply, FailKind::Late(delay)] {
        let mut desk = Desk::new();
        desk.consults();
        let sender = desk.sender;
        desk.does(sender, VoiceIntent::JoinConference);
        for held in [true, false] {
            desk.sim.fail_next("voice/room", kind.clone());
            let party = customer_of(&mut desk, sender).expect("the customer").party;
            desk.does(sender, VoiceIntent::HoldParty { party, held });
            desk.sim.advance(ms(delay));
            desk.sim.advance(secs(20));
            desk.sim.expect_agreement();
            // A refused request is made again by the agent.
            desk.sim.forget_faults();
            desk.does(sender, VoiceIntent::HoldParty { party, held });
            let customer = customer_of(&mut desk, sender).expect("the customer");
            assert_eq!((customer.held, customer.music), (held, held), "{kind:?} {delay}");
        }
    }
}

/// Failure 7: each cause is said as it is, and one action brings the customer back.
#[rstest]
#[case::busy(numbers::BUSY, "busy")]
#[case::unknown(numbers::UNKNOWN, "notFound")]
#[case::nobody_answers(numbers::SILENT, "noAnswer")]
fn a_number_that_is_not_reached_says_why_and_the_customer_comes_back(
    #[case] number: &str,
    #[case] cause: &str,
    #[values(TransferKind::Blind, TransferKind::Assisted)] kind: TransferKind,
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    let mut desk = Desk::new();
    let sender = desk.sender;
    let destination = DestinationKey { kind: DestinationKind::Number, id: number.to_owned() };
    desk.does(sender, VoiceIntent::TransferCall { kind, destination, note: String::new() });
    desk.sim.advance(secs(40));
    let failure = desk.room(sender).and_then(|room| room.failure).expect("the reason");
    assert_eq!(failure.text.key, format!("transferError.{cause}"));
    desk.sim.advance(ms(delay));
    desk.sim.expect_agreement();
    desk.does(sender, VoiceIntent::TalkWith { customer: true });
    desk.does(sender, VoiceIntent::DismissTransferFailure);
    desk.agrees();
    assert_eq!((desk.room(sender), desk.owner()), (None, Some(sender)));
}

/// Failure 9: while a colleague is called or consulted the customer has music, and none once somebody talks with the customer.
#[rstest]
fn the_customer_has_music_until_somebody_talks_with_the_customer(
    #[values(TransferKind::Blind, TransferKind::Assisted)] kind: TransferKind,
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    let mut desk = Desk::new();
    desk.groups_ask();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.asks(kind);
    desk.sim.advance(ms(delay));
    assert!(customer_of(&mut desk, sender).is_some_and(|customer| customer.music), "it rings");
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.sim.advance(ms(delay));
    if kind == TransferKind::Assisted {
        assert!(customer_of(&mut desk, sender).is_some_and(|customer| customer.music), "the agents talk");
        assert!(customer_of(&mut desk, receiver).is_some_and(|customer| customer.music));
        desk.does(sender, VoiceIntent::CompleteTransfer);
    }
    desk.agrees();
    assert_eq!((desk.owner(), desk.room(receiver)), (Some(receiver), None), "they talk, and nobody has music");
}

/// Failure 10: after hold, consultation and swaps nobody is left on hold or without a partner.
#[rstest]
fn after_hold_consultation_and_swaps_everybody_hears_again(#[values(0, 50, 500, 5_000)] delay: u64) {
    let mut desk = Desk::new();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.does(sender, VoiceIntent::Hold { held: true });
    desk.sim.advance(ms(delay));
    desk.does(sender, VoiceIntent::Hold { held: false });
    desk.consults();
    for customer in [true, false, true] {
        desk.does(sender, VoiceIntent::TalkWith { customer });
        desk.sim.advance(ms(delay));
        let has_music = customer_of(&mut desk, sender).map(|of| of.music);
        assert_eq!(has_music, Some(!customer), "swapped to the customer: {customer}");
    }
    desk.does(sender, VoiceIntent::JoinConference);
    desk.agrees();
    for index in [sender, receiver] {
        let room = desk.room(index).expect("the conference");
        let is_heard = room.parties.iter().all(|party| !party.music && !party.held && !party.muted);
        assert!(is_heard && room.mode == CallMode::Together && room.parties.len() == 3, "{room:?}");
    }
}

/// Failure 12: note, sender and attendance are there with the first ring, and it is the same attendance afterwards.
#[rstest]
fn the_first_ring_has_all_that_is_known_and_the_attendance_stays_the_same(#[values(0, 50, 500, 5_000)] delay: u64) {
    let mut desk = Desk::new();
    desk.groups_ask();
    let (sender, receiver) = (desk.sender, desk.receiver);
    let protocol = desk.bar(sender).expect("the call").protocol;
    desk.sim.advance(ms(delay));
    desk.asks(TransferKind::Assisted);
    let offer = incoming(&mut desk.sim, receiver).and_then(|call| call.offer).expect("the offer");
    assert_eq!((offer.note.as_str(), offer.from.is_empty()), ("quer cancelar", false));
    desk.sim.advance(ms(delay));
    desk.does(receiver, VoiceIntent::AcceptCall);
    desk.sim.advance(ms(delay));
    desk.does(sender, VoiceIntent::CompleteTransfer);
    desk.agrees();
    assert_eq!(desk.bar(receiver).expect("the call").protocol, protocol);
}

/// The fault in the events, or of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TransferFault {
    Doubled,
    Backwards,
    Restart,
}

/// Failure 14: doubled and reordered events, and a restart between request and acceptance, leave one owner, or the end.
#[rstest]
fn doubled_and_reordered_events_and_a_restart_leave_one_owner(
    #[values(TransferFault::Doubled, TransferFault::Backwards, TransferFault::Restart)] wrong: TransferFault,
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    let mut desk = Desk::new();
    let (sender, receiver) = (desk.sender, desk.receiver);
    match wrong {
        TransferFault::Doubled => drop(desk.sim.double_frames(true)),
        TransferFault::Backwards => drop(desk.sim.hold_frames()),
        TransferFault::Restart => {}
    }
    let destination = DestinationKey { kind: DestinationKind::Agent, id: IDS[receiver].to_owned() };
    let asks = VoiceIntent::TransferCall { kind: TransferKind::Blind, destination, note: String::new() };
    desk.sim.agent(sender).intent(Intent::Voice(asks));
    desk.sim.advance(ms(delay));
    match wrong {
        TransferFault::Doubled => {}
        TransferFault::Backwards => drop(desk.sim.release_frames_backwards()),
        TransferFault::Restart => {
            desk.sim.server_down();
            desk.sim.advance(ms(delay));
            desk.sim.server_up();
        }
    }
    desk.sim.advance(secs(2));
    desk.sim.agent(receiver).intent(Intent::Voice(VoiceIntent::AcceptCall));
    desk.sim.advance(secs(60));
    desk.sim.double_frames(false).release_frames();
    desk.sim.expect_agreement();
    // The telephone system ended with the server, and its calls with it.
    let expected = (wrong != TransferFault::Restart).then_some(receiver);
    assert_eq!(desk.owner(), expected, "{wrong:?} {delay}");
}

/// Failure 15: nobody brings a customer to a number that the contact centre does not call.
#[rstest]
fn a_number_that_may_not_be_called_is_refused_and_the_call_goes_on(
    #[values(TransferKind::Blind, TransferKind::Assisted)] kind: TransferKind,
    #[values(0, 50, 500, 5_000)] delay: u64,
) {
    let mut desk = Desk::new();
    let sender = desk.sender;
    desk.sim.advance(ms(delay));
    let destination = DestinationKey { kind: DestinationKind::Number, id: "5511955550199".to_owned() };
    desk.does(sender, VoiceIntent::TransferCall { kind, destination, note: String::new() });
    desk.sim.advance(ms(delay));
    desk.agrees();
    let room = desk.room(sender);
    assert!(room.as_ref().is_none_or(|room| room.transfer.is_none()), "{room:?}");
    assert_eq!((desk.owner(), desk.status(sender)), (Some(sender), Some(CallStatus::InCall)));
}

/// The customer as this agent sees it.
fn customer_of(desk: &mut Desk, index: usize) -> Option<CallPartyView> {
    let room = desk.room(index)?;
    room.parties.into_iter().find(|party| party.role == CallPartyRole::Customer)
}
