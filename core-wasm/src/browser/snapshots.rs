//! Views as JavaScript values: made when asked for, kept while nothing changed, identical while equal. Listeners are
//! told once per microtask, however many inputs there were.

use crate::flow::SliceKey;
use crate::view::View;
use js_sys::Function;
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use wasm_bindgen::prelude::*;

struct Kept {
    view: View,
    value: JsValue,
    stale: bool,
}

#[derive(Default)]
pub struct Snapshots {
    kept: RefCell<BTreeMap<SliceKey, Kept>>,
    listeners: RefCell<BTreeMap<SliceKey, BTreeMap<u32, Function>>>,
    keys: RefCell<BTreeMap<u32, SliceKey>>,
    last_listener: Cell<u32>,
    marked: RefCell<BTreeSet<SliceKey>>,
}

/// Maps become plain objects, missing values `undefined`.
pub fn to_js<T: Serialize>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}

impl Snapshots {
    pub fn subscribe(&self, key: SliceKey, listener: Function) -> u32 {
        let number = self.last_listener.get().wrapping_add(1);
        self.last_listener.set(number);
        self.listeners.borrow_mut().entry(key.clone()).or_default().insert(number, listener);
        self.keys.borrow_mut().insert(number, key);
        number
    }

    pub fn unsubscribe(&self, number: u32) {
        let Some(key) = self.keys.borrow_mut().remove(&number) else { return };
        let mut listeners = self.listeners.borrow_mut();
        if let Some(of_key) = listeners.get_mut(&key) {
            of_key.remove(&number);
            if of_key.is_empty() {
                listeners.remove(&key);
                self.kept.borrow_mut().remove(&key);
            }
        }
    }

    pub fn get(&self, key: &SliceKey, view: impl FnOnce() -> View) -> JsValue {
        if let Some(kept) = self.kept.borrow().get(key).filter(|kept| !kept.stale) {
            return kept.value.clone();
        }
        let view = view();
        let mut all = self.kept.borrow_mut();
        if let Some(kept) = all.get_mut(key)
            && kept.view == view
        {
            kept.stale = false;
            return kept.value.clone();
        }
        let value = match &view {
            View::Absent => JsValue::UNDEFINED,
            view => to_js(view),
        };
        // Kept before anybody listens too: a component reads first and subscribes later, and must find the same object.
        all.insert(key.clone(), Kept { view, value: value.clone(), stale: false });
        value
    }

    /// Says whether listeners must be told.
    pub fn mark(&self, dirty: BTreeSet<SliceKey>) -> bool {
        let listeners = self.listeners.borrow();
        let mut kept = self.kept.borrow_mut();
        let mut marked = self.marked.borrow_mut();
        for key in dirty {
            if !listeners.contains_key(&key) {
                kept.remove(&key);
                continue;
            }
            if let Some(kept) = kept.get_mut(&key) {
                kept.stale = true;
            }
            marked.insert(key);
        }
        !marked.is_empty()
    }

    /// The listeners to tell now. Nothing is borrowed while they run: they may subscribe, read and dispatch.
    pub fn take_due(&self) -> Vec<Function> {
        let marked = std::mem::take(&mut *self.marked.borrow_mut());
        let listeners = self.listeners.borrow();
        marked.iter().filter_map(|key| listeners.get(key)).flat_map(|of_key| of_key.values().cloned()).collect()
    }
}
