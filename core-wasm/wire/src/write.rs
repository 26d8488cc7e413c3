//! The one writer of JSON: views and effects for the page, records for storage, bodies of calls. serde_json's own writer beside it
//! would stand twice in the module (BEY-093).

use super::push_number;
use serde::ser::{
    Error, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use std::fmt;

/// As `serde_json::to_string` writes it, fractions of numbers apart: those have no exponent.
pub fn json_text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut writer = Writer { nulls: true, ..Writer::default() };
    match value.serialize(&mut writer) {
        Ok(_) => writer.text,
        // Nothing on the wire is of such a kind.
        Err(Unwritten) => "null".to_owned(),
    }
}

/// What is missing is left out, and so reads as `undefined` in the page; `None` where nothing is left.
pub fn view_text<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    let mut writer = Writer::default();
    matches!(value.serialize(&mut writer), Ok(true)).then_some(writer.text)
}

/// Nothing that is written here can be refused but a kind that no view has.
#[derive(Debug)]
pub struct Unwritten;

impl fmt::Display for Unwritten {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("no value of a view")
    }
}

impl std::error::Error for Unwritten {}

impl Error for Unwritten {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Unwritten
    }
}

/// Each value says whether there was anything to write.
type Written = Result<bool, Unwritten>;

#[derive(Default)]
pub struct Writer {
    text: String,
    /// What is missing is said to be so, instead of left out.
    nulls: bool,
}

impl Writer {
    fn number(&mut self, number: u64) -> Written {
        push_number(&mut self.text, number);
        Ok(true)
    }

    fn signed(&mut self, number: i64) -> Written {
        if number < 0 {
            self.text.push('-');
        }
        self.number(number.unsigned_abs())
    }

    fn nothing(&mut self) -> Written {
        if self.nulls {
            self.text.push_str("null");
        }
        Ok(self.nulls)
    }

    fn string(&mut self, text: &str) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        self.text.push('"');
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
            let (plain, marked) = rest.split_at_checked(at).unwrap_or((rest, ""));
            let (mark, behind) = marked.split_at_checked(1).unwrap_or((marked, ""));
            self.text.push_str(plain);
            match mark.bytes().next().unwrap_or_default() {
                byte @ (b'"' | b'\\') => self.text.extend(['\\', char::from(byte)]),
                byte => {
                    self.text.push_str("\\u00");
                    let digit = |half: u8| HEX.get(usize::from(half & 15)).copied().map_or('0', char::from);
                    self.text.extend([digit(byte >> 4), digit(byte)]);
                }
            }
            rest = behind;
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    fn open(&mut self, bracket: char) -> Group<'_> {
        self.text.push(bracket);
        Group { start: self.text.len(), writer: self }
    }
}

/// An object or a list that is being written.
pub struct Group<'a> {
    writer: &'a mut Writer,
    start: usize,
}

impl Group<'_> {
    fn comma(&mut self) {
        if self.writer.text.len() > self.start {
            self.writer.text.push(',');
        }
    }

    fn member(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritten> {
        let before = self.writer.text.len();
        self.comma();
        self.writer.string(name);
        self.writer.text.push(':');
        if !value.serialize(&mut *self.writer)? {
            self.writer.text.truncate(before);
        }
        Ok(())
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritten> {
        self.comma();
        if !value.serialize(&mut *self.writer)? {
            self.writer.text.push_str("null");
        }
        Ok(())
    }

    fn close(self, bracket: char) -> Written {
        self.writer.text.push(bracket);
        Ok(true)
    }
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = bool;
    type Error = Unwritten;
    type SerializeSeq = Group<'a>;
    type SerializeTuple = Group<'a>;
    type SerializeTupleStruct = Impossible<bool, Unwritten>;
    type SerializeTupleVariant = Impossible<bool, Unwritten>;
    type SerializeMap = Map<'a>;
    type SerializeStruct = Group<'a>;
    type SerializeStructVariant = Impossible<bool, Unwritten>;

    fn serialize_bool(self, value: bool) -> Written {
        self.text.push_str(if value { "true" } else { "false" });
        Ok(true)
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.signed(value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.signed(value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.signed(value.into())
    }

    fn serialize_i64(self, value: i64) -> Written {
        self.signed(value)
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.number(value.into())
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.number(value.into())
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.number(value.into())
    }

    fn serialize_u64(self, value: u64) -> Written {
        self.number(value)
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.into())
    }

    /// Moments are whole. What is no number has no place in JSON.
    fn serialize_f64(self, value: f64) -> Written {
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return self.signed(value as i64);
        }
        self.text.push_str(&if value.is_finite() { value.to_string() } else { "null".to_owned() });
        Ok(true)
    }

    fn serialize_char(self, value: char) -> Written {
        self.string(value.encode_utf8(&mut [0; 4]));
        Ok(true)
    }

    fn serialize_str(self, value: &str) -> Written {
        self.string(value);
        Ok(true)
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(Unwritten)
    }

    fn serialize_none(self) -> Written {
        self.nothing()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.nothing()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.nothing()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.string(variant);
        Ok(true)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        Err(Unwritten)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Group<'a>, Unwritten> {
        Ok(self.open('['))
    }

    fn serialize_tuple(self, _: usize) -> Result<Group<'a>, Unwritten> {
        Ok(self.open('['))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unwritten> {
        Err(Unwritten)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritten> {
        Err(Unwritten)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Map<'a>, Unwritten> {
        Ok(Map { group: self.open('{'), name: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Group<'a>, Unwritten> {
        Ok(self.open('{'))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritten> {
        Err(Unwritten)
    }
}

impl SerializeSeq for Group<'_> {
    type Ok = bool;
    type Error = Unwritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        self.element(value)
    }

    fn end(self) -> Written {
        self.close(']')
    }
}

impl SerializeTuple for Group<'_> {
    type Ok = bool;
    type Error = Unwritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        self.element(value)
    }

    fn end(self) -> Written {
        self.close(']')
    }
}

impl SerializeStruct for Group<'_> {
    type Ok = bool;
    type Error = Unwritten;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unwritten> {
        self.member(name, value)
    }

    fn end(self) -> Written {
        self.close('}')
    }
}

pub struct Map<'a> {
    group: Group<'a>,
    name: String,
}

impl SerializeMap for Map<'_> {
    type Ok = bool;
    type Error = Unwritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Unwritten> {
        // A name is a text; it is kept as it is written, marks included.
        let before = self.group.writer.text.len();
        name.serialize(&mut *self.group.writer)?;
        self.name = self.group.writer.text.split_off(before);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        let before = self.group.writer.text.len();
        self.group.comma();
        self.group.writer.text.push_str(&self.name);
        self.group.writer.text.push(':');
        if !value.serialize(&mut *self.group.writer)? {
            self.group.writer.text.truncate(before);
        }
        Ok(())
    }

    fn end(self) -> Written {
        self.group.close('}')
    }
}

#[cfg(test)]
mod tests {
    use super::{json_text, view_text};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn values() -> impl Strategy<Value = Value> {
        let plain = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        plain.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_what_the_library_writes(value in values()) {
            prop_assert_eq!(json_text(&value), value.to_string());
        }

        #[test]
        fn a_number_with_a_fraction_is_read_back(number in any::<f64>()) {
            prop_assert_eq!(json_text(&number).parse().ok(), Some(number).filter(|number| number.is_finite()));
        }
    }

    #[test]
    fn what_is_missing_is_left_out_for_the_page_and_said_for_everybody_else() {
        let value = json!({ "a": null, "b": [null, 1], "c": { "d": null } });
        assert_eq!(view_text(&value).as_deref(), Some(r#"{"b":[null,1],"c":{}}"#));
        assert_eq!(json_text(&value), r#"{"a":null,"b":[null,1],"c":{"d":null}}"#);
        assert_eq!(view_text(&Value::Null), None);
        assert_eq!(json_text(&()), "null");
    }
}
