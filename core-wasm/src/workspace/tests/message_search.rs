//! The search over the messages of all conversations (BEY-162).

use super::bench::Bench;
use super::failure_rows::{Row, Told};
use super::history::entry;
use super::samples::with;
use crate::flow::HttpFailure;
use crate::history::HistoryIntent;
use crate::input::{Intent, PageInput};
use crate::message_search::{
    self, FoundMessageTarget, MessageSearchIntent, MessageSearchSlice, MessageSearchView, SearchMore, SearchPhase,
};
use crate::shell::{Author, Dialog, Route};
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

const FIND: &str = "GET messages/search";

fn found(protocol: &str, seq: u64, text: &str, changes: Value) -> Value {
    let found = json!({
        "attendance": entry(protocol, json!({})), "seq": seq, "messageId": format!("{protocol}.{seq}|x"), "noteId": "",
        "senderType": "customer", "agentId": "", "agentName": "", "at": "2026-11-19T13:55:00.000Z",
        "excerpt": [{ "text": "Meu ", "found": false }, { "text": text, "found": true }],
    });
    with(found, changes)
}

fn portion(rows: &[Value], next: &str) -> Value {
    json!({ "data": rows, "next": next })
}

fn acts(bench: &mut Bench, intent: MessageSearchIntent) {
    bench.intent(Intent::MessageSearch(intent));
}

fn opens(bench: &mut Bench, text: &str) {
    acts(bench, MessageSearchIntent::OpenMessageSearch { text: text.to_owned() });
}

fn types(bench: &mut Bench, text: &str) {
    acts(bench, MessageSearchIntent::TypeMessageSearch { text: text.to_owned() });
}

fn chooses(bench: &mut Bench, id: &str) {
    acts(bench, MessageSearchIntent::OpenFoundMessage { id: id.to_owned() });
}

impl Bench {
    fn message_search(&self) -> MessageSearchView {
        match self.workspace.view(&message_search::slices::SEARCH.key()) {
            View::MessageSearch(MessageSearchSlice::MessageSearch(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn found_message(&self) -> Option<FoundMessageTarget> {
        match self.workspace.view(&message_search::slices::TARGET.key()) {
            View::MessageSearch(MessageSearchSlice::FoundMessage(view)) => Some(*view),
            _ => None,
        }
    }

    /// Phase of the search, whether further results exist, and the ids of the results.
    fn search_state(&self) -> (SearchPhase, SearchMore, Vec<String>) {
        let view = self.message_search();
        (view.phase, view.more, view.results.into_iter().map(|row| row.id).collect())
    }
}

/// A search that has loaded the first of two portions.
fn searched() -> Bench {
    let mut bench = Bench::signed_in();
    let rows = [found("H2", 7, "boleto", json!({})), found("H1", 3, "boleto", json!({}))];
    bench.answer(FIND, 200, portion(&rows, "71"));
    opens(&mut bench, "boleto");
    bench
}

/// The search, and the chosen message of an attendance of the list.
pub(super) fn everything_found() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    bench.answer(FIND, 200, portion(&[found("P1", 1, "boleto", json!({}))], ""));
    opens(&mut bench, "boleto");
    chooses(&mut bench, "P1/1");
    bench
}

pub const MESSAGE_SEARCH_ROWS: &[Row] = &[Row {
    pending: "message_search::Find",
    call: FIND,
    before: Bench::signed_in,
    act: |bench| opens(bench, "boleto"),
    told: Told::Inline,
}];

#[test]
fn bey_162_the_search_sends_one_request_when_the_agent_stops_typing() {
    let mut bench = Bench::signed_in();
    bench.hold(FIND);
    for text in ["bo", "bol", " boleto "] {
        types(&mut bench, text);
        assert_eq!(bench.search_state().0, SearchPhase::Searching);
        bench.advance(249);
    }
    assert_eq!(bench.calls_of(FIND).len(), 0);
    bench.advance(1);
    assert_eq!(bench.call(FIND).query_text(), "text=boleto&per_page=20");
    bench.reply(FIND, 200, portion(&[found("H1", 3, "boleto", json!({}))], ""));
    assert_eq!(bench.search_state(), (SearchPhase::Found, SearchMore::Complete, vec!["H1/3".to_owned()]));
    assert_eq!(
        (bench.message_search().text.as_str(), bench.message_search().found_by.as_str()),
        (" boleto ", "boleto")
    );
}

#[test]
fn bey_162_a_late_answer_to_an_earlier_text_is_not_shown() {
    let mut bench = Bench::signed_in();
    bench.hold(FIND);
    types(&mut bench, "boleto");
    bench.advance(250);
    types(&mut bench, "fatura");
    bench.reply(FIND, 200, portion(&[found("H1", 3, "boleto", json!({}))], "9"));
    assert_eq!(bench.search_state(), (SearchPhase::Searching, SearchMore::Complete, vec![]));
    bench.advance(250).reply(FIND, 200, portion(&[found("H2", 4, "fatura", json!({}))], ""));
    assert_eq!(bench.search_state(), (SearchPhase::Found, SearchMore::Complete, vec!["H2/4".to_owned()]));
}

#[rstest]
#[case::no_text("", SearchPhase::Empty)]
#[case::one_letter("b", SearchPhase::TooShort)]
#[case::only_punctuation("?!.", SearchPhase::TooShort)]
fn bey_162_a_text_that_is_too_short_or_has_no_letters_ends_the_search(
    #[case] text: &str,
    #[case] expected: SearchPhase,
) {
    let mut bench = searched();
    bench.forget();
    types(&mut bench, "boleto novo");
    types(&mut bench, text);
    bench.advance(1_000);
    assert_eq!(bench.calls_of(FIND).len(), 0);
    assert_eq!(bench.search_state(), (expected, SearchMore::Complete, vec![]));
}

#[test]
fn bey_162_a_search_without_a_result_shows_that_nothing_was_found() {
    let mut bench = Bench::signed_in();
    bench.answer(FIND, 200, portion(&[], ""));
    opens(&mut bench, "zebra");
    assert_eq!(bench.search_state(), (SearchPhase::Nothing, SearchMore::Complete, vec![]));
}

#[test]
fn bey_162_portions_are_loaded_one_after_another_and_each_result_is_shown_once() {
    let mut bench = searched();
    assert_eq!(bench.search_state().1, SearchMore::More);
    bench.forget().hold(FIND);
    acts(&mut bench, MessageSearchIntent::MoreFoundMessages);
    assert_eq!(bench.call(FIND).query_text(), "text=boleto&before=71&per_page=20");
    assert_eq!((bench.search_state().0, bench.search_state().1), (SearchPhase::Found, SearchMore::Loading));
    let rows = [found("H1", 3, "boleto", json!({})), found("H0", 1, "boleto", json!({}))];
    bench.reply(FIND, 200, portion(&rows, ""));
    let ids = ["H2/7", "H1/3", "H0/1"].map(str::to_owned).to_vec();
    assert_eq!(bench.search_state(), (SearchPhase::Found, SearchMore::Complete, ids));
}

#[test]
fn bey_162_a_failed_portion_keeps_the_results_and_can_be_requested_again() {
    let mut bench = searched();
    bench.forget().fail(FIND, HttpFailure::NoAnswer);
    acts(&mut bench, MessageSearchIntent::MoreFoundMessages);
    assert_eq!((bench.search_state().1, bench.search_state().2.len()), (SearchMore::Failed, 2));
    bench.answer(FIND, 200, portion(&[found("H0", 1, "boleto", json!({}))], ""));
    acts(&mut bench, MessageSearchIntent::MoreFoundMessages);
    assert_eq!((bench.search_state().1, bench.search_state().2.len()), (SearchMore::Complete, 3));
}

#[rstest]
#[case::refused_by_the_server(403)]
#[case::failed_on_the_server(500)]
fn bey_162_a_failed_search_is_shown_as_failed_and_can_be_repeated(#[case] status: u16) {
    let mut bench = Bench::signed_in();
    bench.answer(FIND, status, json!({}));
    opens(&mut bench, "boleto");
    assert_eq!(bench.search_state(), (SearchPhase::Failed, SearchMore::Complete, vec![]));
    bench.answer(FIND, 200, portion(&[found("H1", 3, "boleto", json!({}))], ""));
    acts(&mut bench, MessageSearchIntent::MoreFoundMessages);
    assert_eq!(bench.search_state().0, SearchPhase::Found);
}

#[test]
fn bey_162_the_search_dialog_opens_with_a_given_text_and_later_with_the_last_text() {
    let mut bench = searched();
    assert_eq!(bench.workspace.shell.dialogs.current(), Some(&Dialog::MessageSearch));
    bench.intent(Intent::Shell(crate::shell::ShellIntent::CloseDialog { dialog: Dialog::MessageSearch })).forget();
    bench.answer(FIND, 200, portion(&[found("H3", 1, "boleto", json!({}))], ""));
    opens(&mut bench, "");
    assert_eq!(bench.call(FIND).query_text(), "text=boleto&per_page=20", "what was found is read again");
    assert_eq!(bench.search_state().2, ["H3/1"]);
}

#[test]
fn bey_162_a_result_shows_customer_channel_author_time_and_matching_text() {
    let mut bench = Bench::signed_in();
    let of_agent = json!({ "senderType": "agent", "agentId": "101", "agentName": "Ana Souza" });
    let of_bruno =
        json!({ "senderType": "agent", "agentId": "102", "agentName": "Bruno Lima", "seq": 0, "noteId": "N1" });
    let rows =
        [found("H1", 4, "boleto", of_agent), found("H1", 3, "boleto", of_bruno), found("H1", 2, "boleto", json!({}))];
    bench.answer(FIND, 200, portion(&rows, ""));
    opens(&mut bench, "boleto");
    let results = bench.message_search().results;
    let authors: Vec<_> = results.iter().map(|row| (row.author, row.agent_name.as_str(), row.note)).collect();
    let expected =
        [(Author::Own, "Ana Souza", false), (Author::Colleague, "Bruno Lima", true), (Author::Customer, "", false)];
    assert_eq!(authors, expected);
    let first = &results[0];
    assert_eq!((first.name.as_str(), first.time), ("Sônia Guimarães", Some(1_795_096_500_000.0)));
    let pieces: Vec<_> = first.excerpt.iter().map(|part| (part.text.as_str(), part.found)).collect();
    assert_eq!(pieces, [("Meu ", false), ("boleto", true)]);
    assert_eq!(results[1].id, "H1/note/N1");
}

#[test]
fn bey_162_a_result_of_a_listed_attendance_opens_its_conversation_at_the_message() {
    let mut bench = everything_found();
    assert_eq!(bench.workspace.shell.dialogs.current(), None);
    assert_eq!(*bench.workspace.shell.route(), Route::Attendance("P1".into()));
    let target = bench.found_message().expect("a target");
    assert_eq!((target.protocol.as_str(), target.message_id.as_str()), ("P1", "P1.1|x"));
    chooses(&mut bench, "P1/1");
    assert_ne!(bench.found_message().expect("a target").number, target.number, "the same one again is shown again");
    bench.page(PageInput::RouteRequested { path: "/attendance".to_owned() });
    assert_eq!(bench.found_message(), None);
}

#[test]
fn bey_162_a_result_of_an_earlier_attendance_opens_the_history_at_the_message() {
    let mut bench = searched();
    bench.answer("GET contacts/5/messages/db", 200, json!({ "data": [] }));
    bench.forget();
    chooses(&mut bench, "H1/3");
    assert_eq!(*bench.workspace.shell.route(), Route::History);
    assert_eq!(bench.workspace.shell.dialogs.current(), None);
    assert_eq!(bench.call("GET contacts/5/messages/db").query_text(), "protocol=H1&after=0");
    assert_eq!(bench.found_message().map(|target| target.protocol), Some("H1".to_owned()));
    bench.forget().intent(Intent::History(HistoryIntent::OpenHistoryEntry { protocol: "H1".into() }));
    assert_eq!(bench.calls_of("GET contacts/5/messages/db").len(), 1, "the page may open it by itself");
}

#[test]
fn bey_162_a_result_id_that_is_not_in_the_results_opens_nothing() {
    let mut bench = searched();
    chooses(&mut bench, "H9/1");
    assert_eq!((bench.found_message(), bench.workspace.shell.dialogs.current()), (None, Some(&Dialog::MessageSearch)));
}
