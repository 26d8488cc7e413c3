//! Tests of the lanes of effects, and of the leases of long attempts.

use super::{Effect, EffectKind, EffectLane, EffectLease, EffectOutcome, LEASE_MS};
use crate::testing::TestCentre;
use serde_json::json;
use wire::OrgUnitId;

const KIND: EffectKind = EffectKind::SendWhatsApp;

/// Requests an effect with this text in the lane, in the sequence of this customer.
fn request(test: &mut TestCentre, lane: EffectLane, customer: &str, text: &str) {
    let (unit, body) = (OrgUnitId::from("1"), json!({ "text": text }));
    test.with(|centre, store, context| {
        centre.transact_store(store, context, |tx| tx.request_effect_in(KIND, lane, &unit, customer, &body)).unwrap();
    });
}

fn take(test: &mut TestCentre, limit: usize) -> Vec<Effect> {
    test.with(|centre, store, context| centre.take_effects(store, context, KIND, limit).unwrap())
}

fn take_of(test: &mut TestCentre, lane: EffectLane, limit: usize) -> Vec<Effect> {
    let taken = test
        .with(|centre, store, context| centre.take_effects_of_lanes(store, context, KIND, &[(lane, limit)]).unwrap());
    assert!(taken.iter().all(|(of, _)| *of == lane));
    taken.into_iter().map(|(_, effect)| effect).collect()
}

fn renew(test: &mut TestCentre, leases: &[EffectLease]) {
    test.with(|centre, store, context| centre.renew_effects(store, context, KIND, leases).unwrap());
}

fn end(test: &mut TestCentre, effect: &Effect, outcome: EffectOutcome) {
    test.with(|centre, store, context| centre.end_effect(store, context, effect, outcome).unwrap());
}

fn text(effect: &Effect) -> String {
    let body: serde_json::Value = serde_json::from_str(&effect.body).unwrap();
    body["text"].as_str().unwrap().to_owned()
}

#[test]
fn an_agents_text_is_sent_before_a_thousand_waiting_mass_messages() {
    let mut test = TestCentre::new();
    for number in 0..1_000 {
        request(&mut test, EffectLane::Mass, &format!("customer {number}"), "promotion");
    }
    test.advance(60_000);
    request(&mut test, EffectLane::Prompt, "customer 999", "good morning");
    let taken = take(&mut test, 2);
    assert_eq!(taken.iter().map(text).collect::<Vec<_>>(), ["good morning", "promotion"]);
}

#[test]
fn an_agents_text_does_not_wait_for_a_mass_message_to_the_same_customer() {
    let mut test = TestCentre::new();
    request(&mut test, EffectLane::Mass, "a customer", "promotion");
    let under_way = take(&mut test, 1);
    request(&mut test, EffectLane::Mass, "a customer", "reminder");
    request(&mut test, EffectLane::Prompt, "a customer", "good morning");
    assert_eq!(take(&mut test, 9).iter().map(text).collect::<Vec<_>>(), ["good morning"]);
    end(&mut test, &under_way[0], EffectOutcome::Done);
    assert_eq!(take(&mut test, 9).iter().map(text).collect::<Vec<_>>(), ["reminder"], "a lane keeps its order");
}

#[test]
fn effects_of_each_lane_are_taken_separately_and_both_lanes_set_when_the_worker_runs() {
    let mut test = TestCentre::new();
    request(&mut test, EffectLane::Mass, "", "promotion");
    request(&mut test, EffectLane::Prompt, "", "good morning");
    assert_eq!(take_of(&mut test, EffectLane::Mass, 9).iter().map(text).collect::<Vec<_>>(), ["promotion"]);
    let prompt = take_of(&mut test, EffectLane::Prompt, 9);
    assert_eq!(prompt.iter().map(text).collect::<Vec<_>>(), ["good morning"]);
    let failed = EffectOutcome::Failed { cause: "busy".to_owned(), retry_after_ms: Some(120_000) };
    end(&mut test, &prompt[0], failed);
    test.advance(LEASE_MS);
    test.tick();
    assert_eq!(test.recipients.effects, [KIND].into(), "the lease of the mass send ends before the pause of the other");
    test.advance(120_000 - LEASE_MS - 1);
    assert!(take_of(&mut test, EffectLane::Prompt, 9).is_empty(), "not before the time that was asked for");
}

#[test]
fn an_attempt_whose_lease_is_renewed_is_not_taken_a_second_time() {
    let mut test = TestCentre::new();
    request(&mut test, EffectLane::Prompt, "", "a long one");
    let effect = take(&mut test, 1).remove(0);
    for _ in 0..4 {
        test.advance(LEASE_MS - 1);
        renew(&mut test, &[effect.lease()]);
        test.advance(1);
        assert!(take(&mut test, 1).is_empty());
    }
    let failed = EffectOutcome::Failed { cause: "busy".to_owned(), retry_after_ms: None };
    end(&mut test, &effect, failed);
    test.advance(5_000);
    let again = take(&mut test, 1).remove(0);
    assert_eq!((again.attempt, again.is_uncertain), (2, false), "its failure counts");
}

#[test]
fn the_lease_of_an_earlier_or_ended_attempt_is_not_renewed() {
    let mut test = TestCentre::new();
    request(&mut test, EffectLane::Prompt, "", "twice");
    let first = take(&mut test, 1).remove(0);
    let failed = EffectOutcome::Failed { cause: "busy".to_owned(), retry_after_ms: None };
    end(&mut test, &first, failed);
    renew(&mut test, &[first.lease(), EffectLease { id: "gone".to_owned(), attempt: 1 }]);
    test.advance(5_000);
    let second = take(&mut test, 1).remove(0);
    renew(&mut test, &[first.lease()]);
    test.advance(LEASE_MS);
    assert!(take(&mut test, 1).remove(0).is_uncertain, "{second:?}: the lease of the second attempt has ended");
}
