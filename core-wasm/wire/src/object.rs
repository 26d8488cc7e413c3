//! Reads objects into structs with `#[derive(ReadObject)]` (docs/decisions/0122-structs-read-by-a-table.md). The struct has
//! its defaults at first; each name of the object that it knows replaces a field, any other name is skipped, and the last
//! of several values counts.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// A struct as a table of names.
pub trait Object: Default {
    /// The names of the fields on the wire.
    const NAMES: &'static [&'static str];

    /// Reads the value that follows in `object` into the field with the name at this place of the table.
    ///
    /// # Errors
    /// The value is unreadable.
    fn take<'de, A: MapAccess<'de>>(&mut self, place: usize, object: &mut A) -> Result<(), A::Error>;
}

/// Reads an object.
///
/// # Errors
/// It is no object, or a field is unreadable.
pub fn read<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut value = T::default();
    deserializer.deserialize_map(ObjectVisitor(&mut value))?;
    Ok(value)
}

/// Replaces a field by the value that follows. The module has this code once for each type of field.
///
/// # Errors
/// The value is unreadable.
#[inline(never)]
pub fn put<'de, V: Deserialize<'de>, A: MapAccess<'de>>(field: &mut V, object: &mut A) -> Result<(), A::Error> {
    *field = object.next_value()?;
    Ok(())
}

/// As [`put`], read by a function of its own.
///
/// # Errors
/// The value is unreadable.
#[inline(never)]
pub fn put_with<'de, S: DeserializeSeed<'de>, A: MapAccess<'de>>(
    field: &mut S::Value,
    object: &mut A,
    seed: S,
) -> Result<(), A::Error> {
    *field = object.next_value_seed(seed)?;
    Ok(())
}

/// Skips the value that follows.
///
/// # Errors
/// The text of the value has no end.
pub fn skip<'de, A: MapAccess<'de>>(object: &mut A) -> Result<(), A::Error> {
    object.next_value::<IgnoredAny>().map(drop)
}

struct ObjectVisitor<'value, T>(&'value mut T);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        fill(&mut object, T::NAMES, &mut |place, object| self.0.take(place, object))
    }
}

type Take<'take, 'de, A> = &'take mut dyn FnMut(usize, &mut A) -> Result<(), <A as MapAccess<'de>>::Error>;

/// Reads the names of an object: the same code for all structs.
fn fill<'de, A: MapAccess<'de>>(
    object: &mut A,
    names: &'static [&'static str],
    take: Take<'_, 'de, A>,
) -> Result<(), A::Error> {
    let mut likely = 0;
    while let Some(found) = object.next_key_seed(NameIn { names, likely })? {
        match found {
            Some(place) => {
                take(place, object)?;
                likely = place + 1;
            }
            None => skip(object)?,
        }
    }
    Ok(())
}

/// Finds a name in the table. Writers keep the order of the fields, so that the search begins behind the last found name.
struct NameIn {
    names: &'static [&'static str],
    likely: usize,
}

impl<'de> DeserializeSeed<'de> for NameIn {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<usize>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for NameIn {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<usize>, E> {
        let (before, behind) = self.names.split_at(self.likely.min(self.names.len()));
        let place_in = |names: &[&str]| names.iter().position(|name| *name == text);
        Ok(place_in(behind).map(|place| place + before.len()).or_else(|| place_in(before)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{from_object, from_tolerant};
    use derive::ReadObject;
    use rstest::rstest;
    use serde::{Deserialize, Deserializer, Serialize};

    #[derive(Debug, PartialEq, Serialize, ReadObject)]
    #[serde(default, rename_all = "camelCase")]
    struct Sample {
        first_name: String,
        #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        #[serde(deserialize_with = "half")]
        doubled: u32,
        #[serde(skip_deserializing)]
        left_out: u8,
        inner: Vec<Inner>,
    }

    impl Default for Sample {
        fn default() -> Self {
            Self { first_name: "nobody".to_owned(), number: None, doubled: 7, left_out: 1, inner: Vec::new() }
        }
    }

    #[derive(Debug, Default, PartialEq, Serialize, ReadObject)]
    #[serde(default)]
    struct Inner {
        text: String,
    }

    fn half<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        u32::deserialize(deserializer).map(|number| number / 2)
    }

    #[rstest]
    #[case::nothing("{}", Some(Sample::default()))]
    #[case::names_in_another_order(
        r#"{"doubled":8,"n":3,"firstName":"Ana"}"#,
        Some(Sample { first_name: "Ana".to_owned(), number: Some(3), doubled: 4, ..Sample::default() })
    )]
    #[case::unknown_names(
        r#"{"x":[1,{"n":2}],"firstName":"Ana","first_name":"Bia","number":9}"#,
        Some(Sample { first_name: "Ana".to_owned(), ..Sample::default() })
    )]
    #[case::the_last_of_two_values(r#"{"n":1,"n":2}"#, Some(Sample { number: Some(2), ..Sample::default() }))]
    #[case::a_null_for_an_option(r#"{"n":null}"#, Some(Sample::default()))]
    #[case::a_field_that_is_not_read(r#"{"leftOut":9}"#, Some(Sample::default()))]
    #[case::objects_inside(
        r#"{"inner":[{"text":"a"},{}]}"#,
        Some(Sample { inner: vec![Inner { text: "a".to_owned() }, Inner::default()], ..Sample::default() })
    )]
    #[case::a_value_of_another_kind(r#"{"n":"three"}"#, None)]
    #[case::a_list_in_the_place_of_an_object(r#"["Ana",1,2]"#, None)]
    #[case::a_list_inside(r#"{"inner":[["a"]]}"#, None)]
    #[case::no_end(r#"{"n":1"#, None)]
    fn an_object_is_read_into_the_default(#[case] text: &str, #[case] expected: Option<Sample>) {
        assert_eq!(from_object::<Sample>(text).ok(), expected);
        assert_eq!(serde_json::from_str::<Sample>(text).ok(), expected, "by serde_json's own reader");
    }

    #[test]
    fn an_unreadable_value_that_may_be_anything_is_the_default() {
        let job = from_tolerant::<crate::Job>(r#"{"protocol":"P1","metaType":{"new":1}}"#).unwrap();
        assert_eq!((job.protocol.as_str(), job.meta_type), ("P1", None));
    }
}
