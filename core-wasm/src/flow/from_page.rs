//! Objects with a tag that the page passes to the core: intents of the agent and reports of the page.
//! `#[derive(FromPage)]` (crate `derive`) generates the readers.

use super::SortedMap;
use crate::wire::flat::UnreadText;
use crate::wire::{from_object, read_object};
pub use derive::FromPage;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// An object that the page gave: a JavaScript object in the module, JSON in native tests.
pub trait PageObject {
    /// The field; the fault names it if it is missing or of another type.
    fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, PageFault>;

    /// The field, or the default if it is missing.
    fn field_or_default<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, PageFault>;
}

/// A type that is read from an object of the page.
pub trait FromPage: Sized {
    /// The value; the fault names the field that does not match.
    fn from_page(object: &impl PageObject) -> Result<Self, PageFault>;
}

/// An object as JSON text, whose fields are read one by one.
struct TextObject<'a>(SortedMap<String, UnreadText<'a>>);

impl TextObject<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(UnreadText::get)
    }
}

fn read<T: DeserializeOwned>(text: &str, name: &str) -> Result<T, PageFault> {
    from_object(text).map_err(|cause| PageFault::of(name, &cause.to_string()))
}

impl PageObject for TextObject<'_> {
    fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, PageFault> {
        // A missing field is read as null, which only an `Option` accepts.
        read(self.text(name).unwrap_or("null"), name)
    }

    fn field_or_default<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, PageFault> {
        self.text(name).map_or_else(|| Ok(T::default()), |text| read(text, name))
    }
}

/// Reads an enum with a tag inside another value. serde's own reader copies the object into a buffer and needs a second reader of all types
/// inside (BEY-093).
pub fn read_tagged<'de, T: FromPage, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = UnreadText::deserialize(deserializer)?;
    let object = read_object(text.get(), |reader| SortedMap::deserialize(reader)).map_err(D::Error::custom)?;
    T::from_page(&TextObject(object)).map_err(D::Error::custom)
}

/// Why an object of the page does not match its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFault(String);

impl PageFault {
    /// The field could not be read for this reason.
    pub fn of(field: &str, cause: &str) -> Self {
        Self([field, ": ", cause].concat())
    }

    /// The tag has a word that names no variant.
    pub fn unknown(tag: &str, word: &str) -> Self {
        Self([tag, ": unknown word ", word].concat())
    }
}

impl fmt::Display for PageFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for PageFault {}

#[cfg(not(target_arch = "wasm32"))]
impl PageObject for serde_json::Value {
    fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, PageFault> {
        let value = self.get(name).cloned().unwrap_or_default();
        serde_json::from_value(value).map_err(|cause| PageFault::of(name, &cause.to_string()))
    }

    fn field_or_default<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, PageFault> {
        if self.get(name).is_none() { Ok(T::default()) } else { self.field(name) }
    }
}

#[cfg(test)]
mod tests {
    use super::{FromPage, PageFault, read_tagged};
    use crate::wire::from_object;
    use rstest::rstest;
    use serde::{Deserialize, Deserializer};
    use serde_json::{Value, json};

    #[derive(Debug, PartialEq, FromPage)]
    #[serde(tag = "kind")]
    enum Outer {
        Inner(Inner),
    }

    #[derive(Debug, PartialEq, FromPage)]
    #[serde(tag = "type", rename_all = "camelCase")]
    enum Inner {
        Plain,
        TwoWords {
            scroll_top: f64,
            #[serde(default)]
            name: String,
            reason: Option<String>,
        },
    }

    fn two_words(scroll_top: f64, name: &str, reason: Option<&str>) -> Outer {
        Outer::Inner(Inner::TwoWords { scroll_top, name: name.to_owned(), reason: reason.map(str::to_owned) })
    }

    #[rstest]
    #[case::an_object_without_fields(json!({ "kind": "inner", "type": "plain", "more": 1 }), Outer::Inner(Inner::Plain))]
    #[case::all_fields(
        json!({ "kind": "inner", "type": "twoWords", "scrollTop": 1.5, "name": "a", "reason": "b" }),
        two_words(1.5, "a", Some("b"))
    )]
    #[case::missing_fields_with_a_default(
        json!({ "kind": "inner", "type": "twoWords", "scrollTop": 1 }),
        two_words(1.0, "", None)
    )]
    fn an_object_is_read_field_by_field(#[case] object: Value, #[case] expected: Outer) {
        assert_eq!(Outer::from_page(&object), Ok(expected));
    }

    #[rstest]
    #[case::a_missing_tag(json!({ "type": "plain" }), "kind: invalid type: null, expected a string")]
    #[case::an_unknown_tag(json!({ "kind": "inner", "type": "other" }), "type: unknown word other")]
    #[case::a_missing_field(
        json!({ "kind": "inner", "type": "twoWords" }),
        "scrollTop: invalid type: null, expected f64"
    )]
    #[case::null_in_the_place_of_a_text(
        json!({ "kind": "inner", "type": "twoWords", "scrollTop": 1, "name": null }),
        "name: invalid type: null, expected a string"
    )]
    #[case::not_an_object(json!([1]), "kind: invalid type: null, expected a string")]
    fn an_object_with_a_fault_is_refused_with_the_name_of_the_field(#[case] object: Value, #[case] fault: &str) {
        assert_eq!(Outer::from_page(&object).map_err(|fault: PageFault| fault.to_string()), Err(fault.to_owned()));
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Holder {
        held: Vec<Held>,
    }

    #[derive(Debug, PartialEq, FromPage)]
    #[serde(tag = "kind", rename_all = "camelCase")]
    enum Held {
        Nothing,
        Text { text: String },
    }

    impl<'de> Deserialize<'de> for Held {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            read_tagged(deserializer)
        }
    }

    #[rstest]
    #[case::values(
        r#"{ "held": [{ "kind": "nothing" }, { "text": "a \"b\" \ud83d\ude00", "kind": "text" }] }"#,
        Some(vec![Held::Nothing, Held::Text { text: "a \"b\" 😀".to_owned() }])
    )]
    #[case::an_unknown_tag(r#"{ "held": [{ "kind": "other" }] }"#, None)]
    #[case::a_missing_field(r#"{ "held": [{ "kind": "text" }] }"#, None)]
    #[case::no_object(r#"{ "held": ["nothing"] }"#, None)]
    fn tagged_values_inside_another_are_read_by_both_readers(#[case] text: &str, #[case] expected: Option<Vec<Held>>) {
        let of = |read: Option<Holder>| read.map(|holder| holder.held);
        assert_eq!(of(from_object(text).ok()), expected);
        assert_eq!(of(serde_json::from_str(text).ok()), expected);
    }
}
