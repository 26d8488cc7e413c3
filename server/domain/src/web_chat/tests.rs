//! Calls of customers.

use super::{WebChatEventKind, WebChatReply, WebChatRequest};
use crate::store::{EndedBy, JobState, Store};
use crate::testing::{ANA, Answered, RENEWALS, SUPPORT, TestCentre};
use crate::{Centre, CentreConfig, HttpRequest};
use rstest::rstest;
use serde_json::json;
use wire::{BrokerEvent, CustomId, Protocol, QueueId, events};

fn call(test: &mut TestCentre, secret: &str, method: &str, path: &str, body: &str) -> Answered {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let request = HttpRequest {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        authorization: (!secret.is_empty()).then(|| format!("Bearer {secret}")),
        body: body.to_owned(),
    };
    test.with(|centre, store, context| centre.web_chat_http(store, context, &request)).into()
}

#[rstest]
#[case::refused(2, Some("192.0.2.1"), 429)]
#[case::from_another_address(2, Some("192.0.2.2"), 200)]
#[case::without_an_address(2, None, 200)]
#[case::without_a_limit(0, Some("192.0.2.1"), 200)]
fn the_open_chats_of_one_address_are_limited(#[case] limit: usize, #[case] address: Option<&str>, #[case] status: u16) {
    let mut test = TestCentre::new();
    test.centre = Centre::new(CentreConfig { chats_per_address: limit, ..CentreConfig::default() });
    test.address = Some("192.0.2.1".to_owned());
    let start = r#"{"name":"Íris","queue":"20"}"#;
    for _ in 0..2 {
        call(&mut test, "", "POST", "/chats", start).ok();
    }
    test.address = address.map(str::to_owned);
    assert_eq!(call(&mut test, "", "POST", "/chats", start).status, status);
}

#[test]
fn a_customer_chats_over_json() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let queues = call(&mut test, "", "GET", "/queues", "").ok().body;
    assert_eq!(queues["data"][1], json!({ "id": "20", "name": "Suporte" }));
    let started = call(&mut test, "", "POST", "/chats", r#"{"name":"Íris","queue":"20"}"#).ok().body;
    let (protocol, secret) = (started["protocol"].as_str().unwrap(), started["secret"].as_str().unwrap());
    assert_eq!(started["position"], 0);
    let path = format!("/chats/{protocol}");
    let message = r#"{"custom_id":"Z9Y8X7W6V5","text":"Olá"}"#;
    let sent = call(&mut test, secret, "POST", &format!("{path}/messages"), message).ok().body;
    assert_eq!(sent["custom_id"], "Z9Y8X7W6V5");
    call(&mut test, secret, "POST", &format!("{path}/typing"), r#"{"typing":true}"#).ok();
    test.agent_writes(&ana, &Protocol::from(protocol), "Boa tarde").ok();
    call(&mut test, secret, "POST", &format!("{path}/end"), "").ok();
    let in_address = call(&mut test, "", "GET", &format!("{path}/events?after=1&secret={secret}"), "");
    assert_eq!(in_address.refusal(), "404", "addresses end in logs");
    let events = call(&mut test, secret, "GET", &format!("{path}/events?after=1"), "").ok().body;
    let kinds: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["message", "message", "ended"]);
    assert_eq!((&events["last"], &events["ended"]), (&json!(4), &json!(true)));
    assert_eq!(call(&mut test, secret, "PUT", &path, "").refusal(), "404");
}

#[rstest]
#[case::no_name(r#"{"name":" ","queue":"20"}"#, "422 name:required")]
#[case::long_name(&format!(r#"{{"name":"{}","queue":"20"}}"#, "n".repeat(201)), "422 name:tooLong")]
#[case::unknown_queue(r#"{"name":"Íris","queue":"77"}"#, "422 queue:unknown")]
#[case::whitespace(r#"{"name":"Íris","identifier":"a b","queue":"20"}"#, "422 identifier:whitespace")]
#[case::extra(r#"{"name":"Íris","queue":"20","vip":true}"#, "422 vip:unknown")]
#[case::not_json("name=x", "400 MALFORMED_JSON")]
fn an_invalid_start_is_refused(#[case] body: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    assert_eq!(call(&mut test, "", "POST", "/chats", body).refusal(), expected);
    assert!(test.store.jobs_in_state(JobState::Waiting).unwrap().is_empty());
}

#[test]
fn only_its_secret_authorises_calls_of_a_chat() {
    let mut test = TestCentre::new();
    let one = test.customer("Helena", SUPPORT);
    let two = test.customer("Rafael", SUPPORT);
    for secret in ["", "wrong", two.secret.as_str()] {
        let path = format!("/chats/{}/events", one.protocol);
        assert_eq!(call(&mut test, secret, "GET", &path, "").refusal(), "404");
    }
    assert!(!format!("{:?}", test.store).contains(&one.secret), "only its hash is kept");
}

#[test]
fn a_customers_message_is_delivered_to_the_agent_once() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    let send = |text: &str| WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId::from("Z9Y8X7W6V5"),
        text: text.to_owned(),
    };
    let first = test.web_chat(send("Olá"));
    assert!(matches!(first, WebChatReply::Sent(_)));
    assert_eq!(test.web_chat(send("Olá")), first);
    assert_eq!(test.take_event_names(ANA), ["ChatMessageEvent"]);
    let WebChatReply::Refused { status, body } = test.web_chat(send("Outra")) else { panic!() };
    assert_eq!((status, body.cause.as_deref()), (409, Some("customIdReused")));
}

#[test]
fn typing_is_published_to_the_agent_and_a_message_ends_it() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    assert_eq!(test.customer_types(&chat, true, None), WebChatReply::Done);
    let (_, event) = test.take_events(ANA).remove(0);
    assert!(
        matches!(event, BrokerEvent::Chat(events::chat::Event::Typing(event)) if event.typing && event.protocol == chat.protocol)
    );
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], true);
    test.customer_writes(&chat, "Pronto");
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], false);
}

/// A page's calls use several connections and may arrive in another order.
#[test]
fn typing_that_arrives_after_its_message_is_ignored() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let send = |id: &str, text: &str| WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId::from(id),
        text: text.to_owned(),
    };
    assert!(matches!(test.web_chat(send("Z9Y8X7W6V5", "Pronto")), WebChatReply::Sent(_)));
    test.take_events(ANA);
    assert_eq!(test.customer_types(&chat, true, Some("Z9Y8X7W6V5")), WebChatReply::Done);
    assert!(test.take_events(ANA).is_empty());
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], false);
    // Typing for the next message is published.
    assert_eq!(test.customer_types(&chat, true, Some("Z9Y8X7W6V6")), WebChatReply::Done);
    assert_eq!(test.take_event_names(ANA), ["ChatTypingEvent"]);
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], true);
    let WebChatReply::Refused { status, .. } = test.customer_types(&chat, true, Some("z9")) else { panic!() };
    assert_eq!(status, 422);
}

#[test]
fn a_repeated_start_returns_the_same_chat() {
    let mut test = TestCentre::new();
    let secret = "3d0f8a6b1c5e4792a8f0d1b2c3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f506";
    let begin = |test: &mut TestCentre, name: &str, queue: &str, secret: &str| {
        test.web_chat(WebChatRequest::Start {
            name: name.to_owned(),
            identifier: None,
            queue: QueueId::from(queue),
            secret: Some(secret.to_owned()),
        })
    };
    let first = begin(&mut test, "Helena", SUPPORT, secret);
    let WebChatReply::Started(started) = &first else { panic!("{first:?}") };
    assert_eq!((started.secret.as_str(), started.position), (secret, 1));
    assert_eq!(begin(&mut test, " Helena ", SUPPORT, secret), first);
    assert_eq!(test.store.jobs_in_state(JobState::Waiting).unwrap().len(), 1);
    assert!(!format!("{:?}", test.store).contains(secret), "only its hash is kept");
    // Another secret starts another chat; by the repetition an agent may be assigned.
    let other = begin(&mut test, "Helena", SUPPORT, &secret.replace('3', "4"));
    assert!(matches!(&other, WebChatReply::Started(other) if other.protocol != started.protocol));
    test.at_work(ANA);
    let WebChatReply::Started(again) = begin(&mut test, "Helena", SUPPORT, secret) else { panic!() };
    assert_eq!((&again.protocol, again.position), (&started.protocol, 0));
    for (name, queue, secret) in [
        ("Rafael", SUPPORT, secret),
        ("Helena", RENEWALS, secret),
        ("Helena", SUPPORT, "3d0f"),
        ("Helena", SUPPORT, ""),
    ] {
        let WebChatReply::Refused { status, body } = begin(&mut test, name, queue, secret) else { panic!() };
        assert_eq!((status, body.errors.contains_key("secret")), (422, true), "{name} {queue} {secret}");
    }
}

#[test]
fn the_customer_ends_the_chat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    test.customer_ends(&chat);
    assert_eq!(test.take_event_names(ANA), ["ChatMessageEvent", "ChatEndEvent", "AgentStatusEvent"]);
    let job = test.listed_job(&ana, "chatClosed", &chat.protocol).unwrap();
    assert_eq!((&job["disabled"], job["startDateQualification"].is_string()), (&json!(true), true));
    test.customer_ends(&chat);
    assert!(test.take_events(ANA).is_empty(), "a repetition changes nothing");
    let WebChatReply::Refused { status, body } = test.customer_writes(&chat, "Ainda aí?") else { panic!() };
    assert_eq!((status, body.cause.as_deref()), (409, Some("jobEnded")));
}

#[test]
fn a_customer_who_left_the_queue_is_never_assigned() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    test.customer_ends(&chat);
    let last = test.customer_events(&chat).pop().unwrap();
    assert_eq!(last.kind, WebChatEventKind::Ended { by: EndedBy::Customer });
    test.at_work(ANA);
    assert_eq!(test.take_event_names(ANA), ["ChatLoginEvent", "AgentStatusEvent"]);
}

#[test]
fn an_identifier_loses_one_plus_and_a_missing_one_is_generated() {
    let mut test = TestCentre::new();
    let start = |identifier: Option<&str>| WebChatRequest::Start {
        name: "Íris".to_owned(),
        identifier: identifier.map(str::to_owned),
        queue: QueueId::from(SUPPORT),
        secret: None,
    };
    let identifier = |test: &mut TestCentre, request: WebChatRequest| {
        let WebChatReply::Started(started) = test.web_chat(request) else { panic!() };
        test.store.job(&started.protocol).unwrap().unwrap().chat_identifier
    };
    assert_eq!(identifier(&mut test, start(Some("++5511"))), "+5511");
    assert!(identifier(&mut test, start(None)).starts_with("visitor-"));
    assert_ne!(identifier(&mut test, start(Some(""))), identifier(&mut test, start(None)));
}
