//! Faults of voice that a reading of the code found (core F1 to F9) and that random days found: each is one short scenario.

use core_wasm::Intent;
use core_wasm::channels::ChannelStatusView;
use core_wasm::jobs::JobsIntent;
use core_wasm::voice::{CallStatus, VoiceIntent};
use core_wasm::wire::{Channel, Protocol};
use rstest::rstest;
use workspace_sim::contact_centre::store::{CallPhase, Store, VoiceStore};
use workspace_sim::contact_centre::{CentreConfig, VoiceNode};
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{FailKind, Sim, core_wasm, minutes, ms, numbers, secs};

const CUSTOMER: &str = "5511955550101";
const ANOTHER: &str = "5571955550106";
const HANG_UP: &str = "voice/hang-up";

/// An agent with a telephone in the browser, connected and available.
fn at_work() -> Sim {
    at_work_with(CentreConfig::default())
}

fn at_work_with(config: CentreConfig) -> Sim {
    let mut sim = Sim::with_logins(1, &["elisa.prado"], config);
    sim.arrange(|store| {
        let mut row = store.agent(&"301".into()).expect("store").expect("the agent");
        row.record.agent_ack_call = "Y".to_owned();
        row.record.use_web_rtc = "Y".to_owned();
        row.record.agent_preferences.web_rtc_auto_reconnect = true;
        store.put_agent(&row).expect("store");
    });
    sim.agent(0).signs_in();
    sim.advance(secs(1));
    sim.agent(0).connects_voice();
    assert_eq!(sim.agent(0).voice_channel_status(), Some(ChannelStatusView::Available));
    sim
}

/// The contact centre has no connection to the telephone system: the page makes the calls of its agent.
fn at_work_with_nodes_outside() -> Sim {
    let mut config = CentreConfig::default();
    let node = VoiceNode { host: "node.example".to_owned(), url: "wss://node.example/voice".to_owned() };
    config.voice.nodes = vec![node];
    at_work_with(config)
}

/// The agent talks to a customer who called.
fn talking() -> (Sim, CallId, Protocol) {
    let mut sim = at_work();
    let (call, protocol) = takes_a_call(&mut sim, CUSTOMER);
    (sim, call, protocol)
}

fn takes_a_call(sim: &mut Sim, from: &str) -> (CallId, Protocol) {
    let call = sim.calls(from, numbers::SALES);
    // Not until everything is quiet, because an answer may be pending.
    sim.advance(ms(300));
    sim.agent(0).intent(Intent::Voice(VoiceIntent::AcceptCall));
    sim.advance(ms(500));
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::InCall));
    let protocol = sim.agent(0).call_shown().expect("an attendance");
    (call, protocol)
}

/// The agent talks to a customer whom the agent called.
fn talking_after_a_dial() -> (Sim, Protocol) {
    let mut sim = at_work();
    sim.agent(0).dials(numbers::ANSWERS);
    sim.advance(secs(3));
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::InCall));
    let protocol = sim.agent(0).call_shown().expect("an attendance");
    (sim, protocol)
}

fn calls_in(sim: &Sim, phase: CallPhase) -> usize {
    sim.store().calls_in_phase(phase).expect("store").len()
}

fn is_connected(sim: &Sim) -> bool {
    sim.store().channel(&"301".into(), Channel::Voice).expect("store").is_some_and(|row| row.connected)
}

fn finishes(sim: &mut Sim, protocol: &Protocol) {
    sim.agent(0).intent(Intent::Jobs(JobsIntent::FinishJob {
        protocol: protocol.clone(),
        confirmed: true,
        waits: false,
    }));
}

fn hangs_up(sim: &mut Sim) {
    sim.agent(0).intent(Intent::Voice(VoiceIntent::HangUp));
}

/// An agent who hears a customer sees a call with its controls.
#[track_caller]
fn expect_no_hidden_call(sim: &mut Sim) {
    let status = sim.agent(0).call_status();
    let is_shown = !matches!(status, None | Some(CallStatus::Ended));
    assert!(is_shown || calls_in(sim, CallPhase::Talking) == 0, "the call goes on, and the page shows {status:?}");
}

#[rstest]
#[case::no_loss_before(0)]
#[case::a_loss_before(1)]
#[case::two_losses_before(2)]
fn f1_a_voice_channel_that_the_agent_disconnected_stays_disconnected_after_a_loss(#[case] losses_before: u32) {
    let mut sim = at_work();
    for _ in 0..losses_before {
        sim.cuts_signalling(0).advance(secs(12));
        assert!(is_connected(&sim));
    }
    sim.agent(0).disconnects_voice();
    assert!(!is_connected(&sim));
    for _ in 0..2 {
        sim.advance(secs(10)).cuts_signalling(0).advance(secs(20));
        assert!(!is_connected(&sim), "nobody asked for a connection");
    }
    sim.agent(0).connects_voice();
    assert!(is_connected(&sim));
    sim.expect_agreement();
}

#[test]
fn f2_an_attendance_that_a_list_adds_is_opened_and_closes_the_call_request_as_after_an_event() {
    let mut sim = at_work();
    let call = sim.calls(CUSTOMER, numbers::SALES);
    sim.settle().hold_frames();
    sim.agent(0).on_voice(VoiceIntent::AcceptCall);
    sim.agent(0).drop_link();
    sim.advance(secs(8));
    let protocol = sim.agent(0).call_shown().expect("the list brings the attendance");
    assert_eq!(sim.agent(0).route(), format!("/attendance/{protocol}"));
    sim.release_frames().advance(secs(1));
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::InCall));
    sim.customer_hangs_up(call).advance(secs(15));
    let texts: Vec<String> = sim.agent(0).snackbars().into_iter().map(|note| note.body.key).collect();
    assert!(!texts.contains(&"callEnded".to_owned()), "the call had an attendance: {texts:?}");
    sim.calls(ANOTHER, numbers::SALES);
    sim.settle();
    assert_eq!(sim.agent(0).incoming_call().map(|call| call.phone), Some(ANOTHER.to_owned()));
}

#[test]
fn voice_is_not_shown_as_available_while_the_agent_hears_a_customer_whose_attendance_has_not_arrived() {
    let mut sim = at_work();
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle().watches_calls().hold_frames();
    sim.agent(0).on_voice(VoiceIntent::AcceptCall);
    sim.advance(secs(3));
    assert_ne!(sim.agent(0).voice_channel_status(), Some(ChannelStatusView::Available));
    sim.release_frames().advance(secs(1));
    sim.expect_agreement();
}

#[test]
fn f3a_a_late_hang_up_of_an_earlier_call_does_not_end_the_redialled_one() {
    let (mut sim, protocol) = talking_after_a_dial();
    sim.hold_frames();
    finishes(&mut sim, &protocol);
    sim.advance(secs(1));
    sim.agent(0).intent(Intent::Voice(VoiceIntent::Redial { protocol: protocol.clone() }));
    sim.advance(secs(4));
    assert_eq!(calls_in(&sim, CallPhase::Talking), 1);
    sim.release_frames().advance(secs(2));
    let bar = sim.agent(0).call_bar().expect("the call bar");
    assert_eq!((bar.status, bar.audible, bar.protocol), (CallStatus::InCall, true, protocol.to_string()));
    assert_eq!(sim.agent(0).voice_channel_status(), Some(ChannelStatusView::InAttendance));
    sim.agent(0).on_voice(VoiceIntent::HangUp);
    assert_eq!(calls_in(&sim, CallPhase::Talking), 0);
    sim.advance(secs(15)).expect_agreement();
}

#[test]
fn f3b_a_redial_whose_answer_is_lost_shows_its_call() {
    let (mut sim, protocol) = talking_after_a_dial();
    finishes(&mut sim, &protocol);
    sim.advance(secs(2)).fail_next("voice/redial", FailKind::LostReply);
    sim.agent(0).intent(Intent::Voice(VoiceIntent::Redial { protocol: protocol.clone() }));
    sim.advance(secs(6));
    let is_over = sim.store().call(&protocol).expect("store").is_none_or(|call| call.is_over());
    let bar = sim.agent(0).call_bar();
    assert_eq!((is_over, sim.agent(0).incoming_call()), (false, None), "the agent's own call does not ring");
    assert_eq!(bar.map(|bar| (bar.status, bar.audible)), Some((CallStatus::InCall, true)));
    sim.agent(0).on_voice(VoiceIntent::HangUp);
    assert_eq!(calls_in(&sim, CallPhase::Talking), 0);
    sim.advance(secs(15)).expect_agreement();
}

#[test]
fn f3c_a_redial_answered_after_the_end_of_its_call_begins_no_call() {
    let mut sim = at_work();
    sim.agent(0).dials(numbers::BUSY);
    sim.advance(secs(12));
    let protocol = sim.agent(0).call_shown().expect("an attendance");
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::Ended));
    sim.fail_next("voice/redial", FailKind::Late(8_000));
    sim.agent(0).intent(Intent::Voice(VoiceIntent::Redial { protocol }));
    sim.advance(secs(20));
    assert!(matches!(sim.agent(0).call_status(), None | Some(CallStatus::Ended)), "{:?}", sim.agent(0).call_status());
    assert_eq!(sim.agent(0).voice_channel_status(), Some(ChannelStatusView::Available));
    sim.expect_agreement();
}

#[rstest]
#[case::a_hang_up(false)]
#[case::a_finish(true)]
fn f4_a_call_can_be_hung_up_while_the_hang_up_of_another_call_is_pending(#[case] finished: bool) {
    let (mut sim, _, _) = talking();
    sim.fail_next(HANG_UP, FailKind::Late(60_000));
    hangs_up(&mut sim);
    sim.advance(secs(2));
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::Ended));
    let (_, protocol) = takes_a_call(&mut sim, ANOTHER);
    match finished {
        true => finishes(&mut sim, &protocol),
        false => hangs_up(&mut sim),
    }
    sim.advance(secs(1));
    assert_eq!(calls_in(&sim, CallPhase::Talking), 0, "the second call goes on");
    sim.advance(secs(30)).expect_agreement();
}

#[test]
fn f5_finishing_an_attendance_does_not_hide_a_call_whose_hang_up_failed() {
    let (mut sim, _, protocol) = talking();
    // Neither the request nor the telephone ends the call.
    sim.watches_calls().fail_next(HANG_UP, FailKind::Status(503)).loses_signalling(r#""request":"hangup""#);
    finishes(&mut sim, &protocol);
    // The rules of calls are checked meanwhile.
    sim.advance(secs(3));
    expect_no_hidden_call(&mut sim);
    sim.advance(secs(30)).expect_agreement();
}

#[test]
fn f6_a_call_does_not_inherit_mute_from_an_earlier_call() {
    let (mut sim, call, _) = talking();
    sim.agent(0).on_voice(VoiceIntent::Mute { muted: true });
    sim.agent(0).closes_page();
    sim.advance(secs(30));
    sim.customer_hangs_up(call).advance(minutes(5));
    sim.agent(0).opens_page_at("/attendance");
    sim.advance(secs(5));
    sim.agent(0).connects_voice();
    takes_a_call(&mut sim, ANOTHER);
    assert_eq!(sim.agent(0).call_bar().map(|bar| bar.muted), Some(false));
    sim.agent(0).reload();
    sim.advance(secs(3));
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::InCall));
    assert_eq!(sim.agent(0).call_bar().map(|bar| bar.muted), Some(false), "nobody muted this call");
    sim.expect_agreement();
}

#[rstest]
#[case::a_gap_shorter_than_a_session(secs(40))]
#[case::a_gap_of_ten_minutes(minutes(10))]
fn f7_after_a_gap_voice_is_not_available_before_the_gateway_answers(#[case] gap: std::time::Duration) {
    let mut sim = at_work();
    sim.watches_calls().agent(0).falls_asleep();
    sim.advance(gap);
    sim.agent(0).wakes_up();
    let status = sim.agent(0).voice_channel_status();
    assert_ne!(status, Some(ChannelStatusView::Available), "nobody has asked the gateway");
    // The rules of calls are checked until the gateway answers.
    sim.advance(minutes(1)).expect_agreement();
}

#[test]
fn f8_a_call_that_the_page_makes_is_dialled_or_ended_after_a_lost_answer() {
    let mut sim = at_work_with_nodes_outside();
    sim.fail_next("active-job", FailKind::LostReply);
    sim.agent(0).dials(numbers::ANSWERS);
    sim.advance(secs(30));
    assert_eq!(calls_in(&sim, CallPhase::Dialling), 0, "nobody dials");
    assert_ne!(sim.agent(0).call_status(), Some(CallStatus::Dialling));
    sim.expect_agreement();
}

#[test]
fn f9_after_a_lost_event_a_reconcile_shows_that_a_call_was_answered() {
    let mut sim = at_work();
    sim.loses_frame("ManualCallStatusEvent");
    sim.agent(0).dials(numbers::ANSWERS);
    sim.advance(secs(3));
    assert_eq!(calls_in(&sim, CallPhase::Talking), 1);
    sim.agent(0).drop_link();
    sim.advance(secs(10));
    let bar = sim.agent(0).call_bar().expect("the call bar");
    assert_eq!((bar.status, bar.audible), (CallStatus::InCall, true));
    sim.agent(0).on_voice(VoiceIntent::Hold { held: true });
    assert_eq!(sim.agent(0).call_status(), Some(CallStatus::OnHold));
    sim.expect_agreement();
}

/// After every kind of end of a call, a page that shows no call has no part of it left.
#[rstest]
#[case::ended_by_the_customer(0)]
#[case::ended_by_the_agent(1)]
#[case::ended_by_finishing_the_attendance(2)]
fn an_ended_call_has_ended_for_agent_and_customer(#[case] end: u32) {
    let (mut sim, call, protocol) = talking();
    sim.watches_calls();
    match end {
        0 => {
            sim.customer_hangs_up(call);
        }
        1 => hangs_up(&mut sim),
        _ => finishes(&mut sim, &protocol),
    }
    sim.advance(secs(1));
    expect_no_hidden_call(&mut sim);
    sim.advance(secs(20)).expect_agreement();
}
