//! Messages that arrive late are placed by the time at which they were written (BEY-006, BEY-168).

use super::bench::Bench;
use super::whatsapp::with_two;
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::wire::{Wall, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

/// The time this many seconds from now.
fn moment(bench: &Bench, seconds: i64) -> Wall {
    bench.now.wall.plus_ms(1_000 * seconds)
}

fn written(protocol: &str, seq: u64, at: Wall) -> Value {
    json!({ "protocol": protocol, "seq": seq, "message_id": format!("m{seq}|x{seq}"), "senderType": "customer",
        "message": format!("{seq}"), "type": "text", "status": "sent", "time": rfc3339(at) })
}

impl Bench {
    /// A message that the customer wrote `before` seconds ago arrives now.
    fn comes_late(&mut self, seq: u64, before: i64) -> &mut Self {
        let message = json!({ "protocol": "W1", "identifier": "+5511955550101", "threadSeq": seq,
            "message_id": format!("m{seq}"), "apiMessageId": format!("x{seq}"),
            "message": json!({ "text": format!("{seq}") }).to_string(),
            "message_sent_at": rfc3339(moment(self, -before)), "arrivedAt": rfc3339(self.now.wall) });
        self.event("WhatsAppMessageEvent", message)
    }

    /// Texts of the thread, with the lines above each message.
    fn shown(&self) -> Vec<String> {
        let lines = |message: &crate::conversation::MessageView| {
            let new = if message.new_from_here { "novas " } else { "" };
            let late = if message.arrived.is_some() { " atrasada" } else { "" };
            format!("{new}{}{late}", message.text)
        };
        self.thread("W1").iter().map(lines).collect()
    }
}

#[test]
fn bey_168_a_late_message_is_placed_by_its_time_and_marked_as_late_after_five_minutes() {
    let mut bench = with_two();
    bench.comes_late(1, 0).advance(400_000).comes_late(2, 0).advance(60_000);
    bench.comes_late(3, 100).comes_late(4, 299).comes_late(5, 300);
    assert_eq!(bench.shown(), ["1", "5 atrasada", "4", "3", "2"]);
    assert_eq!(bench.row("W1").preview.expect("a preview").text, "2", "the last one of the thread");
}

#[test]
fn bey_168_a_late_message_is_placed_before_the_agents_answer_which_keeps_its_place() {
    let mut bench = with_two();
    bench.comes_late(1, 0).advance(10_000);
    bench.answer(
        "POST whatsapp/messages",
        200,
        json!({ "message_id": "a|b", "seq": 2, "time": rfc3339(bench.now.wall) }),
    );
    bench.sends("W1", "Olá!").hold("POST whatsapp/messages").advance(5_000).sends("W1", "Um momento");
    bench.comes_late(3, 8).comes_late(4, 1).comes_late(5, 0);
    assert_eq!(bench.texts("W1"), ["1", "3", "Olá!", "4", "5", "Um momento"]);
}

#[test]
fn bey_168_the_line_of_new_messages_is_above_the_first_new_message_also_if_that_message_arrived_last() {
    let mut bench = with_two();
    bench.comes_late(1, 0).intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "W1".into() })).advance(2_000);
    assert_eq!(bench.row("W1").unread, 0);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "W2".into() })).advance(60_000);
    bench.comes_late(2, 0).advance(1_000).comes_late(3, 30);
    assert_eq!((bench.shown(), bench.row("W1").unread), (["1", "novas 3", "2"].map(str::to_owned).into(), 2));
}

#[rstest]
#[case::in_the_order_of_the_thread(&[1, 2, 3, 4, 5, 6])]
#[case::in_the_reverse_order(&[6, 5, 4, 3, 2, 1])]
#[case::in_a_mixed_order(&[4, 1, 6, 3, 5, 2])]
fn bey_006_messages_that_arrive_in_any_order_are_ordered_by_their_place(#[case] arrival: &[u64]) {
    let mut bench = with_two();
    let began = bench.now.wall;
    // The messages 4 and 5 were written before the attendance: they stand at its beginning, in the order of their times.
    let times = [60, 20, 40, -30, -40, 10];
    for seq in arrival {
        let index = usize::try_from(*seq).expect("small") - 1;
        let time = began.plus_ms(1_000 * times[index]);
        let message = written("W1", *seq, time);
        let placed = json!({ "message_sent_at": rfc3339(time), "placedAt": rfc3339(time.max(began)), "threadSeq": seq,
            "identifier": "+5511955550101", "message": json!({ "text": message["message"] }).to_string() });
        bench.event("WhatsAppMessageEvent", super::samples::with(message, placed));
    }
    assert_eq!(bench.texts("W1"), ["5", "4", "6", "2", "3", "1"]);
    let held = bench.workspace.conversation.thread(&"W1".into()).map(|thread| thread.last_seq());
    assert_eq!(held, Some(6), "complete up to the last number");
    let job = super::samples::with(super::samples::whatsapp_job("W1"), json!({ "seq": 6 }));
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [job] } });
    bench.advance(1_000).answer("GET agents/101/jobs/active", 200, active).hold("GET job/W1/messages");
    bench.reload().start("/attendance");
    assert_eq!(bench.texts("W1"), ["5", "4", "6", "2", "3", "1"], "after a reload");
}

#[test]
fn bey_168_the_separator_of_a_day_is_above_the_first_message_of_that_day() {
    let mut bench = with_two();
    bench.comes_late(1, 86_400).comes_late(2, 0).comes_late(3, 86_000);
    let days: Vec<(String, bool)> =
        bench.thread("W1").into_iter().map(|message| (message.text, message.day_start)).collect();
    assert_eq!(days, [("1".to_owned(), true), ("3".to_owned(), false), ("2".to_owned(), true)]);
}
