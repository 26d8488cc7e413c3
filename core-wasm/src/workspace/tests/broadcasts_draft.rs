//! The draft of a broadcast: choices, contacts, the check of the server, and the creation with lost answers.

use super::bench::Bench;
use super::broadcasts::{CANCEL, ENTRIES, LISTS, acts, at_lists, cancels, enabled, entry, list, lists, opened, opens};
use super::failure_rows::{Row, Told};
use super::people::{goes, page};
use super::samples::with;
use crate::broadcasts::{
    self, BroadcastContactView, BroadcastContactsView, BroadcastsIntent, BroadcastsSlice, CreationPhase, DraftChange,
    DraftField, NewBroadcastView,
};
use crate::flow::{HttpFailure, StorePlace};
use crate::input::Intent;
use crate::session::SessionIntent;
use crate::view::View;
use crate::wire::VariableSource;
use rstest::rstest;
use serde_json::{Value, json};

const CREATE: &str = "POST broadcast/whatsapp";
pub(super) const CHECK: &str = "POST broadcast/whatsapp/check";
pub(super) const CONTACTS: &str = "GET contacts";
const TEMPLATES: &str = "GET campaigns/whatsapp/templates-messages/31";

/// The draft is open; campaign 31 has two routes and a template with one variable, and two contacts are found.
fn opened_draft() -> Bench {
    let mut bench = at_lists();
    let campaign =
        |id: &str, group: &str| json!({ "id": id, "name": format!("Campanha {id}"), "attendanceGroupId": group });
    let route = |id: &str, phone: &str| json!({ "id": id, "name": phone, "phone": phone, "connected": id == "1" });
    let column =
        json!({ "category": "", "columns": [{ "database": "fullname", "desc": "Nome", "show": "Y", "order": 1 }] });
    bench
        .answer(
            "GET agents/101/campaigns/whatsapp",
            200,
            json!({ "data": [campaign("31", "40"), campaign("32", "41")] }),
        )
        .answer(
            "GET campaigns/whatsapp/routes/31",
            200,
            json!({ "data": [route("1", "551140028922"), route("2", "551140028930")] }),
        )
        .answer(
            TEMPLATES,
            200,
            json!({ "data": [{ "id": "t1", "name": "renovacao", "body": "Olá {{1}}", "variables": ["nome"] }] }),
        )
        .answer("GET contacts/columns", 200, json!({ "data": [column] }))
        .answer(CONTACTS, 200, page(1..=2, 2));
    acts(&mut bench, BroadcastsIntent::OpenNewBroadcast);
    bench
}

pub(super) fn changes(bench: &mut Bench, change: DraftChange) {
    acts(bench, BroadcastsIntent::ChangeBroadcastDraft { change });
}

fn names(bench: &mut Bench, name: &str) {
    changes(bench, DraftChange { name: Some(name.to_owned()), ..DraftChange::default() });
}

pub(super) fn chooses(bench: &mut Bench, ids: &[&str], chosen: bool) {
    let ids = ids.iter().map(|&id| id.into()).collect();
    acts(bench, BroadcastsIntent::ChooseBroadcastContacts { ids, chosen });
}

pub(super) fn adds_file(bench: &mut Bench, headings: &[&str], rows: Vec<Vec<String>>) {
    let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
    let lines = (2..).take(rows.len()).collect();
    acts(bench, BroadcastsIntent::AddBroadcastFile { name: "c.csv".to_owned(), headings, rows, lines });
}

fn creates(bench: &mut Bench) {
    acts(bench, BroadcastsIntent::CreateBroadcast);
}

fn with_campaign() -> Bench {
    let mut bench = opened_draft();
    changes(&mut bench, DraftChange { group_id: Some("40".into()), ..DraftChange::default() });
    changes(&mut bench, DraftChange { campaign_id: Some("31".into()), ..DraftChange::default() });
    bench
}

/// A draft without faults, which was checked.
pub(super) fn complete() -> Bench {
    let mut bench = with_campaign();
    names(&mut bench, "Dezembro");
    changes(&mut bench, DraftChange { template_id: Some("t1".to_owned()), ..DraftChange::default() });
    chooses(&mut bench, &["1"], true);
    bench.advance(300).forget();
    bench
}

/// Every slice of broadcasts exists.
pub(super) fn everything_opened() -> Bench {
    let mut bench = complete();
    bench.answer(ENTRIES, 200, json!({ "data": [entry("1", "SENT", 1)] }));
    opens(&mut bench);
    bench
}

impl Bench {
    pub(super) fn new_broadcast(&self) -> NewBroadcastView {
        match self.workspace.view(&broadcasts::slices::NEW.key()) {
            View::Broadcasts(BroadcastsSlice::NewBroadcast(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn broadcast_contacts(&self) -> BroadcastContactsView {
        match self.workspace.view(&broadcasts::slices::CONTACTS.key()) {
            View::Broadcasts(BroadcastsSlice::BroadcastContacts(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn broadcast_contact(&self, id: &str) -> BroadcastContactView {
        match self.workspace.view(&broadcasts::slices::CONTACT.of(id.into())) {
            View::Broadcasts(BroadcastsSlice::BroadcastContact(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn is_draft_open(&self) -> bool {
        self.workspace.view(&broadcasts::slices::NEW.key()) != View::Absent
    }

    fn draft_faults(&self) -> Vec<(DraftField, String)> {
        self.new_broadcast().faults.into_iter().map(|fault| (fault.field, fault.text.key)).collect()
    }
}

pub(super) fn changes_name(bench: &mut Bench) {
    names(bench, "Janeiro");
    bench.advance(300);
}

fn chooses_other_route(bench: &mut Bench) {
    changes(bench, DraftChange { route_id: Some("2".to_owned()), ..DraftChange::default() });
}

fn filters_contacts(bench: &mut Bench) {
    let filter = crate::people::ContactFilterChoice { wallet: true, ..Default::default() };
    acts(bench, BroadcastsIntent::FilterBroadcastContacts { filter });
}

pub const BROADCAST_ROWS: &[Row] = &[
    Row {
        pending: "broadcasts::Lists",
        call: LISTS,
        before: enabled,
        told: Told::Inline,
        act: |bench| goes(bench, "/broadcast"),
    },
    Row { pending: "broadcasts::Entries", call: ENTRIES, before: at_lists, told: Told::Inline, act: opens },
    Row { pending: "broadcasts::Change", call: CANCEL, before: opened, told: Told::Snackbar, act: cancels },
    Row {
        pending: "broadcasts::Templates",
        call: TEMPLATES,
        before: with_campaign,
        told: Told::Inline,
        act: chooses_other_route,
    },
    Row { pending: "broadcasts::Check", call: CHECK, before: complete, told: Told::Inline, act: changes_name },
    Row { pending: "broadcasts::Create", call: CREATE, before: complete, told: Told::Inline, act: creates },
    Row {
        pending: "broadcasts::Contacts",
        call: CONTACTS,
        before: opened_draft,
        told: Told::Inline,
        act: filters_contacts,
    },
];

/// An example of docs/contract/broadcasts.
fn example(name: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/contract/broadcasts");
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).expect("the example");
    serde_json::from_str(&text).expect("an example in JSON")
}

#[test]
fn api_182_api_183_api_184_brd_003_the_core_reads_the_answers_and_events_of_the_contract() {
    let mut bench = enabled();
    bench.answer(LISTS, 200, example("lists"));
    goes(&mut bench, "/broadcast");
    let id = example("lists")["data"][0]["whatsapp_broadcast_list_id"].as_str().expect("an id").to_owned();
    bench.answer(&format!("GET broadcast/whatsapp/{id}/contacts"), 200, example("entries"));
    acts(&mut bench, BroadcastsIntent::OpenBroadcast { id: id.as_str().into() });
    let shown = bench.workspace.broadcasts.entry_order().expect("an opened list").len();
    assert_eq!(Some(shown), example("entries")["data"].as_array().map(Vec::len));
    for name in ["event-status", "event-schedule", "event-schedules"] {
        bench.frame(&example(name).to_string());
    }
    assert!(bench.reports().is_empty(), "{:?}", bench.reports());
    let fields = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let mut created = complete();
    changes(&mut created, DraftChange { starts_at: Some(1_795_190_000_000.0), ..DraftChange::default() });
    creates(&mut created);
    assert_eq!(fields(&created.call(CREATE).json()), fields(&example("create-request")));
    cancels(&mut created);
    assert_eq!(fields(&created.call(CANCEL).json()), fields(&example("cancel-request")));
}

#[test]
fn brd_007_the_groups_with_broadcasts_and_their_campaigns_are_offered() {
    let mut bench = opened_draft();
    let ids = |views: Vec<crate::people::NamedView>| views.into_iter().map(|view| view.id).collect::<Vec<_>>();
    let view = bench.new_broadcast();
    assert_eq!((ids(view.groups), ids(view.campaigns)), (vec!["40".to_owned()], vec![]));
    changes(&mut bench, DraftChange { group_id: Some("40".into()), ..DraftChange::default() });
    assert_eq!(ids(bench.new_broadcast().campaigns), ["31"]);
    changes(&mut bench, DraftChange { campaign_id: Some("31".into()), ..DraftChange::default() });
    let view = bench.new_broadcast();
    assert_eq!(
        (view.route_id.as_str(), ids(view.routes), view.templates.len()),
        ("1", vec!["1".to_owned(), "2".to_owned()], 1)
    );
    assert_eq!(bench.call(TEMPLATES).query_text(), "routePhone=551140028922");
}

#[test]
fn another_group_clears_campaign_route_and_template() {
    let mut bench = complete();
    changes(&mut bench, DraftChange { group_id: Some("41".into()), ..DraftChange::default() });
    let view = bench.new_broadcast();
    assert_eq!((view.campaign_id.as_str(), view.route_id.as_str(), view.template_id.as_str()), ("", "", ""));
    assert_eq!((view.name.as_str(), view.chosen), ("Dezembro", 1));
}

#[test]
fn brd_008_brd_009_brd_011_an_incomplete_draft_is_not_sent_and_its_faults_show_after_the_attempt() {
    let mut bench = opened_draft();
    assert_eq!(bench.draft_faults(), []);
    creates(&mut bench);
    let fields: Vec<DraftField> = bench.draft_faults().into_iter().map(|(field, _)| field).collect();
    let missing = [
        DraftField::Name,
        DraftField::Group,
        DraftField::Campaign,
        DraftField::Route,
        DraftField::Template,
        DraftField::Contacts,
    ];
    assert_eq!((fields, bench.calls_of(CREATE).len()), (missing.to_vec(), 0));
    names(&mut bench, "Dezembro");
    assert!(bench.draft_faults().iter().all(|(field, _)| *field != DraftField::Name));
}

#[test]
fn brd_001_brd_023_a_complete_draft_is_created_and_the_lists_are_shown_with_the_new_one() {
    let mut bench = complete();
    creates(&mut bench);
    let body = bench.call(CREATE).json();
    assert_eq!(body["customId"].as_str().map(str::len), Some(10));
    let expected = json!({ "agentId": "101", "orgUnitId": "1", "customId": body["customId"], "name": "Dezembro",
        "attendanceGroupId": "40", "campaignId": "31", "routeId": "1",
        "template": { "id": "t1", "variables": [{ "column": "fullname" }] }, "contacts": [{ "contactId": "1" }] });
    assert_eq!(body, expected);
    assert_eq!((bench.said(), bench.is_draft_open()), (vec!["Transmissão criada com sucesso".to_owned()], false));
    assert_eq!((bench.broadcast_card("9").name.as_str(), bench.broadcasts().has_draft), ("Dezembro", false));
    assert_eq!(bench.broadcasts().created, "9");
    opens(&mut bench);
    assert_eq!(bench.broadcasts().created, "", "the card takes the focus once");
}

#[rstest]
#[case::brd_025_the_name_is_taken(409, json!({ "cause": "duplicate" }), DraftField::Name, "duplicate")]
#[case::brd_012_too_many(422, json!({ "errors": { "contacts": "tooLong" }, "details": { "most": 500 } }), DraftField::Contacts, "tooMany")]
fn a_refused_creation_is_shown_at_its_field(
    #[case] status: u16,
    #[case] body: Value,
    #[case] field: DraftField,
    #[case] key: &str,
) {
    let mut bench = complete();
    bench.answer(CREATE, status, body);
    creates(&mut bench);
    assert_eq!(bench.draft_faults(), [(field, format!("broadcasts.fault.{key}"))]);
    assert_eq!((bench.new_broadcast().phase, bench.said()), (CreationPhase::Editing, vec![]));
    let first = bench.call(CREATE).json()["customId"].clone();
    names(&mut bench, "Outro nome");
    creates(&mut bench);
    assert_ne!(bench.calls_of(CREATE)[1].json()["customId"], first, "a refused request is over");
}

#[test]
fn brd_025_the_name_of_an_own_list_is_refused_without_a_request() {
    let mut bench = complete();
    names(&mut bench, "RENOVACAO");
    creates(&mut bench);
    assert_eq!(
        (bench.draft_faults(), bench.calls_of(CREATE).len()),
        (vec![(DraftField::Name, "broadcasts.fault.duplicate".to_owned())], 0)
    );
}

#[test]
fn bey_153_each_repetition_of_a_creation_has_the_same_id() {
    let mut bench = complete();
    bench.hold(CREATE);
    creates(&mut bench);
    bench.lose(CREATE, HttpFailure::NoAnswer).advance(1_300);
    names(&mut bench, "Janeiro");
    assert_eq!(bench.new_broadcast().name, "Dezembro", "the draft of a pending request does not change");
    let ids: Vec<Value> = bench.calls_of(CREATE).iter().map(|call| call.json()["customId"].clone()).collect();
    assert_eq!((ids.len(), ids[0] == ids[1]), (2, true));
    bench.reply(CREATE, 200, json!({ "broadcast": list("9", "Dezembro", 1) }));
    assert_eq!(bench.said(), ["Transmissão criada com sucesso"]);
}

/// What the lists show after the answer was lost, and what follows.
#[rstest]
#[case::the_server_created_it(200, lists(&[list("9", "Dezembro", 1)], 9), None)]
#[case::the_server_did_not(200, lists(&[], 9), Some((CreationPhase::Editing, "broadcasts.createFailed")))]
#[case::the_lists_are_refused(403, json!({}), Some((CreationPhase::Unknown, "broadcasts.createUnknown")))]
fn bey_153_a_creation_without_an_answer_is_looked_up(
    #[case] status: u16,
    #[case] listed: Value,
    #[case] expected: Option<(CreationPhase, &str)>,
) {
    let mut bench = complete();
    bench.hold(LISTS).fail(CREATE, HttpFailure::TimedOut);
    creates(&mut bench);
    bench.gives_up();
    assert_eq!((bench.new_broadcast().phase, bench.said()), (CreationPhase::LookingUp, vec![]));
    bench.reply(LISTS, status, listed);
    let Some((phase, error)) = expected else {
        assert_eq!((bench.is_draft_open(), bench.said()), (false, vec!["Transmissão criada com sucesso".to_owned()]));
        return;
    };
    let view = bench.new_broadcast();
    assert_eq!((view.phase, view.error.map(|text| text.key).as_deref()), (phase, Some(error)));
    let first = bench.calls_of(CREATE)[0].json()["customId"].clone();
    bench.restore_answer(CREATE, None);
    creates(&mut bench);
    assert_eq!(bench.calls_of(CREATE).last().unwrap().json()["customId"], first, "a repetition gets the first answer");
    assert_eq!(bench.said(), ["Transmissão criada com sucesso"]);
}

#[test]
fn bey_153_an_event_with_the_list_settles_a_creation_without_an_answer() {
    let mut bench = complete();
    bench.hold(LISTS).fail(CREATE, HttpFailure::TimedOut);
    creates(&mut bench);
    bench.gives_up();
    let created = list("9", "Dezembro", 1);
    bench.event("BroadcastStatusEvent", json!({ "agentId": "101", "status": "SENDING", "broadcast": created }));
    bench.reply(LISTS, 200, lists(&[list("9", "Dezembro", 1)], 9));
    assert_eq!((bench.is_draft_open(), bench.said()), (false, vec!["Transmissão criada com sucesso".to_owned()]));
}

#[test]
fn the_server_checks_the_draft_300_ms_after_the_last_change_and_the_latest_answer_wins() {
    let mut bench = complete();
    bench.hold(CHECK);
    names(&mut bench, "Jane");
    bench.advance(299);
    names(&mut bench, "Janeiro");
    bench.advance(299);
    assert_eq!(bench.calls_of(CHECK).len(), 0);
    bench.advance(1);
    assert_eq!((bench.calls_of(CHECK).len(), bench.new_broadcast().checking), (1, true));
    chooses(&mut bench, &["2"], true);
    bench.advance(300).reply(CHECK, 200, json!({ "receives": 77 }));
    assert_eq!(bench.new_broadcast().check.map(|check| check.receives), Some(1), "an answer about the earlier draft");
    let left_out = json!({ "index": 1, "contactName": "Pessoa 2", "status": "MISMATCH", "reason": "missingValue", "column": "fullname" });
    bench.reply(CHECK, 200, json!({ "receives": 1, "leftOut": [left_out], "dailyLimit": 10, "dailyUsed": 10 }));
    let view = bench.new_broadcast();
    let check = view.check.expect("a check");
    assert_eq!((check.receives, check.left_out, check.over_limit, view.checking), (1, 1, 1, false));
    assert_eq!((view.variables[0].missing, check.reasons[0].names.clone()), (1, vec!["Pessoa 2".to_owned()]));
    assert_eq!(
        bench.broadcast_contact("2").left_out.map(|text| text.key).as_deref(),
        Some("broadcasts.reasons.missingValueIn")
    );
    assert_eq!(bench.broadcast_contact("1").left_out, None);
}

#[test]
fn brd_012_an_installation_that_allows_more_contacts_says_so_in_the_check() {
    let mut bench = complete();
    let rows: Vec<Vec<String>> = (0..1_500).map(|number| vec![format!("5511{number:09}")]).collect();
    adds_file(&mut bench, &["Telefone"], rows);
    creates(&mut bench);
    assert_eq!(bench.draft_faults(), [(DraftField::Contacts, "broadcasts.fault.tooMany".to_owned())]);
    bench.advance(300);
    creates(&mut bench);
    assert_eq!(bench.call(CREATE).json()["contacts"].as_array().map(Vec::len), Some(1_501));
}

#[test]
fn contacts_are_searched_and_all_of_the_search_are_chosen_also_those_of_later_portions() {
    let mut bench = opened_draft();
    bench.answer(CONTACTS, 200, page(1..=2, 3)).forget();
    acts(&mut bench, BroadcastsIntent::SearchBroadcastContacts { text: "pes".to_owned() });
    bench.advance(250);
    assert_eq!(bench.call(CONTACTS).query_text(), "agent=101&org_unit=1&page=1&per_page=50&search=pes&broadcast=false");
    bench.hold(CONTACTS);
    chooses(&mut bench, &[], true);
    assert_eq!((bench.broadcast_contacts().choosing_all, bench.new_broadcast().chosen), (true, 0));
    bench.reply(CONTACTS, 200, page(3..=3, 3));
    assert_eq!((bench.broadcast_contacts().choosing_all, bench.new_broadcast().chosen), (false, 3));
    chooses(&mut bench, &["2"], false);
    assert_eq!((bench.broadcast_contact("2").chosen, bench.broadcast_contacts().chosen), (false, 2));
    acts(&mut bench, BroadcastsIntent::ShowChosenContacts { only: true });
    let shown: Vec<String> = bench.workspace.broadcasts.contact_order().ids().map(ToString::to_string).collect();
    assert_eq!(shown, ["1", "3"]);
}

#[test]
fn the_rows_of_a_file_are_chosen_and_replace_those_of_an_earlier_file() {
    let mut bench = complete();
    let file = |bench: &mut Bench, rows: &[&[&str]]| {
        let rows = rows.iter().map(|row| row.iter().map(|&value| value.to_owned()).collect()).collect();
        adds_file(bench, &["Nome", "Telefone", "Plano"], rows);
    };
    file(&mut bench, &[&["Ana", "5511988776655", "Fibra"], &["Bia", "", ""], &["Ana", "5511988776655", ""]]);
    let view = bench.new_broadcast();
    assert_eq!((view.chosen, view.file_rows, view.file_repeated, view.file_without_phone), (2, 3, 1, vec![3]));
    assert!(view.columns.iter().any(|column| column.id == "Plano"));
    let variables = Some(vec![VariableSource { column: "Plano".to_owned(), text: String::new() }]);
    changes(&mut bench, DraftChange { variables, ..DraftChange::default() });
    let row = bench.broadcast_contact("row-2");
    assert_eq!((row.name.as_str(), row.values, row.line), ("Ana", vec!["Fibra".to_owned()], 2));
    file(&mut bench, &[&["Caio", "5511977665544", "Fibra"]]);
    assert_eq!((bench.new_broadcast().chosen, bench.broadcast_contact("row-2").name), (2, "Caio".to_owned()));
    adds_file(&mut bench, &["Plano"], vec![]);
    let fault = bench.new_broadcast().file_fault.map(|text| super::words::said(&text));
    assert_eq!((fault.as_deref(), bench.new_broadcast().chosen), (Some("O arquivo não tem a coluna “telefone”"), 2));
}

#[test]
fn the_draft_stays_after_a_reload_for_its_agent_until_it_is_discarded() {
    let mut bench = complete();
    bench.advance(1_000);
    assert!(bench.stored(StorePlace::Unsent, "broadcast/101").is_some());
    bench.reload().start("/broadcast");
    assert!(bench.broadcasts().has_draft && !bench.is_draft_open());
    acts(&mut bench, BroadcastsIntent::OpenNewBroadcast);
    let view = bench.new_broadcast();
    assert_eq!((view.name.as_str(), view.template_id.as_str(), view.chosen), ("Dezembro", "t1", 1));
    acts(&mut bench, BroadcastsIntent::DiscardBroadcastDraft);
    bench.advance(1_000);
    assert_eq!((bench.broadcasts().has_draft, bench.stored(StorePlace::Unsent, "broadcast/101")), (false, None));
}

#[test]
fn bey_153_after_a_reload_a_creation_without_an_answer_is_looked_up() {
    let mut bench = complete();
    bench.hold(CREATE);
    creates(&mut bench);
    bench.advance(1_000).answer(LISTS, 200, lists(&[list("9", "Dezembro", 1)], 9)).reload().start("/broadcast");
    assert_eq!(
        (bench.said(), bench.broadcasts().has_draft),
        (vec!["Transmissão criada com sucesso".to_owned()], false)
    );
}

#[test]
fn the_draft_of_an_agent_is_kept_for_the_next_sign_in_of_that_agent() {
    let mut bench = complete();
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).advance(300);
    assert!(!bench.broadcasts().has_draft && !bench.is_draft_open());
    bench
        .answer("POST auth/login", 200, with(super::samples::login_reply(), json!({ "agentId": "101" })))
        .restore_answer("POST auth/login", None);
    bench.sign_in();
    assert!(bench.broadcasts().has_draft);
}
