//! A map from names (protocols, message ids) to values, in the order of the names. It can be searched with every type
//! of name, also with a plain text. All tables share the code of one tree, from names to places in a list of entries: a
//! tree for each type of value would take two kilobytes of the module each.

use crate::wire::{Name, Named};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A map from names to values; see the module comment.
#[derive(Clone)]
pub struct Table<V> {
    places: BTreeMap<Name, usize>,
    /// The entries, in no order.
    entries: Vec<(Name, V)>,
}

impl<V> Table<V> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether `name` has a value.
    pub fn contains_key(&self, name: &(impl Named + ?Sized)) -> bool {
        place(&self.places, name.text()).is_some()
    }

    /// The value of `name`; `None` without one.
    pub fn get(&self, name: &(impl Named + ?Sized)) -> Option<&V> {
        let place = place(&self.places, name.text())?;
        self.entries.get(place).map(|(_, value)| value)
    }

    /// The value of `name`, to change; `None` without one.
    pub fn get_mut(&mut self, name: &(impl Named + ?Sized)) -> Option<&mut V> {
        let place = place(&self.places, name.text())?;
        self.entries.get_mut(place).map(|(_, value)| value)
    }

    /// Sets the value of `name` and returns the previous one.
    pub fn insert(&mut self, name: impl Into<Name>, value: V) -> Option<V> {
        let name = name.into();
        match self.get_mut(&name) {
            Some(held) => Some(std::mem::replace(held, value)),
            None => {
                add(&mut self.places, &name, self.entries.len());
                self.entries.push((name, value));
                None
            }
        }
    }

    /// The value of `name`, inserted as the default if missing.
    pub fn or_default(&mut self, name: &(impl Named + ?Sized)) -> &mut V
    where
        V: Default,
    {
        // The entry moves to the end, which needs no look-up that could fail.
        let value = self.remove(name).unwrap_or_default();
        let name: Name = name.text().into();
        add(&mut self.places, &name, self.entries.len());
        let (_, value) = self.entries.push_mut((name, value));
        value
    }

    /// Removes `name` and returns its value.
    pub fn remove(&mut self, name: &(impl Named + ?Sized)) -> Option<V> {
        let place = take(&mut self.places, name.text())?;
        let (_, value) = self.entries.swap_remove(place);
        if let Some((moved, _)) = self.entries.get(place) {
            add(&mut self.places, moved, place);
        }
        Some(value)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
    }

    /// The names in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(Name::as_str)
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Names and values in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.places.values().filter_map(|place| self.entries.get(*place)).map(|(name, value)| (name.as_str(), value))
    }
}

// Not generic, so that the module contains them once.

fn place(places: &BTreeMap<Name, usize>, name: &str) -> Option<usize> {
    places.get(name).copied()
}

fn add(places: &mut BTreeMap<Name, usize>, name: &Name, place: usize) {
    places.insert(name.clone(), place);
}

fn take(places: &mut BTreeMap<Name, usize>, name: &str) -> Option<usize> {
    places.remove(name)
}

impl<V: PartialEq> PartialEq for Table<V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<V: fmt::Debug> fmt::Debug for Table<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { places: BTreeMap::new(), entries: Vec::new() }
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
        while let Some((name, value)) = pairs.next_entry::<String, V>()? {
            table.insert(name, value);
        }
        Ok(table)
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
