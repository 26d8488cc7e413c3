//! Tests of effects: requested, carried out at least once, repeated, dead, repeated by a supervisor.

use super::{Effect, EffectKind, EffectOutcome, IfUncertain, LEASE_MS};
use crate::QueueNames;
use crate::context::EndedSession;
use crate::erasure::rows_for_tests::all_rows;
use crate::store::{StoreError, StoreResult};
use crate::testing::{ANA, Agent, BRUNO, CARLA, TestCentre};
use serde_json::{Value, json};

/// A centre with an external broker, where the end of a session is an effect.
fn centre() -> TestCentre {
    let mut test = TestCentre::new();
    test.centre.config.queues = QueueNames { prefix: "/amq/queue/agent.", per_session: true };
    test
}

fn take(test: &mut TestCentre) -> Vec<Effect> {
    test.with(|centre, store, context| centre.take_effects(store, context, EffectKind::EndBrokerQueue, 10).unwrap())
}

fn end(test: &mut TestCentre, effect: &Effect, outcome: EffectOutcome) {
    test.with(|centre, store, context| centre.end_effect(store, context, effect, outcome).unwrap());
}

fn failed() -> EffectOutcome {
    EffectOutcome::Failed { cause: "it does not respond".to_owned(), retry_after_ms: None }
}

fn log_off(test: &mut TestCentre, agent: &Agent) {
    test.request(Some(&agent.token), "POST", "/auth/logoff", "").ok();
}

/// The effect of a session that ended, taken for the first time.
fn taken(test: &mut TestCentre) -> Effect {
    let ana = test.sign_in(ANA);
    log_off(test, &ana);
    take(test).remove(0)
}

/// Fails every attempt until the effect is dead; returns the pauses between the attempts.
fn fail_until_dead(test: &mut TestCentre, mut effect: Effect) -> Vec<i64> {
    let mut pauses = Vec::new();
    loop {
        end(test, &effect, failed());
        let Some(row) = test.store_effect(&effect.id).filter(|row| !row.is_dead) else { return pauses };
        let pause = row.not_before.since_ms(test.now);
        test.advance(pause - 1);
        assert!(take(test).is_empty(), "not before the pause is over");
        test.advance(1);
        effect = take(test).remove(0);
        pauses.push(pause);
    }
}

#[test]
fn bey_131_the_end_of_a_session_at_an_external_broker_is_an_effect_of_the_same_transaction() {
    let mut test = centre();
    let ana = test.sign_in(ANA);
    log_off(&mut test, &ana);
    assert_eq!(test.recipients.effects, [EffectKind::EndBrokerQueue].into(), "its worker is called");
    let effects = take(&mut test);
    let ended: EndedSession = serde_json::from_str(&effects[0].body).unwrap();
    assert_eq!((effects.len(), ended.agent_id, ended.session_id), (1, ana.id, ana.principal.session_id));
    assert_eq!(effects[0].attempt, 1);
}

/// Whatever fails after the request of the effect: neither the effect's row nor a wake-up of its worker remains.
#[test]
fn bey_131_an_effect_is_discarded_with_the_transaction_that_failed() {
    for kind in EffectKind::ALL {
        let mut test = centre();
        let before = all_rows(&test.store);
        let failed: StoreResult<()> = test.without_worker(|centre, store, context| {
            centre.transact_store(store, context, |tx| {
                tx.request_effect(kind, &"1".into(), &json!({}))?;
                Err(StoreError::Unavailable("the next write fails".to_owned()))
            })
        });
        assert!(failed.is_err());
        assert!(test.recipients.effects.is_empty(), "{kind:?}");
        assert!(all_rows(&test.store) == before, "{kind:?}");
        test.without_worker(|centre, store, context| {
            centre.transact_store(store, context, |tx| tx.request_effect(kind, &"1".into(), &json!({}))).unwrap();
        });
        assert_eq!(test.recipients.effects, [kind].into());
        assert!(all_rows(&test.store) != before, "{kind:?}");
    }
}

#[test]
fn without_an_external_broker_the_embedded_one_closes_the_link_of_an_ended_session() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    log_off(&mut test, &ana);
    assert!(take(&mut test).is_empty());
}

#[test]
fn bey_131_an_attempt_without_an_outcome_is_repeated_with_the_same_key() {
    let mut test = centre();
    let first = taken(&mut test);
    assert!(take(&mut test).is_empty(), "another worker does not take it meanwhile");
    // The process ends here, and another one starts.
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    assert_eq!(test.recipients.effects, EffectKind::ALL.into());
    test.advance(LEASE_MS - 1);
    test.tick();
    assert!(test.recipients.effects.is_empty());
    test.advance(1);
    test.tick();
    assert_eq!(test.recipients.effects, [EffectKind::EndBrokerQueue].into(), "the due time calls the worker");
    let second = take(&mut test).remove(0);
    assert_eq!((second.id.as_str(), second.attempt), (first.id.as_str(), 2));
    end(&mut test, &second, EffectOutcome::Done);
    end(&mut test, &first, failed());
    test.advance(24 * 60 * 60 * 1000);
    assert!(take(&mut test).is_empty(), "a late outcome of the first attempt changes nothing");
}

#[test]
fn the_kind_of_an_effect_decides_what_follows_an_attempt_without_an_outcome() {
    let table = EffectKind::ALL.map(|kind| (kind, kind.if_uncertain()));
    assert_eq!(
        table,
        [
            (EffectKind::EndBrokerQueue, IfUncertain::Repeat),
            (EffectKind::SendWhatsApp, IfUncertain::Report),
            (EffectKind::SendBroadcast, IfUncertain::Report),
            (EffectKind::ScoreChurn, IfUncertain::Repeat),
            (EffectKind::CommandTelephone, IfUncertain::Repeat),
            (EffectKind::FetchFile, IfUncertain::Repeat),
            (EffectKind::DeleteFiles, IfUncertain::Repeat),
        ]
    );
}

#[test]
fn a_late_failure_of_an_earlier_attempt_does_not_change_the_time_of_the_next_attempt() {
    let mut test = centre();
    let first = taken(&mut test);
    test.advance(LEASE_MS);
    let second = take(&mut test).remove(0);
    end(&mut test, &first, failed());
    test.advance(LEASE_MS - 1);
    assert!(take(&mut test).is_empty());
    end(&mut test, &second, EffectOutcome::Done);
    test.advance(1);
    assert!(take(&mut test).is_empty());
}

#[test]
fn bey_131_the_delay_between_attempts_doubles_up_to_five_minutes_and_then_the_effect_is_dead() {
    let mut test = centre();
    let effect = taken(&mut test);
    let pauses = fail_until_dead(&mut test, effect);
    assert_eq!(pauses.len(), 19);
    for (index, pause) in pauses.into_iter().enumerate() {
        let shortest = (1_000 << index.min(16)).min(300_000);
        assert!((shortest..=shortest * 5 / 4).contains(&pause), "{index}: {pause}");
    }
    test.advance(30 * 24 * 60 * 60 * 1000);
    assert!(take(&mut test).is_empty());
}

#[test]
fn a_refused_effect_is_dead_at_once() {
    let mut test = centre();
    let effect = taken(&mut test);
    end(&mut test, &effect, EffectOutcome::Refused("no such queue".to_owned()));
    assert!(test.store_effect(&effect.id).unwrap().is_dead);
}

#[test]
fn bey_131_a_supervisor_of_the_org_unit_sees_dead_effects_and_can_repeat_them() {
    let mut test = centre();
    let effect = taken(&mut test);
    let carla = test.sign_in(CARLA);
    assert_eq!(test.get(&carla, "/effects/dead").ok().body, json!({ "data": [] }));
    end(&mut test, &effect, EffectOutcome::Refused("no such queue".to_owned()));
    let listed = test.get(&carla, "/effects/dead").ok().body["data"].clone();
    let expected = json!([{
        "id": effect.id, "kind": "end_broker_queue", "createdAt": test.now, "givenUpAt": test.now, "attempts": 1,
        "cause": "no such queue",
    }]);
    assert_eq!(listed, expected, "without the body");
    let path = format!("/effects/{}/retry", effect.id);
    for _ in 0..2 {
        test.post_bare(&carla, &path).ok();
    }
    assert_eq!(test.get(&carla, "/effects/dead").ok().body["data"], Value::Array(Vec::new()));
    let again = take(&mut test);
    assert_eq!((again.len(), again[0].id.as_str(), again[0].attempt), (1, effect.id.as_str(), 1));
}

#[test]
fn other_callers_neither_see_nor_repeat_dead_effects() {
    let mut test = centre();
    let effect = taken(&mut test);
    end(&mut test, &effect, EffectOutcome::Refused("no such queue".to_owned()));
    let mut row = test.store_effect(&effect.id).unwrap();
    row.org_unit_id = "2".into();
    test.put_effect(&row);
    let (bruno, carla) = (test.sign_in(BRUNO), test.sign_in(CARLA));
    assert_eq!(test.get(&carla, "/effects/dead").ok().body, json!({ "data": [] }), "of another org unit");
    let path = format!("/effects/{}/retry", effect.id);
    assert_eq!(test.post_bare(&carla, &path).status, 403);
    assert_eq!(test.post_bare(&carla, "/effects/unknown/retry").status, 404);
    assert_eq!((test.get(&bruno, "/effects/dead").status, test.post_bare(&bruno, &path).status), (403, 403));
    assert!(test.store_effect(&effect.id).unwrap().is_dead);
}

impl TestCentre {
    fn store_effect(&self, id: &str) -> Option<crate::store::EffectRow> {
        crate::store::EffectStore::effect(&self.store, id).unwrap()
    }

    fn put_effect(&mut self, row: &crate::store::EffectRow) {
        crate::store::EffectStore::put_effect(&mut self.store, row).unwrap();
    }

    fn post_bare(&mut self, agent: &Agent, path: &str) -> crate::testing::Answered {
        self.request(Some(&agent.token), "POST", path, "")
    }
}
