//! Tests of lists of contacts, columns, saved filters, wallet, versions and deletion.

use crate::store::Store;
use crate::testing::{ANA, Agent, BRUNO, CARLA, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{ContactId, EmployerId, OrgUnitId, rfc3339};

fn signed_in() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    (test, ana)
}

fn save(test: &mut TestCentre, agent: &Agent, id: &str, fields: Value) -> crate::testing::Answered {
    test.put(agent, &format!("/contacts/{id}"), json!({ "contact": fields, "agent": agent.id }))
}

fn names(page: &Value) -> Vec<&str> {
    page["data"].as_array().into_iter().flatten().map(|row| row["fullname"].as_str().unwrap()).collect()
}

#[rstest]
#[case::by_name("helena", "Helena Duarte")]
#[case::by_a_name_with_accents("otavio", "Otávio Ramos")]
#[case::by_a_name_in_other_case_and_without_accents("LÍVIA nog", "Lívia Nogueira")]
#[case::by_two_words_in_any_order("campos beatriz", "Beatriz Campos")]
#[case::by_mail_address("rafael.moreira@", "Rafael Moreira")]
#[case::by_identifier("c-0006", "Caetano Freitas")]
#[case::by_number_with_country_code("5541955550104", "Otávio Ramos")]
#[case::by_number_as_people_write_it("+55 (41) 95555-0104", "Otávio Ramos")]
#[case::by_number_without_country_code("(41) 95555.0104", "Otávio Ramos")]
#[case::by_number_without_area_code("95555-0104", "Otávio Ramos")]
#[case::by_number_with_a_trunk_zero("041 95555 0104", "Otávio Ramos")]
fn api_146_api_162_ctc_041_a_contact_is_found_however_it_is_written(#[case] text: &str, #[case] expected: &str) {
    let (mut test, ana) = signed_in();
    let search: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let page = test.get(&ana, &format!("/contacts?agent=101&search={search}&broadcast=false")).ok().body;
    assert_eq!(names(&page), [expected]);
}

#[test]
fn api_146_ctc_032_a_portion_after_the_last_one_has_no_content() {
    let (mut test, ana) = signed_in();
    let last = test.get(&ana, "/contacts?search=example.com&per_page=4&page=2").ok();
    assert_eq!((last.status, names(&last.body).len()), (200, 2));
    for path in ["/contacts?search=example.com&per_page=4&page=3", "/contacts?search=nobody", "/contacts?employerId=9"]
    {
        let answer = test.get(&ana, path).ok();
        assert_eq!((answer.status, answer.body), (204, Value::Null), "{path}");
    }
}

#[rstest]
#[case::name_of_another_agent("agent=102", "403")]
#[case::name_of_another_org_unit("org_unit=2", "403")]
#[case::name_of_the_own_org_unit("org_unit=1", "200")]
#[case::invalid_value_of_preferential("preferential=yes", "422 preferential:invalid")]
#[case::invalid_value_of_broadcast("broadcast=1", "422 broadcast:invalid")]
#[case::invalid_order("sort=phone", "422 sort:invalid")]
fn the_query_of_a_contact_list_is_checked(#[case] query: &str, #[case] expected: &str) {
    let (mut test, ana) = signed_in();
    assert_eq!(test.get(&ana, &format!("/contacts?{query}")).refusal(), expected);
}

#[test]
fn a_portion_has_at_most_a_hundred_contacts_but_all_those_of_a_company() {
    let (mut test, ana) = signed_in();
    assert_eq!(test.get(&ana, "/contacts?per_page=5000").ok().body["per_page"], 100);
    let of_company = test.get(&ana, "/contacts?per_page=5000&employerId=demo-1").ok().body;
    assert_eq!(of_company["per_page"], 5_000);
    let all = test.get(&ana, "/contacts?per_page=1").ok().body;
    assert_eq!(all["total"], 60, "the contacts of the demo");
}

#[test]
fn contacts_are_sorted_by_name_risk_or_last_contact() {
    let (mut test, ana) = signed_in();
    for (id, risk, last) in [("1", Some(9.0), 3), ("2", Some(80.5), 1), ("3", None, 2)] {
        let mut row = test.store.contact(&ContactId::from(id)).unwrap().unwrap();
        row.contact.employer_id = EmployerId::from("x");
        row.contact.churn_risk = risk;
        row.last_contact_at = Some(wire::Wall(last));
        test.store.put_contact(&row).unwrap();
    }
    for (sort, expected) in [
        ("", ["Beatriz Campos", "Helena Duarte", "Rafael Moreira"]),
        ("&sort=-name", ["Rafael Moreira", "Helena Duarte", "Beatriz Campos"]),
        ("&sort=-risk", ["Rafael Moreira", "Helena Duarte", "Beatriz Campos"]),
        ("&sort=risk", ["Beatriz Campos", "Helena Duarte", "Rafael Moreira"]),
        ("&sort=-lastContact", ["Helena Duarte", "Beatriz Campos", "Rafael Moreira"]),
        ("&sort=lastContact", ["Rafael Moreira", "Beatriz Campos", "Helena Duarte"]),
    ] {
        let page = test.get(&ana, &format!("/contacts?employerId=x{sort}")).ok().body;
        assert_eq!(names(&page), expected, "{sort}");
    }
}

#[test]
fn a_contact_with_one_of_several_tags_is_found() {
    let (mut test, ana) = signed_in();
    for (id, tag) in [("1", "31"), ("2", "32"), ("3", "33")] {
        let mut row = test.store.contact(&ContactId::from(id)).unwrap().unwrap();
        row.contact.tags = vec![wire::JobTag { tag_item_id: tag.to_owned(), ..Default::default() }];
        test.store.put_contact(&row).unwrap();
    }
    let page = test.get(&ana, "/contacts?tags=31,,33").ok().body;
    assert_eq!(names(&page), ["Beatriz Campos", "Helena Duarte"]);
}

#[test]
fn an_attendance_makes_its_contact_the_last_one_contacted() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.customer("helena.duarte", SUPPORT);
    let page = test.get(&ana, "/contacts?sort=-lastContact&per_page=1").ok().body;
    assert_eq!(names(&page), ["Helena Duarte"]);
}

#[test]
fn wal_001_wal_004_wal_005_a_contact_enters_and_leaves_the_agents_wallet() {
    let (mut test, ana) = signed_in();
    let wallet = "/contacts?agent=101&preferential=true&search=helena";
    assert_eq!(test.get(&ana, wallet).ok().status, 204);
    let saved = save(&mut test, &ana, "1", json!({ "preferential": true })).ok().body;
    assert_eq!((&saved["preferential"], &saved["preferentialAgentName"]), (&json!(true), &json!("Ana Souza")));
    assert_eq!(names(&test.get(&ana, wallet).ok().body), ["Helena Duarte"]);
    let bruno = test.sign_in(BRUNO);
    for preferential in [true, false] {
        let refused = save(&mut test, &bruno, "1", json!({ "preferential": preferential }));
        assert_eq!(refused.refusal(), "409 PREFERENTIAL_OF_OTHER_AGENT");
        assert_eq!(refused.body["details"], json!({ "agentId": ANA, "agentName": "Ana Souza" }));
    }
    assert_eq!(test.get(&bruno, "/contacts?agent=102&preferential=true&search=helena").ok().status, 204);
    save(&mut test, &ana, "1", json!({ "preferential": false })).ok();
    assert_eq!(test.get(&ana, wallet).ok().status, 204);
}

#[test]
fn a_save_of_an_older_version_is_refused_with_the_present_contact() {
    let (mut test, ana) = signed_in();
    let bruno = test.sign_in(BRUNO);
    let version = test.get(&ana, "/contacts/1").ok().body["data"][0]["version"].clone();
    save(&mut test, &bruno, "1", json!({ "fullname": "Helena B.", "version": version })).ok();
    let refused = save(&mut test, &ana, "1", json!({ "fullname": "Helena A.", "version": version }));
    assert_eq!(refused.refusal(), "409 CHANGED_CONTACT");
    let now = &refused.body["details"]["contact"];
    assert_eq!((&now["fullname"], &now["version"]), (&json!("Helena B."), &json!(2)));
    save(&mut test, &ana, "1", json!({ "fullname": "Helena A.", "version": 2 })).ok();
    let same = save(&mut test, &ana, "1", json!({ "fullname": "Helena A.", "version": 3 })).ok().body;
    assert_eq!(same["version"], 3, "nothing was changed");
}

#[rstest]
#[case::known_column(json!({ "plano": " Fibra 500 ", "linhas": "2" }), "200")]
#[case::unknown_column(json!({ "senha": "x" }), "422 senha:unknown")]
#[case::main_column(json!({ "fullname": "x" }), "422 fullname:unknown")]
#[case::longest_value(json!({ "plano": "p".repeat(2_000) }), "200")]
#[case::too_long_value(json!({ "plano": "p".repeat(2_001) }), "422 data:tooLong")]
#[case::value_that_is_no_text(json!({ "plano": 5 }), "422 data:invalid")]
fn only_columns_of_the_org_unit_can_be_saved(#[case] data: Value, #[case] expected: &str) {
    let (mut test, ana) = signed_in();
    assert_eq!(save(&mut test, &ana, "1", json!({ "data": data })).refusal(), expected);
}

#[test]
fn columns_are_changed_one_by_one_and_cleared() {
    let (mut test, ana) = signed_in();
    save(&mut test, &ana, "1", json!({ "data": { "plano": " Fibra ", "linhas": "2" } })).ok();
    let saved = save(&mut test, &ana, "1", json!({ "data": { "linhas": " ", "cidade": "Recife" } })).ok().body;
    assert_eq!(saved["data"], json!({ "plano": "Fibra", "cidade": "Recife" }));
    let cleared = save(&mut test, &ana, "1", json!({ "data": { "plano": "", "cidade": "" } })).ok().body;
    assert_eq!(cleared.get("data"), None);
}

#[test]
fn api_149_api_150_ctc_004_columns_are_listed_by_category_in_the_order_of_the_org_unit() {
    let (mut test, ana) = signed_in();
    let columns = test.get(&ana, "/contacts/1/columns").ok().body;
    let columns = columns["data"].as_array().unwrap();
    let expected =
        json!({ "database": "plano", "desc": "Plano", "show": "Y", "order": 8, "category": "Dados do contrato" });
    assert!(columns.contains(&expected), "{columns:?}");
    let order: Vec<i64> = columns.iter().map(|column| column["order"].as_i64().unwrap()).collect();
    assert_eq!(order, (1..=13).collect::<Vec<_>>());
    let categories = test.get(&ana, "/contacts/columns?group_by=category&by_field=id").ok().body;
    let sizes: Vec<(&str, usize)> = categories["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| (group["category"].as_str().unwrap(), group["columns"].as_array().unwrap().len()))
        .collect();
    assert_eq!(sizes, [("", 7), ("Dados do contrato", 6)]);
    assert_eq!(test.get(&ana, "/contacts/none/columns").refusal(), "404");
    assert_eq!(test.get(&ana, "/contacts/columns?group_by=order").refusal(), "422 group_by:invalid");
    assert_eq!(test.get(&ana, "/contacts/columns?by_field=cpf").refusal(), "422 by_field:invalid");
}

#[test]
fn api_160_api_161_ctc_035_a_saved_filter_finds_its_contacts() {
    let (mut test, ana) = signed_in();
    let filters = test.get(&ana, "/template/contact-filters/101").ok().body;
    assert_eq!(filters["data"][0], json!({ "id": "1", "name": "Renovação em 30 dias" }));
    assert_eq!(filters["data"][1]["name"], "Sem contato há 30 dias");
    assert_eq!(test.get(&ana, "/template/contact-filters/102").refusal(), "403");
    assert_eq!(test.get(&ana, "/template/contact-filters/contacts/9").refusal(), "404");
    let day = |test: &TestCentre, days: i64| -> String {
        rfc3339(test.now.plus_ms(days * 24 * 60 * 60 * 1000)).chars().take(10).collect()
    };
    for (days, is_found) in [(-1, false), (0, true), (30, true), (31, false)] {
        let date = day(&test, days);
        let written = if days == 30 { date.split('-').rev().collect::<Vec<_>>().join("/") } else { date };
        save(&mut test, &ana, "1", json!({ "data": { "vencimento": written } })).ok();
        let found = test.get(&ana, "/template/contact-filters/contacts/1?search=helena%20duarte").ok();
        assert_eq!(found.status == 200, is_found, "{days} days, {written}");
    }
    let quiet = "/template/contact-filters/contacts/2?search=helena%20duarte";
    for (days, is_found) in [(None, true), (Some(-31), true), (Some(-29), false)] {
        let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
        row.last_contact_at = days.map(|days| test.now.plus_ms(days * 24 * 60 * 60 * 1000));
        test.store.put_contact(&row).unwrap();
        assert_eq!(test.get(&ana, quiet).ok().status == 200, is_found, "{days:?}");
    }
}

#[test]
fn api_154_ctc_040_ctc_042_a_contact_is_deleted_by_its_identifier_in_the_name_of_the_agent() {
    let (mut test, ana) = signed_in();
    let delete = |test: &mut TestCentre, path: &str| test.bare(&ana, "DELETE", path).refusal();
    assert_eq!(delete(&mut test, "/contacts/C-0001/AGENT-102"), "403");
    assert_eq!(delete(&mut test, "/contacts/C-0001/101"), "422 sub:invalid");
    assert_eq!(delete(&mut test, "/contacts/C-9999/AGENT-101"), "404");
    assert_eq!(delete(&mut test, "/contacts/C-0001/AGENT-101"), "200");
    assert_eq!(test.get(&ana, "/contacts/1").refusal(), "404");
    assert_eq!(test.get(&ana, "/contacts?search=helena.duarte").ok().status, 204);
    let carla = test.sign_in(CARLA);
    let row = test.get(&carla, "/audit").ok().body["data"][0].clone();
    assert_eq!((&row["action"], &row["name"]), (&json!("deleted"), &json!("Helena Duarte")));
    let name = json!({ "field": "fullname", "before": "Helena Duarte", "after": "" });
    assert!(row["changes"].as_array().unwrap().contains(&name), "{row}");
}

#[test]
fn a_contact_with_an_attendance_under_way_is_not_deleted() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", SUPPORT);
    let path = "/contacts/C-0001/AGENT-101";
    assert_eq!(test.bare(&ana, "DELETE", path).refusal(), "409 CONTACT_IN_USE");
    test.finish(&ana, &chat.protocol).ok();
    assert_eq!(test.bare(&ana, "DELETE", path).refusal(), "200");
    let job = test.store.job(&chat.protocol).unwrap().unwrap();
    assert_eq!(job.chat_identifier, "helena.duarte@example.com", "the attendance keeps its facts");
}

#[rstest]
#[case::blocked_contact(true, "1", "409 BLOCKED_CONTACT")]
#[case::contact_of_another_unit(false, "2", "404")]
#[case::contact_of_all_units(false, "", "409 SHARED_CONTACT")]
fn a_blocked_or_foreign_contact_is_not_deleted(#[case] blocked: bool, #[case] unit: &str, #[case] expected: &str) {
    let (mut test, ana) = signed_in();
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    (row.blocked, row.org_unit_id) = (blocked, OrgUnitId::from(unit));
    test.store.put_contact(&row).unwrap();
    assert_eq!(test.bare(&ana, "DELETE", "/contacts/C-0001/AGENT-101").refusal(), expected);
}

#[test]
fn the_audit_has_the_values_of_each_changed_field_before_and_after() {
    let (mut test, ana) = signed_in();
    let change = json!({ "email": "helena@example.net", "data": { "plano": "Fibra" }, "preferential": true });
    save(&mut test, &ana, "1", change).ok();
    assert_eq!(test.get(&ana, "/audit").refusal(), "403", "supervisors only");
    let carla = test.sign_in(CARLA);
    let audit = test.get(&carla, "/audit?page=1&per_page=1").ok().body;
    assert_eq!(
        audit["data"][0]["changes"],
        json!([
            { "field": "data.plano", "before": "", "after": "Fibra" },
            { "field": "email", "before": "helena.duarte@example.com", "after": "helena@example.net" },
            { "field": "preferential", "before": "", "after": ANA },
        ])
    );
    assert_eq!(test.get(&carla, "/audit?page=2&per_page=1").ok().body["data"], json!([]));
}
