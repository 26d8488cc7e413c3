//! Conformance of supervisions of calls.

use super::{Check, committed, holds};
use crate::store::{CallSupervisionRow, Store, StoreError, SupervisionRulesRow};
use wire::{AgentId, OrgUnitId, Protocol, SupervisionMode, SupervisionRules, SupervisionStatus, Wall};

fn row(supervisor: &str, call: &str, exten: &str) -> CallSupervisionRow {
    CallSupervisionRow {
        id: format!("id of {supervisor}"),
        supervisor_id: AgentId::from(supervisor),
        supervisor_name: "Íris".to_owned(),
        org_unit_id: OrgUnitId::from("1"),
        protocol: Protocol::from("p1"),
        unique_id: call.to_owned(),
        exten: exten.to_owned(),
        party: 4,
        status: SupervisionStatus::Active,
        mode: SupervisionMode::Whisper,
        wanted: SupervisionMode::Barge,
        version: 3,
        asked_at: Wall(5),
        since: Some(Wall(6)),
        mode_since: Some(Wall(7)),
        answered_at: None,
        agent_is_told: true,
        hears_consultations: true,
    }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    let rows = [row("cs-1", "c1", "sup-1"), row("cs-2", "c1", "sup-2"), row("cs-3", "c2", "sup-3")];
    committed(store, |store| Ok(rows.iter().try_for_each(|row| store.insert_call_supervision(row))?))?;
    let supervisor = AgentId::from("cs-1");
    holds(
        store.call_supervision_of(&supervisor)?.as_ref() == Some(&rows[0]),
        "a supervision is found by its supervisor",
    )?;
    holds(store.call_supervision_at("sup-2")?.as_ref() == Some(&rows[1]), "and by its telephone")?;
    holds(store.call_supervision_at("sup-9")?.is_none(), "another telephone has none")?;
    holds(store.call_supervisions_in("c1")? == rows[..2], "a call may have several")?;
    holds(store.call_supervisions()?.len() == 3, "all are read")?;
    store.begin()?;
    let refused = store.insert_call_supervision(&row("cs-1", "c3", "sup-4"));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "a supervisor has one")?;
    let changed = CallSupervisionRow { version: 4, ..rows[0].clone() };
    committed(store, |store| Ok(store.put_call_supervision(&changed)?))?;
    holds(store.call_supervision_of(&supervisor)? == Some(changed), "it is replaced by its supervisor")?;
    committed(store, |store| Ok(store.delete_call_supervision(&supervisor)?))?;
    holds(store.call_supervisions_in("c1")? == rows[1..2], "a deleted one is gone")?;
    rules(store)
}

fn rules(store: &mut dyn Store) -> Check {
    let unit = OrgUnitId::from("cs-unit");
    let rules = |agent_is_told, hears_consultations| SupervisionRules { agent_is_told, hears_consultations };
    holds(
        store.supervision_rules(&unit)? == rules(true, false),
        "without a row agents are told and consultations not heard",
    )?;
    for (told, hears) in [(false, true), (true, true)] {
        let row = SupervisionRulesRow::of(unit.clone(), rules(told, hears));
        committed(store, |store| Ok(store.put_supervision_rules(&row)?))?;
        holds(store.supervision_rules(&unit)? == rules(told, hears), "rules come back as they were put")?;
    }
    holds(store.supervision_rules(&OrgUnitId::from("cs-other"))? == rules(true, false), "another org unit has its own")
}
