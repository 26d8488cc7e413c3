//! The store in memory, for tests and the simulation: ordered maps of the rows of every table, and an undo log for `rollback`. Rows are
//! ordered by key, so a caller that relies on another order fails here. Transactions run one after the other, except after `overlap_next`,
//! where the next one behaves as if it had begun before the last commit.

mod overlap;

use super::backend::{Backend, Sequence, no_such_column};
use super::row::{AnyRow, Found, Index, Key, Record, Row, Scan, Table, Value};
use super::search::{Search, TermRow, found_ids};
use super::texts::{TextRow, TextSearch};
use super::{StoreError, StoreResult};
use overlap::Overlap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A store whose data exists as long as the value.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    tables: BTreeMap<&'static str, MemoryTable>,
    counters: BTreeMap<String, u64>,
    /// `None` outside a transaction.
    undo_log: Option<Vec<Change>>,
    overlap: Overlap,
    /// Number of attendances returned in lists, so that a test can measure the work of a request.
    #[cfg(test)]
    listed_jobs: std::cell::Cell<usize>,
}

/// The rows of one table and its indexes.
#[derive(Clone, Debug, Default)]
struct MemoryTable {
    rows: BTreeMap<Key, Stored>,
    indexes: Vec<MemoryIndex>,
}

#[derive(Clone, Debug)]
struct Stored {
    values: Vec<Value>,
    row: Arc<dyn AnyRow>,
}

#[derive(Clone, Debug)]
struct MemoryIndex {
    index: &'static Index,
    /// Positions of the index's columns in the table.
    positions: Vec<usize>,
    /// Values of the columns, followed by the key.
    entries: BTreeSet<Vec<Value>>,
}

/// The new value of a row or counter; in an undo log the value before.
#[derive(Clone, Debug)]
enum Change {
    Row(&'static Table, Key, Option<Stored>),
    Version(String, Option<u64>),
    /// The next number of a sequence.
    Number(String, Option<u64>),
}

impl MemoryIndex {
    fn entry(&self, values: &[Value], key: &[Value]) -> Vec<Value> {
        self.positions.iter().filter_map(|position| values.get(*position)).chain(key).cloned().collect()
    }

    /// Whether a row with these values and another key exists.
    fn refuses(&self, values: &[Value], key: &[Value]) -> bool {
        let columns = self.entry(values, &[]);
        if !self.index.is_unique || columns.contains(&Value::Null) {
            return false;
        }
        let first = self.entries.range(columns.clone()..).next();
        first.is_some_and(|entry| entry.starts_with(&columns) && entry.get(columns.len()..) != Some(key))
    }
}

impl MemoryTable {
    fn new(table: &Table) -> Self {
        let index = |index: &&'static Index| MemoryIndex {
            index,
            positions: index.columns.iter().filter_map(|column| table.position(column)).collect(),
            entries: BTreeSet::new(),
        };
        Self { rows: BTreeMap::new(), indexes: table.indexes.iter().map(index).collect() }
    }

    /// Sets or removes a row and its index entries; returns the previous row.
    fn set(&mut self, key: &Key, stored: Option<Stored>) -> Option<Stored> {
        let values = stored.as_ref().map(|stored| stored.values.clone());
        let before = match stored {
            Some(stored) => self.rows.insert(key.clone(), stored),
            None => self.rows.remove(key),
        };
        for index in &mut self.indexes {
            if let Some(before) = &before {
                index.entries.remove(&index.entry(&before.values, key));
            }
            if let Some(values) = &values {
                index.entries.insert(index.entry(values, key));
            }
        }
        before
    }

    /// Keys of the scan, in ascending order.
    fn keys<'t>(&'t self, scan: &'t Scan) -> StoreResult<Box<dyn Iterator<Item = &'t [Value]> + 't>> {
        let mut from = scan.prefix.clone();
        from.extend(scan.after.clone());
        let column = scan.prefix.len();
        let fits = move |entry: &&[Value]| {
            entry.starts_with(&scan.prefix)
                && scan.before.as_ref().is_none_or(|before| entry.get(column).is_some_and(|value| value < before))
        };
        let is_after = move |entry: &&[Value]| scan.after.as_ref().is_none_or(|after| entry.get(column) != Some(after));
        let Some(wanted) = scan.index else {
            let keys = self.rows.range(from..).map(|(key, _)| key.as_slice());
            return Ok(Box::new(keys.take_while(fits).filter(is_after)));
        };
        let index = self.indexes.iter().find(|index| index.index == wanted);
        let index = index.ok_or_else(|| no_such_column(scan.table, wanted.name))?;
        let entries = index.entries.range(from..).map(Vec::as_slice).take_while(fits).filter(is_after);
        let columns = index.positions.len();
        Ok(Box::new(entries.filter_map(move |entry| entry.get(columns..))))
    }
}

/// Term, name and identifier of a term's key, if it belongs to the list and the org units.
fn term_of<'k>(search: &Search<'_>, key: &'k [Value]) -> Option<(&'k str, &'k str, &'k str)> {
    let [Value::Text(list), Value::Text(unit), Value::Text(term), Value::Text(name), Value::Text(id)] = key else {
        return None;
    };
    let is_wanted = list == search.list && search.org_units.iter().any(|wanted| wanted.as_str() == unit);
    is_wanted.then_some((term.as_str(), name.as_str(), id.as_str()))
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of attendances returned in lists since the last call of this function.
    #[cfg(test)]
    pub(crate) fn take_listed_jobs(&self) -> usize {
        self.listed_jobs.take()
    }

    /// Applies the change and adds its inverse to the undo log.
    fn set(&mut self, change: Change) {
        let undo = self.swap(change);
        if let Some(undo_log) = &mut self.undo_log {
            undo_log.push(undo);
        }
    }

    /// Applies the change and returns its inverse.
    fn swap(&mut self, change: Change) -> Change {
        match change {
            Change::Row(table, key, stored) => {
                let rows = self.tables.entry(table.name).or_insert_with(|| MemoryTable::new(table));
                let before = rows.set(&key, stored);
                // A table without rows equals one that never had a row: a rolled-back transaction leaves nothing
                // behind.
                if rows.rows.is_empty() {
                    self.tables.remove(table.name);
                }
                Change::Row(table, key, before)
            }
            Change::Version(counter, value) => {
                let before = self.set_counter(&counter, value);
                Change::Version(counter, before)
            }
            Change::Number(counter, value) => {
                let before = self.set_counter(&counter, value);
                Change::Number(counter, before)
            }
        }
    }

    fn set_counter(&mut self, counter: &str, value: Option<u64>) -> Option<u64> {
        match value {
            Some(value) => self.counters.insert(counter.to_owned(), value),
            None => self.counters.remove(counter),
        }
    }

    /// Applies the changes, the last one first. Returns their inverses, in the order in which this function expects
    /// them.
    fn swap_all(&mut self, changes: Vec<Change>) -> Vec<Change> {
        changes.into_iter().rev().map(|change| self.swap(change)).collect()
    }

    fn keys(&self, scan: &Scan) -> StoreResult<Vec<Key>> {
        let Some(rows) = self.tables.get(scan.table.name) else { return Ok(Vec::new()) };
        let keys = rows.keys(scan)?.map(<[Value]>::to_vec);
        if !scan.is_descending {
            return Ok(keys.take(scan.limit.unwrap_or(usize::MAX)).collect());
        }
        let mut keys: Vec<Key> = keys.collect();
        keys.reverse();
        keys.truncate(scan.limit.unwrap_or(usize::MAX));
        Ok(keys)
    }

    fn after(&self, counter: &str) -> u64 {
        self.counters.get(counter).copied().unwrap_or(0) + 1
    }
}

impl Backend for MemoryStore {
    fn begin(&mut self) -> StoreResult<()> {
        if self.undo_log.is_some() {
            return Err(StoreError::Corrupt("a transaction inside a transaction".to_owned()));
        }
        self.undo_log = Some(Vec::new());
        self.begin_overlap();
        Ok(())
    }

    fn commit(&mut self) -> StoreResult<()> {
        let written = self.undo_log.take();
        let written = written.ok_or_else(|| StoreError::Corrupt("no transaction to commit".to_owned()))?;
        self.end_overlap(written)
    }

    fn rollback(&mut self) -> StoreResult<()> {
        let undo_log = self.undo_log.take();
        let undo_log = undo_log.ok_or_else(|| StoreError::Corrupt("no transaction to roll back".to_owned()))?;
        self.swap_all(undo_log);
        self.show_hidden();
        Ok(())
    }

    fn next_number(&mut self, sequence: Sequence) -> StoreResult<u64> {
        let counter = sequence.to_string();
        let next = self.after(&counter);
        self.set(Change::Number(counter, Some(next)));
        Ok(next)
    }

    fn next_version(&mut self, counter: &str) -> StoreResult<u64> {
        let next = self.after(counter);
        self.set(Change::Version(counter.to_owned(), Some(next)));
        Ok(next)
    }

    fn get(&self, table: &'static Table, key: &[Value]) -> StoreResult<Option<Found>> {
        let stored = self.tables.get(table.name).and_then(|rows| rows.rows.get(key));
        Ok(stored.map(|stored| Found::Shared(Arc::clone(&stored.row))))
    }

    fn scan(&self, scan: &Scan) -> StoreResult<Vec<Found>> {
        let Some(rows) = self.tables.get(scan.table.name) else { return Ok(Vec::new()) };
        let keys = self.keys(scan)?;
        let found = keys.iter().filter_map(|key| rows.rows.get(key));
        let found: Vec<Found> = found.map(|stored| Found::Shared(Arc::clone(&stored.row))).collect();
        #[cfg(test)]
        if scan.table.name == super::JobRow::TABLE.name {
            self.listed_jobs.set(self.listed_jobs.get() + found.len());
        }
        Ok(found)
    }

    fn count(&self, scan: &Scan) -> StoreResult<usize> {
        let Some(rows) = self.tables.get(scan.table.name) else { return Ok(0) };
        Ok(rows.keys(scan)?.count())
    }

    fn write(&mut self, record: &Record<'_>) -> StoreResult<()> {
        let Record { table, values, row, is_new } = record;
        let key: Key = values.iter().take(table.key).cloned().collect();
        let rows = self.tables.entry(table.name).or_insert_with(|| MemoryTable::new(table));
        if *is_new && rows.rows.contains_key(&key) {
            return Err(StoreError::Conflict(format!("a row of {} exists", table.name)));
        }
        if let Some(index) = rows.indexes.iter().find(|index| index.refuses(values, &key)) {
            return Err(StoreError::Conflict(format!("another row of {} in {}", table.name, index.index.name)));
        }
        self.set(Change::Row(table, key, Some(Stored { values: values.clone(), row: row.to_shared() })));
        Ok(())
    }

    fn delete(&mut self, scan: &Scan) -> StoreResult<()> {
        let all = Scan { limit: None, is_descending: false, ..scan.clone() };
        for key in self.keys(&all)? {
            self.set(Change::Row(scan.table, key, None));
        }
        Ok(())
    }

    fn search_texts(&self, search: &TextSearch) -> StoreResult<Vec<Found>> {
        let Some(rows) = self.tables.get(TextRow::TABLE.name) else { return Ok(Vec::new()) };
        let before = Value::Integer(search.before);
        let keys = self.keys(&Scan::of::<TextRow>().by(TextRow::BY_NUMBER).before(before).descending())?;
        let parts = search.parts();
        let has_all = |stored: &&Stored| match stored.values.last() {
            Some(Value::Text(words)) => parts.iter().all(|part| words.contains(part.as_str())),
            _ => false,
        };
        let found = keys.iter().filter_map(|key| rows.rows.get(key)).filter(has_all).take(search.limit);
        Ok(found.map(|stored| Found::Shared(Arc::clone(&stored.row))).collect())
    }

    fn search(&self, search: &Search<'_>) -> StoreResult<(Vec<Found>, usize)> {
        let (Some(rows), Some(terms)) = (self.tables.get(search.table.name), self.tables.get(TermRow::TABLE.name))
        else {
            return Ok((Vec::new(), 0));
        };
        let listed: Vec<_> = terms.rows.keys().filter_map(|key| term_of(search, key)).collect();
        let mut found: Vec<_> = found_ids(search, &listed).into_iter().map(|(_, _, id)| id).collect();
        if search.order.is_descending {
            found.reverse();
        }
        let page = found.iter().skip(search.offset).take(search.limit);
        let page = page.filter_map(|id| rows.rows.get(&vec![Value::text(id)]));
        Ok((page.map(|stored| Found::Shared(Arc::clone(&stored.row))).collect(), found.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{WebChatStore, WebChatUseRow, conformance};

    #[test]
    fn the_memory_store_passes_the_conformance_test() {
        assert_eq!(conformance::check(&mut MemoryStore::new()), Ok(()));
    }

    #[test]
    fn a_rolled_back_transaction_leaves_no_table_behind() {
        let mut store = MemoryStore::new();
        let before = format!("{store:?}");
        store.begin().expect("it begins");
        store.put_web_chat_use(&WebChatUseRow::default()).expect("it is stored");
        store.rollback().expect("it is rolled back");
        assert_eq!(format!("{store:?}"), before);
    }
}
