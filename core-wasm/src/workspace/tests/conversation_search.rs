//! Search in a conversation: the server searches WhatsApp, the core searches the thread of a web chat.

use super::bench::Bench;
use super::chat::in_chat;
use super::samples::{agent_message, customer_message, with};
use super::whatsapp::with_two;
use crate::conversation::SearchView;
use crate::conversation::{ConversationIntent, ConversationSlice, slices};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::view::View;
use serde_json::{Value, json};

const SEARCH: &str = "GET whatsapp/messages/search";
const THREAD: &str = "GET job/P1/messages";

fn search(bench: &Bench, protocol: &str) -> Option<SearchView> {
    match bench.workspace.view(&slices::SEARCH.of(protocol.into())) {
        View::Conversation(ConversationSlice::ConversationSearch(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn searches(protocol: &str, text: &str) -> Intent {
    Intent::Conversation(ConversationIntent::Search { protocol: protocol.into(), text: text.to_owned() })
}

fn search_more(protocol: &str) -> Intent {
    Intent::Conversation(ConversationIntent::SearchMore { protocol: protocol.into() })
}

/// A search in W1 that has no results.
pub(super) fn search_nothing(bench: &mut Bench) {
    bench.answer(SEARCH, 204, Value::Null).intent(searches("W1", "boleto"));
}

fn found(seqs: &[u64]) -> Value {
    let messages: Vec<Value> = seqs.iter().map(|seq| customer_message("W1", *seq, "o boleto")).collect();
    json!({ "data": messages })
}

#[test]
fn wap_063_wap_066_results_are_shown_1000_ms_after_their_answer() {
    let mut bench = with_two();
    bench
        .customer_sends("W1", 1, "o boleto")
        .answer(SEARCH, 200, found(&[1]))
        .intent(searches("W1", " boleto "))
        .advance(999);
    assert_eq!(bench.call(SEARCH).query_text(), "message=boleto&contactIdentifier=5511955550101&agentId=101&page=1");
    assert_eq!(search(&bench, "W1").map(|view| (view.searching, view.results.len())), Some((true, 0)));
    bench.advance(1);
    let view = search(&bench, "W1").expect("a search");
    assert_eq!((view.searching, view.results.len()), (false, 1));
    assert_eq!(view.results[0].local_id.as_deref(), Some("s1"), "BEY-060: the thread can show it");
}

#[test]
fn wap_064_wap_065_an_empty_search_sends_no_request_and_a_failed_one_clears_the_results() {
    let mut bench = with_two();
    bench.answer(SEARCH, 200, found(&[1])).intent(searches("W1", "boleto")).advance(1_000).forget();
    bench.intent(searches("W1", "  "));
    assert_eq!((search(&bench, "W1").map(|view| view.results.len()), bench.calls_of(SEARCH).len()), (Some(0), 0));
    bench
        .intent(searches("W1", "boleto"))
        .advance(1_000)
        .answer(SEARCH, 500, json!({}))
        .intent(searches("W1", "boletos"))
        .advance(1_000);
    assert_eq!(search(&bench, "W1").map(|view| (view.searching, view.results.len())), Some((false, 0)));
    bench.answer(SEARCH, 204, Value::Null).intent(searches("W1", "nota")).advance(1_000);
    assert_eq!(search(&bench, "W1").map(|view| (view.searching, view.results.len())), Some((false, 0)));
}

#[test]
fn wap_067_only_the_newest_search_shows_results() {
    let mut bench = with_two();
    bench.answer(SEARCH, 200, found(&[1, 2])).intent(searches("W1", "bol")).advance(500);
    bench.hold(SEARCH).intent(searches("W1", "boleto")).advance(5_000);
    assert_eq!(search(&bench, "W1").map(|view| view.results.len()), Some(0), "the first answer waits no longer");
    bench.intent(searches("W1", "boletos")).reply(SEARCH, 200, found(&[1])).advance(1_000);
    assert_eq!(
        search(&bench, "W1").map(|view| (view.text, view.results.len())),
        Some(("boletos".to_owned(), 0)),
        "a late answer"
    );
    bench.reply(SEARCH, 200, found(&[1])).advance(1_000);
    assert_eq!(search(&bench, "W1").map(|view| view.results.len()), Some(1));
}

#[test]
fn further_results_of_a_search_are_loaded_portion_by_portion_and_shown_once_each() {
    let mut bench = with_two();
    let more = || search_more("W1");
    let view = |bench: &Bench| search(bench, "W1").map(|view| (view.results.len(), view.failed, view.complete));
    bench.intent(more()).answer(SEARCH, 200, with(found(&[5, 4, 3]), json!({ "total": 5 })));
    bench.intent(searches("W1", "boleto")).intent(more()).advance(1_000);
    assert_eq!(
        (bench.calls_of(SEARCH).len(), view(&bench)),
        (1, Some((3, false, false))),
        "no page before the first one"
    );
    bench.answer(SEARCH, 500, json!({})).intent(more());
    assert_eq!(view(&bench), Some((3, true, false)));
    bench.answer(SEARCH, 200, with(found(&[3, 2]), json!({ "total": 6 }))).intent(more());
    assert_eq!(view(&bench), Some((4, false, false)), "message 3 moved to the second page");
    bench.answer(SEARCH, 200, with(found(&[1]), json!({ "total": 5 }))).intent(more()).intent(more());
    assert_eq!(view(&bench), Some((5, false, true)));
    let pages: Vec<String> = bench.calls_of(SEARCH).iter().map(|call| call.query_text()).collect();
    let page = |number: u32| format!("message=boleto&contactIdentifier=5511955550101&agentId=101&page={number}");
    assert_eq!(pages, [1, 2, 2, 3].map(page));
    bench.hold(SEARCH).intent(searches("W1", "nota"));
    bench.reply(SEARCH, 200, found(&[9])).advance(1_000).intent(more()).intent(searches("W1", "fatura"));
    bench.reply(SEARCH, 200, found(&[8])).advance(1_000);
    assert_eq!(view(&bench), Some((0, false, false)), "a late page of another search");
    bench.answer(SEARCH, 204, Value::Null).intent(searches("W1", "boleto"));
    assert_eq!(view(&bench), Some((0, false, true)));
}

/// The texts of the results, and whether the search is pending, failed or complete.
fn in_thread(bench: &Bench) -> (Vec<String>, bool, bool, bool) {
    let view = search(bench, "P1").expect("a search");
    let texts = view.results.into_iter().map(|message| message.text).collect();
    (texts, view.searching, view.failed, view.complete)
}

fn loads_thread() -> Intent {
    Intent::Jobs(JobsIntent::ReloadThread { protocol: "P1".into() })
}

#[test]
fn a_search_in_web_chat_finds_all_messages_of_the_thread_without_accents_and_without_a_request() {
    let mut bench = in_chat();
    let messages = [
        customer_message("P1", 1, "Quero a renovação"),
        with(customer_message("P1", 2, "renovação começou"), json!({ "system_message": true })),
        agent_message("P1", 3, "AAAAAAAAA1", "A RENOVACAO está pronta"),
        customer_message("P1", 4, "Obrigada"),
    ];
    bench.answer(THREAD, 200, json!({ "data": messages })).intent(loads_thread()).forget();
    bench.hold("POST chat/messages").sends("P1", "renovação que o servidor ainda não tem");
    bench.forget().intent(searches("P1", " renovaÇÃO "));
    let expected = ["A RENOVACAO está pronta", "Quero a renovação"].map(str::to_owned).to_vec();
    assert_eq!(in_thread(&bench), (expected, false, false, true));
    assert_eq!(search(&bench, "P1").and_then(|view| view.results[1].local_id.clone()).as_deref(), Some("s1"));
    bench.intent(searches("P1", "boleto"));
    assert_eq!(in_thread(&bench), (Vec::new(), false, false, true));
    bench.intent(searches("P1", "  "));
    assert_eq!(in_thread(&bench), (Vec::new(), false, false, false));
    assert_eq!(bench.calls_of(SEARCH).len(), 0);
}

#[test]
fn a_search_in_web_chat_waits_for_the_thread_and_requests_it_again_after_a_failure() {
    let mut bench = in_chat();
    bench.hold(THREAD).intent(loads_thread()).intent(searches("P1", "boleto"));
    assert_eq!(in_thread(&bench), (Vec::new(), true, false, false));
    bench.reply(THREAD, 500, json!({}));
    assert_eq!(in_thread(&bench), (Vec::new(), false, true, false));
    bench.intent(search_more("P1")).reply(THREAD, 200, json!({ "data": [customer_message("P1", 1, "o boleto")] }));
    assert_eq!(in_thread(&bench), (vec!["o boleto".to_owned()], false, false, true));
}
