//! Rules of all lists of the server: the loader of `flow/list/` repeats a failed request, keeps the loaded items and
//! uses only the newest answer.

use super::bench::Bench;
use super::failure_rows::Row;
use super::failures::rows;
use super::whatsapp::with_two;
use crate::flow::HttpFailure;
use crate::view::View;
use crate::whatsapp::{WhatsAppIntent, WhatsAppSlice, WhatsAppView, slices};
use serde_json::{Value, json};

/// The requests of lists, as the table of failures names them.
const LISTS: [&str; 30] = [
    "conversation::Messages",
    "conversation::Presets",
    "conversation::Search",
    "conversation::Earlier",
    "tags::Catalogue",
    "tags::Own",
    "transfers::Agents",
    "transfers::Queues",
    "whatsapp::Templates",
    "whatsapp::Campaigns",
    "whatsapp::Routes",
    "voice::Campaigns",
    "history::Page",
    "history::Of",
    "history::Messages",
    "contacts::Find",
    "people::Contacts",
    "people::Companies",
    "people::CompanyContacts",
    "people::Columns",
    "people::SavedFilters",
    "people::Pick",
    "people::SamePersons",
    "people::SamePersonsOf",
    "message_search::Find",
    "dead_effects::List",
    "broadcasts::Lists",
    "broadcasts::Entries",
    "broadcasts::Templates",
    "broadcasts::Contacts",
];

fn list_rows() -> impl Iterator<Item = &'static Row> {
    LISTS.into_iter().map(|name| rows().find(|row| row.pending == name).unwrap_or_else(|| panic!("{name}")))
}

/// Number of requests after each of these delays. Every answer has this `status`; without a status no answer comes.
fn requests_after(row: &Row, status: Option<u16>, delays_ms: &[u64]) -> Vec<usize> {
    let mut bench = (row.before)();
    bench.forget();
    match status {
        Some(status) => bench.answer(row.call, status, json!({})),
        None => bench.fail(row.call, HttpFailure::NoAnswer),
    };
    (row.act)(&mut bench);
    delays_ms.iter().map(|ms| bench.advance(*ms).calls_of(row.call).len()).collect()
}

#[test]
fn a_list_that_got_no_answer_is_requested_again_after_5_10_and_20_seconds() {
    for row in list_rows() {
        for status in [Some(500), Some(503), None] {
            let counts = requests_after(row, status, &[0, 4_999, 1, 9_999, 1, 19_999, 1]);
            assert_eq!(counts, [1, 1, 2, 2, 3, 3, 4], "{} {status:?}", row.pending);
        }
    }
}

#[test]
fn a_list_that_was_refused_is_requested_again_by_the_agent_only() {
    for row in list_rows() {
        let counts = requests_after(row, Some(403), &[0, 60_000]);
        assert_eq!(counts, [1, 1], "{}", row.pending);
    }
}

#[test]
fn a_list_that_is_loaded_is_not_requested_again() {
    for row in list_rows() {
        let mut bench = (row.before)();
        bench.forget().answer(row.call, 503, json!({}));
        (row.act)(&mut bench);
        bench.answer(row.call, 200, json!({ "data": [] })).advance(5_000);
        assert_eq!(bench.calls_of(row.call).len(), 2, "{}", row.pending);
        bench.advance(120_000);
        assert_eq!(bench.calls_of(row.call).len(), 2, "{}", row.pending);
    }
}

fn start_of_whatsapp(bench: &Bench) -> WhatsAppView {
    match bench.workspace.view(&slices::WHATSAPP.key()) {
        View::Whatsapp(WhatsAppSlice::Whatsapp(view)) => *view,
        other => panic!("{other:?}"),
    }
}

#[test]
fn late_routes_of_one_campaign_are_not_shown_as_those_of_the_next_campaign() {
    let (first, second) = ("GET campaigns/whatsapp/routes/31", "GET campaigns/whatsapp/routes/32");
    let routes = |name: &str| -> Value { json!({ "data": [{ "id": "1", "name": name, "phone": "551140004000" }] }) };
    let mut bench = with_two();
    bench.hold(first).answer(second, 200, routes("Cobrança"));
    for campaign in ["31", "32"] {
        bench.whatsapp(WhatsAppIntent::LoadRoutes { campaign_id: campaign.into() });
    }
    bench.reply(first, 200, routes("Vendas"));
    let view = start_of_whatsapp(&bench);
    assert_eq!((view.routes_of.as_str(), view.routes[0].name.as_str()), ("32", "Cobrança"));
}
