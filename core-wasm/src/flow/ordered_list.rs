//! An ordered list whose change costs the logarithm of its length and crosses the border as a patch: job orders and
//! threads grow without bound, so they are never sent whole twice.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Patches older than this many changes are forgotten; a reader further behind pulls the whole list once.
const REMEMBERED_CHANGES: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum ListOp {
    /// Puts `id` in front of `before`, or at the end.
    Insert {
        id: String,
        before: Option<String>,
    },
    Move {
        id: String,
        before: Option<String>,
    },
    Remove {
        id: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListSnapshot {
    pub version: u32,
    pub ids: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListPatch {
    pub version: u32,
    pub ops: Vec<ListOp>,
}

pub struct OrderedList<K> {
    by_key: BTreeSet<(K, String)>,
    key_of: BTreeMap<String, K>,
    version: u32,
    changes: VecDeque<ListOp>,
}

impl<K> Default for OrderedList<K> {
    fn default() -> Self {
        Self { by_key: BTreeSet::new(), key_of: BTreeMap::new(), version: 0, changes: VecDeque::new() }
    }
}

impl<K: Ord + Clone> OrderedList<K> {
    pub fn len(&self) -> usize {
        self.key_of.len()
    }

    pub fn is_empty(&self) -> bool {
        self.key_of.is_empty()
    }

    pub fn contains(&self, id: &str) -> bool {
        self.key_of.contains_key(id)
    }

    pub fn key(&self, id: &str) -> Option<&K> {
        self.key_of.get(id)
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = &String> {
        self.by_key.iter().map(|(_, id)| id)
    }

    pub fn last(&self) -> Option<&String> {
        self.ids().next_back()
    }

    pub fn before(&self, id: &str) -> Option<&String> {
        let key = self.key_of.get(id)?;
        self.by_key.range(..(key.clone(), id.to_owned())).next_back().map(|(_, other)| other)
    }

    pub fn after(&self, id: &str) -> Option<&String> {
        let key = self.key_of.get(id)?;
        let from = (std::ops::Bound::Excluded((key.clone(), id.to_owned())), std::ops::Bound::Unbounded);
        self.by_key.range(from).next().map(|(_, other)| other)
    }

    /// Inserts or moves; says whether anything changed place.
    pub fn put(&mut self, id: &str, key: K) -> bool {
        let known = self.key_of.get(id).cloned();
        if known.as_ref() == Some(&key) {
            return false;
        }
        let neighbour_before = known.as_ref().and_then(|_| self.after(id).cloned());
        if let Some(old) = &known {
            self.by_key.remove(&(old.clone(), id.to_owned()));
        }
        self.by_key.insert((key.clone(), id.to_owned()));
        self.key_of.insert(id.to_owned(), key);
        let before = self.after(id).cloned();
        if known.is_some() && before == neighbour_before {
            return false;
        }
        let id = id.to_owned();
        self.record(if known.is_some() { ListOp::Move { id, before } } else { ListOp::Insert { id, before } });
        true
    }

    pub fn remove(&mut self, id: &str) -> bool {
        let Some(key) = self.key_of.remove(id) else { return false };
        self.by_key.remove(&(key, id.to_owned()));
        self.record(ListOp::Remove { id: id.to_owned() });
        true
    }

    pub fn snapshot(&self) -> ListSnapshot {
        ListSnapshot { version: self.version, ids: self.ids().cloned().collect() }
    }

    /// The changes after `version`, or `None` where they are no longer known: then pull a snapshot.
    pub fn patch_since(&self, version: u32) -> Option<ListPatch> {
        let missing = usize::try_from(self.version.checked_sub(version)?).ok()?;
        let skip = self.changes.len().checked_sub(missing)?;
        Some(ListPatch { version: self.version, ops: self.changes.iter().skip(skip).cloned().collect() })
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

    fn apply(list: &mut Vec<String>, op: &ListOp) {
        let place = |list: &Vec<String>, before: &Option<String>| {
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
            changes in proptest::collection::vec((0u8..12, 0i32..20, any::<bool>()), 1..80),
            checkpoint in 0usize..80,
        ) {
            let mut list = OrderedList::default();
            let mut mirror = list.snapshot();
            for (index, (id, key, remove)) in changes.iter().enumerate() {
                if index == checkpoint {
                    mirror = list.snapshot();
                }
                let id = format!("j{id}");
                if *remove { list.remove(&id); } else { list.put(&id, *key); }
            }
            let patch = list.patch_since(mirror.version).expect("recent");
            for op in &patch.ops {
                apply(&mut mirror.ids, op);
            }
            prop_assert_eq!(mirror.ids, list.snapshot().ids);
        }
    }

    #[test]
    fn a_reader_too_far_behind_is_sent_to_the_snapshot() {
        let mut list = OrderedList::default();
        for number in 0..400 {
            list.put(&format!("m{number}"), number);
        }
        assert_eq!(list.patch_since(10), None);
        assert_eq!(list.patch_since(399).map(|patch| patch.ops.len()), Some(1));
        assert_eq!(list.patch_since(401), None);
    }
}
