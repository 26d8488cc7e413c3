//! The only JSON deserializer of the module. serde_json reads names, texts, numbers and skipped values; this file reads
//! only the punctuation between them. It keeps the code small that the compiler repeats for every type (BEY-093):
//! serde_json's own deserializer repeats its whole reading of objects, names and numbers, and the description of each
//! error.
//!
//! A struct is read from an object only. Derived readers also take the elements of a list for the fields of a struct, so
//! that `[]` would be read as a struct of defaults.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Number;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A text could not be read. The reason is not kept: it is shown nowhere, and descriptions of errors would enlarge the
/// module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("unreadable")
    }
}

impl std::error::Error for Unreadable {}

impl Error for Unreadable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Greatest depth of nested lists and objects, as in serde_json.
const MOST_LEVELS: u8 = 127;

/// Reads JSON text from its beginning.
pub struct JsonReader<'de> {
    text: &'de str,
    /// Number of bytes that were read.
    at: usize,
    levels_left: u8,
}

/// A text, without a copy if it has no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

enum Scalar<'de> {
    Null,
    Flag(bool),
    Number(Number),
    Text(Cow<'de, str>),
}

impl<'de> JsonReader<'de> {
    /// A reader of a JSON text.
    pub fn new(text: &'de str) -> Self {
        Self { text, at: 0, levels_left: MOST_LEVELS }
    }

    /// # Errors
    /// Fails if something follows the value.
    pub fn end(&mut self) -> Result<(), Unreadable> {
        if self.next_mark().is_none() { Ok(()) } else { Err(Unreadable) }
    }

    /// The next value, read by serde_json.
    fn value<T: Deserialize<'de>>(&mut self) -> Result<T, Unreadable> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter();
        let value = values.next().and_then(Result::ok).ok_or(Unreadable)?;
        self.at += values.byte_offset();
        Ok(value)
    }

    /// The next byte that is not white space; it is not consumed.
    fn next_mark(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Reads this punctuation mark if it is the next one.
    fn has(&mut self, mark: u8) -> bool {
        let found = self.next_mark() == Some(mark);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: u8) -> Result<(), Unreadable> {
        if self.has(mark) { Ok(()) } else { Err(Unreadable) }
    }

    /// A text without escapes is borrowed unchanged: most of the read values are names and texts.
    fn text(&mut self) -> Result<Cow<'de, str>, Unreadable> {
        if self.next_mark() == Some(b'"') {
            let begin = self.at + 1;
            let mut end = begin;
            while let Some(byte) = self.text.as_bytes().get(end).filter(|byte| !matches!(byte, b'\\' | 0..b' ')) {
                if *byte == b'"' {
                    self.at = end + 1;
                    return self.text.get(begin..end).map(Cow::Borrowed).ok_or(Unreadable);
                }
                end += 1;
            }
        }
        self.value().map(|Text(text)| text)
    }

    fn skip_value(&mut self) -> Result<(), Unreadable> {
        if self.next_mark() == Some(b'"') { self.text().map(drop) } else { self.value::<IgnoredAny>().map(drop) }
    }

    fn scalar(&mut self) -> Result<Scalar<'de>, Unreadable> {
        Ok(match self.next_mark() {
            Some(b'"') => Scalar::Text(self.text()?),
            Some(b'n') => self.value().map(|()| Scalar::Null)?,
            Some(b't' | b'f') => Scalar::Flag(self.value()?),
            _ => Scalar::Number(self.value()?),
        })
    }

    fn entries(&mut self, begin: u8, end: u8) -> Result<Entries<'_, 'de>, Unreadable> {
        self.expect(begin)?;
        self.levels_left = self.levels_left.checked_sub(1).ok_or(Unreadable)?;
        Ok(Entries { reader: self, end, is_first: true, is_ended: false })
    }
}

impl<'de> Deserializer<'de> for &mut JsonReader<'de> {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.next_mark() {
            Some(b'{') => return self.deserialize_map(visitor),
            Some(b'[') => return self.deserialize_seq(visitor),
            _ => {}
        }
        match self.scalar()? {
            Scalar::Null => visitor.visit_unit(),
            Scalar::Flag(flag) => visitor.visit_bool(flag),
            Scalar::Text(text) => visitor.visit_str(&text),
            Scalar::Number(number) => {
                if let Some(number) = number.as_u64() {
                    visitor.visit_u64(number)
                } else if let Some(number) = number.as_i64() {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(number.as_f64().ok_or(Unreadable)?)
                }
            }
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let mut fields = self.entries(b'{', b'}')?;
        let value = visitor.visit_map(&mut fields)?;
        fields.finish()?;
        Ok(value)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let mut items = self.entries(b'[', b']')?;
        let value = visitor.visit_seq(&mut items)?;
        items.finish()?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.next_mark() == Some(b'n') {
            self.value::<()>()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        if name == UnreadText::NAME {
            return visitor.visit_borrowed_str(self.value::<&RawValue>()?.get());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let text = self.text()?;
        visitor.visit_enum(name_reader(&text))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_bool(self.value()?)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_u64(self.value()?)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_i64(self.value()?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_f64(self.value()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.skip_value()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i8 i16 i128 u8 u128 f32 char bytes byte_buf unit unit_struct tuple_struct identifier }
}

/// The fields of an object or the items of a list.
struct Entries<'a, 'de> {
    reader: &'a mut JsonReader<'de>,
    end: u8,
    is_first: bool,
    is_ended: bool,
}

impl<'de> Entries<'_, 'de> {
    /// Whether there is a further entry; reads the mark before it, or the mark after the last one.
    fn has_next(&mut self) -> Result<bool, Unreadable> {
        if self.reader.has(self.end) {
            self.is_ended = true;
            self.reader.levels_left += 1;
            return Ok(false);
        }
        if !std::mem::replace(&mut self.is_first, false) {
            self.reader.expect(b',')?;
        }
        Ok(true)
    }

    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, Unreadable> {
        if !self.has_next()? {
            return Ok(None);
        }
        let name = self.reader.text()?;
        self.reader.expect(b':')?;
        Ok(Some(name))
    }

    /// Fails if entries remain that were not requested.
    fn finish(&mut self) -> Result<(), Unreadable> {
        if self.is_ended || !self.has_next()? { Ok(()) } else { Err(Unreadable) }
    }
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unreadable> {
        match self.next_name()? {
            Some(name) => seed.deserialize(name_reader(&name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unreadable> {
        seed.deserialize(&mut *self.reader)
    }
}

impl<'de> SeqAccess<'de> for Entries<'_, 'de> {
    type Error = Unreadable;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unreadable> {
        if self.has_next()? { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }
}

fn name_reader(name: &str) -> StrDeserializer<'_, Unreadable> {
    name.into_deserializer()
}

/// The JSON text of a value that is read later.
pub struct UnreadText<'de>(Cow<'de, str>);

impl UnreadText<'_> {
    /// [`JsonReader`] returns the unread text for a newtype of this name.
    const NAME: &'static str = "UnreadText";

    /// The text.
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for UnreadText<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(Self::NAME, UnreadVisitor)
    }
}

struct UnreadVisitor;

impl<'de> Visitor<'de> for UnreadVisitor {
    type Value = UnreadText<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<UnreadText<'de>, E> {
        Ok(UnreadText(Cow::Borrowed(text)))
    }

    /// Through serde_json's own deserializers, which the server and tests use.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<UnreadText<'de>, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        Ok(UnreadText(Cow::Owned(text.get().to_owned())))
    }
}
