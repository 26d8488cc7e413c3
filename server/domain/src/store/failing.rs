//! A store that fails, for tests.

use super::{
    Backend, Found, Key, MemoryStore, Record, Scan, Search, Sequence, StoreError, StoreResult, Table, TextSearch, Value,
};

/// A store whose read of one row fails with this error.
pub(crate) struct Failing {
    pub store: MemoryStore,
    pub table: &'static Table,
    pub key: Key,
    pub error: StoreError,
}

impl Backend for Failing {
    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        if table.name == self.table.name && key == self.key {
            return Err(self.error.clone());
        }
        self.store.get(table, key)
    }
    fn begin(&mut self) -> StoreResult<()> {
        self.store.begin()
    }
    fn commit(&mut self) -> StoreResult<()> {
        self.store.commit()
    }
    fn rollback(&mut self) -> StoreResult<()> {
        self.store.rollback()
    }
    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        self.store.next_number(sequence)
    }
    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        self.store.next_version(counter)
    }
    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.store.scan(scan)
    }
    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        self.store.count(scan)
    }
    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        self.store.write(record)
    }
    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.store.delete(scan)
    }
    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        self.store.search_texts(search)
    }
    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        self.store.search(search)
    }
}
