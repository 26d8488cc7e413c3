//! Tests of the import of contacts: staging, applying, refusals, cancel and expiry.

use crate::store::{ImportStore, JobState, ListQuery, PeopleStore, SearchOrder, Store};
use crate::testing::{ANA, Agent, BRUNO, CARLA, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::limits::{IMPORT_MAX_LINES, LIST_MAX_ITEMS};
use wire::{AgentId, ContactId};

const COLUMNS: [&str; 4] = ["fullname", "id", "phone1", "plano"];

fn begin(test: &mut TestCentre, agent: &Agent, lines: usize) -> String {
    let body = json!({ "agent": agent.id, "columns": COLUMNS, "lines": lines });
    let answer = test.post(agent, "/contacts/imports", body).ok().body;
    assert_eq!((&answer["state"], &answer["lines"], &answer["staged"]), (&json!("staged"), &json!(lines), &json!(0)));
    answer["id"].as_str().unwrap().to_owned()
}

fn stage(test: &mut TestCentre, agent: &Agent, id: &str, from: usize, lines: &[Value]) -> String {
    let body = json!({ "agent": agent.id, "lines": lines });
    test.post(agent, &format!("/contacts/imports/{id}/lines/{from}"), body).refusal()
}

fn call(test: &mut TestCentre, agent: &Agent, method: &str, rest: &str) -> crate::testing::Answered {
    test.bare(agent, method, &format!("/contacts/imports/{rest}?agent={}", agent.id))
}

/// An import with these lines, committed by the agent.
fn committed(test: &mut TestCentre, agent: &Agent, lines: &[Value]) -> String {
    let id = begin(test, agent, lines.len());
    for (number, portion) in lines.chunks(LIST_MAX_ITEMS).enumerate() {
        assert_eq!(stage(test, agent, &id, number * LIST_MAX_ITEMS, portion), "200");
    }
    let answer = call(test, agent, "POST", &format!("{id}/commit")).ok().body;
    assert_eq!(answer["state"], "applying");
    id
}

/// Runs due work until nothing is due.
fn work(test: &mut TestCentre) {
    while test.tick() <= test.now.plus_ms(1) {
        test.advance(1);
    }
}

fn line(number: usize) -> Value {
    json!([format!("Cliente {number}"), format!("I-{number}"), format!("55119{number:08}"), "Fibra 500"])
}

fn lines(count: usize) -> Vec<Value> {
    (0..count).map(line).collect()
}

fn contacts(test: &TestCentre) -> usize {
    let (groups, order) = (Vec::new(), SearchOrder { by: None, is_descending: false });
    let query = ListQuery { org_units: vec!["1".into()], groups, order, offset: 0, limit: 1 };
    test.store.contacts_listed(&query).unwrap().1
}

fn refusals(answer: &Value) -> Vec<String> {
    let text = |refusal: &Value| {
        format!("{} {} {}", refusal["line"], refusal["field"].as_str().unwrap(), refusal["reason"].as_str().unwrap())
    };
    answer["refused"].as_array().unwrap().iter().map(text).collect()
}

#[test]
fn lines_become_contacts_after_the_commit_and_refused_ones_are_reported() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let file = [
        json!(["Rosa Nunes", "I-1", "+55 (11) 95555-0120", "Fibra 500"]),
        json!(["", "I-2"]),
        json!(["Tiago Reis", "I-3", "ligar depois"]),
        json!(["Rosa de novo", "I-1"]),
        json!(["Helena outra", "I-5", "5511955550101"]),
        json!(["Com espaço", "I 6"]),
        json!(["Sem identificador"]),
        json!(["=1+1 <b>\u{202e}", "", "55 11 95555 0199"]),
        json!(["n".repeat(102_400), "I-9"]),
    ];
    let id = committed(&mut test, &ana, &file);
    assert_eq!(contacts(&test), before, "nothing is created before the server goes on");
    work(&mut test);
    let report = test.get(&ana, &format!("/contacts/imports/{id}?agent=101&from=0")).ok().body;
    assert_eq!((&report["state"], &report["created"], &report["next"]), (&json!("done"), &json!(2), &json!(9)));
    let expected = [
        "1 fullname required",
        "2 phone1 invalid",
        "3 id DUPLICATE_IDENTIFIER",
        "4 phone1 DUPLICATE_IDENTIFIER",
        "5 id whitespace",
        "6 id required",
        "8 fullname tooLong",
    ];
    assert_eq!(refusals(&report), expected);
    let rosa = test.get(&ana, "/contacts/I-1").ok().body["data"][0].clone();
    let fields = (&rosa["fullname"], &rosa["identifiers"]["phone1"], &rosa["data"]["plano"]);
    assert_eq!(fields, (&json!("Rosa Nunes"), &json!("5511955550120"), &json!("Fibra 500")));
    let formula = test.get(&ana, "/contacts/5511955550199").ok().body["data"][0]["fullname"].clone();
    assert_eq!(formula, "=1+1 <b>\u{202e}", "the text is stored as it is");
    let carla = test.sign_in(CARLA);
    let audit = test.get(&carla, "/audit").ok().body;
    let rows: Vec<_> = audit["data"].as_array().unwrap().iter().map(|row| (&row["action"], &row["agentId"])).collect();
    assert_eq!(rows, [(&json!("created"), &json!("101")); 2], "a row for each contact");
}

#[test]
fn bey_164_a_number_in_several_forms_is_one_contact_and_a_number_that_a_spreadsheet_spoilt_is_refused() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let writings = [
        "+55 (21) 98323-2001",
        "(21) 98323-2001",
        "021 98323-2001",
        "0055 21 98323-2001",
        "(21) 8323-2001",
        "'21 98323.2001",
        // This number belongs to a contact that exists.
        "(11) 95555-0101",
        "5,51196E+12",
        "=\"5511955557001\"",
    ];
    let file: Vec<Value> = writings.iter().map(|number| json!(["Gil", "", number])).collect();
    let id = committed(&mut test, &ana, &file);
    work(&mut test);
    let report = test.get(&ana, &format!("/contacts/imports/{id}?agent=101&from=0")).ok().body;
    assert_eq!(report["created"], 1);
    let refused = refusals(&report);
    assert_eq!(refused.len(), 8, "{refused:?}");
    assert!(refused[..6].iter().all(|line| line.ends_with("DUPLICATE_IDENTIFIER")), "{refused:?}");
    assert_eq!(refused[6..], ["7 phone1 invalid", "8 phone1 invalid"]);
    let found = test.store.contacts_by(crate::store::ContactField::Phone1, "21983232001").unwrap();
    assert_eq!(found[0].contact.identifiers.phone1, "5521983232001");
}

#[test]
fn portions_of_lines_are_applied_one_by_one_and_the_report_is_read_in_parts() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let mut file = lines(1_300);
    for number in [3, 250, 1_250] {
        file[number] = json!(["", "x"]);
    }
    let id = committed(&mut test, &ana, &file);
    let progress = |test: &mut TestCentre, from: usize| {
        let body = test.get(&ana, &format!("/contacts/imports/{id}?agent=101&from={from}")).ok().body;
        (body["state"].as_str().unwrap().to_owned(), refusals(&body), body["next"].as_u64().unwrap())
    };
    test.tick();
    assert_eq!(progress(&mut test, 0), ("applying".to_owned(), vec!["3 fullname required".to_owned()], 200));
    assert_eq!((progress(&mut test, 200).2, contacts(&test) - before), (200, 199));
    work(&mut test);
    let first = ["3 fullname required", "250 fullname required"].map(str::to_owned).to_vec();
    assert_eq!(progress(&mut test, 0), ("done".to_owned(), first, 1_000));
    assert_eq!(progress(&mut test, 1_000), ("done".to_owned(), vec!["1250 fullname required".to_owned()], 1_300));
    assert_eq!(contacts(&test) - before, 1_297);
}

#[test]
fn an_import_has_at_most_ten_thousand_lines() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let most = IMPORT_MAX_LINES as usize;
    let body = json!({ "agent": ANA, "columns": COLUMNS, "lines": most + 1 });
    assert_eq!(test.post(&ana, "/contacts/imports", body).refusal(), "422 lines:tooLong");
    committed(&mut test, &ana, &lines(most));
    work(&mut test);
    assert_eq!(contacts(&test) - before, most);
}

#[test]
fn cancelling_an_import_before_the_commit_leaves_nothing() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let id = begin(&mut test, &ana, 300);
    stage(&mut test, &ana, &id, 0, &lines(200));
    assert_eq!(call(&mut test, &ana, "DELETE", &id).ok().body["state"], "removed");
    assert_eq!(call(&mut test, &ana, "POST", &format!("{id}/commit")).refusal(), "404");
    work(&mut test);
    assert_eq!(contacts(&test), before);
    assert_eq!(test.store.last_import_portion(&id).unwrap(), None);
}

#[test]
fn cancelling_an_import_while_lines_are_applied_removes_the_contacts_again() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let id = committed(&mut test, &ana, &lines(900));
    test.tick();
    test.advance(1);
    test.tick();
    assert_eq!(contacts(&test) - before, 400);
    for _ in 0..2 {
        assert_eq!(call(&mut test, &ana, "DELETE", &id).ok().body["state"], "removing");
    }
    let again = json!({ "agent": ANA, "columns": COLUMNS, "lines": 1 });
    assert_eq!(test.post(&ana, "/contacts/imports", again.clone()).refusal(), "409 IMPORT_RUNNING");
    work(&mut test);
    assert_eq!((contacts(&test), call(&mut test, &ana, "GET", &id).refusal()), (before, "404".to_owned()));
    assert_eq!(test.get(&ana, "/contacts?search=Cliente%201").ok().status, 204, "the search finds none of them");
    assert_eq!(test.post(&ana, "/contacts/imports", again).ok().body["state"], "staged");
}

#[test]
fn cancelling_an_import_keeps_contacts_that_an_agent_has_changed_since() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let before = contacts(&test);
    let mut file = lines(300);
    file[0] = json!(["Otto Braun", "otto@example.com"]);
    let id = committed(&mut test, &ana, &file);
    test.tick();
    let renamed = test.get(&ana, "/contacts/I-7").ok().body["data"][0]["id"].as_str().unwrap().to_owned();
    let change = json!({ "contact": { "fullname": "Outro nome" }, "agent": ANA });
    test.put(&ana, &format!("/contacts/{renamed}"), change).ok();
    let called = test.get(&ana, "/contacts/I-8").ok().body["data"][0]["id"].as_str().unwrap().to_owned();
    let chat = test.customer("Otto", SUPPORT);
    let mut job = test.store.job(&chat.protocol).unwrap().unwrap();
    job.contact_id = Some(ContactId::from(called.as_str()));
    test.store.put_job(&job).unwrap();
    assert_eq!(job.state, JobState::Active);
    call(&mut test, &ana, "DELETE", &id).ok();
    work(&mut test);
    assert_eq!(contacts(&test) - before, 2);
    for kept in [renamed, called] {
        assert!(test.store.contact(&ContactId::from(kept.as_str())).unwrap().is_some());
    }
}

#[test]
fn cancelling_an_import_after_the_last_line_is_refused() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let id = committed(&mut test, &ana, &lines(2));
    work(&mut test);
    assert_eq!(call(&mut test, &ana, "DELETE", &id).refusal(), "409 IMPORT_DONE");
    assert_eq!(contacts(&test) - before, 2);
}

#[test]
fn portions_and_commit_of_an_import_can_be_sent_again_without_changes() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let before = contacts(&test);
    let id = begin(&mut test, &ana, 4);
    for (from, portion) in [(0, lines(2)), (0, lines(2)), (2, vec![line(2), line(3)]), (2, vec![line(2), line(3)])] {
        assert_eq!(stage(&mut test, &ana, &id, from, &portion), "200");
    }
    for _ in 0..2 {
        call(&mut test, &ana, "POST", &format!("{id}/commit")).ok();
    }
    work(&mut test);
    assert_eq!(call(&mut test, &ana, "POST", &format!("{id}/commit")).ok().body["state"], "done");
    assert_eq!(contacts(&test) - before, 4);
}

#[rstest]
#[case::a_gap_between_portions(2, json!([["Ana"]]), "422 from:invalid")]
#[case::a_portion_of_another_size(0, json!([["Ana"], ["Rui"]]), "422 from:invalid")]
#[case::a_portion_without_position(usize::MAX, json!([["Ana"]]), "422 from:invalid")]
#[case::more_lines_than_announced(1, json!([["A"], ["B"], ["C"], ["D"]]), "422 lines:tooLong")]
#[case::a_portion_without_lines(1, json!([]), "422 lines:invalid")]
#[case::a_line_with_too_many_values(1, json!([["A", "B", "C", "D", "E"]]), "422 lines:invalid")]
#[case::values_that_are_no_texts(1, json!([["Ana", 7]]), "422 lines:invalid")]
#[case::too_many_lines(1, Value::from(vec![json!(["Ana"]); LIST_MAX_ITEMS + 1]), "422 lines:tooLong")]
fn an_invalid_portion_of_an_import_is_refused(#[case] from: usize, #[case] portion: Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let id = begin(&mut test, &ana, 4);
    stage(&mut test, &ana, &id, 0, &[line(0)]);
    let body = json!({ "agent": ANA, "lines": portion });
    assert_eq!(test.post(&ana, &format!("/contacts/imports/{id}/lines/{from}"), body).refusal(), expected);
    assert_eq!(call(&mut test, &ana, "POST", &format!("{id}/commit")).refusal(), "409 IMPORT_INCOMPLETE");
    assert_eq!(call(&mut test, &ana, "GET", &id).ok().body["staged"], 1);
}

#[rstest]
#[case::columns_without_a_name(json!(["phone1"]), json!(1), "422 columns:required")]
#[case::a_field_in_two_columns(json!(["fullname", "phone1", "phone1"]), json!(1), "422 columns:invalid")]
#[case::an_unknown_field(json!(["fullname", "salario"]), json!(1), "422 columns:unknown")]
#[case::a_company_as_a_field(json!(["fullname", "employer_name"]), json!(1), "422 columns:unknown")]
#[case::an_import_without_lines(json!(["fullname"]), json!(0), "422 lines:invalid")]
fn an_import_with_invalid_columns_or_without_lines_is_refused(
    #[case] columns: Value,
    #[case] lines: Value,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = json!({ "agent": ANA, "columns": columns, "lines": lines });
    assert_eq!(test.post(&ana, "/contacts/imports", body).refusal(), expected);
}

#[test]
fn bey_103_an_import_is_refused_to_other_agents() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.sign_in(ANA), test.sign_in(BRUNO));
    let id = begin(&mut test, &ana, 1);
    assert_eq!(stage(&mut test, &bruno, &id, 0, &lines(1)), "404");
    for (method, rest) in [("GET", id.clone()), ("DELETE", id.clone()), ("POST", format!("{id}/commit"))] {
        assert_eq!(call(&mut test, &bruno, method, &rest).refusal(), "404");
        assert_eq!(test.bare(&bruno, method, &format!("/contacts/imports/{rest}?agent=101")).refusal(), "403");
    }
    assert_eq!(call(&mut test, &ana, "GET", &id).ok().body["state"], "staged");
}

#[test]
fn bey_103_imported_contacts_belong_to_the_org_unit_of_the_import_and_others_do_not_count_as_duplicates() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut other = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    other.org_unit_id = "2".into();
    test.store.put_contact(&other).unwrap();
    let id = committed(&mut test, &ana, &[json!(["Helena", "C-0001", "5511955550101"])]);
    let mut moved = test.store.agent(&AgentId::from(ANA)).unwrap().unwrap();
    moved.record.org_unit_id = "2".into();
    test.store.put_agent(&moved).unwrap();
    work(&mut test);
    assert_eq!(test.store.import_of(&ana.id).unwrap().unwrap().created, 1, "{id}");
    let found = test.store.contacts_by(crate::store::ContactField::Id, "C-0001").unwrap();
    let mut units: Vec<&str> = found.iter().map(|row| row.org_unit_id.as_str()).collect();
    units.sort_unstable();
    assert_eq!(units, ["1", "2"]);
}

#[test]
fn staged_lines_and_reports_of_an_import_are_deleted_after_an_hour() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let id = begin(&mut test, &ana, 2);
    test.advance(30 * 60 * 1000);
    stage(&mut test, &ana, &id, 0, &[line(0)]);
    test.advance(60 * 60 * 1000 - 1);
    test.tick();
    assert_eq!(call(&mut test, &ana, "GET", &id).ok().body["staged"], 1, "an hour from the last portion");
    test.advance(1);
    test.tick();
    assert_eq!(call(&mut test, &ana, "GET", &id).refusal(), "404");
    assert_eq!(test.store.last_import_portion(&id).unwrap(), None);
    let done = committed(&mut test, &ana, &lines(1));
    work(&mut test);
    test.advance(60 * 60 * 1000);
    test.tick();
    assert_eq!(call(&mut test, &ana, "GET", &done).refusal(), "404");
}

#[test]
fn a_new_import_replaces_an_earlier_one_without_a_commit() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let first = begin(&mut test, &ana, 2);
    stage(&mut test, &ana, &first, 0, &[line(0)]);
    let second = begin(&mut test, &ana, 2);
    assert_ne!(first, second);
    assert_eq!(
        (call(&mut test, &ana, "GET", &first).refusal(), test.store.last_import_portion(&first)),
        ("404".to_owned(), Ok(None))
    );
}
