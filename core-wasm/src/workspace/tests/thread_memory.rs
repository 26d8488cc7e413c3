//! The cost of a long thread and its earlier messages: the rows that are rendered again, and the messages that stay in
//! memory.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, customer_message, with};
use super::whatsapp::with_two;
use crate::connection::Frame;
use crate::conversation::{ConversationIntent, ConversationSlice, slices};
use crate::input::{BrokerInput, Input, Intent};
use crate::jobs::JobsIntent;
use crate::view::View;
use serde_json::{Value, json};

const EARLIER: &str = "GET whatsapp/messages/W1";
const PAGE: u64 = 50;

fn load_earlier(bench: &mut Bench, pages: u64) {
    for page in 0..pages {
        let first = 10_000 - (page + 1) * PAGE;
        let message =
            |seq: u64| with(customer_message("W0", seq, "antes"), json!({ "message_id": format!("W0.{seq}|x") }));
        let data: Vec<Value> = (first..first + PAGE).map(message).collect();
        bench.answer(if page == 0 { EARLIER } else { "GET whatsapp/messages/W0" }, 200, json!({ "data": data }));
        bench.intent(Intent::Conversation(ConversationIntent::LoadEarlier { protocol: "W1".into() }));
    }
}

fn earlier_count(bench: &Bench) -> usize {
    match bench.workspace.view(&slices::EARLIER.of("W1".into())) {
        View::Conversation(ConversationSlice::EarlierMessages(view)) => view.items.len(),
        _ => 0,
    }
}

fn stored_messages(bench: &Bench, protocol: &str) -> usize {
    bench.workspace.conversation.thread(&protocol.into()).map_or(0, |thread| thread.len())
}

fn thread_page(protocol: &str, first: u64, last: u64) -> Value {
    let data: Vec<Value> = (first..=last).map(|seq| customer_message(protocol, seq, &format!("texto {seq}"))).collect();
    json!({ "data": data })
}

#[test]
fn after_forty_portions_of_earlier_messages_a_thousand_receipts_change_their_own_messages_only() {
    const RECEIPTS: usize = 1_000;
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Oi").sends("W1", "Olá!");
    load_earlier(&mut bench, 40);
    assert_eq!(earlier_count(&bench), 40 * 50);
    let sent = bench.thread("W1").pop().expect("the message").local_id[1..].to_owned();
    let mut rendered = 0;
    for number in 0..RECEIPTS {
        let status = if number % 2 == 0 { "delivered" } else { "read" };
        let body = json!({ "event": "WhatsAppStatusEvent", "eventId": format!("receipt-{number}"), "seq": 1_000 + number,
            "epoch": "e1", "protocol": "W1", "custom_id": sent, "uniqueId": "m50|x50", "status": status });
        let frame = Frame { link: bench.link, ack: String::new(), body: body.to_string() };
        let step = bench.workspace.handle(Input::Broker(BrokerInput::Frame(frame)), bench.now);
        for key in step.dirty.iter() {
            rendered += match bench.workspace.view(key) {
                View::Conversation(ConversationSlice::EarlierMessages(view)) => view.items.len(),
                View::Conversation(ConversationSlice::Message(_)) => 1,
                _ => 0,
            };
        }
    }
    assert!(rendered <= 3 * RECEIPTS, "{rendered} rows for {RECEIPTS} receipts");
}

#[test]
fn many_earlier_messages_are_dropped_when_the_agent_leaves_the_conversation_and_loaded_again() {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Oi");
    load_earlier(&mut bench, 2);
    bench.open("W2");
    assert_eq!(earlier_count(&bench), 100, "few stay");
    bench.open("W1");
    load_earlier(&mut bench, 3);
    bench.open("W2");
    assert_eq!(earlier_count(&bench), 0);
    bench.open("W1").forget();
    load_earlier(&mut bench, 1);
    assert_eq!((earlier_count(&bench), bench.call(EARLIER).query_text().as_str()), (50, "before=1"));
}

#[test]
fn a_thread_that_was_not_opened_lately_keeps_its_newest_messages_its_read_mark_and_its_outbox() {
    let mut bench = Bench::signed_in();
    let protocols: Vec<String> = (1..=11).map(|number| format!("P{number}")).collect();
    for protocol in &protocols {
        bench.answer(&format!("GET job/{protocol}/messages"), 200, thread_page(protocol, 1, 120));
        bench.attends(protocol);
    }
    bench.hold("POST chat/messages");
    for protocol in &protocols {
        bench.open(protocol).advance(1_000);
        assert_eq!((stored_messages(&bench, protocol), bench.row(protocol).unread), (120, 0));
        if protocol == "P2" {
            bench.sends("P2", "Um momento");
        }
    }
    let counts: Vec<usize> = protocols.iter().map(|protocol| stored_messages(&bench, protocol)).collect();
    assert_eq!(counts[..4], [50, 121, 50, 120], "P2 waits for its message");
    assert_eq!(bench.texts("P1").first().map(String::as_str), Some("texto 71"));
    assert_eq!(bench.row("P1").unread, 0);
    bench.customer_writes("P1", 121, "Ainda está aí?");
    assert_eq!((stored_messages(&bench, "P1"), bench.row("P1").unread), (51, 1));
    bench.answer("GET job/P1/messages", 200, thread_page("P1", 1, 121)).forget().open("P1");
    assert_eq!(bench.call("GET job/P1/messages").query_text(), "after=0");
    assert_eq!((stored_messages(&bench, "P1"), bench.row("P1").unread), (121, 1));
    bench.advance(1_000);
    assert_eq!(bench.row("P1").unread, 0);
}

#[test]
fn a_thread_that_nobody_opens_keeps_a_bounded_number_of_messages() {
    let mut bench = Bench::signed_in();
    // An agent's only attendance opens automatically.
    bench.attends("P0").attends("P1");
    for seq in 1..=260 {
        bench.customer_writes("P1", seq, "Oi");
    }
    assert!(stored_messages(&bench, "P1") <= 200, "{}", stored_messages(&bench, "P1"));
    assert_eq!(bench.row("P1").unread, 260);
    let reload = JobsIntent::ReloadThread { protocol: "P1".into() };
    bench.answer("GET job/P1/messages", 200, thread_page("P1", 1, 150)).intent(Intent::Jobs(reload));
    assert_eq!(bench.row("P1").unread, 260, "no message counts twice");
}

/// A telephone that was offline delivers many older messages later, which have higher numbers.
#[test]
fn a_thread_that_was_not_opened_lately_keeps_the_message_that_the_list_shows_whatever_its_number() {
    let mut bench = Bench::signed_in();
    let protocols: Vec<String> = (1..=11).map(|number| format!("P{number}")).collect();
    for protocol in &protocols {
        let mut page = thread_page(protocol, 1, 120);
        page["data"][0]["time"] = json!(super::samples::moment(500));
        bench.answer(&format!("GET job/{protocol}/messages"), 200, page);
        bench.attends(protocol);
    }
    for protocol in &protocols {
        bench.open(protocol).advance(1_000);
    }
    let shown = |bench: &Bench| (bench.texts("P1").last().cloned(), stored_messages(bench, "P1"));
    assert_eq!(shown(&bench), (Some("texto 1".to_owned()), 51));
    let jobs: Vec<Value> = protocols.iter().map(|protocol| with(chat_job(protocol), json!({ "seq": 120 }))).collect();
    bench.answer("GET agents/101/jobs/active", 200, with(active_jobs(&jobs), json!({ "asOfSeq": 50 })));
    bench.advance(1_000).reload().start("/").forget();
    assert_eq!(shown(&bench), (Some("texto 1".to_owned()), 51));
    bench.open("P1");
    assert_eq!(bench.call("GET job/P1/messages").query_text(), "after=0", "the messages between are missing");
    assert_eq!(shown(&bench), (Some("texto 1".to_owned()), 120));
}
