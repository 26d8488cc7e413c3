//! The examples of docs/contract/whatsapp, and the message that an incoming event becomes.

use crate::events::whatsapp::Event;
use crate::*;
use rstest::rstest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/contract/whatsapp")
}

fn example(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).expect("the example");
    serde_json::from_str(&text).expect("an example in JSON")
}

fn with(example: &Value, field: &str, value: Value) -> Value {
    let mut changed = example.clone();
    changed[field] = value;
    changed
}

/// Reads the text unchanged, with an unknown field, and with any one of its fields null; written again, it has every
/// field.
fn answer<T: DeserializeOwned + Serialize>(example: &Value) -> bool {
    let read = |value: &Value| from_tolerant::<T>(&value.to_string());
    let fields: Vec<&String> = example.as_object().expect("an object").keys().filter(|name| *name != "data").collect();
    let written = read(example).map(|body| serde_json::to_value(body).expect("JSON"));
    written.is_ok_and(|written| contains(&written, example))
        && read(&with(example, "ofANewerServer", json!({ "x": [1] }))).is_ok()
        && fields.into_iter().all(|name| read(&with(example, name, Value::Null)).is_ok())
}

/// A list cannot be written, so its items are compared.
fn list<T: Item + Serialize + Clone>(example: &Value) -> bool {
    let read = from_tolerant::<ListBody<T>>(&example.to_string());
    read.is_ok_and(|list| {
        list.data.unreadable == 0
            && list
                .data
                .iter()
                .zip(example["data"].as_array().expect("a list"))
                .all(|(item, example)| contains(&serde_json::to_value(item).expect("JSON"), example))
    })
}

fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(name, value)| whole.get(name).is_some_and(|held| contains(held, value)))
        }
        _ => whole == part,
    }
}

/// An unknown field is refused.
fn request<T: DeserializeOwned + Serialize>(example: &Value) -> bool {
    let read = T::deserialize(example);
    read.is_ok_and(|request| serde_json::to_value(request).expect("JSON") == *example)
        && T::deserialize(with(example, "unknown", json!(1))).is_err()
}

fn event(example: &Value) -> bool {
    let (meta, read) = BrokerEvent::parse(&example.to_string());
    let (_, newer) = BrokerEvent::parse(&with(example, "ofANewerServer", json!(1)).to_string());
    newer.is_ok()
        && read.is_ok_and(|event| {
            let written = serde_json::to_value(&event).expect("JSON");
            let body: serde_json::Map<String, Value> = example
                .as_object()
                .expect("an object")
                .iter()
                .filter(|(name, _)| !["event", "eventId", "seq", "epoch", "sentAt"].contains(&name.as_str()))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            event.name() == meta.event && contains(&written, &Value::Object(body))
        })
}

#[test]
fn every_example_of_the_whatsapp_contract_is_read_and_written_by_its_own_type() {
    let contract = std::fs::read_to_string(folder().join("../../contract.md")).expect("docs/contract.md");
    let mut events = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("docs/contract/whatsapp") {
        let file = entry.expect("an entry").file_name().into_string().expect("a name");
        let name = file.strip_suffix(".json").expect("an example");
        let example = example(name);
        let fits = match name {
            "send-request" => request::<SendWhatsAppRequest>(&example),
            "job-request" => request::<WhatsAppJobRequest>(&example),
            "active-job-request" => request::<ActiveWhatsAppJobRequest>(&example),
            "transfer-request" => request::<TransferRequest>(&example),
            "opt-in-request" => request::<OptInRequest>(&example),
            "media-reply" => answer::<MediaReply>(&example),
            "message" => answer::<Message>(&example),
            "active-job-reply" => answer::<ActiveWhatsAppJobReply>(&example),
            "active-sessions-reply" => answer::<ActiveSessionsReply>(&example),
            "inbox-jobs" => answer::<InboxJobs>(&example),
            "routes" => list::<WhatsAppRoute>(&example),
            "templates" => list::<TemplateRecord>(&example),
            "preset-messages" => list::<PresetMessage>(&example),
            "transfer-agents" => list::<TransferAgent>(&example),
            "transfer-queues" => list::<QueueRecord>(&example),
            "bots" => list::<BotRecord>(&example),
            "media" => list::<WhatsAppMedia>(&example),
            "search-reply" => list::<Message>(&example),
            name if name.starts_with("event-") => {
                events.push(example["event"].as_str().expect("a name").to_owned());
                event(&example)
            }
            _ => panic!("say here which type reads {name}"),
        };
        assert!(fits, "{name}");
        assert!(contract.contains(&format!("(contract/whatsapp/{file})")), "docs/contract.md names {file}");
    }
    events.sort_unstable();
    let mut names = Event::names();
    names.sort_unstable();
    assert_eq!(events, names);
}

#[test]
fn wap_002_wap_004_a_message_has_every_field_of_the_specification() {
    let whole = json!({
        "protocol": "W1", "seq": 7, "message_id": "a|b", "custom_id": "A1B2C3D4E5", "from": "551140004000",
        "to": "5511955550101", "senderType": "agent", "message": "Olá", "message_media_type": "image", "type": "receipt",
        "time": "2026-11-20T13:45:00.000Z", "status": "error", "error": "RECIPIENT_BLOCKED", "avatar": "/a.png",
        "agent_id": "101", "agent_name": "Ana Souza", "mimetype": "image/jpeg", "caption": "Recibo",
        "system_message": true, "systemKey": "chatStarted", "bot": true, "forwarded": true,
        "message_attachment_url": "/api/media/1", "fileName": "recibo.jpg", "fileSize": 9,
        "contactCards": [{ "name": "Rafael", "phones": ["5511955550102"] }],
        "messageAnswered": { "message_id": "c|d", "message": "Tem?", "agent_name": "Bruno" },
        "template": { "name": "renovacao", "header": "Aurora", "footer": "SAIR", "buttons": ["Renovar"] },
        "strategyCampaign": { "id": "31", "name": "Renovação", "mailing_id": "9", "mailing_name": "Novembro",
            "template_id": "renovacao_1" },
        "header_agent_name": "Ana", "header_show_agent_name": true, "header_show_complete_agent_name": true,
        "customFields": { "isAnswered": true },
    });
    let message: Message = from_tolerant(&whole.to_string()).expect("a message");
    assert_eq!((message.id_primary(), message.id_secondary(), message.kind), ("a", "b", MessageKind::Receipt));
    let written = serde_json::to_value(&message).expect("JSON");
    assert!(contains(&written, &whole), "{written}");
}

#[rstest]
#[case::sticker("sticker", MessageMedia::Sticker)]
#[case::audio("audio", MessageMedia::Audio)]
#[case::image("image", MessageMedia::Image)]
#[case::video("video", MessageMedia::Video)]
#[case::file("file", MessageMedia::File)]
#[case::contact("contact", MessageMedia::Contact)]
fn wap_002_the_file_of_a_message_is_of_one_of_six_kinds(#[case] word: &str, #[case] media: MessageMedia) {
    let message: Message = from_tolerant(&json!({ "message_media_type": word }).to_string()).expect("a message");
    assert_eq!(message.media(), Some(media));
}

#[rstest]
#[case::a_message_with_a_campaign(json!({ "strategyCampaignId": "31" }), MessageKind::Send)]
#[case::a_message_without_a_campaign(Value::Null, MessageKind::Text)]
fn wap_003_a_message_of_a_campaign_has_the_type_send(#[case] campaign: Value, #[case] kind: MessageKind) {
    let event = with(&example("event-message"), "strategyCampaign", campaign);
    let event: WhatsAppMessageEvent = from_tolerant(&event.to_string()).expect("an event");
    assert_eq!(event.into_message().kind, kind);
}

#[test]
fn wap_005_wap_006_an_incoming_message_becomes_a_message_of_the_thread() {
    let event: WhatsAppMessageEvent = from_tolerant(&example("event-message").to_string()).expect("an event");
    let mut message = event.into_message();
    assert_eq!((message.file_state, message.attachment_url.as_str()), (Some(FileState::Pending), ""));
    let file: WhatsAppFileEvent = from_tolerant(&example("event-file").to_string()).expect("an event");
    assert_eq!((&file.protocol, file.thread_seq), (&message.protocol, message.seq));
    file.apply_to(&mut message);
    assert_eq!((message.file_state, message.status_version), (None, 1));
    assert_eq!((message.seq, message.sender_type, message.kind), (3, SenderType::Customer, MessageKind::Send));
    assert_eq!((message.id_primary(), message.id_secondary()), ("20261120000007.3", "wamid.0003"));
    assert_eq!(message.from, "5511955550101");
    assert_eq!(message.message_media_type, Some(MessageMedia::Image));
    assert_eq!((message.file_name.as_str(), message.file_size), ("comprovante.jpg", 48_213));
    assert_eq!((message.mimetype.as_str(), message.caption.as_str()), ("image/jpeg", "Segue o comprovante"));
    assert_eq!(message.attachment_url, "/api/media/6f1c2d?expires=1763646600&signature=9b1e");
    assert_eq!(message.answered.map(|answered| answered.agent_name), Some("Ana Souza".to_owned()));
    let campaign = message.strategy_campaign.expect("a campaign");
    assert_eq!(
        campaign,
        StrategyCampaign {
            id: "31".to_owned(),
            name: "Renovação".to_owned(),
            mailing_id: "9".to_owned(),
            mailing_name: "Clientes de novembro".to_owned(),
            template_id: "renovacao_1".to_owned(),
        }
    );
}

#[test]
fn bey_166_the_event_of_a_changed_message_contains_the_whole_message() {
    let event: WhatsAppChangeEvent = from_tolerant(&example("event-change").to_string()).expect("an event");
    let message = &event.message;
    assert_eq!((message.edited, message.revoked, message.status_version, event.message_changes), (true, false, 2, 2));
    assert_eq!(message.reactions, [Reaction { emoji: "👍".to_owned(), sender_type: SenderType::Customer }]);
    let revoked = with(&example("event-change")["message"], "revoked", json!(true));
    assert!(from_tolerant::<Message>(&revoked.to_string()).expect("a message").revoked);
}

#[rstest]
#[case::unknown_reactions(json!({ "reactions": 7 }))]
#[case::unknown_details(json!({ "details": { "order": [1], "form": "none", "shared": { "kind": "hologram" } } }))]
fn bey_121_an_unknown_part_never_loses_a_message(#[case] part: Value) {
    let mut example = example("message");
    for (name, value) in part.as_object().expect("an object") {
        example[name] = value.clone();
    }
    let message: Message = from_tolerant(&example.to_string()).expect("a message");
    assert_eq!(message.message, "Pode me mandar o comprovante?");
}

#[test]
fn bey_167_details_of_an_incoming_message_are_read() {
    let content =
        json!({ "text": "Sem cebola", "details": { "order": { "items": [{ "product": "x1", "quantity": "2" }] } } });
    let event = with(&example("event-message"), "message", json!(content.to_string()));
    let message = from_tolerant::<WhatsAppMessageEvent>(&event.to_string()).expect("an event").into_message();
    let order = message.details.and_then(|details| details.order).expect("an order");
    assert_eq!((message.message.as_str(), order.items[0].quantity.as_str()), ("Sem cebola", "2"));
}

#[test]
fn wap_005_the_other_fields_of_an_incoming_message_are_read() {
    let event = with(&example("event-message"), "bot", json!(true));
    let event = with(&event, "forwarded", json!(true));
    let message = from_tolerant::<WhatsAppMessageEvent>(&event.to_string()).expect("an event").into_message();
    assert_eq!((message.sender_type, message.bot, message.forwarded), (SenderType::Bot, true, true));
    assert_eq!(message.protocol.as_str(), "20261120000007");
    assert_eq!(message.time.map(rfc3339).as_deref(), Some("2026-11-20T13:45:00.000Z"));
    assert_eq!(message.custom_fields, Some(json!({ "isAnswered": true })));
}

#[rstest]
#[case::with_the_answered_message(json!({ "isAnswered": true }), json!({ "message": "Tem?" }), Some("Tem?"))]
#[case::without_the_field_is_answered(Value::Null, json!({ "message": "Tem?" }), Some("Tem?"))]
#[case::answered_message_unknown(json!({ "isAnswered": true }), Value::Null, Some(""))]
#[case::answered_message_unreadable(json!({ "isAnswered": true }), json!([7]), Some(""))]
#[case::a_message_that_is_no_answer(json!({ "isAnswered": false }), Value::Null, None)]
#[case::an_unreadable_is_answered(json!({ "isAnswered": "maybe" }), Value::Null, None)]
fn wap_005_is_answered_makes_a_message_an_answer_also_if_the_answered_one_is_unknown(
    #[case] custom_fields: Value,
    #[case] answered: Value,
    #[case] expected: Option<&str>,
) {
    let event = with(&with(&example("event-message"), "customFields", custom_fields), "messageAnswered", answered);
    let event: WhatsAppMessageEvent = from_tolerant(&event.to_string()).expect("an event");
    assert_eq!(event.into_message().answered.map(|answered| answered.message).as_deref(), expected);
}

#[rstest]
#[case::wap_007_a_plain_text("Oi, tudo bem?", "Oi, tudo bem?")]
#[case::wap_007_a_number("123", "123")]
#[case::wap_007_another_object(r#"{"preço":10}"#, r#"{"preço":10}"#)]
#[case::wap_007_a_cut_object(r#"{"text":"Oi"#, r#"{"text":"Oi"#)]
#[case::the_content_as_json(r#"{"text":"Oi"}"#, "Oi")]
#[case::content_of_a_newer_server(r#"{"text":"Oi","new":1,"fileName":null}"#, "Oi")]
fn the_field_message_is_json_text_or_the_text_itself(#[case] field: &str, #[case] text: &str) {
    let event = WhatsAppMessageEvent { message: field.to_owned(), ..WhatsAppMessageEvent::default() };
    assert_eq!(event.into_message().message, text);
}

#[rstest]
#[case::both_ids("a|b", ("a", "b"))]
#[case::wap_017_an_id_without_a_bar("a", ("a", ""))]
#[case::an_empty_id("", ("", ""))]
#[case::an_id_with_two_bars("a|b|c", ("a", "b|c"))]
fn wap_011_a_message_id_has_a_primary_and_a_secondary_part(#[case] id: &str, #[case] parts: (&str, &str)) {
    let message = Message { message_id: id.to_owned(), ..Message::default() };
    assert_eq!((message.id_primary(), message.id_secondary()), parts);
}

#[rstest]
#[case::wap_072_one_plus("+5511955550101", "5511955550101")]
#[case::without_a_plus("5511955550101", "5511955550101")]
#[case::only_the_first_plus("++55", "+55")]
fn a_leading_plus_is_stripped_from_an_identifier(#[case] identifier: &str, #[case] stripped: &str) {
    assert_eq!(without_plus(identifier), stripped);
}

#[rstest]
#[case::unknown_media(json!({ "message_media_type": "hologram" }))]
#[case::an_unknown_answered_message(json!({ "messageAnswered": [1] }))]
#[case::an_unknown_campaign(json!({ "strategyCampaign": 7 }))]
fn bey_121_an_unknown_part_never_loses_an_incoming_message(#[case] part: Value) {
    let mut example = example("event-message");
    for (name, value) in part.as_object().expect("an object") {
        example[name] = value.clone();
    }
    let event: WhatsAppMessageEvent = from_tolerant(&example.to_string()).expect("an event");
    assert_eq!(event.into_message().caption, "Segue o comprovante");
}
