//! The store of the simulated server: in memory, or a database.

use contact_centre::store::{
    Backend, Found, Key, MemoryStore, Record, Scan, Search, Sequence, StoreResult, Table, TextSearch, UnknownField,
    Value,
};

/// A backend whose transactions can overlap.
pub trait Overlapping: Backend + Send {
    /// From now on transactions may overlap.
    fn let_transactions_overlap(&mut self);
    /// The next transaction begins as if before the commit of the last one that changed something, if transactions may
    /// overlap.
    fn overlap_next(&mut self);
    /// Whether a transaction failed with a conflict since the last call, so that its caller runs again.
    fn take_conflict(&mut self) -> bool;
    /// Number of transactions that changed something since overlapping was allowed.
    fn changes(&self) -> u64;
}

impl Overlapping for MemoryStore {
    fn let_transactions_overlap(&mut self) {
        MemoryStore::let_transactions_overlap(self);
    }
    fn overlap_next(&mut self) {
        MemoryStore::overlap_next(self);
    }
    fn take_conflict(&mut self) -> bool {
        MemoryStore::take_conflict(self)
    }
    fn changes(&self) -> u64 {
        MemoryStore::changes(self)
    }
}

/// The store of the simulated server.
pub struct SimStore(Box<dyn Overlapping>);

impl SimStore {
    /// In memory, and empty.
    pub fn in_memory() -> Self {
        Self::of(MemoryStore::new())
    }

    /// A store of another backend.
    pub fn of(backend: impl Overlapping + 'static) -> Self {
        Self(Box::new(backend))
    }

    /// See `Overlapping`.
    pub fn let_transactions_overlap(&mut self) {
        self.0.let_transactions_overlap();
    }

    /// See `Overlapping`.
    pub fn overlap_next(&mut self) {
        self.0.overlap_next();
    }

    /// See `Overlapping`.
    pub fn take_conflict(&mut self) -> bool {
        self.0.take_conflict()
    }

    /// See `Overlapping`.
    pub fn changes(&self) -> u64 {
        self.0.changes()
    }
}

impl Backend for SimStore {
    fn begin(&mut self) -> StoreResult<()> {
        self.0.begin()
    }
    fn commit(&mut self) -> StoreResult<()> {
        self.0.commit()
    }
    fn rollback(&mut self) -> StoreResult<()> {
        self.0.rollback()
    }
    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        self.0.next_number(sequence)
    }
    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        self.0.next_version(counter)
    }
    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        self.0.get(table, key)
    }
    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.0.scan(scan)
    }
    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        self.0.count(scan)
    }
    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        self.0.write(record)
    }
    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.0.delete(scan)
    }
    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.0.keep_unknown(table, key, fields);
    }
    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        self.0.search_texts(search)
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        self.0.search(search)
    }
}
