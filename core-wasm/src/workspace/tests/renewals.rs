//! New addresses of files whose address has expired.

use super::bench::Bench;
use super::samples::{customer_message, with};
use crate::conversation::records;
use crate::conversation::{self, ConversationIntent, ConversationSlice};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::view::View;
use crate::whatsapp::{WhatsAppIntent, WhatsAppSlice, slices};
use crate::wire::rfc3339;
use rstest::rstest;
use serde_json::{Value, json};

const READ: &str = "GET job/W1/messages";

fn picture(seq: u64, signature: &str) -> Value {
    let address = format!("/api/media/{seq}?signature={signature}");
    let file = json!({ "message_media_type": "image", "mimetype": "image/png", "message_attachment_url": address });
    with(customer_message("W1", seq, ""), file)
}

/// The thread of W1 has two pictures and a text.
pub fn with_pictures() -> Bench {
    let mut bench = super::whatsapp::with_two();
    let page = json!({ "data": [picture(1, "old"), picture(2, "old"), customer_message("W1", 3, "Recebeu?")] });
    bench.answer(READ, 200, page).intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "W1".into() }));
    assert_eq!(addresses(&bench).len(), 2);
    bench.forget();
    bench
}

fn renew(bench: &mut Bench, local_id: &str) {
    bench.intent(Intent::Jobs(JobsIntent::RenewFile { protocol: "W1".into(), local_id: local_id.to_owned() }));
}

fn addresses(bench: &Bench) -> Vec<String> {
    let contents = bench.thread("W1").into_iter().filter_map(|message| message.content);
    contents.filter_map(|content| content.attachment).map(|file| file.url).collect()
}

fn asked(bench: &Bench) -> Vec<String> {
    bench.calls_of(READ).iter().map(|call| call.query_text()).collect()
}

#[test]
fn a_file_whose_address_expired_gets_a_new_address_which_is_stored() {
    let mut bench = with_pictures();
    bench.answer(READ, 200, json!({ "data": [picture(2, "new"), customer_message("W1", 3, "Recebeu?")] }));
    renew(&mut bench, "s2");
    assert_eq!(asked(&bench), ["after=1"]);
    assert_eq!(addresses(&bench), ["/api/media/1?signature=old", "/api/media/2?signature=new"]);
    bench.advance(5_000);
    let stored = bench.workspace.record(&records::THREAD.of("W1".into())).expect("a record");
    assert!(stored.contains("/api/media/2?signature=new"), "{stored}");
}

#[test]
fn files_that_fail_to_load_during_a_request_get_their_address_from_its_answer_or_from_the_next_request() {
    let mut bench = with_pictures();
    bench.hold(READ);
    renew(&mut bench, "s2");
    renew(&mut bench, "s2");
    renew(&mut bench, "s1");
    assert_eq!(asked(&bench), ["after=1"]);
    bench.reply(READ, 200, json!({ "data": [picture(2, "new")] }));
    assert_eq!(asked(&bench), ["after=1", "after=0"]);
    bench.reply(READ, 200, json!({ "data": [picture(1, "newer"), picture(2, "newer")] }));
    assert_eq!(addresses(&bench), ["/api/media/1?signature=newer", "/api/media/2?signature=newer"]);
    assert_eq!(asked(&bench).len(), 2);
}

#[test]
fn a_full_portion_without_the_expired_file_is_not_requested_again() {
    let mut bench = with_pictures();
    let page: Vec<Value> = (0..200).map(|_| picture(1, "new")).collect();
    bench.answer(READ, 200, json!({ "data": page }));
    renew(&mut bench, "s2");
    assert_eq!((asked(&bench).len(), addresses(&bench)[1].as_str()), (1, "/api/media/2?signature=old"));
}

#[test]
fn after_a_full_portion_the_expired_files_of_the_next_portion_are_requested() {
    let mut bench = with_pictures();
    bench.hold(READ);
    renew(&mut bench, "s1");
    renew(&mut bench, "s2");
    let page: Vec<Value> = (0..200).map(|_| picture(1, "new")).collect();
    bench.reply(READ, 200, json!({ "data": page }));
    assert_eq!(asked(&bench), ["after=0", "after=1"]);
    bench.reply(READ, 200, json!({ "data": [picture(2, "new")] }));
    assert_eq!(addresses(&bench), ["/api/media/1?signature=new", "/api/media/2?signature=new"]);
}

#[test]
fn a_refetch_of_addresses_does_not_add_a_message_that_the_thread_does_not_have_yet() {
    let mut bench = with_pictures();
    bench.answer(READ, 200, json!({ "data": [picture(2, "new"), customer_message("W1", 4, "Alguém aí?")] }));
    let unread = bench.row("W1").unread;
    renew(&mut bench, "s2");
    assert_eq!((bench.texts("W1").len(), bench.row("W1").unread), (3, unread));
    bench.customer_sends("W1", 4, "Alguém aí?");
    assert_eq!((bench.texts("W1").len(), bench.row("W1").unread), (4, unread + 1));
}

#[test]
fn after_a_failed_refetch_the_old_address_stays_and_the_next_failure_sends_another_request() {
    let mut bench = with_pictures();
    bench.answer(READ, 500, json!({}));
    renew(&mut bench, "s1");
    assert_eq!((asked(&bench).len(), addresses(&bench)[0].as_str()), (1, "/api/media/1?signature=old"));
    bench.answer(READ, 200, json!({ "data": [picture(1, "new")] }));
    renew(&mut bench, "s1");
    assert_eq!((asked(&bench).len(), addresses(&bench)[0].as_str()), (2, "/api/media/1?signature=new"));
}

#[rstest]
#[case::a_text("s3")]
#[case::an_unknown_message("s9")]
fn no_new_address_is_requested_for_a_message_without_a_file(#[case] local_id: &str) {
    let mut bench = with_pictures();
    renew(&mut bench, local_id);
    assert_eq!(asked(&bench), Vec::<String>::new());
}

#[test]
fn an_answer_for_a_removed_attendance_does_not_change_the_attendance_that_returns() {
    let mut bench = with_pictures();
    bench.hold(READ);
    renew(&mut bench, "s1");
    bench.event("JobFinishedEvent", json!({ "protocol": "W1" })).attends_whatsapp("W1", json!({}));
    let other = json!({ "protocol": "W1", "identifier": "+5511955550101", "threadSeq": 1, "message_id": "m9",
        "message": json!({ "text": "" }).to_string(), "message_media_type": "image", "filemime": "image/png",
        "message_attachment_url": "/api/media/9", "message_sent_at": rfc3339(bench.now.wall) });
    bench.event("WhatsAppMessageEvent", other).reply(READ, 200, json!({ "data": [picture(1, "new")] }));
    assert_eq!(addresses(&bench), ["/api/media/9"]);
}

const EARLIER: &str = "GET whatsapp/messages/W0";

fn earlier_picture(seq: u64, signature: &str) -> Value {
    with(picture(seq, signature), json!({ "protocol": "W0", "message_id": format!("m{seq}|x{seq}") }))
}

/// W1 shows three pictures of the customer's earlier attendance W0; the newest message of W1 is a text.
pub fn with_earlier_pictures() -> Bench {
    let mut bench = super::whatsapp::with_two();
    bench.customer_sends("W1", 1, "Oi");
    let page: Vec<Value> = (4..=6).map(|seq| earlier_picture(seq, "old")).collect();
    bench.answer("GET whatsapp/messages/W1", 200, json!({ "data": page }));
    bench.intent(Intent::Conversation(ConversationIntent::LoadEarlier { protocol: "W1".into() }));
    assert_eq!(earlier_addresses(&bench).len(), 3);
    bench.forget();
    bench
}

pub fn renew_earlier(bench: &mut Bench, message_id: &str) {
    let (protocol, message_id) = ("W1".into(), message_id.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::RenewEarlier { protocol, message_id }));
}

/// Newest first.
fn earlier_addresses(bench: &Bench) -> Vec<String> {
    let slice = conversation::slices::EARLIER.of("W1".into());
    let View::Conversation(ConversationSlice::EarlierMessages(view)) = bench.workspace.view(&slice) else {
        return Vec::new();
    };
    let contents = view.items.into_iter().filter_map(|message| message.content);
    contents.filter_map(|content| content.attachment).map(|file| file.url).collect()
}

/// Requests for the messages before a message of this attendance.
fn calls_before(bench: &Bench, protocol: &str) -> Vec<String> {
    bench.calls_of(&format!("GET whatsapp/messages/{protocol}")).iter().map(|call| call.query_text()).collect()
}

#[test]
fn expired_files_of_earlier_messages_get_new_addresses_from_the_answer_or_from_the_next_request() {
    let mut bench = with_earlier_pictures();
    bench.hold(EARLIER);
    for id in ["m5|x5", "m4|x4", "m4|x4", "unknown"] {
        renew_earlier(&mut bench, id);
    }
    assert_eq!(calls_before(&bench, "W0"), ["before=6"], "one call, with the message itself");
    bench.reply(EARLIER, 200, json!({ "data": [earlier_picture(5, "new")] }));
    let old_and_new = ["/api/media/6?signature=old", "/api/media/5?signature=new", "/api/media/4?signature=old"];
    assert_eq!(earlier_addresses(&bench), old_and_new);
    assert_eq!(calls_before(&bench, "W0"), ["before=6", "before=5"]);
    assert!(bench.said().is_empty());
}

#[test]
fn the_request_for_the_newest_earlier_file_names_the_number_of_its_message() {
    let mut bench = with_earlier_pictures();
    let page: Vec<Value> = (4..=6).map(|seq| earlier_picture(seq, "new")).collect();
    bench.answer("GET whatsapp/messages/W0", 200, json!({ "data": page }));
    renew_earlier(&mut bench, "m6|x6");
    assert_eq!(calls_before(&bench, "W0"), ["before=7"]);
    assert!(earlier_addresses(&bench).iter().all(|address| address.ends_with("new")));
}

#[rstest]
#[case::the_request_is_refused(500, json!({}))]
#[case::the_answer_lacks_the_file(200, json!({ "data": [] }))]
fn a_file_of_earlier_messages_that_is_not_in_the_answer_is_requested_once(#[case] status: u16, #[case] body: Value) {
    let mut bench = with_earlier_pictures();
    bench.answer("GET whatsapp/messages/W0", status, body);
    renew_earlier(&mut bench, "m6|x6");
    assert_eq!((calls_before(&bench, "W0").len(), earlier_addresses(&bench).len()), (1, 3));
    renew_earlier(&mut bench, "m6|x6");
    assert_eq!(calls_before(&bench, "W0").len(), 2, "the page may ask again");
}

const MEDIA: &str = "GET contacts/media/whatsapp";

/// Files with these numbers, newest first.
fn media(numbers: impl DoubleEndedIterator<Item = u64>, signature: &str) -> Value {
    let medium = |number: u64| {
        let address = format!("/api/media/{number}?signature={signature}");
        json!({ "id": format!("m{number}"), "type": "image", "media": address })
    };
    json!({ "data": numbers.rev().map(medium).collect::<Vec<_>>() })
}

/// The gallery of W1 has two portions: the files 60 to 11, and 10 to 1.
pub fn with_gallery() -> Bench {
    let mut bench = super::whatsapp::with_two();
    bench.answer(MEDIA, 200, media(11..=60, "old"));
    bench.whatsapp(WhatsAppIntent::OpenMedia { protocol: "W1".into() });
    bench.answer(MEDIA, 200, media(1..=10, "old"));
    bench.whatsapp(WhatsAppIntent::LoadMedia { protocol: "W1".into() });
    assert_eq!(renewed(&bench), (60, Vec::<String>::new()));
    bench.forget();
    bench
}

pub fn renew_medium(bench: &mut Bench, message_id: &str) {
    bench.whatsapp(WhatsAppIntent::RenewMedium { protocol: "W1".into(), message_id: message_id.to_owned() });
}

/// Number of files in the gallery, and the files that have a new address.
fn renewed(bench: &Bench) -> (usize, Vec<String>) {
    let View::Whatsapp(WhatsAppSlice::MediaGallery(view)) = bench.workspace.view(&slices::MEDIA.of("W1".into())) else {
        return Default::default();
    };
    let new = view.items.iter().filter(|medium| medium.url.ends_with("new")).map(|medium| medium.id.clone());
    (view.items.len(), new.collect())
}

fn pages_read(bench: &Bench) -> Vec<String> {
    let page = |query: String| query.rsplit("page=").next().unwrap_or_default().to_owned();
    bench.calls_of(MEDIA).iter().map(|call| page(call.query_text())).collect()
}

#[test]
fn expired_files_of_a_gallery_get_new_addresses_from_the_answer_or_from_the_next_request() {
    let mut bench = with_gallery();
    bench.hold(MEDIA);
    for id in ["m3", "m2", "m40", "m3", "unknown"] {
        renew_medium(&mut bench, id);
    }
    assert_eq!(pages_read(&bench), ["2"], "one call");
    // The answer has a file that the gallery does not have yet.
    bench.reply(MEDIA, 200, media([2, 3, 61].into_iter(), "new"));
    assert_eq!(renewed(&bench), (60, vec!["m3".to_owned(), "m2".to_owned()]));
    assert_eq!(pages_read(&bench), ["2", "1"]);
    assert!(bench.said().is_empty());
}

#[test]
fn an_expired_file_that_newer_files_moved_to_the_next_portion_of_the_gallery_gets_its_address() {
    let mut bench = with_gallery();
    bench.hold(MEDIA);
    renew_medium(&mut bench, "m11");
    bench.reply(MEDIA, 200, media(12..=61, "new"));
    bench.reply(MEDIA, 200, media(2..=11, "new"));
    assert_eq!(pages_read(&bench), ["1", "2"]);
    assert_eq!(renewed(&bench).1.len(), 59);
}

#[rstest]
#[case::the_request_is_refused(500, json!({}), 1)]
#[case::the_answer_lacks_the_file(200, json!({ "data": [] }), 2)]
fn a_file_of_a_gallery_that_is_not_in_the_answer_is_requested_once(
    #[case] status: u16,
    #[case] body: Value,
    #[case] calls: usize,
) {
    let mut bench = with_gallery();
    bench.answer(MEDIA, status, body);
    renew_medium(&mut bench, "m60");
    assert_eq!((pages_read(&bench).len(), renewed(&bench).0), (calls, 60));
    renew_medium(&mut bench, "m60");
    assert_eq!(pages_read(&bench).len(), 2 * calls, "the page may ask again");
}
