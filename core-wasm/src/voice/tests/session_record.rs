//! A page that is reloaded during a call on the telephone that has no attendance.

use super::agent::Agent;
use crate::flow::{Melody, Tone};
use crate::jobs::{JobOrigin, Jobs};
use crate::voice::{CallBarView, CallStatus, EchoTest, Exit};
use crate::wire::{HangupEvent, Job, from_tolerant};
use janus::CallNumber;
use janus::frame::{Jsep, JsepKind};
use rstest::rstest;
use serde_json::json;

const TONE: Tone = Tone { melody: Melody::Bright, volume: 50 };

fn bar(agent: &Agent) -> Option<CallBarView> {
    agent.voice.call_bar(&Jobs::default())
}

/// The page is reloaded, and the node still has the session and its leg.
fn reloaded(agent: &mut Agent) {
    agent.reloads().logged().answers_setup("N").opens();
    agent.success(json!({}));
}

/// A call that the agent has accepted and whose attendance has not arrived.
fn accepted() -> Agent {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context)).leg_is_answered();
    agent
}

#[test]
fn an_echo_test_ends_when_its_page_is_reloaded() {
    let mut agent = Agent::registered();
    agent.run(|voice, context| voice.begin_echo_test(context));
    let offer = Jsep { kind: JsepKind::Offer, sdp: "an offer".to_owned() };
    let call = CallNumber(agent.call_number());
    agent.signalling_input(janus::Input::Peer(call, janus::PeerInput::Described(offer)));
    agent.acknowledges().sip(json!({ "event": "calling" }), None).sip_answer();
    assert_eq!(agent.voice.echo_test(), EchoTest::Connected);
    reloaded(&mut agent);
    assert_eq!(agent.sip_requests(), ["hangup"], "of the page that was loaded");
    agent.leg_ends().advance(2_000);
    assert_eq!((bar(&agent), agent.voice.echo_test()), (None, EchoTest::Possible));
}

#[test]
fn a_call_whose_attendance_has_not_arrived_is_shown_with_its_number_and_stays_muted() {
    let mut agent = accepted();
    agent.run(|voice, context| voice.mute(context, true));
    reloaded(&mut agent);
    let shown = bar(&agent).expect("a bar");
    assert_eq!((shown.phone.as_str(), shown.status, shown.muted), ("5511", CallStatus::InCall, true));
    agent.job_arrives(json!({}));
    let job = agent.voice.job_record(&"V1".into()).expect("a record");
    assert!(job.leg && job.muted, "the attendance's call has the leg: {job:?}");
}

#[test]
fn the_stored_state_of_a_leg_applies_until_the_node_reports_a_leg() {
    let mut agent = accepted();
    agent.reloads();
    reloaded(&mut agent);
    assert_eq!(bar(&agent).map(|bar| bar.phone), Some("5511".to_owned()), "the page was loaded twice");
}

#[test]
fn after_a_reload_a_leg_of_another_call_is_not_matched_with_the_stored_leg() {
    let mut agent = accepted();
    agent.reloads().logged().answers_setup("N").opens();
    // The session did not exist any more: another call rings at the new session.
    agent.error(458).makes_session().is_registered();
    agent.is_called(json!({ "uniqueId": "u2", "phoneNumber": "5522" })).leg_of("u2");
    agent.run(|voice, context| voice.accept(context)).leg_is_answered();
    assert_eq!(bar(&agent).map(|bar| bar.phone), Some("5522".to_owned()));
}

/// The page is reloaded with the record of its attendance's call, which the server still has.
fn loaded_again(agent: &mut Agent) {
    let record = agent.voice.job_record(&"V1".into()).expect("a record");
    agent.reloads();
    agent.run(|voice, _| {
        voice.restore_job(&"V1".into(), record);
        Vec::new()
    });
    is_listed(agent, "V1", "u1", "talking");
}

/// The server's list contains an attendance.
fn is_listed(agent: &mut Agent, protocol: &str, unique_id: &str, phase: &str) {
    let kind = if phase == "dialling" { "MANUAL" } else { "QUEUE" };
    let job = json!({
        "protocol": protocol, "channel": "voice", "callType": kind, "uniqueId": unique_id, "callPhase": phase,
        "disabled": phase == "ended",
    });
    let job: Job = from_tolerant(&job.to_string()).expect("an attendance");
    agent.run(|voice, context| voice.on_added(context, &job, JobOrigin::Start));
}

#[rstest]
#[case::the_list_arrives_before_the_signalling_is_connected(true)]
#[case::the_list_arrives_after_the_leg(false)]
fn the_leg_after_a_reload_does_not_carry_an_ended_call_whose_end_was_not_stored(#[case] list_first: bool) {
    let mut agent = accepted();
    agent.job_arrives(json!({}));
    let record = agent.voice.job_record(&"V1".into()).expect("a record");
    assert!(record.leg);
    // A full disk prevented the storage of this call's end and of the next call.
    agent.reloads();
    agent.run(|voice, _| {
        voice.restore_job(&"V1".into(), record);
        Vec::new()
    });
    let lists = |agent: &mut Agent| {
        is_listed(agent, "V1", "u1", "ended");
        is_listed(agent, "V2", "u2", "talking");
    };
    if list_first {
        lists(&mut agent);
    }
    agent.logged().answers_setup("N").opens();
    agent.success(json!({}));
    if !list_first {
        lists(&mut agent);
    }
    agent.advance(2_000);
    let call_of = |protocol: &str| agent.voice.call_of(&protocol.into()).expect("a call");
    assert_eq!((call_of("V1").leg.is_some(), call_of("V1").is_live()), (false, false));
    assert_eq!((call_of("V2").leg.is_some(), call_of("V2").is_live()), (true, true));
}

#[test]
fn a_call_that_another_tab_dialled_after_it_had_stored_its_session_is_shown_with_its_leg_once_it_is_answered() {
    let mut agent = Agent::registered();
    agent.reloads();
    is_listed(&mut agent, "V1", "u1", "dialling");
    agent.logged().answers_setup("N").opens();
    agent.success(json!({}));
    assert_eq!(bar(&agent).map(|bar| bar.status), Some(CallStatus::Dialling));
    agent.sip(json!({ "event": "accepted" }), None);
    let call = agent.voice.call_of(&"V1".into()).expect("a call");
    assert_eq!(call.leg.map(|leg| leg.number), Some(agent.call_number()));
    assert!(matches!(agent.news()[..], [.., Exit::StrayLeg("no call")]), "reported");
}

#[test]
fn a_hang_up_that_did_not_reach_the_server_is_sent_again_after_a_reload() {
    let mut agent = accepted();
    agent.job_arrives(json!({}));
    agent.run(|voice, context| voice.finish(context, &"V1".into(), TONE));
    loaded_again(&mut agent);
    assert_eq!(agent.body("POST voice/hang-up")["uniqueId"], "u1");
    assert!(agent.voice.job_record(&"V1".into()).is_some_and(|record| record.state.is_end() && record.hang_up));
}

#[test]
fn a_call_that_only_the_page_regarded_as_ended_continues_after_a_reload() {
    let mut agent = accepted();
    agent.job_arrives(json!({}));
    let event = HangupEvent { protocol: "V1".into(), unique_id: "u1".to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
    assert!(agent.voice.job_record(&"V1".into()).is_some_and(|record| record.state.is_end() && !record.hang_up));
    loaded_again(&mut agent);
    assert!(agent.voice.job_record(&"V1".into()).is_some_and(|record| !record.state.is_end()));
    assert!(!agent.asked().contains(&"POST voice/hang-up".to_owned()));
}
