//! Tests of the external service for churn risks: when it is asked, what it gets, and what its answers mean.

use super::{ChurnOutcome, ChurnQuestion};
use crate::store::EffectStore;
use crate::testing::{ANA, Agent, RENEWALS, SUPPORT, TestCentre, qualify_body};
use crate::{Effect, EffectKind};
use serde_json::{Value, json};
use wire::ChurnFactor;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const REASON: &str = "A cliente confirmou por telefone que renova o plano.";

/// A centre whose risks come from an external service.
fn centre() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    test.centre.config.churn_service = true;
    let ana = test.at_work(ANA);
    (test, ana)
}

fn taken(test: &mut TestCentre) -> Vec<Effect> {
    test.with(|centre, store, context| centre.take_effects(store, context, EffectKind::ScoreChurn, 10).unwrap())
}

fn answer(test: &mut TestCentre, effect: &Effect, outcome: ChurnOutcome) {
    test.with(|centre, store, context| centre.churn_scored(store, context, effect, outcome).unwrap());
}

fn part(reason: &str, value: f64) -> ChurnFactor {
    ChurnFactor { reason: reason.to_owned(), count: 0, value }
}

fn scored() -> ChurnOutcome {
    ChurnOutcome::Scored(vec![part("Contrato vence em 12 dias", 22.5), part("Fatura em atraso", 38.0)])
}

fn risk(test: &mut TestCentre, agent: &Agent) -> Value {
    test.post(agent, "/organia/churn-buster/contact-max-data", json!({ "contact_id": "1" })).ok().body
}

fn factors(test: &mut TestCentre, agent: &Agent) -> Value {
    let path = "/organia/churn-buster/contact-probability-values";
    test.post(agent, path, json!({ "contact_id": "1" })).ok().body["data"].clone()
}

#[test]
fn when_an_attendance_ends_the_service_gets_the_facts_of_the_contact() {
    let mut test = TestCentre::new();
    test.centre.config.churn_service = true;
    let left = test.customer("helena.duarte", SUPPORT);
    test.customer_ends(&left);
    test.advance(1_000);
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_ends(&chat);
    test.advance(1_000);
    let mut body = qualify_body(&ana, &chat.protocol);
    body["qualify_id"] = json!("3");
    test.post(&ana, "/job/chat/qualify", body).ok();
    let effects = taken(&mut test);
    let last: ChurnQuestion = serde_json::from_str(&effects.last().unwrap().body).unwrap();
    let expected = ChurnQuestion {
        org_unit_id: "1".into(),
        contact_id: "1".into(),
        asked_at: test.now,
        contact_identifier: "C-0001".to_owned(),
        last_contact_days: 0,
        unanswered_days: vec![0],
        negative_days: vec![0],
    };
    assert_eq!(last, expected);
    assert_eq!(risk(&mut test, &ana)["probability"], Value::Null, "the own score does not show instead");
}

#[test]
fn the_answer_of_the_service_is_shown_with_the_largest_part_first_and_sorts_the_list() {
    let (mut test, ana) = centre();
    assert_eq!(factors(&mut test, &ana), json!([]));
    let effect = taken(&mut test).remove(0);
    answer(&mut test, &effect, scored());
    assert_eq!(risk(&mut test, &ana)["probability"], 60.5);
    let expected = json!([
        { "reason": "Fatura em atraso", "count": 0, "value": 38.0 },
        { "reason": "Contrato vence em 12 dias", "count": 0, "value": 22.5 },
    ]);
    assert_eq!(factors(&mut test, &ana), expected);
    let list = test.get(&ana, "/contacts?sort=-risk&per_page=1").ok().body;
    assert_eq!((&list["data"][0]["id"], &list["data"][0]["churnRisk"]), (&json!("1"), &json!(60.5)));
    answer(&mut test, &effect, ChurnOutcome::Unknown);
    assert_eq!(risk(&mut test, &ana)["probability"], 60.5, "the effect has ended");
}

#[test]
fn showing_the_risk_requests_it_from_the_service_once_a_day() {
    let (mut test, ana) = centre();
    risk(&mut test, &ana);
    factors(&mut test, &ana);
    let effect = taken(&mut test);
    assert_eq!(effect.len(), 1);
    answer(&mut test, &effect[0], scored());
    test.advance(DAY_MS - 1_000);
    let ana = test.sign_in(ANA);
    risk(&mut test, &ana);
    assert!(taken(&mut test).is_empty());
    test.advance(1_000);
    assert_eq!(risk(&mut test, &ana)["probability"], 60.5, "the earlier answer shows until the next one comes");
    let effect = taken(&mut test).remove(0);
    answer(&mut test, &effect, ChurnOutcome::Unknown);
    assert_eq!(risk(&mut test, &ana)["probability"], Value::Null);
}

#[test]
fn the_answer_to_the_last_request_counts_also_if_it_arrives_first() {
    let (mut test, ana) = centre();
    risk(&mut test, &ana);
    test.advance(1_000);
    let chat = test.customer("helena.duarte", SUPPORT);
    test.customer_ends(&chat);
    let effects = taken(&mut test);
    let (first, last) = (effects.first().unwrap(), effects.last().unwrap());
    assert_ne!(first.id, last.id);
    answer(&mut test, last, scored());
    answer(&mut test, first, ChurnOutcome::Unknown);
    assert_eq!(risk(&mut test, &ana)["probability"], 60.5);
}

#[test]
fn a_failed_request_to_the_service_is_repeated_and_a_refused_one_is_not() {
    let (mut test, ana) = centre();
    risk(&mut test, &ana);
    let effect = taken(&mut test).remove(0);
    answer(&mut test, &effect, ChurnOutcome::Failed { cause: "status 503".to_owned(), retry_after_ms: None });
    test.advance(2_000);
    let again = taken(&mut test).remove(0);
    assert_eq!((again.id == effect.id, again.attempt), (true, 2));
    answer(&mut test, &again, ChurnOutcome::Refused("status 400".to_owned()));
    test.advance(60 * 60 * 1_000);
    assert!(taken(&mut test).is_empty());
    assert_eq!(
        test.store.effect(&effect.id).unwrap().map(|row| (row.is_dead, row.cause)),
        Some((true, "status 400".to_owned()))
    );
}

#[test]
fn invalid_parts_of_a_probability_are_omitted_and_the_sum_is_limited() {
    let (mut test, ana) = centre();
    risk(&mut test, &ana);
    let effect = taken(&mut test).remove(0);
    let odd = [f64::NAN, f64::INFINITY, -5.0, 0.0].map(|value| part("x", value));
    let long = part(&"é".repeat(100_000), 90.0);
    let all = odd.into_iter().chain([part("Fatura", 70.0), long]).collect();
    answer(&mut test, &effect, ChurnOutcome::Scored(all));
    assert_eq!(risk(&mut test, &ana)["probability"], 100.0);
    let shown = factors(&mut test, &ana);
    let reasons: Vec<usize> =
        shown.as_array().unwrap().iter().map(|part| part["reason"].as_str().unwrap().chars().count()).collect();
    assert_eq!(reasons, [200, 6]);
}

#[test]
fn a_removed_risk_of_the_service_is_shown_again_when_a_later_attendance_ends() {
    let (mut test, ana) = centre();
    risk(&mut test, &ana);
    let effect = taken(&mut test).remove(0);
    answer(&mut test, &effect, scored());
    let body = json!({ "contact_id": "1", "agent_id": ANA, "justification": REASON });
    test.post(&ana, "/organia/churn-buster/justification", body).ok();
    let removed = risk(&mut test, &ana);
    assert_eq!((&removed["probability"], &removed["justification"]), (&Value::Null, &json!(REASON)));
    test.advance(1_000);
    let chat = test.customer("helena.duarte", SUPPORT);
    test.customer_ends(&chat);
    assert_eq!(risk(&mut test, &ana)["probability"], 60.5);
}
