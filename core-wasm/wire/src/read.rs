//! The one reader of objects and words, for the types that derive `WireRead`. An object starts as its default; each name
//! it knows fills its field, a name nobody knows is passed over, and a name that comes twice counts the last time.
//! Small on purpose: this code exists once, not once per type.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// A struct as a table of names.
pub trait Object: Default {
    /// In the order of the fields.
    const NAMES: &'static [&'static str];

    /// Fills the field of a name, given as its place in the table, with the value that follows in `object`.
    fn take<'de, A: MapAccess<'de>>(&mut self, name: usize, object: &mut A) -> Result<(), A::Error>;
}

pub fn object<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut value = T::default();
    deserializer.deserialize_map(ObjectVisitor(&mut value))?;
    Ok(value)
}

/// Lets `text`, an object, fill the fields that it names.
pub fn read_into<T: Object>(value: &mut T, text: &str) -> Result<(), serde_json::Error> {
    serde_json::Deserializer::from_str(text).deserialize_map(ObjectVisitor(value))
}

/// One of `words`, as its place.
pub fn word<'de, D: Deserializer<'de>>(deserializer: D, words: &'static [&'static str]) -> Result<usize, D::Error> {
    deserializer.deserialize_str(WordVisitor(words))
}

/// A text or a number, for a name that means one here and the other there.
pub enum Scalar {
    Text(String),
    Number(u32),
}

pub trait FromScalar: Sized {
    /// `None` where the value is of the other kind.
    fn from_scalar(scalar: Scalar) -> Option<Self>;
}

impl FromScalar for String {
    fn from_scalar(scalar: Scalar) -> Option<Self> {
        if let Scalar::Text(text) = scalar { Some(text) } else { None }
    }
}

impl FromScalar for u32 {
    fn from_scalar(scalar: Scalar) -> Option<Self> {
        if let Scalar::Number(number) = scalar { Some(number) } else { None }
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl Visitor<'_> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text or a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
        u32::try_from(number).map(Scalar::Number).map_err(|_| E::custom("the number is too large"))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
        u32::try_from(number).map(Scalar::Number).map_err(|_| E::custom("the number is too large or negative"))
    }

    /// JavaScript's numbers come so.
    fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
        let whole = number as u32;
        if f64::from(whole) == number { Ok(Scalar::Number(whole)) } else { Err(E::custom("not a whole number")) }
    }
}

/// Both tables as one, for a flattened field.
#[allow(clippy::indexing_slicing)] // Runs while compiling only: a place too far does not compile.
pub const fn joined<const N: usize>(own: &[&'static str], inner: &[&'static str]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut place = 0;
    while place < N {
        all[place] = if place < own.len() { own[place] } else { inner[place - own.len()] };
        place += 1;
    }
    all
}

/// The value that follows, into its field; once for each type of field.
#[inline(never)]
pub fn put<'de, V: Deserialize<'de>, A: MapAccess<'de>>(field: &mut V, object: &mut A) -> Result<(), A::Error> {
    *field = object.next_value()?;
    Ok(())
}

pub fn pass_over<'de, A: MapAccess<'de>>(object: &mut A) -> Result<(), A::Error> {
    object.next_value::<IgnoredAny>().map(drop)
}

/// Fills a value where it stands: nothing large goes through the reader's hands.
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

/// The walk through an object's names, the same code for every type: only what a name fills is the type's own.
pub fn fill<'de, A: MapAccess<'de>>(
    object: &mut A,
    names: &'static [&'static str],
    take: Take<'_, 'de, A>,
) -> Result<(), A::Error> {
    let mut likely = 0;
    while let Some(name) = object.next_key_seed(EitherName { first: names, second: &[], likely })? {
        match name {
            Some(place) => {
                take(place, object)?;
                likely = place + 1;
            }
            None => pass_over(object)?,
        }
    }
    Ok(())
}

/// Finds a name's place in two tables: places of the second go on where the first ends. Writers keep the order of the
/// fields, so that the search begins where the last one ended.
#[derive(Clone, Copy)]
pub struct EitherName {
    pub first: &'static [&'static str],
    pub second: &'static [&'static str],
    pub likely: usize,
}

impl<'de> DeserializeSeed<'de> for EitherName {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for EitherName {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        let all = self.first.len() + self.second.len();
        let mut place = self.likely;
        for _ in 0..all {
            if place >= all {
                place = 0;
            }
            let name = self.first.get(place).or_else(|| self.second.get(place - self.first.len()));
            if name.is_some_and(|name| *name == text) {
                return Ok(Some(place));
            }
            place += 1;
        }
        Ok(None)
    }
}

struct WordVisitor(&'static [&'static str]);

impl Visitor<'_> for WordVisitor {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("one of a few words")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<usize, E> {
        self.0.iter().position(|word| *word == text).ok_or_else(|| E::unknown_variant(text, self.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Channel, ChannelEvent, ChannelStatus, ChannelStatusRecord, ClientStatus, Job, Message, Wall};
    use serde::de::DeserializeOwned;
    use serde_json::json;

    fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn names_in_any_order_unknown_and_repeated_ones_fill_what_they_can() {
        let message: Message =
            read(r#"{"seq":7,"new":{"a":[1]},"protocol":"p1","senderType":"agent","seq":8,"type":"send"}"#).unwrap();
        assert_eq!((message.seq, message.protocol.as_str()), (8, "p1"));
        assert_eq!(
            message,
            Message { seq: 8, ..read(r#"{"type":"send","senderType":"agent","protocol":"p1"}"#).unwrap() }
        );
    }

    #[test]
    fn what_is_written_is_read_back_flattened_fields_included() {
        let state = ChannelStatusRecord {
            connected: true,
            status: ChannelStatus::ScheduledPause.into(),
            since: Some(Wall(1_795_182_300_120)),
            pause: Some("Almoço".to_owned()),
            scheduled_pause: None,
            on_hold: 3,
        };
        let event = ChannelEvent { version: 9, channel: Some(Channel::Whatsapp), reason: "Café".to_owned(), state };
        assert_eq!(
            read::<ChannelEvent>(&json!(event).to_string().replace(",\"scheduledPause\":null", "")),
            Some(event)
        );
        let job = Job { client_status: ClientStatus::Inactive, ..Job::default() };
        assert_eq!(read::<Job>(&json!(job).to_string()), Some(job));
    }

    #[test]
    fn an_unknown_word_and_what_is_no_object_are_refused() {
        assert_eq!(read::<ClientStatus>("\"asleep\""), None);
        assert_eq!(read::<Message>("[1]"), None);
        assert_eq!(read::<Message>(r#"{"seq":"many"}"#), None);
    }
}
