//! Tolerant reading: null means missing, a list may be the body itself or its `data` field, an unknown enum word has a
//! fallback, and an unreadable item never makes its list unreadable (BEY-121).

use super::reader::{JsonReader, UnreadText, Unreadable};
use serde::de::{DeserializeOwned, Deserializer};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::{Deref, DerefMut};

/// JSON text of a body or a record. Types of the wire have only string keys, so writing cannot fail; a type that does
/// fail panics in debug builds and gives an empty text in release builds, which no reader accepts.
pub fn json_text<T: Serialize + ?Sized>(value: &T) -> String {
    let text = serde_json::to_string(value);
    debug_assert!(text.is_ok(), "not writable as JSON: {text:?}");
    text.unwrap_or_default()
}

/// Reads `text` as `T`. If that fails, reads it again without nulls, because a null means "missing".
pub fn from_tolerant<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    from_object(text).or_else(|_| from_object(&without_nulls(text)?))
}

/// `text` without nulls; written as text again, because `Items` reads raw text.
fn without_nulls(text: &str) -> Result<String, Unreadable> {
    serde_json::from_str(text).map(|value| json_text(&strip_nulls(value))).map_err(|_| Unreadable)
}

/// Reads `text` as `T`; here a null does not mean "missing". For records, which the core itself wrote.
pub fn from_object<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    read_object(text, |reader| T::deserialize(reader))
}

/// Reads `text` with this function.
#[doc(hidden)] // for `flat_struct`
pub fn read_object<'de, T>(
    text: &'de str,
    read: impl FnOnce(&mut JsonReader<'de>) -> Result<T, Unreadable>,
) -> Result<T, Unreadable> {
    let mut reader = JsonReader::new(text);
    let value = read(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// Removes every object entry whose value is null, at all depths.
pub fn strip_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            // Kept one by one: collecting them would sort them first, with code that nothing else needs.
            let mut kept = serde_json::Map::new();
            for (name, field) in fields.into_iter().filter(|(_, field)| !field.is_null()) {
                kept.insert(name, strip_nulls(field));
            }
            Value::Object(kept)
        }
        Value::Array(items) => Value::Array(items.into_iter().map(strip_nulls).collect()),
        other => other,
    }
}

/// For a field that a newer server may fill with an unknown word: an unreadable value is read as the default.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = UnreadText::deserialize(deserializer)?;
    Ok(from_object(text.get()).unwrap_or_default())
}

/// For a list of words: unreadable words are left out.
pub(crate) fn readable<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let texts = Vec::<UnreadText>::deserialize(deserializer)?;
    Ok(texts.iter().filter_map(|text| from_object(text.get()).ok()).collect())
}

/// An element of a list in an answer.
pub trait Item: DeserializeOwned {
    /// Replacement of an unreadable item, given as JSON; `None` leaves the item out.
    fn unsupported(_text: &str) -> Option<Self> {
        None
    }
}

impl Item for crate::AttendanceGroup {}
impl Item for crate::BoardRow {}
impl Item for crate::BroadcastEntry {}
impl Item for crate::BroadcastList {}
impl Item for crate::LeftOut {}
impl Item for crate::CallRecordingRecord {}
impl Item for crate::CallSupervision {}
impl Item for crate::ChannelPauseReply {}
impl Item for crate::ChurnFactor {}
impl Item for crate::Colleague {}
impl Item for crate::ColleagueStatus {}
impl Item for crate::ColumnCategory {}
impl Item for crate::Contact {}
impl Item for crate::ContactColumn {}
impl Item for crate::ContactFilter {}
impl Item for crate::DeadEffect {}
impl Item for crate::Employer {}
impl Item for crate::ListView {}
impl Item for crate::FoundMessage {}
impl Item for crate::HistoryEntry {}
impl Item for crate::ImportRefusal {}
impl Item for crate::Tag {}
impl Item for crate::Job {}
impl Item for crate::JobTag {}
impl Item for crate::Note {}
impl Item for crate::NotePerson {}
impl Item for crate::NotificationEvent {}
impl Item for crate::PauseRecord {}
impl Item for crate::QualificationRecord {}
impl Item for crate::QueueRecord {}
impl Item for crate::CampaignRecord {}
impl Item for crate::SamePerson {}
impl Item for crate::ScriptFieldRecord {}
impl Item for crate::VoiceNode {}
impl Item for crate::BotRecord {}
impl Item for crate::InboxJob {}
impl Item for crate::PresetMessage {}
impl Item for crate::TemplateRecord {}
impl Item for crate::TransferAgent {}
impl Item for crate::TransferRecord {}
impl Item for crate::VoiceDestinationAgent {}
impl Item for crate::VoiceDestinationGroup {}
impl Item for crate::WhatsAppMedia {}
impl Item for crate::WhatsAppRoute {}

/// A list of an answer, read item by item: an unreadable item is counted and replaced by [`Item::unsupported`] or left
/// out; it does not affect the others.
#[derive(Clone, Debug)]
pub struct Items<T> {
    items: Vec<T>,
    /// Number of unreadable items.
    pub unreadable: usize,
}

impl<T> Items<T> {
    /// The readable items and the replacements of unreadable ones.
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
}

impl<T: Item> Items<T> {
    /// The items of these texts.
    pub(crate) fn read(texts: &[UnreadText<'_>]) -> Self {
        let mut list = Self::default();
        for text in texts {
            match from_tolerant(text.get()) {
                Ok(item) => list.items.push(item),
                Err(_) => {
                    list.unreadable += 1;
                    list.items.extend(T::unsupported(text.get()));
                }
            }
        }
        list
    }
}

/// Writes only the items; an unreadable item is not written again.
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

/// The list is read as texts, so that the module contains its reader once; only the items are read by their type.
impl<'de, T: Item> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<UnreadText>::deserialize(deserializer).map(|texts| Self::read(&texts))
    }
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

    /// A list in the place of an object makes that item unreadable at every depth; it is not read as a struct with
    /// defaults.
    #[test]
    fn a_struct_is_read_from_an_object_only() {
        let depths = [
            (r#"[]"#, false),
            (r#"{"contact":[]}"#, false),
            (r#"{"contact":{"identifiers":[]}}"#, false),
            (r#"{"tags":[[]]}"#, false),
            (r#"{"contact":{"identifiers":{"id":"1"}},"tags":[{"tag_item_id":"2"}]}"#, true),
        ];
        for (text, readable) in depths {
            assert_eq!(from_tolerant::<crate::Job>(text).is_ok(), readable, "{text}");
        }
    }

    #[test]
    #[should_panic(expected = "not writable as JSON")]
    fn json_text_panics_in_debug_builds_for_an_unsupported_type() {
        json_text(&std::collections::BTreeMap::from([((1, 2), 3)]));
    }
}
