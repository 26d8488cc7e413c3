//! The list of colleagues: its rows, and when the presence of colleagues is loaded.

use super::colleagues::{
    LIST, STATUS, acts, answered_list, at_the_list, begins, colleague, ends, list, order, row, shows,
};
use super::samples::with;
use super::voice::registered;
use crate::colleagues::{ColleagueFilter, ColleagueObstacle, ColleagueSituation, ColleaguesIntent, slices};
use crate::input::PageInput;
use crate::view::View;
use serde_json::json;

#[test]
fn nav_016_int_003_the_list_is_loaded_when_the_page_opens_and_shows_names_extensions_and_states() {
    let mut bench = registered();
    bench.answer(LIST, 200, answered_list()).forget();
    assert_eq!(bench.calls_of(LIST).len(), 0);
    bench.page(PageInput::RouteRequested { path: "/colleagues".to_owned() });
    assert!(bench.call(LIST).query_text().contains("username="), "{}", bench.call(LIST).query_text());
    assert_eq!(order(&bench), ["303", "304", "302"], "by name");
    let fabio = row(&bench, "302");
    assert_eq!((fabio.name.as_str(), fabio.extension.as_str(), fabio.obstacle), ("Fábio Castro", "4002", None));
    assert_eq!(row(&bench, "304").obstacle, Some(ColleagueObstacle::VoiceDisconnected));
    assert_eq!(row(&bench, "303").obstacle, None, "a paused colleague can be called");
    let view = list(&bench);
    assert_eq!((view.total, view.counts.available, view.counts.paused, view.counts.disconnected), (3, 1, 1, 1));
    assert_eq!((view.loading, view.failed, view.obstacle), (false, false, None));
}

#[test]
fn the_filter_of_colleagues_changes_the_order_and_keeps_the_counts() {
    let mut bench = at_the_list();
    let filter = ColleagueFilter { situation: Some(ColleagueSituation::Paused), ..ColleagueFilter::default() };
    acts(&mut bench, ColleaguesIntent::FilterColleagues { filter });
    assert_eq!(order(&bench), ["303"]);
    let View::List(all) = bench.workspace.view(&slices::EVERYONE.key()) else { panic!("no list") };
    assert_eq!(all.ids.len(), 3, "the palette has all of them");
    assert_eq!(list(&bench).counts.all, 3);
    let filter = ColleagueFilter { search: "4002".to_owned(), ..ColleagueFilter::default() };
    acts(&mut bench, ColleaguesIntent::FilterColleagues { filter });
    assert_eq!((order(&bench), list(&bench).counts.all), (vec!["302".to_owned()], 1));
}

#[test]
fn api_186_int_015_presence_of_the_shown_rows_is_loaded_every_five_seconds_while_the_page_is_visible() {
    let mut bench = at_the_list();
    let status = colleague("302", "", "4002", "in_attendance");
    bench.answer(STATUS, 200, json!({ "data": [with(status, json!({ "inCall": true }))] }));
    bench.forget().advance(5_000);
    assert_eq!(bench.calls_of(STATUS).len(), 0, "no row is shown");
    shows(&mut bench, &["302", "304"]);
    bench.advance(5_000);
    let body = json!({ "extenList": ["4002"], "username": "ana.souza" });
    assert_eq!(bench.call(STATUS).json(), body, "those with an extension");
    assert_eq!(row(&bench, "302").obstacle, Some(ColleagueObstacle::InOtherCall));
    assert_eq!(list(&bench).counts.in_call, 1);
    bench.page(PageInput::Visible { visible: false }).forget().advance(20_000);
    assert_eq!(bench.calls_of(STATUS).len(), 0, "a hidden page asks for nothing");
    bench.page(PageInput::Visible { visible: true });
    assert_eq!(bench.calls_of(STATUS).len(), 1, "at once");
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() }).forget().advance(20_000);
    assert_eq!(bench.calls_of(STATUS).len(), 0, "another page asks for nothing");
}

#[test]
fn presence_is_loaded_at_once_when_a_call_of_the_agent_begins_and_ends() {
    let mut bench = at_the_list();
    bench.answer(STATUS, 200, json!({ "data": [] }));
    shows(&mut bench, &["302"]);
    bench.forget();
    begins(&mut bench, false);
    bench.advance(0);
    assert_eq!(bench.calls_of(STATUS).len(), 1);
    ends(&mut bench, "cancelled", false);
    bench.advance(0);
    assert_eq!(bench.calls_of(STATUS).len(), 2);
    bench.advance(4_900);
    assert_eq!(bench.calls_of(STATUS).len(), 2, "the next one comes five seconds later");
}

#[test]
fn a_failed_load_of_presence_keeps_the_rows_and_shows_the_time_of_the_last_load() {
    let mut bench = at_the_list();
    shows(&mut bench, &["302"]);
    let read_at = list(&bench).read_at;
    bench.answer(STATUS, 503, json!({})).advance(5_000);
    assert_eq!((list(&bench).stale, list(&bench).read_at, order(&bench).len()), (true, read_at, 3));
    bench.answer(STATUS, 200, json!({ "data": [] })).advance(5_000);
    assert!(!list(&bench).stale && list(&bench).read_at > read_at);
}
