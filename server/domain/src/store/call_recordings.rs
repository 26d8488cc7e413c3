//! Recordings of calls. Their bytes are outside the store, as those of files: each has a `MediaRow` of the same identifier, so that whatever
//! deletes files deletes recordings too.

use super::StoreResult;
use super::backend::{Backend, delete, first, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, NEVER, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{OrgUnitId, Protocol, RecordingEnd, RecordingPause, Wall};

/// Whether and how the calls of a queue or a campaign are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RecordingRule {
    /// The calls are not recorded.
    #[default]
    Off,
    /// The calls are recorded without a notice of this system: the operator gives the notice elsewhere.
    Unannounced,
    /// Everybody in the call hears a tone before the recording begins.
    Beep,
    /// Everybody in the call hears the operator's announcement before the recording begins.
    Announcement,
}

/// The phase of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RecordingPhase {
    /// The telephone system was asked to begin; the notice may be heard.
    Asked,
    /// Sound is recorded.
    Running,
    /// Silence is recorded.
    Paused,
    /// The recording ended.
    Over,
}

/// The recording of a call. Key: `id`; look-ups: `protocol`, `unique_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRecordingRow {
    /// Random identifier of the recording and of its file.
    pub id: String,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// Org unit of the attendance: its supervisors can play the recording.
    pub org_unit_id: OrgUnitId,
    /// The rule by which the recording began.
    pub rule: RecordingRule,
    /// The phase, as the telephone system reported it last.
    pub phase: RecordingPhase,
    /// Whether silence is to be recorded, according to the last request.
    pub pause_wanted: bool,
    /// When the recording was requested.
    pub asked_at: Wall,
    /// When the sound of the recording begins.
    pub began_at: Option<Wall>,
    /// Since when silence is recorded.
    pub paused_since: Option<Wall>,
    /// Times in which silence was recorded.
    pub pauses: Vec<RecordingPause>,
    /// When the recording ended.
    pub ended_at: Option<Wall>,
    /// How the recording ended.
    pub end: Option<RecordingEnd>,
}

impl CallRecordingRow {
    const BY_ATTENDANCE: &'static Index = &Index::new("call_recording_by_attendance", &["protocol"]);
    const OPEN: &'static Index = &Index::new("call_recording_open", &["is_open", "unique_id"]);
    const BY_AGE: &'static Index = &Index::new("call_recording_by_age", &["kept_from"]);

    /// Whether the recording has not ended.
    pub fn is_open(&self) -> bool {
        self.phase != RecordingPhase::Over
    }
}

impl Row for CallRecordingRow {
    const TABLE: &'static Table = &Table {
        name: "call_recording",
        columns: &[
            Column::text("id"),
            Column::text("protocol"),
            Column::text("unique_id"),
            Column::number("is_open"),
            Column::number("kept_from"),
        ],
        key: 1,
        indexes: &[CallRecordingRow::BY_ATTENDANCE, CallRecordingRow::OPEN, CallRecordingRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] = &[
        Retention::For(KeptFor::Recordings, CallRecordingRow::BY_AGE, Removal::File),
        Retention::With(Owner::Attendance, OwnedRows::by(CallRecordingRow::BY_ATTENDANCE)),
    ];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.id),
            Value::text(&self.protocol),
            Value::text(&self.unique_id),
            self.is_open().into(),
            self.ended_at.map_or(NEVER, Into::into),
        ]
    }
}

/// Look-ups and changes of recordings; part of `Store`.
pub trait CallRecordingStore: Backend {
    /// The recording with this identifier.
    fn call_recording(&self, id: &str) -> StoreResult<Option<CallRecordingRow>> {
        get(self, [Value::text(id)])
    }
    /// The recording of this call that has not ended.
    fn open_recording_of(&self, unique_id: &str) -> StoreResult<Option<CallRecordingRow>> {
        let open = Scan::of::<CallRecordingRow>().by(CallRecordingRow::OPEN);
        first(self, open.equal([true.into(), Value::text(unique_id)]))
    }
    /// Every recording that has not ended.
    fn open_recordings(&self) -> StoreResult<Vec<CallRecordingRow>> {
        list(self, &Scan::of::<CallRecordingRow>().by(CallRecordingRow::OPEN).equal([true.into()]))
    }
    /// The recordings of an attendance, by identifier.
    fn call_recordings_of(&self, protocol: &Protocol) -> StoreResult<Vec<CallRecordingRow>> {
        let of_attendance = Scan::of::<CallRecordingRow>().by(CallRecordingRow::BY_ATTENDANCE);
        list(self, &of_attendance.equal([Value::text(protocol)]))
    }
    /// Stores a new recording.
    fn insert_call_recording(&mut self, row: &CallRecordingRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Replaces the recording with this `id`.
    fn put_call_recording(&mut self, row: &CallRecordingRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the recording, if it exists.
    fn delete_call_recording(&mut self, id: &str) -> StoreResult<()> {
        delete::<CallRecordingRow>(self, [Value::text(id)])
    }
}

impl<B: Backend + ?Sized> CallRecordingStore for B {}
