//! Rows and look-ups of imports of contacts.

use super::StoreResult;
use super::backend::{Backend, delete, first, get, list, put};
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::Retention;
use super::row::{Column, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, ContactId, OrgUnitId};

/// The state of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportPhase {
    /// Lines are being staged.
    Staged,
    /// Portions are being applied.
    Applying,
    /// The import was cancelled; its portions are being removed.
    Removing,
    /// Every line was applied or refused.
    Done,
}

/// The import of an agent: one at a time. Key: `agent_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportRow {
    /// The agent who imports.
    pub agent_id: AgentId,
    /// Identifier; a later import of the agent has another one.
    pub id: String,
    /// Org unit of the agent when the import began; the contacts get it.
    pub org_unit_id: OrgUnitId,
    /// The field of each column of the lines.
    pub columns: Vec<String>,
    /// Number of lines of the file.
    pub lines: u32,
    /// Number of staged lines.
    pub staged: u32,
    /// Number of lines in applied portions.
    pub applied: u32,
    /// Number of lines that became contacts.
    pub created: u32,
    /// State of the import.
    pub phase: ImportPhase,
}

/// A portion of the lines of an import. Key: (`import_id`, `first`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportPortionRow {
    /// The import.
    pub import_id: String,
    /// Position of the portion's first line.
    pub first: u32,
    /// Number of lines in the portion.
    pub count: u32,
    /// Values of the lines; empty after they were applied.
    pub lines: Vec<Vec<String>>,
    /// Ids of the contacts created from the lines.
    pub created: Vec<ContactId>,
    /// The refused lines of the portion.
    pub refused: Vec<RefusedLine>,
}

/// A refused line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedLine {
    /// Position of the line.
    pub line: u32,
    /// The refused field.
    pub field: String,
    /// The reason of the refusal.
    pub reason: String,
}

impl Row for ImportRow {
    const TABLE: &'static Table =
        &Table { name: "contact_import", columns: &[Column::text("agent_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] =
        &[Retention::Work("one for each agent; deleted when the agent has seen its end, or when it expires")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("names of columns");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id)]
    }
}

impl ImportPortionRow {
    /// Lines of the customer are emptied and not removed, so that other lines keep their positions; an empty line is refused
    /// when it is applied.
    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_about = |line: &Vec<String>| line.iter().any(|value| customer.is_named(value));
        let is_created = |id: &ContactId| customer.contacts.contains(id);
        if !self.lines.iter().any(is_about) && !self.created.iter().any(is_created) {
            return Fate::Kept;
        }
        let mut row = self.clone();
        row.lines.iter_mut().filter(|line| is_about(line)).for_each(|line| line.iter_mut().for_each(String::clear));
        row.created.retain(|id| !is_created(id));
        Fate::Blanked(Box::new(row))
    }
}

impl Row for ImportPortionRow {
    const TABLE: &'static Table = &Table {
        name: "contact_import_portion",
        columns: &[Column::text("import_id"), Column::number("first")],
        key: 2,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] = &[Retention::Work("deleted with its import")];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(ImportPortionRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.import_id), Value::number(self.first)]
    }
}

/// Look-ups and changes of imports; part of `Store`.
pub trait ImportStore: Backend {
    /// The import of the agent.
    fn import_of(&self, agent: &AgentId) -> StoreResult<Option<ImportRow>> {
        get(self, [Value::text(agent)])
    }
    /// Inserts or replaces the import by `agent_id`.
    fn put_import(&mut self, row: &ImportRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the import and its portions.
    fn delete_import(&mut self, row: &ImportRow) -> StoreResult<()> {
        self.delete(&Scan::of::<ImportPortionRow>().equal([Value::text(&row.id)]))?;
        delete::<ImportRow>(self, [Value::text(&row.agent_id)])
    }

    /// The portion that begins with this line.
    fn import_portion(&self, import: &str, first: u32) -> StoreResult<Option<ImportPortionRow>> {
        get(self, [Value::text(import), Value::number(first)])
    }
    /// At most `limit` portions that begin with this line or a later one, by their first lines.
    fn import_portions_from(&self, import: &str, line: u32, limit: usize) -> StoreResult<Vec<ImportPortionRow>> {
        let of_import = Scan::of::<ImportPortionRow>().equal([Value::text(import)]);
        list(self, &of_import.after(Value::Integer(i64::from(line) - 1)).limit(limit))
    }
    /// The portion with the last lines.
    fn last_import_portion(&self, import: &str) -> StoreResult<Option<ImportPortionRow>> {
        first(self, Scan::of::<ImportPortionRow>().equal([Value::text(import)]).descending())
    }
    /// Inserts or replaces the portion by import and first line.
    fn put_import_portion(&mut self, row: &ImportPortionRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the portion that begins with this line.
    fn delete_import_portion(&mut self, import: &str, first: u32) -> StoreResult<()> {
        delete::<ImportPortionRow>(self, [Value::text(import), Value::number(first)])
    }
}

impl<B: Backend> ImportStore for B {}
