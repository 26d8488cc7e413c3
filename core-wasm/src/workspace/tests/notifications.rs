//! The notification centre: events that happen while the agent has another conversation open.

use super::bench::Bench;
use super::samples::{chat_job, with};
use super::words::said;
use crate::flow::HttpFailure;
use crate::input::{BrokerInput, Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::notifications::NoticeKind::{LeftList, Message, Pause, System, Unsent};
use crate::notifications::NotificationsIntent;
use rstest::rstest;
use serde_json::json;

/// P1 is open while P2 waits.
fn with_two() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    bench
}

#[test]
fn bey_058_messages_of_a_hidden_conversation_are_counted_in_one_notification() {
    let mut bench = with_two();
    bench.customer_writes("P1", 1, "aqui").customer_writes("P2", 1, "Oi").customer_writes("P2", 2, "Alô?");
    let centre = bench.notifications();
    let notice = &centre.items[0];
    assert_eq!((centre.unread, centre.items.len(), notice.kind, notice.count), (1, 1, Message, 2));
    assert_eq!(
        (notice.body.as_str(), said(&notice.title.clone().with("count", notice.count)).as_str()),
        ("Alô?", "2 novas mensagens de Mariana Albuquerque")
    );
}

#[test]
fn bey_058_opening_a_conversation_marks_its_notification_as_read_and_the_end_removes_it() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi").intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }));
    assert_eq!((bench.notifications().unread, bench.notifications().items.len()), (0, 1));
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" }));
    let left: Vec<_> = bench.notifications().items.iter().map(|notice| notice.kind).collect();
    assert_eq!(left, [LeftList], "that it left");
}

#[test]
fn a_notification_of_an_ended_attendance_stays() {
    let mut bench = with_two();
    let reported =
        json!({ "agent_notify_id": "1", "type": "chat", "text": "Cliente na fila de novo", "protocol": "P2" });
    bench.customer_writes("P2", 1, "Oi").event("NotificationEvent", reported);
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" }));
    let about = bench.notifications().items.into_iter().filter(|notice| notice.protocol == "P2");
    assert_eq!(about.map(|notice| notice.kind).collect::<Vec<_>>(), [LeftList, System]);
}

#[test]
fn notifications_are_marked_as_read_or_unread_and_dismissed_one_by_one_or_all() {
    let mut bench = Bench::signed_in();
    for id in ["1", "2", "2"] {
        bench.event(
            "NotificationEvent",
            json!({ "agent_notify_id": id, "agent_notify_read": "N", "type": "chat", "text": "Fila cheia" }),
        );
    }
    assert_eq!((bench.notifications().unread, bench.notifications().items[0].kind), (2, System));
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationRead { id: "1".to_owned(), read: true }));
    assert_eq!(bench.notifications().unread, 1);
    bench
        .intent(Intent::Notifications(NotificationsIntent::NotificationRead { id: "1".to_owned(), read: false }))
        .intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll));
    assert_eq!(bench.notifications().unread, 0);
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationDismissed { id: "2".to_owned() }));
    assert_eq!(bench.notifications().items.len(), 1);
}

#[test]
fn unsent_texts_of_a_removed_attendance_are_listed_in_the_notification_centre() {
    let mut bench = with_two();
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).sends("P1", "Um momento, por favor.");
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    let notice = bench.notifications().items.remove(0);
    assert_eq!((notice.kind, notice.body.as_str(), notice.protocol.as_str()), (Unsent, "Um momento, por favor.", "P1"));
    bench.forget().advance(120_000);
    assert_eq!(bench.calls_of("POST chat/messages").len(), 0);
}

/// A notification about a pause as the server stores it.
fn pause_notification(id: &str, read: &str) -> serde_json::Value {
    json!({ "agent_notify_id": id, "agent_notify_read": read, "agent_notify_read_display": read, "agentId": "101", "type": "pause",
        "channel": "chat", "pauseName": "Almoço", "time": "2026-11-20T13:45:00.000Z", "text": "Almoço" })
}

#[test]
fn api_189_not_004_not_005_the_servers_notifications_are_loaded_with_their_read_marks() {
    let mut bench = Bench::new();
    let list = json!({ "data": [pause_notification("7", "N"), pause_notification("6", "Y")], "unread": 1 });
    bench.answer("GET agents/notifications/agent", 200, list).start("/login").sign_in();
    let asked = bench.calls.iter().find(|call| call.name == "GET agents/notifications/agent").expect("asked");
    assert_eq!(asked.query_text(), "agentId=101");
    let centre = bench.notifications();
    let shown: Vec<(&str, bool)> = centre.items.iter().map(|notice| (notice.id.as_str(), notice.read)).collect();
    assert_eq!((shown, centre.unread), (vec![("7", false), ("6", true)], 1), "Y is read, N is unread");
}

#[test]
fn pau_003_pau_030_a_pause_notification_is_listed_with_its_name_channel_and_time() {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N"));
    let notice = &bench.notifications().items[0];
    assert_eq!((notice.kind, notice.read, said(&notice.title).as_str()), (Pause, false, "Pausa Almoço em Chat"));
    assert_eq!(notice.time, super::bench::START.as_js());
}

#[test]
fn api_190_api_191_not_002_read_and_unread_marks_of_a_notification_are_sent_to_the_server() {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N")).forget();
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationRead { id: "7".to_owned(), read: true }));
    assert_eq!(bench.call("PUT agents/notifications/read").query_text(), "agentNotifyId=7");
    assert_eq!(bench.notifications().unread, 0);
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationRead { id: "7".to_owned(), read: false }));
    assert_eq!(bench.call("PUT agents/notifications/not/read").query_text(), "agentNotifyId=7");
    assert_eq!(bench.notifications().unread, 1);
}

#[test]
fn api_192_not_003_all_notifications_are_marked_as_read_by_one_request() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi");
    bench
        .event("NotificationEvent", pause_notification("7", "N"))
        .event("NotificationEvent", pause_notification("8", "N"));
    bench.forget().intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll));
    assert_eq!((bench.names(), bench.notifications().unread), (vec!["PUT agents/notifications/read/all"], 0));
    assert_eq!(bench.call("PUT agents/notifications/read/all").query_text(), "agentId=101");
}

/// The server marks the notifications that it has at that moment; the page cannot know whether a notification that
/// arrives meanwhile is among them.
#[rstest::rstest]
#[case::the_notification_is_before_the_mark("Y", 0)]
#[case::the_notification_is_after_the_mark("N", 1)]
fn a_notification_that_arrives_while_all_are_marked_is_shown_as_the_server_has_it(
    #[case] read: &str,
    #[case] unread: u32,
) {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N"));
    bench
        .hold("PUT agents/notifications/read/all")
        .intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll));
    bench.event("NotificationEvent", pause_notification("8", "N"));
    bench.answer(LIST, 200, json!({ "data": [pause_notification("8", read), pause_notification("7", "Y")] }));
    bench.reply("PUT agents/notifications/read/all", 200, json!({ "success": true }));
    assert_eq!(bench.notifications().unread, unread);
}

#[test]
fn not_006_a_read_mark_that_the_server_refuses_is_reverted_without_a_message() {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N"));
    bench.answer(LIST, 200, json!({ "data": [pause_notification("7", "N")] }));
    bench
        .hold("PUT agents/notifications/read")
        .intent(Intent::Notifications(NotificationsIntent::NotificationRead { id: "7".to_owned(), read: true }));
    assert_eq!(bench.notifications().unread, 0, "at once");
    bench.reply("PUT agents/notifications/read", 500, json!({}));
    assert_eq!((bench.notifications().unread, bench.said()), (1, Vec::<String>::new()));
    bench
        .fail("PUT agents/notifications/read/all", HttpFailure::TimedOut)
        .intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll));
    assert_eq!((bench.notifications().unread, bench.said()), (1, Vec::<String>::new()));
}

/// The server has executed the request; only its answer was lost.
#[rstest]
#[case::the_server_had_marked_it("Y", 0)]
#[case::the_server_had_not_marked_it("N", 1)]
fn bey_153_after_a_lost_answer_to_a_read_mark_the_next_list_decides(#[case] read: &str, #[case] unread: u32) {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N"));
    bench
        .hold(LIST)
        .hold("PUT agents/notifications/read/all")
        .intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll));
    reconciles(&mut bench).lose("PUT agents/notifications/read/all", HttpFailure::NoAnswer);
    assert_eq!(bench.notifications().unread, 0, "the mark stays until the list says");
    bench.reply(LIST, 200, json!({ "data": [pause_notification("7", "N")] }));
    assert_eq!(bench.notifications().unread, 0, "an older list than the mark");
    bench.reply(LIST, 200, json!({ "data": [pause_notification("7", read)] }));
    assert_eq!(bench.notifications().unread, unread);
}

#[test]
fn not_006_an_unread_mark_that_the_server_refuses_is_reverted_without_a_message() {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N"));
    bench.answer(LIST, 200, json!({ "data": [pause_notification("7", "Y")] }));
    let mark = |read| Intent::Notifications(NotificationsIntent::NotificationRead { id: "7".to_owned(), read });
    bench.intent(mark(true)).hold("PUT agents/notifications/not/read").intent(mark(false));
    assert_eq!(bench.notifications().unread, 1, "at once");
    bench.reply("PUT agents/notifications/not/read", 500, json!({}));
    assert_eq!((bench.notifications().unread, bench.notifications().items[0].read), (0, true));
    assert_eq!(bench.said(), Vec::<String>::new());
}

const LIST: &str = "GET agents/notifications/agent";

/// The link is lost and reconnects: the page reconciles.
fn reconciles(bench: &mut Bench) -> &mut Bench {
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link }).advance(5_000)
}

fn shown(bench: &Bench) -> Vec<String> {
    bench.notifications().items.into_iter().map(|notice| notice.id).collect()
}

fn notification_list(ids: impl Iterator<Item = u32>) -> serde_json::Value {
    let at = |id: u32| {
        let time = format!("2026-11-20T12:{:02}:{:02}.000Z", id / 60, id % 60);
        with(pause_notification(&id.to_string(), "N"), json!({ "time": time }))
    };
    json!({ "data": ids.map(at).collect::<Vec<_>>() })
}

#[test]
fn notifications_whose_events_arrive_out_of_order_are_listed_by_their_time() {
    let mut bench = Bench::signed_in();
    let list = notification_list([61, 3, 62].into_iter());
    for event in list["data"].as_array().expect("notifications") {
        bench.event("NotificationEvent", event.clone());
    }
    let shown: Vec<String> = bench.notifications().items.into_iter().map(|notice| notice.id).collect();
    assert_eq!(shown, ["62", "61", "3"]);
}

#[test]
fn a_dismissed_notification_of_the_server_is_not_shown_again_after_the_next_list_and_a_reload() {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, notification_list([2, 1].into_iter()));
    reconciles(&mut bench)
        .intent(Intent::Notifications(NotificationsIntent::NotificationDismissed { id: "2".to_owned() }));
    assert_eq!((shown(&bench), bench.notifications().unread), (vec!["1".to_owned()], 1));
    reconciles(&mut bench);
    assert_eq!(shown(&bench), ["1"]);
    bench.page(PageInput::Visible { visible: false }).reload().start("/attendance");
    assert_eq!(shown(&bench), ["1"]);
}

const DISMISS: &str = "PUT agents/notifications/dismiss";

fn dismisses(bench: &mut Bench, id: &str) {
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationDismissed { id: id.to_owned() }));
}

#[test]
fn a_dismissal_is_sent_once_and_repeated_while_the_server_lists_the_notification() {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, notification_list([2, 1].into_iter()));
    reconciles(&mut bench).forget().fail(DISMISS, HttpFailure::NoAnswer);
    dismisses(&mut bench, "2");
    assert_eq!(bench.call(DISMISS).query_text(), "agentNotifyId=2");
    dismisses(&mut bench, "2");
    assert_eq!((bench.calls_of(DISMISS).len(), shown(&bench)), (1, vec!["1".to_owned()]));
    // Without an answer, the next list shows whether the server has the dismissal.
    bench.answer(DISMISS, 200, json!({ "success": true })).advance(5_000);
    assert_eq!((bench.calls_of(DISMISS).len(), shown(&bench)), (2, vec!["1".to_owned()]));
    bench.answer(LIST, 200, notification_list([1].into_iter())).forget();
    reconciles(&mut bench);
    assert_eq!(bench.calls_of(DISMISS).len(), 0);
}

#[rstest]
#[case::the_server_does_not_know_it(404, 0)]
#[case::the_server_refuses_so_it_is_shown_again(409, 1)]
fn a_dismissal_that_fails_is_not_sent_again(#[case] status: u16, #[case] left: usize) {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, notification_list([1].into_iter())).answer(DISMISS, status, json!({}));
    reconciles(&mut bench).forget();
    dismisses(&mut bench, "1");
    reconciles(&mut bench);
    assert_eq!((bench.calls_of(DISMISS).len(), shown(&bench).len()), (1, left));
}

#[test]
fn a_notification_that_another_page_dismissed_is_removed_by_the_next_list_and_a_newer_one_stays() {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, notification_list([2, 1].into_iter()));
    reconciles(&mut bench);
    bench.hold(LIST);
    reconciles(&mut bench).event("NotificationEvent", pause_notification("3", "N"));
    bench.reply(LIST, 200, notification_list([1].into_iter()));
    assert_eq!(shown(&bench), ["3", "1"]);
}

#[test]
fn notifications_of_the_servers_list_are_sorted_by_time_and_alert_once() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi");
    bench.answer(LIST, 200, notification_list([3, 2, 1].into_iter()));
    reconciles(&mut bench);
    let kinds: Vec<_> = bench.notifications().items.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [Message, Pause, Pause, Pause]);
    bench.customer_writes("P2", 2, "Alô?");
    reconciles(&mut bench);
    assert_eq!(bench.notifications().items.iter().map(|notice| notice.kind).collect::<Vec<_>>(), kinds);
}

#[test]
fn two_hundred_notifications_of_the_server_do_not_displace_one_of_a_customer() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi");
    bench.answer(LIST, 200, notification_list((1..=200).rev()));
    for _ in 0..2 {
        reconciles(&mut bench);
        let centre = bench.notifications();
        assert_eq!(centre.items.iter().filter(|notice| notice.kind == Message).count(), 1);
        let of_server: Vec<&str> =
            centre.items.iter().filter(|notice| notice.kind == Pause).map(|notice| notice.id.as_str()).collect();
        assert_eq!((of_server.len(), of_server[0], of_server[99]), (100, "200", "101"), "the newest ones, in order");
    }
}

#[test]
fn a_read_mark_that_is_set_during_a_load_of_the_list_is_kept() {
    let mut bench = Bench::signed_in();
    bench.event("NotificationEvent", pause_notification("7", "N")).hold(LIST);
    reconciles(&mut bench)
        .intent(Intent::Notifications(NotificationsIntent::NotificationRead { id: "7".to_owned(), read: true }));
    bench.reply(LIST, 200, json!({ "data": [pause_notification("7", "N")] }));
    assert_eq!(bench.notifications().unread, 0);
    // The event is delivered again on the new link.
    bench.event("NotificationEvent", pause_notification("7", "N"));
    assert_eq!(bench.notifications().unread, 0);
}

#[test]
fn an_attendance_that_ended_while_the_link_was_lost_leaves_no_notification() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi");
    assert_eq!(bench.notifications().unread, 1);
    let ended =
        json!({ "asOfSeq": 9, "epoch": "e1", "data": { "chat": [chat_job("P1")], "chatClosed": [chat_job("P2")] } });
    bench.answer("GET agents/101/jobs/active", 200, ended);
    reconciles(&mut bench);
    assert_eq!(bench.notifications().items.iter().filter(|notice| notice.kind == Message).count(), 0);
}

#[test]
fn a_list_of_notifications_that_got_no_answer_is_requested_again() {
    let mut bench = Bench::signed_in();
    bench.fail(LIST, HttpFailure::NoAnswer);
    reconciles(&mut bench);
    bench.answer(LIST, 200, notification_list([1].into_iter())).advance(5_000);
    assert_eq!(shown(&bench), ["1"]);
}
