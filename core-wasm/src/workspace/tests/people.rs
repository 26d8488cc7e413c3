//! The page of contacts, the summary of a contact, the contact form, and the page of one contact.

use super::bench::Bench;
use super::samples::with;
use crate::flow::HttpFailure;
use crate::input::{Input, Intent, PageInput};
use crate::people::{
    self, ContactFilterChoice, ContactRowView, ContactSummaryView, ContactsPageView, Fields, PeopleIntent, PeopleSlice,
    PreferentialView,
};
use crate::session::SessionIntent;
use crate::shell::RiskBand;
use crate::view::View;
use crate::workspace::context;
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET contacts";

/// A contact as the server lists it.
pub(super) fn listed(id: u32, more: Value) -> Value {
    let contact = json!({ "id": id.to_string(), "fullname": format!("Pessoa {id}"), "version": 3,
        "identifiers": { "id": format!("CLI-{id}"), "phone1": format!("551133330{id:03}") } });
    with(contact, more)
}

/// A portion of the list with these contacts.
pub(super) fn page(ids: std::ops::RangeInclusive<u32>, total: u32) -> Value {
    json!({ "data": ids.map(|id| listed(id, json!({}))).collect::<Vec<_>>(), "total": total })
}

pub(super) fn goes(bench: &mut Bench, path: &str) {
    bench.page(PageInput::RouteRequested { path: path.to_owned() });
}

pub(super) fn acts(bench: &mut Bench, intent: PeopleIntent) {
    bench.intent(Intent::People(intent));
}

/// The page of contacts, which lists these contacts.
pub(super) fn at_contacts(first: Value) -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, first);
    goes(&mut bench, "/contact-management");
    bench.forget();
    bench
}

fn types(bench: &mut Bench, text: &str) {
    acts(bench, PeopleIntent::SearchContactList { text: text.to_owned() });
}

pub(super) fn fields(values: &[(&str, &str)]) -> Fields {
    values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

impl Bench {
    pub fn contacts_page(&self) -> ContactsPageView {
        match self.workspace.view(&people::slices::CONTACTS.key()) {
            View::People(PeopleSlice::ContactsPage(page)) => page,
            other => panic!("{other:?}"),
        }
    }

    pub fn listed_ids(&self, key: &str) -> Vec<String> {
        let key = crate::workspace::Workspace::slice_key(key).expect("a list");
        match self.workspace.view(&key) {
            View::List(list) => list.ids.into_iter().map(String::from).collect(),
            other => panic!("{other:?}"),
        }
    }

    pub fn contact_row(&self, id: &str) -> ContactRowView {
        match self.workspace.view(&people::slices::CONTACT_ROW.of(id.into())) {
            View::People(PeopleSlice::ContactListRow(row)) => *row,
            other => panic!("{other:?}"),
        }
    }

    fn summary_of_contact(&self) -> Option<ContactSummaryView> {
        match self.workspace.view(&people::slices::SUMMARY.key()) {
            View::People(PeopleSlice::ContactSummary(summary)) => Some(*summary),
            _ => None,
        }
    }
}

fn shown_contact_count(bench: &Bench) -> usize {
    bench.listed_ids("contactOrder:shown").len()
}

#[test]
fn the_page_of_contacts_loads_them_and_keeps_them_for_the_agents_return() {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, page(1..=50, 120));
    goes(&mut bench, "/contact-management");
    let call = bench.call(LIST);
    assert_eq!(call.query_text(), "agent=101&org_unit=1&page=1&per_page=50");
    let list = bench.contacts_page().list;
    assert_eq!(
        (shown_contact_count(&bench), list.total, list.ended, list.pending, list.loaded),
        (50, 120, false, false, true)
    );
    bench.forget();
    goes(&mut bench, "/contact/2");
    goes(&mut bench, "/contact-management");
    assert_eq!((bench.calls_of(LIST).len(), shown_contact_count(&bench)), (0, 50));
    // After other work the contacts are refetched; the earlier rows are shown until the answer arrives.
    bench.hold(LIST);
    goes(&mut bench, "/attendance");
    goes(&mut bench, "/contact-management");
    assert_eq!((bench.calls_of(LIST).len(), shown_contact_count(&bench)), (1, 50));
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!(
        (shown_contact_count(&bench), bench.contacts_page().list.loaded),
        (0, false),
        "nothing outlives the session"
    );
}

#[test]
fn ctc_032_portions_are_requested_until_an_answer_without_contacts_and_the_rows_stay() {
    let mut bench = at_contacts(page(1..=50, 0));
    bench.answer(LIST, 200, page(51..=70, 0));
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert_eq!(bench.call(LIST).query_text(), "agent=101&org_unit=1&page=2&per_page=50");
    assert_eq!((shown_contact_count(&bench), bench.contacts_page().list.ended), (70, false));
    bench.forget().answer(LIST, 204, Value::Null);
    acts(&mut bench, PeopleIntent::MoreContacts);
    let list = bench.contacts_page().list;
    assert_eq!(
        (bench.calls_of(LIST).len(), shown_contact_count(&bench), list.ended, list.failed),
        (1, 70, true, false)
    );
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert_eq!(bench.calls_of(LIST).len(), 1, "no page is requested behind the last one");
}

#[test]
fn the_total_number_of_contacts_ends_the_list_without_another_request() {
    let bench = at_contacts(page(1..=20, 20));
    assert!(bench.contacts_page().list.ended);
}

#[test]
fn a_list_without_a_total_ends_with_an_answer_without_new_rows() {
    let mut bench = at_contacts(page(1..=50, 0)["data"].clone());
    assert!(!bench.contacts_page().list.ended, "it says nothing about other pages");
    bench.answer(LIST, 200, page(41..=60, 0)["data"].clone());
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert_eq!(
        (shown_contact_count(&bench), bench.contacts_page().list.ended),
        (60, false),
        "known rows are not listed again"
    );
    bench.answer(LIST, 200, page(51..=60, 0)["data"].clone());
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert_eq!((shown_contact_count(&bench), bench.contacts_page().list.ended), (60, true));
}

#[test]
fn a_deletion_between_two_portions_omits_no_contact() {
    let mut bench = at_contacts(page(1..=50, 60));
    bench.answer("DELETE contacts/CLI-2/AGENT-101", 200, json!({}));
    deletes(&mut bench, &["2"]);
    let rest: Vec<Value> = (1..=51).filter(|id| *id != 2).map(|id| listed(id, json!({}))).collect();
    bench.answer(LIST, 200, json!({ "data": rest, "total": 59 })).forget();
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert!(bench.call(LIST).query_text().contains("page=1&"), "the page that has the 50th contact now");
    let ids = bench.listed_ids("contactOrder:shown");
    assert_eq!((ids.len(), ids[0].as_str(), ids[49].as_str()), (50, "1", "51"));
}

#[rstest]
#[case::server_fault(500)]
#[case::refused(403)]
fn a_failed_portion_of_contacts_keeps_the_rows_and_can_be_requested_again(#[case] status: u16) {
    let mut bench = at_contacts(page(1..=50, 60));
    bench.answer(LIST, status, json!({}));
    acts(&mut bench, PeopleIntent::MoreContacts);
    let list = bench.contacts_page().list;
    assert_eq!((shown_contact_count(&bench), list.failed, list.loading_more, list.ended), (50, true, false, false));
    bench.forget().answer(LIST, 200, page(51..=60, 60));
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert_eq!(bench.call(LIST).query[2], ("page".to_owned(), "2".to_owned()));
    assert_eq!((shown_contact_count(&bench), bench.contacts_page().list.failed), (60, false));
}

#[test]
fn a_failed_first_search_is_repeated_with_the_same_text() {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.fail(LIST, HttpFailure::NoAnswer);
    types(&mut bench, "ana");
    bench.advance(250);
    assert_eq!((shown_contact_count(&bench), bench.contacts_page().list.failed), (3, true), "the rows of before stay");
    bench.forget().answer(LIST, 200, page(7..=7, 1));
    acts(&mut bench, PeopleIntent::MoreContacts);
    assert!(bench.call(LIST).query_text().contains("page=1&per_page=50&search=ana"));
    assert_eq!(bench.listed_ids("contactOrder:shown"), ["7"]);
}

#[test]
fn api_162_ctc_041_a_search_is_sent_after_the_last_letter_and_only_the_newest_answer_is_used() {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.hold(LIST);
    types(&mut bench, "an");
    bench.advance(249);
    types(&mut bench, "ana");
    bench.advance(249);
    assert_eq!((bench.calls.len(), bench.contacts_page().list.pending), (0, true));
    bench.advance(1);
    let sent = "agent=101&org_unit=1&page=1&per_page=50&search=ana&broadcast=false";
    assert_eq!(bench.call(LIST).query_text(), sent);
    types(&mut bench, "(11) 3333-0005");
    bench.advance(250);
    bench.reply(LIST, 200, page(1..=2, 2));
    assert_eq!(
        (shown_contact_count(&bench), bench.contacts_page().list.pending),
        (3, true),
        "the answer for \"ana\" is too old"
    );
    bench.reply(LIST, 200, page(5..=5, 1));
    assert_eq!(bench.listed_ids("contactOrder:shown"), ["5"]);
    let last = bench.calls_of(LIST)[1].query_text();
    assert!(last.contains("search=1133330005"), "a number is searched by its digits: {last}");
    types(&mut bench, "");
    bench.advance(250).reply(LIST, 200, page(1..=3, 3));
    assert!(!bench.calls_of(LIST)[2].query_text().contains("search"));
    assert_eq!(shown_contact_count(&bench), 3, "an empty text shows all");
}

#[test]
fn a_search_without_a_result_empties_the_list() {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.answer(LIST, 204, Value::Null);
    types(&mut bench, "zzz");
    bench.advance(250);
    let list = bench.contacts_page().list;
    assert_eq!((shown_contact_count(&bench), list.total, list.loaded, list.ended), (0, 0, true, true));
}

#[test]
fn wal_004_the_wallet_lists_the_agents_preferential_contacts() {
    let mut bench = at_contacts(page(1..=3, 3));
    let own = json!({ "preferential": true, "preferentialAgentId": "101", "churnRisk": 71, "lastContact": { "protocol": "P7", "channel": "voice" } });
    bench.answer(LIST, 200, json!({ "data": [listed(2, own)], "total": 1 }));
    let filter = ContactFilterChoice {
        wallet: true,
        tags: vec!["4".into(), "9".into()],
        sort: "-risk".into(),
        ..Default::default()
    };
    acts(&mut bench, PeopleIntent::FilterContactList { filter });
    let sent = "agent=101&org_unit=1&page=1&per_page=50&preferential=true&tags=4,9&sort=-risk";
    assert_eq!(bench.call(LIST).query_text(), sent);
    let row = bench.contact_row("2");
    assert_eq!((row.preferential, row.risk.map(|risk| risk.percent)), (PreferentialView::Own, Some(71)));
    assert_eq!(row.last_contact.map(|last| last.protocol), Some("P7".to_owned()));
}

#[rstest]
#[case::below_40(39.9, 40, RiskBand::Low)]
#[case::at_40(40.0, 40, RiskBand::Medium)]
#[case::at_70(70.0, 70, RiskBand::Medium)]
#[case::above_70(70.1, 70, RiskBand::High)]
fn a_probability_of_churn_has_a_level(#[case] risk: f64, #[case] percent: u32, #[case] band: RiskBand) {
    let bench = at_contacts(json!({ "data": [listed(1, json!({ "churnRisk": risk }))] }));
    assert_eq!(bench.contact_row("1").risk.map(|risk| (risk.percent, risk.band)), Some((percent, band)));
}

#[test]
fn the_list_is_kept_while_one_contact_is_shown_and_refetched_after_a_return_from_another_page() {
    const COMPANIES: &str = "GET employers";
    let mut bench = at_contacts(page(1..=3, 3));
    for path in ["/employer-management", "/contact/2", "/contact-management"] {
        goes(&mut bench, path);
    }
    assert_eq!((bench.calls_of(LIST).len(), bench.calls_of(COMPANIES).len()), (0, 0));
    goes(&mut bench, "/history");
    bench.answer(LIST, 200, page(1..=4, 4));
    goes(&mut bench, "/contact-management");
    assert_eq!((bench.calls_of(LIST).len(), bench.calls_of(COMPANIES).len()), (1, 1));
    assert_eq!(bench.contacts_page().list.total, 4, "another agent created one meanwhile");
}

/// Columns in two categories, one of them not shown.
fn columns() -> Value {
    json!([
        { "category": "", "columns": [
            { "database": "email", "desc": "E-mail", "show": "Y", "order": 3 },
            { "database": "fullname", "desc": "Nome", "show": "Y", "order": 1 },
            { "database": "chat_identifier", "desc": "Chat", "show": "N", "order": 4 },
        ] },
        { "category": "Contrato", "columns": [{ "database": "plano", "desc": "Plano", "show": "Y", "order": 2 }] },
    ])
}

fn names(page: &ContactsPageView) -> Vec<&str> {
    page.columns.iter().map(|column| column.database.as_str()).collect()
}

#[test]
fn api_150_ctc_005_columns_show_in_ascending_order_unless_the_agent_chose_others() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/columns", 200, columns());
    goes(&mut bench, "/contact-management");
    assert_eq!(bench.call("GET contacts/columns").query_text(), "group_by=category&by_field=id");
    let page = bench.contacts_page();
    assert_eq!(names(&page), ["fullname", "plano", "email"]);
    assert_eq!((page.columns[1].category.as_str(), page.all_columns.len()), ("Contrato", 4));
    let columns = vec!["email".to_owned(), "chat_identifier".to_owned(), "unknown".to_owned()];
    acts(&mut bench, PeopleIntent::ChooseContactColumns { columns });
    assert_eq!(names(&bench.contacts_page()), ["email", "chat_identifier"]);
    acts(&mut bench, PeopleIntent::ChooseContactColumns { columns: Vec::new() });
    assert_eq!(names(&bench.contacts_page()), ["fullname", "plano", "email"]);
}

#[test]
fn api_160_api_161_ctc_035_a_saved_filter_lists_its_contacts_and_the_agent_chooses_the_columns() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/columns", 200, columns());
    bench.answer("GET template/contact-filters/101", 200, json!([{ "id": "7", "name": "Renovação em 30 dias" }]));
    bench.answer("GET template/contact-filters/contacts/7", 200, page(8..=9, 2));
    goes(&mut bench, "/contact-management");
    assert_eq!(bench.contacts_page().saved_filters[0].name, "Renovação em 30 dias");
    let filter = ContactFilterChoice { saved_filter: "7".into(), ..Default::default() };
    acts(&mut bench, PeopleIntent::FilterContactList { filter });
    assert_eq!(bench.listed_ids("contactOrder:shown"), ["8", "9"]);
    let sent = bench.call("GET template/contact-filters/contacts/7").query_text();
    assert_eq!(sent, "agent=101&org_unit=1&page=1&per_page=50");
    let columns = vec!["email".to_owned(), "fullname".to_owned()];
    acts(&mut bench, PeopleIntent::ChooseContactColumns { columns });
    assert_eq!(names(&bench.contacts_page()), ["email", "fullname"]);
}

fn deletes(bench: &mut Bench, ids: &[&str]) {
    acts(bench, PeopleIntent::DeleteContacts { contact_ids: ids.iter().map(|id| (*id).into()).collect() });
}

#[test]
fn api_154_ctc_022_ctc_040_ctc_042_a_contact_is_deleted_by_its_identifier_and_its_row_removed_after_the_answer() {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.hold("DELETE contacts/CLI-2/AGENT-101");
    deletes(&mut bench, &["2"]);
    assert_eq!(
        (shown_contact_count(&bench), bench.contact_row("2").busy, bench.contacts_page().deleting),
        (3, true, 1)
    );
    bench.reply("DELETE contacts/CLI-2/AGENT-101", 200, json!({ "success": true }));
    assert_eq!(bench.listed_ids("contactOrder:shown"), ["1", "3"]);
    assert_eq!(bench.contacts_page().list.total, 2);
    assert_eq!(bench.said(), ["Contato excluído com sucesso"]);
}

#[rstest]
#[case::in_use(409, json!({ "reason": "CONTACT_IN_USE" }))]
#[case::server_fault(500, json!({}))]
fn ctc_023_a_contact_that_cannot_be_deleted_stays(#[case] status: u16, #[case] body: Value) {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.answer("DELETE contacts/CLI-2/AGENT-101", status, body);
    deletes(&mut bench, &["2"]);
    assert_eq!((shown_contact_count(&bench), bench.contact_row("2").busy), (3, false));
    assert_eq!(bench.said(), ["Contato não pode ser excluído"]);
}

#[test]
fn deleting_several_contacts_sends_one_request_after_another_and_shows_the_result_in_one_snackbar() {
    let mut bench = at_contacts(page(1..=4, 4));
    bench.hold("DELETE contacts/CLI-1/AGENT-101").answer("DELETE contacts/CLI-3/AGENT-101", 404, json!({}));
    bench.answer("DELETE contacts/CLI-2/AGENT-101", 200, json!({}));
    deletes(&mut bench, &["1", "2", "3"]);
    assert_eq!(bench.calls.len(), 1);
    bench.reply("DELETE contacts/CLI-1/AGENT-101", 200, json!({}));
    assert_eq!(
        (bench.listed_ids("contactOrder:shown"), bench.said()),
        (vec!["4".to_owned()], vec!["3 contatos excluídos com sucesso".to_owned()])
    );
}

#[test]
fn the_agent_selects_single_rows_or_all_rows_and_clears_the_selection() {
    let mut bench = at_contacts(page(1..=4, 4));
    acts(&mut bench, PeopleIntent::SelectContacts { contact_ids: vec!["2".into(), "9".into()], selected: true });
    assert_eq!((bench.contact_row("2").selected, bench.contacts_page().selected), (true, 1));
    acts(&mut bench, PeopleIntent::SelectContacts { contact_ids: Vec::new(), selected: true });
    assert_eq!(bench.contacts_page().selected, 4);
    acts(&mut bench, PeopleIntent::SelectContacts { contact_ids: vec!["1".into()], selected: false });
    assert_eq!((bench.contact_row("1").selected, bench.contacts_page().selected), (false, 3));
    bench.answer(LIST, 200, page(4..=6, 3));
    types(&mut bench, "x");
    bench.advance(250);
    assert_eq!(bench.contacts_page().selected, 1, "a row that left the list is not selected");
}

#[test]
fn ctc_036_the_summary_shows_data_and_last_contact_and_steps_through_the_list() {
    let mut bench = at_contacts(page(1..=3, 3));
    let last = json!({ "protocol": "P9", "channel": "whatsapp", "metaType": "instagram", "at": "2026-11-19T14:20:00Z", "agentName": "Juliana Castro", "queueName": "Vendas", "qualification": "Agendado", "lastMessage": "Pode me chamar?" });
    bench.hold("GET contacts/2/last-contact").answer("GET contacts/3/last-contact", 204, Value::Null);
    acts(&mut bench, PeopleIntent::OpenContactSummary { contact_id: "2".into() });
    let summary = bench.summary_of_contact().expect("the summary");
    assert_eq!(
        (summary.contact.name.as_str(), summary.contact.identifier.as_str(), summary.loading),
        ("Pessoa 2", "CLI-2", true)
    );
    assert_eq!((summary.has_previous, summary.has_next), (true, true));
    bench.reply("GET contacts/2/last-contact", 200, last);
    let summary = bench.summary_of_contact().expect("the summary");
    let last = summary.contact.last_contact.expect("the last contact");
    assert_eq!(
        (last.queue.as_str(), last.agent.as_str(), last.message.as_str()),
        ("Vendas", "Juliana Castro", "Pode me chamar?")
    );
    assert!(!summary.loading && last.at.is_some());
    acts(&mut bench, PeopleIntent::StepContactSummary { forward: true });
    let summary = bench.summary_of_contact().expect("the summary");
    assert_eq!((summary.contact.id.as_str(), summary.has_next, summary.contact.last_contact), ("3", false, None));
    acts(&mut bench, PeopleIntent::StepContactSummary { forward: true });
    assert_eq!(
        bench.summary_of_contact().map(|summary| summary.contact.id),
        Some("3".to_owned()),
        "there is no next one"
    );
    acts(&mut bench, PeopleIntent::CloseContactSummary);
    assert_eq!(bench.summary_of_contact(), None);
}

pub(super) fn saves(bench: &mut Bench, values: &[(&str, &str)]) {
    acts(bench, PeopleIntent::SaveContactEditor { fields: fields(values) });
}

pub(super) fn edits(bench: &mut Bench, id: &str) {
    acts(bench, PeopleIntent::OpenContactEditor { contact_id: id.into() });
}

#[test]
fn tags_and_churn_risk_that_changed_on_another_page_are_shown_in_the_row() {
    let mut bench = at_contacts(json!({ "data": [listed(1, json!({ "churnRisk": 80 }))] }));
    let tags: Vec<crate::wire::JobTag> =
        serde_json::from_value(json!([{ "tag_item_id": "4", "tag_item_name": "VIP", "tag_item_color": "#2E7D32" }]))
            .expect("tags");
    let workspace = &mut bench.workspace;
    workspace.people.contact_tagged(context!(workspace), "1", &tags);
    workspace.people.risk_removed(context!(workspace), "1");
    let marked = bench.workspace.handle(Input::Wake, bench.now).dirty;
    assert!(marked.contains(&people::slices::CONTACT_ROW.of("1".into())));
    let row = bench.contact_row("1");
    assert_eq!((row.tags[0].name.as_str(), row.tags[0].color.as_str(), row.risk), ("VIP", "#2E7D32", None));
}

/// The pages with every part of their state loaded.
pub(super) fn everything_loaded() -> Bench {
    let mut bench = at_contacts(page(1..=2, 2));
    acts(&mut bench, PeopleIntent::OpenContactSummary { contact_id: "1".into() });
    edits(&mut bench, "1");
    goes(&mut bench, "/contact/2");
    bench
}
