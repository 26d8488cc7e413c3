//! A backend in a transaction of the centre: it knows the country of the centre.

use super::{Backend, Found, Key, Record, Scan, Search, Sequence, StoreResult, Table, TextSearch, UnknownField, Value};
use crate::address::NumberCountry;

/// A backend that reads and writes numbers of this country.
pub(crate) struct OfCountry<'b> {
    /// The backend that stores the rows.
    pub backend: &'b mut dyn Backend,
    /// The centre's country.
    pub country: NumberCountry,
}

impl Backend for OfCountry<'_> {
    fn number_country(&self) -> NumberCountry {
        self.country
    }
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
        self.backend.get(table, key)
    }
    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        self.backend.scan(scan)
    }
    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        self.backend.count(scan)
    }
    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        self.backend.write(record)
    }
    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        self.backend.delete(scan)
    }
    fn keep_unknown(&self, table: &'static Table, key: Key, fields: Vec<UnknownField>) {
        self.backend.keep_unknown(table, key, fields);
    }
    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        self.backend.search(search)
    }
    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        self.backend.search_texts(search)
    }
}
