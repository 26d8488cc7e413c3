//! The interface of a backend: transactions, numbers, and generic access to the rows of any table. It knows no entity
//! and has no rules.

use super::row::{Found, Key, Record, Row, Scan, Table, UnknownField, Value};
use super::search::Search;
use super::texts::TextSearch;
use super::{StoreError, StoreResult};
use crate::address::NumberCountry;
use std::fmt;

/// A series of numbers 1, 2, 3, … that are never used twice. A roll-back may leave a gap, so that concurrent transactions
/// do not wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Identifiers of accounts.
    Account,
    /// Order of audit rows.
    Audit,
    /// Identifiers of contacts.
    Contact,
    /// Identifiers of companies.
    Employer,
    /// Marks of due times.
    Mark,
    /// Order of notifications.
    Notification,
    /// Protocols of attendances.
    Protocol,
    /// Identifiers of queues.
    Queue,
}

impl Sequence {
    /// Every sequence.
    pub const ALL: [Sequence; 8] = [
        Sequence::Account,
        Sequence::Audit,
        Sequence::Contact,
        Sequence::Employer,
        Sequence::Mark,
        Sequence::Notification,
        Sequence::Protocol,
        Sequence::Queue,
    ];

    /// Name in a database.
    pub fn as_str(self) -> &'static str {
        match self {
            Sequence::Account => "account",
            Sequence::Audit => "audit",
            Sequence::Contact => "contact",
            Sequence::Employer => "employer",
            Sequence::Mark => "mark",
            Sequence::Notification => "notification",
            Sequence::Protocol => "protocol",
            Sequence::Queue => "queue",
        }
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A backend. Every method fails with `StoreError` if the underlying store does.
pub trait Backend {
    /// The country of the centre, whose numbers are stored without its code by older servers and people. Within a transaction of the centre it is
    /// the configured one.
    fn number_country(&self) -> NumberCountry {
        NumberCountry::BRAZIL
    }

    /// Starts a transaction; transactions do not nest.
    fn begin(&mut self) -> StoreResult<()>;
    /// Commits the changes since `begin`.
    fn commit(&mut self) -> StoreResult<()>;
    /// Undoes the changes since `begin`.
    fn rollback(&mut self) -> StoreResult<()>;

    /// The next number of the sequence.
    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64>;
    /// The next value (1, 2, 3, …) of a named counter; part of the transaction, without gaps.
    fn next_version(&mut self, counter: &str) -> StoreResult<u64>;

    /// The row with this key.
    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>>;
    /// Rows of the scan, in its order.
    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>>;
    /// Number of rows of the scan, whose limit is ignored.
    fn count(&self, scan: &Scan) -> StoreResult<usize>;
    /// Inserts or replaces a row. `StoreError::Conflict` if the row must be new and is not, or if a UNIQUE index refuses
    /// it.
    fn write(&mut self, record: &Record<'_>) -> StoreResult<()>;
    /// Deletes the rows of the scan, whose order and limit are ignored.
    fn delete(&mut self, scan: &Scan) -> StoreResult<()>;
    /// Remembers unknown fields of a row until the transaction writes the row again; a backend that holds typed rows
    /// has no such fields.
    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        let _ = (table, key, fields);
    }
    /// One portion of a list by the index of terms, and the number of all matches.
    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)>;
    /// Rows of `TextRow` with all the words of the search, the greatest number first.
    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>>;
}

/// The row with this key.
pub(super) fn get<R: Row>(store: &(impl Backend + ?Sized), key: impl Into<Key>) -> StoreResult<Option<R>> {
    store.get(R::TABLE, &key.into())?.map(|found| typed(store, found)).transpose()
}

/// Rows of the scan.
pub(super) fn list<R: Row>(store: &(impl Backend + ?Sized), scan: &Scan) -> StoreResult<Vec<R>> {
    store.scan(scan)?.into_iter().map(|found| typed(store, found)).collect()
}

/// The typed row; fields beyond the type stay in the backend.
pub(super) fn typed<R: Row>(store: &(impl Backend + ?Sized), found: Found) -> StoreResult<R> {
    let (row, unknown) = found.into_row::<R>()?;
    if !unknown.is_empty() {
        let key = row.values().into_iter().take(R::TABLE.key).collect();
        store.keep_unknown(R::TABLE, key, unknown);
    }
    Ok(row)
}

/// First row of the scan.
pub(super) fn first<R: Row>(store: &(impl Backend + ?Sized), scan: Scan) -> StoreResult<Option<R>> {
    Ok(list(store, &scan.limit(1))?.pop())
}

/// Inserts or replaces by key.
pub(super) fn put<R: Row>(store: &mut (impl Backend + ?Sized), row: &R) -> StoreResult<()> {
    store.write(&Record { table: R::TABLE, values: row.values(), row, is_new: false })
}

/// Inserts; fails with `StoreError::Conflict` if a row with this key exists.
pub(super) fn insert<R: Row>(store: &mut (impl Backend + ?Sized), row: &R) -> StoreResult<()> {
    store.write(&Record { table: R::TABLE, values: row.values(), row, is_new: true })
}

/// Deletes the row with this key; an unknown key changes nothing.
pub(super) fn delete<R: Row>(store: &mut (impl Backend + ?Sized), key: impl Into<Key>) -> StoreResult<()> {
    store.delete(&Scan::of::<R>().equal(key.into()))
}

/// The backend received another search than the one that the store built.
pub(super) fn no_such_column(table: &Table, column: &str) -> StoreError {
    StoreError::Corrupt(format!("{} has no column {column}", table.name))
}
