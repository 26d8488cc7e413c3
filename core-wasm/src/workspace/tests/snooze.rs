//! Snoozed attendances: the page sends the request, and the server decides when the snooze ends.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, moment, with};
use crate::flow::{HttpFailure, JobGroup};
use crate::input::Intent;
use crate::jobs::{JobsIntent, SnoozeView};
use crate::notifications::{NoticeKind, NotificationsIntent};
use crate::shell::{Dialog, PreferencesChange, ShellIntent};
use crate::wire::{ContactId, Wall, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

const MINUTE_MS: i64 = 60_000;

fn ask(bench: &mut Bench, protocol: &str) {
    bench.intent(Intent::Jobs(JobsIntent::AskSnooze { protocol: protocol.into() }));
}

/// Snoozes the attendance for this number of minutes and returns the time at which the snooze ends.
fn snooze(bench: &mut Bench, protocol: &str, minutes: i64) -> Wall {
    let until = bench.now.wall.plus_ms(minutes * MINUTE_MS);
    bench.intent(Intent::Jobs(JobsIntent::SnoozeJob { protocol: protocol.into(), until: until.as_js() }));
    until
}

fn cancel(bench: &mut Bench, protocol: &str) {
    bench.intent(Intent::Jobs(JobsIntent::CancelSnooze { protocol: protocol.into() }));
}

fn ends(bench: &mut Bench, protocol: &str, cause: &str, version: u64) {
    bench.event("SnoozeEndedEvent", json!({ "protocol": protocol, "cause": cause, "version": version }));
}

fn view(bench: &Bench, protocol: &str) -> SnoozeView {
    bench.job(protocol).snooze.unwrap_or_default()
}

fn fault(bench: &Bench, protocol: &str) -> Option<String> {
    view(bench, protocol).fault.map(|text| text.key)
}

#[rstest]
#[case::chat("P1")]
#[case::whatsapp("W1")]
#[case::instagram("W2")]
fn bey_161_a_snoozed_attendance_is_listed_in_its_own_group_and_not_counted_as_waiting(#[case] protocol: &str) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends_whatsapp("W1", json!({ "activeAttendance": true }));
    bench.attends_whatsapp("W2", json!({ "activeAttendance": true, "meta_type": "instagram" }));
    match protocol {
        "P1" => bench.customer_writes("P1", 1, "Bom dia"),
        other => bench.customer_sends(other, 1, "Bom dia"),
    };
    let open = bench.summary().active;
    assert_eq!((bench.summary().waiting, bench.summary().unread), (1, 1));
    let until = snooze(&mut bench, protocol, 60);
    let call = bench.call(&format!("PUT job/{protocol}/snooze"));
    assert_eq!(call.json(), json!({ "until": rfc3339(until) }));
    assert_eq!(bench.order(JobGroup::Snoozed), [protocol]);
    assert!(!bench.order(JobGroup::Active).contains(&protocol.to_owned()));
    let row = bench.row(protocol);
    assert_eq!((row.snoozed_until, row.waiting, row.unread), (Some(until.as_js()), None, 0));
    assert_eq!((bench.summary().waiting, bench.summary().unread, bench.summary().active), (0, 0, open));
    ends(&mut bench, protocol, "reply", 60);
    let row = bench.row(protocol);
    assert_eq!((row.snoozed_until, row.unread), (None, 1), "what was unread is unread again");
    assert!(row.waiting.is_some(), "the wait went on meanwhile");
    assert_eq!((bench.summary().waiting, bench.order(JobGroup::Snoozed)), (1, Vec::<String>::new()));
}

#[test]
fn bey_161_the_dialog_of_the_snooze_keeps_the_chosen_time_until_the_server_has_accepted_it() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    ask(&mut bench, "P1");
    assert_eq!(bench.dialog(), Some(Dialog::Snooze { protocol: "P1".into() }));
    bench.hold("PUT job/P1/snooze");
    let until = snooze(&mut bench, "P1", 60);
    assert!(view(&bench, "P1").asked);
    snooze(&mut bench, "P1", 90);
    assert_eq!(bench.calls_of("PUT job/P1/snooze").len(), 1, "one at a time");
    assert_eq!(bench.order(JobGroup::Snoozed), Vec::<String>::new(), "nothing is said before it is known");
    bench.reply("PUT job/P1/snooze", 200, json!({ "protocol": "P1", "snoozedUntil": rfc3339(until), "version": 7 }));
    assert_eq!((bench.dialog(), bench.order(JobGroup::Snoozed)), (None, vec!["P1".to_owned()]));
}

#[rstest]
#[case::the_time_is_too_early(422, json!({ "errors": { "until": "tooEarly" } }), "jobs.snooze.tooEarly")]
#[case::the_time_is_too_late(422, json!({ "errors": { "until": "tooLate" } }), "jobs.snooze.tooLate")]
#[case::the_attendance_has_ended(409, json!({ "cause": "jobEnded" }), "jobs.snooze.ended")]
#[case::the_attendance_is_of_another_agent(403, Value::Null, "jobs.snooze.failed")]
#[case::the_server_failed(500, Value::Null, "jobs.snooze.failed")]
fn bey_161_a_refused_snooze_shows_the_reason_in_its_dialog(
    #[case] status: u16,
    #[case] body: Value,
    #[case] key: &str,
) {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    ask(&mut bench, "P1");
    bench.answer("PUT job/P1/snooze", status, body);
    snooze(&mut bench, "P1", 60);
    assert_eq!(fault(&bench, "P1").as_deref(), Some(key));
    assert_eq!(bench.dialog(), Some(Dialog::Snooze { protocol: "P1".into() }), "what was chosen is still there");
    assert!(!view(&bench, "P1").asked && bench.snackbars().is_empty());
    ask(&mut bench, "P1");
    assert_eq!(fault(&bench, "P1"), None, "asked anew");
}

#[test]
fn bey_161_a_snooze_with_a_time_that_the_server_would_refuse_is_not_sent() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    ask(&mut bench, "P1");
    for (minutes, key) in [(0, "jobs.snooze.tooEarly"), (31 * 24 * 60, "jobs.snooze.tooLate")] {
        snooze(&mut bench, "P1", minutes);
        assert_eq!(fault(&bench, "P1").as_deref(), Some(key));
    }
    for until in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        bench.intent(Intent::Jobs(JobsIntent::SnoozeJob { protocol: "P1".into(), until }));
        assert!(fault(&bench, "P1").is_some());
    }
    assert!(bench.calls_of("PUT job/P1/snooze").is_empty());
}

#[test]
fn bey_153_bey_161_a_snooze_without_an_answer_is_repeated_then_shown_as_unknown_and_the_next_list_decides() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    ask(&mut bench, "P1");
    bench.fail("PUT job/P1/snooze", HttpFailure::NoAnswer);
    let until = snooze(&mut bench, "P1", 60);
    assert_eq!(fault(&bench, "P1"), None, "nothing is said of the loss");
    let listed = with(chat_job("P1"), json!({ "snoozedUntil": rfc3339(until), "version": 9 }));
    bench.answer("GET agents/101/jobs/active", 200, with(active_jobs(&[listed]), json!({ "asOfSeq": 50 })));
    bench.gives_up();
    assert_eq!(bench.calls_of("PUT job/P1/snooze").len(), 5);
    assert_eq!(fault(&bench, "P1").as_deref(), Some("jobs.snooze.unknown"));
    assert_eq!(bench.order(JobGroup::Snoozed), ["P1"], "the server did it");
}

#[test]
fn bey_161_the_end_of_a_snooze_that_arrives_before_the_answer_is_not_undone_by_the_answer() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").hold("PUT job/P1/snooze");
    let until = snooze(&mut bench, "P1", 60);
    ends(&mut bench, "P1", "reply", 8);
    bench.reply("PUT job/P1/snooze", 200, json!({ "protocol": "P1", "snoozedUntil": rfc3339(until), "version": 7 }));
    assert_eq!((bench.row("P1").snoozed_until, bench.order(JobGroup::Active)), (None, vec!["P1".to_owned()]));
}

#[test]
fn bey_161_a_snooze_is_kept_over_a_reload_and_can_be_cancelled() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    let until = snooze(&mut bench, "P1", 60);
    bench.advance(1_000);
    bench.hold("GET agents/101/jobs/active").reload().start("/attendance");
    assert_eq!(bench.row("P1").snoozed_until, Some(until.as_js()), "from the disk");
    cancel(&mut bench, "P1");
    assert_eq!((bench.row("P1").snoozed_until, bench.order(JobGroup::Snoozed)), (None, Vec::<String>::new()));
}

#[test]
fn bey_161_snoozed_attendances_are_ordered_by_their_return_and_an_ended_one_waits_for_its_qualification() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").attends("P3");
    for (protocol, minutes) in [("P1", 90), ("P2", 30), ("P3", 60)] {
        snooze(&mut bench, protocol, minutes);
    }
    assert_eq!(bench.order(JobGroup::Snoozed), ["P2", "P3", "P1"]);
    ask(&mut bench, "P3");
    bench.event("ChatEndEvent", json!({ "protocol": "P3", "endedBy": "client" }));
    assert_eq!((bench.order(JobGroup::ToQualify), bench.dialog()), (vec!["P3".to_owned()], None));
    assert_eq!(bench.row("P3").snoozed_until, None);
    ask(&mut bench, "P3");
    assert_eq!(bench.dialog(), None, "an ended one cannot wait");
}

#[test]
fn bey_161_a_call_cannot_be_snoozed() {
    let mut bench = Bench::signed_in();
    bench.event("NewVoiceJobEvent", json!({ "job": with(chat_job("V1"), json!({ "channel": "voice" })) }));
    ask(&mut bench, "V1");
    snooze(&mut bench, "V1", 60);
    assert!(bench.dialog().is_none() && bench.calls_of("PUT job/V1/snooze").is_empty());
}

#[test]
fn bey_161_the_end_of_a_snooze_shows_a_snackbar_and_a_notification_that_open_the_conversation() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").open("P2");
    snooze(&mut bench, "P1", 60);
    bench.forget();
    ends(&mut bench, "P1", "time", 60);
    let event = json!({ "agent_notify_id": "n1", "type": "snooze", "channel": "chat", "protocol": "P1",
        "customer": "Helena Duarte", "text": "", "time": moment(5), "agent_notify_read": "N" });
    bench.event("NotificationEvent", event);
    let notes = bench.snackbars();
    let note = notes.last().unwrap();
    assert_eq!(note.body.key, "notifications.snooze");
    assert_eq!(note.customer.as_ref().unwrap().protocol, "P1");
    let entry = bench.notifications().items.into_iter().find(|entry| entry.kind == NoticeKind::Snooze).unwrap();
    assert_eq!((entry.title.key.as_str(), entry.customers.len(), entry.read), ("notifications.snooze", 1, false));
    let (protocol, contact_id) = (entry.protocol.as_str().into(), ContactId::default());
    bench.intent(Intent::Notifications(NotificationsIntent::OpenCustomer { protocol, contact_id }));
    assert_eq!(bench.path(), "/attendance/P1");
}

#[test]
fn bey_161_the_filter_of_waiting_customers_hides_a_snoozed_attendance() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").customer_writes("P1", 1, "Oi").customer_writes("P2", 1, "Oi");
    snooze(&mut bench, "P1", 60);
    let change = PreferencesChange { only_waiting: Some(true), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
    assert_eq!((bench.order(JobGroup::Snoozed), bench.order(JobGroup::Active)), (vec![], vec!["P2".to_owned()]));
}
