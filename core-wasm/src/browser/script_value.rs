//! Between the core's values and JavaScript's. Views and effects are written as one JSON text, which the page's own parser reads: one
//! call out of the module and one text decoded, instead of one for every field. What is missing is left out, and so
//! reads as `undefined`.

use crate::flow::{ListOp, ListPatch, Table};
use crate::view::View;
use crate::wire::push_number;
use js_sys::{Function, JSON, JsString};
use serde::de::DeserializeOwned;
use serde::ser::{
    Error, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use std::cell::RefCell;
use std::fmt;
use wasm_bindgen::prelude::*;

pub fn to_js<T: Serialize>(value: &T) -> JsValue {
    let mut writer = Writer::default();
    match value.serialize(&mut writer) {
        Ok(true) => JSON::parse(&writer.text).unwrap_or(JsValue::UNDEFINED),
        _ => JsValue::UNDEFINED,
    }
}

#[wasm_bindgen(module = "/src/browser/shapes.js")]
extern "C" {
    #[wasm_bindgen(js_name = listChange)]
    fn list_change(version: u32, moved: bool, id: &JsValue, before: &JsValue) -> JsValue;

    #[wasm_bindgen(js_name = jobSummary)]
    fn job_summary(total: u32, unread: u32, loaded: bool, load_failed: bool, unattended: u32) -> JsValue;

    #[wasm_bindgen(js_name = movedRow)]
    pub fn moved_row(row: &JsValue, own: bool, text: &str, time: f64, unread: u32, typing: bool) -> JsValue;

    /// A receiver that throws is a fault of the page: it is told on the console.
    #[wasm_bindgen(js_name = handOver)]
    pub fn hand_over(receiver: &Function, news: &JsValue);

    /// Writes the text as UTF-8 and says how many bytes it was; where it does not fit, how many may be needed, negative.
    fn utf8(text: &JsString, bytes: &mut [u8]) -> i32;
}

pub fn view_to_js(view: &View) -> JsValue {
    match view {
        View::Absent => JsValue::UNDEFINED,
        View::JobSummary(view) => job_summary(view.total, view.unread, view.loaded, view.load_failed, view.unattended),
        view => to_js(view),
    }
}

/// Takes texts of the page, for those that come by the hundred: the engine writes each in one go.
#[derive(Default)]
pub struct TextReader(RefCell<Vec<u8>>);

impl TextReader {
    pub fn read(&self, text: &JsString) -> String {
        let mut bytes = self.0.borrow_mut();
        let mut written = utf8(text, &mut bytes);
        if written < 0 {
            bytes.resize(written.unsigned_abs() as usize, 0);
            written = utf8(text, &mut bytes);
        }
        let text = usize::try_from(written).ok().and_then(|written| bytes.get(..written));
        text.and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default().to_owned()
    }
}

/// Texts that are said again and again, as the page has them already: the names in the list's order.
#[derive(Default)]
pub struct Texts(RefCell<Table<JsValue>>);

impl Texts {
    /// More than this is forgotten all at once.
    const MOST: usize = 4_096;

    pub fn patch_to_js(&self, patch: &ListPatch) -> JsValue {
        let (moved, id, before) = match patch.ops.as_slice() {
            [ListOp::Insert { id, before }] => (false, id, before),
            [ListOp::Move { id, before }] => (true, id, before),
            _ => return to_js(patch),
        };
        let mut texts = self.0.borrow_mut();
        if texts.len() >= Self::MOST {
            texts.clear();
        }
        for name in before.iter().chain([id]) {
            if !texts.contains_key(name) {
                texts.insert_new(name, JsValue::from_str(name));
            }
        }
        let nothing = JsValue::UNDEFINED;
        let text = |name| texts.get(name).unwrap_or(&nothing);
        list_change(patch.version, moved, text(id), before.as_ref().map_or(&nothing, text))
    }
}

/// What the page hands over, by the page's own writer of JSON.
pub fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsError> {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    let read = text.and_then(|text| serde_json::from_str(&text).ok());
    read.ok_or_else(|| JsError::new("not of the declared shape"))
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
struct Writer {
    text: String,
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
struct Group<'a> {
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

    /// Moments are whole; what has a fraction goes the way of the records.
    fn serialize_f64(self, value: f64) -> Written {
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return self.signed(value as i64);
        }
        self.text.push_str(&serde_json::to_string(&value).map_err(Unwritten::custom)?);
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
        Ok(false)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(false)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(false)
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

struct Map<'a> {
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
