//! Calls that the page dials itself, because no telephone system calls the agent's telephone.

use super::agent::Agent;
use crate::jobs::JobOrigin;
use crate::voice::timer::VoiceTimer;
use crate::voice::{CallState, DialTarget};
use crate::wire::{HangupEvent, Job, ManualCallStatusEvent, from_tolerant};
use rstest::rstest;
use serde_json::{Value, json};

const DIAL: &str = "POST job/voice/active-job";
const REPORT: &str = "POST voice/call-report";
const NOTHING: [&str; 0] = [];

/// An agent registered at an external voice node.
fn at_node() -> Agent {
    let mut agent = Agent::new();
    set_up(&mut agent);
    agent.makes_session().is_registered().news();
    agent.sent.clear();
    agent
}

fn set_up(agent: &mut Agent) {
    agent.logged();
    let settings =
        json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": "N", "pageDials": "Y" });
    agent.answer("GET webrtc", 200, settings);
    agent.answer("GET voice/get-nodes/101", 200, json!({ "data": [{ "host": "voice.example" }] }));
    agent.opens();
}

fn asks_to_dial(agent: &mut Agent) {
    let target = DialTarget { phone: "5511".to_owned(), ..DialTarget::default() };
    agent.run(|voice, context| voice.dial(context, target, true));
}

fn is_accepted(agent: &mut Agent) {
    agent.answer(DIAL, 200, json!({ "success": true, "protocol": "V1", "phone": "5511", "uniqueId": "u1" }));
    agent.job_arrives(json!({ "callType": "MANUAL" }));
}

/// The browser makes its media offer, and the node calls the number.
fn is_sent(agent: &mut Agent) {
    let call = janus::CallNumber(agent.call_number());
    let offer = janus::frame::Jsep { kind: janus::frame::JsepKind::Offer, sdp: "an offer".to_owned() };
    agent.signalling_input(janus::Input::Peer(call, janus::PeerInput::Described(offer)));
    agent.acknowledges();
    agent.sip(json!({ "event": "calling" }), None);
}

fn dialling() -> Agent {
    let mut agent = at_node();
    asks_to_dial(&mut agent);
    is_accepted(&mut agent);
    is_sent(&mut agent);
    agent
}

fn report(state: &str, sip_cause: u16) -> Value {
    json!({
        "agentId": "101", "channel": "voice", "protocol": "V1", "uniqueId": "u1", "state": state, "sipCause": sip_cause,
    })
}

fn confirm(agent: &mut Agent) {
    agent.answer(REPORT, 200, json!({ "success": true }));
}

#[test]
fn the_page_calls_the_number_of_the_answer_once() {
    let mut agent = at_node();
    asks_to_dial(&mut agent);
    assert_eq!(agent.sip_requests(), NOTHING, "not before the server accepted");
    is_accepted(&mut agent);
    is_sent(&mut agent);
    assert_eq!(agent.sip_requests(), ["call"]);
    assert_eq!(agent.sent[0]["body"]["uri"], "sip:5511@proxy");
    assert!(!agent.asked().contains(&REPORT.to_owned()));
}

#[test]
fn a_customer_who_calls_while_the_request_to_dial_waits_is_not_answered_without_the_agent() {
    let mut agent = at_node();
    asks_to_dial(&mut agent);
    agent.leg_arrives();
    assert_eq!(agent.sip_requests(), NOTHING);
    is_accepted(&mut agent);
    assert_eq!(agent.body(REPORT), report("failed", 0), "the telephone is in use");
    assert_eq!(agent.sip_requests(), NOTHING);
}

#[rstest]
#[case::voi_048(404, "endedByCustomer", 404)]
#[case::voi_049(408, "endedByCustomer", 408)]
#[case::voi_050(486, "endedByCustomer", 486)]
#[case::voi_057(603, "endedByCustomer", 603)]
#[case::another_refusal(500, "failed", 500)]
fn the_end_of_a_call_that_is_not_answered_is_reported_with_its_sip_code(
    #[case] code: u16,
    #[case] state: &str,
    #[case] reported: u16,
) {
    let mut agent = dialling();
    agent.sip(json!({ "event": "hangup", "code": code, "reason": "Refused" }), None);
    assert_eq!(agent.body(REPORT), report(state, reported));
    let state = agent.voice.call_state(&"V1".into());
    assert_eq!(state, Some(CallState::Dialling), "the events of the server end the call");
}

#[test]
fn answer_and_end_of_a_call_are_reported_one_after_the_other() {
    let mut agent = dialling();
    agent.sip_answer();
    assert_eq!(agent.body(REPORT), report("answered", 0));
    agent.leg_ends();
    assert_eq!(agent.asked().iter().filter(|name| *name == REPORT).count(), 1, "the first one has no answer yet");
    confirm(&mut agent);
    assert_eq!(agent.body(REPORT), report("endedByCustomer", 0));
    confirm(&mut agent);
    assert!(!agent.asked().contains(&REPORT.to_owned()));
}

#[test]
fn a_report_of_a_call_without_an_answer_is_repeated_after_5_s_and_a_refused_one_is_not() {
    let mut agent = dialling();
    agent.sip(json!({ "event": "hangup", "code": 404, "reason": "Not Found" }), None);
    agent.fails(REPORT);
    agent.advance(4_999);
    assert!(!agent.asked().contains(&REPORT.to_owned()));
    agent.advance(1);
    assert_eq!(agent.body(REPORT), report("endedByCustomer", 404));
    agent.answer(REPORT, 409, json!({ "cause": "notByPage" }));
    agent.advance(60_000);
    assert!(!agent.asked().contains(&REPORT.to_owned()));
    assert!(!agent.has_timer(VoiceTimer::OwnCallReport));
}

#[test]
fn the_call_of_an_attendance_that_the_server_ended_is_hung_up() {
    let mut agent = dialling();
    agent.sip_answer();
    confirm(&mut agent);
    let event = HangupEvent { protocol: "V1".into(), request_source: "AGENT".to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
    assert_eq!(agent.sip_requests(), ["call", "hangup"]);
    agent.leg_ends();
    assert!(!agent.asked().contains(&REPORT.to_owned()));
}

#[test]
fn a_call_that_has_ended_on_the_page_and_not_on_the_server_is_reported_as_ended_once() {
    let mut agent = dialling();
    agent.sip_answer();
    confirm(&mut agent);
    let event = HangupEvent { protocol: "V1".into(), request_source: "AGENT".to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
    agent.leg_ends();
    assert!(!agent.asked().contains(&REPORT.to_owned()));
    let job =
        json!({ "protocol": "V1", "channel": "voice", "callType": "MANUAL", "uniqueId": "u1", "callPhase": "talking" });
    let job: Job = from_tolerant(&job.to_string()).expect("an attendance");
    for _ in 0..2 {
        agent.run(|voice, context| voice.on_job(context, &job));
    }
    assert_eq!(agent.body(REPORT), report("endedByAgent", 0));
    assert_eq!(agent.asked().iter().filter(|name| *name == REPORT).count(), 1);
}

#[test]
fn a_redialled_number_is_called_with_the_new_identifier_of_the_call() {
    let mut agent = dialling();
    agent.sip(json!({ "event": "hangup", "code": 486, "reason": "Busy" }), None);
    confirm(&mut agent);
    let busy =
        ManualCallStatusEvent { protocol: "V1".into(), status: "BUSY".to_owned(), ..ManualCallStatusEvent::default() };
    agent.run(|voice, context| voice.on_status(context, &busy));
    agent.sent.clear();
    agent.run(|voice, context| voice.redial(context, &"V1".into()));
    agent.answer("POST voice/redial", 200, json!({ "success": true, "phone": "5511", "uniqueId": "u2" }));
    let call = janus::CallNumber(agent.call_number());
    agent.signalling_input(janus::Input::Peer(call, janus::PeerInput::Failed(janus::Fault::NoAudioDevice)));
    assert_eq!(agent.body(REPORT)["state"], "failed", "the microphone is gone");
    assert_eq!(agent.body(REPORT)["uniqueId"], "u2");
}

#[test]
fn the_number_is_called_when_the_echo_test_has_ended() {
    let mut agent = at_node();
    agent.run(|voice, context| voice.begin_echo_test(context));
    is_sent(&mut agent);
    agent.sip_answer();
    asks_to_dial(&mut agent);
    agent.sent.clear();
    is_accepted(&mut agent);
    assert_eq!(agent.sip_requests(), NOTHING);
    agent.leg_ends();
    is_sent(&mut agent);
    assert_eq!(agent.sip_requests(), ["call"]);
    assert!(!agent.asked().contains(&REPORT.to_owned()));
}

fn listed(agent: &mut Agent) {
    let job = json!({ "protocol": "V1", "channel": "voice", "callType": "MANUAL", "uniqueId": "u1" });
    let job: Job = from_tolerant(&job.to_string()).expect("an attendance");
    agent.run(|voice, context| voice.on_added(context, &job, JobOrigin::Start));
}

#[test]
fn after_a_reload_a_call_that_the_node_still_has_continues() {
    let mut agent = dialling();
    agent.sip_answer();
    confirm(&mut agent);
    agent.reloads();
    listed(&mut agent);
    set_up(&mut agent);
    agent.success(json!({}));
    assert!(!agent.asked().contains(&REPORT.to_owned()));
    agent.leg_ends();
    assert_eq!(agent.body(REPORT), report("endedByCustomer", 0));
}

#[rstest]
#[case::the_list_arrives_before_the_session_is_claimed(true)]
#[case::the_list_arrives_after_the_session_is_claimed(false)]
fn after_a_reload_a_call_that_was_not_established_is_reported_as_failed(#[case] listed_first: bool) {
    let mut agent = dialling();
    agent.reloads();
    if listed_first {
        listed(&mut agent);
    }
    set_up(&mut agent);
    agent.success(json!({}));
    if !listed_first {
        listed(&mut agent);
    }
    assert_eq!(agent.body(REPORT), report("failed", 0));
}
