//! Tests of the worker of effects over a database in memory.

use std::sync::Arc;

use contact_centre::store::{EffectLane, EffectRow};
use contact_centre::wire::{OrgUnitId, Wall};
use contact_centre::{Argon2id, CentreConfig, Effect, EffectKind, EffectOutcome};
use tokio::sync::{Semaphore, mpsc};

use super::{EffectWorker, LaneLimit, end_or_log};
use crate::service::CentreService;
use crate::store::open_in_memory;

const KIND: EffectKind = EffectKind::ScoreChurn;
const WORKER: EffectWorker = EffectWorker {
    kind: KIND,
    lanes: &[LaneLimit { lane: EffectLane::Prompt, at_a_time: 1 }, LaneLimit { lane: EffectLane::Mass, at_a_time: 1 }],
    drains: true,
};

async fn append(service: &CentreService, id: &'static str, lane: EffectLane) {
    let row = EffectRow {
        id: id.to_owned(),
        kind: KIND.as_str().to_owned(),
        lane,
        body: "{}".to_owned(),
        org_unit_id: OrgUnitId::from("1"),
        created_at: Wall(0),
        not_before: Wall(0),
        attempts: 0,
        is_dead: false,
        cause: String::new(),
        sequence: String::new(),
        position: 0,
        is_waiting: false,
        is_running: false,
    };
    let appended = service.call(move |scope| scope.store.append_effect(&row));
    appended.await.unwrap().unwrap();
    service.effects().notify([KIND]);
}

async fn is_stored(service: &CentreService, id: &'static str) -> bool {
    service.read(move |scope| scope.store.effect(id).unwrap().is_some()).await.unwrap()
}

#[tokio::test]
async fn while_the_mass_lane_is_full_a_prompt_effect_is_carried_out_and_the_stop_waits_for_effects_in_progress() {
    let stores = Box::new(open_in_memory().unwrap());
    let service = CentreService::open(CentreConfig::default(), Argon2id::cheap(), stores).await.unwrap();
    for id in ["m1", "m2", "m3"] {
        append(&service, id, EffectLane::Mass).await;
    }
    let (begins, mut begun) = mpsc::unbounded_channel();
    let mass = Arc::new(Semaphore::new(0));
    let run = {
        let (service, mass) = (service.clone(), Arc::clone(&mass));
        move |effect: Effect| {
            let (service, mass, begins) = (service.clone(), Arc::clone(&mass), begins.clone());
            async move {
                begins.send(effect.id.clone()).unwrap();
                if effect.id.starts_with('m') {
                    mass.acquire().await.unwrap().forget();
                }
                end_or_log(&service, KIND, effect, EffectOutcome::Done).await;
            }
        }
    };
    let worker = tokio::spawn(WORKER.work(service.clone(), run, service.hub().stopping()));
    assert_eq!(begun.recv().await.as_deref(), Some("m1"));
    append(&service, "text", EffectLane::Prompt).await;
    assert_eq!(begun.recv().await.as_deref(), Some("text"), "before m2 and m3, which wait for m1");
    mass.add_permits(1);
    assert_eq!(begun.recv().await.as_deref(), Some("m2"));
    service.hub().stop();
    mass.add_permits(1);
    worker.await.unwrap();
    let stored = [is_stored(&service, "text").await, is_stored(&service, "m2").await, is_stored(&service, "m3").await];
    assert_eq!(stored, [false, false, true], "m3 was not begun any more");
}
