//! The history: the agent's list, opened attendances, and the attendances of a contact or a company.

use super::bench::{Bench, START};
use super::samples::{agent_message, customer_message, with};
use crate::flow::{Entity, EntityKind, HttpFailure, ListState};
use crate::history::{
    self, HistoryEntryView, HistoryFilter, HistoryIntent, HistoryOfView, HistoryPageView, HistorySlice,
};
use crate::input::{Intent, PageInput};
use crate::notes::{self, NotesIntent, NotesSlice};
use crate::view::View;
use crate::wire::rfc3339;
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET agents/history";

/// An attendance of the history as the server lists it.
pub(super) fn entry(protocol: &str, changes: Value) -> Value {
    let entry = json!({ "protocol": protocol, "channel": "chat", "contactId": "5", "contactName": "Sônia Guimarães",
        "contactIdentifier": "sonia@site", "queueName": "Vendas", "agentId": "101", "agentName": "Ana Souza",
        "start": "2026-11-19T13:52:00.000Z", "end": "2026-11-19T14:10:07.000Z", "durationSeconds": 1087,
        "state": "qualified", "qualification": "Venda", "hasMessages": true });
    with(entry, changes)
}

fn history_answer(protocols: &[&str], total: u32) -> Value {
    json!({ "data": protocols.iter().map(|id| entry(id, json!({}))).collect::<Vec<_>>(), "total": total })
}

pub(super) fn acts(bench: &mut Bench, intent: HistoryIntent) {
    bench.intent(Intent::History(intent));
}

/// The page of the history with this answer.
pub(super) fn opened_history(list: Value) -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, list).page(PageInput::RouteRequested { path: "/history".to_owned() });
    bench
}

/// The page of the history, an opened attendance and the attendances of a contact.
pub(super) fn everything_opened() -> Bench {
    let mut bench = opened_history(history_answer(&["H1"], 1));
    bench.answer("GET contacts/history", 200, history_answer(&["H1"], 1));
    opens(&mut bench, "H1");
    loads_of(&mut bench, EntityKind::Contact, "5");
    bench
}

fn chooses(bench: &mut Bench, from: &str, to: &str) {
    acts(bench, HistoryIntent::SetHistoryRange { from: from.to_owned(), to: to.to_owned() });
}

fn types(bench: &mut Bench, text: &str) {
    acts(bench, HistoryIntent::SearchHistory { text: text.to_owned() });
}

fn opens(bench: &mut Bench, protocol: &str) {
    acts(bench, HistoryIntent::OpenHistoryEntry { protocol: protocol.into() });
}

fn loads_of(bench: &mut Bench, kind: EntityKind, id: &str) {
    acts(bench, HistoryIntent::LoadHistoryOf { kind, id: id.to_owned() });
}

fn more_of(bench: &mut Bench, kind: EntityKind, id: &str) {
    acts(bench, HistoryIntent::MoreHistoryOf { kind, id: id.to_owned() });
}

impl Bench {
    pub(super) fn history(&self) -> HistoryPageView {
        match self.workspace.view(&history::slices::PAGE.key()) {
            View::History(HistorySlice::HistoryPage(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn history_rows(&self) -> Vec<String> {
        self.history().rows.into_iter().map(|row| row.protocol).collect()
    }

    pub(super) fn history_entry(&self, protocol: &str) -> Option<HistoryEntryView> {
        match self.workspace.view(&history::slices::ENTRY.of(protocol.into())) {
            View::History(HistorySlice::HistoryEntry(view)) => Some(*view),
            _ => None,
        }
    }

    fn history_of(&self, kind: EntityKind, id: &str) -> HistoryOfView {
        match self.workspace.view(&history::slices::OF.of(Entity::new(kind, id))) {
            View::History(HistorySlice::HistoryOf(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// Protocols of the attendances, group by group.
    fn groups_of(&self, kind: EntityKind, id: &str) -> Vec<(String, Vec<String>)> {
        let groups = self.history_of(kind, id).groups.into_iter();
        groups.map(|group| (group.protocol, group.entries.into_iter().map(|row| row.protocol).collect())).collect()
    }
}

#[test]
fn api_036_his_001_the_history_lists_the_attendances_of_the_last_seven_days() {
    let campaign =
        json!({ "campaignName": "Renovação 2026", "contactName": "", "channel": "voice", "hasMessages": false });
    let bench = opened_history(json!({ "data": [entry("H2", campaign), entry("H1", json!({}))], "total": 312 }));
    assert_eq!(
        bench.call(LIST).query_text(),
        "initial_date=2026-11-14&final_date=2026-11-20&utc_offset=-180&page=1&per_page=25"
    );
    let page = bench.history();
    assert_eq!((page.state, page.page, page.total, page.today.as_str()), (ListState::Ready, 1, 312, "2026-11-20"));
    assert_eq!((page.from.as_str(), page.to.as_str(), page.error), ("2026-11-14", "2026-11-20", None));
    let [call, chat] = &page.rows[..] else { panic!("two rows") };
    assert_eq!((call.queue.as_str(), call.name.as_str()), ("Renovação 2026", "sonia@site"));
    assert_eq!(
        (chat.protocol.as_str(), chat.name.as_str(), chat.queue.as_str(), chat.qualification.as_str()),
        ("H1", "Sônia Guimarães", "Vendas", "Venda")
    );
    assert_eq!((chat.duration_seconds, chat.start), (1_087.0, Some(1_795_096_320_000.0)));
    assert_eq!(page.qualifications, ["Venda"]);
}

#[test]
fn the_history_is_refetched_when_the_agent_returns_to_its_page() {
    let mut bench = opened_history(history_answer(&["H1"], 1));
    let list = "initial_date=2026-11-14&final_date=2026-11-20&utc_offset=-180";
    // An attendance ends while the agent is on another page.
    bench.page(PageInput::RouteRequested { path: "/".to_owned() }).forget().answer(
        LIST,
        200,
        history_answer(&["H2", "H1"], 30),
    );
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    assert_eq!(bench.call(LIST).query_text(), format!("{list}&page=1&per_page=25"));
    assert_eq!(bench.history_rows(), ["H2", "H1"]);
    // The portion that was shown is loaded again, not the first one.
    acts(&mut bench, HistoryIntent::TurnHistoryPage { page: 2 });
    bench.page(PageInput::RouteRequested { path: "/".to_owned() }).forget();
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    assert_eq!(bench.call(LIST).query_text(), format!("{list}&page=2&per_page=25"));
    // Two days later the range of the last seven days has moved.
    bench.page(PageInput::RouteRequested { path: "/".to_owned() }).advance(2 * 86_400_000).forget();
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    assert_eq!(
        bench.call(LIST).query_text(),
        "initial_date=2026-11-16&final_date=2026-11-22&utc_offset=-180&page=1&per_page=25"
    );
    // A range that the agent chose does not move.
    chooses(&mut bench, "2026-11-17", "2026-11-18");
    bench.page(PageInput::RouteRequested { path: "/".to_owned() }).advance(86_400_000).forget();
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    assert_eq!(
        bench.call(LIST).query_text(),
        "initial_date=2026-11-17&final_date=2026-11-18&utc_offset=-180&page=1&per_page=25"
    );
}

#[test]
fn the_days_of_the_history_are_those_of_the_agents_time_zone() {
    let mut bench = Bench::signed_in();
    // 02:45 UTC of the next day is 23:45 in São Paulo.
    bench.advance(13 * 3_600_000).answer(LIST, 200, history_answer(&[], 0));
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    assert_eq!(bench.history().to, "2026-11-20");
}

#[rstest]
#[case::his_002("2026-11-20", "2026-11-19", "history.startAfterEnd", (true, true))]
#[case::his_003("2026-11-19", "2026-11-21", "history.afterNow", (false, true))]
#[case::his_004("2026-08-12", "2026-11-19", "history.tooLong", (true, true))]
#[case::an_empty_date("", "2026-11-19", "history.noDate", (true, false))]
fn a_range_that_is_not_allowed_marks_its_fields_and_the_result_stays(
    #[case] from: &str,
    #[case] to: &str,
    #[case] key: &str,
    #[case] marked: (bool, bool),
) {
    let mut bench = opened_history(history_answer(&["H1"], 1));
    bench.forget();
    chooses(&mut bench, from, to);
    let page = bench.history();
    assert_eq!(page.error.map(|text| text.key).as_deref(), Some(key));
    assert_eq!((page.from_invalid, page.to_invalid), marked);
    assert_eq!((page.from.as_str(), page.to.as_str()), (from, to), "the fields keep what was chosen");
    assert_eq!((bench.history_rows(), bench.calls_of(LIST).len()), (vec!["H1".to_owned()], 0));
    // A search or another portion meanwhile uses the accepted range.
    acts(&mut bench, HistoryIntent::TurnHistoryPage { page: 2 });
    assert!(bench.call(LIST).query_text().starts_with("initial_date=2026-11-14&final_date=2026-11-20"));
    bench.forget();
    chooses(&mut bench, "2026-08-20", "2026-11-20");
    assert_eq!(bench.history().error, None);
    assert!(
        bench
            .call(LIST)
            .query_text()
            .starts_with("initial_date=2026-08-20&final_date=2026-11-20&utc_offset=-180&page=1")
    );
}

#[test]
fn the_search_in_the_history_is_sent_250_ms_after_the_last_key_and_only_the_newest_answer_is_used() {
    let mut bench = opened_history(history_answer(&["H1"], 1));
    bench.forget().hold(LIST);
    types(&mut bench, "son");
    bench.advance(249);
    types(&mut bench, "sonia ");
    bench.advance(249);
    assert_eq!(bench.calls_of(LIST).len(), 0);
    bench.advance(1);
    assert!(bench.call(LIST).query_text().contains("&search=sonia&page=1"));
    assert_eq!((bench.history().state, bench.history_rows()), (ListState::Loading, vec!["H1".to_owned()]));
    types(&mut bench, "joaquim");
    bench.reply(LIST, 200, history_answer(&["OLD"], 1));
    assert_eq!((bench.history().state, bench.history_rows()), (ListState::Loading, vec!["H1".to_owned()]));
    bench.advance(250);
    types(&mut bench, "joaquim m");
    bench.advance(250);
    bench.reply(LIST, 200, history_answer(&["OLDER"], 1));
    assert_eq!(bench.history_rows(), ["H1"], "an answer to the former text");
    bench.reply(LIST, 200, history_answer(&["H9"], 1));
    assert_eq!((bench.history().state, bench.history_rows()), (ListState::Ready, vec!["H9".to_owned()]));
}

#[test]
fn filters_and_portions_are_requested_and_a_failed_request_can_be_repeated() {
    let mut bench = opened_history(history_answer(&["H1"], 60));
    let filter = HistoryFilter { channel: "instagram".to_owned(), qualification: "Venda".to_owned() };
    bench.forget();
    acts(&mut bench, HistoryIntent::FilterHistory { filter: filter.clone() });
    assert!(bench.call(LIST).query_text().ends_with("&channel=instagram&qualification=Venda&page=1&per_page=25"));
    bench.forget().fail(LIST, HttpFailure::TimedOut);
    acts(&mut bench, HistoryIntent::TurnHistoryPage { page: 3 });
    assert_eq!((bench.history().state, bench.history().page), (ListState::Failed, 1));
    assert_eq!(bench.history_rows(), ["H1"]);
    bench.forget().answer(LIST, 200, history_answer(&["H51"], 60));
    acts(&mut bench, HistoryIntent::ReloadHistory);
    assert!(bench.call(LIST).query_text().ends_with("&page=3&per_page=25"), "the page that failed");
    assert_eq!((bench.history().page, bench.history_rows()), (3, vec!["H51".to_owned()]));
    assert_eq!(bench.history().filter, filter);
}

#[test]
fn an_opened_attendance_shows_its_messages_and_a_call_has_none() {
    let messages = "GET contacts/5/messages/db";
    let call = entry("H2", json!({ "channel": "voice", "hasMessages": false }));
    let mut bench = opened_history(json!({ "data": [entry("H1", json!({})), call], "total": 2 }));
    bench.hold(messages);
    opens(&mut bench, "H1");
    opens(&mut bench, "H2");
    opens(&mut bench, "unknown");
    assert_eq!(bench.call(messages).query_text(), "protocol=H1&after=0");
    assert_eq!(bench.history_entry("H1").map(|view| view.state), Some(ListState::Loading));
    let of_call = bench.history_entry("H2").expect("a call");
    assert_eq!((of_call.state, of_call.messages.len()), (ListState::Ready, 0));
    assert_eq!(bench.history_entry("unknown"), None);
    // The server sends no order.
    let body = json!({ "data": [agent_message("H1", 2, "A1", "Boa tarde!"), customer_message("H1", 1, "Oi")] });
    bench.reply(messages, 200, body);
    let view = bench.history_entry("H1").expect("a chat");
    let texts: Vec<(&str, &str)> =
        view.messages.iter().map(|message| (message.sender_name.as_str(), message.text.as_str())).collect();
    assert_eq!(texts, [("Sônia Guimarães", "Oi"), ("Ana Souza", "Boa tarde!")]);
    assert!(view.messages[0].day_start && !view.messages[1].day_start);
    acts(&mut bench, HistoryIntent::CloseHistoryEntry { protocol: "H1".into() });
    assert_eq!(bench.history_entry("H1"), None);
    bench.answer(messages, 503, json!({}));
    opens(&mut bench, "H1");
    assert_eq!(bench.history_entry("H1").map(|view| view.state), Some(ListState::Failed));
}

#[test]
fn a_long_conversation_is_loaded_portion_by_portion() {
    let messages = "GET contacts/5/messages/db";
    let mut bench = opened_history(history_answer(&["H1"], 1));
    bench.hold(messages);
    opens(&mut bench, "H1");
    let page =
        |seqs: std::ops::RangeInclusive<u64>| seqs.map(|seq| customer_message("H1", seq, "Oi")).collect::<Vec<_>>();
    bench.reply(messages, 200, json!({ "data": page(1..=500) }));
    assert_eq!(bench.calls_of(messages).last().expect("a second call").query_text(), "protocol=H1&after=500");
    assert_eq!(bench.history_entry("H1").map(|view| view.state), Some(ListState::Loading));
    bench.reply(messages, 200, json!({ "data": page(501..=502) }));
    let view = bench.history_entry("H1").expect("a chat");
    assert_eq!((view.state, view.messages.len()), (ListState::Ready, 502));
}

#[rstest]
#[case::api_151_ctc_037(EntityKind::Contact, "GET contacts/history", "contact_id")]
#[case::api_168_emp_023(EntityKind::Employer, "GET employers/history", "employer_id")]
fn the_attendances_of_a_contact_or_a_company_are_loaded_portion_by_portion(
    #[case] kind: EntityKind,
    #[case] call: &str,
    #[case] field: &str,
) {
    let mut bench = Bench::signed_in();
    bench.answer(call, 200, history_answer(&["H3", "H2"], 3));
    loads_of(&mut bench, kind, "5");
    assert_eq!(bench.call(call).query_text(), format!("{field}=5&per_page=20&current_page=1"));
    let view = bench.history_of(kind, "5");
    assert_eq!((view.total, view.complete, view.loading), (3, false, false));
    bench.forget().answer(call, 500, json!({}));
    more_of(&mut bench, kind, "5");
    assert!(bench.history_of(kind, "5").failed);
    bench.forget().answer(call, 200, history_answer(&["H1"], 3));
    more_of(&mut bench, kind, "5");
    assert_eq!(bench.call(call).query_text(), format!("{field}=5&per_page=20&current_page=2"));
    assert_eq!(bench.groups_of(kind, "5").len(), 3);
    assert!(bench.history_of(kind, "5").complete);
    bench.forget();
    more_of(&mut bench, kind, "5");
    assert_eq!(bench.calls_of(call).len(), 0, "all of them are there");
}

#[test]
fn ctc_006_an_attendance_and_its_transfers_are_one_group() {
    let son = |id: &str, father: &str| entry(id, json!({ "fatherId": father }));
    let mut bench = Bench::signed_in();
    let list = json!([son("H6", "H5"), entry("H4", json!({})), son("H5", "H3"), son("H3", ""), son("H2", "gone")]);
    bench.answer("GET contacts/history", 200, json!({ "data": list, "total": 5 }));
    loads_of(&mut bench, EntityKind::Contact, "5");
    let group = |first: &str, all: &[&str]| (first.to_owned(), all.iter().map(|id| (*id).to_owned()).collect());
    assert_eq!(
        bench.groups_of(EntityKind::Contact, "5"),
        [group("H3", &["H6", "H5", "H3"]), group("H4", &["H4"]), group("gone", &["H2"])]
    );
    // Each attendance names the other as its origin, which no server should send.
    bench.answer("GET contacts/history", 200, json!({ "data": [son("A", "B"), son("B", "A")], "total": 2 }));
    loads_of(&mut bench, EntityKind::Contact, "5");
    assert_eq!(bench.groups_of(EntityKind::Contact, "5").iter().map(|(_, all)| all.len()).sum::<usize>(), 2);
}

/// Notes of the attendance are read with its messages, and forgotten with it; a conversation of WhatsApp has more of them.
#[test]
fn bey_160_an_opened_attendance_has_the_notes_that_were_written_in_it() {
    const NOTES: &str = "GET job/H1/notes";
    let mut bench = opened_history(history_answer(&["H1"], 1));
    let note = |id: &str, protocol: &str| {
        json!({ "id": id, "protocol": protocol, "agentId": "102", "agentName": "Bruno Lima", "text": id,
            "mentions": [], "at": rfc3339(START), "version": 1 })
    };
    bench.answer(NOTES, 200, json!({ "data": [note("N1", "H0"), note("N2", "H1")] }));
    opens(&mut bench, "H1");
    let notes = |bench: &Bench| match bench.workspace.view(&notes::slices::NOTES.of("H1".into())) {
        View::Notes(NotesSlice::Notes(view)) => Some(view.notes.iter().map(|note| note.id.clone()).collect::<Vec<_>>()),
        View::Absent => None,
        other => panic!("{other:?}"),
    };
    assert_eq!((notes(&bench), bench.calls_of(NOTES).len()), (Some(vec!["N2".to_owned()]), 1));
    acts(&mut bench, HistoryIntent::CloseHistoryEntry { protocol: "H1".into() });
    assert_eq!(notes(&bench), None);
    bench.answer(NOTES, 500, json!({}));
    opens(&mut bench, "H1");
    let failed = bench.calls_of(NOTES).len();
    bench.answer(NOTES, 200, json!({ "data": [] }));
    bench.intent(Intent::Notes(NotesIntent::ReloadNotes { protocol: "H1".into() }));
    assert!(bench.calls_of(NOTES).len() > failed, "the agent reads them again");
    assert_eq!(notes(&bench), Some(Vec::new()));
}

/// The server refuses them; the page does not ask.
#[rstest]
#[case::an_ended_one_of_another_agent(json!({ "agentId": "102" }), "agent", 1)]
#[case::an_open_one_of_another_agent(json!({ "agentId": "102", "end": null }), "agent", 0)]
#[case::an_open_one_of_another_agent_for_a_supervisor(json!({ "agentId": "102", "end": null }), "supervisor", 1)]
#[case::an_own_open_one(json!({ "end": null }), "agent", 1)]
fn bey_160_the_notes_of_an_opened_attendance_are_requested_if_the_viewer_may_read_them(
    #[case] changes: Value,
    #[case] role: &str,
    #[case] requests: usize,
) {
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, json!({ "agentId": "101", "role": role }));
    bench.start("/login").sign_in();
    bench.answer("GET agents/history", 200, json!({ "data": [entry("H1", changes)], "total": 1 }));
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    opens(&mut bench, "H1");
    assert_eq!(bench.calls_of("GET job/H1/notes").len(), requests);
}
