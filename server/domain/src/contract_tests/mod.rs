//! Compares the contract's examples with what the centre does: replies and events have the fields of their examples,
//! requests are parsed strictly, the core reads the events, and every file in docs/contract is covered.

mod broadcasts;
mod colleagues;
mod history;
mod list_views;
mod notes;
mod people;
mod presence;
mod second_day;
mod session;
mod snooze;
mod supervision;
mod voice;
mod whatsapp;

use crate::testing::{ANA, Agent, RENEWALS, TestCentre, qualify_body};
use crate::{API_ROUTES, BODIES, body::Body, http::read_body};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use wire::events::whatsapp::Event;
use wire::{
    AreaEvent, BrokerEvent, ContactSave, JobRequest, LoginRequest, QualifyPayload, SendMessageRequest,
    StartListenerRequest, TypingRequest, ValidateRequest, VinculateRequest,
};

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn example(file: &str) -> Value {
    let text = std::fs::read_to_string(docs().join("contract").join(file)).unwrap_or_else(|_| panic!("no {file}"));
    serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{file}: {fault}"))
}

/// Paths where reply and example differ in fields or types; `null` matches everything, an empty list every list.
fn differences(answer: &Value, example: &Value, path: &str, found: &mut Vec<String>) {
    match (answer, example) {
        (Value::Object(answer), Value::Object(example)) => {
            for field in answer.keys().chain(example.keys()).collect::<BTreeSet<_>>() {
                let path = format!("{path}.{field}");
                match (answer.get(field), example.get(field)) {
                    (Some(answer), Some(example)) => differences(answer, example, &path, found),
                    (Some(_), None) => found.push(format!("{path} is not in the example")),
                    _ => found.push(format!("{path} is not in the answer")),
                }
            }
        }
        (Value::Array(answers), Value::Array(examples)) => {
            if let (Some(answer), Some(example)) = (union(answers), union(examples)) {
                differences(&answer, &example, &format!("{path}[]"), found);
            }
        }
        (Value::Null, _) | (_, Value::Null) => {}
        _ if std::mem::discriminant(answer) == std::mem::discriminant(example) => {}
        _ => found.push(format!("{path} is of another kind: {answer} and {example}")),
    }
}

/// Merges the elements of a list into one with all their fields: a list may contain several kinds of rows.
fn union(items: &[Value]) -> Option<Value> {
    let mut fields = Map::new();
    for item in items {
        match item {
            Value::Object(item) => fields.extend(item.clone()),
            other => return Some(other.clone()),
        }
    }
    (!fields.is_empty()).then_some(Value::Object(fields))
}

#[track_caller]
fn assert_same(answer: &Value, file: &str) {
    let mut found = Vec::new();
    differences(answer, &example(file), "", &mut found);
    assert!(found.is_empty(), "{file}: {found:#?}");
}

/// Runs one working day; returns every answer by its body's file and every event by its name.
struct Day {
    answers: BTreeMap<&'static str, Value>,
    events: BTreeMap<String, Value>,
    errors: BTreeMap<&'static str, Value>,
}

/// The day, and the requests that it does not have, for tests of what requests cost.
pub(crate) fn play_days() {
    day();
    second_day::play();
}

/// Runs a scenario that sends every request; returns replies by the file of their body, and events by name.
fn day() -> Day {
    let mut test = TestCentre::new();
    test.centre.config.second_factor = session::optional_factors();
    let mut answers = BTreeMap::new();
    let mut errors = BTreeMap::new();
    let mut events = BTreeMap::new();
    errors.insert("error-invalid-credentials.json", test.login("ana.souza", "wrong").body);
    answers.insert("login-reply.json", test.login("ana.souza", "agente123").ok().body);
    let ana = test.sign_in(ANA);
    errors.insert("error-already-connected.json", test.login("ana.souza", "agente123").body);
    let check = json!({ "agent_id": ANA, "org_unit_id": "1" });
    test.centre.config.session_idle_ms = Some(15 * 60 * 1000);
    answers.insert("validate-reply.json", test.post(&ana, "/auth/validate", check).ok().body);
    test.centre.config.session_idle_ms = None;
    let listen = json!({ "agentId": ANA, "queue": "/queue/agent.101" });
    answers.insert("start-listener-reply.json", test.post(&ana, "/system/start-listener-queue", listen).ok().body);
    let connected = test.request(Some(&ana.token), "POST", "/channels/chat/connect/agent/101", "").ok();
    answers.insert("channel-reply.json", connected.body);
    let chat = test.customer("helena.duarte", RENEWALS);
    answers.insert("outside-started.json", serde_json::to_value(&chat).unwrap());
    let sent = test.customer_writes(&chat, "Bom dia!").to_http().body;
    answers.insert("outside-sent.json", serde_json::from_str(&sent).unwrap());
    let reply = test.agent_writes(&ana, &chat.protocol, "Olá!").ok().body;
    answers.insert("send-message-reply.json", reply.clone());
    let reused = json!({
        "protocol": chat.protocol, "custom_id": reply["custom_id"], "agentId": ANA, "org_unit_id": "1", "message": "?",
    });
    errors.insert("error-cause.json", test.post(&ana, "/chat/messages", reused).body);
    errors.insert("error-fields.json", test.agent_writes(&ana, &chat.protocol, "").body);
    errors.insert("error-malformed-json.json", test.request(Some(&ana.token), "POST", "/chat/messages", "{").body);
    errors.insert("error-forbidden.json", test.get(&ana, "/agents/102").body);
    errors.insert("error-not-found.json", test.get(&ana, "/job/1/messages").body);
    errors.insert("error-token-invalid.json", test.request(None, "GET", "/agents/101", "").body);
    let taken = json!({ "contact": { "contact_phone1": "5521955550102" }, "agent": ANA });
    errors.insert("error-duplicate-identifier.json", test.put(&ana, "/contacts/1", taken).body);
    for (file, path) in [
        ("system-reply.json", "/system".to_owned()),
        ("system-datetime.json", "/system/datetime".to_owned()),
        ("agent-record.json", "/agents/101".to_owned()),
        ("agent-status.json", "/agents/101/status".to_owned()),
        ("attendance-groups.json", "/agents/101/member/attendance-groups".to_owned()),
        ("active-jobs.json", "/agents/101/jobs/active".to_owned()),
        ("org-unit.json", "/org-unit/1".to_owned()),
        ("queues.json", "/queues/chat".to_owned()),
        ("queue-record.json", "/queues/chat/10".to_owned()),
        ("qualifications.json", "/qualifications/10".to_owned()),
        ("contacts-found.json", "/contacts/1?by_field=id".to_owned()),
        ("contacts-page.json", "/contacts?search=helena".to_owned()),
        ("messages-reply.json", format!("/job/{}/messages?after=0", chat.protocol)),
        ("tags.json", format!("/tags/protocol/{}", chat.protocol)),
    ] {
        answers.insert(file, test.get(&ana, &path).ok().body);
    }
    let saved = test.put(&ana, "/contacts/1", json!({ "contact": { "fullname": "Helena D." }, "agent": ANA }));
    answers.insert("contact.json", saved.ok().body);
    answers.insert("outside-upload.json", exchange_file(&mut test, &ana, &chat));
    test.customer_types(&chat, true, None);
    test.post(&ana, "/chat/typing", json!({ "protocol": chat.protocol, "agentId": ANA, "typing": true })).ok();
    test.advance(2 * 60 * 1000);
    test.beat(&ana);
    test.tick();
    // Typing while the customer is inactive creates a numbered event.
    test.customer_types(&chat, true, None);
    test.customer_ends(&chat);
    let success = test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &chat.protocol)).ok().body;
    answers.insert("success.json", success);
    let unknown = test.customer("Iara", RENEWALS);
    let refused = test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &unknown.protocol));
    errors.insert("error-contact-not-registered.json", refused.body);
    answers.insert("outside-events.json", web_chat_events(&mut test, &chat));
    let queues = test.web_chat(crate::WebChatRequest::Queues { unit: None }).to_http().body;
    answers.insert("outside-queues.json", serde_json::from_str(&queues).unwrap());
    test.request(Some(&ana.token), "POST", "/channels/chat/disconnect/agent/101", "").ok();
    test.advance(5 * 60 * 1000);
    test.tick();
    for raw in test.take_frames(ANA) {
        events.entry(event_name(&raw)).or_insert(raw);
    }
    test.login("ana.souza", "agente123").ok();
    let close_notice = test.recipients.ended_sessions.remove(0).close_notice.unwrap();
    events.insert("ForcedDisconnectEvent".to_owned(), serde_json::from_str(&close_notice).unwrap());
    let again = test.login("ana.souza", "agente123").ok().authorization.unwrap();
    test.advance(12 * 60 * 60 * 1000);
    errors.insert("error-token-expired.json", test.request(Some(&again), "GET", "/agents/101", "").body);
    let mut day = Day { answers, events, errors };
    history::day(&mut day);
    people::day(&mut day);
    presence::day(&mut day);
    colleagues::day(&mut day);
    list_views::day(&mut day);
    notes::day(&mut day);
    snooze::day(&mut day);
    session::day(&mut day);
    voice::day(&mut day);
    supervision::day(&mut day);
    whatsapp::day(&mut day);
    broadcasts::day(&mut day);
    transfer_of_a_chat(&mut day);
    puzzle_of_a_start(&mut day);
    day
}

/// A customer requests a puzzle and starts a chat without its solution.
fn puzzle_of_a_start(day: &mut Day) {
    let mut test = TestCentre::new();
    let key = wire::Secret::new("key".to_owned());
    test.centre.config.start_puzzle = Some(crate::StartPuzzle { bits: 18, busy_starts: 0, key });
    let puzzle = test.web_chat(crate::WebChatRequest::Puzzle).to_http().body;
    day.answers.insert("outside-puzzle.json", serde_json::from_str(&puzzle).unwrap());
    let start = crate::WebChatRequest::Start {
        name: "Helena Duarte".to_owned(),
        identifier: None,
        signature: None,
        queue: RENEWALS.into(),
        unit: None,
        secret: None,
        proof: None,
    };
    let refused = test.web_chat(start).to_http().body;
    day.errors.insert("error-puzzle.json", serde_json::from_str(&refused).unwrap());
}

/// Ana returns a chat to its queue.
fn transfer_of_a_chat(day: &mut Day) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    let request = json!({ "protocol": chat.protocol, "agentId": ANA, "queueId": RENEWALS });
    test.post(&ana, "/job/chat/transfer", request).ok();
    let frames = test.take_frames(ANA).into_iter().map(|raw| (event_name(&raw), raw));
    day.events.extend(frames.filter(|(name, _)| name == "ChatTransferResponseEvent"));
}

fn event_name(raw: &Value) -> String {
    raw["event"].as_str().unwrap().to_owned()
}

/// Events of a chat that was assigned at once, with the position of a later customer.
/// The customer sends a file, which the agent answers. Returns the answer to the upload.
fn exchange_file(test: &mut TestCentre, ana: &Agent, chat: &crate::WebChatStarted) -> Value {
    let uploader = crate::Uploader::Customer { authorization: Some(format!("Bearer {}", chat.secret)) };
    let upload = crate::MediaUpload {
        media_id: "9c41d07be2f84a6e".to_owned(),
        kind: wire::MessageMedia::Image,
        mimetype: "image/png".to_owned(),
        file_name: "recibo.png".to_owned(),
        size: 20_480,
    };
    let kept = test.with(|centre, store, context| centre.uploaded(store, context, &uploader, &chat.protocol, &upload));
    let sent = test.web_chat(crate::WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: wire::CustomId::from("Z9Y8X7W6V6"),
        text: "Segue o recibo".to_owned(),
        media_id: upload.media_id,
        answered: 2,
    });
    assert_eq!(sent.to_http().status, 200);
    let thread = test.get(ana, &format!("/job/{}/messages", chat.protocol)).ok().body;
    let picture = thread["data"].as_array().unwrap().last().unwrap()["message_id"].clone();
    let answer = json!({
        "protocol": chat.protocol, "custom_id": "A1B2C3D4E6", "agentId": ANA, "org_unit_id": "1", "message": "Obrigada!",
        "messageAnswered": picture,
    });
    test.post(ana, "/chat/messages", answer).ok();
    serde_json::from_str(&kept.body).unwrap()
}

fn web_chat_events(test: &mut TestCentre, chat: &crate::WebChatStarted) -> Value {
    let request =
        crate::WebChatRequest::Events { protocol: chat.protocol.clone(), secret: chat.secret.clone(), after: 0 };
    let mut events: Value = serde_json::from_str(&test.web_chat(request).to_http().body).unwrap();
    test.centre.config.jobs_per_channel = 0;
    let waiting = test.customer("Otto", RENEWALS);
    let position = serde_json::to_value(&test.customer_events(&waiting)[0]).unwrap();
    events["data"].as_array_mut().unwrap().push(position);
    events
}

#[test]
fn every_reply_has_the_fields_of_its_example() {
    let day = day();
    for (file, answer) in &day.answers {
        assert_same(answer, file);
    }
    let requests: BTreeSet<_> = request_bodies().map(|body| body.file).collect();
    let shown: BTreeSet<_> = day.answers.keys().copied().chain(requests).collect();
    let unseen: Vec<_> = BODIES
        .iter()
        .map(|body| body.file)
        .filter(|file| !shown.contains(file) && !["error-fields.json", "openapi-head.json"].contains(file))
        .collect();
    assert!(unseen.is_empty(), "no call answered with {unseen:?}");
    let described: Value = crate::openapi();
    let head = example("openapi-head.json");
    assert_eq!(
        described.as_object().unwrap().keys().collect::<Vec<_>>(),
        head.as_object().unwrap().keys().collect::<Vec<_>>()
    );
}

#[test]
fn every_refusal_equals_its_example() {
    for (file, answer) in day().errors {
        if file == "error-fields.json" {
            assert!(answer["errors"].is_object() && example(file)["errors"].is_object());
        } else {
            assert_same(&answer, file);
            assert_eq!(
                (&answer["reason"], &answer["cause"]),
                (&example(file)["reason"], &example(file)["cause"]),
                "{file}"
            );
        }
    }
}

#[test]
fn con_022_every_event_of_the_table_occurs_and_has_the_fields_of_its_example() {
    let day = day();
    let names: BTreeSet<&str> = BrokerEvent::names().into_iter().collect();
    assert_eq!(day.events.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
    for (name, raw) in &day.events {
        let file = event_file(name);
        assert_same(raw, &file);
        assert_eq!(example(&file)["event"], *name);
        voice::is_read(raw);
        if !file.starts_with(presence::FOLDER) && !file.starts_with(voice::FOLDER) {
            let (meta, event) = BrokerEvent::parse(&example(&file).to_string());
            assert_eq!((meta.event.as_str(), event.unwrap().name()), (name.as_str(), name.as_str()));
        }
    }
}

/// `ChatTypingEvent` → `event-chat-typing.json`, or the same file in `presence/`; `WhatsAppEndEvent` → `whatsapp/event-end.json`.
fn event_file(name: &str) -> String {
    if wire::events::broadcasts::Event::names().contains(&name) {
        let file = file_of(name.strip_prefix("Broadcast").unwrap_or(name));
        return format!("{}/{file}", broadcasts::FOLDER);
    }
    if Event::names().contains(&name) {
        let file = name.strip_prefix("WhatsApp").map_or("event-new-whatsapp.json".to_owned(), file_of);
        return format!("{}/{file}", whatsapp::FOLDER);
    }
    let file = file_of(name);
    let in_folder =
        [colleagues::FOLDER, notes::FOLDER, presence::FOLDER, snooze::FOLDER, supervision::FOLDER, voice::FOLDER]
            .map(|folder| format!("{folder}/{file}"));
    let exists = |file: &String| docs().join("contract").join(file).exists();
    in_folder.into_iter().find(exists).unwrap_or(file)
}

fn file_of(name: &str) -> String {
    let mut words = String::new();
    for letter in name.strip_suffix("Event").unwrap().chars() {
        if letter.is_uppercase() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    format!("event{words}.json")
}

fn request_bodies() -> impl Iterator<Item = &'static Body> {
    let web_chat = [
        &crate::body::WEB_CHAT_START,
        &crate::body::WEB_CHAT_MESSAGE,
        &crate::body::WEB_CHAT_TYPING,
        &crate::body::OUTSIDE_CALL,
        &crate::body::OUTSIDE_DESK,
        &crate::body::OUTSIDE_SIGNATURE,
    ];
    API_ROUTES.iter().filter_map(|route| route.request).chain(web_chat)
}

fn read<T: DeserializeOwned>(body: &Body) {
    assert!(read_body::<T>(body, body.example).is_ok(), "{}", body.file);
    let mut extra = body.example_value().clone();
    extra["unheard_of"] = json!(1);
    assert!(read_body::<T>(body, &extra.to_string()).is_err(), "{} with an extra field", body.file);
}

#[test]
fn every_request_example_is_accepted_by_strict_parsing() {
    for body in request_bodies() {
        match body.name {
            "LoginRequest" => read::<LoginRequest>(body),
            "ValidateRequest" => read::<ValidateRequest>(body),
            "StartListenerRequest" => read::<StartListenerRequest>(body),
            "SendMessageRequest" => read::<SendMessageRequest>(body),
            "TypingRequest" => read::<TypingRequest>(body),
            "JobRequest" => read::<JobRequest>(body),
            "QualifyPayload" => read::<QualifyPayload>(body),
            "ContactSave" => read::<ContactSave>(body),
            "VinculateRequest" => read::<VinculateRequest>(body),
            "OutsideStart" | "OutsideMessage" | "OutsideTyping" | "OutsideCall" | "OutsideDesk"
            | "OutsideSignature" => read::<Value>(body),
            other
                if broadcasts::reads(body)
                    || colleagues::reads(body)
                    || history::reads(body)
                    || list_views::reads(body)
                    || notes::reads(body)
                    || people::reads(body)
                    || presence::reads(body)
                    || session::reads(body)
                    || snooze::reads(body)
                    || supervision::reads(body) =>
            {
                assert!(!other.is_empty())
            }
            other if voice::reads(body) || whatsapp::reads(body) => assert!(!other.is_empty()),
            other => panic!("{other} is a request that this test does not read"),
        }
    }
}

#[test]
fn the_contract_names_every_route_event_and_example() {
    let text = std::fs::read_to_string(docs().join("contract.md")).unwrap();
    for route in API_ROUTES {
        let line = format!("`{} {}`", route.method, route.path);
        assert!(text.contains(&line), "contract.md has no {line}");
    }
    for name in BrokerEvent::names() {
        assert!(text.contains(&format!("`{name}`")), "contract.md has no {name}");
    }
    for folder in [
        "",
        broadcasts::FOLDER,
        colleagues::FOLDER,
        history::FOLDER,
        list_views::FOLDER,
        notes::FOLDER,
        people::FOLDER,
        presence::FOLDER,
        snooze::FOLDER,
        voice::FOLDER,
        whatsapp::FOLDER,
    ] {
        for entry in std::fs::read_dir(docs().join("contract").join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".json") {
                let file = PathBuf::from(folder).join(&name).display().to_string();
                assert!(text.contains(&format!("contract/{file}")), "contract.md has no {file}");
                example(&file);
            }
        }
    }
    let linked = text.split("(contract/").skip(1).filter_map(|rest| rest.split(')').next());
    for file in linked {
        example(file);
    }
}
