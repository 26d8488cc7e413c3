//! A hash map from names (protocols, message ids) to values, for large collections: 10,000 attendances, a million
//! messages. The index holds only names and slab indices, so that its code is not generic and the module contains it once
//! (BEY-093: each further `BTreeMap` type adds four to eight kilobytes). Iteration is in the order of the names, like a
//! `BTreeMap`'s, so that nothing visible depends on the hashes.

use crate::wire::{Name, Named};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use slab::Slab;
use std::fmt;
use std::marker::PhantomData;

/// A map from names to values; see the module comment.
#[derive(Clone)]
pub struct Table<V> {
    index: NameIndex,
    values: Slab<V>,
}

impl<V> Table<V> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether `name` has a value.
    pub fn contains_key(&self, name: &(impl Named + ?Sized)) -> bool {
        self.index.find(name.text(), name.text_hash()).is_some()
    }

    /// The value of `name`; `None` without one.
    pub fn get(&self, name: &(impl Named + ?Sized)) -> Option<&V> {
        self.values.get(self.index.find(name.text(), name.text_hash())?)
    }

    /// The value of `name`, to change; `None` without one.
    pub fn get_mut(&mut self, name: &(impl Named + ?Sized)) -> Option<&mut V> {
        self.values.get_mut(self.index.find(name.text(), name.text_hash())?)
    }

    /// Sets the value of `name` and returns the previous one.
    pub fn insert(&mut self, name: impl Into<Name>, value: V) -> Option<V> {
        let name = name.into();
        if let Some(held) = self.get_mut(&name) {
            return Some(std::mem::replace(held, value));
        }
        self.insert_new(name, value);
        None
    }

    /// Inserts a name that is known to be missing, without a second look-up.
    pub fn insert_new(&mut self, name: impl Into<Name>, value: V) {
        let place = self.values.insert(value);
        self.index.add(name.into(), place);
    }

    /// The value of `name`, inserted as the default if missing.
    pub fn or_default(&mut self, name: &(impl Named + ?Sized)) -> &mut V
    where
        V: Default,
    {
        let known = self.index.find(name.text(), name.text_hash());
        // remove + insert instead of indexing (no panic path); Slab reuses the freed index.
        let held = known.and_then(|place| self.values.try_remove(place));
        let free = self.values.vacant_entry();
        if known.is_none() {
            self.index.add(name.text().into(), free.key());
        }
        free.insert(held.unwrap_or_default())
    }

    /// Removes `name` and returns its value.
    pub fn remove(&mut self, name: &(impl Named + ?Sized)) -> Option<V> {
        let place = self.index.remove(name.text(), name.text_hash())?;
        self.values.try_remove(place)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The names in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.index.in_order().into_iter().map(|(name, _)| name)
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Names and values in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.index.in_order().into_iter().filter_map(|(name, place)| Some((name, self.values.get(place)?)))
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { index: NameIndex::default(), values: Slab::new() }
    }
}

/// From name to slab index: open addressing, at most three quarters full.
#[derive(Clone, Default)]
struct NameIndex {
    /// Hash table; addressed by the hash of the name.
    slots: Vec<Slot>,
    /// Names by slab index.
    names: Vec<Option<Name>>,
    /// Number of slots that are not free.
    used: usize,
}

/// The hash is cached in the slot to skip string comparisons.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// `FREE`, `TOMBSTONE`, or `FIRST` plus the slab index.
    taken: u32,
}

impl NameIndex {
    const FREE: u32 = 0;
    const TOMBSTONE: u32 = 1;
    const FIRST: u32 = 2;

    fn slot(&self, text: &str, hash: u32) -> Option<(usize, usize)> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        loop {
            let Slot { hash: own, taken } = *self.slots.get(slot)?;
            if taken == Self::FREE {
                return None;
            }
            if own == hash && taken != Self::TOMBSTONE {
                let place = (taken - Self::FIRST) as usize;
                let name = self.names.get(place)?.as_ref()?.as_str();
                if std::ptr::eq(name, text) || name == text {
                    return Some((slot, place));
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn find(&self, text: &str, hash: u32) -> Option<usize> {
        self.slot(text, hash).map(|(_, place)| place)
    }

    /// Adds a name that is known to be missing.
    fn add(&mut self, name: Name, place: usize) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.insert_slot(name.text_hash(), place);
        match self.names.get_mut(place) {
            Some(free) => *free = Some(name),
            // Slab assigns new indices in order.
            None => self.names.push(Some(name)),
        }
    }

    fn insert_slot(&mut self, hash: u32, place: usize) {
        let mask = self.slots.len().saturating_sub(1);
        let mut at = hash as usize & mask;
        while let Some(slot) = self.slots.get_mut(at) {
            if slot.taken == Self::FREE {
                *slot = Slot { hash, taken: u32::try_from(place).unwrap_or_default() + Self::FIRST };
                self.used += 1;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    fn remove(&mut self, text: &str, hash: u32) -> Option<usize> {
        let (slot, place) = self.slot(text, hash)?;
        self.slots.get_mut(slot)?.taken = Self::TOMBSTONE;
        *self.names.get_mut(place)? = None;
        Some(place)
    }

    fn grow(&mut self) {
        let held = self.names.iter().flatten().count();
        let larger = vec![Slot::default(); ((held + 1) * 2).next_power_of_two().max(4)];
        self.used = 0;
        for Slot { hash, taken } in std::mem::replace(&mut self.slots, larger) {
            if taken >= Self::FIRST {
                self.insert_slot(hash, (taken - Self::FIRST) as usize);
            }
        }
    }

    fn in_order(&self) -> Vec<(&str, usize)> {
        let names = self.names.iter().enumerate();
        let mut all: Vec<(&str, usize)> =
            names.filter_map(|(place, name)| Some((name.as_ref()?.as_str(), place))).collect();
        all.sort_unstable();
        all
    }
}

impl<V: fmt::Debug> fmt::Debug for Table<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl<V: PartialEq> PartialEq for Table<V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<K: Into<Name>, V> FromIterator<(K, V)> for Table<V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut table = Self::default();
        for (name, value) in pairs {
            table.insert(name, value);
        }
        table
    }
}

impl<V: Serialize> Serialize for Table<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Table<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TableVisitor(PhantomData))
    }
}

struct TableVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for TableVisitor<V> {
    type Value = Table<V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Table<V>, A::Error> {
        let mut table = Table::default();
        while let Some(name) = pairs.next_key::<String>()? {
            table.insert(name, pairs.next_value()?);
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn a_table_behaves_like_a_btree_map(
            changes in proptest::collection::vec((0u8..9, 0u8..4, any::<i8>()), 0..120),
        ) {
            let (mut table, mut tree) = (Table::default(), BTreeMap::new());
            for (name, change, value) in changes {
                let name = format!("n{name}");
                match change {
                    0 => prop_assert_eq!(table.remove(&name), tree.remove(&name)),
                    1 => prop_assert_eq!(table.or_default(&name), tree.entry(name).or_default()),
                    2 => prop_assert_eq!(table.get_mut(&name), tree.get_mut(&name)),
                    _ => prop_assert_eq!(table.insert(name.clone(), value), tree.insert(name, value)),
                }
                prop_assert!(table.iter().eq(tree.iter().map(|(name, value)| (name.as_str(), value))));
                prop_assert_eq!(table.len(), tree.len());
            }
            let text = serde_json::to_string(&table).expect("json");
            prop_assert_eq!(&text, &serde_json::to_string(&tree).expect("json"));
            prop_assert_eq!(serde_json::from_str::<Table<i8>>(&text).expect("a table"), table);
        }
    }
}
