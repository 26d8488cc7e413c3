//! Tests of calls that the agent dials.

use super::CUSTOMER;
use crate::store::{ContactRow, Store};
use crate::testing::{ELISA, FABIO, SALES, TestCentre};
use crate::{CallCommand, CallEnd};
use rstest::rstest;
use serde_json::json;
use wire::ContactId;

#[test]
fn api_067_voi_065_voi_081_dialling_creates_a_manual_attendance_of_the_campaign() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.take_frames(ELISA);
    let body = json!({ "agentId": ELISA, "channel": "voice", "contactId": "1", "campaignId": "6100" });
    let reply = test.post(&elisa, "/job/voice/active-job", body).ok().body;
    let call = test.dialled_call();
    let dial = CallCommand::Dial { call: call.clone(), exten: "2001".to_owned(), number: CUSTOMER.to_owned() };
    assert_eq!(test.commands, [dial]);
    assert_eq!(test.voice_status(&elisa), "in_attendance");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!((&job["protocol"], &job["callType"]), (&reply["protocol"], &json!("MANUAL")));
    assert_eq!((&job["campaignId"], &job["contactId"], &job["uniqueId"]), (&json!("6100"), &json!("1"), &json!(call)));
    assert_eq!((&job["attendanceType"], &job["queue"]["id"]), (&json!("MANUAL"), &json!(SALES)));
    test.answers(&call, CUSTOMER);
    assert_eq!(test.take_named(ELISA, "ManualCallStatusEvent")[0]["status"], "ANSWER");
    test.ends(&call, CallEnd::ByCaller);
    let frames = test.take_frames(ELISA);
    let hang_up = frames.iter().find(|frame| frame["event"] == "HangupEvent").unwrap();
    assert_eq!(hang_up["requestSource"], "AGENT");
    let has_status = frames.iter().any(|frame| frame["event"] == "ManualCallStatusEvent");
    assert!(!has_status, "the end of an answered call is no dial status");
}

#[rstest]
#[case::voi_048_unknown_number(CallEnd::NotFound, "", 404, "CLIENT")]
#[case::voi_049_call_without_an_answer(CallEnd::NotAnswered, "", 408, "CLIENT")]
#[case::voi_050_busy_customer(CallEnd::Busy, "BUSY", 486, "CLIENT")]
#[case::voi_052_call_the_agent_cancelled(CallEnd::Cancelled, "CANCEL", 487, "AGENT")]
#[case::voi_057_call_the_customer_declined(CallEnd::Declined(603), "REJECTED", 603, "CLIENT")]
fn a_call_that_is_not_answered_reports_why_and_ends(
    #[case] end: CallEnd,
    #[case] status: &str,
    #[case] cause: u16,
    #[case] source: &str,
) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.dial(&elisa, "11 4000-1234").ok();
    let call = test.dialled_call();
    test.ends(&call, end);
    let frames = test.take_frames(ELISA);
    let of = |name: &str| frames.iter().position(|frame| frame["event"] == name).unwrap();
    let (reported, ended) = (&frames[of("ManualCallStatusEvent")], &frames[of("HangupEvent")]);
    assert_eq!((&reported["status"], &reported["sipCause"]), (&json!(status), &json!(cause)));
    assert_eq!(ended["requestSource"], source);
    assert!(of("ManualCallStatusEvent") < of("HangupEvent"));
    assert_eq!(test.voice_status(&elisa), "available");
}

#[test]
fn voi_061_a_number_that_the_operator_blocks_is_reported() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.dial(&elisa, "11 4000-1234").ok();
    let call = test.dialled_call();
    test.ends(&call, CallEnd::Blacklisted);
    assert_eq!(test.take_named(ELISA, "ManualCallStatusEvent")[0]["blacklist"], true);
}

#[test]
fn voi_072_a_blocked_number_is_not_dialled() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    assert_eq!(test.dial(&elisa, "+55 11 95555-0199").refusal(), "409 blacklist");
    assert_eq!(test.commands, []);
}

#[test]
fn voi_074_voi_067_an_agent_without_a_free_telephone_cannot_dial() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    assert_eq!(test.dial(&elisa, "1140001234").refusal(), "409 agentVoiceDisconnected");
    test.news(crate::CallNews::Registered { exten: "2001".to_owned() });
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    test.call_arrives("c1", CUSTOMER, SALES);
    assert_eq!(test.dial(&elisa, "1140001234").refusal(), "409 agentInCall");
    test.answers("c1", "2001");
    assert_eq!(test.dial(&elisa, "1140001234").refusal(), "409 agentInCall");
    test.ends("c1", CallEnd::ByCaller);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok();
    assert_eq!(test.dial(&elisa, "1140001234").refusal(), "409 pause");
}

#[test]
fn voi_069_voi_071_a_customer_in_a_call_is_not_dialled() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.talking("c1", &elisa);
    let fabio = test.at_telephone(FABIO);
    let refused = test.dial(&fabio, CUSTOMER);
    assert_eq!(refused.refusal(), "409 alreadyInAttendance");
    assert_eq!(refused.body["details"], json!({ "id": ELISA, "name": "Elisa Prado" }));
    test.ends("c1", CallEnd::ByCaller);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee.clone()).ok();
    test.post(&fabio, "/pauses/voice/enter/agent/302", coffee).ok();
    test.call_arrives("c2", CUSTOMER, SALES);
    test.post(&fabio, "/pauses/voice/leave/agent/302", json!(null));
    test.bare(&fabio, "POST", "/pauses/voice/leave/agent/302");
    test.misses("c2", "2002");
    let refused = test.dial(&fabio, CUSTOMER);
    assert_eq!((refused.refusal().as_str(), &refused.body["details"]["position"]), ("409 clientOnHold", &json!(1)));
}

/// Customers who wait, in their order, while no agent can be reached.
#[test]
fn voi_071_the_position_of_a_waiting_customer_counts_the_customers_before() {
    let mut test = TestCentre::new();
    let fabio = test.at_telephone(FABIO);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&fabio, "/pauses/voice/enter/agent/302", coffee).ok();
    let customers = ["5521955550102", CUSTOMER, "5531955550103"];
    for (number, customer) in customers.iter().enumerate() {
        test.call_arrives(&format!("c{number}"), customer, SALES);
        test.advance(1_000);
    }
    test.bare(&fabio, "POST", "/pauses/voice/leave/agent/302");
    // Each of them rings at the agent in vain.
    for number in 0..customers.len() {
        test.misses(&format!("c{number}"), "2002");
    }
    let positions = |test: &mut TestCentre, customers: &[&str]| {
        let answers = customers.iter().map(|customer| test.dial(&fabio, customer));
        answers.map(|answer| (answer.refusal(), answer.body["details"]["position"].clone())).collect::<Vec<_>>()
    };
    let waits = |position: u32| ("409 clientOnHold".to_owned(), json!(position));
    assert_eq!(positions(&mut test, &customers), [waits(1), waits(2), waits(3)]);
    test.ends("c0", CallEnd::ByCaller);
    assert_eq!(positions(&mut test, &customers[1..]), [waits(1), waits(2)]);
}

/// Each refusal of a call, and what the question says that an agent asks before. Elisa keeps the customer of the second case.
#[rstest]
#[case::blocked("5511955550199", "blacklist")]
#[case::preferential("5541955550104", "alreadyPreferential")]
#[case::in_a_call(CUSTOMER, "alreadyInAttendance")]
#[case::colleague("2001", "agentCallOrgUnitBlocked")]
#[case::pause(CUSTOMER, "pause")]
#[case::no_telephone(CUSTOMER, "agentVoiceDisconnected")]
#[case::free(CUSTOMER, "")]
fn the_refusal_of_a_call_is_known_before_it_is_dialled(#[case] phone: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    match expected {
        "alreadyInAttendance" => drop(test.dial(&elisa, CUSTOMER).ok()),
        "agentVoiceDisconnected" => test.news(crate::CallNews::Unregistered { exten: "2002".to_owned() }),
        "pause" => {
            let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
            test.post(&fabio, "/pauses/voice/enter/agent/302", coffee).ok();
        }
        _ => {}
    }
    test.commands.clear();
    let body = json!({ "agentId": FABIO, "channel": "voice", "phone": phone });
    let check = test.post(&fabio, "/job/voice/check-active-job", body).ok().body;
    assert_eq!((check["cause"].as_str().unwrap(), &check["protocol"]), (expected, &json!("")));
    assert_eq!(test.commands, [], "nothing is dialled by the question");
    let answer = test.dial(&fabio, phone);
    let refused = if expected.is_empty() { "200".to_owned() } else { format!("409 {expected}") };
    assert_eq!(answer.refusal(), refused);
    assert_eq!(check.get("details"), answer.body.get("details"));
}

#[rstest]
#[case(json!({ "phone": "" }), "422 phone:required")]
#[case(json!({ "phone": "call me" }), "422 phone:invalid")]
#[case(json!({ "phone": "12" }), "422 phone:invalid")]
#[case(json!({ "contactId": "999" }), "422 contactId:unknown")]
#[case(json!({ "phone": "1140001234", "campaignId": "1" }), "422 campaignId:unknown")]
#[case(json!({ "phone": "1140001234", "channel": "chat" }), "422 channel:invalid")]
fn an_invalid_request_to_dial_names_its_field(#[case] fields: serde_json::Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let mut body = json!({ "agentId": ELISA, "channel": "voice" });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    assert_eq!(test.post(&elisa, "/job/voice/active-job", body).refusal(), expected);
}

#[test]
fn a_contact_of_another_org_unit_cannot_be_dialled_but_one_of_every_org_unit_can() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    let body = json!({ "agentId": ELISA, "channel": "voice", "contactId": "1" });
    test.store.put_contact(&ContactRow { org_unit_id: "2".into(), ..row.clone() }).unwrap();
    assert_eq!(test.post(&elisa, "/job/voice/active-job", body.clone()).refusal(), "422 contactId:unknown");
    assert_eq!(test.commands, []);
    test.store.put_contact(&ContactRow { org_unit_id: "".into(), ..row }).unwrap();
    test.post(&elisa, "/job/voice/active-job", body).ok();
    assert_eq!(test.commands.len(), 1);
}

#[test]
fn api_074_voi_076_voi_077_an_ended_call_is_dialled_again() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    let open = test.ask(&elisa, "/voice/redial", &protocol).ok().body;
    assert_eq!((&open["success"], &open["cause"]), (&json!(false), &json!("jobNotFound")), "the call is not over");
    test.ends("c1", CallEnd::ByCaller);
    test.take_frames(ELISA);
    let redialled = test.ask(&elisa, "/voice/redial", &protocol).ok().body;
    let call = test.dialled_call();
    assert_eq!(redialled, json!({ "success": true, "phone": "", "uniqueId": call }));
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!((&job["disabled"], &job["uniqueId"]), (&json!(false), &json!(call)));
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!(test.voice_status(&elisa), "in_attendance", "late news of the first call");
    test.ends(&call, CallEnd::Busy);
    test.news(crate::CallNews::Unregistered { exten: "2001".to_owned() });
    let refused = test.ask(&elisa, "/voice/redial", &protocol).ok().body;
    assert_eq!(refused["cause"], "agentVoiceDisconnected");
}

#[test]
fn a_hang_up_before_the_answer_cancels_the_call() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.dial(&elisa, "1140001234").ok().body["protocol"].as_str().unwrap().to_owned();
    let call = test.dialled_call();
    test.ask(&elisa, "/voice/hang-up", &protocol).ok();
    assert_eq!(test.hang_ups(), [call]);
    assert_eq!(test.take_named(ELISA, "ManualCallStatusEvent")[0]["status"], "CANCEL");
}
