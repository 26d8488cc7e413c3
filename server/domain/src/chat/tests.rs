//! Sends, typing, finish and close, call by call.

use crate::outside::OutsideEventKind;
use crate::store::{EndedBy, Store};
use crate::testing::{ANA, BRUNO, SUPPORT, World, job_body, send_body};
use core_wasm::wire::{BrokerEvent, CustomId, Protocol, SenderType};
use rstest::rstest;
use serde_json::{Value, json};

#[test]
fn api_134_a_message_reaches_the_customer_and_comes_back_to_its_sender() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.take_events(ANA);
    let text = "<script>alert('oi')</script> \u{202e}olá 👋🏽";
    let answer = world.agent_writes(&ana, &chat.protocol, text).ok();
    assert_eq!(answer.body["seq"], 2);
    assert_eq!(answer.body["message_id"].as_str().unwrap().split('|').count(), 2);
    let (_, event) = world.take_events(ANA).remove(0);
    let BrokerEvent::ChatMessage(event) = event else { panic!("{event:?}") };
    assert_eq!(event.message.custom_id.as_str(), answer.body["custom_id"].as_str().unwrap());
    assert_eq!((event.message.message.as_str(), event.message.sender_type), (text, SenderType::Agent));
    let events = world.customer_events(&chat);
    let Some(OutsideEventKind::Message { message }) = events.last().map(|event| event.kind.clone()) else { panic!() };
    assert_eq!(*message, event.message);
}

#[test]
fn a_repeated_send_gets_the_first_answer_and_is_stored_once() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let id = CustomId::from("A1B2C3D4E5");
    let body = send_body(&ana, &chat.protocol, &id, "Olá");
    let first = world.post(&ana, "/chat/messages", body.clone()).ok();
    world.advance(60_000);
    world.take_events(ANA);
    assert_eq!(world.post(&ana, "/chat/messages", body.clone()).ok().body, first.body);
    assert!(world.take_events(ANA).is_empty());
    world.finish(&ana, &chat.protocol).ok();
    assert_eq!(world.post(&ana, "/chat/messages", body).ok().body, first.body, "also after the end");
    let other = world.post(&ana, "/chat/messages", send_body(&ana, &chat.protocol, &id, "Outra coisa"));
    assert_eq!(other.refusal(), "409 customIdReused");
    let stored = world.store.messages_after(&chat.protocol, 0, 100).unwrap();
    assert_eq!(stored.iter().filter(|message| message.message == "Olá").count(), 1);
}

#[rstest]
#[case::empty("message", json!(""), "422 message:required")]
#[case::blank("message", json!(" \n\t"), "422 message:required")]
#[case::at_the_limit("message", json!("é".repeat(32_768)), "200")]
#[case::too_long("message", json!(format!("{}a", "é".repeat(32_768))), "422 message:tooLong")]
#[case::two_megabytes("message", json!("x".repeat(2_000_000)), "422 message:tooLong")]
#[case::short_custom_id("custom_id", json!("A1B2"), "422 custom_id:invalid")]
#[case::lower_case_custom_id("custom_id", json!("a1b2c3d4e5"), "422 custom_id:invalid")]
#[case::other_agent("agentId", json!("102"), "403")]
#[case::other_unit("org_unit_id", json!("2"), "403")]
#[case::unknown_job("protocol", json!("nope"), "409 jobNotFound")]
#[case::extra("tone", json!("kind"), "422 tone:unknown")]
fn a_wrong_send_is_refused_and_leaves_nothing(#[case] field: &str, #[case] value: Value, #[case] expected: &str) {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let mut body = send_body(&ana, &chat.protocol, &CustomId::from("A1B2C3D4E5"), "Olá");
    body[field] = value;
    assert_eq!(world.post(&ana, "/chat/messages", body).refusal(), expected);
    let stored = world.store.messages_after(&chat.protocol, 1, 100).unwrap();
    assert_eq!(stored.is_empty(), expected != "200");
}

#[rstest]
#[case("not json", "400 MALFORMED_JSON")]
#[case("", "400 MALFORMED_JSON")]
#[case("{}", "422 agentId:required,custom_id:required,message:required,org_unit_id:required,protocol:required")]
fn malformed_bodies_are_refused(#[case] body: &str, #[case] expected: &str) {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let token = ana.token.clone();
    assert_eq!(world.request(Some(&token), "POST", "/chat/messages", body).refusal(), expected);
}

#[test]
fn somebody_elses_and_ended_attendances_take_no_message() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let bruno = world.at_work(BRUNO);
    assert_eq!(world.agent_writes(&bruno, &chat.protocol, "Oi").refusal(), "403");
    world.customer_ends(&chat);
    assert_eq!(world.agent_writes(&ana, &chat.protocol, "Oi").refusal(), "409 jobEnded");
}

#[test]
fn unread_counts_the_customers_messages_since_the_agents_last() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.customer_writes(&chat, "Oi");
    world.customer_writes(&chat, "Tem alguém aí?");
    let job = world.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!((&job["messagesNotRead"], &job["unread"]), (&json!(2), &json!(true)));
    world.agent_writes(&ana, &chat.protocol, "Olá!").ok();
    let job = world.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!((&job["messagesNotRead"], &job["unread"]), (&json!(0), &json!(false)));
}

#[test]
fn api_135_the_customer_sees_that_the_agent_types() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let body = |typing: bool| json!({ "protocol": chat.protocol, "agentId": "101", "typing": typing });
    assert_eq!(world.post(&ana, "/chat/typing", body(true)).ok().body, json!({ "success": true }));
    world.post(&ana, "/chat/typing", body(false)).ok();
    let kinds: Vec<_> = world.customer_events(&chat).into_iter().map(|event| event.kind).collect();
    assert!(kinds.ends_with(&[OutsideEventKind::Typing { typing: true }, OutsideEventKind::Typing { typing: false }]));
    let bruno = world.at_work(BRUNO);
    let as_bruno = json!({ "protocol": chat.protocol, "agentId": "102", "typing": true });
    assert_eq!(world.post(&bruno, "/chat/typing", as_bruno).refusal(), "403");
    assert_eq!(world.post(&bruno, "/chat/typing", body(true)).refusal(), "403");
}

/// Two calls of one page go by two connections: the later one may arrive first.
#[test]
fn typing_that_arrives_after_its_message_says_nothing() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let body = |id: &str| json!({ "protocol": chat.protocol, "agentId": "101", "typing": true, "custom_id": id });
    world.post(&ana, "/chat/messages", send_body(&ana, &chat.protocol, &CustomId::from("Z9Y8X7W6V5"), "Olá!")).ok();
    let heard = world.customer_events(&chat).len();
    world.post(&ana, "/chat/typing", body("Z9Y8X7W6V5")).ok();
    assert_eq!(world.customer_events(&chat).len(), heard);
    // The next message is another one.
    world.post(&ana, "/chat/typing", body("Z9Y8X7W6V6")).ok();
    let last = world.customer_events(&chat).pop().map(|event| event.kind);
    assert_eq!(last, Some(OutsideEventKind::Typing { typing: true }));
    assert_eq!(world.post(&ana, "/chat/typing", body("z9")).refusal(), "422 custom_id:invalid");
}

#[test]
fn api_139_cht_018_finishing_ends_the_chat_for_both_and_leaves_it_to_qualify() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.take_events(ANA);
    world.advance(5_000);
    assert_eq!(world.finish(&ana, &chat.protocol).ok().body, json!({ "success": true }));
    let events = world.take_events(ANA);
    let names: Vec<_> = events.iter().map(|(_, event)| event.name()).collect();
    assert_eq!(names, ["ChatMessageEvent", "AgentStatusEvent"]);
    assert_eq!(events[0].0["message"]["systemKey"], "chatEndedByAgent");
    let job = world.listed_job(&ana, "chatClosed", &chat.protocol).unwrap();
    assert_eq!(job["disabled"], true);
    assert_eq!(job["startDateQualification"], "2026-11-20T13:45:05.000Z");
    assert!(world.listed_job(&ana, "chat", &chat.protocol).is_none());
    let last = world.customer_events(&chat).pop().unwrap();
    assert_eq!(last.kind, OutsideEventKind::Ended { by: EndedBy::Agent });
}

#[rstest]
#[case("/job/chat/finish")]
#[case("/job/chat/close")]
fn api_137_an_end_may_be_repeated_and_changes_nothing_then(#[case] path: &str) {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.post(&ana, path, job_body(&ana, &chat.protocol)).ok();
    let before = world.store.job(&chat.protocol).unwrap();
    world.take_events(ANA);
    world.advance(1_000);
    world.post(&ana, path, job_body(&ana, &chat.protocol)).ok();
    assert_eq!(world.store.job(&chat.protocol).unwrap(), before);
    assert!(world.take_events(ANA).is_empty());
    assert_eq!(world.post(&ana, path, job_body(&ana, &Protocol::from("x"))).refusal(), "409 jobNotFound");
    let bruno = world.at_work(BRUNO);
    assert_eq!(world.post(&bruno, path, job_body(&bruno, &chat.protocol)).refusal(), "403");
}
