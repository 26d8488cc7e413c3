//! The notification centre: what happened while the agent looked elsewhere.

use super::bench::Bench;
use super::words::said;
use crate::flow::HttpFailure;
use crate::input::Intent;
use crate::notifications::NoticeKind::{Message, System, Unsent};
use serde_json::json;

/// The agent looks at P1 while P2 waits.
fn with_two() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    bench
}

#[test]
fn messages_the_agent_does_not_look_at_collapse_into_one_notice_that_counts() {
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
fn opening_the_conversation_reads_its_notice_and_its_end_removes_it() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi").intent(Intent::OpenJob { protocol: "P2".into() });
    assert_eq!((bench.notifications().unread, bench.notifications().items.len()), (0, 1));
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" }));
    assert_eq!(bench.notifications().items.len(), 0);
}

#[test]
fn notices_are_read_unread_and_dismissed_one_by_one_or_all() {
    let mut bench = Bench::signed_in();
    for id in ["1", "2", "2"] {
        bench.event(
            "NotificationEvent",
            json!({ "agent_notify_id": id, "agent_notify_read": "N", "type": "chat", "text": "Fila cheia" }),
        );
    }
    assert_eq!((bench.notifications().unread, bench.notifications().items[0].kind), (2, System));
    bench.intent(Intent::NotificationRead { id: "1".to_owned(), read: true });
    assert_eq!(bench.notifications().unread, 1);
    bench.intent(Intent::NotificationRead { id: "1".to_owned(), read: false }).intent(Intent::NotificationsReadAll);
    assert_eq!(bench.notifications().unread, 0);
    bench.intent(Intent::NotificationDismissed { id: "2".to_owned() });
    assert_eq!(bench.notifications().items.len(), 1);
}

#[test]
fn words_never_sent_of_a_lost_attendance_move_to_the_centre() {
    let mut bench = with_two();
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).sends("P1", "Um momento, por favor.");
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    let notice = bench.notifications().items.remove(0);
    assert_eq!((notice.kind, notice.body.as_str(), notice.protocol.as_str()), (Unsent, "Um momento, por favor.", "P1"));
    bench.forget().advance(120_000);
    assert_eq!(bench.calls_of("POST chat/messages").len(), 0);
}
