//! Views as JavaScript values: made when asked for, kept while nothing changed, identical while equal. Listeners are
//! told once per microtask, however many inputs there were.

use super::script_value::view_to_js;
use crate::flow::SliceKey;
use crate::view::View;
use js_sys::Function;
use litemap::LiteMap;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

struct Kept {
    view: View,
    value: JsValue,
    stale: bool,
}

/// What is known of one slice: its last view, and who listens, by number.
#[derive(Default)]
struct Slice {
    kept: Option<Kept>,
    listeners: LiteMap<u32, Rc<Function>>,
}

#[derive(Default)]
pub struct Snapshots {
    slices: RefCell<BTreeMap<SliceKey, Slice>>,
    keys: RefCell<LiteMap<u32, SliceKey>>,
    last_listener: Cell<u32>,
    marked: RefCell<BTreeSet<SliceKey>>,
}

impl Snapshots {
    pub fn subscribe(&self, key: SliceKey, listener: Function) -> u32 {
        let number = self.last_listener.get().wrapping_add(1);
        self.last_listener.set(number);
        self.slices.borrow_mut().entry(key.clone()).or_default().listeners.insert(number, Rc::new(listener));
        self.keys.borrow_mut().insert(number, key);
        number
    }

    pub fn unsubscribe(&self, number: u32) {
        let Some(key) = self.keys.borrow_mut().remove(&number) else { return };
        let mut slices = self.slices.borrow_mut();
        if let Some(slice) = slices.get_mut(&key) {
            slice.listeners.remove(&number);
            if slice.listeners.is_empty() {
                slices.remove(&key);
            }
        }
    }

    pub fn get(&self, key: &SliceKey, view: impl FnOnce() -> View) -> JsValue {
        let kept = |slices: &BTreeMap<SliceKey, Slice>| {
            let kept = slices.get(key)?.kept.as_ref().filter(|kept| !kept.stale)?;
            Some(kept.value.clone())
        };
        if let Some(value) = kept(&self.slices.borrow()) {
            return value;
        }
        let view = view();
        let mut slices = self.slices.borrow_mut();
        let slice = slices.entry(key.clone()).or_default();
        if let Some(kept) = &mut slice.kept
            && kept.view == view
        {
            kept.stale = false;
            return kept.value.clone();
        }
        let before = slice.kept.as_ref().map(|kept| (&kept.view, &kept.value));
        let value = view_to_js(&view, before);
        // Kept before anybody listens too: a component reads first and subscribes later, and must find the same object.
        slice.kept = Some(Kept { view, value: value.clone(), stale: false });
        value
    }

    /// Says whether listeners must be told.
    pub fn mark(&self, dirty: BTreeSet<SliceKey>) -> bool {
        let mut slices = self.slices.borrow_mut();
        let mut marked = self.marked.borrow_mut();
        for key in dirty {
            let Some(slice) = slices.get_mut(&key) else { continue };
            if slice.listeners.is_empty() {
                slices.remove(&key);
                continue;
            }
            if let Some(kept) = &mut slice.kept {
                kept.stale = true;
            }
            marked.insert(key);
        }
        !marked.is_empty()
    }

    /// The listeners to tell now. Nothing is borrowed while they run: they may subscribe, read and dispatch.
    pub fn take_due(&self) -> Vec<Rc<Function>> {
        let marked = std::mem::take(&mut *self.marked.borrow_mut());
        let slices = self.slices.borrow();
        marked.iter().filter_map(|key| slices.get(key)).flat_map(|slice| slice.listeners.values().cloned()).collect()
    }
}
