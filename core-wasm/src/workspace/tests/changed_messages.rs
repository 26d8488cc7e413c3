//! Messages that their customers edit, revoke or react to: the page shows the present state, whatever way it learns of
//! the change.

use super::bench::Bench;
use super::samples::{customer_message, whatsapp_job, with};
use super::whatsapp::connect;
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use rstest::rstest;
use serde_json::{Value, json};

const ACTIVE: &str = "GET agents/101/jobs/active";
const MESSAGES: &str = "GET job/W1/messages";

/// The server's copy of the first message after this number of changes.
fn server_copy(version: u64, fields: Value) -> Value {
    with(with(customer_message("W1", 1, "Bom dai"), json!({ "statusVersion": version })), fields)
}

fn event(version: u64, fields: Value) -> Value {
    json!({ "message": server_copy(version, fields), "messageChanges": version })
}

/// Text, marks and reactions of a message as shown.
type Shown = (String, bool, bool, Vec<String>);

fn shown_message(bench: &Bench) -> Shown {
    let thread = bench.thread("W1");
    let [message, ..] = thread.as_slice() else { panic!("{thread:?}") };
    let content = message.content.clone().unwrap_or_default();
    let emojis = content.reactions.into_iter().map(|reaction| reaction.emoji).collect();
    (message.text.clone(), content.edited, content.revoked, emojis)
}

fn edited() -> (Value, Shown) {
    (json!({ "message": "Bom dia", "edited": true }), ("Bom dia".to_owned(), true, false, Vec::new()))
}

fn revoked() -> (Value, Shown) {
    (json!({ "message": "", "revoked": true }), (String::new(), false, true, Vec::new()))
}

fn reacted() -> (Value, Shown) {
    let reactions = json!({ "reactions": [{ "emoji": "👍", "senderType": "customer" }] });
    (reactions, ("Bom dai".to_owned(), false, false, vec!["👍".to_owned()]))
}

fn plain() -> Shown {
    ("Bom dai".to_owned(), false, false, Vec::new())
}

/// The thread is open and has the message.
fn with_message() -> Bench {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(0, json!({}))] }));
    bench.attends_whatsapp("W1", json!({ "lastMessage": server_copy(0, json!({})), "seq": 1 })).open("W1").forget();
    assert_eq!(shown_message(&bench), plain());
    bench
}

fn preview(bench: &Bench) -> (String, bool) {
    let preview = bench.row("W1").preview.expect("a preview");
    (preview.text, preview.revoked)
}

#[rstest]
#[case::bey_166_edited(edited())]
#[case::bey_166_revoked(revoked())]
#[case::bey_166_reacted(reacted())]
fn a_changed_message_is_shown_in_the_thread_and_in_the_list_and_does_not_count_as_unread(
    #[case] (fields, expected): (Value, Shown),
) {
    let mut bench = with_message();
    let unread = bench.row("W1").unread;
    bench.event("WhatsAppChangeEvent", event(1, fields));
    assert_eq!(shown_message(&bench), expected);
    assert_eq!(preview(&bench), (expected.0, expected.2));
    assert_eq!(bench.row("W1").unread, unread);
    assert!(bench.calls_of(MESSAGES).is_empty(), "nothing is read again");
}

/// The thread is not loaded: the list has the last message of the server's state.
#[rstest]
#[case::bey_166_edited(edited())]
#[case::bey_166_revoked(revoked())]
fn a_changed_message_is_shown_in_the_list_before_the_thread_is_loaded(#[case] (fields, expected): (Value, Shown)) {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.hold(MESSAGES).attends_whatsapp("W1", json!({ "lastMessage": server_copy(0, json!({})), "seq": 1 }));
    bench.event("WhatsAppChangeEvent", event(1, fields));
    assert_eq!(preview(&bench), (expected.0, expected.2));
}

#[rstest]
#[case::bey_166_edited(edited())]
#[case::bey_166_revoked(revoked())]
#[case::bey_166_reacted(reacted())]
fn a_change_of_a_message_that_is_being_loaded_applies_when_the_message_is_loaded(
    #[case] (fields, expected): (Value, Shown),
) {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.hold(MESSAGES).attends_whatsapp("W1", json!({})).open("W1");
    bench.event("WhatsAppChangeEvent", event(1, fields));
    bench.reply(MESSAGES, 200, json!({ "data": [server_copy(0, json!({}))] }));
    assert_eq!(shown_message(&bench), expected);
}

#[rstest]
#[case::edited(edited())]
#[case::revoked(revoked())]
#[case::reacted(reacted())]
fn bey_166_a_list_that_the_server_read_before_a_change_does_not_undo_the_change(
    #[case] (fields, expected): (Value, Shown),
) {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    let job = |version, fields: &Value| {
        let state = json!({ "lastMessage": server_copy(version, fields.clone()), "seq": 1, "messageChanges": version });
        with(whatsapp_job("W1"), state)
    };
    let list = |job: Value| json!({ "asOfSeq": 0, "epoch": "e1", "data": { "whatsapp": [job] } });
    bench.hold(MESSAGES).attends_whatsapp("W1", json!({ "lastMessage": server_copy(0, json!({})), "seq": 1 }));
    bench.hold(ACTIVE).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    bench.event("WhatsAppChangeEvent", event(1, fields.clone()));
    bench.reply(ACTIVE, 200, list(job(0, &json!({}))));
    let changed = (expected.0.clone(), expected.2);
    assert_eq!(preview(&bench), changed, "the answer is older than the change");
    bench.answer(ACTIVE, 200, list(job(2, &json!({ "message": "Bom dia!", "edited": true }))));
    bench.intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(preview(&bench).0, "Bom dia!", "a newer one counts");
}

#[test]
fn bey_166_a_late_copy_of_a_message_does_not_undo_a_change() {
    let mut bench = with_message();
    bench.event("WhatsAppChangeEvent", event(2, revoked().0));
    bench.event("WhatsAppChangeEvent", event(1, edited().0));
    assert_eq!(shown_message(&bench), revoked().1);
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [with(whatsapp_job("W1"), json!({ "messageChanges": 2 }))] } });
    bench.answer("GET agents/101/jobs/active", 200, active);
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(0, json!({}))] }));
    bench.page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(shown_message(&bench), revoked().1);
}

/// The event may be lost with the link; the counter of changes in the attendance shows that one is missing.
#[test]
fn bey_166_a_thread_is_refetched_after_a_lost_link_only_if_a_message_changed_meanwhile() {
    let mut bench = with_message();
    let active = |changes: u64| {
        let job = with(whatsapp_job("W1"), json!({ "messageChanges": changes, "seq": 1 }));
        json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [job] } })
    };
    bench.answer("GET agents/101/jobs/active", 200, active(3));
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(1, edited().0)], "messageChanges": 3 }));
    bench.page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(bench.call(MESSAGES).query_text(), "after=0");
    assert_eq!(shown_message(&bench), edited().1);
    bench.forget().page(PageInput::Gap { ms: 60_000.0 });
    assert!(bench.calls_of(MESSAGES).is_empty(), "the page has every change");
    bench.answer("GET agents/101/jobs/active", 200, active(4)).forget().page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(bench.call(MESSAGES).query_text(), "after=0");
}

#[test]
fn bey_166_a_reloaded_page_loads_messages_that_changed_meanwhile() {
    let mut bench = with_message();
    let job = with(whatsapp_job("W1"), json!({ "messageChanges": 1, "seq": 1 }));
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [job] } });
    bench.answer("GET agents/101/jobs/active", 200, active).advance(5_000);
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(1, revoked().0)], "messageChanges": 1 }));
    bench.reload().start("/attendance");
    assert_eq!(shown_message(&bench), revoked().1);
}

/// An attendance that the page does not hold, for example one that was qualified: no message of it can change on the
/// page.
#[test]
fn bey_166_a_change_of_an_attendance_that_the_page_does_not_have_is_ignored() {
    let mut bench = with_message();
    let mut message = server_copy(1, edited().0);
    message["protocol"] = json!("W9");
    bench.event("WhatsAppChangeEvent", json!({ "message": message, "messageChanges": 1 }));
    assert_eq!(shown_message(&bench), plain());
    assert!(bench.calls_of("GET agents/101/jobs/active").is_empty());
}
