//! The customer's calls.

use super::{OutsideEventKind, OutsideReply, OutsideRequest};
use crate::HttpRequest;
use crate::store::{EndedBy, JobState, Store};
use crate::testing::{ANA, Answered, RENEWALS, SUPPORT, World};
use core_wasm::wire::{BrokerEvent, CustomId, Protocol, QueueId};
use rstest::rstest;
use serde_json::json;

fn call(world: &mut World, secret: &str, method: &str, path: &str, body: &str) -> Answered {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let request = HttpRequest {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        authorization: (!secret.is_empty()).then(|| format!("Bearer {secret}")),
        body: body.to_owned(),
    };
    world.with(|centre, store, context| centre.outside_http(store, context, &request)).into()
}

#[test]
fn a_customer_talks_over_json() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let queues = call(&mut world, "", "GET", "/queues", "").ok().body;
    assert_eq!(queues["data"][1], json!({ "id": "20", "name": "Suporte" }));
    let started = call(&mut world, "", "POST", "/chats", r#"{"name":"Íris","queue":"20"}"#).ok().body;
    let (protocol, secret) = (started["protocol"].as_str().unwrap(), started["secret"].as_str().unwrap());
    assert_eq!(started["position"], 0);
    let path = format!("/chats/{protocol}");
    let message = r#"{"custom_id":"Z9Y8X7W6V5","text":"Olá"}"#;
    let sent = call(&mut world, secret, "POST", &format!("{path}/messages"), message).ok().body;
    assert_eq!(sent["custom_id"], "Z9Y8X7W6V5");
    call(&mut world, secret, "POST", &format!("{path}/typing"), r#"{"typing":true}"#).ok();
    world.agent_writes(&ana, &Protocol::from(protocol), "Boa tarde").ok();
    call(&mut world, secret, "POST", &format!("{path}/end"), "").ok();
    let events = call(&mut world, "", "GET", &format!("{path}/events?after=1&secret={secret}"), "").ok().body;
    let kinds: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["message", "message", "ended"]);
    assert_eq!((&events["last"], &events["ended"]), (&json!(4), &json!(true)));
    assert_eq!(call(&mut world, secret, "PUT", &path, "").refusal(), "404");
}

#[rstest]
#[case::no_name(r#"{"name":" ","queue":"20"}"#, "422 name:required")]
#[case::long_name(&format!(r#"{{"name":"{}","queue":"20"}}"#, "n".repeat(201)), "422 name:tooLong")]
#[case::unknown_queue(r#"{"name":"Íris","queue":"77"}"#, "422 queue:unknown")]
#[case::whitespace(r#"{"name":"Íris","identifier":"a b","queue":"20"}"#, "422 identifier:whitespace")]
#[case::extra(r#"{"name":"Íris","queue":"20","vip":true}"#, "422 vip:unknown")]
#[case::not_json("name=x", "400 MALFORMED_JSON")]
fn a_wrong_start_is_refused(#[case] body: &str, #[case] expected: &str) {
    let mut world = World::new();
    assert_eq!(call(&mut world, "", "POST", "/chats", body).refusal(), expected);
    assert!(world.store.jobs_in_state(JobState::Waiting).unwrap().is_empty());
}

#[test]
fn only_the_secret_opens_a_chat() {
    let mut world = World::new();
    let one = world.customer("Helena", SUPPORT);
    let two = world.customer("Rafael", SUPPORT);
    for secret in ["", "wrong", two.secret.as_str()] {
        let path = format!("/chats/{}/events", one.protocol);
        assert_eq!(call(&mut world, secret, "GET", &path, "").refusal(), "404");
    }
    assert!(!format!("{:?}", world.store).contains(&one.secret), "only its hash is kept");
}

#[test]
fn a_customers_message_reaches_the_agent_once() {
    let mut world = World::new();
    world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.take_events(ANA);
    let send = |text: &str| OutsideRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId::from("Z9Y8X7W6V5"),
        text: text.to_owned(),
    };
    let first = world.outside(send("Olá"));
    assert!(matches!(first, OutsideReply::Sent(_)));
    assert_eq!(world.outside(send("Olá")), first);
    assert_eq!(world.take_event_names(ANA), ["ChatMessageEvent"]);
    let OutsideReply::Refused { status, body } = world.outside(send("Outra")) else { panic!() };
    assert_eq!((status, body.cause.as_deref()), (409, Some("customIdReused")));
}

#[test]
fn typing_is_told_to_the_agent_and_a_message_ends_it() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.take_events(ANA);
    assert_eq!(world.customer_types(&chat, true, None), OutsideReply::Done);
    let (_, event) = world.take_events(ANA).remove(0);
    assert!(matches!(event, BrokerEvent::ChatTyping(event) if event.typing && event.protocol == chat.protocol));
    assert_eq!(world.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], true);
    world.customer_writes(&chat, "Pronto");
    assert_eq!(world.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], false);
}

/// Two calls of one page go by two connections: the later one may arrive first.
#[test]
fn typing_that_arrives_after_its_message_says_nothing() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let send = |id: &str, text: &str| OutsideRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId::from(id),
        text: text.to_owned(),
    };
    assert!(matches!(world.outside(send("Z9Y8X7W6V5", "Pronto")), OutsideReply::Sent(_)));
    world.take_events(ANA);
    assert_eq!(world.customer_types(&chat, true, Some("Z9Y8X7W6V5")), OutsideReply::Done);
    assert!(world.take_events(ANA).is_empty());
    assert_eq!(world.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], false);
    // The next message is another one.
    assert_eq!(world.customer_types(&chat, true, Some("Z9Y8X7W6V6")), OutsideReply::Done);
    assert_eq!(world.take_event_names(ANA), ["ChatTypingEvent"]);
    assert_eq!(world.listed_job(&ana, "chat", &chat.protocol).unwrap()["typing"], true);
    let OutsideReply::Refused { status, .. } = world.customer_types(&chat, true, Some("z9")) else { panic!() };
    assert_eq!(status, 422);
}

#[test]
fn a_start_that_is_repeated_is_the_same_chat() {
    let mut world = World::new();
    let secret = "3d0f8a6b1c5e4792a8f0d1b2c3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f506";
    let begin = |world: &mut World, name: &str, queue: &str, secret: &str| {
        world.outside(OutsideRequest::Start {
            name: name.to_owned(),
            identifier: None,
            queue: QueueId::from(queue),
            secret: Some(secret.to_owned()),
        })
    };
    let first = begin(&mut world, "Helena", SUPPORT, secret);
    let OutsideReply::Started(started) = &first else { panic!("{first:?}") };
    assert_eq!((started.secret.as_str(), started.position), (secret, 1));
    assert_eq!(begin(&mut world, " Helena ", SUPPORT, secret), first);
    assert_eq!(world.store.jobs_in_state(JobState::Waiting).unwrap().len(), 1);
    assert!(!format!("{:?}", world.store).contains(secret), "only its hash is kept");
    // Another secret is another chat, and an agent may be there by the time of the repetition.
    let other = begin(&mut world, "Helena", SUPPORT, &secret.replace('3', "4"));
    assert!(matches!(&other, OutsideReply::Started(other) if other.protocol != started.protocol));
    world.at_work(ANA);
    let OutsideReply::Started(again) = begin(&mut world, "Helena", SUPPORT, secret) else { panic!() };
    assert_eq!((&again.protocol, again.position), (&started.protocol, 0));
    for (name, queue, secret) in [
        ("Rafael", SUPPORT, secret),
        ("Helena", RENEWALS, secret),
        ("Helena", SUPPORT, "3d0f"),
        ("Helena", SUPPORT, ""),
    ] {
        let OutsideReply::Refused { status, body } = begin(&mut world, name, queue, secret) else { panic!() };
        assert_eq!((status, body.errors.contains_key("secret")), (422, true), "{name} {queue} {secret}");
    }
}

#[test]
fn the_customer_ends_the_chat() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.take_events(ANA);
    world.customer_ends(&chat);
    assert_eq!(world.take_event_names(ANA), ["ChatMessageEvent", "ChatEndEvent", "AgentStatusEvent"]);
    let job = world.listed_job(&ana, "chatClosed", &chat.protocol).unwrap();
    assert_eq!((&job["disabled"], job["startDateQualification"].is_string()), (&json!(true), true));
    world.customer_ends(&chat);
    assert!(world.take_events(ANA).is_empty(), "a repetition changes nothing");
    let OutsideReply::Refused { status, body } = world.customer_writes(&chat, "Ainda aí?") else { panic!() };
    assert_eq!((status, body.cause.as_deref()), (409, Some("jobEnded")));
}

#[test]
fn who_leaves_the_waiting_line_never_reaches_an_agent() {
    let mut world = World::new();
    let chat = world.customer("Helena", SUPPORT);
    world.customer_ends(&chat);
    let last = world.customer_events(&chat).pop().unwrap();
    assert_eq!(last.kind, OutsideEventKind::Ended { by: EndedBy::Customer });
    world.at_work(ANA);
    assert_eq!(world.take_event_names(ANA), ["ChatLoginEvent", "AgentStatusEvent"]);
}

#[test]
fn an_identifier_loses_one_plus_and_a_missing_one_is_made() {
    let mut world = World::new();
    let start = |identifier: Option<&str>| OutsideRequest::Start {
        name: "Íris".to_owned(),
        identifier: identifier.map(str::to_owned),
        queue: QueueId::from(SUPPORT),
        secret: None,
    };
    let identifier = |world: &mut World, request: OutsideRequest| {
        let OutsideReply::Started(started) = world.outside(request) else { panic!() };
        world.store.job(&started.protocol).unwrap().unwrap().chat_identifier
    };
    assert_eq!(identifier(&mut world, start(Some("++5511"))), "+5511");
    assert!(identifier(&mut world, start(None)).starts_with("visitor-"));
    assert_ne!(identifier(&mut world, start(Some(""))), identifier(&mut world, start(None)));
}
