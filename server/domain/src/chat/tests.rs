//! Tests of the requests of chats: send, type, finish, close.

use crate::store::{EndedBy, Store};
use crate::testing::{ANA, BRUNO, SUPPORT, TestCentre, job_body, send_body};
use crate::web_chat::{CustomerMessage, WebChatEvent, WebChatEventKind};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AreaEvent, BrokerEvent, CustomId, Protocol, SenderType, events};

#[test]
fn api_134_a_message_is_delivered_to_the_customer_and_back_to_its_sender() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    let text = "<script>alert('oi')</script> \u{202e}olá 👋🏽";
    let answer = test.agent_writes(&ana, &chat.protocol, text).ok();
    assert_eq!(answer.body["seq"], 2);
    assert_eq!(answer.body["message_id"].as_str().unwrap().split('|').count(), 2);
    let (_, event) = test.take_events(ANA).remove(0);
    let BrokerEvent::Conversation(events::conversation::Event::Message(event)) = event else { panic!("{event:?}") };
    assert_eq!(event.message.custom_id.as_str(), answer.body["custom_id"].as_str().unwrap());
    assert_eq!((event.message.message.as_str(), event.message.sender_type), (text, SenderType::Agent));
    let events = test.customer_events(&chat);
    let Some(WebChatEventKind::Message { message }) = events.last().map(|event| event.kind.clone()) else { panic!() };
    assert_eq!(*message, CustomerMessage::from(&event.message));
}

#[test]
fn a_message_that_is_sent_again_gets_the_first_reply_and_is_stored_once() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let id = CustomId::from("A1B2C3D4E5");
    let body = send_body(&ana, &chat.protocol, &id, "Olá");
    let first = test.post(&ana, "/chat/messages", body.clone()).ok();
    test.advance(60_000);
    test.take_events(ANA);
    assert_eq!(test.post(&ana, "/chat/messages", body.clone()).ok().body, first.body);
    assert!(test.take_events(ANA).is_empty());
    test.finish(&ana, &chat.protocol).ok();
    assert_eq!(test.post(&ana, "/chat/messages", body).ok().body, first.body, "also after the end");
    let other = test.post(&ana, "/chat/messages", send_body(&ana, &chat.protocol, &id, "Outra coisa"));
    assert_eq!(other.refusal(), "409 customIdReused");
    let stored = test.store.messages_after(&chat.protocol, 0, 100).unwrap();
    assert_eq!(stored.iter().filter(|message| message.message == "Olá").count(), 1);
}

#[rstest]
#[case::empty_text("message", json!(""), "422 message:required")]
#[case::blank_text("message", json!(" \n\t"), "422 message:required")]
#[case::text_at_the_limit("message", json!("é".repeat(32_768)), "200")]
#[case::too_long_text("message", json!(format!("{}a", "é".repeat(32_768))), "422 message:tooLong")]
#[case::text_of_two_megabytes("message", json!("x".repeat(2_000_000)), "422 message:tooLong")]
#[case::short_custom_id("custom_id", json!("A1B2"), "422 custom_id:invalid")]
#[case::lower_case_custom_id("custom_id", json!("a1b2c3d4e5"), "422 custom_id:invalid")]
#[case::name_of_another_agent("agentId", json!("102"), "403")]
#[case::name_of_another_unit("org_unit_id", json!("2"), "403")]
#[case::unknown_job("protocol", json!("nope"), "409 jobNotFound")]
#[case::extra_field("tone", json!("kind"), "422 tone:unknown")]
fn an_invalid_message_is_refused_without_changes(#[case] field: &str, #[case] value: Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let mut body = send_body(&ana, &chat.protocol, &CustomId::from("A1B2C3D4E5"), "Olá");
    body[field] = value;
    assert_eq!(test.post(&ana, "/chat/messages", body).refusal(), expected);
    let stored = test.store.messages_after(&chat.protocol, 1, 100).unwrap();
    assert_eq!(stored.is_empty(), expected != "200");
}

#[rstest]
#[case("not json", "400 MALFORMED_JSON")]
#[case("", "400 MALFORMED_JSON")]
#[case("{}", "422 agentId:required,custom_id:required,message:required,org_unit_id:required,protocol:required")]
fn messages_with_a_malformed_body_are_refused(#[case] body: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let token = ana.token.clone();
    assert_eq!(test.request(Some(&token), "POST", "/chat/messages", body).refusal(), expected);
}

#[test]
fn messages_to_other_agents_or_ended_attendances_are_refused() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let bruno = test.at_work(BRUNO);
    assert_eq!(test.agent_writes(&bruno, &chat.protocol, "Oi").refusal(), "403");
    test.customer_ends(&chat);
    assert_eq!(test.agent_writes(&ana, &chat.protocol, "Oi").refusal(), "409 jobEnded");
}

#[test]
fn messages_to_a_waiting_attendance_are_refused() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    let bruno = test.sign_in(BRUNO);
    assert_eq!(test.agent_writes(&bruno, &chat.protocol, "Oi").refusal(), "409 jobNotFound");
}

#[test]
fn unread_is_the_number_of_the_customers_messages_since_the_agents_last_one() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.customer_writes(&chat, "Oi");
    test.customer_writes(&chat, "Tem alguém aí?");
    let job = test.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!((&job["messagesNotRead"], &job["unread"]), (&json!(2), &json!(true)));
    test.agent_writes(&ana, &chat.protocol, "Olá!").ok();
    let job = test.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!((&job["messagesNotRead"], &job["unread"]), (&json!(0), &json!(false)));
}

#[test]
fn api_135_the_customer_gets_the_agents_typing() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let body = |typing: bool| json!({ "protocol": chat.protocol, "agentId": "101", "typing": typing });
    let stored = test.customer_events(&chat);
    assert_eq!(test.post(&ana, "/chat/typing", body(true)).ok().body, json!({ "success": true }));
    assert_eq!(test.typing_of_agent(), [(chat.protocol.clone(), true)]);
    let sent = serde_json::to_value(WebChatEvent::of_typing(&test.recipients.customers_of_typing[0])).unwrap();
    assert_eq!(sent, json!({ "at": "2026-11-20T13:45:00.000Z", "type": "typing", "typing": true }));
    test.post(&ana, "/chat/typing", body(false)).ok();
    assert_eq!(test.typing_of_agent(), [(chat.protocol.clone(), false)]);
    assert_eq!(test.customer_events(&chat), stored, "typing is not stored");
    let bruno = test.at_work(BRUNO);
    let as_bruno = json!({ "protocol": chat.protocol, "agentId": "102", "typing": true });
    assert_eq!(test.post(&bruno, "/chat/typing", as_bruno).refusal(), "403");
    assert_eq!(test.post(&bruno, "/chat/typing", body(true)).refusal(), "403");
}

/// Requests of a page use several connections and may arrive in another order.
#[test]
fn typing_that_arrives_after_its_message_is_ignored() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let body = |id: &str| json!({ "protocol": chat.protocol, "agentId": "101", "typing": true, "custom_id": id });
    test.post(&ana, "/chat/messages", send_body(&ana, &chat.protocol, &CustomId::from("Z9Y8X7W6V5"), "Olá!")).ok();
    test.post(&ana, "/chat/typing", body("Z9Y8X7W6V5")).ok();
    assert_eq!(test.typing_of_agent(), []);
    // Typing for the next message is published.
    test.post(&ana, "/chat/typing", body("Z9Y8X7W6V6")).ok();
    assert_eq!(test.typing_of_agent(), [(chat.protocol.clone(), true)]);
    assert_eq!(test.post(&ana, "/chat/typing", body("z9")).refusal(), "422 custom_id:invalid");
}

#[test]
fn api_139_cht_018_finishing_ends_the_chat_for_both_and_it_can_be_qualified() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    test.advance(5_000);
    assert_eq!(test.finish(&ana, &chat.protocol).ok().body, json!({ "success": true }));
    let events = test.take_events(ANA);
    let names: Vec<_> = events.iter().map(|(_, event)| event.name()).collect();
    assert_eq!(names, ["ChatMessageEvent", "AgentStatusEvent"]);
    assert_eq!(events[0].0["message"]["systemKey"], "chatEndedByAgent");
    let job = test.listed_job(&ana, "chatClosed", &chat.protocol).unwrap();
    assert_eq!(job["disabled"], true);
    assert_eq!(job["startDateQualification"], "2026-11-20T13:45:05.000Z");
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_none());
    let last = test.customer_events(&chat).pop().unwrap();
    assert_eq!(last.kind, WebChatEventKind::Ended { by: EndedBy::Agent });
}

#[rstest]
#[case("/job/chat/finish")]
#[case("/job/chat/close")]
fn api_137_ending_a_chat_again_succeeds_without_changes(#[case] path: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.post(&ana, path, job_body(&ana, &chat.protocol)).ok();
    let before = test.store.job(&chat.protocol).unwrap();
    test.take_events(ANA);
    test.advance(1_000);
    test.post(&ana, path, job_body(&ana, &chat.protocol)).ok();
    assert_eq!(test.store.job(&chat.protocol).unwrap(), before);
    assert!(test.take_events(ANA).is_empty());
    assert_eq!(test.post(&ana, path, job_body(&ana, &Protocol::from("x"))).refusal(), "409 jobNotFound");
    let bruno = test.at_work(BRUNO);
    assert_eq!(test.post(&bruno, path, job_body(&bruno, &chat.protocol)).refusal(), "403");
}

/// The attendance as the agent's list has it: pinned, unread, number of unread messages.
fn marks(test: &mut TestCentre, agent: &crate::testing::Agent, protocol: &Protocol) -> Value {
    let body = test.get(agent, &format!("/agents/{}/jobs/active", agent.id)).ok().body;
    let jobs = body["data"]["chat"].as_array().unwrap();
    let job = jobs.iter().find(|job| job["protocol"] == protocol.as_str()).unwrap();
    json!([job["pinned"] == true, job["unread"], job["messagesNotRead"]])
}

#[test]
fn an_agent_pins_a_web_chat_and_marks_it_as_unread_and_another_agent_finds_no_marks() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let bruno = test.at_work(BRUNO);
    test.customer_writes(&chat, "Bom dia");
    let post = |test: &mut TestCentre, agent: &crate::testing::Agent, mark: &str| {
        let body = json!({ "agent_id": agent.id, "protocol": chat.protocol });
        test.post(agent, &format!("/chat/{mark}"), body)
    };
    for (mark, expected) in [
        ("pin", json!([true, true, 1])),
        ("read", json!([true, false, 0])),
        ("unread", json!([true, true, 0])),
        ("unpin", json!([false, true, 0])),
        ("pin", json!([true, true, 0])),
    ] {
        test.take_frames(ANA);
        post(&mut test, &ana, mark).ok();
        post(&mut test, &ana, mark).ok();
        let frames = test.take_frames(ANA);
        assert_eq!(frames.iter().map(|frame| frame["event"].clone()).collect::<Vec<_>>(), ["NewChatEvent"], "{mark}");
        assert_eq!(marks(&mut test, &ana, &chat.protocol), expected, "{mark}");
        assert_eq!(post(&mut test, &bruno, mark).refusal(), "403", "another agent's");
    }
    test.customer_writes(&chat, "Alguém?");
    assert_eq!(marks(&mut test, &ana, &chat.protocol), json!([true, true, 1]), "unread by its message now");
    test.agent_writes(&ana, &chat.protocol, "Sim").ok();
    assert_eq!(marks(&mut test, &ana, &chat.protocol), json!([true, false, 0]));
    post(&mut test, &ana, "unread").ok();
    let request = json!({ "protocol": chat.protocol, "agentId": ANA, "toAgentId": BRUNO });
    test.post(&ana, "/job/chat/transfer", request).ok();
    assert_eq!(marks(&mut test, &bruno, &chat.protocol), json!([false, false, 0]), "they were Ana's");
}
