//! Conversations and their attendances: unread counts and alerts after the computer slept, messages without an
//! attendance, and refusals on a channel that has no area of its own.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, customer_message, with};
use crate::conversation::ConversationIntent;
use crate::flow::{JobGroup, Sound, StorePlace};
use crate::input::{BrokerInput, Intent};
use crate::jobs::JobsIntent;
use crate::notifications::NoticeKind::Message;
use crate::qualification::QualificationIntent;
use crate::shell::{AlertPreferences, PreferencesChange, ShellIntent};
use crate::wire::ClientStatus::{Inactive, Online};
use rstest::rstest;
use serde_json::{Value, json};

const ACTIVE: &str = "GET agents/101/jobs/active";

/// The agent has P1 open; P2 was never opened.
fn with_two() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").forget();
    bench
}

/// The server's list: P1 unchanged, and P2 with this number of customer messages since the agent's last one.
fn server_list(as_of_seq: u64, unread: u32, seq: u64) -> Value {
    let last = customer_message("P2", seq, "Alô?");
    let second = json!({ "messagesNotRead": unread, "seq": seq, "lastMessage": last });
    json!({ "asOfSeq": as_of_seq, "epoch": "e1", "data": { "chat": [chat_job("P1"), with(chat_job("P2"), second)] } })
}

/// The link is lost for a while; the next link is followed by a reconcile.
fn loses_link(bench: &mut Bench) {
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link }).advance(5_000);
}

#[test]
fn a_chat_that_was_never_opened_counts_messages_that_arrived_during_a_sleep_with_one_sound_and_one_notification() {
    let mut bench = with_two();
    bench.answer(ACTIVE, 200, server_list(2, 3, 4));
    loses_link(&mut bench);
    assert_eq!((bench.row("P2").unread, bench.summary().unread), (3, 3));
    assert_eq!(bench.sounds(), [Sound::Message]);
    let notices = bench.notifications().items;
    let of_chat: Vec<_> = notices.iter().filter(|notice| notice.kind == Message).collect();
    assert_eq!((of_chat.len(), of_chat[0].protocol.as_str(), of_chat[0].body.as_str()), (1, "P2", "Alô?"));
    // Earlier frames are delivered after the answer, which had counted their messages already.
    bench.forget().customer_writes("P2", 2, "Oi").customer_writes("P2", 3, "Oi?").customer_writes("P2", 4, "Alô?");
    assert_eq!((bench.row("P2").unread, bench.sounds()), (3, vec![]));
    bench.customer_writes("P2", 5, "Alguém?");
    assert_eq!((bench.row("P2").unread, bench.sounds()), (4, vec![Sound::Message]));
}

#[test]
fn a_list_older_than_the_last_event_does_not_reduce_the_count_of_unread_messages() {
    let mut bench = with_two();
    bench
        .hold(ACTIVE)
        .intent(Intent::Jobs(JobsIntent::ReloadJobs))
        .customer_writes("P2", 2, "Oi")
        .customer_writes("P2", 3, "Oi?");
    bench.reply(ACTIVE, 200, server_list(3, 1, 2));
    assert_eq!((bench.row("P2").unread, bench.sounds().len()), (2, 2));
}

#[test]
fn an_opened_chat_in_the_background_counts_messages_that_arrived_during_a_sleep_and_alerts_once() {
    let mut bench = with_two();
    bench
        .customer_writes("P2", 1, "Oi")
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .advance(1_000);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() })).forget();
    let missed = json!({ "data": [customer_message("P2", 2, "Oi?"), customer_message("P2", 3, "Alô?")] });
    bench.answer(ACTIVE, 200, server_list(3, 3, 3)).answer("GET job/P2/messages", 200, missed);
    loses_link(&mut bench);
    assert_eq!((bench.row("P2").unread, bench.sounds()), (2, vec![Sound::Message]));
    assert!(bench.thread("P2")[1].new_from_here, "the line is above the first missed message");
    bench.forget().customer_writes("P2", 2, "Oi?").customer_writes("P2", 3, "Alô?");
    assert_eq!((bench.row("P2").unread, bench.sounds()), (2, vec![]));
}

#[test]
fn messages_that_arrived_in_an_opened_chat_during_a_reload_are_counted() {
    let mut bench = with_two();
    bench
        .customer_writes("P2", 1, "Oi")
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .advance(1_000);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() })).advance(1_000);
    let missed = json!({ "data": [customer_message("P2", 2, "Oi?"), customer_message("P2", 3, "Alô?")] });
    bench.answer(ACTIVE, 200, server_list(3, 3, 3)).answer("GET job/P2/messages", 200, missed);
    bench.reload().start("/attendance/P1");
    assert_eq!((bench.row("P2").unread, bench.row("P1").unread), (2, 0));
}

/// P2 was opened, but its thread could not be loaded; 1 is read, the event of 2 was lost, 3 is unread.
fn with_a_missing_message() -> Bench {
    let mut bench = with_two();
    bench
        .answer("GET job/P2/messages", 503, json!({}))
        .customer_writes("P2", 1, "Oi")
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .advance(1_000);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    bench.customer_writes("P2", 3, "Alô?").advance(1_000);
    let all = [(1, "Oi"), (2, "Oi?"), (3, "Alô?")].map(|(seq, text)| customer_message("P2", seq, text));
    bench.answer("GET job/P2/messages", 200, json!({ "data": all })).answer(ACTIVE, 200, server_list(3, 3, 3));
    bench
}

#[rstest]
#[case::the_record_is_whole(None)]
#[case::the_record_is_missing(Some(None))]
#[case::the_record_is_unreadable(Some(Some("{")))]
fn after_a_reload_a_message_counts_once_as_unread_whatever_the_state_of_the_thread_record(
    #[case] spoiled: Option<Option<&str>>,
) {
    let mut bench = with_a_missing_message();
    assert_eq!(bench.row("P2").unread, 1);
    let key = (StorePlace::Database, "attendance/P2".to_owned());
    assert!(bench.disk.contains_key(&key));
    match spoiled {
        Some(Some(text)) => drop(bench.disk.insert(key, text.to_owned())),
        Some(None) => drop(bench.disk.remove(&key)),
        None => {}
    }
    bench.reload().start("/attendance/P1");
    assert_eq!((bench.row("P2").unread, bench.thread("P2").len()), (2, 3));
}

#[test]
fn a_message_that_only_the_record_of_the_thread_contains_is_counted_after_a_reload() {
    let mut bench = with_two();
    bench
        .customer_writes("P2", 1, "Oi")
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .advance(1_000);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() })).advance(1_000);
    // The page was closed between the two writes; the frame was not acknowledged and is delivered again.
    let key = (StorePlace::Database, "jobs/P2".to_owned());
    let before = bench.disk[&key].clone();
    bench.customer_writes("P2", 2, "Oi?").advance(1_000);
    bench.disk.insert(key, before);
    bench.answer(ACTIVE, 200, server_list(3, 2, 2)).reload().start("/attendance/P1");
    bench.customer_writes("P2", 2, "Oi?");
    assert_eq!((bench.row("P2").unread, bench.thread("P2").len()), (1, 2));
}

#[test]
fn an_attendance_that_the_list_adds_rings_and_one_that_the_list_ends_stops_ringing() {
    let mut bench = with_two();
    let alerts = AlertPreferences { ring_until_opened: true, ..AlertPreferences::default() };
    let change = PreferencesChange { alerts: Some(alerts), ..Default::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
    let came =
        json!({ "asOfSeq": 5, "epoch": "e1", "data": { "chat": [chat_job("P1"), chat_job("P2"), chat_job("P3")] } });
    bench.answer(ACTIVE, 200, came);
    loses_link(&mut bench);
    let ringing = |bench: &Bench| bench.alerts().ring.map(|ring| ring.protocol);
    assert_eq!(ringing(&bench), Some("P3".to_owned()));
    let ended = json!({ "asOfSeq": 6, "epoch": "e1",
        "data": { "chat": [chat_job("P1"), chat_job("P2")], "chatClosed": [chat_job("P3")] } });
    bench.answer(ACTIVE, 200, ended);
    loses_link(&mut bench);
    assert_eq!((bench.order(JobGroup::ToQualify), ringing(&bench)), (vec!["P3".to_owned()], None));
}

#[test]
fn a_message_event_older_than_the_list_does_not_change_the_status_of_the_customer() {
    let mut bench = with_two();
    let gone = json!({ "asOfSeq": 3, "epoch": "e1",
        "data": { "chat": [chat_job("P1"), with(chat_job("P2"), json!({ "clientStatus": "inactive" }))] } });
    bench.answer(ACTIVE, 200, gone);
    loses_link(&mut bench);
    bench.customer_writes("P2", 1, "Oi");
    assert_eq!((bench.row("P2").client_status, bench.texts("P2")), (Inactive, vec!["Oi".to_owned()]));
    bench.customer_writes("P2", 2, "Voltei");
    assert_eq!(bench.row("P2").client_status, Online);
}

#[test]
fn a_late_message_of_a_removed_attendance_is_dropped_without_a_request() {
    let mut bench = with_two();
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" })).forget();
    bench.customer_writes("P2", 1, "Oi");
    assert_eq!((bench.names(), bench.summary().unattended, bench.has_job("P2")), (vec![], 0, false));
    // The attendance returns as a new one, with its own messages.
    bench.attends("P2").customer_writes("P2", 2, "Voltei");
    assert_eq!(bench.texts("P2"), ["Voltei"]);
}

#[test]
fn cht_006_a_message_of_an_unknown_attendance_is_kept_until_a_newer_list_does_not_contain_the_attendance() {
    let mut bench = with_two();
    let without = |as_of_seq: u64| json!({ "asOfSeq": as_of_seq, "epoch": "e1", "data": { "chat": [chat_job("P1"), chat_job("P2")] } });
    bench.answer(ACTIVE, 200, without(2)).customer_writes("P7", 1, "Alguém aí?");
    assert_eq!((bench.summary().unattended, bench.names()), (1, vec![ACTIVE]), "only the list is asked for");
    bench.answer(ACTIVE, 200, without(3)).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(bench.summary().unattended, 0);
}

#[test]
fn the_load_of_a_thread_ends_at_a_full_portion_without_new_messages() {
    let mut bench = Bench::signed_in();
    let unnumbered: Vec<Value> = (0..200).map(|_| customer_message("P1", 0, "Oi")).collect();
    bench.answer("GET job/P1/messages", 200, json!({ "data": unnumbered })).attends("P1");
    assert_eq!(bench.calls_of("GET job/P1/messages").len(), 1);
    assert!(!bench.job("P1").thread_loading && !bench.job("P1").thread_failed);
    assert_eq!(bench.reports()[0].code, "threadPageWithoutProgress");
}

#[test]
fn a_voice_attendance_sends_no_text() {
    let mut bench = Bench::signed_in();
    let job = with(chat_job("P1"), json!({ "channel": "voice" }));
    bench.answer(ACTIVE, 200, active_jobs(&[job])).intent(Intent::Jobs(JobsIntent::ReloadJobs)).forget();
    bench
        .intent(Intent::Conversation(ConversationIntent::DraftChanged {
            protocol: "P1".into(),
            text: "Olá".to_owned(),
        }))
        .sends("P1", "Olá");
    assert_eq!(bench.said()[0], "Ainda não é possível escrever neste canal. A mensagem não foi enviada.");
    assert_eq!((bench.draft("P1").text.as_str(), bench.texts("P1").len()), ("Olá", 0));
    assert_eq!(bench.names(), [] as [&str; 0]);
}

#[rstest]
#[case::chat("chat")]
#[case::whatsapp("whatsapp")]
fn messages_finishing_qualification_and_closing_use_the_routes_of_the_channel(#[case] channel: &str) {
    let mut bench = Bench::signed_in();
    let job = with(chat_job("P1"), json!({ "channel": channel }));
    bench.answer(ACTIVE, 200, active_jobs(&[job])).intent(Intent::Jobs(JobsIntent::ReloadJobs)).forget();
    bench.sends("P1", "Olá").finishes("P1");
    assert!(bench.row("P1").disabled);
    let (protocol, qualification_id) = ("P1".into(), "1".into());
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification { protocol, qualification_id }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P1".into() }));
    let expected = [
        format!("POST {channel}/messages"),
        format!("POST job/{channel}/finish"),
        format!("POST job/{channel}/qualify"),
        format!("POST job/{channel}/close"),
    ];
    let of_channel: Vec<&str> = bench.names().into_iter().filter(|name| name.starts_with("POST")).collect();
    assert_eq!((of_channel, bench.has_job("P1")), (expected.iter().map(String::as_str).collect(), false));
}

#[test]
fn a_record_of_an_earlier_version_is_read_with_its_local_fields() {
    let mut bench = with_two();
    bench.intent(Intent::Jobs(JobsIntent::ScrollChanged { protocol: "P2".into(), scroll_top: 42.0 }));
    bench.intent(Intent::Jobs(JobsIntent::AnswerScript {
        protocol: "P2".into(),
        field_id: "f1".to_owned(),
        value: "sim".to_owned(),
    }));
    bench.customer_writes("P2", 1, "Oi").advance(1_000);
    let key = (StorePlace::Database, "jobs/P2".to_owned());
    let mut record: Value = serde_json::from_str(&bench.disk[&key]).expect("JSON");
    let fields = record.as_object_mut().expect("an object");
    assert_eq!((fields.remove("read_up_to"), fields.remove("counted_ahead")), (Some(json!(1)), Some(json!([]))));
    let names: Vec<&str> = record.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(names, ["opened", "unread", "wire"], "an earlier version's record has these");
    bench.disk.insert(key, record.to_string());
    bench.hold(ACTIVE).reload().start("/attendance/P1");
    let stored = bench.job_record(&"P2".into()).expect("the job");
    assert_eq!((stored.unread, stored.read_up_to, stored.wire.scroll_top), (1, Some(1), 42.0));
    assert_eq!(stored.wire.fields_script_altered[0].value, "sim");
}
