//! Tests of the requests of companies.

use crate::store::Store;
use crate::testing::{ANA, Agent, BRUNO, CARLA, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};

fn company(change: Value) -> Value {
    let mut body = json!({ "name": "Padaria do Lago", "code": "PAD-1", "agentId": ANA });
    if let (Some(body), Value::Object(change)) = (body.as_object_mut(), change) {
        body.extend(change);
    }
    body
}

fn signed_in() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    (test, ana)
}

fn create(test: &mut TestCentre, ana: &Agent, change: Value) -> Value {
    test.post(ana, "/employers/create", company(change)).ok().body["employer"].clone()
}

#[test]
fn api_166_api_170_emp_002_a_created_company_is_read_by_its_id() {
    let (mut test, ana) = signed_in();
    let request = json!({
        "name": " Padaria do Lago ", "socialName": "Padaria do Lago Ltda.", "cnpj": "12.345.678/0001-90",
        "roles": [{ "name": "Compras" }, { "name": "Caixa" }],
    });
    let answer = test.post(&ana, "/employers/create", company(request)).ok().body;
    assert_eq!(answer["message"], "created");
    let id = answer["employer"]["employerId"].as_str().unwrap();
    let expected = json!({
        "employerId": id, "name": "Padaria do Lago", "socialName": "Padaria do Lago Ltda.", "code": "PAD-1",
        "cnpj": "12345678000190", "contacts": 0, "tags": [], "version": 1,
        "roles": [{ "employerRoleId": "1", "name": "Compras" }, { "employerRoleId": "2", "name": "Caixa" }],
    });
    assert_eq!(test.get(&ana, &format!("/employers/{id}")).ok().body, expected);
    assert_eq!(answer["employer"], expected);
}

#[test]
fn api_167_a_saved_company_keeps_the_roles_that_are_given() {
    let (mut test, ana) = signed_in();
    let roles = json!([{ "name": "Compras" }, { "name": "Caixa" }]);
    let id = create(&mut test, &ana, json!({ "roles": roles }))["employerId"].as_str().unwrap().to_owned();
    let path = format!("/employers/{id}/update");
    let roles = json!([{ "employerRoleId": "2", "name": "Caixa central" }, { "name": "Direção" }]);
    let saved = test.put(&ana, &path, company(json!({ "name": "Padaria", "roles": roles, "version": 1 }))).ok().body;
    assert_eq!((&saved["message"], &saved["employer"]["version"]), (&json!("updated"), &json!(2)));
    let kept =
        json!([{ "employerRoleId": "2", "name": "Caixa central" }, { "employerRoleId": "3", "name": "Direção" }]);
    assert_eq!(saved["employer"]["roles"], kept);
    let older = test.put(&ana, &path, company(json!({ "name": "Confeitaria", "version": 1 })));
    assert_eq!(older.refusal(), "409 CHANGED_EMPLOYER");
    assert_eq!(older.body["details"]["employer"]["name"], "Padaria");
    assert_eq!(test.put(&ana, "/employers/none/update", company(json!({}))).refusal(), "404");
}

#[rstest]
#[case::emp_004_no_name("name", json!("  "), "422 name:required")]
#[case::an_invisible_name("name", json!("\u{3164}"), "422 name:required")]
#[case::an_invisible_role("roles", json!([{ "name": "\u{200d}" }]), "422 roles:required")]
#[case::emp_005_emp_010_longest_name("name", json!("n".repeat(199)), "200")]
#[case::emp_005_emp_010_too_long_name("name", json!("n".repeat(200)), "422 name:tooLong")]
#[case::emp_005_spaces_around_do_not_count("name", json!(format!(" {} ", "n".repeat(199))), "200")]
#[case::emp_006_emp_010_longest_social_name("socialName", json!("ç".repeat(199)), "200")]
#[case::emp_006_emp_010_too_long_social_name("socialName", json!("ç".repeat(200)), "422 socialName:tooLong")]
#[case::emp_007_no_code("code", json!(""), "422 code:required")]
#[case::emp_008_emp_010_longest_code("code", json!("c".repeat(17)), "200")]
#[case::emp_008_emp_010_too_long_code("code", json!("c".repeat(18)), "422 code:tooLong")]
#[case::emp_009_emp_010_longest_role("roles", json!([{ "name": "r".repeat(99) }]), "200")]
#[case::emp_009_emp_010_too_long_role("roles", json!([{ "name": "r".repeat(100) }]), "422 roles:tooLong")]
#[case::a_role_without_a_name("roles", json!([{ "name": " " }]), "422 roles:required")]
#[case::an_unknown_role("roles", json!([{ "employerRoleId": "9", "name": "Compras" }]), "422 roles:invalid")]
#[case::emp_011_cnpj_with_signs("cnpj", json!("12.345.678/0001-90"), "200")]
#[case::emp_011_cnpj_of_digits_only("cnpj", json!("12345678000190"), "200")]
#[case::emp_011_too_short_cnpj("cnpj", json!("1234567800019"), "422 cnpj:invalid")]
#[case::emp_011_too_long_cnpj("cnpj", json!("123456780001900"), "422 cnpj:invalid")]
#[case::emp_011_cnpj_with_letters("cnpj", json!("12345678000190a"), "422 cnpj:invalid")]
#[case::emp_012_no_cnpj("cnpj", json!(""), "200")]
#[case::emp_012_cnpj_with_wrong_check_digits("cnpj", json!("11111111111111"), "200")]
fn the_fields_of_a_company_are_checked(#[case] field: &str, #[case] value: Value, #[case] expected: &str) {
    let (mut test, ana) = signed_in();
    let answer = test.post(&ana, "/employers/create", company(json!({ field: value })));
    assert_eq!(answer.refusal(), expected);
}

#[rstest]
#[case::code(json!({ "code": "pad-1" }), "code")]
#[case::cnpj(json!({ "code": "PAD-2", "cnpj": "12345678000190" }), "cnpj")]
fn emp_013_api_166_a_company_that_exists_is_refused_as_duplicated(#[case] change: Value, #[case] field: &str) {
    let (mut test, ana) = signed_in();
    create(&mut test, &ana, json!({ "cnpj": "12.345.678/0001-90" }));
    let answer = test.post(&ana, "/employers/create", company(change));
    assert_eq!((answer.status, &answer.body["message"]), (409, &json!("duplicated")));
    assert_eq!(answer.body["details"]["field"], field);
}

#[test]
fn emp_013_api_167_a_save_with_code_or_cnpj_of_another_company_is_refused() {
    let (mut test, ana) = signed_in();
    create(&mut test, &ana, json!({}));
    let other = create(&mut test, &ana, json!({ "code": "PAD-2" }));
    let path = format!("/employers/{}/update", other["employerId"].as_str().unwrap());
    let answer = test.put(&ana, &path, company(json!({})));
    assert_eq!((answer.status, &answer.body["message"]), (409, &json!("duplicated")));
    assert_eq!(test.put(&ana, &path, company(json!({ "code": "pad-2" }))).refusal(), "200", "its own code again");
}

#[test]
fn the_code_of_a_company_can_be_used_in_another_org_unit() {
    let (mut test, ana) = signed_in();
    create(&mut test, &ana, json!({}));
    let mut row = test.store.agent(&BRUNO.into()).unwrap().unwrap();
    row.record.org_unit_id = "2".into();
    test.store.put_agent(&row).unwrap();
    let token = test.login("bruno.lima", "agente123").ok().authorization.unwrap();
    let body = company(json!({ "agentId": BRUNO })).to_string();
    assert_eq!(test.request(Some(&token), "POST", "/employers/create", &body).refusal(), "200");
    assert_eq!(test.request(Some(&token), "GET", "/employers?agent_id=102", "").ok().body["total"], 1);
}

#[test]
fn api_165_companies_are_listed_by_name_and_on_request_in_portions() {
    let (mut test, ana) = signed_in();
    for number in 10..22 {
        create(&mut test, &ana, json!({ "name": format!("Zebra {number}"), "code": format!("Z-{number}") }));
    }
    let all = test.get(&ana, "/employers?agent_id=101&search=zebra").ok().body;
    assert_eq!((all["data"].as_array().unwrap().len(), &all["data"][0]["name"]), (12, &json!("Zebra 10")));
    let page = test.get(&ana, "/employers?agent_id=101&paginated=true&page=2&search=zebra").ok().body;
    assert_eq!(
        (page["data"].as_array().unwrap().len(), &page["total"], &page["per_page"]),
        (2, &json!(12), &json!(10))
    );
    assert_eq!(page["data"][0]["name"], "Zebra 20");
    assert_eq!(test.get(&ana, "/employers").refusal(), "422 agent_id:required");
    assert_eq!(test.get(&ana, "/employers?agent_id=102").refusal(), "403");
    assert_eq!(test.get(&ana, "/employers?agent_id=101&paginated=1").refusal(), "422 paginated:invalid");
}

#[rstest]
#[case::name("padaria do la", 1)]
#[case::without_accent("PADARIA SAO", 1)]
#[case::code("PAD-1", 1)]
#[case::cnpj("12.345.678/0001", 1)]
#[case::unknown("confeitaria", 0)]
fn api_169_emp_020_companies_are_searched_in_portions_of_ten(#[case] text: &str, #[case] expected: usize) {
    let (mut test, ana) = signed_in();
    create(&mut test, &ana, json!({ "cnpj": "12345678000190" }));
    create(&mut test, &ana, json!({ "name": "Padaria São João", "code": "X" }));
    let path = "/employers/search?agent_id=101&page=1&per_page=10";
    let found = test.post(&ana, path, json!({ "employer_name": text })).ok().body;
    assert_eq!(found["data"].as_array().unwrap().len(), expected, "{found}");
    assert_eq!(found["per_page"], 10);
}

#[test]
fn emp_021_emp_022_a_companys_contacts_are_listed_at_once_and_counted() {
    let (mut test, ana) = signed_in();
    let id = create(&mut test, &ana, json!({}))["employerId"].as_str().unwrap().to_owned();
    let link = |id: &str| json!({ "contact": { "employer_id": id }, "agent": ANA });
    for contact in 1..=25 {
        test.put(&ana, &format!("/contacts/{contact}"), link(&id)).ok();
    }
    let page = test.get(&ana, &format!("/contacts?employerId={id}")).ok().body;
    assert_eq!((page["data"].as_array().unwrap().len(), &page["per_page"]), (25, &json!(9_999)));
    assert_eq!(page["data"][0]["employer_name"], "Padaria do Lago");
    assert_eq!(test.get(&ana, &format!("/employers/{id}")).ok().body["contacts"], 25);
    test.put(&ana, "/contacts/1", link("")).ok();
    assert_eq!(test.get(&ana, &format!("/employers/{id}")).ok().body["contacts"], 24);
    assert_eq!(test.put(&ana, "/contacts/1", link("none")).refusal(), "422 employer_id:unknown");
}

#[test]
fn a_change_of_a_company_is_in_the_audit() {
    let (mut test, ana) = signed_in();
    let id = create(&mut test, &ana, json!({}))["employerId"].as_str().unwrap().to_owned();
    let path = format!("/employers/{id}/update");
    for _ in 0..2 {
        test.put(&ana, &path, company(json!({ "name": "Padaria" }))).ok();
    }
    let carla = test.sign_in(CARLA);
    let audit = test.get(&carla, "/audit").ok().body;
    assert_eq!(audit["total"], 2, "a save without a change adds nothing");
    let row = &audit["data"][0];
    assert_eq!((&row["action"], &row["kind"], &row["id"]), (&json!("changed"), &json!("employer"), &json!(id)));
    let change = json!([{ "field": "name", "before": "Padaria do Lago", "after": "Padaria" }]);
    assert_eq!((&row["changes"], &row["agentName"]), (&change, &json!("Ana Souza")));
    assert_eq!(audit["data"][1]["action"], "created");
}
