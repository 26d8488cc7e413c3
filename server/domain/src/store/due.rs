//! Rows and look-ups of due times.
//!
//! A subject has at most one due time that is *set* and any number of *marks*. A transaction that changes a fact for which a subject must be
//! checked inserts a mark. A transaction that checks the subject deletes the rows that it sees. It does not see marks of uncommitted
//! transactions, so they stay for the next check, and writers of marks never conflict.

use super::StoreResult;
use super::backend::{Backend, Sequence, delete, first, list, put};
use super::erasure::{Erasure, Fate};
use super::retention::Retention;
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::Wall;

/// No transaction is open for this long: a due time further ahead cannot be taken by a transaction that does not see the
/// changes of this one.
const LONGEST_TRANSACTION_MS: i64 = 60_000;

/// Every transaction has ended after this time.
const USUAL_TRANSACTION_MS: i64 = 2_000;

/// A time at which the domain must check a subject. Key: (`kind`, `subject`, `mark`); look-up: `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueRow {
    /// The kind of due work; a server reads only the kinds that it knows.
    pub kind: String,
    /// The subject of the work, for example a protocol.
    pub subject: String,
    /// Number of the mark, from 1; 0: the due time that is set.
    #[serde(default)]
    pub mark: u64,
    /// When the work is due.
    pub at: Wall,
}

impl DueRow {
    const BY_TIME: &'static Index = &Index::new("due_by_time", &["kind", "at"]);
}

impl Row for DueRow {
    const TABLE: &'static Table = &Table {
        name: "due",
        columns: &[Column::text("kind"), Column::text("subject"), Column::number("mark"), Column::number("at")],
        key: 3,
        indexes: &[DueRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] = &[Retention::Work("deleted when it is run")];
    const ERASURE: Erasure<Self> =
        Erasure::EveryRow(|row, customer| if customer.is_mentioned(&row.subject) { Fate::Deleted } else { Fate::Kept });

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.kind), Value::text(&self.subject), Value::number(self.mark), self.at.into()]
    }
}

/// Look-ups and changes of due times; part of `Store`.
pub trait DueStore: Backend {
    /// The due time and the marks of the subject.
    fn due_rows(&self, kind: &str, subject: &str) -> StoreResult<Vec<DueRow>> {
        list(self, &Scan::of::<DueRow>().equal([Value::text(kind), Value::text(subject)]))
    }
    /// When the subject is due.
    fn due_at(&self, kind: &str, subject: &str) -> StoreResult<Option<Wall>> {
        Ok(self.due_rows(kind, subject)?.into_iter().map(|row| row.at).min())
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
    /// Sets the due time of the subject, or deletes it; its marks are deleted too. A due time that is set already is written again if
    /// another transaction may be taking it at this moment, so that one of the two runs again and sees what the other one wrote.
    fn set_due(&mut self, kind: &str, subject: &str, at: Option<Wall>, now: Wall) -> StoreResult<()> {
        let rows = self.due_rows(kind, subject)?;
        let Some(at) = at else {
            return if rows.is_empty() { Ok(()) } else { self.delete_due(kind, subject) };
        };
        let row = DueRow { kind: kind.to_owned(), subject: subject.to_owned(), mark: 0, at };
        if rows == [row.clone()] && at > now.plus_ms(LONGEST_TRANSACTION_MS) {
            return Ok(());
        }
        for DueRow { mark, .. } in rows.into_iter().filter(|row| row.mark != 0) {
            delete::<DueRow>(self, [Value::text(kind), Value::text(subject), Value::number(mark)])?;
        }
        put(self, &row)
    }
    /// Has the subject checked at this time or earlier. Inserts a mark unless there is an earlier row that is taken after this
    /// transaction: work that marks its own subject again would otherwise multiply its marks.
    fn mark_due(&mut self, kind: &str, subject: &str, at: Wall, now: Wall) -> StoreResult<()> {
        let taken_later = now.plus_ms((at.since_ms(now) / 2).clamp(0, USUAL_TRANSACTION_MS));
        if self.due_rows(kind, subject)?.iter().any(|row| row.at <= at && row.at > taken_later) {
            return Ok(());
        }
        self.add_mark(kind, subject, at)
    }
    /// Has the subject checked at this time by a transaction that sees the changes of this one, however soon that is and however long this one
    /// takes. Each call inserts a mark, so use it only for changes that the check itself does not cause.
    fn add_mark(&mut self, kind: &str, subject: &str, at: Wall) -> StoreResult<()> {
        let mark = self.next_number(Sequence::Mark)?;
        put(self, &DueRow { kind: kind.to_owned(), subject: subject.to_owned(), mark, at })
    }
    /// Whether the subject is due. The due rows are deleted; later ones stay.
    fn take_due(&mut self, kind: &str, subject: &str, now: Wall) -> StoreResult<bool> {
        let mut is_due = false;
        for DueRow { mark, .. } in self.due_rows(kind, subject)?.into_iter().filter(|row| row.at <= now) {
            delete::<DueRow>(self, [Value::text(kind), Value::text(subject), Value::number(mark)])?;
            is_due = true;
        }
        Ok(is_due)
    }
    /// Deletes the due time of the subject and its marks; an unknown one changes nothing.
    fn delete_due(&mut self, kind: &str, subject: &str) -> StoreResult<()> {
        self.delete(&Scan::of::<DueRow>().equal([Value::text(kind), Value::text(subject)]))
    }
}

impl<B: Backend> DueStore for B {}
