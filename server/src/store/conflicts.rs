//! Records whether an access to the store conflicted with a concurrent one, even if a rule of the call swallowed the
//! error.

use std::cell::RefCell;

use contact_centre::store::{
    Backend, Found, Key, Record, Scan, Search, Sequence, StoreError, StoreResult, Table, TextSearch, UnknownField,
    Value,
};

/// A backend that remembers its last conflict.
pub struct ConflictWatch<'b> {
    backend: &'b mut dyn Backend,
    conflict: RefCell<Option<String>>,
}

impl<'b> ConflictWatch<'b> {
    /// Records the conflicts of `backend`.
    pub fn new(backend: &'b mut dyn Backend) -> Self {
        Self { backend, conflict: RefCell::default() }
    }

    /// The cause of the last conflict.
    pub fn into_conflict(self) -> Option<String> {
        self.conflict.into_inner()
    }

    fn note<T>(&self, result: StoreResult<T>) -> StoreResult<T> {
        if let Err(StoreError::Conflict(cause)) = &result {
            self.conflict.replace(Some(cause.clone()));
        }
        result
    }
}

impl Backend for ConflictWatch<'_> {
    fn begin(&mut self) -> StoreResult<()> {
        let result = self.backend.begin();
        self.note(result)
    }

    fn commit(&mut self) -> StoreResult<()> {
        let result = self.backend.commit();
        self.note(result)
    }

    fn rollback(&mut self) -> StoreResult<()> {
        self.backend.rollback()
    }

    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        let result = self.backend.next_number(sequence);
        self.note(result)
    }

    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        let result = self.backend.next_version(counter);
        self.note(result)
    }

    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        self.note(self.backend.get(table, key))
    }

    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.note(self.backend.scan(scan))
    }

    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        self.note(self.backend.count(scan))
    }

    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        let result = self.backend.write(record);
        self.note(result)
    }

    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        let result = self.backend.delete(scan);
        self.note(result)
    }

    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.backend.keep_unknown(table, key, fields);
    }

    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        self.note(self.backend.search_texts(search))
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        self.note(self.backend.search(search))
    }
}
