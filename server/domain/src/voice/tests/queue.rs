//! Tests of calls of customers to a queue.

use super::CUSTOMER;
use crate::store::{ChannelRow, ReservationStore, Store};
use crate::testing::{ELISA, FABIO, SALES, TestCentre};
use crate::{CallEnd, CallNews};
use rstest::rstest;
use serde_json::json;
use wire::Channel;

#[test]
fn voi_007_a_waiting_call_rings_at_an_available_agent_with_the_contact() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.take_frames(ELISA);
    test.call_arrives("c1", "+5511955550101", SALES);
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())]);
    let request = test.take_named(ELISA, "AckCallRequestEvent").remove(0);
    assert_eq!(
        (&request["type"], &request["name"], &request["phoneNumber"], &request["queueId"]),
        (&json!("contactFound"), &json!("Helena Duarte"), &json!(CUSTOMER), &json!(SALES))
    );
    assert_eq!((&request["callType"], &request["ackCallBehavior"]), (&json!("QUEUE"), &json!("ring")));
    test.news(CallNews::Ended { call: "c1".to_owned(), end: CallEnd::ByCaller });
    test.call_arrives("c2", "anonymous", SALES);
    let request = test.take_named(ELISA, "AckCallRequestEvent").remove(0);
    assert_eq!((&request["type"], &request["phoneNumber"]), (&json!("notFound"), &json!("anonymous")));
}

#[test]
fn voi_016_voi_015_an_answered_call_is_an_attendance_of_the_agent() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    assert_eq!(test.voice_status(&elisa), "available", "the attendance begins with the answer");
    test.answers("c1", "2001");
    let frames = test.take_frames(ELISA);
    let job = &frames.iter().find(|frame| frame["event"] == "NewVoiceJobEvent").unwrap()["job"];
    assert_eq!((&job["callType"], &job["uniqueId"], &job["phone"]), (&json!("QUEUE"), &json!("c1"), &json!(CUSTOMER)));
    assert_eq!((&job["voiceQueue"]["id"], &job["contact"]["fullname"]), (&json!(SALES), &json!("Helena Duarte")));
    assert_eq!(test.voice_status(&elisa), "in_attendance");
    let protocol = job["protocol"].as_str().unwrap().into();
    assert!(test.listed_job(&elisa, "voice", &protocol).is_some());
}

#[test]
fn a_second_call_waits_while_the_only_agent_has_one() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    test.call_arrives("c2", "5521955550102", SALES);
    assert_eq!(test.connects(), [], "the telephone rings already");
    test.answers("c1", "2001");
    assert_eq!(test.connects(), [], "the agent talks");
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!(test.connects(), [("c2".to_owned(), "2001".to_owned())]);
    assert_eq!(test.voice_status(&elisa), "available");
}

#[test]
fn a_call_that_an_agent_did_not_answer_keeps_its_place_and_rings_at_another_agent() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    let fabio = test.at_telephone(FABIO);
    assert_eq!(test.connects(), [], "one telephone rings at a time");
    test.take_frames(ELISA);
    test.misses("c1", "2001");
    assert_eq!(test.connects(), [("c1".to_owned(), "2002".to_owned())]);
    let hang_up = test.take_named(ELISA, "HangupEvent").remove(0);
    assert_eq!((&hang_up["protocol"], &hang_up["phone"]), (&json!(""), &json!(CUSTOMER)));
    test.misses("c1", "2002");
    assert_eq!(test.connects(), [], "neither is called again at once");
    test.advance(14_999);
    test.beat(&fabio);
    test.tick();
    assert_eq!(test.connects(), []);
    test.advance(1);
    test.tick();
    assert_eq!(test.connects().len(), 1, "an agent is called again after fifteen seconds");
}

#[test]
fn api_069_a_rejected_call_is_not_reported_as_lost() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    let fabio = test.at_telephone(FABIO);
    let body = |agent: &str| json!({ "agentId": agent, "channel": "voice", "protocol": "", "uniqueId": "c1" });
    test.post(&fabio, "/job/voice/reject", body(FABIO)).ok();
    assert_eq!(test.post(&elisa, "/job/voice/reject", body(FABIO)).refusal(), "403");
    test.post(&elisa, "/job/voice/reject", body(ELISA)).ok();
    test.take_frames(ELISA);
    test.misses("c1", "2001");
    assert!(test.take_named(ELISA, "HangupEvent").is_empty());
    test.take_frames(FABIO);
    test.misses("c1", "2002");
    assert_eq!(test.take_named(FABIO, "HangupEvent").len(), 1, "a call that rings elsewhere cannot be rejected");
}

#[test]
fn an_agent_cannot_reject_a_call_that_rings_at_a_colleague() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    let fabio = test.at_telephone(FABIO);
    test.take_frames(ELISA);
    let body = json!({ "agentId": FABIO, "channel": "voice", "protocol": "", "uniqueId": "c1" });
    test.post(&fabio, "/job/voice/reject", body).ok();
    test.misses("c1", "2001");
    assert_eq!(test.take_named(ELISA, "HangupEvent").len(), 1, "a call that was not rejected is reported as lost");
}

#[test]
fn voi_043_a_call_whose_customer_hangs_up_while_it_rings_is_reported_with_its_number() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    test.take_frames(ELISA);
    test.ends("c1", CallEnd::ByCaller);
    let hang_up = test.take_named(ELISA, "HangupEvent").remove(0);
    assert_eq!((&hang_up["protocol"], &hang_up["phone"]), (&json!(""), &json!(CUSTOMER)));
    assert_eq!(test.voice_status(&elisa), "available");
    test.answers("c1", "2001");
    assert!(test.take_named(ELISA, "NewVoiceJobEvent").is_empty(), "news of an ended call changes nothing");
}

#[rstest]
#[case::voi_041_the_customer(CallEnd::ByCaller, "CLIENT")]
#[case::voi_039_the_agent(CallEnd::ByCallee, "AGENT")]
#[case::voi_040_a_failure(CallEnd::Lost, "FAILURE")]
fn the_attendance_of_an_ended_call_waits_for_its_qualification(#[case] end: CallEnd, #[case] source: &str) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", end);
    let hang_up = test.take_named(ELISA, "HangupEvent").remove(0);
    assert_eq!((&hang_up["protocol"], &hang_up["requestSource"]), (&json!(protocol), &json!(source)));
    let job = test.listed_job(&elisa, "voiceClosed", &protocol.as_str().into()).unwrap();
    assert_eq!((&job["disabled"], job["startDateQualification"].is_string()), (&json!(true), true));
    assert_eq!(test.voice_status(&elisa), "available");
}

#[test]
fn api_073_bey_030_a_hang_up_ends_the_call_once_and_does_not_qualify_it() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ask(&elisa, "/voice/hang-up", &protocol).ok();
    assert_eq!(test.hang_ups(), ["c1"]);
    assert_eq!(test.take_named(ELISA, "HangupEvent")[0]["requestSource"], "AGENT");
    test.ask(&elisa, "/voice/hang-up", &protocol).ok();
    test.ends("c1", CallEnd::Released);
    assert!(test.take_named(ELISA, "HangupEvent").is_empty());
    assert!(test.listed_job(&elisa, "voiceClosed", &protocol.as_str().into()).is_some());
    let fabio = test.at_telephone(FABIO);
    assert_eq!(test.ask(&fabio, "/voice/hang-up", &protocol).refusal(), "403");
}

#[test]
fn api_068_qualifying_an_open_call_ends_it() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    let mut body = crate::testing::qualify_body(&elisa, &protocol.as_str().into());
    body["qualify_id"] = json!("51");
    assert_eq!(test.post(&elisa, "/job/voice/qualify", body.clone()).refusal(), "422 channel:invalid");
    body["channel"] = json!("voice");
    test.post(&elisa, "/job/voice/qualify", body.clone()).ok();
    assert_eq!(test.hang_ups(), ["c1"]);
    assert!(test.take_event_names(ELISA).contains(&"QualifiedAttendanceEvent".to_owned()));
    body["qualify_id"] = json!("1");
    test.post(&elisa, "/job/voice/qualify", body).ok();
    assert_eq!(test.listed_job(&elisa, "chat", &protocol.as_str().into()), None);
}

#[test]
fn voice_is_available_only_while_the_telephone_is_registered_at_the_gateway() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.take_frames(ELISA);
    test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    assert!(test.take_event_names(ELISA).contains(&"VoiceLogoffEvent".to_owned()));
    assert_eq!(test.voice_status(&elisa), "disconnected");
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    test.call_arrives("c1", CUSTOMER, SALES);
    assert_eq!(test.connects(), [], "connected, but no telephone is registered");
    test.news(CallNews::Registered { exten: "2001".to_owned() });
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())]);
}

#[test]
fn a_paused_agent_is_not_called() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok();
    test.call_arrives("c1", CUSTOMER, SALES);
    assert_eq!(test.connects(), []);
    test.bare(&elisa, "POST", "/pauses/voice/leave/agent/301").ok();
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())]);
}

#[test]
fn chn_010_a_pause_that_begins_while_a_call_rings_waits_for_the_end_of_the_answered_call() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    assert_eq!(test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok().body["status"], "paused");
    test.advance(5_000);
    test.answers("c1", "2001");
    let held = |test: &mut TestCentre| {
        let pauses = test.get(&elisa, "/pauses/agent/301").ok().body;
        ["activePauses", "scheduledPauses"].map(|list| pauses[list]["voice"]["pauseName"].clone())
    };
    assert_eq!(
        (test.voice_status(&elisa).as_str(), held(&mut test)),
        ("scheduled_pause", [json!(null), json!("Café")])
    );
    test.advance(60_000);
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!((test.voice_status(&elisa).as_str(), held(&mut test)), ("paused", [json!("Café"), json!(null)]));
    test.advance(10_000);
    let times = test.get(&elisa, "/agents/301").ok().body["timeInformations"]["voice"].clone();
    assert_eq!(times["pausesTime"], 15.0, "the call is no pause");
}

#[test]
fn a_ringing_call_whose_end_is_not_reported_is_ended() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    test.take_frames(ELISA);
    test.advance(44_999);
    test.tick();
    assert!(test.take_named(ELISA, "HangupEvent").is_empty());
    test.advance(1);
    test.tick();
    assert_eq!(test.take_named(ELISA, "HangupEvent").len(), 1);
    test.advance(14_999);
    test.beat(&elisa);
    test.tick();
    assert_eq!(test.connects(), []);
    test.advance(1);
    test.tick();
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())], "the only agent is called again");
}

#[test]
fn an_agent_who_did_not_answer_a_call_is_called_again_for_it_after_a_delay() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    test.call_arrives("c1", CUSTOMER, SALES);
    test.misses("c1", "2001");
    test.advance(10_000);
    test.misses("c1", "2002");
    assert_eq!(test.connects(), []);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok();
    for (after_ms, called) in [(5_000, 0), (9_999, 0), (1, 1)] {
        test.advance(after_ms);
        test.beat(&elisa);
        test.beat(&fabio);
        test.tick();
        assert_eq!(test.connects().len(), called, "after {after_ms} ms");
    }
}

#[test]
fn an_agent_who_missed_a_call_can_get_another_one() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    test.call_arrives("c2", "5521955550102", SALES);
    test.misses("c1", "2001");
    assert_eq!(test.connects(), [("c2".to_owned(), "2001".to_owned())]);
    test.ends("c2", CallEnd::ByCaller);
    assert_eq!(test.connects(), [], "c1 was missed a moment ago");
}

/// On PostgreSQL the end of a call and the arrival of another may not see each other and both commit.
#[test]
fn a_waiting_call_rings_within_a_second_if_an_agent_is_free() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let row = test.store.channel(&elisa.id, Channel::Voice).unwrap().unwrap();
    test.store.put_channel(&ChannelRow { open_jobs: 1, ..row.clone() }).unwrap();
    test.call_arrives("c1", CUSTOMER, SALES);
    let waiting = test.store.channel(&elisa.id, Channel::Voice).unwrap().unwrap();
    assert_eq!(waiting.on_hold, 1);
    test.store.put_channel(&ChannelRow { open_jobs: 0, ..waiting }).unwrap();
    test.advance(999);
    test.tick();
    assert_eq!(test.connects(), []);
    test.advance(1);
    test.tick();
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())]);
}

#[test]
fn at_the_start_of_the_server_earlier_calls_end_as_failed() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.call_arrives("c2", "5521955550102", SALES);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    let frames = test.take_frames(ELISA);
    let hang_up = frames.iter().find(|frame| frame["event"] == "HangupEvent").unwrap();
    assert_eq!((&hang_up["protocol"], &hang_up["requestSource"]), (&json!(protocol), &json!("FAILURE")));
    assert_eq!(test.voice_status(&elisa), "disconnected");
    test.news(CallNews::Registered { exten: "2001".to_owned() });
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    assert_eq!(test.connects(), [], "the customer who waited is gone");
}

#[test]
fn a_call_to_a_number_that_is_no_queue_is_hung_up() {
    let mut test = TestCentre::new();
    test.call_arrives("c1", CUSTOMER, "10");
    assert_eq!(test.hang_ups(), ["c1"], "10 is a chat queue");
}

#[test]
fn the_list_of_attendances_contains_the_call_that_rings_at_the_agent_unless_the_agent_rejected_it() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let ringing = |test: &mut TestCentre| {
        let listed = test.get(&elisa, &format!("/agents/{ELISA}/jobs/active")).ok().body["callRequests"].clone();
        let ids = listed.as_array().unwrap().iter().map(|call| call["uniqueId"].clone());
        ids.collect::<Vec<_>>()
    };
    assert!(ringing(&mut test).is_empty());
    test.call_arrives("c1", CUSTOMER, SALES);
    assert_eq!(ringing(&mut test), [json!("c1")]);
    let reject = json!({ "agentId": ELISA, "channel": "voice", "protocol": "", "uniqueId": "c1" });
    test.post(&elisa, "/job/voice/reject", reject).ok();
    assert!(ringing(&mut test).is_empty());
}

#[test]
fn a_hang_up_of_a_former_call_of_the_attendance_leaves_the_present_one() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.ask(&elisa, "/voice/redial", &protocol).ok();
    let hang_up = |test: &mut TestCentre, call: &str| {
        let body = json!({ "agentId": ELISA, "channel": "voice", "protocol": protocol, "uniqueId": call });
        test.post(&elisa, "/voice/hang-up", body).ok();
    };
    let second = test.dialled_call();
    hang_up(&mut test, "c1");
    let listed = test.listed_job(&elisa, "voice", &protocol.as_str().into()).unwrap();
    assert_eq!((&listed["uniqueId"], &listed["callPhase"]), (&json!(second), &json!("dialling")));
    hang_up(&mut test, &second);
    let ended = test.listed_job(&elisa, "voiceClosed", &protocol.as_str().into()).unwrap();
    assert_eq!(ended["callPhase"], "ended");
}

/// The ring ended while the answer was on its way, so that the next agent was asked already.
#[test]
fn a_late_answer_of_the_former_agent_ends_the_ring_at_the_next_one() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", "5511977770000", SALES);
    let fabio = test.at_telephone(FABIO);
    test.misses("c1", "2001");
    assert_eq!(test.connects(), [("c1".to_owned(), "2002".to_owned())]);
    test.take_frames(FABIO);
    test.answers("c1", "2001");
    let lost = test.take_named(FABIO, "HangupEvent").remove(0);
    assert_eq!((&lost["uniqueId"], &lost["protocol"]), (&json!("c1"), &json!("")));
    assert_eq!(test.voice_status(&fabio), "available");
    assert_eq!(test.store.reservation_of(&fabio.id).unwrap(), None);
}
