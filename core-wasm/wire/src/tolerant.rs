//! The tolerant reader: nulls count as missing, a list may be the body itself or its `data` field, an unknown word of an
//! enum has a fallback, and an item that cannot be read never makes its list unreadable (BEY-121).

use serde::de::{DeserializeOwned, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// JSON text of a body or a record. The wire's types have only string keys, so writing cannot fail; a type that breaks
/// this stops debug builds, and its text is empty, which no reader takes for a value.
pub fn json_text<T: Serialize + ?Sized>(value: &T) -> String {
    let text = serde_json::to_string(value);
    debug_assert!(text.is_ok(), "not writable as JSON: {text:?}");
    text.unwrap_or_default()
}

/// Reads `text` as `T`; where a direct read fails, once more with nulls taken out (they mean "missing").
pub fn from_tolerant<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text).or_else(|_| {
        let stripped = strip_nulls(serde_json::from_str(text)?);
        // As text again: `Items` reads raw text.
        serde_json::from_str(&json_text(&stripped))
    })
}

/// Removes every object entry whose value is null, at all depths.
pub fn strip_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, field)| !field.is_null());
            Value::Object(kept.map(|(name, field)| (name, strip_nulls(field))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(strip_nulls).collect()),
        other => other,
    }
}

/// For a field whose value may be a word of a newer server: what cannot be read counts as missing.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(T::deserialize(value).unwrap_or_default())
}

/// For a list of words: those that cannot be read are left out.
pub(crate) fn readable<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let values = Vec::<Value>::deserialize(deserializer)?;
    Ok(values.into_iter().filter_map(|value| T::deserialize(value).ok()).collect())
}

/// What stands in a list of an answer.
pub trait Item: DeserializeOwned {
    /// What stands in the place of an item that cannot be read, given as JSON; `None` where nothing can be shown of it.
    fn unsupported(_text: &str) -> Option<Self> {
        None
    }
}

impl Item for crate::AttendanceGroup {}
impl Item for crate::BoardRow {}
impl Item for crate::Contact {}
impl Item for crate::Job {}
impl Item for crate::JobTag {}
impl Item for crate::NotificationEvent {}
impl Item for crate::PauseRecord {}
impl Item for crate::PauseReply {}
impl Item for crate::QualificationRecord {}
impl Item for crate::QueueRecord {}

/// A list of an answer, read item by item: an item that cannot be read is counted, and stands here as `Item::unsupported`
/// or not at all; the others are not touched by it.
#[derive(Clone, Debug)]
pub struct Items<T> {
    items: Vec<T>,
    /// How many could not be read.
    pub unreadable: usize,
}

impl<T> Items<T> {
    /// The items that could be read.
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
}

/// By the items alone: what could not be read is not written again.
impl<T: PartialEq> PartialEq for Items<T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<T: Eq> Eq for Items<T> {}

impl<T> Default for Items<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for Items<T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, unreadable: 0 }
    }
}

impl<T> FromIterator<T> for Items<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::from(Vec::from_iter(items))
    }
}

impl<T> Deref for Items<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.items
    }
}

impl<T> DerefMut for Items<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.items
    }
}

impl<T> IntoIterator for Items<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Items<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<T: Serialize> Serialize for Items<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, T: Item> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ItemsVisitor(PhantomData))
    }
}

pub(crate) struct ItemsVisitor<T>(pub(crate) PhantomData<T>);

impl<'de, T: Item> Visitor<'de> for ItemsVisitor<T> {
    type Value = Items<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<Items<T>, A::Error> {
        let mut list = Items::default();
        while let Some(text) = texts.next_element::<Box<RawValue>>()? {
            match read_item(text.get()) {
                Ok(item) => list.items.push(item),
                Err(_) => {
                    list.unreadable += 1;
                    list.items.extend(T::unsupported(text.get()));
                }
            }
        }
        Ok(list)
    }
}

/// A list in the place of an object is no item: the derived readers would take its elements for fields.
fn read_item<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    if text.starts_with('[') { Err(serde_json::Error::custom("a list is no item")) } else { from_tolerant(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nulls_count_as_missing_at_all_depths() {
        let value = json!({ "a": null, "b": [{ "c": null, "d": 1 }] });
        assert_eq!(strip_nulls(value), json!({ "b": [{ "d": 1 }] }));
    }

    #[test]
    #[should_panic(expected = "not writable as JSON")]
    fn a_type_that_cannot_be_json_stops_a_debug_build() {
        json_text(&std::collections::BTreeMap::from([((1, 2), 3)]));
    }
}
