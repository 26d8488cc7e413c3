//! The examples of docs/contract connect server and core: the core's own types read each one, also with unknown and
//! with missing fields, and the core's bodies have the same fields as the examples.

use super::bench::Bench;
use super::samples::with;
use crate::contacts::ContactsIntent;
use crate::conversation::ConversationIntent;
use crate::input::Intent;
use crate::qualification::QualificationIntent;
use crate::session::SessionIntent;
use crate::wire::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/contract")
}

/// Paths below docs/contract, without the ending.
fn examples() -> Vec<String> {
    let mut found = Vec::new();
    for below in ["", "history/", "presence/"] {
        for entry in std::fs::read_dir(folder().join(below)).expect("docs/contract") {
            let file = entry.expect("an entry").file_name().into_string().expect("a name");
            found.extend(file.strip_suffix(".json").map(|name| format!("{below}{name}")));
        }
    }
    found
}

fn example(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).expect("the example");
    serde_json::from_str(&text).expect("an example in JSON")
}

/// Read tolerantly: unchanged, with an unknown field, and with any one of its fields missing or null.
fn answer<T: DeserializeOwned>(example: &Value) -> bool {
    let reads = |value: &Value| from_tolerant::<T>(&value.to_string()).is_ok();
    let fields: Vec<&String> = example.as_object().map(|fields| fields.keys().collect()).unwrap_or_default();
    let is_page = |name: &str| name == "data" && example["data"].is_array() && example.get("asOfSeq").is_none();
    reads(example)
        && reads(&with(example.clone(), json!({ "of_a_newer_server": { "x": [1] } })))
        && fields.into_iter().filter(|name| !is_page(name)).all(|name| {
            let mut without = example.clone();
            without.as_object_mut().expect("an object").remove(name);
            reads(&without) && reads(&with(example.clone(), json!({ name: null })))
        })
}

/// Read strictly, as a server must.
fn request<T: DeserializeOwned>(example: &Value) -> bool {
    let reads = |value: &Value| serde_json::from_value::<T>(value.clone()).is_ok();
    reads(example) && !reads(&with(example.clone(), json!({ "unknown": 1 })))
}

fn event(example: &Value) -> bool {
    let (meta, event) = BrokerEvent::parse(&example.to_string());
    let (_, newer) = BrokerEvent::parse(&with(example.clone(), json!({ "of_a_newer_server": 1 })).to_string());
    newer.is_ok()
        && event
            .is_ok_and(|event| event.name() == meta.event && meta.event_id.is_empty() == (meta.event == "PingEvent"))
}

#[test]
fn every_example_of_the_contract_is_read_by_the_cores_own_type() {
    let mut read = 0;
    for file in examples() {
        let example = example(&file);
        let name = file.rsplit('/').next().unwrap_or_default();
        let fits = match name {
            // The description of the requests, which is no wire type of the core.
            "openapi-head" => continue,
            name if name.starts_with("outside-") => continue,
            name if name.starts_with("event-") => event(&example),
            name if name.starts_with("error-") => answer::<ErrorBody>(&example),
            "active-jobs" => answer::<ActiveJobs>(&example),
            "agent-record" => answer::<AgentRecord>(&example),
            "agent-status" => answer::<AgentStatus>(&example),
            "attendance-groups" => answer::<ListBody<AttendanceGroup>>(&example),
            "channel-reply" => answer::<ChannelReply>(&example),
            "contact" => answer::<Contact>(&example),
            "contacts-found" | "contacts-page" => answer::<ListBody<Contact>>(&example),
            "login-reply" => answer::<LoginReply>(&example),
            "messages-reply" => answer::<MessagesReply>(&example),
            "org-unit" => answer::<OrgUnit>(&example),
            "qualifications" => answer::<ListBody<QualificationRecord>>(&example),
            "queue-record" => answer::<QueueRecord>(&example),
            "queues" => answer::<ListBody<QueueRecord>>(&example),
            "send-message-reply" => answer::<SendMessageReply>(&example),
            "start-listener-reply" => answer::<StartListenerReply>(&example),
            "success" => answer::<Success>(&example),
            "system-datetime" => answer::<SystemDatetime>(&example),
            "system-reply" => answer::<SystemReply>(&example),
            "tags" => answer::<ListBody<JobTag>>(&example),
            "validate-reply" => answer::<ValidateReply>(&example),
            "notification" => answer::<NotificationEvent>(&example),
            "notifications" => answer::<ListBody<NotificationEvent>>(&example),
            "dead-effects" => answer::<ListBody<DeadEffect>>(&example),
            // Requests that the core does not send yet.
            "available-agents"
            | "connect-voice-request"
            | "dialer-campaigns"
            | "configuration"
            | "open-url-request"
            | "password-token"
            | "person"
            | "time-informations"
            | "white-label" => continue,
            "absence-reply" => answer::<AbsenceRecord>(&example),
            "board" => answer::<Board>(&example),
            "agent-pauses" => answer::<AgentPauses>(&example),
            "pauses" => answer::<ListBody<PauseRecord>>(&example),
            "pause-reply" => answer::<PauseReply>(&example),
            "pause-all-reply" => answer::<PauseAllReply>(&example),
            "tag-catalogue" => answer::<ListBody<Tag>>(&example),
            "history" => answer::<ListBody<HistoryEntry>>(&example),
            "found-messages" => answer::<FoundMessages>(&example),
            "last-contact" => answer::<LastContact>(&example),
            "churn-factors" => answer::<ChurnFactors>(&example),
            "churn-probability" => answer::<ChurnProbability>(&example),
            "tag-items-request" => request::<TagItemsRequest>(&example),
            "job-tag-request" => request::<JobTagRequest>(&example),
            "churn-contact-request" => request::<ChurnContactRequest>(&example),
            "churn-employer-request" => request::<ChurnEmployerRequest>(&example),
            "justification-request" => request::<JustificationRequest>(&example),
            // No request of the core asks for several lists at once.
            "qualifications-request" => continue,
            // The tests of pauses and alerts compare the core's bodies.
            "notify-request" | "pause-request" | "pause-all-request" | "unpause-all-request" => continue,
            // The core's bodies are compared below.
            "change-password-request" => continue,
            "wrap-up-request" => request::<WrapUpRequest>(&example),
            "contact-save" => request::<ContactSave>(&example),
            "job-request" => request::<JobRequest>(&example),
            "login-request" => request::<LoginRequest>(&example),
            "qualify-payload" => request::<QualifyPayload>(&example),
            "send-message-request" => request::<SendMessageRequest>(&example),
            "start-listener-request" => request::<StartListenerRequest>(&example),
            "typing-request" => request::<TypingRequest>(&example),
            "validate-request" => request::<ValidateRequest>(&example),
            "vinculate-request" => request::<VinculateRequest>(&example),
            _ => panic!("say here which type reads {file}"),
        };
        assert!(fits, "{file}");
        read += 1;
    }
    assert!(read >= 50, "{read}");
}

#[test]
fn every_event_of_the_table_has_an_example() {
    let mut named = BTreeSet::new();
    for name in examples() {
        if name.rsplit('/').next().is_some_and(|file| file.starts_with("event-")) {
            named.insert(example(&name)["event"].as_str().expect("a name").to_owned());
        }
    }
    let table = [
        "AgentAbsentEvent",
        "AgentBoardEvent",
        "AgentStatusEvent",
        "ChatEndEvent",
        "ChatInactiveEvent",
        "ChatLoginEvent",
        "ChatLogoffEvent",
        "ChatMessageEvent",
        "ChatPauseEvent",
        "ChatTransferResponseEvent",
        "ChatTypingEvent",
        "ChatUnpauseEvent",
        "ForcedDisconnectEvent",
        "JobFinishedEvent",
        "NewChatEvent",
        "NotificationEvent",
        "OpenUrlEvent",
        "PingEvent",
        "QualifiedAttendanceEvent",
        "TabDisabledEvent",
        "VoiceLoginEvent",
        "VoiceLogoffEvent",
        "VoicePauseEvent",
        "VoiceUnpauseEvent",
        "WhatsAppLoginEvent",
        "WhatsAppLogoffEvent",
        "WhatsAppPauseEvent",
        "WhatsAppUnpauseEvent",
    ];
    assert_eq!(named, table.map(str::to_owned).into());
}

/// Names of all fields, at all depths.
fn fields(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if let Value::Object(map) = value {
        for (name, inner) in map {
            found.insert(name.clone());
            found.extend(fields(inner).into_iter().map(|inner| format!("{name}.{inner}")));
        }
    }
    found
}

#[test]
fn bodies_that_the_core_writes_have_the_fields_of_their_example() {
    let mut bench = Bench::signed_in();
    bench
        .attends_visitor("V1")
        .intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: "V1".into(), text: "O".to_owned() }))
        .sends("V1", "Olá!");
    bench
        .intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: "V1".into(), contact_id: "5".into() }))
        .finishes("V1");
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "V1".into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    let password = || Secret::new("nova-senha-1".to_owned());
    bench
        .answer("PUT agents/101/change-password", 200, json!({ "success": true }))
        .intent(Intent::Session(SessionIntent::OpenNewPassword));
    bench.intent(Intent::Session(SessionIntent::NewPassword {
        current: Secret::new("agente123".to_owned()),
        password: password(),
        repeated: password(),
        save: true,
    }));
    for (call, name) in [
        ("PUT agents/101/change-password", "presence/change-password-request"),
        ("POST auth/login", "login-request"),
        ("POST system/start-listener-queue", "start-listener-request"),
        ("POST chat/typing", "typing-request"),
        ("PUT contacts/5/vinculate-with-contact/chat", "vinculate-request"),
        ("POST job/chat/finish", "job-request"),
        ("POST job/chat/qualify", "qualify-payload"),
        ("POST job/chat/close", "job-request"),
    ] {
        assert_eq!(fields(&bench.calls_of(call)[0].json()), fields(&example(name)), "{call}");
    }
    // The core says so only for a page that was used while the server ends idle sessions.
    let mut check = fields(&bench.calls_of("POST auth/validate")[0].json());
    check.insert("acted".to_owned());
    assert_eq!(check, fields(&example("validate-request")), "POST auth/validate");
    // A text without a file and without an answered message leaves their fields out.
    let mut sent = fields(&bench.calls_of("POST chat/messages")[0].json());
    sent.extend(["mediaId".to_owned(), "messageAnswered".to_owned()]);
    assert_eq!(sent, fields(&example("send-message-request")), "POST chat/messages");
}

#[test]
fn a_contact_is_saved_with_fields_of_the_example_only() {
    let mut bench = Bench::signed_in();
    bench.attends_visitor("V1").intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "V1".into() }));
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: "V1".into(),
        fullname: "Marina".to_owned(),
        identifier: "m@site".to_owned(),
        email: String::new(),
    }));
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "V1".into() }));
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: "V1".into(),
        fullname: "Marina Prado".to_owned(),
        identifier: String::new(),
        email: String::new(),
    }));
    for call in ["POST contacts", "PUT contacts/9"] {
        let written = fields(&bench.call(call).json());
        assert!(written.is_subset(&fields(&example("contact-save"))), "{call}: {written:?}");
    }
}

/// A new channel status does not compile here; the test then requires its line in the contract.
#[test]
fn the_contract_names_every_channel_status() {
    let contract = std::fs::read_to_string(folder().with_extension("md")).expect("docs/contract.md");
    for (place, status) in ChannelStatus::ALL.into_iter().enumerate() {
        let listed = match status {
            ChannelStatus::Available => 0,
            ChannelStatus::Disconnected => 1,
            ChannelStatus::Paused => 2,
            ChannelStatus::ScheduledPause => 3,
            ChannelStatus::InAttendance => 4,
        };
        assert_eq!(listed, place, "{status:?} is in ChannelStatus::ALL");
        let word = serde_json::to_value(status).expect("a word");
        let word = word.as_str().expect("a word");
        assert!(contract.contains(&format!("`{word}`")), "docs/contract.md names {word}");
    }
}
