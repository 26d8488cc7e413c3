//! Rows of the supervision and the recording of calls for tests that go over every table.

use crate::store::{
    CallRecordingRow, CallRecordingStore, CallSupervisionRow, CallSupervisionStore, MediaRow, MemoryStore,
    RecordingPhase, RecordingRule, SupervisionRulesRow,
};
use crate::testing::START;
use wire::{AgentId, OrgUnitId, Protocol, RecordingEnd, SupervisionMode, SupervisionRules, SupervisionStatus, Wall};

/// Rows of a supervision, and of the rules of an org unit.
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

/// The recording whose file this is.
pub(super) fn put_recording(store: &mut MemoryStore, file: &MediaRow, at: Wall) {
    store
        .insert_call_recording(&CallRecordingRow {
            id: file.id.clone(),
            protocol: file.protocol.clone(),
            // The name of the customer, as every row of one has.
            unique_id: file.file_name.clone(),
            org_unit_id: OrgUnitId::from("1"),
            rule: RecordingRule::Beep,
            phase: RecordingPhase::Over,
            pause_wanted: false,
            asked_at: at,
            began_at: Some(at),
            paused_since: None,
            pauses: Vec::new(),
            ended_at: Some(at),
            end: Some(RecordingEnd::Complete),
        })
        .unwrap();
}
