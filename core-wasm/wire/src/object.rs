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
