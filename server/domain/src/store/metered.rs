//! A backend that counts the rows it returns and writes, for tests and the load bench.

use super::{Backend, Found, Key, Record, Scan, Search, Sequence, StoreResult, Table, TextSearch, UnknownField, Value};
use std::cell::Cell;

/// Counter of rows that were read and written.
pub struct Metered<'b> {
    backend: &'b mut dyn Backend,
    read: Cell<usize>,
    written: Cell<usize>,
}

impl<'b> Metered<'b> {
    /// Counts the rows of `backend` from now on.
    pub fn new(backend: &'b mut dyn Backend) -> Self {
        Self { backend, read: Cell::new(0), written: Cell::new(0) }
    }

    /// Rows read and written so far.
    pub fn rows(&self) -> (usize, usize) {
        (self.read.get(), self.written.get())
    }

    fn count_read(&self, rows: usize) {
        self.read.set(self.read.get() + rows);
    }
}

impl Backend for Metered<'_> {
    fn begin(&mut self) -> StoreResult<()> {
        self.backend.begin()
    }

    fn commit(&mut self) -> StoreResult<()> {
        self.backend.commit()
    }

    fn rollback(&mut self) -> StoreResult<()> {
        self.backend.rollback()
    }

    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        self.backend.next_number(sequence)
    }

    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        self.backend.next_version(counter)
    }

    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        let found = self.backend.get(table, key)?;
        self.count_read(usize::from(found.is_some()));
        Ok(found)
    }

    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        let found = self.backend.scan(scan)?;
        self.count_read(found.len());
        Ok(found)
    }

    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        self.backend.count(scan)
    }

    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        self.written.set(self.written.get() + 1);
        self.backend.write(record)
    }

    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.backend.delete(scan)
    }

    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.backend.keep_unknown(table, key, fields);
    }

    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        let found = self.backend.search_texts(search)?;
        self.count_read(found.len());
        Ok(found)
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        let (found, count) = self.backend.search(search)?;
        self.count_read(found.len());
        Ok((found, count))
    }
}
