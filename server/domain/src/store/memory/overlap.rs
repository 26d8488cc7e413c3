//! Transactions of the store in memory that overlap, with the rules of PostgreSQL at REPEATABLE READ: a transaction sees the state of its
//! beginning, and it fails with a conflict if it writes a row, a version or a value of a UNIQUE index that the other one has written.
//! Numbers of a sequence are never given twice.
//!
//! There is one connection. A transaction that began before the commit of the last one is run after it, on a state in which the changes of
//! the last one are hidden.

use super::{Change, MemoryStore};
use crate::store::row::{Key, Table};
use crate::store::{StoreError, StoreResult};

/// State that is needed to run overlapping transactions.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlap {
    /// Whether transactions may overlap; then the changes of the last one are remembered.
    is_on: bool,
    /// Whether the next transaction behaves as if it had begun before the last commit.
    is_next: bool,
    /// The inverses of the last transaction that changed something.
    last: Vec<Change>,
    /// Reapplies the changes of the last transaction; set while a transaction runs that does not see them.
    hidden: Option<Vec<Change>>,
    has_conflict: bool,
    /// Number of transactions that changed something.
    changes: u64,
}

impl MemoryStore {
    /// Allows transactions to overlap from now on.
    pub fn let_transactions_overlap(&mut self) {
        self.overlap.is_on = true;
    }

    /// Number of transactions that changed something since overlapping was allowed.
    pub fn changes(&self) -> u64 {
        self.overlap.changes
    }

    /// Lets the next transaction behave as if it had begun before the commit of the last one that changed something.
    pub fn overlap_next(&mut self) {
        self.overlap.is_next = self.overlap.is_on;
    }

    /// Whether a transaction failed with a conflict since the last call of this function: its caller runs again.
    pub fn take_conflict(&mut self) -> bool {
        self.overlap.is_next = false;
        std::mem::take(&mut self.overlap.has_conflict)
    }

    pub(super) fn begin_overlap(&mut self) {
        if !std::mem::take(&mut self.overlap.is_next) {
            return;
        }
        let last = std::mem::take(&mut self.overlap.last);
        let (numbers, others): (Vec<_>, Vec<_>) =
            last.into_iter().partition(|change| matches!(change, Change::Number(..)));
        // Numbers of a sequence are not rolled back.
        drop(numbers);
        self.overlap.hidden = Some(self.swap_all(others));
    }

    /// Makes the changes of the last transaction visible again, after a transaction that did not see them.
    pub(super) fn show_hidden(&mut self) {
        if let Some(hidden) = self.overlap.hidden.take() {
            self.overlap.last = self.swap_all(hidden);
        }
    }

    /// Ends the transaction that made these changes: with a conflict if the hidden one changed the same rows.
    pub(super) fn end_overlap(&mut self, written: Vec<Change>) -> StoreResult<()> {
        let conflict = self.overlap.hidden.iter().flatten().find(|hidden| self.collides(&written, hidden));
        let conflict = conflict.map(|hidden| format!("a concurrent change of {}", hidden.place().0));
        if let Some(conflict) = conflict {
            self.swap_all(written);
            self.show_hidden();
            self.overlap.has_conflict = true;
            return Err(StoreError::Conflict(conflict));
        }
        self.show_hidden();
        if self.overlap.is_on && !written.is_empty() {
            self.overlap.last = written;
            self.overlap.changes += 1;
        }
        Ok(())
    }

    fn collides(&self, written: &[Change], hidden: &Change) -> bool {
        if written.iter().any(|change| change.place() == hidden.place()) {
            return true;
        }
        let Change::Row(table, key, Some(stored)) = hidden else { return false };
        let rows = self.tables.get(table.name);
        rows.is_some_and(|rows| rows.indexes.iter().any(|index| index.refuses(&stored.values, key)))
    }
}

/// Key of a row or a counter.
#[derive(PartialEq, Eq)]
struct Place<'c>(&'c str, Option<&'c Key>);

impl Change {
    fn place(&self) -> Place<'_> {
        match self {
            Change::Row(Table { name, .. }, key, _) => Place(name, Some(key)),
            Change::Version(counter, _) | Change::Number(counter, _) => Place(counter, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Backend, DueStore, ReservationStore, Sequence, Store};
    use rstest::rstest;
    use wire::{OrgUnit, OrgUnitId, Wall};

    fn unit(id: &str, name: &str) -> OrgUnit {
        OrgUnit { id: OrgUnitId::from(id), name: name.to_owned(), ..OrgUnit::default() }
    }

    fn name(store: &MemoryStore, id: &str) -> Option<String> {
        store.org_unit(&OrgUnitId::from(id)).unwrap().map(|unit| unit.name)
    }

    type Write = fn(&mut MemoryStore);

    fn committed(store: &mut MemoryStore, write: Write) -> StoreResult<()> {
        store.begin()?;
        write(store);
        store.commit()
    }

    /// The result of a second transaction that began before the commit of the first.
    fn overlapped(store: &mut MemoryStore, first: Write, second: Write) -> StoreResult<()> {
        store.let_transactions_overlap();
        committed(store, first).unwrap();
        store.overlap_next();
        committed(store, second)
    }

    #[rstest]
    #[case::writes_to_the_same_row(
        |store: &mut MemoryStore| store.put_org_unit(&unit("a", "first")).unwrap(),
        |store: &mut MemoryStore| store.put_org_unit(&unit("a", "second")).unwrap(),
        true
    )]
    #[case::a_row_that_the_other_one_deleted(
        |store: &mut MemoryStore| assert!(store.take_due("kind", "before", Wall(1)).unwrap()),
        |store: &mut MemoryStore| assert!(store.take_due("kind", "before", Wall(1)).unwrap()),
        true
    )]
    #[case::writes_to_other_rows(
        |store: &mut MemoryStore| store.put_org_unit(&unit("a", "first")).unwrap(),
        |store: &mut MemoryStore| store.put_org_unit(&unit("b", "second")).unwrap(),
        false
    )]
    #[case::the_same_version_counter(
        |store: &mut MemoryStore| assert_eq!(store.next_version("one").unwrap(), 1),
        |store: &mut MemoryStore| assert_eq!(store.next_version("one").unwrap(), 1),
        true
    )]
    #[case::two_version_counters(
        |store: &mut MemoryStore| assert_eq!(store.next_version("one").unwrap(), 1),
        |store: &mut MemoryStore| assert_eq!(store.next_version("other").unwrap(), 1),
        false
    )]
    #[case::numbers_of_a_sequence(
        |store: &mut MemoryStore| assert_eq!(store.next_number(Sequence::Mark).unwrap(), 1),
        |store: &mut MemoryStore| assert_eq!(store.next_number(Sequence::Mark).unwrap(), 2),
        false
    )]
    #[case::the_same_value_of_a_unique_index(
        |store: &mut MemoryStore| store.reserve_agent(&"101".into(), "call 1").unwrap(),
        |store: &mut MemoryStore| {
            assert_eq!(store.reservation_of(&"101".into()).unwrap(), None, "it does not see the other one");
            store.reserve_agent(&"101".into(), "call 2").unwrap();
        },
        true
    )]
    #[case::a_row_that_only_one_of_them_writes(
        |store: &mut MemoryStore| store.put_org_unit(&unit("a", "first")).unwrap(),
        |store: &mut MemoryStore| assert_eq!(name(store, "a"), None),
        false
    )]
    fn transactions_overlap_as_in_postgresql(#[case] first: Write, #[case] second: Write, #[case] is_conflict: bool) {
        let mut store = MemoryStore::new();
        store.set_due("kind", "before", Some(Wall(1)), Wall(0)).unwrap();
        let outcome = overlapped(&mut store, first, second);
        assert_eq!(matches!(outcome, Err(StoreError::Conflict(_))), is_conflict, "{outcome:?}");
        assert_eq!(store.take_conflict(), is_conflict);
        assert!(!store.take_conflict(), "it is told once");
    }

    #[test]
    fn after_an_overlap_the_changes_of_both_transactions_are_stored_and_after_a_conflict_those_of_the_first() {
        let put_first: Write = |store| {
            store.put_org_unit(&unit("a", "first")).unwrap();
            store.put_org_unit(&unit("b", "first")).unwrap();
            store.put_org_unit(&unit("a", "first, changed")).unwrap();
        };
        let mut store = MemoryStore::new();
        overlapped(&mut store, put_first, |store| store.put_org_unit(&unit("c", "second")).unwrap()).unwrap();
        let names = |store: &MemoryStore| ["a", "b", "c"].map(|id| name(store, id).unwrap_or_default());
        assert_eq!(names(&store), ["first, changed", "first", "second"]);
        let conflict = overlapped(&mut store, put_first, |store| {
            store.put_org_unit(&unit("c", "third")).unwrap();
            store.put_org_unit(&unit("b", "third")).unwrap();
        });
        assert!(conflict.is_err());
        assert_eq!(names(&store), ["first, changed", "first", "second"]);
        committed(&mut store, |store| store.put_org_unit(&unit("b", "again")).unwrap()).unwrap();
        assert_eq!(names(&store), ["first, changed", "again", "second"], "it runs again");
    }

    #[test]
    fn a_rollback_of_the_second_transaction_makes_the_changes_of_the_first_visible_again() {
        let mut store = MemoryStore::new();
        store.let_transactions_overlap();
        committed(&mut store, |store| store.put_org_unit(&unit("a", "first")).unwrap()).unwrap();
        store.overlap_next();
        store.begin().unwrap();
        assert_eq!(name(&store, "a"), None);
        store.put_org_unit(&unit("a", "second")).unwrap();
        store.rollback().unwrap();
        assert_eq!(name(&store, "a").as_deref(), Some("first"));
        store.begin().unwrap();
        assert_eq!(name(&store, "a").as_deref(), Some("first"), "only one transaction overlaps");
        store.rollback().unwrap();
    }
}
