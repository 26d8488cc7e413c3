//! Statements about recordings of calls.

use super::{Check, committed, holds};
use crate::store::{CallRecordingRow, RecordingPhase, RecordingRule, Store};
use wire::{OrgUnitId, Protocol, RecordingEnd, RecordingPause, Wall};

fn row(id: &str, call: &str, phase: RecordingPhase) -> CallRecordingRow {
    let is_over = phase == RecordingPhase::Over;
    CallRecordingRow {
        id: id.to_owned(),
        protocol: Protocol::from("p-recorded"),
        unique_id: call.to_owned(),
        org_unit_id: OrgUnitId::from("1"),
        rule: RecordingRule::Announcement,
        phase,
        pause_wanted: true,
        asked_at: Wall(1),
        began_at: Some(Wall(2)),
        paused_since: None,
        pauses: vec![RecordingPause { from: Wall(3), to: Wall(4) }],
        ended_at: is_over.then_some(Wall(9)),
        end: is_over.then_some(RecordingEnd::Interrupted),
    }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    let rows = [
        row("rec-1", "r1", RecordingPhase::Over),
        row("rec-2", "r1", RecordingPhase::Paused),
        row("rec-3", "r2", RecordingPhase::Running),
    ];
    committed(store, |store| Ok(rows.iter().try_for_each(|row| store.insert_call_recording(row))?))?;
    holds(store.call_recording("rec-1")?.as_ref() == Some(&rows[0]), "a recording is read as it was written")?;
    holds(store.open_recording_of("r1")?.as_ref() == Some(&rows[1]), "one that is over is not the open one")?;
    holds(store.open_recording_of("r9")?.is_none(), "another call has none")?;
    holds(store.open_recordings()? == rows[1..], "all that go on are read")?;
    holds(store.call_recordings_of(&Protocol::from("p-recorded"))? == rows, "an attendance may have several")?;
    let over = row("rec-3", "r2", RecordingPhase::Over);
    committed(store, |store| Ok(store.put_call_recording(&over)?))?;
    holds(store.open_recordings()? == rows[1..2], "one that ended is not open any more")?;
    committed(store, |store| Ok(store.delete_call_recording("rec-2")?))?;
    holds(store.call_recording("rec-2")?.is_none(), "a deleted one is gone")
}
