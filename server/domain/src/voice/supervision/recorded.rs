//! The audit of supervisions: who heard which call of which agent, in which mode, from when to when. Rows are added for events of the call,
//! not for requests.

use crate::audit::{self, Author, Subject};
use crate::centre::Transaction;
use crate::jobs;
use crate::store::{CallSupervisionRow, StoreResult};
use std::collections::BTreeMap;
use wire::{SupervisionEnd, SupervisionMode, Wall, rfc3339};

/// The subject of the rows.
const KIND: &str = "call";

const fn word_of(mode: SupervisionMode) -> &'static str {
    match mode {
        SupervisionMode::Listen => "listen",
        SupervisionMode::Whisper => "whisper",
        SupervisionMode::Barge => "barge",
    }
}

const fn cause_of(end: SupervisionEnd) -> &'static str {
    match end {
        SupervisionEnd::BySupervisor => "bySupervisor",
        SupervisionEnd::CallEnded => "callEnded",
        SupervisionEnd::TookOver => "tookOver",
        SupervisionEnd::ConnectionLost => "connectionLost",
        SupervisionEnd::SessionEnded => "sessionEnded",
        SupervisionEnd::Failed => "failed",
    }
}

fn add<const N: usize>(
    tx: &mut Transaction<'_, '_>,
    row: &CallSupervisionRow,
    action: &str,
    fields: [(&str, String); N],
) -> StoreResult<()> {
    let agent_id = tx.store.job(&row.protocol)?.map(|job| job.agent_id).unwrap_or_default();
    let mut fields: BTreeMap<String, String> =
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    fields.insert("agentId".to_owned(), agent_id.0.clone());
    fields.insert("uniqueId".to_owned(), row.unique_id.clone());
    let subject = Subject { kind: KIND, id: row.protocol.to_string(), name: jobs::agent_name(tx, &agent_id)?, fields };
    let author =
        Author { org_unit_id: &row.org_unit_id, agent_id: &row.supervisor_id, agent_name: &row.supervisor_name };
    audit::add(tx, author, action, &subject, None)
}

fn time(at: Option<Wall>) -> String {
    at.map(rfc3339).unwrap_or_default()
}

/// Records that the supervisor joined the call.
pub(super) fn began(tx: &mut Transaction<'_, '_>, row: &CallSupervisionRow) -> StoreResult<()> {
    add(tx, row, "superviseBegin", [("mode", word_of(row.mode).to_owned()), ("from", time(row.since))])
}

/// Records the end of a mode.
pub(super) fn span(tx: &mut Transaction<'_, '_>, row: &CallSupervisionRow) -> StoreResult<()> {
    let to = time(Some(tx.now()));
    let fields = [("mode", word_of(row.mode).to_owned()), ("from", time(row.mode_since)), ("to", to)];
    add(tx, row, "supervise", fields)
}

/// Records the end of the supervision, and of its mode.
pub(super) fn ended(tx: &mut Transaction<'_, '_>, row: &CallSupervisionRow, end: SupervisionEnd) -> StoreResult<()> {
    span(tx, row)?;
    let to = time(Some(tx.now()));
    add(tx, row, "superviseEnd", [("cause", cause_of(end).to_owned()), ("from", time(row.since)), ("to", to)])
}

/// Records that the supervisor requested a take-over.
pub(super) fn took_over(tx: &mut Transaction<'_, '_>, row: &CallSupervisionRow, note: &str) -> StoreResult<()> {
    add(tx, row, "takeOver", [("note", note.to_owned())])
}
