//! Tests of the requests of customers.

use super::{WebChatEvent, WebChatEventKind, WebChatReply, WebChatRequest};
use crate::store::{EndedBy, JobState, QueueRow, Store, WebChatStore};
use crate::testing::{ANA, Answered, RENEWALS, SALES, SUPPORT, TestCentre};
use crate::{Centre, CentreConfig, HttpRequest, Recipients, WebChatStarted};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wire::limits::NAME_MAX_CHARS;
use wire::{BrokerEvent, CustomId, OrgUnitId, Protocol, QueueId, events};

pub(super) fn call(test: &mut TestCentre, secret: &str, method: &str, path: &str, body: &str) -> Answered {
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
#[case::from_the_same_address(2, Some("192.0.2.1"), 429)]
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
fn a_customer_can_chat_by_requests_with_json() {
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
#[case::missing_name(r#"{"name":" ","queue":"20"}"#, "422 name:required")]
#[case::long_name(&format!(r#"{{"name":"{}","queue":"20"}}"#, "n".repeat(201)), "422 name:tooLong")]
#[case::unknown_queue(r#"{"name":"Íris","queue":"77"}"#, "422 queue:unknown")]
#[case::identifier_with_white_space(r#"{"name":"Íris","identifier":"a b","queue":"20"}"#, "422 identifier:whitespace")]
#[case::extra_field(r#"{"name":"Íris","queue":"20","vip":true}"#, "422 vip:unknown")]
#[case::body_that_is_no_json("name=x", "400 MALFORMED_JSON")]
fn an_invalid_start_of_a_chat_is_refused(#[case] body: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    assert_eq!(call(&mut test, "", "POST", "/chats", body).refusal(), expected);
    assert!(test.store.jobs_in_state(JobState::Waiting).unwrap().is_empty());
}

#[test]
fn only_the_secret_of_a_chat_authorises_its_requests() {
    let mut test = TestCentre::new();
    let one = test.customer("Helena", SUPPORT);
    let two = test.customer("Rafael", SUPPORT);
    for secret in ["", "wrong", two.secret.as_str()] {
        let path = format!("/chats/{}/events", one.protocol);
        assert_eq!(call(&mut test, secret, "GET", &path, "").refusal(), "404");
    }
    assert!(!format!("{:?}", test.store).contains(&one.secret), "only its hash is kept");
}

/// The customer answers the message with this number.
fn answers(test: &mut TestCentre, chat: &WebChatStarted, seq: u64, custom_id: &str) -> WebChatReply {
    test.web_chat(WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId::from(custom_id),
        text: "O anual".to_owned(),
        media_id: String::new(),
        answered: seq,
    })
}

#[test]
fn a_customers_answer_quotes_a_message_of_the_chat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let thread = |test: &mut TestCentre| {
        let body = test.get(&ana, &format!("/job/{}/messages", chat.protocol)).ok().body;
        body["data"].as_array().unwrap().clone()
    };
    test.agent_writes(&ana, &chat.protocol, "Qual plano?").ok();
    let asked = thread(&mut test).pop().unwrap();
    let seq = asked["seq"].as_u64().unwrap();
    let first = answers(&mut test, &chat, seq, "Z9Y8X7W6V5");
    assert!(matches!(first, WebChatReply::Sent(_)), "{first:?}");
    assert_eq!(answers(&mut test, &chat, seq, "Z9Y8X7W6V5"), first, "a repetition gets the same answer");
    let answer = thread(&mut test).pop().unwrap();
    assert_eq!(
        (&answer["message"], &answer["messageAnswered"]["message_id"]),
        (&json!("O anual"), &asked["message_id"])
    );
    assert_eq!(answer["messageAnswered"]["message"], "Qual plano?");
    for (unknown, id) in [(1, "Z9Y8X7W6V6"), (99, "Z9Y8X7W6V7")] {
        let refused: Answered = answers(&mut test, &chat, unknown, id).to_http().into();
        assert_eq!(refused.refusal(), "422 answered:unknown");
    }
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
        media_id: String::new(),
        answered: 0,
    };
    let first = test.web_chat(send("Olá"));
    assert!(matches!(first, WebChatReply::Sent(_)));
    assert_eq!(test.web_chat(send("Olá")), first);
    assert_eq!(test.take_event_names(ANA), ["ChatMessageEvent"]);
    let WebChatReply::Refused { status, body } = test.web_chat(send("Outra")) else { panic!() };
    assert_eq!((status, body.cause.as_deref()), (409, Some("customIdReused")));
}

#[test]
fn typing_of_the_customer_is_sent_to_the_agent_and_stored_only_as_activity() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let page = |open: bool| WebChatRequest::Page { protocol: chat.protocol.clone(), secret: chat.secret.clone(), open };
    test.web_chat(page(true));
    test.take_events(ANA);
    let stored = |test: &TestCentre| test.store.web_chat(&chat.protocol).unwrap().unwrap();
    let rows = |test: &TestCentre| (test.store.job(&chat.protocol), stored(test));
    let before = rows(&test);
    for typing in [true, false] {
        test.advance(5_000);
        assert_eq!(test.customer_types(&chat, typing, None), WebChatReply::Done);
        let (agent, frame) = test.typing_of_customer().remove(0);
        assert_eq!(
            (agent.as_str(), &frame["event"], &frame["typing"]),
            (ANA, &json!("ChatTypingEvent"), &json!(typing))
        );
        assert_eq!((&frame["protocol"], &frame["seq"]), (&json!(chat.protocol), &Value::Null));
    }
    assert_eq!((rows(&test), test.take_events(ANA).len()), (before, 0), "nothing is written");
    // The last activity is 12 s ago: it is written.
    test.advance(2_000);
    test.customer_types(&chat, true, None);
    assert_eq!((test.typing_of_customer().len(), stored(&test).last_activity), (0, test.now));
    let (_, event) = test.take_events(ANA).remove(0);
    assert!(
        matches!(event, BrokerEvent::Chat(events::chat::Event::Typing(event)) if event.typing && event.protocol == chat.protocol)
    );
    // Typing of a customer whose page was closed is stored too.
    test.web_chat(page(false));
    test.customer_types(&chat, true, None);
    assert_eq!((stored(&test).page_gone_since, test.take_event_names(ANA).len()), (None, 1));
}

#[test]
fn typing_of_a_waiting_customer_is_sent_to_no_agent() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    test.web_chat(WebChatRequest::Page { protocol: chat.protocol.clone(), secret: chat.secret.clone(), open: true });
    assert_eq!(test.customer_types(&chat, true, None), WebChatReply::Done);
    assert_eq!(test.recipients, Recipients::default());
}

/// Requests of a page use several connections and may arrive in another order.
#[test]
fn typing_that_arrives_after_its_message_is_ignored() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.web_chat(WebChatRequest::Page { protocol: chat.protocol.clone(), secret: chat.secret.clone(), open: true });
    let send = |id: &str, text: &str| WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId::from(id),
        text: text.to_owned(),
        media_id: String::new(),
        answered: 0,
    };
    assert!(matches!(test.web_chat(send("Z9Y8X7W6V5", "Pronto")), WebChatReply::Sent(_)));
    test.take_events(ANA);
    assert_eq!(test.customer_types(&chat, true, Some("Z9Y8X7W6V5")), WebChatReply::Done);
    assert_eq!(test.typing_of_customer().len() + test.take_events(ANA).len(), 0);
    // Typing for the next message is published.
    assert_eq!(test.customer_types(&chat, true, Some("Z9Y8X7W6V6")), WebChatReply::Done);
    assert_eq!(test.typing_of_customer().len(), 1);
    let WebChatReply::Refused { status, .. } = test.customer_types(&chat, true, Some("z9")) else { panic!() };
    assert_eq!(status, 422);
}

#[test]
fn a_start_that_is_sent_again_returns_the_same_chat() {
    let mut test = TestCentre::new();
    let secret = "3d0f8a6b1c5e4792a8f0d1b2c3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f506";
    let begin = |test: &mut TestCentre, name: &str, queue: &str, secret: &str| {
        test.web_chat(WebChatRequest::Start {
            proof: None,
            unit: None,
            signature: None,
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
    // Another secret starts another chat. The repeated request may also assign an agent.
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
        ("Helena", SUPPORT, &"0".repeat(64)),
        ("Helena", SUPPORT, &"01234567".repeat(8)),
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

/// For chats and calls: an agent would see an empty name, or a name that reverses the text around it.
#[rstest]
#[case::empty_name("", "required")]
#[case::only_spaces(" \u{a0}", "required")]
#[case::only_marks_of_direction("\u{202e}\u{202e}", "required")]
#[case::only_a_filler("\u{3164}", "required")]
#[case::too_long_name(&"n".repeat(NAME_MAX_CHARS + 1), "tooLong")]
fn a_customer_cannot_begin_a_chat_or_call_under_an_invisible_or_too_long_name(#[case] name: &str, #[case] fault: &str) {
    let mut test = TestCentre::new();
    for (path, queue) in [("/chats", SUPPORT), ("/calls", SALES)] {
        let body = json!({ "name": name, "queue": queue }).to_string();
        let refused = call(&mut test, "", "POST", path, &body);
        assert_eq!(refused.refusal(), format!("422 name:{fault}"), "{path}");
    }
}

#[test]
fn the_identifier_of_a_customer_loses_one_leading_plus_and_a_missing_identifier_is_generated() {
    let mut test = TestCentre::new();
    let start = |identifier: Option<&str>| WebChatRequest::Start {
        proof: None,
        unit: None,
        signature: None,
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

/// Every field name in the JSON, at any depth.
fn field_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            names.extend(fields.keys().cloned());
            fields.values().for_each(|value| field_names(value, names));
        }
        Value::Array(items) => items.iter().for_each(|item| field_names(item, names)),
        _ => {}
    }
}

/// Name of a reply; a new kind must be added to the test below.
fn reply_name(reply: &WebChatReply) -> &'static str {
    match reply {
        WebChatReply::Queues(_) => "queues",
        WebChatReply::Puzzle(_) => "puzzle",
        WebChatReply::Telephone(_) => "telephone",
        WebChatReply::Signed(_) => "signed",
        WebChatReply::DeskTelephones(_) => "desk telephones",
        WebChatReply::Started(_) => "started",
        WebChatReply::Sent(_) => "sent",
        WebChatReply::Done => "done",
        WebChatReply::Events(_) => "events",
        WebChatReply::Refused { .. } => "refused",
    }
}

#[test]
fn no_reply_and_no_event_to_a_customer_has_a_field_of_the_internal_types() {
    let mut test = TestCentre::new();
    let mut replies =
        vec![test.web_chat(WebChatRequest::Queues { unit: None }), test.web_chat(WebChatRequest::Lines { unit: None })];
    let WebChatReply::Queues(lines) = &replies[1] else { panic!() };
    let queue = lines[0].id.clone();
    test.centre.config.voice.desk_telephones = true;
    test.centre.config.voice.demo_site = Some(wire::Secret::new("site of the demo".to_owned()));
    replies.push(test.web_chat(WebChatRequest::SignNumber { phone: "5511955550101".to_owned(), unit: None }));
    replies.push(test.web_chat(WebChatRequest::DeskTelephones { unit: None }));
    replies.push(test.web_chat(WebChatRequest::Call {
        proof: None,
        name: "Iara".to_owned(),
        phone: None,
        signature: None,
        queue,
        unit: None,
    }));
    replies.push(test.web_chat(WebChatRequest::Puzzle));
    let chat = test.customer("Helena", SUPPORT);
    replies.push(WebChatReply::Started(chat.clone()));
    replies.push(test.customer_writes(&chat, "Bom dia"));
    let ana = test.at_work(ANA);
    let sent = test.agent_writes(&ana, &chat.protocol, "Olá").ok().body;
    test.post(&ana, "/chat/typing", json!({ "protocol": chat.protocol, "agentId": ANA, "typing": true })).ok();
    replies.push(test.customer_types(&chat, true, None));
    replies.push(test.customer_types(&chat, true, Some("")));
    test.request(Some(&ana.token), "POST", "/channels/chat/disconnect/agent/101", "").ok();
    test.advance(5 * 60 * 1000);
    test.tick();
    test.customer_ends(&chat);
    let events = WebChatRequest::Events { protocol: chat.protocol.clone(), secret: chat.secret.clone(), after: 0 };
    replies.push(test.web_chat(events));

    let WebChatReply::Events(read) = replies.last().unwrap() else { panic!() };
    let events: Vec<Value> = read.data.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let kinds: BTreeSet<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    let all = ["agentJoined", "ended", "message", "position", "returnedToQueue"];
    assert_eq!(kinds, BTreeSet::from(all));
    let names: BTreeSet<&str> = replies.iter().map(reply_name).collect();
    let all =
        ["desk telephones", "done", "events", "puzzle", "queues", "refused", "sent", "signed", "started", "telephone"];
    assert_eq!(names, BTreeSet::from(all));

    let mut internal = BTreeSet::new();
    field_names(
        &serde_json::to_value(test.store.messages_after(&chat.protocol, 0, 10).unwrap()).unwrap(),
        &mut internal,
    );
    let job = test.store.job(&chat.protocol).unwrap().unwrap();
    field_names(&serde_json::to_value(&job).unwrap(), &mut internal);
    let shared = ["custom_id", "message", "protocol", "seq", "time", "type", "typing"];
    let bodies: Vec<String> = replies.iter().map(|reply| reply.to_http().body).collect();
    for body in &bodies {
        let mut names = BTreeSet::new();
        field_names(&serde_json::from_str(body).unwrap(), &mut names);
        let leaked: Vec<_> = names.intersection(&internal).filter(|name| !shared.contains(&name.as_str())).collect();
        assert!(leaked.is_empty(), "{leaked:?} in {body}");
        for value in [ANA, sent["message_id"].as_str().unwrap(), sent["custom_id"].as_str().unwrap()] {
            assert!(!body.contains(&format!("\"{value}\"")), "{value} in {body}");
        }
    }
    for event in events.iter().filter(|event| event["type"] == "message") {
        let fields: Vec<&str> = event["message"].as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["agentName", "custom_id", "sender", "seq", "systemKey", "text", "time"];
        assert!(fields.iter().all(|field| known.contains(field)), "{event}");
    }
}

#[test]
fn an_event_stored_by_version_5_0_575_is_read_without_its_internal_fields() {
    let stored = json!({
        "number": 4, "at": "2026-11-20T13:45:00.000Z", "type": "message",
        "message": {
            "protocol": "1", "seq": 3, "message_id": "a|b", "custom_id": "A1B2C3D4E5", "from": "101", "to": "x",
            "senderType": "agent", "message": "Olá", "type": "text", "time": "2026-11-20T13:45:00.000Z",
            "status": "sent", "agent_id": "101", "agent_name": "Ana Souza", "system_message": false,
        },
    });
    let event: WebChatEvent = serde_json::from_value(stored).unwrap();
    let sent = json!({
        "number": 4, "at": "2026-11-20T13:45:00.000Z", "type": "message",
        "message": {
            "seq": 3, "sender": "agent", "agentName": "Ana Souza", "text": "Olá", "time": "2026-11-20T13:45:00.000Z",
        },
    });
    assert_eq!(serde_json::to_value(event).unwrap(), sent);
}

/// The centre with a chat queue and a voice queue of a second org unit.
fn with_second_unit() -> TestCentre {
    let mut test = TestCentre::new();
    for (id, like) in [("second-chat", SUPPORT), ("second-voice", SALES)] {
        let row = test.store.queue(&QueueId::from(like)).unwrap().unwrap();
        let row = QueueRow { id: QueueId::from(id), org_unit_id: OrgUnitId::from("2"), ..row };
        test.with(|_, store, _| store.put_queue(&row).unwrap());
    }
    let public_org_units = ["1", "2"].map(OrgUnitId::from).to_vec();
    test.centre = Centre::new(CentreConfig { public_org_units, ..CentreConfig::default() });
    test
}

#[rstest]
#[case::the_page_of_the_servers_own_unit(None, [SUPPORT, SALES], ["second-chat", "second-voice"])]
#[case::the_page_of_the_first_unit(Some("1"), [SUPPORT, SALES], ["second-chat", "second-voice"])]
#[case::the_page_of_the_second_unit(Some("2"), ["second-chat", "second-voice"], [SUPPORT, SALES])]
fn a_page_lists_and_starts_chats_only_in_the_queues_of_its_org_unit(
    #[case] unit: Option<&str>,
    #[case] own: [&str; 2],
    #[case] foreign: [&str; 2],
) {
    let mut test = with_second_unit();
    let query = unit.map(|unit| format!("?unit={unit}")).unwrap_or_default();
    for (path, start, queue, other) in
        [("/queues", "/chats", own[0], foreign[0]), ("/lines", "/calls", own[1], foreign[1])]
    {
        let listed = call(&mut test, "", "GET", &format!("{path}{query}"), "").ok().body;
        let ids: Vec<&str> = listed["data"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
        assert_eq!((ids.contains(&queue), ids.contains(&other)), (true, false), "{path}{query}: {ids:?}");
        let mut starts = |queue: &str| {
            let body = json!({ "name": "Helena", "queue": queue }).to_string();
            call(&mut test, "", "POST", &format!("{start}{query}"), &body)
        };
        assert_eq!(starts(other).refusal(), "422 queue:unknown", "{start}{query}");
        starts(queue).ok();
    }
}

#[test]
fn an_org_unit_that_is_not_configured_has_no_page_for_customers() {
    let mut test = with_second_unit();
    let body = json!({ "name": "Helena", "queue": SUPPORT }).to_string();
    for (method, path, body) in
        [("GET", "/queues", ""), ("GET", "/lines", ""), ("POST", "/chats", &body), ("POST", "/calls", &body)]
    {
        assert_eq!(call(&mut test, "", method, &format!("{path}?unit=3"), body).refusal(), "404", "{path}");
    }
}
