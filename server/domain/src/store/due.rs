//! Rows and look-ups of due times.

use super::StoreResult;
use super::backend::{Backend, delete, first, get, list, put};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::Wall;

/// A time at which the domain must look at something. Key: (`kind`, `subject`); look-up: `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueRow {
    /// What happens; a server reads only the kinds that it knows.
    pub kind: String,
    /// To what it happens, for example a protocol.
    pub subject: String,
    /// When it happens.
    pub at: Wall,
}

impl DueRow {
    const BY_TIME: &'static Index = &Index::new("due_by_time", &["kind", "at"]);
}

impl Row for DueRow {
    const TABLE: &'static Table = &Table {
        name: "due",
        columns: &[Column::text("kind"), Column::text("subject"), Column::number("at")],
        key: 2,
        indexes: &[DueRow::BY_TIME],
    };

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.kind), Value::text(&self.subject), self.at.into()]
    }
}

/// Look-ups and changes of due times; part of `Store`.
pub trait DueStore: Backend {
    /// The due time of the subject.
    fn due(&self, kind: &str, subject: &str) -> StoreResult<Option<DueRow>> {
        get(self, [Value::text(kind), Value::text(subject)])
    }
    /// At most `limit` rows of the kind with a time up to `now`, by time, then subject.
    fn due_until(&self, kind: &str, now: Wall, limit: usize) -> StoreResult<Vec<DueRow>> {
        let of_kind = Scan::of::<DueRow>().by(DueRow::BY_TIME).equal([Value::text(kind)]);
        list(self, &of_kind.before(now.plus_ms(1).into()).limit(limit))
    }
    /// The row of the kind with the earliest time.
    fn next_due(&self, kind: &str) -> StoreResult<Option<DueRow>> {
        first(self, Scan::of::<DueRow>().by(DueRow::BY_TIME).equal([Value::text(kind)]))
    }
    /// Inserts or replaces by (`kind`, `subject`).
    fn put_due(&mut self, row: &DueRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the due time of the subject; an unknown one changes nothing.
    fn delete_due(&mut self, kind: &str, subject: &str) -> StoreResult<()> {
        delete::<DueRow>(self, [Value::text(kind), Value::text(subject)])
    }
}

impl<B: Backend> DueStore for B {}
