//! Tests of the score, its removal with a reason, and when the risk is shown again.

use super::score::{ChurnFacts, ChurnScore, EmbeddedScore};
use crate::store::{Store, TagStore};
use crate::testing::{ANA, Agent, Answered, BRUNO, CARLA, RENEWALS, SUPPORT, TestCentre, qualify_body};
use rstest::rstest;
use serde_json::{Value, json};
use wire::ContactId;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const REASON: &str = "A cliente confirmou por telefone que renova o plano.";

fn facts(last_contact_days: u32, unanswered: &[u32], negative: &[u32]) -> ChurnFacts {
    ChurnFacts { last_contact_days, unanswered_days: unanswered.to_vec(), negative_days: negative.to_vec() }
}

#[rstest]
#[case::no_reason_for_a_risk(facts(0, &[], &[]), &[])]
#[case::thirty_days_are_normal(facts(30, &[], &[]), &[])]
#[case::days_without_contact(facts(105, &[], &[]), &[("lastContactDays", 105, 20.0)])]
#[case::days_have_a_limit(facts(900, &[], &[]), &[("lastContactDays", 900, 40.0)])]
#[case::unanswered_attendances(facts(0, &[90], &[]), &[("unansweredAttendances", 1, 15.0)])]
#[case::attendances_unanswered_long_ago(facts(0, &[91], &[]), &[])]
#[case::negative_qualifications(facts(0, &[], &[180, 181]), &[("negativeQualifications", 1, 15.0)])]
#[case::each_kind_of_reason_has_a_limit(facts(0, &[1, 2, 3], &[]), &[("unansweredAttendances", 3, 30.0)])]
#[case::the_largest_part_first(
    facts(900, &[1], &[1, 2]),
    &[("lastContactDays", 900, 40.0), ("negativeQualifications", 2, 30.0), ("unansweredAttendances", 1, 15.0)]
)]
fn the_facts_of_a_contact_give_the_risk_score(#[case] facts: ChurnFacts, #[case] expected: &[(&str, u32, f64)]) {
    let factors = EmbeddedScore.factors(&facts);
    let seen: Vec<_> = factors.iter().map(|factor| (factor.reason.as_str(), factor.count, factor.value)).collect();
    assert_eq!(seen, expected);
}

fn risk(test: &mut TestCentre, agent: &Agent) -> Value {
    test.post(agent, "/organia/churn-buster/contact-max-data", json!({ "contact_id": "1" })).ok().body
}

fn factors(test: &mut TestCentre, agent: &Agent) -> Value {
    let path = "/organia/churn-buster/contact-probability-values";
    test.post(agent, path, json!({ "contact_id": "1" })).ok().body["data"].clone()
}

fn justify(test: &mut TestCentre, agent: &Agent, text: &str) -> Answered {
    let body = json!({ "contact_id": "1", "agent_id": agent.id, "justification": text });
    test.post(agent, "/organia/churn-buster/justification", body)
}

/// Helena had one unanswered attendance and one negative qualification.
fn at_risk() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    let left = test.customer("helena.duarte", SUPPORT);
    test.customer_ends(&left);
    test.advance(1_000);
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_ends(&chat);
    let mut body = qualify_body(&ana, &chat.protocol);
    // The server ignores the type that the page sends.
    body["qualify_id"] = json!("3");
    test.post(&ana, "/job/chat/qualify", body).ok();
    (test, ana)
}

#[test]
fn api_193_api_194_the_risk_of_a_contact_and_its_reasons() {
    let (mut test, ana) = at_risk();
    assert_eq!(risk(&mut test, &ana)["probability"], 30.0);
    let expected = json!([
        { "reason": "unansweredAttendances", "count": 1, "value": 15.0 },
        { "reason": "negativeQualifications", "count": 1, "value": 15.0 },
    ]);
    assert_eq!(factors(&mut test, &ana), expected);
    test.advance(60 * DAY_MS);
    let ana = test.login("ana.souza", "agente123").ok().authorization.map(|token| Agent { token, ..ana }).unwrap();
    assert_eq!(risk(&mut test, &ana)["probability"], 38.0, "8 more after 60 days");
    for path in ["contact-max-data", "contact-probability-values"] {
        let unknown = test.post(&ana, &format!("/organia/churn-buster/{path}"), json!({ "contact_id": "999" }));
        assert_eq!(unknown.refusal(), "404");
    }
}

#[test]
fn api_196_a_company_has_the_greatest_risk_of_its_contacts() {
    let (mut test, ana) = at_risk();
    let path = "/organia/churn-buster/employer-max-probability";
    let of = |test: &mut TestCentre, id: &str| test.post(&ana, path, json!({ "employer_id": id }));
    for id in ["1", "2"] {
        let mut row = test.store.contact(&ContactId::from(id)).unwrap().unwrap();
        row.contact.employer_id = "demo-1".into();
        test.store.put_contact(&row).unwrap();
    }
    assert_eq!(of(&mut test, "demo-1").ok().body["probability"], 30.0);
    let left = test.customer("rafael.moreira", SUPPORT);
    test.customer_ends(&left);
    assert_eq!(of(&mut test, "demo-1").ok().body["probability"], 30.0, "not the sum, not the last one");
    assert_eq!(of(&mut test, "demo-2").ok().body["probability"], Value::Null);
    assert_eq!(of(&mut test, "none").refusal(), "404");
}

#[test]
fn a_contact_without_attendances_has_no_risk_to_show() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!((&risk(&mut test, &ana)["probability"], factors(&mut test, &ana)), (&Value::Null, json!([])));
    assert_eq!(justify(&mut test, &ana, REASON).refusal(), "404");
}

#[test]
fn an_open_attendance_counts_as_contact_with_the_customer() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.customer("helena.duarte", SUPPORT);
    assert_eq!(risk(&mut test, &ana)["probability"], 0.0);
}

#[rstest]
#[case::org_002_too_short_a_justification(&"x".repeat(49), "422 justification:tooShort")]
#[case::spaces_do_not_count(&format!("{}   ", "x".repeat(49)), "422 justification:tooShort")]
#[case::empty_justification("", "422 justification:tooShort")]
#[case::too_long_a_justification(&"x".repeat(2001), "422 justification:tooLong")]
#[case::org_002_long_enough_a_justification(&"é".repeat(50), "200")]
#[case::the_longest_justification(&"x".repeat(2000), "200")]
fn the_justification_of_a_removal_has_50_to_2000_characters(#[case] text: &str, #[case] expected: &str) {
    let (mut test, ana) = at_risk();
    assert_eq!(justify(&mut test, &ana, text).refusal(), expected);
    let is_kept = test.store.churn_removal(&ContactId::from("1")).unwrap().is_some();
    assert_eq!(is_kept, expected == "200");
}

#[test]
fn api_195_org_004_a_justification_removes_the_risk_until_another_attendance_ends() {
    let (mut test, ana) = at_risk();
    justify(&mut test, &ana, &format!("  {REASON}\n")).ok();
    let removed = risk(&mut test, &ana);
    assert_eq!((&removed["probability"], &removed["justification"]), (&Value::Null, &json!(REASON)));
    assert_eq!(factors(&mut test, &ana), json!([]));
    test.advance(1_000);
    justify(&mut test, &ana, &format!("{REASON} {REASON}")).ok();
    let row = test.store.churn_removal(&ContactId::from("1")).unwrap().unwrap();
    assert_eq!((row.agent_id.as_str(), row.justification.as_str(), row.probability), (ANA, REASON, 30.0));
    let chat = test.customer("helena.duarte", SUPPORT);
    assert_eq!(risk(&mut test, &ana)["probability"], Value::Null, "it has begun and not ended");
    test.advance(1_000);
    test.customer_ends(&chat);
    let back = risk(&mut test, &ana);
    assert_eq!((&back["probability"], back.get("justification")), (&json!(30.0), None));
}

#[test]
fn a_removed_risk_and_changed_tags_are_in_the_audit() {
    let (mut test, ana) = at_risk();
    let path = "/new-tag/agent/contacts/1/tag-items?agentId=101";
    test.post(&ana, path, json!({ "tag_item_ids": ["101", "103"] })).ok();
    justify(&mut test, &ana, REASON).ok();
    let carla = test.sign_in(CARLA);
    let rows = test.get(&carla, "/audit").ok().body["data"].clone();
    let told =
        |row: &Value| (row["action"].clone(), row["agentId"].clone(), row["name"].clone(), row["changes"].clone());
    let risk = json!([
        { "field": "churnRisk", "before": "30", "after": "" },
        { "field": "justification", "before": "", "after": REASON },
    ]);
    let tags = json!([{ "field": "tags", "before": "", "after": "VIP, Fibra" }]);
    let by = |action: &str, changes: Value| (json!(action), json!(ANA), json!("Helena Duarte"), changes);
    assert_eq!(told(&rows[0]), by("riskRemoved", risk));
    assert_eq!(told(&rows[1]), by("changed", tags));
}

#[test]
fn contacts_are_sorted_by_the_risk_of_their_last_change() {
    let (mut test, ana) = at_risk();
    let left = test.customer("rafael.moreira", SUPPORT);
    test.customer_ends(&left);
    let first = |test: &mut TestCentre| {
        let body = test.get(&ana, "/contacts?sort=-risk&per_page=2").ok().body;
        let rows = body["data"].as_array().unwrap().clone();
        rows.iter().map(|row| (row["id"].clone(), row.get("churnRisk").cloned())).collect::<Vec<_>>()
    };
    let rafael_waits = (json!("2"), Some(json!(0.0)));
    assert_eq!(first(&mut test), [(json!("1"), Some(json!(30.0))), rafael_waits.clone()]);
    justify(&mut test, &ana, REASON).ok();
    assert_eq!(first(&mut test)[0], rafael_waits, "a removed risk is none");
}

#[test]
fn a_risk_can_be_removed_only_in_the_agents_own_name_and_org_unit() {
    let (mut test, ana) = at_risk();
    let body = json!({ "contact_id": "1", "agent_id": BRUNO, "justification": REASON });
    assert_eq!(test.post(&ana, "/organia/churn-buster/justification", body).refusal(), "403");
    let mut contact = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    contact.org_unit_id = "2".into();
    test.store.put_contact(&contact).unwrap();
    assert_eq!(justify(&mut test, &ana, REASON).refusal(), "404");
}
