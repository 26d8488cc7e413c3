//! The store of a day: in memory, or with `SIM_POSTGRES_URL` a PostgreSQL, where one connection begins a transaction
//! before the other one commits.

use contact_centre::store::{
    Backend, Found, Key, Record, Scan, Search, Sequence, Store, StoreError, StoreResult, Table, TextSearch,
    UnknownField, Value,
};
use core_wasm::wire::AgentId;
use std::sync::LazyLock;
use tokio::runtime::Runtime;
use workspace_server::store::postgres::{self, PostgresStore, PostgresStores};
use workspace_server::store::{Mode, PostgresLocation};
use workspace_sim::{Overlapping, SimStore, contact_centre, core_wasm};

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// The store of the next day, which is empty.
pub fn store() -> SimStore {
    match std::env::var("SIM_POSTGRES_URL") {
        Ok(url) => SimStore::of(Connections::open(&url)),
        Err(_) => SimStore::in_memory(),
    }
}

/// Two connections to one database. Each transaction runs on `used`. Before it begins, `ahead` begins one, so that the
/// next transaction can be one that began before the last commit.
struct Connections {
    used: PostgresStore,
    ahead: PostgresStore,
    /// `ahead` has a transaction that sees the state before the last one.
    ahead_is_open: bool,
    overlaps: bool,
    is_next: bool,
    has_written: bool,
    has_conflict: bool,
    changes: u64,
    /// Reserves the database for this test.
    _stores: PostgresStores,
}

impl Connections {
    fn open(url: &str) -> Self {
        let config = url.parse().expect("the address of a database");
        let location = PostgresLocation { config, authorities: None };
        let stores = RUNTIME.block_on(postgres::open(&location, true)).expect("an empty database");
        let connect = || stores.connect(Mode::Write).expect("a connection");
        Self {
            used: connect(),
            ahead: connect(),
            ahead_is_open: false,
            overlaps: false,
            is_next: false,
            has_written: false,
            has_conflict: false,
            changes: 0,
            _stores: stores,
        }
    }

    fn note<T>(&mut self, result: StoreResult<T>) -> StoreResult<T> {
        self.has_conflict |= matches!(result, Err(StoreError::Conflict(_)));
        result
    }

    /// Begins a transaction that sees the present state, not the later changes of the other connection.
    fn begin_ahead(&mut self) -> StoreResult<()> {
        if self.ahead_is_open {
            self.ahead.rollback()?;
        }
        self.ahead.begin()?;
        self.ahead_is_open = true;
        // The first statement fixes the state that the transaction sees.
        self.ahead.agent(&AgentId::from("0")).map(|_| ())
    }
}

impl Overlapping for Connections {
    fn let_transactions_overlap(&mut self) {
        self.overlaps = true;
    }
    fn overlap_next(&mut self) {
        self.is_next = self.ahead_is_open;
    }
    fn take_conflict(&mut self) -> bool {
        self.is_next = false;
        std::mem::take(&mut self.has_conflict)
    }
    fn changes(&self) -> u64 {
        self.changes
    }
}

impl Backend for Connections {
    fn begin(&mut self) -> StoreResult<()> {
        self.has_written = false;
        if std::mem::take(&mut self.is_next) {
            std::mem::swap(&mut self.used, &mut self.ahead);
            self.ahead_is_open = false;
            return Ok(());
        }
        if self.overlaps {
            self.begin_ahead()?;
        }
        self.used.begin()
    }
    fn commit(&mut self) -> StoreResult<()> {
        let result = self.used.commit();
        self.changes += u64::from(result.is_ok() && self.has_written);
        self.note(result)
    }
    fn rollback(&mut self) -> StoreResult<()> {
        self.used.rollback()
    }
    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        let result = self.used.next_number(sequence);
        self.note(result)
    }
    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        self.has_written = true;
        let result = self.used.next_version(counter);
        self.note(result)
    }
    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        self.used.get(table, key)
    }
    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.used.scan(scan)
    }
    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        self.used.count(scan)
    }
    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        self.has_written = true;
        let result = self.used.write(record);
        self.note(result)
    }
    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.has_written = true;
        let result = self.used.delete(scan);
        self.note(result)
    }
    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.used.keep_unknown(table, key, fields);
    }
    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        self.used.search_texts(search)
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        self.used.search(search)
    }
}
