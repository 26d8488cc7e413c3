//! A map and a set on a sorted list, for collections that stay small or whose keys only grow. A tree of the standard
//! library takes five to eight kilobytes of the module for each type of key and value; a list takes a sixth of it
//! (docs/decisions/0051-sorted-vectors-for-small-maps.md). Adding or removing a key moves all later entries, so a
//! collection with thousands of keys in random order is kept in a tree.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::vec::IntoIter;

/// A map in the order of its keys; see the module comment.
#[derive(Clone, PartialEq, Eq)]
pub struct SortedMap<K, V> {
    /// In the order of the keys, each of which occurs once.
    entries: Vec<(K, V)>,
}

impl<K, V> SortedMap<K, V> {
    /// A map without entries.
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Keys and values in the order of the keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// Keys and values in the order of the keys; the values can be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The keys in order, without the values.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.entries.into_iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Keeps the entries that `keep` accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// The index of the key, or the index at which it would be inserted.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(held, _)| held.borrow().cmp(key))
    }

    /// The value of the key; `None` without one.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        self.entries.get(place).map(|(_, value)| value)
    }

    /// The value of the key, to change; `None` without one.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        self.entries.get_mut(place).map(|(_, value)| value)
    }

    /// Whether the key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// The entries whose keys are greater than this one, in order.
    pub fn after<'s>(&'s self, key: &K) -> impl DoubleEndedIterator<Item = (&'s K, &'s V)> + use<'s, K, V> {
        let first = self.entries.partition_point(|(held, _)| held <= key);
        let entries = self.entries.get(first..).unwrap_or_default();
        entries.iter().map(|(key, value)| (key, value))
    }

    /// The entry with the greatest key below this one.
    pub fn last_before(&self, key: &K) -> Option<(&K, &V)> {
        let end = self.entries.partition_point(|(held, _)| held < key);
        self.entries.get(end.checked_sub(1)?).map(|(key, value)| (key, value))
    }

    /// Sets the value of the key and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => self.entries.get_mut(place).map(|(_, held)| std::mem::replace(held, value)),
            Err(place) => {
                self.entries.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of the key, created by `make` if missing.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        // An existing entry is inserted again, which needs no look-up that could fail.
        let (place, entry) = match self.place(&key) {
            Ok(place) => (place, self.entries.remove(place)),
            Err(place) => (place, (key, make())),
        };
        let (_, value) = self.entries.insert_mut(place, entry);
        value
    }

    /// The value of the key, inserted as the default if missing.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// Removes the key and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        Some(self.entries.remove(place).1)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        Self::from_iter(pairs)
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<(K, V)>;

    fn into_iter(self) -> IntoIter<(K, V)> {
        self.entries.into_iter()
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for SortedMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SortedVisitor(PhantomData))
    }
}

struct SortedVisitor<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for SortedVisitor<K, V> {
    type Value = SortedMap<K, V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<SortedMap<K, V>, A::Error> {
        let mut map = SortedMap::new();
        while let Some((key, value)) = pairs.next_entry()? {
            map.insert(key, value);
        }
        Ok(map)
    }
}

/// A sorted set; see the module comment.
#[derive(Clone, PartialEq, Eq)]
pub struct SortedSet<T> {
    /// The items in order, each once.
    items: Vec<T>,
}

impl<T> SortedSet<T> {
    /// An empty set.
    pub const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The smallest item.
    pub fn first(&self) -> Option<&T> {
        self.items.first()
    }

    /// The greatest item.
    pub fn last(&self) -> Option<&T> {
        self.items.last()
    }

    /// The items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Keeps the items that `keep` accepts.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
    }
}

impl<T: Ord> SortedSet<T> {
    /// The index of the item, or the index at which it would be inserted.
    fn place<Q: Ord + ?Sized>(&self, item: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.items.binary_search_by(|held| held.borrow().cmp(item))
    }

    /// Whether the item is in the set.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(item).is_ok()
    }

    /// Adds the item; false if it was in the set.
    pub fn insert(&mut self, item: T) -> bool {
        let place = self.place(&item);
        if let Err(place) = place {
            self.items.insert(place, item);
        }
        place.is_err()
    }

    /// Removes the item; false if it was not in the set.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let place = self.place(item);
        if let Ok(place) = place {
            self.items.remove(place);
        }
        place.is_ok()
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut set = Self::new();
        set.extend(items);
        set
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        self.items.into_iter()
    }
}

impl<T: Serialize> Serialize for SortedSet<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Ord> Deserialize<'de> for SortedSet<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn a_sorted_map_behaves_like_a_btree_map(
            changes in proptest::collection::vec((0u8..9, 0u8..5, any::<i8>()), 0..120),
        ) {
            let (mut map, mut tree) = (SortedMap::new(), BTreeMap::new());
            for (key, change, value) in changes {
                // Owned keys, looked up by borrowed ones.
                let key = format!("n{key}");
                prop_assert_eq!(map.contains_key(key.as_str()), tree.contains_key(key.as_str()));
                match change {
                    0 => prop_assert_eq!(map.remove(key.as_str()), tree.remove(key.as_str())),
                    1 => prop_assert_eq!(map.or_default(key.clone()), tree.entry(key).or_default()),
                    2 => prop_assert_eq!(map.get_mut(key.as_str()), tree.get_mut(key.as_str())),
                    3 => prop_assert_eq!(map.or_insert_with(key.clone(), || value), tree.entry(key).or_insert(value)),
                    _ => prop_assert_eq!(map.insert(key.clone(), value), tree.insert(key, value)),
                }
                prop_assert!(map.iter().eq(tree.iter()));
                prop_assert_eq!((map.len(), map.is_empty()), (tree.len(), tree.is_empty()));
            }
            let text = serde_json::to_string(&map).expect("json");
            prop_assert_eq!(&text, &serde_json::to_string(&tree).expect("json"));
            prop_assert_eq!(&serde_json::from_str::<SortedMap<String, i8>>(&text).expect("a map"), &map);
            map.retain(|_, value| *value > 0);
            tree.retain(|_, value| *value > 0);
            prop_assert!(map.into_iter().eq(tree));
        }

        #[test]
        fn a_sorted_set_behaves_like_a_btree_set(
            changes in proptest::collection::vec((0u8..9, any::<bool>()), 0..120),
        ) {
            let (mut set, mut tree) = (SortedSet::new(), BTreeSet::new());
            for (item, is_added) in changes {
                let item = format!("n{item}");
                prop_assert_eq!(set.contains(item.as_str()), tree.contains(item.as_str()));
                match is_added {
                    true => prop_assert_eq!(set.insert(item.clone()), tree.insert(item)),
                    false => prop_assert_eq!(set.remove(item.as_str()), tree.remove(item.as_str())),
                }
                prop_assert!(set.iter().eq(tree.iter()));
                prop_assert_eq!((set.first(), set.last(), set.len()), (tree.first(), tree.last(), tree.len()));
            }
            let text = serde_json::to_string(&set).expect("json");
            prop_assert_eq!(&text, &serde_json::to_string(&tree).expect("json"));
            prop_assert_eq!(&serde_json::from_str::<SortedSet<String>>(&text).expect("a set"), &set);
        }
    }

    #[test]
    fn a_later_pair_replaces_the_value_of_an_earlier_one() {
        let mut map = SortedMap::from([("b", 1), ("a", 2), ("b", 3)]);
        assert_eq!(format!("{map:?}"), r#"{"a": 2, "b": 3}"#);
        map.extend([("a", 4)]);
        assert_eq!(map.into_keys().collect::<Vec<_>>(), ["a", "b"]);
    }
}
