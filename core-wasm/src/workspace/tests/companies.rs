//! Companies: the list, the form, the page of a company, and the search in a field that chooses a company.

use super::bench::Bench;
use super::people::{acts, everything_loaded, fields, goes, listed};
use super::words::said;
use crate::flow::HttpFailure;
use crate::people::{self, CompanyPageView, PeopleIntent, PeopleSlice, RecordFormView, RecordState};
use crate::shell::SnackbarKind::{self, Error, Success};
use crate::view::View;
use crate::wire::EmployerRole;
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET employers";
const CREATE: &str = "POST employers/create";
const UPDATE: &str = "PUT employers/3/update";

pub(super) fn company(id: u32) -> Value {
    json!({ "employerId": id.to_string(), "name": format!("Empresa {id}"), "socialName": "Razão", "code": format!("E{id}"),
        "cnpj": "12345678000199", "roles": [{ "employerRoleId": "1", "name": "Diretora" }], "contacts": 2, "version": 5 })
}

fn page(ids: std::ops::RangeInclusive<u32>, total: u32) -> Value {
    json!({ "data": ids.map(company).collect::<Vec<_>>(), "total": total })
}

fn at_companies() -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, page(1..=10, 12));
    goes(&mut bench, "/employer-management");
    bench
}

impl Bench {
    pub(super) fn company_form(&self) -> Option<RecordFormView> {
        match self.workspace.view(&people::slices::COMPANY_FORM.key()) {
            View::People(PeopleSlice::CompanyForm(form)) => Some(*form),
            _ => None,
        }
    }

    fn company_page(&self) -> CompanyPageView {
        match self.workspace.view(&people::slices::COMPANY_PAGE.key()) {
            View::People(PeopleSlice::CompanyPage(page)) => *page,
            other => panic!("{other:?}"),
        }
    }

    fn picker(&self) -> people::CompanyPickerView {
        match self.workspace.view(&people::slices::COMPANY_PICKER.key()) {
            View::People(PeopleSlice::CompanyPicker(picker)) => picker,
            other => panic!("{other:?}"),
        }
    }

    fn area(&self) -> String {
        match self.workspace.view(&crate::shell::slices::ROUTE.key()) {
            View::Shell(crate::shell::ShellSlice::Route(route)) => route.area.to_owned(),
            other => panic!("{other:?}"),
        }
    }

    fn shown_companies(&self) -> Vec<String> {
        self.listed_ids("companyOrder:shown")
    }
}

#[test]
fn api_165_companies_are_listed_in_portions_of_ten_and_searched() {
    let mut bench = at_companies();
    assert_eq!(bench.call(LIST).query_text(), "agent_id=101&paginated=true&page=1&per_page=10");
    bench.answer(LIST, 200, page(11..=12, 12)).forget();
    acts(&mut bench, PeopleIntent::MoreCompanies);
    assert_eq!(bench.call(LIST).query_text(), "agent_id=101&paginated=true&page=2&per_page=10");
    assert_eq!(bench.shown_companies().len(), 12);
    acts(&mut bench, PeopleIntent::MoreCompanies);
    assert_eq!(bench.calls_of(LIST).len(), 1, "all are there");
    bench.forget().answer(LIST, 200, page(3..=3, 1));
    acts(&mut bench, PeopleIntent::SearchCompanies { text: " três ".to_owned() });
    bench.advance(250);
    assert_eq!(bench.call(LIST).query_text(), "agent_id=101&paginated=true&page=1&per_page=10&search=três");
    assert_eq!(bench.shown_companies(), ["3"]);
}

#[test]
fn emp_002_the_page_of_a_company_shows_its_fields() {
    let bench = at_companies();
    let View::People(PeopleSlice::CompanyListRow(row)) =
        bench.workspace.view(&people::slices::COMPANY_ROW.of("3".into()))
    else {
        panic!("a row");
    };
    assert_eq!((row.id.as_str(), row.name.as_str(), row.social_name.as_str()), ("3", "Empresa 3", "Razão"));
    assert_eq!((row.code.as_str(), row.cnpj.as_str(), row.contacts), ("E3", "12345678000199", 2));
    assert_eq!((row.roles[0].employer_role_id.as_str(), row.roles[0].name.as_str()), ("1", "Diretora"));
}

fn adds(bench: &mut Bench, values: &[(&str, &str)], roles: &[&str]) {
    acts(bench, PeopleIntent::OpenCompanyEditor { employer_id: "".into() });
    saves(bench, values, roles);
}

fn saves(bench: &mut Bench, values: &[(&str, &str)], roles: &[&str]) {
    let role = |name: &&str| EmployerRole { name: (*name).to_owned(), ..EmployerRole::default() };
    let roles = roles.iter().map(role).collect();
    acts(bench, PeopleIntent::SaveCompanyEditor { fields: fields(values), roles });
}

fn letters(count: usize) -> String {
    "é".repeat(count)
}

#[rstest]
#[case::emp_004_no_name("name", "  ", "Esse campo é obrigatório.")]
#[case::emp_005_emp_010_a_name_of_200("name", &letters(200), "Use no máximo 199 caracteres")]
#[case::emp_006_emp_010_a_social_name_of_200("socialName", &letters(200), "Use no máximo 199 caracteres")]
#[case::emp_007_no_code("code", " ", "Esse campo é obrigatório.")]
#[case::emp_008_emp_010_a_code_of_18("code", &letters(18), "Use no máximo 17 caracteres")]
#[case::emp_011_13_digits("cnpj", "12.345.678/0001-9", "O CNPJ tem 14 números")]
#[case::emp_011_15_digits("cnpj", "123456780001999", "O CNPJ tem 14 números")]
#[case::emp_011_14_digits_and_a_letter("cnpj", "12345678000199x", "O CNPJ tem 14 números")]
fn an_invalid_value_of_a_company_is_shown_and_nothing_is_sent(
    #[case] field: &str,
    #[case] value: &str,
    #[case] sentence: &str,
) {
    let mut bench = at_companies();
    let mut values = fields(&[("name", "Aurora"), ("code", "A1")]);
    values.insert(field.to_owned(), value.to_owned());
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "".into() });
    acts(&mut bench, PeopleIntent::SaveCompanyEditor { fields: values, roles: Vec::new() });
    let form = bench.company_form().expect("the form stays");
    assert_eq!(
        (form.errors.len(), said(form.errors.get(field).expect("a text")).as_str(), form.attempts),
        (1, sentence, 1)
    );
    assert_eq!(bench.calls_of(CREATE).len(), 0);
}

#[test]
fn emp_009_emp_010_a_role_of_100_characters_is_refused_and_one_of_99_is_not() {
    let mut bench = at_companies();
    adds(&mut bench, &[("name", "Aurora"), ("code", "A1")], &["Diretora", &letters(100)]);
    let roles = bench.company_form().expect("the form stays").roles;
    assert_eq!(
        (roles[0].error.clone(), said(roles[1].error.as_ref().expect("an error"))),
        (None, "Use no máximo 99 caracteres".to_owned())
    );
    assert_eq!(bench.calls_of(CREATE).len(), 0);
    saves(&mut bench, &[("name", "Aurora"), ("code", "A1")], &[&letters(99)]);
    assert_eq!(bench.calls_of(CREATE).len(), 1);
}

#[test]
fn emp_005_emp_006_emp_008_emp_010_the_longest_values_are_sent_trimmed() {
    let mut bench = at_companies();
    let (name, code) = (letters(199), letters(17));
    let values =
        [("name", &*format!("  {name} ")), ("socialName", &*name), ("code", &*format!(" {code}")), ("cnpj", "")];
    adds(&mut bench, &values, &[" Sócia ", "  "]);
    let roles = json!([{ "employerRoleId": "", "name": "Sócia" }]);
    assert_eq!(
        bench.call(CREATE).json(),
        json!({ "name": name, "socialName": name, "code": code, "cnpj": "", "roles": roles, "agentId": "101" })
    );
}

#[test]
fn emp_011_emp_012_a_cnpj_is_optional_its_punctuation_is_ignored_and_its_check_digits_are_not_verified() {
    let mut bench = at_companies();
    adds(&mut bench, &[("name", "Aurora"), ("code", "A1"), ("cnpj", "12.345.678/0001-99")], &[]);
    assert_eq!(bench.call(CREATE).json()["cnpj"], "12345678000199");
    bench.forget();
    adds(&mut bench, &[("name", "Aurora"), ("code", "A1"), ("cnpj", " ")], &[]);
    assert_eq!(bench.call(CREATE).json()["cnpj"], "");
}

#[test]
fn a_new_company_becomes_the_first_row() {
    let mut bench = at_companies();
    bench.answer(CREATE, 200, json!({ "message": "created", "employer": company(77) }));
    adds(&mut bench, &[("name", "Aurora"), ("code", "A1")], &[]);
    assert_eq!((bench.company_form(), bench.shown_companies()[0].as_str()), (None, "77"));
}

#[test]
fn an_edited_company_is_saved_whole_with_the_version_that_the_agent_saw() {
    let mut bench = at_companies();
    bench.answer(UPDATE, 200, json!({ "message": "updated", "employer": company(3) }));
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "3".into() });
    let form = bench.company_form().expect("the form");
    assert_eq!(
        (form.values.get("code").expect("a value").as_str(), form.roles[0].name.as_str(), form.id.as_str()),
        ("E3", "Diretora", "3")
    );
    saves(&mut bench, &[("name", "Aurora")], &[]);
    let sent = bench.call(UPDATE).json();
    assert_eq!(
        (sent["name"].as_str(), sent["code"].as_str(), sent["version"].as_u64()),
        (Some("Aurora"), Some("E3"), Some(5))
    );
}

/// The success closes the dialog; otherwise it stays open with everything typed.
#[rstest]
#[case::api_166_emp_014_emp_017_emp_019_created(CREATE, 200, "created", Success, "Empresa cadastrada com sucesso")]
#[case::api_167_emp_014_emp_017_emp_019_updated(UPDATE, 200, "updated", Success, "Empresa atualizada com sucesso")]
#[case::api_166_emp_013_emp_015_emp_018(CREATE, 409, "duplicated", Success, "Já existe uma empresa com estes dados")]
#[case::api_167_emp_013_emp_015_emp_018(UPDATE, 409, "duplicated", Success, "Já existe uma empresa com estes dados")]
#[case::api_166_emp_016_emp_019(CREATE, 500, "error", Error, "Não foi possível salvar a empresa")]
#[case::api_167_emp_016_emp_019(UPDATE, 500, "error", Error, "Não foi possível salvar a empresa")]
#[case::refused(CREATE, 422, "", Error, "Não foi possível salvar a empresa")]
fn the_answer_to_the_save_of_a_company_shows_its_snackbar(
    #[case] call: &str,
    #[case] status: u16,
    #[case] message: &str,
    #[case] style: SnackbarKind,
    #[case] sentence: &str,
) {
    let mut bench = at_companies();
    let id = if call == CREATE { "" } else { "3" };
    bench.answer(call, status, json!({ "message": message }));
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: id.into() });
    saves(&mut bench, &[("name", "Aurora"), ("code", "A1")], &["Sócia"]);
    let shown = bench.snackbars()[0].clone();
    assert_eq!((shown.kind, said(&shown.body).as_str()), (style, sentence));
    assert_eq!(
        shown.body.key,
        ["contactManagement.employerForm.", if message.is_empty() { "error" } else { message }].concat()
    );
    match bench.company_form() {
        None => assert_eq!(status, 200),
        Some(form) => {
            assert_eq!(
                (
                    form.values.get("name").expect("a value").as_str(),
                    form.values.get("code").expect("a value").as_str()
                ),
                ("Aurora", "A1")
            );
            assert_eq!((form.roles.len(), form.pending, form.attempts, status == 200), (1, false, 1, false));
            assert_eq!(said(&form.error.expect("why")), sentence);
        }
    }
}

#[test]
fn emp_001_a_company_is_created_shown_edited_searched_and_listed() {
    let mut bench = at_companies();
    bench.answer(CREATE, 200, json!({ "message": "created", "employer": company(77) }));
    adds(&mut bench, &[("name", "Aurora"), ("code", "A1")], &[]);
    assert_eq!(bench.shown_companies().len(), 11);
    bench.answer("GET employers/77", 200, company(77));
    goes(&mut bench, "/employer/77");
    assert_eq!(bench.company_page().company.map(|company| company.code), Some("E77".to_owned()));
    let mut renamed = company(77);
    renamed["name"] = json!("Aurora Sul");
    bench.answer("PUT employers/77/update", 200, json!({ "message": "updated", "employer": renamed }));
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "77".into() });
    saves(&mut bench, &[("name", "Aurora Sul")], &[]);
    assert_eq!(bench.company_page().company.map(|company| company.name), Some("Aurora Sul".to_owned()));
    goes(&mut bench, "/employer-management");
    bench.answer(LIST, 200, json!({ "data": [renamed], "total": 1 }));
    acts(&mut bench, PeopleIntent::SearchCompanies { text: "sul".to_owned() });
    bench.advance(250);
    assert_eq!(bench.shown_companies(), ["77"]);
}

#[test]
fn a_company_that_another_agent_changed_during_the_edit_shows_both_values() {
    let mut bench = at_companies();
    let mut theirs = company(3);
    (theirs["version"], theirs["name"], theirs["code"]) = (json!(9), json!("Deles"), json!("E33"));
    let body = json!({ "reason": "CHANGED_EMPLOYER", "details": { "employer": theirs } });
    bench.answer(UPDATE, 409, body);
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "3".into() });
    saves(&mut bench, &[("name", "Minha"), ("code", "E3")], &[]);
    let form = bench.company_form().expect("the form stays");
    assert_eq!(
        (form.other, form.values.get("name").expect("a value").as_str()),
        (fields(&[("name", "Deles")]), "Minha")
    );
    bench.forget().answer("PUT employers/3/update", 200, json!({ "message": "updated", "employer": company(3) }));
    saves(&mut bench, &[("name", "Minha"), ("code", "E3")], &[]);
    assert_eq!(bench.call("PUT employers/3/update").json()["version"], 9);
}

/// The page of company 3 with two contacts.
fn at_company() -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer("GET employers/3", 200, company(3));
    bench.answer("GET contacts", 200, json!({ "data": [listed(1, json!({})), listed(2, json!({}))], "total": 2 }));
    goes(&mut bench, "/employer/3");
    bench
}

#[test]
fn late_contacts_of_one_company_are_not_shown_on_the_page_of_the_next_company() {
    let mut bench = at_company();
    bench.answer("GET employers/1", 200, company(1)).answer("GET employers/2", 200, company(2)).hold("GET contacts");
    goes(&mut bench, "/employer/1");
    goes(&mut bench, "/employer/2");
    bench.reply("GET contacts", 200, json!({ "data": [listed(11, json!({}))], "total": 1 }));
    assert_eq!(bench.listed_ids("companyContacts:shown"), [] as [&str; 0], "the answer is about company 1");
    bench.reply("GET contacts", 200, json!({ "data": [listed(12, json!({}))], "total": 1 }));
    assert_eq!(bench.listed_ids("companyContacts:shown"), ["12"]);
}

#[test]
fn api_170_emp_021_the_page_of_a_company_shows_it_with_all_its_contacts() {
    let bench = at_company();
    assert_eq!(bench.call("GET contacts").query_text(), "agent=101&employerId=3&page=1&per_page=9999");
    let page = bench.company_page();
    assert_eq!(
        (page.state, page.company.map(|company| company.name)),
        (RecordState::Found, Some("Empresa 3".to_owned()))
    );
    assert_eq!(
        (bench.listed_ids("companyContacts:shown"), page.contacts.ended),
        (vec!["1".to_owned(), "2".to_owned()], true)
    );
    assert_eq!(bench.contact_row("2").name, "Pessoa 2");
}

#[rstest]
#[case::not_found(404, RecordState::Gone)]
#[case::server_fault(500, RecordState::Failed)]
fn the_page_of_a_company_shows_the_result_of_its_load(#[case] status: u16, #[case] state: RecordState) {
    let mut bench = Bench::signed_in();
    bench.answer("GET employers/3", status, json!({}));
    goes(&mut bench, "/employer/3");
    assert_eq!(bench.company_page().state, state);
    bench.answer("GET employers/3", 200, company(3));
    acts(&mut bench, PeopleIntent::ReloadCompanyPage);
    assert_eq!(bench.company_page().state, RecordState::Found);
}

fn picks(bench: &mut Bench, text: &str) {
    acts(bench, PeopleIntent::PickCompany { text: text.to_owned() });
}

fn found(bench: &Bench) -> Vec<String> {
    bench.picker().companies.into_iter().map(|company| company.name).collect()
}

#[test]
fn api_169_emp_020_the_search_in_the_company_field_loads_portions_of_ten() {
    let mut bench = Bench::signed_in();
    bench.hold("POST employers/search");
    picks(&mut bench, "aur");
    bench.advance(250);
    let call = bench.call("POST employers/search");
    assert_eq!(call.query_text(), "agent_id=101&page=1&per_page=10");
    assert_eq!(call.json(), json!({ "employer_name": "aur" }));
    picks(&mut bench, "aurora");
    bench.reply("POST employers/search", 200, page(1..=2, 2));
    assert_eq!((found(&bench).len(), bench.picker().pending), (0, true), "the answer for \"aur\" is too old");
    bench.advance(250).reply("POST employers/search", 200, page(3..=3, 1));
    assert_eq!((found(&bench), bench.picker().text.as_str()), (vec!["Empresa 3".to_owned()], "aurora"));
    picks(&mut bench, "");
    assert_eq!((found(&bench).len(), bench.picker().pending), (0, false));
}

#[test]
fn a_failed_search_for_a_company_is_repeated_by_typing_the_same_text() {
    let mut bench = Bench::signed_in();
    bench.fail("POST employers/search", HttpFailure::TimedOut);
    picks(&mut bench, "aur");
    bench.advance(250);
    assert!(bench.picker().failed);
    bench.answer("POST employers/search", 200, page(3..=3, 1));
    picks(&mut bench, "aur");
    bench.advance(250);
    assert_eq!((found(&bench).len(), bench.picker().failed), (1, false));
}

#[rstest]
#[case::nav_015("/employer-management", "companies", "companyOrder:shown")]
#[case::nav_017("/contact/5", "contact", "contactPage")]
#[case::nav_018("/employer/5", "company", "companyPage")]
fn a_page_of_contacts_or_companies_needs_a_session_and_shows_the_record_of_its_address(
    #[case] path: &str,
    #[case] area: &str,
    #[case] slice: &str,
) {
    let mut bench = Bench::new();
    bench.answer("GET contacts/5", 200, json!([listed(5, json!({}))])).answer("GET employers/5", 200, company(5));
    bench.answer(LIST, 200, page(5..=5, 1)).start(path);
    assert_eq!((bench.path().as_str(), bench.calls_of(LIST).len()), ("/login", 0));
    bench.sign_in();
    goes(&mut bench, path);
    let key = crate::workspace::Workspace::slice_key(slice).expect("a slice");
    let shown = format!("{:?}", bench.workspace.view(&key));
    assert_eq!((bench.path().as_str(), bench.area()), (path, area.to_owned()));
    assert!(shown.contains("\"5\""), "{shown}");
}

/// Everything that the pages of contacts and companies can show.
pub(super) fn all_pages() -> Bench {
    let mut bench = everything_loaded();
    bench.answer(LIST, 200, page(1..=1, 1)).answer("GET employers/1", 200, company(1));
    goes(&mut bench, "/employer/1");
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "1".into() });
    bench
}
