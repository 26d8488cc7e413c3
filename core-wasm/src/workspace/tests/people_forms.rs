//! The form of a contact, the page of one contact, and the switch that puts a contact into the wallet.

use super::bench::Bench;
use super::people::{acts, at_contacts, edits, fields, goes, listed, page, saves};
use super::words::said;
use crate::people::{
    self, ContactFilterChoice, ContactPageView, PeopleIntent, PeopleSlice, PreferentialView, RecordFormView,
    RecordState,
};
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

impl Bench {
    fn contact_form(&self) -> Option<RecordFormView> {
        match self.workspace.view(&people::slices::CONTACT_FORM.key()) {
            View::People(PeopleSlice::ContactForm(form)) => Some(*form),
            _ => None,
        }
    }

    fn contact_page(&self) -> ContactPageView {
        match self.workspace.view(&people::slices::CONTACT_PAGE.key()) {
            View::People(PeopleSlice::ContactPage(page)) => *page,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_contact_is_created_and_becomes_the_first_row() {
    let mut bench = at_contacts(page(1..=3, 3));
    edits(&mut bench, "");
    saves(
        &mut bench,
        &[
            ("fullname", " Marina Prado "),
            ("id", "+CLI-9"),
            ("phone1", "+55 (11) 3333-4444"),
            ("email", ""),
            ("plano", "Ouro"),
            ("employer_id", "8"),
        ],
    );
    let draft = json!({ "fullname": "Marina Prado", "contact_identifier": "CLI-9", "contact_phone1": "551133334444", "data": { "plano": "Ouro" }, "employer_id": "8" });
    assert_eq!(bench.call("POST contacts").json(), json!({ "contact": draft, "agent": "101" }));
    assert_eq!((bench.contact_form(), bench.said()), (None, vec!["Contato cadastrado com sucesso".to_owned()]));
    assert_eq!(
        (bench.listed_ids("contactOrder:shown"), bench.contacts_page().list.total),
        (["9", "1", "2", "3"].map(str::to_owned).to_vec(), 4)
    );
}

#[rstest]
#[case::ctc_013_blank("id", "cli 9", "O identificador não pode conter espaços")]
#[case::ctc_013_in_the_whatsapp_number("whatsapp_identifier", "ana lima", "O identificador não pode conter espaços")]
#[case::no_identifier("id", "+", "Esse campo é obrigatório.")]
#[case::no_name("fullname", "  ", "Esse campo é obrigatório.")]
#[case::a_telephone_with_letters("phone1", "11 CALL-ME", "Use só números")]
#[case::a_name_of_100_kb("fullname", &"a".repeat(100_000), "Use no máximo 200 caracteres")]
fn an_invalid_value_of_a_contact_is_shown_and_nothing_is_sent(
    #[case] field: &str,
    #[case] value: &str,
    #[case] sentence: &str,
) {
    let mut bench = at_contacts(page(1..=1, 1));
    edits(&mut bench, "");
    let mut values = fields(&[("fullname", "Ana"), ("id", "CLI-9")]);
    values.insert(field.to_owned(), value.to_owned());
    acts(&mut bench, PeopleIntent::SaveContactEditor { fields: values });
    let form = bench.contact_form().expect("the form stays");
    assert_eq!(
        (form.errors.len(), said(form.errors.get(field).expect("a text")).as_str(), form.attempts),
        (1, sentence, 1)
    );
    assert_eq!(bench.calls_of("POST contacts").len(), 0);
}

/// The page of a contact was opened by its address, so no list has loaded the columns.
#[test]
fn a_contact_form_opened_without_the_list_loads_the_columns_once() {
    const COLUMNS: &str = "GET contacts/columns";
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/5", 200, json!({ "data": [listed(5, json!({}))] }));
    goes(&mut bench, "/contact/5");
    bench.forget();
    let plan = json!({ "name": "plano", "label": "Plano", "database": "plano", "show": "N" });
    bench.answer(COLUMNS, 200, json!({ "data": [{ "category": "Outros", "columns": [plan] }] }));
    edits(&mut bench, "5");
    let names = bench.contacts_page().all_columns.into_iter().map(|column| column.database);
    assert_eq!(names.collect::<Vec<_>>(), ["plano"]);
    edits(&mut bench, "5");
    assert_eq!(bench.calls_of(COLUMNS).len(), 1);
}

#[test]
fn a_new_contact_without_any_value_marks_the_missing_fields() {
    let mut bench = at_contacts(page(1..=1, 1));
    edits(&mut bench, "");
    saves(&mut bench, &[("email", "ana@x")]);
    let errors: Vec<String> = bench.contact_form().expect("the form").errors.into_keys().collect();
    assert_eq!(errors, ["fullname", "id"]);
}

#[test]
fn only_changed_fields_of_a_contact_are_saved_with_the_version_and_the_row_changes_at_once() {
    let last = json!({ "lastContact": { "protocol": "P1" }, "data": { "plano": "Prata" } });
    let mut bench = at_contacts(json!({ "data": [listed(5, last)] }));
    edits(&mut bench, "5");
    let form = bench.contact_form().expect("the form");
    assert_eq!(
        (
            form.values.get("fullname").expect("a value").as_str(),
            form.values.get("plano").expect("a value").as_str(),
            form.inline
        ),
        ("Pessoa 5", "Prata", false)
    );
    bench.answer("PUT contacts/5", 200, listed(5, json!({ "email": "ana@x", "version": 4 })));
    saves(&mut bench, &[("fullname", "Pessoa 5"), ("email", "ana@x"), ("plano", ""), ("employer_id", "")]);
    let draft = json!({ "id": "5", "email": "ana@x", "data": { "plano": "" }, "version": 3 });
    assert_eq!(bench.call("PUT contacts/5").json(), json!({ "contact": draft, "agent": "101" }));
    let row = bench.contact_row("5");
    assert_eq!((row.email.as_str(), row.last_contact.map(|last| last.protocol)), ("ana@x", Some("P1".to_owned())));
    assert_eq!(bench.contact_form(), None);
    bench.forget();
    edits(&mut bench, "5");
    saves(&mut bench, &[("fullname", "Pessoa 5")]);
    let sent = bench.calls_of("PUT contacts/5").len();
    assert_eq!((sent, bench.contact_form()), (0, None), "nothing changed, nothing is sent");
}

#[test]
fn a_contact_that_another_agent_changed_during_the_edit_shows_both_values_and_can_be_overwritten() {
    let mut bench = at_contacts(page(5..=5, 1));
    edits(&mut bench, "5");
    let theirs = listed(5, json!({ "email": "deles@x", "fullname": "Outro Nome", "version": 8 }));
    bench.answer("PUT contacts/5", 409, json!({ "reason": "CHANGED_CONTACT", "details": { "contact": theirs } }));
    saves(&mut bench, &[("email", "minha@x"), ("phone1", "551133330005")]);
    let form = bench.contact_form().expect("the form stays");
    assert_eq!(
        (form.values.get("email").expect("a value").as_str(), form.other),
        ("minha@x", fields(&[("email", "deles@x")]))
    );
    assert_eq!((form.pending, bench.contact_row("5").name.as_str(), bench.said().len()), (false, "Outro Nome", 0));
    assert_eq!(
        said(&form.error.expect("why")),
        "Outro agente alterou este cadastro. Confira os valores e salve de novo."
    );
    bench.forget().answer("PUT contacts/5", 200, listed(5, json!({ "email": "minha@x", "version": 9 })));
    saves(&mut bench, &[("email", "minha@x"), ("phone1", "551133330005")]);
    assert_eq!(bench.call("PUT contacts/5").json()["contact"], json!({ "id": "5", "email": "minha@x", "version": 8 }));
    assert_eq!((bench.contact_form(), bench.contact_row("5").email.as_str()), (None, "minha@x"));
}

#[test]
fn a_change_of_other_fields_by_another_agent_is_shown_beside_the_own_change() {
    let mut bench = at_contacts(page(5..=5, 1));
    edits(&mut bench, "5");
    bench.hold("PUT contacts/5").forget();
    saves(&mut bench, &[("email", "minha@x"), ("plano", "Ouro")]);
    let theirs = listed(5, json!({ "fullname": "Outro Nome", "version": 8 }));
    let body = json!({ "reason": "CHANGED_CONTACT", "details": { "contact": theirs } });
    bench.reply("PUT contacts/5", 409, body.clone());
    let sent = bench.calls_of("PUT contacts/5")[1].json();
    let draft = json!({ "id": "5", "email": "minha@x", "data": { "plano": "Ouro" }, "version": 8 });
    assert_eq!((sent["contact"].clone(), bench.contact_form().map(|form| form.pending)), (draft, Some(true)));
    bench.reply("PUT contacts/5", 409, body);
    assert_eq!(bench.calls_of("PUT contacts/5").len(), 2, "the same refusal again is shown");
    assert!(bench.contact_form().is_some_and(|form| !form.pending && form.error.is_some()));
}

#[rstest]
#[case::the_server_failed(500, json!({}), "Ocorreu um erro ao salvar as alterações do contato")]
#[case::the_identifier_is_of_another_contact(409, json!({ "reason": "DUPLICATE_IDENTIFIER" }), "Identificador já cadastrado")]
#[case::a_changed_contact_that_is_unreadable(409, json!({ "reason": "CHANGED_CONTACT" }), "Ocorreu um erro ao salvar as alterações do contato")]
#[case::the_contact_was_deleted_meanwhile(404, json!({}), "Este contato foi excluído")]
fn a_failed_save_of_a_contact_keeps_everything_typed(#[case] status: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = at_contacts(page(5..=5, 1));
    edits(&mut bench, "5");
    bench.answer("PUT contacts/5", status, body);
    saves(&mut bench, &[("email", "minha@x")]);
    let form = bench.contact_form().expect("the form stays");
    assert_eq!(
        (form.values.get("email").expect("a value").as_str(), form.pending, form.attempts),
        ("minha@x", false, 1)
    );
    assert_eq!((said(&form.error.expect("why")).as_str(), bench.said()), (sentence, vec![sentence.to_owned()]));
}

#[test]
fn a_field_that_the_server_refuses_shows_its_error() {
    let mut bench = at_contacts(page(5..=5, 1));
    edits(&mut bench, "5");
    bench.answer("PUT contacts/5", 422, json!({ "errors": { "contact_phone1": "invalid" } }));
    saves(&mut bench, &[("phone1", "1")]);
    assert_eq!(said(bench.contact_form().expect("the form").errors.get("phone1").expect("a text")), "Valor não aceito");
}

#[test]
fn a_contact_form_that_waits_for_the_answer_stays_open_and_is_sent_once() {
    let mut bench = at_contacts(page(5..=5, 1));
    edits(&mut bench, "5");
    bench.hold("PUT contacts/5");
    saves(&mut bench, &[("email", "a@x")]);
    saves(&mut bench, &[("email", "b@x")]);
    acts(&mut bench, PeopleIntent::CloseContactEditor);
    assert_eq!(
        (bench.calls_of("PUT contacts/5").len(), bench.contact_form().map(|form| form.pending)),
        (1, Some(true))
    );
}

fn prefers(bench: &mut Bench, id: &str, preferential: bool) {
    acts(bench, PeopleIntent::SetPreferential { contact_id: id.into(), preferential });
}

#[test]
fn wal_001_wal_005_the_switch_saves_the_wallet_and_a_contact_of_another_agents_wallet_is_not_changed() {
    let other = json!({ "preferential": true, "preferentialAgentId": "102", "preferentialAgentName": "Bruno Lima" });
    let mut bench = at_contacts(json!({ "data": [listed(1, json!({})), listed(2, other)] }));
    let own = json!({ "preferential": true, "preferentialAgentId": "101" });
    bench.answer("PUT contacts/1", 200, listed(1, own.clone()));
    prefers(&mut bench, "1", true);
    let draft = json!({ "id": "1", "preferential": true });
    assert_eq!(bench.call("PUT contacts/1").json(), json!({ "contact": draft, "agent": "101" }));
    assert_eq!(bench.contact_row("1").preferential, PreferentialView::Own);
    prefers(&mut bench, "1", true);
    prefers(&mut bench, "2", false);
    assert_eq!(bench.contact_row("2").preferential, PreferentialView::Other { name: "Bruno Lima".into() });
    assert_eq!(bench.calls_of("PUT contacts/1").len(), 1, "neither changes anything");
    assert_eq!(bench.calls_of("PUT contacts/2").len(), 0);
    bench.forget().answer("GET contacts", 200, json!({ "data": [listed(1, own)] }));
    let filter = ContactFilterChoice { wallet: true, ..Default::default() };
    acts(&mut bench, PeopleIntent::FilterContactList { filter });
    assert_eq!(bench.listed_ids("contactOrder:shown"), ["1"]);
    edits(&mut bench, "1");
    bench.answer("PUT contacts/1", 200, listed(1, json!({})));
    saves(&mut bench, &[("preferential", "N")]);
    assert_eq!(bench.call("PUT contacts/1").json()["contact"]["preferential"], false);
    assert_eq!(bench.contact_row("1").preferential, PreferentialView::Nobody);
}

/// The page of contact 5.
fn at_contact() -> Bench {
    let mut bench = Bench::signed_in();
    let contact = listed(5, json!({ "email": "ana@x", "data": { "plano": "Ouro", "linhas": 8 } }));
    bench.answer("GET contacts/5", 200, json!({ "data": [listed(9, json!({})), contact] }));
    let columns = json!([
        { "database": "linhas", "desc": "Linhas", "show": "Y", "order": 4, "category": "Contrato" },
        { "database": "email", "desc": "E-mail", "show": "Y", "order": 3 },
        { "database": "plano", "desc": "Plano", "show": "Y", "order": 1, "category": "Contrato" },
        { "database": "id", "desc": "Identificador", "show": "Y", "order": 2 },
        { "database": "chat_identifier", "desc": "Chat", "show": "N", "order": 0 },
    ]);
    bench.answer("GET contacts/5/columns", 200, columns);
    goes(&mut bench, "/contact/5");
    bench
}

#[test]
fn api_149_ctc_005_the_page_of_a_contact_shows_its_fields_in_the_order_of_the_columns() {
    let bench = at_contact();
    assert_eq!(bench.call("GET contacts/5").query_text(), "agent=101");
    let page = bench.contact_page();
    let fields: Vec<(&str, &str)> =
        page.fields.iter().map(|field| (field.column.label.as_str(), field.value.as_str())).collect();
    let expected = [("Identificador", "CLI-5"), ("E-mail", "ana@x"), ("Plano", "Ouro"), ("Linhas", "8")];
    assert_eq!((page.state, fields), (RecordState::Found, expected.to_vec()));
}

/// The panel beside a conversation shows the same fields as the page of the contact, and the route does not change.
#[test]
fn bey_157_a_contact_opened_beside_a_conversation_is_loaded_with_its_fields_and_the_route_stays() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/5", 200, json!([listed(5, json!({ "data": { "plano": "Ouro" } }))]));
    let column = json!({ "database": "plano", "desc": "Plano", "show": "Y", "order": 1, "category": "Contrato" });
    bench.answer("GET contacts/5/columns", 200, json!([column]));
    let path = bench.path();
    acts(&mut bench, PeopleIntent::OpenContact { contact_id: "5".into() });
    let page = bench.contact_page();
    let fields: Vec<&str> = page.fields.iter().map(|field| field.value.as_str()).collect();
    assert_eq!((page.state, page.id.as_str(), fields, bench.path()), (RecordState::Found, "5", vec!["Ouro"], path));
    bench.answer("GET contacts/6", 200, json!([listed(6, json!({}))]));
    acts(&mut bench, PeopleIntent::OpenContact { contact_id: "6".into() });
    assert_eq!(bench.contact_page().id, "6");
}

#[rstest]
#[case::not_found(404, json!({}), RecordState::Gone)]
#[case::a_list_without_the_contact(200, json!({ "data": [] }), RecordState::Gone)]
#[case::the_contact_without_a_list(200, listed(5, json!({ "data": { "plano": "Ouro" } })), RecordState::Found)]
#[case::server_fault(503, json!({}), RecordState::Failed)]
#[case::unreadable(200, json!("?"), RecordState::Failed)]
fn the_page_of_a_contact_shows_the_result_of_its_load(
    #[case] status: u16,
    #[case] body: Value,
    #[case] state: RecordState,
) {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/5", status, body);
    goes(&mut bench, "/contact/5");
    assert_eq!(bench.contact_page().state, state);
    bench.answer("GET contacts/5", 200, json!([listed(5, json!({}))]));
    acts(&mut bench, PeopleIntent::ReloadContactPage);
    assert_eq!(bench.contact_page().state, RecordState::Found);
}

#[test]
fn the_page_of_a_contact_that_is_open_at_the_start_loads_after_the_session_check() {
    let mut bench = Bench::with_token();
    bench.answer("GET contacts/5", 200, json!([listed(5, json!({}))])).start("/contact/5");
    assert_eq!((bench.path().as_str(), bench.contact_page().state), ("/contact/5", RecordState::Found));
    assert_eq!(bench.calls_of("GET contacts/5").len(), 1);
}

#[test]
fn a_second_field_of_a_contact_can_be_saved_while_the_first_request_is_pending() {
    let mut bench = at_contact();
    bench.hold("PUT contacts/5").forget();
    let save = |bench: &mut Bench, field: &str, value: &str| {
        let (field, value) = (field.to_owned(), value.to_owned());
        acts(bench, PeopleIntent::SaveContactField { contact_id: "5".into(), field, value });
    };
    save(&mut bench, "email", "b@x");
    save(&mut bench, "plano", "Prata");
    assert_eq!(bench.calls_of("PUT contacts/5").len(), 2);
    bench.reply("PUT contacts/5", 200, listed(5, json!({ "email": "b@x", "version": 4 })));
    assert_eq!(bench.contact_form().map(|form| form.pending), Some(true), "the second one still waits");
    bench.reply("PUT contacts/5", 500, json!({}));
    let form = bench.contact_form().expect("the second field");
    assert_eq!((form.pending, form.values.get("plano").expect("a value").as_str()), (false, "Prata"));
    assert_eq!(bench.contact_row("5").email, "b@x");
}

#[test]
fn a_known_contact_is_shown_at_once_and_stays_if_the_refetch_fails() {
    let mut bench = at_contacts(page(5..=5, 1));
    bench.hold("GET contacts/5");
    goes(&mut bench, "/contact/5");
    let page = bench.contact_page();
    assert_eq!(
        (page.state, page.contact.map(|contact| contact.name)),
        (RecordState::Found, Some("Pessoa 5".to_owned()))
    );
    bench.reply("GET contacts/5", 500, json!({}));
    assert_eq!(bench.contact_page().state, RecordState::Found);
}

#[test]
fn one_field_of_a_contact_is_edited_on_the_page_and_the_save_of_a_deleted_contact_shows_an_error() {
    let mut bench = at_contact();
    let save = |bench: &mut Bench, value: &str| {
        let (field, value) = ("plano".to_owned(), value.to_owned());
        acts(bench, PeopleIntent::SaveContactField { contact_id: "5".into(), field, value });
    };
    bench.answer("PUT contacts/5", 200, listed(5, json!({ "data": { "plano": "Prata" }, "version": 4 })));
    save(&mut bench, " Prata ");
    let draft = json!({ "id": "5", "data": { "plano": "Prata" }, "version": 3 });
    assert_eq!((bench.call("PUT contacts/5").json()["contact"].clone(), bench.contact_form()), (draft, None));
    assert_eq!(bench.contact_page().fields[2].value, "Prata");
    bench.answer("PUT contacts/5", 404, json!({}));
    save(&mut bench, "Bronze");
    let form = bench.contact_form().expect("the field stays open");
    assert_eq!((form.inline, form.values.get("plano").expect("a value").as_str()), (true, "Bronze"));
    let page = bench.contact_page();
    assert_eq!((page.state, page.contact.is_some()), (RecordState::Gone, true));
}

#[test]
fn ctc_001_a_contact_is_created_viewed_edited_searched_and_deleted() {
    let mut bench = at_contacts(page(1..=2, 2));
    edits(&mut bench, "");
    bench.answer("POST contacts", 200, listed(9, json!({ "fullname": "Marina" })));
    saves(&mut bench, &[("fullname", "Marina"), ("id", "CLI-9")]);
    bench.answer("GET contacts/9", 200, json!([listed(9, json!({ "fullname": "Marina" }))]));
    goes(&mut bench, "/contact/9");
    assert_eq!(bench.contact_page().contact.map(|contact| contact.name), Some("Marina".to_owned()));
    edits(&mut bench, "9");
    bench.answer("PUT contacts/9", 200, listed(9, json!({ "fullname": "Marina Prado" })));
    saves(&mut bench, &[("fullname", "Marina Prado")]);
    goes(&mut bench, "/contact-management");
    bench.answer("GET contacts", 200, json!({ "data": [listed(9, json!({ "fullname": "Marina Prado" }))] }));
    acts(&mut bench, PeopleIntent::SearchContactList { text: "prado".to_owned() });
    bench.advance(250);
    assert_eq!(
        (bench.listed_ids("contactOrder:shown"), bench.contact_row("9").name),
        (vec!["9".to_owned()], "Marina Prado".to_owned())
    );
    bench.answer("DELETE contacts/CLI-9/AGENT-101", 200, json!({}));
    acts(&mut bench, PeopleIntent::DeleteContacts { contact_ids: vec!["9".into()] });
    assert_eq!(bench.listed_ids("contactOrder:shown"), Vec::<String>::new());
}
