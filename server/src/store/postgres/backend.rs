//! The backend over one PostgreSQL connection. The domain's calls are synchronous and run on blocking threads, which wait
//! here for the asynchronous driver.

use std::cell::Cell;
use std::error::Error as _;

use bytes::BytesMut;
use contact_centre::store::{
    Backend, Found, Key, Record, Scan, Search, Sequence, StoreError, StoreResult, Table, TextSearch, UnknownField,
    Value,
};
use deadpool_postgres::Object;
use tokio::runtime::Handle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Error, Row};

use crate::store::Mode;
use crate::store::sql::{self, Query};
use crate::store::sqlite::readable;
use crate::store::texts;
use crate::store::unknown::UnknownFields;

/// A store in one PostgreSQL connection.
pub struct PostgresStore {
    /// `None` only while the store is dropped.
    client: Option<Object>,
    runtime: Handle,
    mode: Mode,
    in_transaction: bool,
    /// Whether a statement of the transaction failed: PostgreSQL ignores the rest of it, and its COMMIT rolls back
    /// silently.
    has_failed: Cell<bool>,
    unknown: UnknownFields,
}

/// A value of a row as a parameter of a statement.
#[derive(Debug)]
pub struct Parameter<'a>(pub &'a Value);

impl ToSql for Parameter<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self.0 {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) => number.to_sql(ty, out),
            // PostgreSQL has no NUL in texts. Rows are JSON, which escapes it; columns are only used for look-ups.
            Value::Text(text) if text.contains('\0') => text.replace('\0', "\u{fffd}").to_sql(ty, out),
            Value::Text(text) => text.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::INT8 || *ty == Type::TEXT
    }

    to_sql_checked!();
}

impl PostgresStore {
    pub(super) fn new(client: Object, runtime: Handle, mode: Mode) -> Self {
        let unknown = UnknownFields::default();
        Self { client: Some(client), runtime, mode, in_transaction: false, has_failed: Cell::new(false), unknown }
    }

    fn client(&self) -> StoreResult<&Object> {
        self.client.as_ref().ok_or_else(|| StoreError::Unavailable("the connection is closed".to_owned()))
    }

    fn rows(&self, query: &Query) -> StoreResult<Vec<Row>> {
        let client = self.client()?;
        let result = self.runtime.block_on(async {
            let statement = client.prepare_cached(&query.text).await?;
            let parameters: Vec<Parameter<'_>> = query.parameters.iter().map(Parameter).collect();
            let parameters: Vec<&(dyn ToSql + Sync)> = parameters.iter().map(|value| value as _).collect();
            client.query(&statement, &parameters).await
        });
        result.map_err(|error| self.failed_statement(&error))
    }

    /// The number of rows that a statement changed.
    fn execute(&self, query: &Query) -> StoreResult<u64> {
        let client = self.client()?;
        let result = self.runtime.block_on(async {
            let statement = client.prepare_cached(&query.text).await?;
            let parameters: Vec<Parameter<'_>> = query.parameters.iter().map(Parameter).collect();
            let parameters: Vec<&(dyn ToSql + Sync)> = parameters.iter().map(|value| value as _).collect();
            client.execute(&statement, &parameters).await
        });
        result.map_err(|error| self.failed_statement(&error))
    }

    fn failed_statement(&self, error: &Error) -> StoreError {
        self.has_failed.set(true);
        self.failed(error)
    }

    fn found(&self, query: &Query) -> StoreResult<Vec<Found>> {
        self.rows(query)?.iter().map(found).collect()
    }

    fn number(&self, query: &Query) -> StoreResult<u64> {
        let rows = self.rows(query)?;
        let row = rows.first().ok_or_else(|| StoreError::Corrupt("a number is missing".to_owned()))?;
        let number: i64 = row.try_get(0).map_err(|error| failed(&error))?;
        u64::try_from(number).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    fn run(&self, text: &str) -> StoreResult<()> {
        let client = self.client()?;
        self.runtime.block_on(client.batch_execute(text)).map_err(|error| self.failed(&error))
    }

    /// A connection that PostgreSQL closed before the transaction began: nothing is lost, and the call runs again on
    /// another connection.
    fn failed(&self, error: &Error) -> StoreError {
        match failed(error) {
            StoreError::Unavailable(cause) if !self.in_transaction && is_closed(error) => StoreError::Conflict(cause),
            other => other,
        }
    }
}

/// A panic can leave a transaction open: such a connection is closed, which rolls back the transaction.
impl Drop for PostgresStore {
    fn drop(&mut self) {
        if self.in_transaction {
            self.client.take().map(Object::take);
        }
    }
}

impl Backend for PostgresStore {
    fn begin(&mut self) -> StoreResult<()> {
        let access = match self.mode {
            Mode::Read => "READ ONLY",
            Mode::Write => "READ WRITE",
        };
        self.run(&format!("BEGIN ISOLATION LEVEL REPEATABLE READ, {access}"))?;
        self.in_transaction = true;
        self.has_failed.set(false);
        self.unknown.clear();
        Ok(())
    }

    fn commit(&mut self) -> StoreResult<()> {
        if self.has_failed.get() {
            return Err(StoreError::Unavailable("a statement of the transaction failed".to_owned()));
        }
        let client = self.client()?;
        self.runtime.block_on(client.batch_execute("COMMIT")).map_err(|error| commit_failed(&error))?;
        self.in_transaction = false;
        Ok(())
    }

    fn rollback(&mut self) -> StoreResult<()> {
        self.run("ROLLBACK")?;
        self.in_transaction = false;
        Ok(())
    }

    /// Numbers are drawn outside the transaction, so that starts of attendances do not wait for each other.
    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        let text = format!("SELECT nextval('\"{}\"')", super::schema::sequence_name(sequence));
        self.number(&Query { text, parameters: Vec::new() })
    }

    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        self.number(&sql::next_version(counter))
    }

    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        Ok(self.found(&sql::get(table, key))?.pop())
    }

    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.found(&sql::scan(scan))
    }

    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        usize::try_from(self.number(&sql::count(scan))?).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        let json = self.unknown.json_of(record)?;
        if !record.is_new && self.execute(&sql::update(record, json.clone()))? > 0 {
            return Ok(());
        }
        self.execute(&sql::write(record, json)).map(|_| ())
    }

    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.execute(&sql::delete(scan)).map(|_| ())
    }

    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.unknown.keep(table.name, key, fields);
    }

    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        let newest = self.found(&texts::search_newest_in_postgres(search))?;
        if newest.len() == search.limit {
            return Ok(newest);
        }
        self.found(&texts::search_all_in_postgres(search))
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        let (total, page) = sql::search(search);
        let total = usize::try_from(self.number(&total)?).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        Ok((self.found(&page)?, total))
    }
}

fn found(row: &Row) -> StoreResult<Found> {
    let json: String = row.try_get(0).map_err(|error| failed(&error))?;
    let version: i64 = row.try_get(1).map_err(|error| failed(&error))?;
    readable(version)?;
    Ok(Found::Json(json))
}

fn is_closed(error: &Error) -> bool {
    error.is_closed() || error.code() == Some(&SqlState::ADMIN_SHUTDOWN)
}

/// Without an answer, or with the end of the connection as the answer, PostgreSQL may have committed.
fn commit_failed(error: &Error) -> StoreError {
    match failed(error) {
        StoreError::Unavailable(cause) if error.as_db_error().is_none() || is_closed(error) => {
            StoreError::InDoubt(cause)
        }
        other => other,
    }
}

/// The kind of the failure. The text never contains values of rows, which are in PostgreSQL's error details.
pub(super) fn failed(error: &Error) -> StoreError {
    let Some(refused) = error.as_db_error() else {
        let cause = error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"));
        return StoreError::Unavailable(cause);
    };
    let constraint = refused.constraint().unwrap_or_default();
    let cause = format!("{} {} {constraint}", refused.code().code(), refused.message()).trim_end().to_owned();
    match *refused.code() {
        SqlState::T_R_SERIALIZATION_FAILURE
        | SqlState::T_R_DEADLOCK_DETECTED
        | SqlState::UNIQUE_VIOLATION
        | SqlState::LOCK_NOT_AVAILABLE
        // A call that was expected to only read tries to write; it is run again as a writing call.
        | SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::Conflict(cause),
        // Classes of error codes: connection, resources, operator intervention, system error.
        ref code if ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class)) => {
            StoreError::Unavailable(cause)
        }
        _ => StoreError::Corrupt(cause),
    }
}
