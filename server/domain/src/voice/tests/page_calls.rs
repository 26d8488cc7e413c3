//! Tests of calls that the page makes because external voice nodes carry them.

use super::CUSTOMER;
use crate::VoiceNode;
use crate::testing::{Agent, Answered, ELISA, FABIO, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};

/// Elisa with voice connected; external nodes are configured.
fn with_nodes() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    test.centre.config.voice.nodes = vec![VoiceNode { host: "voice.example".to_owned(), url: String::new() }];
    let elisa = test.sign_in(ELISA);
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    test.take_frames(ELISA);
    (test, elisa)
}

fn report(test: &mut TestCentre, agent: &Agent, call: &Value, state: &str, sip_cause: u16) -> Answered {
    let body = json!({
        "agentId": agent.id, "channel": "voice", "protocol": call["protocol"], "uniqueId": call["uniqueId"],
        "state": state, "sipCause": sip_cause,
    });
    test.post(agent, "/voice/call-report", body)
}

#[test]
fn with_external_nodes_the_page_gets_number_and_identifier_of_a_call_and_no_telephone_is_called() {
    let (mut test, elisa) = with_nodes();
    assert_eq!(test.get(&elisa, "/webrtc").ok().body["pageDials"], "Y");
    let call = test.dial(&elisa, "+55 11 95555-0101").ok().body;
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!((&call["phone"], &call["uniqueId"]), (&json!(CUSTOMER), &job["uniqueId"]));
    assert_eq!((&job["protocol"], &job["callType"]), (&call["protocol"], &json!("MANUAL")));
    assert_eq!(test.commands.iter().filter(|command| matches!(command, crate::CallCommand::Dial { .. })).count(), 0);
    assert_eq!(test.voice_status(&elisa), "in_attendance");
}

#[test]
fn an_answer_and_an_end_reported_by_the_page_are_handled_like_those_of_the_telephone_system() {
    let (mut test, elisa) = with_nodes();
    let call = test.dial(&elisa, CUSTOMER).ok().body;
    report(&mut test, &elisa, &call, "answered", 0).ok();
    assert_eq!(test.take_named(ELISA, "ManualCallStatusEvent")[0]["status"], "ANSWER");
    report(&mut test, &elisa, &call, "endedByCustomer", 200).ok();
    let frames = test.take_frames(ELISA);
    let named = |name: &str| frames.iter().filter(|frame| frame["event"] == name).count();
    assert_eq!((named("ManualCallStatusEvent"), named("HangupEvent")), (0, 1));
    let ended = frames.iter().find(|frame| frame["event"] == "HangupEvent").unwrap();
    assert_eq!(ended["requestSource"], "CLIENT");
    assert_eq!(test.voice_status(&elisa), "available");
}

#[rstest]
#[case::voi_048_unknown_number("endedByCustomer", 404, "", 404, "CLIENT")]
#[case::voi_049_call_without_an_answer("endedByCustomer", 408, "", 408, "CLIENT")]
#[case::without_a_sip_code("endedByCustomer", 0, "", 408, "CLIENT")]
#[case::voi_050_busy_customer("endedByCustomer", 486, "BUSY", 486, "CLIENT")]
#[case::voi_052_call_the_agent_cancelled("endedByAgent", 487, "CANCEL", 487, "AGENT")]
#[case::ended_by_the_network("endedByCustomer", 487, "CANCEL", 487, "AGENT")]
#[case::voi_054_congested_network("endedByCustomer", 503, "CONGESTION", 503, "CLIENT")]
#[case::voi_055_unavailable_customer("endedByCustomer", 480, "UNAVAILABLE", 480, "CLIENT")]
#[case::voi_057_call_the_customer_declined("endedByCustomer", 603, "REJECTED", 603, "CLIENT")]
#[case::the_microphone_is_refused("failed", 0, "FAILED", 0, "FAILURE")]
fn a_reported_end_of_a_call_before_the_answer_has_its_dial_status(
    #[case] state: &str,
    #[case] code: u16,
    #[case] status: &str,
    #[case] cause: u16,
    #[case] source: &str,
) {
    let (mut test, elisa) = with_nodes();
    let call = test.dial(&elisa, CUSTOMER).ok().body;
    report(&mut test, &elisa, &call, state, code).ok();
    let frames = test.take_frames(ELISA);
    let of = |name: &str| frames.iter().find(|frame| frame["event"] == name).unwrap();
    let reported = of("ManualCallStatusEvent");
    assert_eq!((&reported["status"], &reported["sipCause"]), (&json!(status), &json!(cause)));
    assert_eq!(of("HangupEvent")["requestSource"], source);
}

#[test]
fn a_late_report_of_an_earlier_page_call_changes_nothing() {
    let (mut test, elisa) = with_nodes();
    let first = test.dial(&elisa, CUSTOMER).ok().body;
    report(&mut test, &elisa, &first, "endedByCustomer", 486).ok();
    let again = test.ask(&elisa, "/voice/redial", first["protocol"].as_str().unwrap()).ok().body;
    assert_eq!((&again["success"], &again["phone"]), (&json!(true), &json!(CUSTOMER)));
    assert_ne!(again["uniqueId"], first["uniqueId"]);
    report(&mut test, &elisa, &first, "endedByCustomer", 486).ok();
    assert_eq!(test.voice_status(&elisa), "in_attendance");
    let second = json!({ "protocol": first["protocol"], "uniqueId": again["uniqueId"] });
    report(&mut test, &elisa, &second, "endedByCustomer", 486).ok();
    assert_eq!(test.voice_status(&elisa), "available");
}

#[test]
fn a_page_can_report_only_calls_that_it_makes() {
    let (mut test, elisa) = with_nodes();
    let call = test.dial(&elisa, CUSTOMER).ok().body;
    let fabio = test.sign_in(FABIO);
    let body = json!({
        "agentId": FABIO, "channel": "voice", "protocol": call["protocol"], "uniqueId": call["uniqueId"],
        "state": "endedByCustomer", "sipCause": 486,
    });
    assert_eq!(test.post(&fabio, "/voice/call-report", body).status, 403);
    let without = json!({ "protocol": "", "uniqueId": call["uniqueId"] });
    assert_eq!(report(&mut test, &elisa, &without, "answered", 0).refusal(), "422 protocol:required");

    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    assert_eq!(test.get(&elisa, "/webrtc").ok().body["pageDials"], "N");
    let call = test.dial(&elisa, CUSTOMER).ok().body;
    assert_eq!((&call["phone"], &call["uniqueId"]), (&json!(""), &json!(test.dialled_call())));
    assert_eq!(report(&mut test, &elisa, &call, "endedByCustomer", 486).refusal(), "409 notByPage");
}
