//! The backend over one SQLite connection. Columns are for look-ups and order; the row itself is JSON, so a new field of
//! the domain needs no change of a table.

use contact_centre::store::{
    Backend, Found, Key, Record, Scan, Search, Sequence, StoreError, StoreResult, Table, TextSearch, UnknownField,
    Value,
};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OptionalExtension, ToSql, params_from_iter};

use super::sql::{self, Query, ROW_VERSION};
use super::texts;
use super::unknown::UnknownFields;

/// A store in one SQLite connection.
pub struct SqliteStore {
    connection: Connection,
    /// A connection that only reads sees one state of the database and never waits for the writer.
    reads_only: bool,
    unknown: UnknownFields,
}

/// A value of a row as a parameter of a statement.
pub(super) struct Parameter<'a>(pub &'a Value);

impl ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl SqliteStore {
    pub(super) fn new(connection: Connection, reads_only: bool) -> Self {
        Self { connection, reads_only, unknown: UnknownFields::default() }
    }

    /// Checkpoints the write-ahead log, so that a copy of the database file alone is complete.
    pub(super) fn flush(&self) -> StoreResult<()> {
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(failed)
    }

    /// Pages and parts of pages that become free are overwritten with zeros. That costs writes, so it is done only
    /// after an erasure.
    pub(super) fn overwrite_deleted(&self) -> StoreResult<()> {
        self.connection.query_row("PRAGMA secure_delete = ON", [], |_| Ok(())).map_err(failed)
    }

    /// Rolls back a transaction that a panic left open.
    pub(super) fn discard_open_transaction(&mut self) -> StoreResult<()> {
        if self.connection.is_autocommit() { Ok(()) } else { self.rollback() }
    }

    fn one(&self, query: &Query) -> StoreResult<Option<Found>> {
        let mut statement = self.connection.prepare_cached(&query.text).map_err(failed)?;
        let row = statement.query_row(parameters(query), stored).optional().map_err(failed)?;
        row.map(found).transpose()
    }

    fn many(&self, query: &Query) -> StoreResult<Vec<Found>> {
        let mut statement = self.connection.prepare_cached(&query.text).map_err(failed)?;
        let rows = statement.query_map(parameters(query), stored).map_err(failed)?;
        rows.map(|row| found(row.map_err(failed)?)).collect()
    }

    fn number(&self, query: &Query) -> StoreResult<u64> {
        let mut statement = self.connection.prepare_cached(&query.text).map_err(failed)?;
        let number: i64 = statement.query_row(parameters(query), |row| row.get(0)).map_err(failed)?;
        u64::try_from(number).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    fn execute(&mut self, query: &Query) -> StoreResult<()> {
        let mut statement = self.connection.prepare_cached(&query.text).map_err(failed)?;
        statement.execute(parameters(query)).map(|_| ()).map_err(failed)
    }

    fn run(&mut self, text: &str) -> StoreResult<()> {
        self.connection.prepare_cached(text).and_then(|mut statement| statement.execute([])).map_err(failed)?;
        Ok(())
    }
}

impl Backend for SqliteStore {
    fn begin(&mut self) -> StoreResult<()> {
        self.unknown.clear();
        // IMMEDIATE takes the write lock before the first read, so that a later write cannot fail.
        self.run(if self.reads_only { "BEGIN" } else { "BEGIN IMMEDIATE" })
    }

    fn commit(&mut self) -> StoreResult<()> {
        self.run("COMMIT")
    }

    fn rollback(&mut self) -> StoreResult<()> {
        self.run("ROLLBACK")
    }

    /// SQLite has one writer at a time, so a sequence is a plain counter, without gaps.
    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        self.next_version(sequence.as_str())
    }

    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        self.number(&sql::next_version(counter))
    }

    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        self.one(&sql::get(table, key))
    }

    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.many(&sql::scan(scan))
    }

    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        usize::try_from(self.number(&sql::count(scan))?).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        self.execute(&sql::write(record, self.unknown.json_of(record)?))
    }

    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.execute(&sql::delete(scan))
    }

    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.unknown.keep(table.name, key, fields);
    }

    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        self.many(&texts::search_in_sqlite(search))
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        let (total, page) = sql::search(search);
        let total = usize::try_from(self.number(&total)?).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        Ok((self.many(&page)?, total))
    }
}

fn parameters(query: &Query) -> impl rusqlite::Params + '_ {
    params_from_iter(query.parameters.iter().map(Parameter))
}

fn stored(row: &rusqlite::Row<'_>) -> rusqlite::Result<(String, i64)> {
    Ok((row.get(0)?, row.get(1)?))
}

fn found((json, version): (String, i64)) -> StoreResult<Found> {
    readable(version)?;
    Ok(Found::Json(json))
}

/// Refuses rows of a version that this server does not understand.
pub(super) fn readable(version: i64) -> StoreResult<()> {
    if version <= ROW_VERSION {
        return Ok(());
    }
    Err(StoreError::Corrupt(format!("a row of version {version} was written by a newer server")))
}

pub(super) fn failed(error: rusqlite::Error) -> StoreError {
    let cause = error.to_string();
    match error.sqlite_error_code() {
        // READONLY: a call that was expected to only read tries to write; it is run again as a writing call.
        Some(
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::ConstraintViolation | ErrorCode::ReadOnly,
        ) => StoreError::Conflict(cause),
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::TypeMismatch) | None => {
            StoreError::Corrupt(cause)
        }
        Some(_) => StoreError::Unavailable(cause),
    }
}
