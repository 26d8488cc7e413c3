//! Conversion between values of the core and JavaScript. Values of the core are written by serde-wasm-bindgen: `None`
//! is `undefined`, a map is an object. Values of the page are read as JSON by the core's only reader: a second reader
//! of every type was 3 % of the module (BEY-093).

use crate::flow::{FromPage, ListOp, ListPatch, PageFault, PageObject, Table};
use crate::jobs::{JobSummaryView, JobsSlice};
use crate::view::View;
use crate::wire::from_object;
use js_sys::{Function, JsString, Reflect};
use serde::de::DeserializeOwned;
use serde::ser::Serialize;
use serde_wasm_bindgen::Serializer;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// The JavaScript value; `undefined` if the value cannot be serialized.
pub fn to_js<T: Serialize>(value: &T) -> JsValue {
    let serializer = Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}

#[wasm_bindgen(module = "/src/browser/shapes.js")]
extern "C" {
    #[wasm_bindgen(js_name = listChange)]
    fn list_change(version: u32, moved: bool, id: &JsValue, before: &JsValue) -> JsValue;

    /// Creates the change of a list and calls the receiver with it, crossing the border between WebAssembly and
    /// JavaScript once.
    #[wasm_bindgen(js_name = handListChange)]
    fn hand_list_change(receiver: &Function, version: u32, moved: bool, id: &JsValue, before: &JsValue);

    #[wasm_bindgen(js_name = jobSummary)]
    fn job_summary(
        total: u32,
        active: u32,
        hidden: u32,
        unread: u32,
        waiting: u32,
        loaded: bool,
        load_failed: bool,
        unattended: u32,
    ) -> JsValue;

    /// A copy of a job row with another preview.
    #[wasm_bindgen(js_name = movedRow)]
    pub fn moved_row(
        row: &JsValue,
        author: &str,
        author_name: &str,
        text: &str,
        time: f64,
        unread: u32,
        typing: bool,
    ) -> JsValue;

    /// Calls a receiver. An exception in it is a fault of the page and is logged in the console.
    #[wasm_bindgen(js_name = handOver)]
    pub fn deliver(receiver: &Function, news: &JsValue);

    /// The JSON text of a value; undefined for one that has none. Half a surrogate pair becomes U+FFFD.
    #[wasm_bindgen(js_name = jsonOf)]
    fn json_of(value: &JsValue) -> Option<String>;

    /// Writes the text as UTF-8. Returns the number of bytes, or minus the needed size if `bytes` is too small.
    fn utf8(text: &JsString, bytes: &mut [u8]) -> i32;
}

/// The JavaScript value of a view; `undefined` for `View::Absent`.
pub fn view_to_js(view: &View) -> JsValue {
    match view {
        View::Absent => JsValue::UNDEFINED,
        View::List(list) => to_js(list),
        View::Jobs(JobsSlice::JobSummary(view)) => {
            // Names every field, so a new field does not compile until it is passed to the page.
            let JobSummaryView { total, active, hidden, unread, waiting, loaded, load_failed, unattended } = view;
            job_summary(*total, *active, *hidden, *unread, *waiting, *loaded, *load_failed, *unattended)
        }
        view => to_js(view),
    }
}

/// Reads texts of the page into a buffer that is reused, because frames are frequent.
#[derive(Default)]
pub struct TextReader(RefCell<Vec<u8>>);

impl TextReader {
    /// The text as a `String`.
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

/// Cache of JavaScript strings for ids that occur in list patches again and again.
#[derive(Default)]
pub struct Texts(RefCell<Table<JsValue>>);

impl Texts {
    /// At this size the cache is cleared.
    const MOST: usize = 4_096;

    /// The JavaScript value of a patch.
    pub fn patch_to_js(&self, patch: &ListPatch) -> JsValue {
        let change = match patch.ops.as_slice() {
            [change] => self.with_change(patch.version, change, list_change),
            _ => None,
        };
        change.unwrap_or_else(|| to_js(patch))
    }

    /// Delivers a single insertion or move; false for other changes, which need `patch_to_js`.
    pub fn deliver_change(&self, receivers: &[(u32, Function)], version: u32, change: &ListOp) -> bool {
        let hand = |version, moved, id: &JsValue, before: &JsValue| {
            receivers.iter().for_each(|(_, receiver)| hand_list_change(receiver, version, moved, id, before));
        };
        self.with_change(version, change, hand).is_some()
    }

    /// Runs `work` with the texts of an insertion or move; `None` for a removal.
    fn with_change<T>(
        &self,
        version: u32,
        change: &ListOp,
        work: impl FnOnce(u32, bool, &JsValue, &JsValue) -> T,
    ) -> Option<T> {
        let (moved, id, before) = match change {
            ListOp::Insert { id, before } => (false, id, before),
            ListOp::Move { id, before } => (true, id, before),
            ListOp::Remove { .. } => return None,
        };
        let mut texts = self.0.borrow_mut();
        if texts.len() >= Self::MOST {
            texts.clear();
        }
        for name in before.iter().chain([id]) {
            if !texts.contains_key(name) {
                texts.insert(name, JsValue::from_str(name));
            }
        }
        let nothing = JsValue::UNDEFINED;
        let text = |name| texts.get(name).unwrap_or(&nothing);
        Some(work(version, moved, text(id), before.as_ref().map_or(&nothing, text)))
    }
}

/// A JavaScript object whose fields are read by name.
struct ScriptObject(JsValue);

impl ScriptObject {
    fn value(&self, name: &str) -> JsValue {
        Reflect::get(&self.0, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
    }
}

fn read<T: DeserializeOwned>(value: &JsValue, name: &str) -> Result<T, PageFault> {
    // A field that is missing is read as null, which only an `Option` takes.
    let text = json_of(value).unwrap_or_else(|| "null".to_owned());
    from_object(&text).map_err(|cause| PageFault::of(name, &cause.to_string()))
}

impl PageObject for ScriptObject {
    fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, PageFault> {
        read(&self.value(name), name)
    }

    fn field_or_default<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, PageFault> {
        let value = self.value(name);
        if value.is_undefined() { Ok(T::default()) } else { read(&value, name) }
    }
}

/// An intent of the agent or a report of the page; the error names the field that does not match.
pub fn from_page<T: FromPage>(value: JsValue) -> Result<T, JsError> {
    Ok(T::from_page(&ScriptObject(value))?)
}

/// A value of the page; the error names the field that does not match.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    Ok(serde_wasm_bindgen::from_value(value)?)
}
