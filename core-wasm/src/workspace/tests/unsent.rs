//! Messages of the agent that the server has not confirmed: never sent twice, never lost, never shown as sent before
//! the confirmation.

use super::bench::Bench;
use super::samples::{active_jobs, agent_message, chat_job, send_reply};
use super::words::said;
use crate::connection::ConnectionIntent;
use crate::conversation;
use crate::conversation::ConversationIntent;
use crate::conversation::MessageDelivery::{Failed, Sending, Sent};
use crate::flow::{Effect, HttpFailure, StorePlace};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::notifications::NoticeKind::Unsent;
use crate::notifications::NotificationsIntent;
use crate::session::SessionIntent;
use rstest::rstest;
use serde_json::{Value, json};

const SEND: &str = "POST chat/messages";
const READ: &str = "GET job/P1/messages";
const DAY_MS: u64 = 24 * 3_600_000;

fn with_open_chat() -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")]));
    bench.attends("P1").forget();
    bench
}

/// The server refused the agent's message; returns the local id of the message.
fn with_failed(text: &str) -> (Bench, String) {
    let mut bench = with_open_chat();
    bench.answer(SEND, 422, json!({})).sends("P1", text).forget();
    let local_id = bench.thread("P1").pop().expect("the message").local_id;
    (bench, local_id)
}

fn page(messages: &[Value]) -> Value {
    json!({ "data": messages })
}

fn unsent_texts(bench: &Bench) -> Vec<String> {
    let items = bench.notifications().items.into_iter();
    items.filter(|notice| notice.kind == Unsent).map(|notice| notice.body).collect()
}

fn unsent_records(bench: &Bench) -> usize {
    bench.disk.keys().filter(|(place, _)| *place == StorePlace::Unsent).count()
}

#[test]
fn bey_002_a_message_gets_its_id_when_send_is_pressed_is_stored_before_it_is_sent_and_repeated_after_the_thread_was_refetched()
 {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "Olá!").advance(1_000 + 2_000);
    let custom_id = bench.thread("P1")[0].local_id[1..].to_owned();
    let stores = |effect: &Effect| match effect {
        Effect::Persist(_, key, Some(_)) => {
            conversation::records::OUTBOX.ids(key).is_some_and(|(.., id)| id.as_str() == custom_id)
        }
        _ => false,
    };
    let sends = |effect: &Effect| matches!(effect, Effect::Http(_, call, _) if call.path == "chat/messages");
    let first = |what: &dyn Fn(&Effect) -> bool| bench.effects.iter().position(what).expect("it happened");
    assert!(first(&stores) < first(&sends));
    let names: Vec<&str> = bench.names().into_iter().filter(|name| [SEND, READ].contains(name)).collect();
    assert_eq!(names, [SEND, READ, SEND, READ, SEND]);
    assert!(bench.calls_of(SEND).iter().all(|call| call.json()["custom_id"] == custom_id));
}

#[test]
fn bey_002_a_message_that_arrived_although_no_answer_came_is_not_sent_again() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "Olá!");
    let custom_id = bench.thread("P1")[0].local_id[1..].to_owned();
    bench.answer(READ, 200, page(&[agent_message("P1", 1, &custom_id, "Olá!")])).forget().advance(120_000);
    assert_eq!((bench.calls_of(SEND).len(), bench.thread("P1")[0].delivery), (0, Sent));
    assert_eq!(unsent_records(&bench), 0);
}

#[test]
fn a_message_is_not_sent_again_while_the_thread_cannot_be_refetched() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).fail(READ, HttpFailure::NoAnswer).sends("P1", "Olá!").forget();
    bench.advance(120_000);
    assert_eq!((bench.calls_of(SEND).len(), bench.thread("P1")[0].delivery), (0, Sending));
    let reply = send_reply(&json!(null), 1, bench.now.wall);
    bench.answer(READ, 200, page(&[])).answer(SEND, 200, reply).advance(31_000);
    assert_eq!((bench.calls_of(SEND).len(), bench.thread("P1")[0].delivery), (1, Sent));
}

#[test]
fn a_thread_requested_before_the_failure_does_not_decide_whether_a_message_is_sent_again() {
    let mut bench = with_open_chat();
    bench.hold(READ).intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "P1".into() }));
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "Olá!").advance(1_000);
    bench.reply(READ, 200, page(&[]));
    assert_eq!((bench.calls_of(READ).len(), bench.calls_of(SEND).len()), (2, 1));
    bench.reply(READ, 200, page(&[]));
    assert_eq!(bench.calls_of(SEND).len(), 2);
}

#[test]
fn bey_005_a_message_that_is_sent_again_keeps_the_error_mark_until_the_server_confirms_it() {
    let (mut bench, local_id) = with_failed("Olá!");
    bench.hold(SEND).intent(Intent::Conversation(ConversationIntent::RetryMessage {
        protocol: "P1".into(),
        local_id: local_id.clone(),
    }));
    let retried = &bench.thread("P1")[0];
    assert_eq!((retried.delivery, retried.busy, bench.row("P1").failed), (Failed, true, true));
    bench.reply(SEND, 422, json!({}));
    assert_eq!((bench.thread("P1")[0].delivery, bench.thread("P1")[0].busy), (Failed, false));
    bench.intent(Intent::Conversation(ConversationIntent::RetryMessage {
        protocol: "P1".into(),
        local_id: local_id.clone(),
    }));
    bench.reply(SEND, 200, send_reply(&json!(local_id[1..]), 1, bench.now.wall));
    let confirmed = &bench.thread("P1")[0];
    assert_eq!((confirmed.delivery, confirmed.busy, bench.row("P1").failed), (Sent, false, false));
}

#[rstest]
#[case::bey_003_edited(true)]
#[case::bey_003_discarded(false)]
fn a_failed_message_is_edited_or_discarded_only_if_the_server_does_not_have_it(#[case] edit: bool) {
    let (mut bench, local_id) = with_failed("Segue o boleto");
    let give_up = |local_id: String| {
        let protocol = "P1".into();
        if edit {
            Intent::Conversation(ConversationIntent::EditMessage { protocol, local_id })
        } else {
            Intent::Conversation(ConversationIntent::DiscardMessage { protocol, local_id })
        }
    };
    bench.hold(READ).intent(give_up(local_id.clone()));
    assert_eq!((bench.thread("P1")[0].delivery, bench.thread("P1")[0].busy), (Failed, true));
    bench.reply(READ, 200, page(&[]));
    let kept = if edit { "Segue o boleto" } else { "" };
    assert_eq!((bench.texts("P1"), bench.draft("P1").text.as_str(), unsent_records(&bench)), (vec![], kept, 0));
    assert_eq!(bench.calls_of(SEND).len(), 0);

    let (mut bench, local_id) = with_failed("Segue o boleto");
    let arrived = agent_message("P1", 1, &local_id[1..], "Segue o boleto");
    bench.answer(READ, 200, page(&[arrived])).intent(give_up(local_id));
    assert_eq!((bench.thread("P1")[0].delivery, bench.draft("P1").text.as_str()), (Sent, ""));
    assert_eq!(bench.said(), ["A mensagem já tinha chegado ao cliente."]);
}

#[rstest]
#[case::edited(true)]
#[case::discarded(false)]
fn a_failed_message_stays_while_the_thread_cannot_be_refetched(#[case] edit: bool) {
    let (mut bench, local_id) = with_failed("Segue o boleto");
    let protocol = "P1".into();
    bench.fail(READ, HttpFailure::NoAnswer).intent(if edit {
        Intent::Conversation(ConversationIntent::EditMessage { protocol, local_id })
    } else {
        Intent::Conversation(ConversationIntent::DiscardMessage { protocol, local_id })
    });
    let message = &bench.thread("P1")[0];
    assert_eq!((message.delivery, message.busy, message.text.as_str()), (Failed, false, "Segue o boleto"));
    assert_eq!(bench.said(), ["Não foi possível saber se a mensagem chegou. Tente de novo."]);
    assert_eq!((bench.draft("P1").text.as_str(), unsent_records(&bench)), ("", 1));
}

#[test]
fn bey_003_a_refused_message_is_still_refused_after_a_reload_and_not_sent_automatically() {
    let (mut bench, _) = with_failed("Olá!");
    bench.reload().start("/attendance/P1").advance(60_000);
    assert_eq!((bench.texts("P1"), bench.thread("P1")[0].delivery), (vec!["Olá!".to_owned()], Failed));
    assert_eq!(bench.calls_of(SEND).len(), 0);
}

#[test]
fn an_edited_message_gets_a_new_id() {
    let (mut bench, local_id) = with_failed("Segue o boleto");
    bench.intent(Intent::Conversation(ConversationIntent::EditMessage {
        protocol: "P1".into(),
        local_id: local_id.clone(),
    }));
    bench.sends("P1", "Segue o boleto correto");
    assert_ne!(bench.call(SEND).json()["custom_id"], local_id[1..]);
}

#[test]
fn bey_004_messages_wait_in_order_over_a_reload_and_a_new_sign_in_and_are_sent_once_each() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "um").sends("P1", "dois").reload().start("/attendance/P1");
    assert_eq!(bench.texts("P1"), ["um", "dois"]);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).forget();
    let mut seq = 0;
    bench.hold(SEND).sign_in();
    for text in ["um", "dois"] {
        seq += 1;
        let call = bench.calls_of(SEND).pop().expect("a send").json();
        assert_eq!(call["message"], text);
        bench.reply(SEND, 200, send_reply(&call["custom_id"], seq, bench.now.wall));
    }
    assert_eq!((bench.calls_of(SEND).len(), unsent_records(&bench)), (2, 0));
    assert_eq!(bench.thread("P1").iter().map(|message| message.delivery).collect::<Vec<_>>(), [Sent, Sent]);
}

#[test]
fn bey_004_bey_011_a_removed_attendance_is_not_shown_its_outbox_stops_and_a_snackbar_reports_the_unsent_message() {
    let mut bench = with_open_chat();
    bench.customer_writes("P1", 1, "Bom dia!");
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "Um momento");
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Já encontrei".to_owned(),
    }));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    assert!(!bench.has_job("P1") && bench.path() == "/attendance");
    let left: Vec<String> = bench.workspace.live_keys().iter().map(ToString::to_string).collect();
    assert!(left.iter().all(|key| !key.contains("P1")), "{left:?}");
    assert_eq!(unsent_texts(&bench), ["Já encontrei", "Um momento"]);
    assert!(bench.said().contains(&"O texto não enviado está nas notificações.".to_owned()));
    bench.forget().advance(120_000);
    assert_eq!(bench.calls_of(SEND).len(), 0);
}

#[test]
fn bey_003_bey_012_unsent_texts_of_a_removed_attendance_are_kept_for_their_agent_until_discarded() {
    let mut bench = with_open_chat();
    bench
        .fail(SEND, HttpFailure::NoAnswer)
        .sends("P1", "Um momento")
        .event("JobFinishedEvent", json!({ "protocol": "P1" }));
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[]));
    for _ in 0..2 {
        bench.reload().start("/attendance");
        assert_eq!((unsent_texts(&bench), bench.notifications().unread), (vec!["Um momento".to_owned()], 1));
    }
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll)).advance(1_000);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!(unsent_texts(&bench), Vec::<String>::new());
    bench.sign_in();
    assert_eq!((unsent_texts(&bench), bench.notifications().unread), (vec!["Um momento".to_owned()], 0));
    let id = bench.notifications().items[0].id.clone();
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationDismissed { id }));
    assert_eq!((unsent_texts(&bench), unsent_records(&bench)), (vec![], 0));
}

#[test]
fn bey_012_unsent_texts_of_a_removed_attendance_are_deleted_after_24_hours() {
    let mut bench = with_open_chat();
    bench
        .fail(SEND, HttpFailure::NoAnswer)
        .sends("P1", "Um momento")
        .event("JobFinishedEvent", json!({ "protocol": "P1" }));
    bench.advance(DAY_MS - 1_000);
    assert_eq!(unsent_texts(&bench), ["Um momento"]);
    bench.advance(1_001);
    assert_eq!((unsent_texts(&bench), unsent_records(&bench)), (vec![], 0));
}

#[test]
fn bey_012_old_unsent_texts_of_another_agent_are_deleted() {
    let mut bench = with_open_chat();
    let record = |hours_ago: i64| {
        let written_at = serde_json::to_value(bench.now.wall.plus_ms(-hours_ago * 3_600_000)).expect("a time");
        json!({ "text": "Segredo", "written_at": written_at }).to_string()
    };
    let (old, young) = (record(25), record(23));
    bench.disk.insert((StorePlace::Unsent, "draft/202/P7".to_owned()), old);
    bench.disk.insert((StorePlace::Unsent, "draft/202/P8".to_owned()), young);
    bench.reload().start("/attendance");
    let left: Vec<&str> =
        bench.disk.keys().filter(|(place, _)| *place == StorePlace::Unsent).map(|(_, name)| name.as_str()).collect();
    assert_eq!(left, ["draft/202/P8"]);
    assert_eq!(bench.draft("P8").text, "");
}

#[test]
fn a_draft_whose_attendance_is_removed_during_a_reload_is_kept_and_a_blank_one_deleted() {
    let mut bench = with_open_chat();
    let written_at = serde_json::to_value(bench.now.wall).expect("a time");
    for (protocol, text) in [("P7", "Até logo"), ("P8", " ")] {
        let record = json!({ "text": text, "written_at": written_at }).to_string();
        bench.disk.insert((StorePlace::Unsent, format!("draft/101/{protocol}")), record);
    }
    bench.reload().start("/attendance");
    assert_eq!(unsent_texts(&bench), ["Até logo"]);
    let drafts = bench.disk.keys().filter(|(place, name)| *place == StorePlace::Unsent && name.starts_with("draft/"));
    assert_eq!(drafts.count(), 0, "a kept draft is an unsent message");
}

#[test]
fn the_draft_of_an_attendance_qualified_elsewhere_is_kept() {
    let mut bench = with_open_chat();
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Até logo".to_owned(),
    }));
    bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P1", "channel": "chat" }));
    assert_eq!(unsent_texts(&bench), ["Até logo"]);
}

#[test]
fn the_reason_of_a_failed_message_is_kept_and_shown_in_the_present_language() {
    let (bench, _) = with_failed("Olá!");
    let failure = bench.thread("P1")[0].failure.clone();
    assert_eq!(failure.map(|text| said(&text)), Some("Não foi possível enviar a mensagem".to_owned()));
}

#[test]
fn a_refusal_that_arrives_after_the_confirmation_does_not_mark_the_message_as_failed() {
    let mut bench = with_open_chat();
    bench.hold(SEND).sends("P1", "Olá!");
    let custom_id = bench.thread("P1")[0].local_id[1..].to_owned();
    bench.event("ChatMessageEvent", json!({ "message": agent_message("P1", 1, &custom_id, "Olá!") }));
    bench.reply(SEND, 409, json!({ "reason": "JOB_NOT_OPEN" }));
    assert_eq!((bench.thread("P1")[0].delivery, bench.row("P1").failed, unsent_records(&bench)), (Sent, false, 0));
}

#[test]
fn after_the_clock_was_set_days_ahead_unsent_texts_are_kept_until_the_servers_time_is_known() {
    let mut bench = with_open_chat();
    bench
        .intent(Intent::Conversation(ConversationIntent::DraftChanged {
            protocol: "P1".into(),
            text: "Um momento".to_owned(),
        }))
        .advance(1_000);
    let servers_time = serde_json::to_value(bench.now.wall).expect("a time");
    bench.now.wall = bench.now.wall.plus_ms(2 * 24 * 3_600_000);
    bench.hold("GET system/datetime").reload().start("/attendance/P1");
    assert_eq!(bench.draft("P1").text, "");
    bench.reply("GET system/datetime", 200, json!({ "datetime": servers_time }));
    assert_eq!(bench.draft("P1").text, "Um momento");
}

#[test]
fn without_the_servers_time_no_unsent_text_is_deleted_as_old() {
    let mut bench = with_open_chat();
    bench
        .intent(Intent::Conversation(ConversationIntent::DraftChanged {
            protocol: "P1".into(),
            text: "Um momento".to_owned(),
        }))
        .advance(1_000);
    bench.now.wall = bench.now.wall.plus_ms(2 * 24 * 3_600_000);
    bench.fail("GET system/datetime", HttpFailure::NoAnswer).reload().start("/attendance/P1");
    assert_eq!(bench.draft("P1").text, "Um momento");
}

#[test]
fn unsent_texts_without_a_time_are_listed_and_get_the_present_time() {
    let mut bench = with_open_chat();
    bench.disk.insert((StorePlace::Unsent, "draft/101/P1".to_owned()), json!({ "text": "Um momento" }).to_string());
    bench.reload().start("/attendance/P1").advance(1_000);
    assert_eq!(bench.draft("P1").text, "Um momento");
    assert!(
        bench.stored(StorePlace::Unsent, "draft/101/P1").is_some_and(|record| record.contains("written_at\":\"2026"))
    );
}

#[test]
fn bey_004_the_order_of_waiting_messages_does_not_depend_on_the_clock() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer);
    for text in ["um", "dois", "três", "quatro"] {
        bench.sends("P1", text);
        bench.now.wall = bench.now.wall.plus_ms(-60_000);
    }
    bench.reload().start("/attendance/P1");
    assert_eq!(bench.texts("P1"), ["um", "dois", "três", "quatro"]);
}

#[test]
fn bey_004_a_message_that_the_agent_sends_before_the_list_is_loaded_is_sent_after_the_waiting_ones() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "um").sends("P1", "dois").advance(1_000);
    bench.hold("GET agents/101/jobs/active").hold(SEND).reload().start("/attendance/P1");
    bench.sends("P1", "três");
    assert_eq!(bench.texts("P1"), ["um", "dois", "três"]);
    for text in ["um", "dois", "três"] {
        let call = bench.calls_of(SEND).pop().expect("a send").json();
        assert_eq!(call["message"], text);
        bench.reply(SEND, 200, send_reply(&call["custom_id"], 1, bench.now.wall));
    }
}

#[test]
fn bey_012_texts_written_after_the_clock_was_set_are_dated_by_the_servers_time() {
    let mut bench = with_open_chat();
    let reported = |bench: &Bench| json!({ "datetime": serde_json::to_value(bench.now.wall).expect("a time") });
    bench.advance(60_000);
    bench.answer("GET system/datetime", 200, reported(&bench));
    bench.now.wall = bench.now.wall.plus_ms(-20 * 3_600_000);
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Um momento".to_owned(),
    }));
    assert_eq!(bench.session().clock_offset_ms, 20.0 * 3_600_000.0);
    bench.advance(1_000);
    assert!(bench.stored(StorePlace::Unsent, "draft/101/P1").is_some_and(|record| record.contains("2026-11-20T13:46")));
}

#[test]
fn bey_012_after_the_clock_was_set_no_text_is_old_until_a_repeated_request_gets_the_servers_time() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "Um momento");
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" })).advance(1_000);
    let right = serde_json::to_value(bench.now.wall).expect("a time");
    bench.fail("GET system/datetime", HttpFailure::NoAnswer);
    bench.now.wall = bench.now.wall.plus_ms(2 * 24 * 3_600_000);
    bench.advance(DAY_MS / 2);
    assert_eq!(unsent_texts(&bench), ["Um momento"]);
    bench.answer("GET system/datetime", 200, json!({ "datetime": right })).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((unsent_texts(&bench).len(), bench.session().clock_offset_ms < -170_000_000.0), (1, true));
}

#[test]
fn bey_012_texts_sent_while_the_servers_time_was_unknown_are_dated_when_it_is_known() {
    let mut bench = with_open_chat();
    bench.fail("GET system/datetime", HttpFailure::NoAnswer).fail(SEND, HttpFailure::NoAnswer);
    let right = bench.now.wall;
    bench.now.wall = bench.now.wall.plus_ms(-11 * 3_600_000);
    bench.sends("P1", "Um momento").advance(60_000);
    let record = |bench: &Bench| -> Value {
        let text = bench.disk.iter().find(|((place, _), _)| *place == StorePlace::Unsent).map(|(_, text)| text.clone());
        serde_json::from_str(&text.expect("a record")).expect("JSON")
    };
    assert_eq!(record(&bench)["undated"], true);
    let reported = serde_json::to_value(right.plus_ms(60_000)).expect("a time");
    bench
        .answer("GET system/datetime", 200, json!({ "datetime": reported }))
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    let right = serde_json::to_value(right).expect("a time");
    assert_eq!((&record(&bench)["written_at"], &record(&bench)["undated"]), (&right, &json!(false)));
}

#[rstest]
#[case::bey_012_of_the_same_agent("101")]
#[case::bey_012_of_another_agent("202")]
fn unsent_texts_without_a_date_are_kept_for_a_day_after_the_core_reads_them(#[case] agent: &str) {
    let mut bench = with_open_chat();
    let record = json!({ "protocol": "P7", "custom_id": "A1", "text": "Um momento", "written_at": "2020-01-01T00:00:00.000Z", "undated": true });
    bench.disk.insert((StorePlace::Unsent, format!("outbox/{agent}/P7/A1")), record.to_string());
    bench.reload().start("/attendance").advance(1_000);
    assert_eq!(unsent_records(&bench), 1);
    bench.advance(DAY_MS).reload().start("/attendance").advance(1_000);
    assert_eq!(unsent_records(&bench), 0);
}

#[test]
fn bey_012_a_clock_changed_while_the_agent_waits_for_the_connection_does_not_age_unsent_texts() {
    let mut bench = with_open_chat();
    bench.fail(SEND, HttpFailure::NoAnswer).sends("P1", "Um momento");
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" })).advance(1_000);
    bench
        .fail("POST auth/validate", HttpFailure::NoAnswer)
        .advance(120_000)
        .intent(Intent::Connection(ConnectionIntent::GiveUpConnection));
    assert_eq!(bench.session().phase, crate::session::SessionPhaseView::Reconnecting);
    bench.fail("GET system/datetime", HttpFailure::NoAnswer);
    bench.now.wall = bench.now.wall.plus_ms(2 * 24 * 3_600_000);
    bench.advance(1_000);
    bench
        .answer("POST auth/validate", 200, super::samples::validate_reply())
        .intent(Intent::Session(SessionIntent::RetrySession))
        .advance(60_000);
    assert_eq!(bench.session().phase, crate::session::SessionPhaseView::Ready);
    assert_eq!(unsent_texts(&bench), ["Um momento"]);
}
