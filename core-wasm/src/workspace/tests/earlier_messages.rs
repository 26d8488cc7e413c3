//! Messages before the thread: for WhatsApp earlier messages of the conversation, for web chat those of the contact's
//! earlier chats.

use super::bench::Bench;
use super::samples::{contact, customer_message, visitor_job, with};
use super::whatsapp::with_two;
use crate::contacts::ContactsIntent;
use crate::conversation::EarlierView;
use crate::conversation::{ConversationIntent, ConversationSlice, slices};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::view::View;
use serde_json::{Value, json};

const CHATS: &str = "GET contacts/7/messages";
const THREAD: &str = "GET job/W1/messages";
const BEFORE: &str = "GET whatsapp/messages/W1";
const ONE_CHAT: &str = "GET contacts/7/messages/db";

fn earlier(bench: &Bench, protocol: &str) -> Option<EarlierView> {
    match bench.workspace.view(&slices::EARLIER.of(protocol.into())) {
        View::Conversation(ConversationSlice::EarlierMessages(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn load(protocol: &str) -> Intent {
    Intent::Conversation(ConversationIntent::LoadEarlier { protocol: protocol.into() })
}

/// Texts of the messages, newest first.
fn texts(bench: &Bench, protocol: &str) -> Vec<String> {
    earlier(bench, protocol).expect("messages").items.into_iter().map(|message| message.text).collect()
}

fn page(messages: &[(&str, u64, &str)]) -> Value {
    let message = |(protocol, seq, text): &(&str, u64, &str)| {
        with(customer_message(protocol, *seq, text), json!({ "message_id": format!("{protocol}.{seq}|x") }))
    };
    json!({ "data": messages.iter().map(message).collect::<Vec<_>>() })
}

/// An open chat of contact 7.
fn with_contact() -> Bench {
    let mut bench = Bench::signed_in();
    bench
        .answer("GET contacts/visitor-1", 200, json!({ "data": [contact("7", "Rodrigo Farias")] }))
        .attends_visitor("V1")
        .forget();
    bench
}

#[test]
fn older_messages_of_whatsapp_are_loaded_from_before_the_oldest_loaded_message() {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Oi");
    bench.answer("GET whatsapp/messages/W1", 200, page(&[("W0", 4, "d"), ("W0", 5, "e")]));
    bench.intent(load("W1")).intent(load("W1"));
    assert_eq!(texts(&bench, "W1"), ["e", "d"]);
    assert_eq!(bench.call("GET whatsapp/messages/W1").query_text(), "before=1");
    assert_eq!(bench.call("GET whatsapp/messages/W0").query_text(), "before=4");
    assert!(earlier(&bench, "W1").is_some_and(|view| view.complete));
}

#[test]
fn messages_that_are_in_the_thread_and_among_the_earlier_messages_are_shown_once() {
    for thread_first in [true, false] {
        let mut bench = Bench::signed_in();
        bench.hold(THREAD).hold(BEFORE).attends_whatsapp("W1", json!({ "seq": 2 }));
        // When the earlier messages are requested, only the newest message of the thread is known.
        bench.customer_sends("W1", 3, "c").intent(load("W1"));
        bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "W1".into() }));
        assert_eq!(bench.call(BEFORE).query_text(), "before=3");
        let thread = page(&[("W1", 1, "a"), ("W1", 2, "b"), ("W1", 3, "c")]);
        let before = page(&[("W0", 4, "d"), ("W1", 1, "a"), ("W1", 2, "b")]);
        if thread_first {
            bench.reply(THREAD, 200, thread).reply(BEFORE, 200, before);
        } else {
            bench.reply(BEFORE, 200, before).reply(THREAD, 200, thread);
        }
        assert_eq!(texts(&bench, "W1"), ["d"], "the thread first: {thread_first}");
    }
}

#[test]
fn api_156_ctc_038_older_messages_of_a_chat_are_loaded_from_the_contact_portion_by_portion() {
    let mut bench = with_contact();
    assert_eq!(earlier(&bench, "V1"), None, "nothing is asked before the agent scrolls up");
    bench.answer(CHATS, 200, page(&[("P8", 1, "b"), ("P8", 2, "c")])).intent(load("V1"));
    // A chat that ended meanwhile moved one message from the first portion to the second.
    bench.answer(CHATS, 200, page(&[("P7", 9, "a"), ("P8", 1, "b")])).intent(load("V1"));
    assert_eq!(texts(&bench, "V1"), ["c", "b", "a"]);
    assert!(earlier(&bench, "V1").is_some_and(|view| !view.complete && !view.loading));
    bench.answer(CHATS, 200, page(&[])).intent(load("V1")).intent(load("V1"));
    assert!(earlier(&bench, "V1").is_some_and(|view| view.complete));
    let asked: Vec<String> = bench.calls_of(CHATS).iter().map(|call| call.query_text()).collect();
    assert_eq!(asked, ["1", "2", "3"].map(|page| format!("page={page}&channel=chat&must_not=V1&org_unit_id=1")));
}

#[test]
fn a_portion_that_contains_only_known_messages_does_not_end_the_list_of_earlier_messages() {
    let mut bench = with_contact();
    bench.answer(CHATS, 200, page(&[("P8", 1, "b")])).intent(load("V1"));
    bench.answer(CHATS, 200, page(&[("P8", 1, "b")])).intent(load("V1"));
    assert!(earlier(&bench, "V1").is_some_and(|view| !view.complete && view.items.len() == 1));
}

#[test]
fn a_portion_of_earlier_messages_that_failed_is_requested_again() {
    let mut bench = with_contact();
    bench.answer(CHATS, 500, json!({})).intent(load("V1"));
    assert!(earlier(&bench, "V1").is_some_and(|view| view.failed && !view.complete));
    bench.answer(CHATS, 200, page(&[("P8", 1, "b")])).intent(load("V1"));
    assert_eq!(texts(&bench, "V1"), ["b"]);
    assert_eq!(bench.calls_of(CHATS).len(), 2);
}

#[test]
fn an_unregistered_customer_has_no_older_messages_until_the_agent_links_a_contact() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/visitor-1", 404, json!({})).attends_visitor("V1");
    bench.intent(load("V1"));
    assert!(earlier(&bench, "V1").is_some_and(|view| view.complete && view.items.is_empty()));
    assert_eq!((bench.calls_of(CHATS).len(), bench.job("V1").registered), (0, false));
    let link = ContactsIntent::LinkContact { protocol: "V1".into(), contact_id: "7".into() };
    bench.answer("PUT contacts/7/vinculate-with-contact/chat", 200, contact("7", "Rodrigo Farias"));
    bench.intent(Intent::Contacts(link));
    assert_eq!(earlier(&bench, "V1"), None, "the page asks again");
    assert!(bench.job("V1").registered);
    bench.answer(CHATS, 200, page(&[("P8", 1, "b")])).intent(load("V1"));
    assert_eq!(texts(&bench, "V1"), ["b"]);
}

#[test]
fn an_answer_with_messages_of_another_contact_is_ignored() {
    let mut bench = with_contact();
    bench.hold(CHATS);
    bench.intent(load("V1"));
    let link = ContactsIntent::LinkContact { protocol: "V1".into(), contact_id: "8".into() };
    bench.answer("PUT contacts/8/vinculate-with-contact/chat", 200, contact("8", "Rodrigo Nunes"));
    bench.intent(Intent::Contacts(link));
    bench.answer("GET contacts/8/messages", 200, page(&[("P2", 1, "do outro")])).intent(load("V1"));
    bench.reply(CHATS, 200, page(&[("P8", 1, "b")]));
    assert_eq!(texts(&bench, "V1"), ["do outro"]);
}

#[test]
fn the_address_of_an_expired_file_of_an_older_chat_is_refetched_from_that_attendance() {
    let picture = |signature: &str| {
        let file = json!({ "message_media_type": "image", "mimetype": "image/png",
            "message_attachment_url": format!("/api/media/5?signature={signature}"), "message_id": "P8.5|x" });
        json!({ "data": [with(customer_message("P8", 5, ""), file)] })
    };
    let mut bench = with_contact();
    bench.answer(CHATS, 200, picture("old")).intent(load("V1"));
    bench.answer(ONE_CHAT, 200, picture("new"));
    let renewal = ConversationIntent::RenewEarlier { protocol: "V1".into(), message_id: "P8.5|x".to_owned() };
    bench.intent(Intent::Conversation(renewal));
    assert_eq!(bench.call(ONE_CHAT).query_text(), "protocol=P8&after=4");
    let content = earlier(&bench, "V1").and_then(|view| view.items.into_iter().next()?.content?.attachment);
    assert_eq!(content.map(|file| file.url).as_deref(), Some("/api/media/5?signature=new"));
}

#[test]
fn earlier_messages_are_removed_with_their_attendance() {
    let mut bench = with_contact();
    bench.answer(CHATS, 200, page(&[("P8", 1, "b")])).intent(load("V1"));
    bench
        .event("JobFinishedEvent", json!({ "protocol": "V1" }))
        .attends(visitor_job("V1")["protocol"].as_str().expect("a protocol"));
    assert!(earlier(&bench, "V1").is_none_or(|view| view.items.is_empty()));
}
