//! Tests of customers' late messages (BEY-168), of the time since which a customer waits for an answer, and of agents' messages that the
//! network has not accepted yet.

use super::{HELENA, at_work, away, jobs, only_job, provider_takes, report, send, text, thread, writes};
use crate::testing::{ANA, Agent, START, TestCentre};
use crate::{WhatsAppInbound, WhatsAppInboundMessage, WhatsAppOutcome};
use serde_json::{Value, json};
use wire::Protocol;

/// A message that the customer wrote this many milliseconds after the start arrives now.
fn comes(test: &mut TestCentre, id: &str, written_ms: i64) {
    let sent_at = Some(START.plus_ms(written_ms));
    let message = WhatsAppInboundMessage { sent_at, ..text(id, HELENA, id) };
    report(test, WhatsAppInbound::Message(Box::new(message)));
}

/// Times of the customer's messages: written, placed and arrived.
fn times(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Vec<[Value; 3]> {
    let of_customer =
        thread(test, agent, protocol).into_iter().filter(|message| message["senderType"] == json!("customer"));
    of_customer.map(|message| ["time", "placedAt", "arrivedAt"].map(|name| message[name].clone())).collect()
}

#[test]
fn bey_168_a_message_of_a_network_has_the_time_at_which_it_was_written_its_place_and_its_arrival() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    comes(&mut test, "first", -3_000);
    test.advance(60_500);
    comes(&mut test, "late", 20_000);
    comes(&mut test, "of before", -3_600_000);
    comes(&mut test, "ahead", 90_000);
    let (protocol, job) = only_job(&mut test, &ana);
    let (at, none) = (|ms: i64| json!(START.plus_ms(ms)), Value::Null);
    let expected = [
        [at(-3_000), at(0), at(0)],
        [at(20_000), at(20_999), at(60_500)],
        [at(-3_600_000), at(0), at(60_500)],
        [at(60_500), none.clone(), none],
    ];
    assert_eq!(times(&mut test, &ana, &protocol), expected);
    assert_eq!((&job["lastMessage"]["message"], &job["messagesNotRead"]), (&json!("ahead"), &json!(4)));
    let events = test.take_frames(ANA);
    let late = events.iter().find(|frame| frame["threadSeq"] == json!(4)).expect("the event of the late message");
    let told = ["message_sent_at", "placedAt", "arrivedAt"].map(|name| late[name].clone());
    assert_eq!(told, [at(-3_600_000), at(0), at(60_500)]);
}

#[test]
fn bey_168_the_last_message_of_an_attendance_is_the_one_at_the_end_of_its_thread() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    comes(&mut test, "first", 0);
    test.advance(60_000);
    comes(&mut test, "second", 60_000);
    comes(&mut test, "between", 30_000);
    let job = only_job(&mut test, &ana).1;
    assert_eq!(job["lastMessage"]["message"], json!("second"));
    assert_eq!((&job["timestampLastMessage"], &job["seq"]), (&json!(START.plus_ms(60_000)), &json!(4)));
}

#[test]
fn an_agents_message_is_queued_until_the_network_accepted_it() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Oi");
    let (protocol, _) = only_job(&mut test, &ana);
    let answer = send(&mut test, &ana, &protocol, json!({ "message": "Bom dia" })).ok().body;
    assert_eq!(answer["status"], json!("queued"));
    let status = |test: &mut TestCentre| {
        let message = thread(test, &ana, &protocol).pop().expect("the message");
        (message["status"].clone(), message["statusVersion"].clone())
    };
    assert_eq!(status(&mut test), (json!("queued"), Value::Null));
    test.take_frames(ANA);
    provider_takes(&mut test, &away());
    assert_eq!((status(&mut test).0, test.take_frames(ANA).len()), (json!("queued"), 0), "it is tried again");
    test.advance(600_000);
    let accepted = WhatsAppOutcome::Accepted { provider_id: "wamid.1".to_owned(), customer: String::new() };
    assert_eq!(provider_takes(&mut test, &accepted).len(), 1);
    assert_eq!(status(&mut test), (json!("sent"), json!(1)));
    let frames = test.take_frames(ANA);
    let told: Vec<_> = frames.iter().filter(|frame| frame["event"] == json!("WhatsAppStatusEvent")).collect();
    assert_eq!(told.iter().map(|frame| &frame["status"]).collect::<Vec<_>>(), [&json!("sent")]);
    assert_eq!(jobs(&mut test, &ana, "whatsapp")[0]["lastMessage"]["status"], json!("sent"));
}

#[test]
fn a_customer_waits_since_the_first_message_by_the_networks_time_until_an_agent_answers() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    comes(&mut test, "first", 0);
    let (protocol, _) = only_job(&mut test, &ana);
    let waits = |test: &mut TestCentre| {
        let job = only_job(test, &ana).1;
        (job["unansweredSince"].clone(), job["answered"].clone())
    };
    assert_eq!(waits(&mut test), (json!(START), Value::Null));
    test.advance(60_000);
    comes(&mut test, "second", 60_000);
    assert_eq!(waits(&mut test).0, json!(START), "since the first one");
    send(&mut test, &ana, &protocol, json!({ "message": "Bom dia" })).ok();
    assert_eq!(waits(&mut test), (Value::Null, json!(true)));
    test.advance(60_000);
    comes(&mut test, "third", 119_000);
    comes(&mut test, "late", 90_000);
    assert_eq!(waits(&mut test).0, json!(START.plus_ms(90_000)));
    let first = thread(&mut test, &ana, &protocol)[0]["message_id"].clone();
    send(&mut test, &ana, &protocol, json!({ "forwardedFrom": first })).ok();
    assert_eq!(waits(&mut test).0, Value::Null, "a copy of a message is an answer too");
    let targets = only_job(&mut test, &ana).1["answerTargets"].clone();
    assert_eq!(targets, json!({ "firstMs": 600_000, "nextMs": 900_000 }));
}
