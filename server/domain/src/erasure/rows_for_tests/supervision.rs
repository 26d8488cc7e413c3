//! Rows of the supervision of calls for tests that go over every table.

use crate::store::{CallSupervisionRow, CallSupervisionStore, MemoryStore, SupervisionRulesRow};
use crate::testing::START;
use wire::{AgentId, OrgUnitId, Protocol, SupervisionMode, SupervisionRules, SupervisionStatus};

/// A supervision, and the rules of an org unit.
pub(super) fn put(store: &mut MemoryStore) {
    let unit = OrgUnitId::from("9");
    store
        .insert_call_supervision(&CallSupervisionRow {
            id: "s".into(),
            supervisor_id: AgentId::from("9"),
            supervisor_name: "Supervisora".into(),
            org_unit_id: unit.clone(),
            protocol: Protocol::from("none"),
            unique_id: "none".into(),
            exten: "sup-9".into(),
            party: 3,
            status: SupervisionStatus::Active,
            mode: SupervisionMode::Listen,
            wanted: SupervisionMode::Listen,
            version: 1,
            asked_at: START,
            since: Some(START),
            mode_since: Some(START),
            answered_at: Some(START),
            agent_is_told: true,
            hears_consultations: false,
        })
        .unwrap();
    store.put_supervision_rules(&SupervisionRulesRow::of(unit, SupervisionRules::default())).unwrap();
}
