//! A map from names (protocols, message ids) to values, in the order of the names. It can be searched with every type of
//! name, also with a plain text.

use crate::wire::{Name, Named};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A map from names to values; see the module comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<V>(BTreeMap<Name, V>);

impl<V> Table<V> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `name` has a value.
    pub fn contains_key(&self, name: &(impl Named + ?Sized)) -> bool {
        self.0.contains_key(name.text())
    }

    /// The value of `name`; `None` without one.
    pub fn get(&self, name: &(impl Named + ?Sized)) -> Option<&V> {
        self.0.get(name.text())
    }

    /// The value of `name`, to change; `None` without one.
    pub fn get_mut(&mut self, name: &(impl Named + ?Sized)) -> Option<&mut V> {
        self.0.get_mut(name.text())
    }

    /// Sets the value of `name` and returns the previous one.
    pub fn insert(&mut self, name: impl Into<Name>, value: V) -> Option<V> {
        self.0.insert(name.into(), value)
    }

    /// The value of `name`, inserted as the default if missing.
    pub fn or_default(&mut self, name: &(impl Named + ?Sized)) -> &mut V
    where
        V: Default,
    {
        self.0.entry(name.text().into()).or_default()
    }

    /// Removes `name` and returns its value.
    pub fn remove(&mut self, name: &(impl Named + ?Sized)) -> Option<V> {
        self.0.remove(name.text())
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The names in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(Name::as_str)
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.values()
    }

    /// Names and values in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Into<Name>, V> FromIterator<(K, V)> for Table<V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

impl<V: Serialize> Serialize for Table<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Table<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::<String, V>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_table_behaves_like_a_btree_map_of_texts(
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
