//! Transfers and conferences between real pages, the real signalling and the real contact centre: the failures known
//! from other products, each with its delays (docs/decisions/0100-rooms.md, 0101-transfers-of-calls.md). After each,
//! page and server agree, nobody has a leg without a party, and the customer has exactly one owner or one queue.

use core_wasm::channels::ChannelsIntent;
use core_wasm::voice::{CallBarView, CallRoomView, CallStatus, IncomingCallView, VoiceIntent, VoiceSlice};
use core_wasm::wire::{CallMode, CallPartyRole, Channel, DestinationKey, DestinationKind, TransferKind, TransferPhase};
use core_wasm::{Intent, View, voice};
use rstest::rstest;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{
    CallPhase, QueueSettings, QueueSettingsRow, QueueSettingsStore, Store, VoiceStore,
};
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{FailKind, Sim, core_wasm, ms, numbers, secs};

const CUSTOMER: &str = "5511955550101";
const LOGINS: [&str; 2] = ["elisa.prado", "fabio.reis"];
const IDS: [&str; 2] = ["301", "302"];

/// The sender talks to a customer; the receiver is free.
struct Desk {
    sim: Sim,
    sender: usize,
    receiver: usize,
    call: CallId,
}

impl Desk {
    fn new() -> Self {
        let mut sim = Sim::with_logins(1, &LOGINS, CentreConfig::default());
        sim.arrange(|store| {
            for agent in IDS {
                let mut row = store.agent(&agent.into()).expect("store").expect("the agent");
                row.record.agent_ack_call = "Y".to_owned();
                row.record.use_web_rtc = "Y".to_owned();
                row.record.agent_preferences.web_rtc_auto_reconnect = true;
                store.put_agent(&row).expect("store");
            }
        });
        for index in 0..2 {
            sim.agent(index).signs_in();
            sim.advance(secs(1));
            let channel = Channel::Voice;
            sim.agent(index).intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel }));
            sim.settle();
        }
        let call = sim.calls(CUSTOMER, numbers::SALES);
        sim.settle();
        let sender = usize::from(incoming(&mut sim, 0).is_none());
        let mut desk = Self { sim, sender, receiver: 1 - sender, call };
        desk.does(sender, VoiceIntent::AcceptCall);
        assert_eq!(desk.status(sender), Some(CallStatus::InCall));
        desk.sim.expect_agreement();
        desk
    }

    /// The groups of the receiver ask before an assisted transfer; a group may also accept it without asking (VOI-032).
    fn groups_ask(&mut self) {
        let receiver = IDS[self.receiver].into();
        self.sim.arrange(|store| {
            for mut row in store.groups_of_agent(&receiver).expect("store") {
                row.group.ack_call_assisted_transfer_behavior.clear();
                store.put_group(&row).expect("store");
            }
        });
    }

    fn does(&mut self, index: usize, intent: VoiceIntent) {
        self.sim.agent(index).intent(Intent::Voice(intent));
        self.sim.settle();
    }

    fn asks(&mut self, kind: TransferKind) {
        let destination = DestinationKey { kind: DestinationKind::Agent, id: IDS[self.receiver].to_owned() };
        let note = "quer cancelar".to_owned();
        self.does(self.sender, VoiceIntent::TransferCall { kind, destination, note });
    }

    fn bar(&mut self, index: usize) -> Option<CallBarView> {
        match self.sim.agent(index).view(&voice::slices::CALL_BAR.key()) {
            View::Voice(VoiceSlice::CallBar(bar)) => Some(*bar),
            _ => None,
        }
    }

    fn status(&mut self, index: usize) -> Option<CallStatus> {
        self.bar(index).map(|bar| bar.status)
    }

    fn room(&mut self, index: usize) -> Option<CallRoomView> {
        self.bar(index).and_then(|bar| bar.room)
    }

    fn phase(&mut self) -> Option<TransferPhase> {
        let sender = self.sender;
        self.room(sender).and_then(|room| room.transfer).map(|transfer| transfer.phase)
    }

    fn rings(&mut self) -> bool {
        let receiver = self.receiver;
        incoming(&mut self.sim, receiver).is_some()
    }

    /// The agent who has the attendance of the customer's open call, or its queue.
    fn owner(&self) -> Option<usize> {
        let calls = self.sim.store().calls_in_phase(CallPhase::Talking).expect("store");
        let protocol = calls.first()?.protocol.clone();
        let job = self.sim.store().job(&protocol).expect("store")?;
        let agent = job.agent_id;
        IDS.iter().position(|id| agent.as_str() == *id)
    }

    /// Everything is quiet: page and server agree.
    fn agrees(&mut self) {
        self.sim.advance(secs(3));
        self.sim.expect_agreement();
    }

    fn consults(&mut self) {
        self.asks(TransferKind::Assisted);
        let receiver = self.receiver;
        self.does(receiver, VoiceIntent::AcceptCall);
        self.sim.advance(ms(500));
        assert_eq!(self.phase(), Some(TransferPhase::Consulting));
    }
}

fn incoming(sim: &mut Sim, index: usize) -> Option<IncomingCallView> {
    match sim.agent(index).view(&voice::slices::INCOMING_CALL.key()) {
        View::Voice(VoiceSlice::IncomingCall(call)) => Some(*call),
        _ => None,
    }
}

/// The demo group accepts assisted transfers without asking (VOI-032).
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
fn trf_011_a_blind_transfer_changes_the_owner_when_the_receiver_answers_and_not_before() {
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
fn trf_001_trf_027_in_an_assisted_transfer_the_sender_consults_swaps_and_completes() {
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
#[case::cancelling_the_transfer(VoiceIntent::CancelTransfer, "voice/room")]
#[case::swapping_between_the_parties(VoiceIntent::TalkWith { customer: true }, "voice/room")]
#[case::joining_a_conference(VoiceIntent::JoinConference, "voice/room")]
#[case::completing_the_transfer(VoiceIntent::CompleteTransfer, "job/voice/transfer-accept")]
fn bey_153_after_a_lost_answer_about_a_room_the_page_shows_the_servers_room(
    #[case] intent: VoiceIntent,
    #[case] path: &str,
) {
    for kind in [FailKind::Status(500), FailKind::NoAnswer, FailKind::LostReply] {
        let mut desk = Desk::new();
        desk.consults();
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
fn a_conference_continues_when_an_agent_leaves(#[case] is_sender: bool) {
    let mut desk = Desk::new();
    desk.consults();
    let (sender, receiver) = (desk.sender, desk.receiver);
    desk.does(sender, VoiceIntent::JoinConference);
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

#[test]
fn trf_008_after_a_failed_transfer_the_cause_is_shown_and_one_click_takes_the_customer_back() {
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

/// Failure 4: a party on hold leaves a conference; the other two go on.
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

/// Failure 8: completed before anybody has answered, the attendance stays with the sender.
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
