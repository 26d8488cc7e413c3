//! Files of customers: the message is shown at once and its file when the server has fetched it, whatever way the page
//! learns of it.

use super::bench::Bench;
use super::samples::{active_jobs, customer_message, whatsapp_job, with};
use super::whatsapp::{connect, with_two};
use super::whatsapp_work::forward;
use crate::input::PageInput;
use crate::whatsapp::WhatsAppIntent;
use crate::wire::{FileState, MessageMedia, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

const SEND: &str = "POST whatsapp/messages";
const MESSAGES: &str = "GET job/W1/messages";
const ADDRESS: &str = "/api/media/f1?expires=1&signature=2";

/// State, name and address of a file.
type Shown = (Option<FileState>, String, String);

/// The server's copy of the message after this number of changes of its file.
fn server_copy(state: Option<&str>, version: u64) -> Value {
    let mut message = with(
        customer_message("W1", 1, ""),
        json!({ "message_media_type": "image", "fileName": "foto.png", "statusVersion": version }),
    );
    message["fileState"] = json!(state);
    if state.is_none() {
        message["message_attachment_url"] = json!(ADDRESS);
    }
    message
}

fn event(state: Option<&str>, version: u64) -> Value {
    json!({
        "protocol": "W1", "threadSeq": 1, "statusVersion": version, "message_media_type": "video", "filemime": "video/mp4",
        "fileName": "filme.mp4", "fileSize": 7, "fileState": state,
        "message_attachment_url": if state.is_none() { ADDRESS } else { "" },
    })
}

fn shown_file(bench: &Bench) -> Shown {
    let thread = bench.thread("W1");
    let [message] = thread.as_slice() else { panic!("{thread:?}") };
    let file = message.content.as_ref().and_then(|content| content.attachment.clone()).expect("a file");
    (file.state, file.name, file.url)
}

fn fetched() -> Shown {
    (None, "filme.mp4".to_owned(), ADDRESS.to_owned())
}

/// The thread is open and has the message with a file that is being fetched.
fn with_pending_file() -> Bench {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(Some("pending"), 0)] }));
    bench.attends_whatsapp("W1", json!({})).open("W1").forget();
    assert_eq!(shown_file(&bench), (Some(FileState::Pending), "foto.png".to_owned(), String::new()));
    bench
}

#[test]
fn bey_169_a_message_shows_its_file_when_the_server_has_fetched_the_file() {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.answer(MESSAGES, 200, json!({ "data": [] })).attends_whatsapp("W1", json!({})).open("W1");
    let content = json!({ "text": "", "fileName": "foto.png", "fileState": "pending" });
    bench.event(
        "WhatsAppMessageEvent",
        json!({ "protocol": "W1", "identifier": "5511", "from": "Helena", "message": content.to_string(),
            "message_media_type": "image", "message_id": "m1", "threadSeq": 1 }),
    );
    assert_eq!(shown_file(&bench), (Some(FileState::Pending), "foto.png".to_owned(), String::new()));
    bench.forget().event("WhatsAppFileEvent", event(None, 1));
    assert_eq!((shown_file(&bench), bench.thread("W1")[0].media), (fetched(), Some(MessageMedia::Video)));
    assert!(!bench.dirty.is_empty());
}

#[rstest]
#[case::too_large("tooLarge", FileState::TooLarge)]
#[case::not_allowed("notAllowed", FileState::NotAllowed)]
#[case::gone_at_the_provider("gone", FileState::Gone)]
#[case::provider_unreachable("unreachable", FileState::Unreachable)]
#[case::a_reason_of_a_newer_server("eaten", FileState::Unreachable)]
fn bey_169_a_file_that_the_server_cannot_fetch_shows_the_reason(#[case] word: &str, #[case] state: FileState) {
    let mut bench = with_pending_file();
    bench.event("WhatsAppFileEvent", event(Some(word), 1));
    assert_eq!(shown_file(&bench), (Some(state), "filme.mp4".to_owned(), String::new()));
}

/// The event and the answer arrive in any order.
#[test]
fn an_event_about_a_file_whose_message_is_being_loaded_applies_when_the_message_is_loaded() {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.hold(MESSAGES).attends_whatsapp("W1", json!({})).open("W1");
    bench.event("WhatsAppFileEvent", event(None, 1));
    bench.reply(MESSAGES, 200, json!({ "data": [server_copy(Some("pending"), 0)] }));
    assert_eq!(shown_file(&bench), fetched());
}

#[rstest]
#[case::an_older_event(0)]
#[case::the_same_event(1)]
fn a_late_event_about_a_file_changes_nothing(#[case] version: u64) {
    let mut bench = with_pending_file();
    bench.event("WhatsAppFileEvent", event(None, 1)).forget();
    bench.event("WhatsAppFileEvent", event(Some("pending"), version));
    assert_eq!(shown_file(&bench), fetched());
}

/// The event about the fetched file may be lost with the link: a file that is being fetched is requested again.
#[test]
fn bey_169_a_file_that_was_fetched_while_the_link_was_lost_is_shown_afterwards() {
    let mut bench = with_pending_file();
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [whatsapp_job("W1")] } });
    bench.answer("GET agents/101/jobs/active", 200, active);
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(None, 1)] }));
    bench.page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(bench.call(MESSAGES).query_text(), "after=0");
    assert_eq!(shown_file(&bench), (None, "foto.png".to_owned(), ADDRESS.to_owned()));
    bench.forget().page(PageInput::Gap { ms: 60_000.0 });
    assert!(bench.calls_of(MESSAGES).is_empty(), "nothing is on its way any more");
}

/// An answer that was sent before the event and arrives after it.
#[test]
fn an_older_copy_of_a_message_does_not_remove_its_file() {
    let mut bench = with_pending_file();
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [whatsapp_job("W1")] } });
    bench.answer("GET agents/101/jobs/active", 200, active).hold(MESSAGES);
    bench.page(PageInput::Gap { ms: 60_000.0 });
    bench.event("WhatsAppFileEvent", event(None, 1));
    bench.reply(MESSAGES, 200, json!({ "data": [server_copy(Some("pending"), 0)] }));
    assert_eq!(shown_file(&bench), fetched());
}

#[test]
fn a_reloaded_page_requests_a_file_that_was_being_fetched() {
    let mut bench = with_pending_file();
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [whatsapp_job("W1")] } });
    bench.answer("GET agents/101/jobs/active", 200, active).advance(5_000);
    bench.answer(MESSAGES, 200, json!({ "data": [server_copy(None, 1)] })).reload().start("/attendance");
    assert_eq!(shown_file(&bench), (None, "foto.png".to_owned(), ADDRESS.to_owned()));
}

/// A customer may send larger files than an agent: forwarding a file that is too large is refused before the request,
/// and the selection stays.
#[rstest]
#[case::larger_than_the_server_takes(6 * 1_048_576, 5_242_880, false)]
#[case::as_large_as_the_server_takes(5_242_880, 5_242_880, true)]
#[case::larger_than_an_operator_allows(2 * 1_048_576, 1_048_576, false)]
#[case::where_the_server_does_not_say(6 * 1_048_576, 0, true)]
fn bey_169_a_file_too_large_to_be_forwarded_is_refused_with_its_size_before_anything_is_sent(
    #[case] size: u64,
    #[case] largest: u64,
    #[case] is_sent: bool,
) {
    let mut bench = with_two();
    let system = json!({ "version": "x", "broker": {}, "settings": { "attachmentLimitBytes": largest } });
    bench.answer("GET system", 200, system);
    let active = active_jobs(&[whatsapp_job("W1"), whatsapp_job("W2")]);
    bench.answer("GET agents/101/jobs/active", 200, active).reload().start("/attendance/W1");
    let content = json!({ "text": "", "fileName": "obra.mp4", "fileSize": size });
    let film = json!({ "protocol": "W1", "identifier": "+5511955550101", "threadSeq": 2, "message_id": "m2",
        "apiMessageId": "x2", "message": content.to_string(), "message_media_type": "video",
        "filemime": "video/mp4", "message_attachment_url": "/api/media/9", "message_sent_at": rfc3339(bench.now.wall) });
    bench.customer_sends("W1", 1, "primeira").event("WhatsAppMessageEvent", film).forget();
    let select = |id: &str| WhatsAppIntent::SelectForward { protocol: "W1".into(), local_id: id.to_owned() };
    bench.whatsapp(select("s1")).whatsapp(select("s2")).whatsapp(WhatsAppIntent::OpenForward).hold(SEND);
    bench.whatsapp(WhatsAppIntent::ForwardTo { protocol: "W2".into() });
    assert_eq!(!bench.calls_of(SEND).is_empty(), is_sent);
    let said = bench.said();
    if is_sent {
        assert_eq!((said, forward(&bench)), (Vec::new(), None));
        return;
    }
    let [text] = said.as_slice() else { panic!("{said:?}") };
    let (has, most) = (size / 1_048_576, largest / 1_048_576);
    assert!(
        text.starts_with(&format!("“obra.mp4” tem mais de {has} MB, e o limite para enviar é {most} MB.")),
        "{text}"
    );
    assert_eq!(forward(&bench).map(|flow| flow.selected.len()), Some(2), "the choice stays");
    bench.whatsapp(select("s2")).whatsapp(WhatsAppIntent::ForwardTo { protocol: "W2".into() });
    assert_eq!(bench.calls_of(SEND).len(), 1, "the rest is forwarded");
}
