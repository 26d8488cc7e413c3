//! Saved views of the list: the server stores them; choosing a view changes which attendances the list shows.

use super::bench::Bench;
use super::failure_rows::{Row, Told};
use crate::flow::{HttpFailure, JobGroup};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::list_views::{self, ListViewsIntent, ListViewsSlice, ListViewsView, ViewsPhase};
use crate::shell::{ListOrder, PreferencesChange, ShellIntent};
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET agents/101/list-views";

fn acts(bench: &mut Bench, intent: ListViewsIntent) {
    bench.intent(Intent::ListViews(intent));
}

fn view(id: &str, name: &str, filters: &Value) -> Value {
    json!({ "id": id, "name": name, "filters": filters, "goneQueues": [], "goneTags": [] })
}

/// An agent with two saved views: the waiting customers of queue 10, and all attendances of one customer.
fn with_views() -> Bench {
    let mut bench = Bench::new();
    let views = [
        view("V1", "Esperando", &json!({ "queues": ["10"], "onlyWaiting": true, "order": "longestWaiting" })),
        view("V2", "Helena", &json!({ "search": "helena" })),
    ];
    bench.answer(LIST, 200, json!({ "data": views }));
    bench.start("/attendance").sign_in();
    bench
}

fn list_views_view(bench: &Bench) -> ListViewsView {
    match bench.workspace.view(&list_views::slices::VIEWS.key()) {
        View::ListViews(ListViewsSlice::ListViews(view)) => *view,
        other => panic!("{other:?}"),
    }
}

fn names(bench: &Bench) -> Vec<String> {
    list_views_view(bench).views.into_iter().map(|view| view.name).collect()
}

fn fault(bench: &Bench) -> Option<String> {
    list_views_view(bench).fault.map(|text| text.key)
}

fn choose(bench: &mut Bench, id: &str) {
    acts(bench, ListViewsIntent::ChooseListView { id: id.to_owned() });
}

fn save(bench: &mut Bench, name: &str, search: &str) {
    acts(bench, ListViewsIntent::SaveListView { name: name.to_owned(), search: search.to_owned() });
}

pub const LIST_VIEWS_ROWS: &[Row] = &[
    Row {
        pending: "list_views::List",
        call: LIST,
        before: Bench::signed_in,
        told: Told::Inline,
        act: |bench| acts(bench, ListViewsIntent::ReloadListViews),
    },
    Row {
        pending: "list_views::Change",
        call: "DELETE agents/101/list-views/V1",
        before: with_views,
        told: Told::Inline,
        act: |bench| acts(bench, ListViewsIntent::DeleteListView { id: "V1".to_owned() }),
    },
];

#[test]
fn bey_161_a_chosen_view_shows_its_attendances_and_the_view_of_everything_shows_all() {
    let mut bench = with_views();
    bench.attends("P1").attends("P2").customer_writes("P1", 1, "Oi");
    choose(&mut bench, "V1");
    let preferences = bench.workspace.shell.preferences().clone();
    assert_eq!((preferences.list_queues, preferences.only_waiting), (vec!["10".to_owned()], true));
    assert_eq!(preferences.list_order, ListOrder::LongestWaiting);
    assert_eq!((bench.order(JobGroup::Waiting), bench.order(JobGroup::Active)), (vec!["P1".to_owned()], vec![]));
    assert_eq!((list_views_view(&bench).chosen.as_deref(), list_views_view(&bench).changed), (Some("V1"), false));
    let change = PreferencesChange { only_waiting: Some(false), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
    assert!(list_views_view(&bench).changed, "the list shows more than the view");
    choose(&mut bench, "V2");
    assert_eq!(bench.workspace.shell.preferences().list_queues, Vec::<String>::new());
    assert_eq!(list_views_view(&bench).chosen.as_deref(), Some("V2"));
    bench.intent(Intent::Jobs(JobsIntent::SearchJobs { text: " HELENA ".to_owned() }));
    assert!(!list_views_view(&bench).changed, "the search finds the same");
    choose(&mut bench, "");
    assert_eq!((list_views_view(&bench).chosen, bench.order(JobGroup::Active).len()), (None, 2));
}

#[test]
fn bey_161_a_view_is_saved_with_the_present_filter_and_order_under_an_id_that_the_page_chose() {
    let mut bench = with_views();
    let change = PreferencesChange { list_queues: Some(vec!["10".to_owned()]), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change })).forget();
    save(&mut bench, "  Fila de vendas ", "Ana");
    let call = bench.calls.iter().find(|call| call.name.starts_with("PUT agents/101/list-views/")).unwrap();
    let body = call.json();
    assert_eq!((&body["name"], &body["filters"]["search"]), (&json!("Fila de vendas"), &json!("Ana")));
    assert_eq!(body["filters"]["queues"], json!(["10"]));
    assert_eq!((names(&bench), list_views_view(&bench).changing), (vec!["Fila de vendas".to_owned()], false));
}

#[rstest]
#[case::empty("  ", "jobs.views.nameLength")]
#[case::only_invisible_characters("\u{200b}\u{2060}", "jobs.views.nameLength")]
#[case::too_long(&"x".repeat(41), "jobs.views.nameLength")]
#[case::the_name_of_another_view("ESPERÂNDO", "jobs.views.nameTaken")]
fn bey_161_an_invalid_name_of_a_view_is_not_sent(#[case] name: &str, #[case] key: &str) {
    let mut bench = with_views();
    bench.forget();
    save(&mut bench, name, "");
    acts(&mut bench, ListViewsIntent::RenameListView { id: "V2".to_owned(), name: name.to_owned() });
    assert_eq!(fault(&bench).as_deref(), Some(key));
    assert!(bench.calls.is_empty(), "{:?}", bench.names());
    acts(&mut bench, ListViewsIntent::RenameListView { id: "V1".to_owned(), name: "esperando".to_owned() });
    assert_eq!((fault(&bench), bench.calls.len()), (None, 1), "a view keeps its own name");
}

#[test]
fn bey_161_an_agent_has_at_most_twenty_views() {
    let mut bench = with_views();
    let views: Vec<Value> =
        (0..20).map(|number| view(&format!("V{number}"), &number.to_string(), &json!({}))).collect();
    bench.answer(LIST, 200, json!({ "data": views }));
    acts(&mut bench, ListViewsIntent::ReloadListViews);
    bench.forget();
    save(&mut bench, "Mais uma", "");
    assert_eq!((fault(&bench).as_deref(), list_views_view(&bench).full), (Some("jobs.views.tooMany"), true));
    assert!(bench.calls.is_empty());
}

#[rstest]
#[case::the_name_is_taken(409, json!({ "cause": "nameTaken" }), "jobs.views.nameTaken")]
#[case::the_agent_has_too_many_views(409, json!({ "cause": "tooManyViews" }), "jobs.views.tooMany")]
#[case::the_server_failed(500, Value::Null, "jobs.views.failed")]
fn bey_161_a_refused_change_of_the_views_is_shown_and_the_views_stay(
    #[case] status: u16,
    #[case] body: Value,
    #[case] key: &str,
) {
    let mut bench = with_views();
    bench.answer("PUT agents/101/list-views/V2", status, body);
    acts(&mut bench, ListViewsIntent::RenameListView { id: "V2".to_owned(), name: "Clientes".to_owned() });
    assert_eq!((fault(&bench).as_deref(), names(&bench)), (Some(key), vec!["Esperando".into(), "Helena".into()]));
    choose(&mut bench, "V2");
    assert_eq!(fault(&bench), None);
}

#[test]
fn bey_153_bey_161_a_change_of_a_view_without_an_answer_is_repeated_then_shown_as_unknown_and_the_views_are_refetched()
{
    let mut bench = with_views();
    bench.forget().fail("DELETE agents/101/list-views/V1", HttpFailure::NoAnswer);
    acts(&mut bench, ListViewsIntent::DeleteListView { id: "V1".to_owned() });
    assert!(list_views_view(&bench).changing && fault(&bench).is_none());
    bench.answer(LIST, 200, json!({ "data": [view("V2", "Helena", &json!({}))] }));
    bench.gives_up();
    assert_eq!(bench.calls_of("DELETE agents/101/list-views/V1").len(), 5);
    assert_eq!((fault(&bench).as_deref(), names(&bench)), (Some("jobs.views.unknown"), vec!["Helena".to_owned()]));
}

#[test]
fn a_load_of_the_views_during_a_change_does_not_cause_repeated_loads() {
    const DELETE: &str = "DELETE agents/101/list-views/V1";
    let mut bench = with_views();
    bench.hold(DELETE);
    acts(&mut bench, ListViewsIntent::DeleteListView { id: "V1".to_owned() });
    bench.forget();
    acts(&mut bench, ListViewsIntent::ReloadListViews);
    bench.advance(10_000);
    assert_eq!((bench.calls_of(LIST).len(), names(&bench).len()), (1, 2), "the change has the newer list");
    bench.reply(DELETE, 200, json!({ "data": [view("V2", "Helena", &json!({ "search": "helena" }))] }));
    assert_eq!(names(&bench), ["Helena"]);
}

#[test]
fn bey_161_a_view_with_a_queue_that_the_agent_left_is_reported_as_incomplete_and_shows_the_other_attendances() {
    let mut bench = with_views();
    let mut gone = view("V3", "Vendas", &json!({ "queues": ["77"], "contactTags": [5], "onlyWaiting": true }));
    (gone["goneQueues"], gone["goneTags"]) = (json!(["77"]), json!([5]));
    bench.answer(LIST, 200, json!({ "data": [gone] }));
    acts(&mut bench, ListViewsIntent::ReloadListViews);
    assert!(list_views_view(&bench).views[0].incomplete);
    choose(&mut bench, "V3");
    let preferences = bench.workspace.shell.preferences();
    assert!(preferences.only_waiting && preferences.list_queues.is_empty() && preferences.list_tags.contact.is_empty());
    let note = bench.snackbars().pop().unwrap();
    assert_eq!(
        (note.body.key.as_str(), note.body.params.get(&"view".to_owned()).map(String::as_str)),
        ("jobs.views.partIsGone", Some("Vendas"))
    );
    assert!(!list_views_view(&bench).changed, "nothing more of it exists");
}

#[test]
fn bey_161_the_chosen_view_is_still_chosen_after_a_reload() {
    let mut bench = with_views();
    choose(&mut bench, "V1");
    bench.advance(1_000).reload().start("/attendance");
    assert_eq!((list_views_view(&bench).chosen.as_deref(), list_views_view(&bench).changed), (Some("V1"), false));
}

#[test]
fn views_that_cannot_be_loaded_stay_as_they_were() {
    let mut bench = with_views();
    bench.answer(LIST, 500, Value::Null);
    acts(&mut bench, ListViewsIntent::ReloadListViews);
    assert_eq!((list_views_view(&bench).phase, names(&bench).len()), (ViewsPhase::Ready, 2));
    let mut bench = Bench::new();
    bench.answer(LIST, 500, Value::Null).start("/attendance").sign_in();
    assert_eq!(list_views_view(&bench).phase, ViewsPhase::Failed);
    bench.answer(LIST, 200, json!({ "data": [] })).page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(list_views_view(&bench).phase, ViewsPhase::Ready, "a reconcile asks for what is not known");
    bench.forget().page(PageInput::Gap { ms: 60_000.0 });
    assert!(bench.calls_of(LIST).is_empty(), "and not for what is");
}
