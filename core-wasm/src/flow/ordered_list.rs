//! An ordered list with changes in logarithmic time. The page receives it once and then as patches, because job orders
//! and threads grow without bound.

use super::Table;
use crate::wire::{Name, Wall};
use serde::Serialize;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Bound;

/// Number of changes that are remembered; a reader with an older version needs a snapshot.
const REMEMBERED_CHANGES: usize = 256;

/// One change of an ordered list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum ListOp {
    /// Puts `id` in front of `before`, or at the end.
    Insert {
        /// The new entry.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: Name,
        /// The entry that follows it; `None` at the end.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string | undefined"))]
        before: Option<Name>,
    },
    /// Moves `id` in front of `before`, or to the end.
    Move {
        /// The moved entry.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: Name,
        /// The entry that follows it; `None` at the end.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string | undefined"))]
        before: Option<Name>,
    },
    /// Removes `id`.
    Remove {
        /// The removed entry.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: Name,
    },
}

/// The whole list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListSnapshot {
    /// Version of the list; see [`ListPatch`].
    pub version: u32,
    /// The entries in order.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
    pub ids: Vec<Name>,
}

/// Changes between two versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListPatch {
    /// Version after the changes.
    pub version: u32,
    /// The changes, oldest first.
    pub ops: Vec<ListOp>,
}

/// Sort key: compared by the first number, then the second, then the third. One type for all lists, so that the module
/// contains their code once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(u64, u64, u64);

impl Rank {
    /// Order by `first`, then by `second`.
    pub const fn new(first: u64, second: u64) -> Self {
        Self(first, second, 0)
    }

    /// The order of `self`, then by `third`.
    pub const fn then(self, third: u64) -> Self {
        Self(self.0, self.1, third)
    }

    /// The first number of a rank for an order by time, earliest first.
    pub fn moment(moment: Wall) -> u64 {
        (moment.0 as u64) ^ (1 << 63)
    }
}

/// An ordered list that remembers its recent changes.
#[derive(Default)]
pub struct OrderedList {
    by_rank: BTreeSet<(Rank, Name)>,
    rank_of: Table<Rank>,
    version: u32,
    changes: VecDeque<ListOp>,
}

impl OrderedList {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.rank_of.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.rank_of.is_empty()
    }

    /// Whether `id` is in the list.
    pub fn contains(&self, id: &Name) -> bool {
        self.rank_of.contains_key(id)
    }

    /// Grows by one with each change.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The rank of `id`; `None` if it is not in the list.
    pub fn rank(&self, id: &Name) -> Option<Rank> {
        self.rank_of.get(id).copied()
    }

    /// The entries in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = &Name> {
        self.by_rank.iter().map(|(_, id)| id)
    }

    /// The last entry; `None` if the list is empty.
    pub fn last(&self) -> Option<&Name> {
        self.ids().next_back()
    }

    /// The entries directly before and after `id`; `None` at the ends and for an unknown `id`.
    pub fn neighbours(&self, id: &Name) -> (Option<&Name>, Option<&Name>) {
        // Fast path: most new entries are the last.
        let mut newest_first = self.ids().rev();
        if newest_first.next() == Some(id) {
            return (newest_first.next(), None);
        }
        let Some(rank) = self.rank(id) else { return (None, None) };
        let own = (rank, id.clone());
        let before = self.by_rank.range(..&own).next_back().map(|(_, other)| other);
        (before, self.following(&own))
    }

    /// The first entry with a greater rank.
    pub fn first_after(&self, rank: Rank) -> Option<&Name> {
        // Fast path: most searched ranks are near the end.
        let mut newest_first = self.by_rank.iter().rev();
        if newest_first.next().is_none_or(|(last, _)| *last <= rank) {
            return None;
        }
        // No name is empty, so the empty name comes before all others of its rank.
        let behind = self.by_rank.range((rank, Name::default())..);
        behind.filter(|(of, _)| *of > rank).map(|(_, id)| id).next()
    }

    fn following(&self, own: &(Rank, Name)) -> Option<&Name> {
        // Fast path: most new entries are the last.
        if self.by_rank.last() == Some(own) {
            return None;
        }
        self.by_rank.range((Bound::Excluded(own), Bound::Unbounded)).next().map(|(_, other)| other)
    }

    /// Inserts or moves `id`; returns whether the order changed.
    pub fn put(&mut self, id: &Name, rank: Rank) -> bool {
        let known = self.rank_of.insert(id, rank);
        if known == Some(rank) {
            return false;
        }
        let new = (rank, id.clone());
        let op = match known.map(|rank| (rank, id.clone())) {
            None => {
                self.by_rank.insert(new.clone());
                ListOp::Insert { before: self.following(&new).cloned(), id: new.1 }
            }
            Some(old) => {
                // Fast path: most moved entries become the first.
                let first = self.by_rank.first().filter(|first| new < **first).cloned();
                let neighbour_before = if first.is_some() { None } else { self.following(&old).cloned() };
                self.by_rank.remove(&old);
                self.by_rank.insert(new.clone());
                let before = match first {
                    Some(first) if first == old => return false,
                    Some((_, first)) => Some(first),
                    None => {
                        let before = self.following(&new).cloned();
                        if before == neighbour_before {
                            return false;
                        }
                        before
                    }
                };
                ListOp::Move { before, id: new.1 }
            }
        };
        self.record(op);
        true
    }

    /// Removes `id`; returns false if it is not in the list.
    pub fn remove(&mut self, id: &Name) -> bool {
        let Some(rank) = self.rank_of.remove(id) else { return false };
        self.by_rank.remove(&(rank, id.clone()));
        self.record(ListOp::Remove { id: id.clone() });
        true
    }

    /// The whole list with its version.
    pub fn snapshot(&self) -> ListSnapshot {
        ListSnapshot { version: self.version, ids: self.ids().cloned().collect() }
    }

    /// The changes after `version`; `None` if they are no longer remembered and a snapshot is needed.
    pub fn patch_since(&self, version: u32) -> Option<ListPatch> {
        let missing = usize::try_from(self.version.checked_sub(version)?).ok()?;
        let skip = self.changes.len().checked_sub(missing)?;
        Some(ListPatch { version: self.version, ops: self.changes.iter().skip(skip).cloned().collect() })
    }

    /// The change after `version` and its version; `None` unless it is the only one.
    pub fn only_change_since(&self, version: u32) -> Option<(u32, &ListOp)> {
        let change = self.changes.back().filter(|_| version.checked_add(1) == Some(self.version))?;
        Some((self.version, change))
    }

    fn record(&mut self, op: ListOp) {
        self.version = self.version.wrapping_add(1);
        self.changes.push_back(op);
        if self.changes.len() > REMEMBERED_CHANGES {
            self.changes.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn apply(list: &mut Vec<Name>, op: &ListOp) {
        let place = |list: &Vec<Name>, before: &Option<Name>| {
            before.as_ref().map_or(list.len(), |before| list.iter().position(|id| id == before).expect("neighbour"))
        };
        match op {
            ListOp::Insert { id, before } => {
                let at = place(list, before);
                list.insert(at, id.clone());
            }
            ListOp::Move { id, before } => {
                list.retain(|other| other != id);
                let at = place(list, before);
                list.insert(at, id.clone());
            }
            ListOp::Remove { id } => list.retain(|other| other != id),
        }
    }

    proptest! {
        #[test]
        fn patches_applied_to_an_older_snapshot_give_the_newer_one(
            changes in proptest::collection::vec((0u8..12, 0u64..20, any::<bool>()), 1..80),
            checkpoint in 0usize..80,
        ) {
            let mut list = OrderedList::default();
            let mut mirror = list.snapshot();
            for (index, (id, key, remove)) in changes.iter().enumerate() {
                if index == checkpoint {
                    mirror = list.snapshot();
                }
                let id = Name::from(format!("j{id}"));
                if *remove { list.remove(&id); } else { list.put(&id, Rank::new(*key, 0)); }
            }
            let patch = list.patch_since(mirror.version).expect("recent");
            let only = list.only_change_since(mirror.version);
            prop_assert_eq!(only.is_some(), patch.ops.len() == 1);
            prop_assert!(only.is_none_or(|(version, op)| version == patch.version && patch.ops.contains(op)));
            for op in &patch.ops {
                apply(&mut mirror.ids, op);
            }
            prop_assert_eq!(mirror.ids, list.snapshot().ids);
        }
    }

    #[test]
    fn earlier_times_come_first_also_before_1970() {
        let moments = [i64::MIN, -1, 0, 1, i64::MAX].map(|ms| Rank::moment(Wall(ms)));
        assert!(moments.is_sorted_by(|first, second| first < second));
    }

    #[test]
    fn a_reader_whose_version_is_too_old_needs_a_snapshot() {
        let mut list = OrderedList::default();
        for number in 0..400 {
            list.put(&Name::from(format!("m{number}")), Rank::new(number, 0));
        }
        assert_eq!(list.patch_since(10), None);
        assert_eq!(list.patch_since(399).map(|patch| patch.ops.len()), Some(1));
        assert_eq!(list.patch_since(401), None);
    }
}
