//! Events of one telephone call change only that call, whatever happens to another call (faults F1 to F9 of a review).

use super::agent::Agent;
use crate::flow::{Melody, Text, Tone};
use crate::jobs::{EventNumber, JobOrigin};
use crate::shell::SnackbarKind;
use crate::voice::{CallState, CallStatus, DialTarget, Exit};
use crate::wire::{AckCallRequestEvent, CallType, HangupEvent, Job, ManualCallStatusEvent, Protocol, from_tolerant};
use rstest::rstest;
use serde_json::{Value, json};

const TONE: Tone = Tone { melody: Melody::Bright, volume: 50 };
const REDIAL: &str = "POST voice/redial";
const DIAL: &str = "POST job/voice/active-job";
const HANG_UP: &str = "POST voice/hang-up";

fn protocol() -> Protocol {
    "V1".into()
}

fn state(agent: &Agent) -> Option<CallState> {
    agent.voice.call_state(&protocol())
}

fn ended(agent: &mut Agent, call: &str) {
    let event = HangupEvent { protocol: protocol(), unique_id: call.to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
}

fn status(agent: &mut Agent, call: &str, word: &str) {
    let (unique_id, status) = (call.to_owned(), word.to_owned());
    let event = ManualCallStatusEvent { protocol: protocol(), unique_id, status, ..Default::default() };
    agent.run(|voice, context| voice.on_status(context, &event));
}

/// A dialled attendance whose first call the agent has hung up.
fn after_first_call() -> Agent {
    after_first_call_of("MANUAL")
}

fn after_first_call_of(call_type: &str) -> Agent {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "callType": call_type, "phone": "5511" }));
    status(&mut agent, "u1", "ANSWER");
    agent.run(|voice, context| voice.finish(context, &protocol(), TONE));
    agent.answer(HANG_UP, 200, json!({ "success": true }));
    agent.news();
    agent
}

fn second_job(agent: &mut Agent) {
    second_job_of(agent, "MANUAL");
}

/// The attendance of the second call, which began long before that call.
fn second_job_of(agent: &mut Agent, call_type: &str) {
    agent.job_arrives(json!({ "callType": call_type, "phone": "5511", "uniqueId": "u2", "callPhase": "dialling",
        "time": "2026-11-19T08:00:00.000Z" }));
}

#[test]
fn f3a_a_late_end_of_the_first_call_does_not_end_the_redialled_one() {
    let mut agent = after_first_call();
    agent.run(|voice, context| voice.redial(context, &protocol()));
    agent.answer(REDIAL, 200, json!({ "success": true, "uniqueId": "u2" }));
    agent.news();
    ended(&mut agent, "u1");
    assert_eq!(agent.news(), [Exit::ClearTransfer], "no end of the attendance");
    second_job(&mut agent);
    status(&mut agent, "u2", "ANSWER");
    assert_eq!(state(&agent), Some(CallState::InProgress));
    ended(&mut agent, "u2");
    assert_eq!(state(&agent), Some(CallState::Cancel));
    assert!(agent.news().iter().any(|exit| matches!(exit, Exit::EndJob(..))));
}

/// The answer, the attendance and the leg of the second call, in every order in which they can arrive.
#[rstest]
#[case::answer_first(&["answer", "job", "leg", "status"])]
#[case::job_first(&["job", "answer", "leg", "status"])]
#[case::leg_first(&["leg", "answer", "job", "status"])]
#[case::leg_and_job_first(&["leg", "job", "answer", "status"])]
#[case::answer_last(&["leg", "job", "status", "answer"])]
#[case::answer_lost(&["lost", "leg", "job", "status"])]
#[case::answer_lost_and_job_first(&["lost", "job", "leg", "status"])]
fn f3b_a_redialled_call_has_the_same_state_in_any_order_of_answer_attendance_and_leg(
    #[case] order: &[&str],
    #[values("MANUAL", "QUEUE")] call_type: &str,
) {
    let mut agent = after_first_call_of(call_type);
    ended(&mut agent, "u1");
    agent.run(|voice, context| voice.redial(context, &protocol()));
    agent.sent.clear();
    for message in order {
        match *message {
            "answer" => agent.answer(REDIAL, 200, json!({ "success": true, "uniqueId": "u2" })),
            "lost" => agent.fails(REDIAL),
            "leg" => agent.leg_of("u2"),
            "job" => {
                second_job_of(&mut agent, call_type);
                assert_eq!(state(&agent), Some(CallState::Dialling), "the customer has not answered");
                &mut agent
            }
            _ => {
                status(&mut agent, "u2", "ANSWER");
                &mut agent
            }
        };
        assert_eq!(agent.voice.incoming_call(&[]), None, "no dialog of a colleague after {message}");
    }
    agent.leg_is_answered();
    assert_eq!(agent.sip_requests(), ["accept"], "the agent's own leg");
    assert_eq!(state(&agent), Some(CallState::InProgress));
    let since = agent.voice.call_of(&protocol()).and_then(|call| call.since);
    assert_eq!(since, Some(super::agent::START), "the timer is this call's");
    agent.run(|voice, context| voice.hold(context, true));
    assert_eq!(agent.sip_requests(), ["accept", "hold"]);
}

#[test]
fn f3c_a_redial_answered_after_the_end_of_its_call_begins_no_call() {
    let mut agent = after_first_call();
    ended(&mut agent, "u1");
    agent.run(|voice, context| voice.redial(context, &protocol()));
    second_job(&mut agent);
    status(&mut agent, "u2", "BUSY");
    ended(&mut agent, "u2");
    agent.news();
    agent.answer(REDIAL, 200, json!({ "success": true, "uniqueId": "u2" }));
    assert_eq!((agent.news(), state(&agent)), (vec![], Some(CallState::Busy)));
}

/// A second queue call, while the hang-up of the first call has no answer.
fn in_second_call() -> Agent {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({}));
    agent.run(|voice, context| voice.hang_up(context, &protocol(), TONE));
    agent.leg_ends();
    ended(&mut agent, "u1");
    agent.is_called(json!({ "uniqueId": "u2" })).leg_of("u2").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({ "protocol": "V2", "uniqueId": "u2" }));
    agent.sent.clear();
    agent.news();
    agent
}

#[test]
fn f4_a_hang_up_is_sent_while_the_request_of_another_hang_up_is_pending() {
    for finishes in [false, true] {
        let mut agent = in_second_call();
        agent.run(|voice, context| match finishes {
            true => voice.finish(context, &"V2".into(), TONE),
            false => voice.hang_up(context, &"V2".into(), TONE),
        });
        assert_eq!(agent.sip_requests(), ["hangup"]);
        assert_eq!(agent.asked().iter().filter(|name| *name == HANG_UP).count(), 2);
    }
}

#[rstest]
#[case::agent_channel(true)]
#[case::desk_telephone(false)]
fn f5_a_finished_attendance_is_open_again_if_its_call_goes_on(#[case] agent_channel: bool) {
    for failure in [Some(503), Some(409), None] {
        let mut agent =
            if agent_channel { Agent::in_agent_channel() } else { Agent::with(json!({ "useWebRTC": "N" })) };
        agent.job_arrives(json!({}));
        agent.run(|voice, context| voice.finish(context, &protocol(), TONE));
        agent.news();
        match failure {
            Some(status) => agent.answer(HANG_UP, status, json!({})),
            None => agent.fails(HANG_UP),
        };
        let said = Exit::Snackbar(SnackbarKind::Error, Text::key("hangUpNotSent"));
        assert_eq!(agent.news(), [Exit::EnableJob(protocol()), said], "{failure:?}");
        assert_eq!(state(&agent), Some(CallState::IsService));
        agent.run(|voice, context| voice.hang_up(context, &protocol(), TONE));
        assert!(agent.asked().contains(&HANG_UP.to_owned()), "it can be hung up");
    }
}

#[test]
fn f5_a_hang_up_of_the_page_that_got_no_answer_is_repeated_until_the_call_has_ended() {
    let mut agent = in_second_call();
    agent.answer(HANG_UP, 200, json!({ "success": true }));
    agent.run(|voice, context| voice.finish(context, &"V2".into(), TONE));
    for after_ms in [500, 1_000, 2_000, 4_000, 4_000] {
        agent.fails(HANG_UP).advance(after_ms - 1);
        assert!(!agent.asked().contains(&HANG_UP.to_owned()), "not before {after_ms} ms");
        agent.advance(1);
        assert_eq!(agent.body(HANG_UP)["uniqueId"], "u2");
    }
    agent.fails(HANG_UP);
    let event = HangupEvent { protocol: "V2".into(), unique_id: "u2".to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event)).advance(10_000);
    assert!(!agent.asked().contains(&HANG_UP.to_owned()));
}

/// A call in this page, muted or not; then the page is reloaded with its stored records.
fn reloaded(muted: bool, listed: &str) -> Agent {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({}));
    agent.run(|voice, context| voice.mute(context, muted));
    let record = agent.voice.job_record(&protocol()).expect("a record");
    agent.reloads();
    agent.run(|voice, _| {
        voice.restore_job(&protocol(), record);
        Vec::new()
    });
    let job = json!({ "protocol": "V1", "channel": "voice", "callType": "QUEUE", "uniqueId": listed });
    let job: Job = from_tolerant(&job.to_string()).expect("an attendance");
    agent.run(|voice, context| voice.on_added(context, &job, JobOrigin::Start));
    agent
}

#[test]
fn f6_after_a_reload_the_microphone_is_muted_in_the_call_that_was_muted_only() {
    // The session did not exist any more: no leg is resumed, and a later call begins unmuted.
    let mut agent = reloaded(true, "u1");
    agent.logged().answers_setup("N").opens();
    agent.error(458).makes_session().is_registered();
    ended(&mut agent, "u1");
    agent.is_called(json!({ "uniqueId": "u2" })).leg_of("u2").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({ "protocol": "V2", "uniqueId": "u2" }));
    assert!(!agent.voice.job_record(&"V2".into()).expect("a record").muted);

    // A record of another call does not apply to this one.
    let mut agent = reloaded(true, "u7");
    agent.logged().answers_setup("N").opens();
    agent.success(json!({}));
    assert!(!agent.voice.audio().muted);

    let mut agent = reloaded(true, "u1");
    agent.logged().answers_setup("N").opens();
    agent.success(json!({}));
    assert!(agent.voice.audio().muted, "the call goes on as it was");
    let leg = agent.voice.call_of(&protocol()).and_then(|call| call.leg);
    assert!(leg.is_some_and(|leg| leg.confirmed));
}

#[test]
fn f8_with_nodes_outside_a_call_whose_answer_was_lost_is_dialled_when_its_attendance_arrives() {
    let mut agent = Agent::new();
    agent.logged();
    let settings =
        json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": "N", "pageDials": "Y" });
    agent.answer("GET webrtc", 200, settings);
    agent.answer("GET voice/get-nodes/101", 200, json!({ "data": [{ "host": "voice.example" }] }));
    agent.opens().makes_session().is_registered();
    let target = DialTarget { phone: "5511".to_owned(), ..DialTarget::default() };
    agent.run(|voice, context| voice.dial(context, target, true)).fails(DIAL);
    agent.sent.clear();
    agent.job_arrives(json!({ "callType": "MANUAL", "phone": "5511" }));
    let call = janus::CallNumber(agent.call_number());
    let offer = janus::frame::Jsep { kind: janus::frame::JsepKind::Offer, sdp: "an offer".to_owned() };
    agent.signalling_input(janus::Input::Peer(call, janus::PeerInput::Described(offer)));
    assert_eq!(agent.sip_requests(), ["call"]);
}

#[rstest]
#[case::answered_call("talking", CallState::InProgress)]
#[case::call_still_dialling("dialling", CallState::Dialling)]
#[case::ended_call("ended", CallState::HungUp)]
#[case::an_older_server("", CallState::Dialling)]
fn f9_the_list_of_attendances_gives_the_progress_of_a_call_whose_events_were_lost(
    #[case] phase: &str,
    #[case] expected: CallState,
) {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "callType": "MANUAL", "phone": "5511" }));
    let listed =
        json!({ "protocol": "V1", "channel": "voice", "callType": "MANUAL", "uniqueId": "u1", "callPhase": phase });
    let listed: Job = from_tolerant(&listed.to_string()).expect("an attendance");
    agent.run(|voice, context| voice.on_job(context, &listed));
    assert_eq!(state(&agent), Some(expected));
}

#[rstest]
#[case::by_identifier(Some("u1"), "5511", Some(true))]
#[case::by_number(None, "+55 11", Some(false))]
#[case::another_number(None, "5522", None)]
fn a_leg_belongs_to_the_call_of_its_identifier_or_without_one_to_the_call_of_its_number(
    #[case] named: Option<&str>,
    #[case] phone: &str,
    #[case] confirmed: Option<bool>,
) {
    let mut agent = Agent::registered();
    agent.is_called(json!({ "phoneNumber": phone }));
    match named {
        Some(id) => agent.leg_of(id),
        None => agent.leg_arrives(),
    };
    let leg = agent.voice.call_table().get("u1").and_then(|call| call.leg);
    assert_eq!(leg.map(|leg| leg.confirmed), confirmed);
}

#[test]
fn a_leg_without_an_identifier_is_matched_by_number_within_30_s_only() {
    for (ms, expected) in [(29_000, true), (31_000, false)] {
        let mut agent = Agent::registered();
        agent.is_called(json!({}));
        let mut passed = 0;
        while passed < ms {
            // The session of the signalling is kept alive.
            let step = 5_000.min(ms - passed);
            agent.advance(step).acknowledges();
            passed += step;
        }
        agent.leg_arrives();
        let matched = agent.voice.call_table().get("u1").is_some_and(|call| call.leg.is_some());
        assert_eq!(matched, expected, "after {ms} ms");
    }
}

#[test]
fn a_leg_that_waits_for_the_answer_of_a_request_to_dial_rings_after_2_s_or_when_the_request_is_refused() {
    let dials = || {
        let mut agent = Agent::registered();
        let target = DialTarget { phone: "5577".to_owned(), ..DialTarget::default() };
        agent.run(|voice, context| voice.dial(context, target, true));
        agent.leg_of("u9");
        assert_eq!(agent.voice.incoming_call(&[]), None);
        agent
    };
    let mut agent = dials();
    agent.advance(1_999);
    assert_eq!(agent.voice.incoming_call(&[]), None);
    agent.advance(1);
    assert!(agent.voice.incoming_call(&[]).is_some());
    let mut agent = dials();
    agent.answer(DIAL, 409, json!({ "cause": "blacklist" }));
    assert!(agent.voice.incoming_call(&[]).is_some());
}

fn has_stray(agent: &mut Agent) -> bool {
    agent.news().iter().any(|exit| matches!(exit, Exit::StrayLeg(_)))
}

fn bar_status(agent: &Agent) -> Option<CallStatus> {
    agent.voice.call_bar(&crate::jobs::Jobs::default()).map(|bar| bar.status)
}

/// An open leg and the shown status must agree: after a second the leg is shown with its controls, and reported.
#[rstest]
#[case::the_server_ended_its_call(true)]
#[case::its_attendance_was_removed(false)]
fn a_leg_with_sound_whose_call_has_ended_is_shown_and_reported_within_a_second(#[case] by_event: bool) {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({}));
    agent.news();
    if by_event {
        ended(&mut agent, "u1");
        agent.news();
        agent.advance(999);
        assert!(!has_stray(&mut agent));
        agent.advance(1);
        assert!(has_stray(&mut agent));
    } else {
        agent.run(|voice, context| voice.job_removed(context, &protocol()));
        agent.advance(1_000);
        assert!(!has_stray(&mut agent), "it is the call of the bar");
    }
    assert_eq!(bar_status(&agent), Some(CallStatus::InCall));
    agent.sent.clear();
    agent.run(|voice, context| voice.hang_up_shown(context, TONE));
    assert_eq!(agent.sip_requests(), ["hangup"]);
    agent.leg_ends();
    assert_eq!(agent.voice.call_table().of_leg(agent.call_number()), None);
    let is_over = agent.voice.call_of(&protocol()).is_none_or(|call| !call.is_live());
    assert!(is_over, "the end holds again");
}

#[test]
fn a_leg_that_ends_soon_after_its_call_is_not_reported_as_stray() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({}));
    ended(&mut agent, "u1");
    agent.advance(400).leg_ends();
    agent.news();
    agent.advance(5_000);
    assert!(!has_stray(&mut agent));
}

#[test]
fn removing_an_attendance_does_not_hang_up_its_call() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context));
    agent.leg_is_answered().job_arrives(json!({}));
    agent.sent.clear();
    agent.run(|voice, context| voice.job_removed(context, &protocol()));
    assert_eq!((agent.sip_requests(), agent.asked().contains(&HANG_UP.to_owned())), (Vec::<String>::new(), false));
}

#[test]
fn f2_an_attendance_that_a_list_adds_is_opened_and_closes_its_call_request() {
    let mut agent = Agent::in_agent_channel();
    agent.is_called(json!({})).run(|voice, context| voice.accept(context));
    agent.news();
    let job: Value = json!({ "protocol": "V1", "channel": "voice", "callType": "QUEUE", "uniqueId": "u1" });
    let job: Job = from_tolerant(&job.to_string()).expect("an attendance");
    agent.run(|voice, context| voice.on_added(context, &job, JobOrigin::List));
    assert_eq!(agent.news(), [Exit::JobArrived(protocol()), Exit::JobOpens(protocol())]);
    ended(&mut agent, "u1");
    agent.is_called(json!({ "uniqueId": "u2" }));
    assert!(agent.voice.incoming_call(&[]).is_some(), "the next call asks");
}

/// The server's list of call requests, as of event 7.
fn requests_listed(agent: &mut Agent, calls: &[&str]) {
    let info = |id: &&str| AckCallRequestEvent {
        unique_id: (*id).to_owned(),
        phone_number: "5511".to_owned(),
        call_type: Some(CallType::Queue),
        ..AckCallRequestEvent::default()
    };
    let requests: Vec<_> = calls.iter().map(info).collect();
    agent.run(|voice, context| voice.on_requests_listed(context, requests, 7, "e", true));
}

#[test]
fn a_ringing_call_whose_event_was_lost_opens_its_dialog_once() {
    let mut agent = Agent::in_agent_channel();
    requests_listed(&mut agent, &["u1"]);
    assert!(agent.voice.incoming_call(&[]).is_some());
    agent.news();
    requests_listed(&mut agent, &["u1"]);
    assert_eq!(agent.news(), []);
    agent.run(|voice, context| voice.accept(context));
    requests_listed(&mut agent, &["u1"]);
    assert_eq!(agent.voice.incoming_call(&[]), None, "the agent has answered it");
}

#[rstest]
#[case::the_event_of_its_end_was_missed(None, false, false)]
#[case::its_event_is_older_than_the_list(Some(7), false, false)]
#[case::its_event_is_newer_than_the_list(Some(8), false, true)]
#[case::its_leg_is_on_the_telephone(None, true, true)]
fn a_call_that_is_not_in_the_list_has_ended_unless_its_leg_or_a_later_event_shows_it(
    #[case] seq: Option<u64>,
    #[case] has_leg: bool,
    #[case] stays: bool,
) {
    let mut agent = Agent::registered();
    let info = AckCallRequestEvent {
        unique_id: "u1".to_owned(),
        phone_number: "5511".to_owned(),
        call_type: Some(CallType::Queue),
        ..AckCallRequestEvent::default()
    };
    let event = seq.map(|seq| EventNumber { epoch: Some("e".to_owned()), seq });
    agent.run(|voice, context| voice.on_request(context, info, event, true));
    if has_leg {
        agent.leg_of("u1");
    }
    requests_listed(&mut agent, &[]);
    assert_eq!(agent.voice.incoming_call(&[]).is_some(), stays);
}
