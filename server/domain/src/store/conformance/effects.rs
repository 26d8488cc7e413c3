//! Conformance of effects.

use super::{Check, committed, holds};
use crate::store::{EffectLane, EffectRow, Store, StoreError};
use wire::{OrgUnitId, Wall};

fn row(id: &str, kind: &str, not_before: i64, is_dead: bool) -> EffectRow {
    EffectRow {
        id: id.to_owned(),
        kind: kind.to_owned(),
        lane: EffectLane::Prompt,
        body: "{\"text\":\"não\"}".to_owned(),
        org_unit_id: OrgUnitId::from("u1"),
        created_at: Wall(1),
        not_before: Wall(not_before),
        attempts: 2,
        is_dead,
        cause: "it does not respond".to_owned(),
        sequence: String::new(),
        position: 0,
        is_waiting: false,
        is_running: false,
    }
}

/// An effect of this sequence, in the form in which it is appended.
pub(super) fn of_sequence(id: &str, sequence: &str) -> EffectRow {
    EffectRow { sequence: sequence.to_owned(), attempts: 0, ..row(id, sequence, 1, false) }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        for (id, at, is_dead) in [("b", 20, false), ("a", 20, false), ("c", 10, false), ("d", 5, true), ("e", 7, true)]
        {
            store.insert_effect(&row(id, "one", at, is_dead))?;
        }
        store.insert_effect(&EffectRow { org_unit_id: OrgUnitId::from("u2"), ..row("f", "one", 6, true) })?;
        for (id, position, is_dead) in [("h", 3, true), ("i", 5, false), ("j", 4, false), ("k", 6, true)] {
            let waits =
                EffectRow { sequence: "s".to_owned(), position, is_waiting: true, ..row(id, "one", 3, is_dead) };
            store.insert_effect(&EffectRow { org_unit_id: OrgUnitId::from("u3"), ..waits })?;
        }
        Ok(store.insert_effect(&row("g", "other", 1, false))?)
    })?;
    let ids = |rows: Vec<EffectRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    holds(store.effect("c")? == Some(row("c", "one", 10, false)), "an effect comes back as it was put")?;
    let due = ids(store.effects_until("one", EffectLane::Prompt, Wall(20), 9)?);
    holds(due == ["c", "a", "b"], "effects come by time, then id, up to the time itself, without dead ones")?;
    holds(ids(store.effects_until("one", EffectLane::Prompt, Wall(20), 1)?) == ["c"], "effects come up to the limit")?;
    holds(
        store.next_effect("one", EffectLane::Prompt)?.is_some_and(|row| row.id == "c"),
        "the next effect is no dead one",
    )?;
    let ends = (store.first_of_sequence("s")?, store.last_of_sequence("s")?);
    let ends = (ends.0.map(|row| row.id), ends.1.map(|row| row.id));
    holds(ends == (Some("j".to_owned()), Some("i".to_owned())), "a sequence has its order, without dead effects")?;
    holds(store.first_of_sequence("other")?.is_none(), "an unknown sequence is empty")?;
    let dead = ids(store.dead_effects(&OrgUnitId::from("u1"), 9)?);
    holds(dead == ["e", "d"], "dead effects of an org unit come newest first")?;
    committed(store, |store| {
        store.put_effect(&row("c", "one", 30, true))?;
        store.delete_effect("a")?;
        Ok(store.delete_effect("unknown")?)
    })?;
    holds(
        ids(store.effects_until("one", EffectLane::Prompt, Wall(99), 9)?) == ["b"],
        "a dead effect and a deleted one are not due",
    )?;
    store.begin()?;
    let repeated = store.insert_effect(&row("b", "one", 1, false));
    store.rollback()?;
    holds(matches!(repeated, Err(StoreError::Conflict(_))), "an effect is inserted once")?;
    check_lanes(store)
}

/// A thousand effects that wait in the mass lane do not come before a later effect of the prompt lane.
fn check_lanes(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        for number in 0..1_000 {
            let mass = EffectRow { lane: EffectLane::Mass, ..row(&format!("m{number:04}"), "lanes", 1, false) };
            store.append_effect(&EffectRow { sequence: format!("mass {}", number % 500), ..mass })?;
        }
        Ok(store.append_effect(&row("agent", "lanes", 50, false))?)
    })?;
    let ids = |rows: Vec<EffectRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    let prompt = ids(store.effects_until("lanes", EffectLane::Prompt, Wall(50), 9)?);
    holds(prompt == ["agent"], "a lane has only its own effects")?;
    let next = store.next_effect("lanes", EffectLane::Prompt)?.map(|row| row.id);
    holds(next.as_deref() == Some("agent"), "the next effect of a lane is of that lane")?;
    let mass = ids(store.effects_until("lanes", EffectLane::Mass, Wall(50), 2)?);
    holds(mass == ["m0000", "m0001"], "the mass lane keeps its order")?;
    let due = store.effects_until("lanes", EffectLane::Mass, Wall(50), 2_000)?;
    holds(due.len() == 500, "of each sequence of the mass lane the first is due")?;
    holds(due.iter().all(|row| row.lane == EffectLane::Mass), "the lane comes back as it was put")?;
    committed(store, |store| {
        for number in 0..1_000 {
            store.delete_effect(&format!("m{number:04}"))?;
        }
        Ok(store.delete_effect("agent")?)
    })
}
