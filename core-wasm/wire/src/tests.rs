//! An unknown enum word or an unreadable item never makes a list or an answer unreadable (BEY-121).

use crate::*;
use rstest::rstest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Reads a body whose `field` has an unknown word and returns that field written again.
fn with_new_word<T: DeserializeOwned + Serialize>(field: &str) -> Value {
    let text = json!({ field: "brandNew" }).to_string();
    let read: T = from_tolerant(&text).expect("readable all the same");
    serde_json::to_value(read).expect("JSON")[field].clone()
}

#[rstest]
#[case::role(with_new_word::<AgentRecord>("role"), json!("agent"))]
#[case::sender(with_new_word::<Message>("senderType"), json!("system"))]
#[case::kind(with_new_word::<Message>("type"), json!("unsupported"))]
#[case::media(with_new_word::<Message>("message_media_type"), json!("unsupported"))]
#[case::message_status(with_new_word::<Message>("status"), json!("sent"))]
#[case::client_status(with_new_word::<Job>("clientStatus"), json!("offline"))]
#[case::meta_type(with_new_word::<Job>("metaType"), json!(null))]
#[case::attendance_type(with_new_word::<Job>("attendanceType"), json!(null))]
#[case::channel_status(with_new_word::<ChannelStatusRecord>("status"), json!("disconnected"))]
#[case::channel_of_a_queue(with_new_word::<QueueRecord>("channel"), json!(null))]
#[case::channel_of_a_group(with_new_word::<AttendanceGroup>("channel"), json!(null))]
#[case::channel_of_an_answer(with_new_word::<ChannelReply>("channel"), json!(null))]
#[case::channel_of_a_pause(with_new_word::<PauseReply>("channel"), json!(null))]
#[case::channel_of_a_finish(with_new_word::<JobFinishedEvent>("channel"), json!(null))]
#[case::second_factor(with_new_word::<SecondFactorStatus>("policy"), json!("off"))]
#[case::dead_effect(with_new_word::<DeadEffect>("kind"), json!("unknown"))]
#[case::broadcast(with_new_word::<BroadcastList>("status"), json!("QUEUED"))]
#[case::entry_of_a_broadcast(with_new_word::<BroadcastEntry>("status"), json!("FAILED"))]
#[case::update_of_a_broadcast(with_new_word::<BroadcastScheduleEvent>("type"), json!("update-schedule"))]
#[case::import(with_new_word::<ContactImport>("state"), json!("applying"))]
#[case::channel_of_a_notification(with_new_word::<NotificationEvent>("channel"), json!(null))]
fn bey_121_an_unknown_word_of_any_enum_has_a_fallback(#[case] read: Value, #[case] fallback: Value) {
    assert_eq!(read, fallback);
}

#[test]
fn bey_121_unknown_channels_are_left_out_of_a_list_of_channels() {
    let agent: AgentRecord = from_tolerant(r#"{"channels":["chat","hologram","voice"]}"#).expect("an agent");
    assert_eq!(agent.channels, [Channel::Chat, Channel::Voice]);
    let pause: PauseRecord = from_tolerant(r#"{"channels":["hologram"]}"#).expect("a pause");
    assert_eq!(pause.channels, []);
}

#[test]
fn bey_121_an_unreadable_message_keeps_its_position_as_unsupported() {
    let text = r#"{"data":[{"seq":1,"message":"Oi"},{"seq":2,"message":{"new":1},"senderType":"agent","protocol":"P1",
        "message_id":"m2","time":"2026-11-20T12:00:00Z"},{"message":[]}]}"#;
    let reply: MessagesReply = from_tolerant(text).expect("an answer");
    let read: Vec<_> = reply.data.iter().map(|message| (message.seq, message.is_supported())).collect();
    assert_eq!((read, reply.data.unreadable), (vec![(1, true), (2, false)], 2));
    let unsupported = reply.data.last().expect("the second message");
    assert_eq!((unsupported.sender_type, unsupported.protocol.as_str()), (SenderType::Agent, "P1"));
    let time = unsupported.time.map(rfc3339);
    assert_eq!((unsupported.message_id.as_str(), time.as_deref()), ("m2", Some("2026-11-20T12:00:00.000Z")));
}

#[rstest]
#[case::a_list_in_an_object(r#"{"data":[{"id":"1"},{"id":{}},7,[],{"id":"2","name":null}],"total":9}"#, 9)]
#[case::a_bare_list(r#"[{"id":"1"},{"id":{}},7,[],{"id":"2","name":null}]"#, 2)]
fn bey_121_an_unreadable_item_is_counted_and_the_others_are_kept(#[case] text: &str, #[case] total: u32) {
    let list: ListBody<QueueRecord> = from_tolerant(text).expect("a list");
    let ids: Vec<&str> = list.data.iter().map(|queue| queue.id.as_str()).collect();
    assert_eq!((ids, list.data.unreadable, list.total), (vec!["1", "2"], 3, total));
}

#[test]
fn bey_121_an_attendance_of_an_unknown_channel_leaves_the_list_readable() {
    let text = r#"{"data":{"chat":[{"protocol":"1","channel":"chat"},{"protocol":"2","channel":"hologram"}]}}"#;
    let jobs: ActiveJobs = from_tolerant(text).expect("an answer");
    let chat = &jobs.data["chat"];
    assert_eq!((chat.len(), chat.unreadable), (1, 1));
}

#[test]
fn every_event_name_is_unique() {
    let mut names = BrokerEvent::names();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), count), (61, 61));
}

#[test]
fn fields_are_read_in_any_order_and_unknown_or_repeated_ones_are_tolerated() {
    let text = r#"{"seq":7,"new":{"a":[1]},"protocol":"p1","senderType":"agent","seq":8,"type":"send"}"#;
    let message: Message = from_tolerant(text).expect("a message");
    let plain: Message = from_tolerant(r#"{"type":"send","senderType":"agent","protocol":"p1"}"#).expect("a message");
    assert_eq!(message, Message { seq: 8, ..plain });
}

#[test]
fn written_values_are_read_back_including_flattened_fields() {
    let state = ChannelStatusRecord {
        internal_call: false,
        connected: true,
        status: ChannelStatus::ScheduledPause.into(),
        since: Some(Wall(1_795_182_300_120)),
        pause: Some("Almoço".to_owned()),
        pause_since: Some(Wall(1_795_182_300_120)),
        scheduled_pause: None,
        on_hold: 3,
        wrap_up: Some(WrapUp {
            protocol: "p1".into(),
            since: Some(Wall(1_795_182_300_120)),
            until: Wall(1_795_182_420_120),
            extended: 1,
            extensions: 2,
        }),
    };
    let reason = "Café".to_owned();
    let event = ChannelEvent { version: 9, channel: Some(Channel::Whatsapp), reason, voice: Some(true), state };
    assert_eq!(from_tolerant::<ChannelEvent>(&json_text(&event)).ok(), Some(event));
    let open = OpenSpan { from: Wall(1_795_182_300_120), until: Wall(1_795_182_420_120) };
    let job = Job { client_status: ClientStatus::Inactive, open_hours: Some(vec![open]), ..Job::default() };
    assert_eq!(from_tolerant::<Job>(&json_text(&job)).ok(), Some(job));
}

#[test]
fn a_value_of_the_wrong_kind_is_refused() {
    assert!(from_tolerant::<Message>(r#"{"seq":"many"}"#).is_err());
    assert!(from_tolerant::<Message>("7").is_err());
}

#[test]
fn a_list_is_not_read_as_an_object() {
    for text in ["[]", r#"["20261120000001"]"#] {
        assert!(from_tolerant::<Message>(text).is_err());
        assert!(from_tolerant::<LoginReply>(text).is_err());
        assert!(from_tolerant::<ChannelReply>(text).is_err());
        assert!(from_tolerant::<AgentStatus>(text).is_err());
    }
    assert_eq!(from_tolerant::<ListBody<PauseRecord>>("[]").ok().map(|list| list.data.len()), Some(0));
}
