//! A map from names (protocols, message ids) to things, for what grows: 10,000 attendances, a million messages. The
//! search tree holds only names and places, so that one tree's code serves every kind of thing (BEY-093: a `BTreeMap`
//! per kind is four to eight kilobytes of the module each). In the order of the names, like a `BTreeMap`.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use slab::Slab;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

#[derive(Clone)]
pub struct Table<V> {
    /// The tree; it knows where in `values` each name's thing is.
    places: BTreeMap<String, usize>,
    values: Slab<V>,
}

impl<V> Table<V> {
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn contains_key(&self, name: &(impl AsRef<str> + ?Sized)) -> bool {
        self.places.contains_key(name.as_ref())
    }

    pub fn get(&self, name: &(impl AsRef<str> + ?Sized)) -> Option<&V> {
        self.values.get(*self.places.get(name.as_ref())?)
    }

    pub fn get_mut(&mut self, name: &(impl AsRef<str> + ?Sized)) -> Option<&mut V> {
        self.values.get_mut(*self.places.get(name.as_ref())?)
    }

    /// Returns what had the name before.
    pub fn insert(&mut self, name: impl Into<String>, value: V) -> Option<V> {
        let name = name.into();
        if let Some(held) = self.get_mut(&name) {
            return Some(std::mem::replace(held, value));
        }
        let place = self.values.insert(value);
        self.places.insert(name, place);
        None
    }

    /// The thing of this name, made now where there was none.
    pub fn or_default(&mut self, name: &(impl AsRef<str> + ?Sized)) -> &mut V
    where
        V: Default,
    {
        let known = self.places.get_mut(name.as_ref());
        // Taken out and put back, because nothing here may panic: a slab gives its last free place again.
        let held = known.as_ref().and_then(|place| self.values.try_remove(**place));
        let free = self.values.vacant_entry();
        match known {
            Some(place) => *place = free.key(),
            None => {
                self.places.insert(name.as_ref().to_owned(), free.key());
            }
        }
        free.insert(held.unwrap_or_default())
    }

    pub fn remove(&mut self, name: &(impl AsRef<str> + ?Sized)) -> Option<V> {
        let place = self.places.remove(name.as_ref())?;
        self.values.try_remove(place)
    }

    pub fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.places.iter().filter_map(|(name, place)| Some((name.as_str(), self.values.get(*place)?)))
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { places: BTreeMap::new(), values: Slab::new() }
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

impl<K: Into<String>, V> FromIterator<(K, V)> for Table<V> {
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

    proptest! {
        #[test]
        fn a_table_does_what_a_tree_of_its_things_would(
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
