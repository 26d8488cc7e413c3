//! The examples of docs/contract/voice: answers and events are read tolerantly, requests strictly.

use crate::wire::events::voice::Event;
use crate::wire::*;
use rstest::rstest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/contract/voice")
}

fn example(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).expect("the example");
    serde_json::from_str(&text).expect("an example in JSON")
}

fn without(example: &Value, field: &str) -> Value {
    let mut rest = example.clone();
    rest.as_object_mut().expect("an object").remove(field);
    rest
}

fn with(example: &Value, field: &str, value: Value) -> Value {
    let mut changed = example.clone();
    changed[field] = value;
    changed
}

/// Reads the text unchanged, with an unknown field, and with any one of its fields missing or null.
fn reads(example: &Value, read: impl Fn(&Value) -> bool) -> bool {
    let fields =
        example.as_object().expect("an object").keys().filter(|name| !["data", "event"].contains(&name.as_str()));
    read(example)
        && read(&with(example, "ofANewerServer", json!({ "x": [1] })))
        && fields.into_iter().all(|name| read(&without(example, name)) && read(&with(example, name, Value::Null)))
}

fn answer<T: DeserializeOwned>(example: &Value) -> bool {
    reads(example, |value| from_tolerant::<T>(&value.to_string()).is_ok())
}

/// An unknown field is refused, and the core writes only fields that the example has.
fn request<T: DeserializeOwned + Serialize>(example: &Value) -> bool {
    let read = T::deserialize(example);
    let is_written_alike = |request: T| {
        let written = serde_json::to_value(request).expect("JSON");
        written.as_object().expect("an object").iter().all(|(name, value)| example.get(name) == Some(value))
    };
    read.is_ok_and(is_written_alike) && T::deserialize(with(example, "unknown", json!(1))).is_err()
}

fn event(example: &Value) -> bool {
    let name = example["event"].as_str().expect("a name");
    reads(example, |value| {
        Event::read(name, &value.to_string()).is_some_and(|event| event.is_ok_and(|event| event.name() == name))
    })
}

#[test]
fn every_example_of_the_voice_contract_is_read_by_its_own_type() {
    let contract = std::fs::read_to_string(folder().join("../../contract.md")).expect("docs/contract.md");
    let mut events = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("docs/contract/voice") {
        let file = entry.expect("an entry").file_name().into_string().expect("a name");
        let name = file.strip_suffix(".json").expect("an example");
        let example = example(name);
        let fits = match name {
            "webrtc" => answer::<WebRtcSettings>(&example),
            "nodes" => answer::<ListBody<VoiceNode>>(&example),
            "active-job-reply" => answer::<ActiveVoiceJobReply>(&example),
            "redial-reply" => answer::<RedialReply>(&example),
            "campaign" => answer::<CampaignRecord>(&example),
            "campaigns" => answer::<ListBody<CampaignRecord>>(&example),
            "contact-lookup" => answer::<ContactLookup>(&example),
            "script" => answer::<ScriptRecord>(&example),
            "script-fields" => answer::<ListBody<ScriptFieldRecord>>(&example),
            "active-job-request" => request::<ActiveVoiceJobRequest>(&without(&example, "schedule")),
            "call-report-request" => request::<VoiceCallReportRequest>(&example),
            "call-request" => request::<VoiceCallRequest>(&example),
            "preferential-call-request" => request::<PreferentialCallRequest>(&example),
            "campaign-default-request" => request::<CampaignDefaultRequest>(&example),
            "ackcall-volume-request" => request::<AckCallVolumeRequest>(&example),
            "auto-reconnect-request" => request::<AutoReconnectRequest>(&example),
            "script-answer-request" => request::<ScriptAnswerRequest>(&example),
            "transfer-request" => request::<VoiceTransferRequest>(&example),
            "room-request" => request::<VoiceRoomRequest>(&example),
            "room-action-request" => request::<RoomActionRequest>(&example),
            "conference-request" => request::<ConferenceRequest>(&example),
            "destination-agents" => answer::<ListBody<VoiceDestinationAgent>>(&example),
            "queues" => answer::<ListBody<VoiceDestinationGroup>>(&example),
            "transfers" => answer::<ListBody<TransferRecord>>(&example),
            name if name.starts_with("event-") => {
                events.push(example["event"].as_str().expect("a name").to_owned());
                event(&example)
            }
            _ => panic!("say here which type reads {name}"),
        };
        assert!(fits, "{name}");
        assert!(contract.contains(&format!("(contract/voice/{file})")), "docs/contract.md names {file}");
    }
    events.sort_unstable();
    let mut names = Event::names();
    names.sort_unstable();
    assert_eq!(events, names);
}

#[test]
fn every_event_of_the_broker_has_a_name_of_its_own() {
    let names = BrokerEvent::names();
    let distinct: std::collections::BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
    assert!(Event::names().iter().all(|name| distinct.contains(name)));
}

#[test]
fn voi_001_the_origin_of_a_voice_job_is_manual_queue_or_dialer() {
    for (word, kind) in [("MANUAL", CallType::Manual), ("QUEUE", CallType::Queue), ("DIALER", CallType::Dialer)] {
        assert_eq!((CallType::of_word(word), kind.as_str()), (Some(kind), word));
        assert_eq!(serde_json::to_value(kind).ok(), Some(json!(word)));
    }
    assert_eq!((CallType::of_word(""), CallType::of_word("manual")), (None, None));
}

#[test]
fn voi_002_a_voice_job_has_the_fields_of_its_call() {
    let job = example("event-new-voice-job")["job"].clone();
    let read: Job = from_tolerant(&job.to_string()).expect("an attendance");
    assert_eq!(CallType::of_word(&read.call_type), Some(CallType::Dialer));
    assert_eq!((read.phone.as_str(), read.unique_id.as_str()), ("+5511987654321", "1795182300.42"));
    assert_eq!((read.contact_external_identifier.as_str(), read.campaign_id.as_str()), ("CRM-77", "31"));
    let name = |info: Option<QueueInfo>| info.map(|info| (info.id.0, info.name)).unwrap_or_default();
    assert_eq!(name(read.voice_campaign), ("31".to_owned(), "Renovação".to_owned()));
    assert_eq!(name(read.voice_queue), ("9".to_owned(), "Vendas".to_owned()));
}

#[test]
fn a_job_of_another_channel_is_written_without_the_fields_of_a_call() {
    let written = serde_json::to_value(Job::default()).expect("JSON");
    for field in ["contactExternalIdentifier", "campaignId", "voiceCampaign", "voiceQueue"] {
        assert_eq!(written.get(field), None, "{field}");
    }
}

#[test]
fn voi_007_the_call_request_info_holds_caller_and_sender() {
    let text = example("event-ack-call-request").to_string();
    let request: AckCallRequestEvent = from_tolerant(&text).expect("a call request");
    assert_eq!((request.kind, request.name.as_str()), (CallerType::ContactFound, "Marina Prado"));
    assert_eq!((request.id.as_str(), request.agent_id.as_str()), ("5", "101"));
    assert_eq!((request.phone_number.as_str(), request.unique_id.as_str()), ("+5511987654321", "1795182300.42"));
    assert_eq!((request.transfer, request.employer_name.as_str()), (false, "Prado Ltda."));
    let of_sender = json!({
        "transfer": true, "transferType": "assisted", "transferFrom": "102",
        "transferFromName": "Bia", "transferFromType": "agent",
    });
    let request: AckCallRequestEvent = from_tolerant(&of_sender.to_string()).expect("a transfer");
    let sender = [request.transfer_type, request.transfer_from, request.transfer_from_name, request.transfer_from_type];
    assert_eq!((request.transfer, sender), (true, ["assisted", "102", "Bia", "agent"].map(str::to_owned)));
}

/// Reads a body whose `field` has an unknown word.
fn with_new_word<T: DeserializeOwned>(field: &str) -> T {
    from_tolerant(&json!({ field: "brandNew" }).to_string()).expect("readable all the same")
}

#[rstest]
#[case::caller(with_new_word::<AckCallRequestEvent>("type").kind == CallerType::NotFound)]
#[case::call_type(with_new_word::<AckCallRequestEvent>("callType").call_type.is_none())]
#[case::script_field(with_new_word::<ScriptFieldRecord>("type").kind == ScriptFieldKind::Text)]
#[case::relay_servers(with_new_word::<WebRtcSettings>("iceServers").ice_servers.is_empty())]
fn bey_121_an_unknown_word_of_a_voice_body_has_a_fallback(#[case] falls_back: bool) {
    assert!(falls_back);
}

#[test]
fn debug_output_of_the_voice_settings_contains_no_secret() {
    let settings: WebRtcSettings = from_tolerant(&example("webrtc").to_string()).expect("settings");
    let printed = format!("{settings:?}");
    assert!(!printed.contains("given-by-the-server") && printed.contains("[secret]"), "{printed}");
}

#[test]
fn voi_005_an_attendance_group_says_whether_its_calls_ring_or_are_accepted_automatically() {
    let group = std::fs::read_to_string(folder().join("../attendance-groups.json")).expect("the example");
    let mut group: Value = serde_json::from_str(&group).expect("json");
    let mut fields = group["data"][0].take();
    for (ring, transfer) in [("ring", "automatic"), ("silent", "ask")] {
        fields["channel"] = json!("voice");
        fields["broadcastEnabled"] = json!(true);
        fields["ackCallBehavior"] = json!(ring);
        fields["ackCallAssistedTransferBehavior"] = json!(transfer);
        let read: AttendanceGroup = from_tolerant(&fields.to_string()).expect("a group");
        let expected = AttendanceGroup {
            id: "10".into(),
            name: "Renovações".to_owned(),
            observation_required: true,
            queue_voice_context: "queue_10".to_owned(),
            channel: Some(Channel::Voice),
            broadcast_enabled: true,
            ack_call_behavior: ring.to_owned(),
            ack_call_assisted_transfer_behavior: transfer.to_owned(),
        };
        assert_eq!(read, expected);
        assert_eq!(serde_json::to_value(&expected).ok(), Some(fields.clone()), "written as it is read");
    }
}
