//! Views as JavaScript values: a view is created on demand and cached; while it is equal, the page gets the same
//! JavaScript object. Changes are delivered once per microtask, however many inputs there were.

use super::script_value::{Texts, deliver, moved_row, view_to_js};
use crate::flow::{Marks, SliceKey, SortedMap};
use crate::jobs::JobsSlice;
use crate::jobs::RowChange;
use crate::view::View;
use crate::workspace::Workspace;
use js_sys::Function;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;

struct Cached {
    view: View,
    value: JsValue,
    stale: bool,
}

/// Cache and receivers of one slice.
#[derive(Default)]
struct Slice {
    cached: Option<Cached>,
    /// The receivers, with the numbers that `subscribe` returned.
    receivers: Vec<(u32, Function)>,
    /// For a list: the version that was delivered last.
    version: u32,
    /// The view may have changed since the last delivery.
    marked: bool,
    /// The cached value was refreshed by a read and is newer than the delivered one.
    ahead: bool,
}

impl Slice {
    /// Updates the cached value; true if it changed.
    fn refresh(&mut self, workspace: &Workspace, key: &SliceKey) -> bool {
        let Some(cached) = &mut self.cached else {
            let view = workspace.view(key);
            let value = view_to_js(&view);
            // Also cached without receivers: a component reads first and subscribes later, and needs the same object.
            self.cached = Some(Cached { view, value, stale: false });
            return true;
        };
        if !std::mem::take(&mut cached.stale) {
            return false;
        }
        if let (View::Jobs(JobsSlice::JobRow(row)), Some(protocol)) = (&mut cached.view, key.protocol()) {
            match workspace.row_change(protocol, row) {
                RowChange::Nothing => return false,
                RowChange::Message { preview, time, unread, typing } => {
                    let (author, name) = (preview.author.as_str(), &preview.author_name);
                    cached.value = moved_row(&cached.value, author, name, &preview.text, time, unread, typing);
                    row.preview = Some(preview);
                    row.time = Some(time);
                    row.unread = unread;
                    row.typing = typing;
                    return true;
                }
                RowChange::More => {}
            }
        }
        let view = workspace.view(key);
        if cached.view == view {
            return false;
        }
        cached.value = view_to_js(&view);
        cached.view = view;
        true
    }
}

/// Cached values and receivers of all slices.
#[derive(Default)]
pub struct Snapshots {
    slices: RefCell<SortedMap<SliceKey, Box<Slice>>>,
    /// The slice of each receiver, by its number.
    keys: RefCell<SortedMap<u32, SliceKey>>,
    last_receiver: Cell<u32>,
    marked: RefCell<Vec<SliceKey>>,
    texts: Texts,
}

impl Snapshots {
    /// Adds a receiver; returns the number to unsubscribe with.
    pub fn subscribe(&self, workspace: &Workspace, key: SliceKey, receiver: Function) -> u32 {
        let number = self.last_receiver.get().wrapping_add(1);
        self.last_receiver.set(number);
        let mut slices = self.slices.borrow_mut();
        let slice = slices.or_default(key.clone());
        if slice.receivers.is_empty() {
            slice.version = workspace.list_version(&key);
        }
        slice.receivers.push((number, receiver));
        self.keys.borrow_mut().insert(number, key);
        number
    }

    /// Removes a receiver; no effect for an unknown number.
    pub fn unsubscribe(&self, number: u32) {
        let Some(key) = self.keys.borrow_mut().remove(&number) else { return };
        let mut slices = self.slices.borrow_mut();
        let Some(slice) = slices.get_mut(&key) else { return };
        slice.receivers.retain(|(other, _)| *other != number);
        if slice.receivers.is_empty() {
            slices.remove(&key);
        }
    }

    /// The present value of a slice; `undefined` if it does not exist.
    pub fn get(&self, workspace: &Workspace, key: &SliceKey) -> JsValue {
        let mut slices = self.slices.borrow_mut();
        let slice = slices.or_default(key.clone());
        if slice.refresh(workspace, key) && slice.marked {
            slice.ahead = true;
        }
        slice.cached.as_ref().map_or(JsValue::UNDEFINED, |cached| cached.value.clone())
    }

    /// Marks slices that may have changed; returns true if a delivery is needed.
    pub fn mark(&self, marks: &Marks) -> bool {
        let mut slices = self.slices.borrow_mut();
        let mut marked = self.marked.borrow_mut();
        for key in marks.iter() {
            let Some(slice) = slices.get_mut(key) else { continue };
            if slice.receivers.is_empty() {
                slices.remove(key);
                continue;
            }
            if let Some(cached) = &mut slice.cached {
                cached.stale = true;
            }
            if !std::mem::replace(&mut slice.marked, true) {
                marked.push(key.clone());
            }
        }
        !marked.is_empty()
    }

    /// Whether a delivery is needed.
    pub fn is_marked(&self) -> bool {
        !self.marked.borrow().is_empty()
    }

    /// Calls each receiver of a changed slice with its view, or with the list patch (`undefined`: read the whole list).
    /// True if any was called. A receiver must not call this class.
    pub fn deliver(&self, workspace: &Workspace) -> bool {
        let mut handed = false;
        let mut slices = self.slices.borrow_mut();
        for key in self.marked.borrow_mut().drain(..) {
            let Some(slice) = slices.get_mut(&key) else { continue };
            // The receiver was removed and added again since the slice was marked, so it has the present value.
            if !std::mem::take(&mut slice.marked) {
                continue;
            }
            if key.is_list() {
                let change = workspace.only_change(&key, slice.version);
                if let Some((version, change)) = change
                    && self.texts.deliver_change(&slice.receivers, version, change)
                {
                    slice.version = version;
                    handed = true;
                    continue;
                }
                let patch = workspace.patch(&key, slice.version);
                slice.version = patch.as_ref().map_or_else(|| workspace.list_version(&key), |patch| patch.version);
                if patch.as_ref().is_some_and(|patch| patch.ops.is_empty()) {
                    continue;
                }
                let patch = patch.map_or(JsValue::UNDEFINED, |patch| self.texts.patch_to_js(&patch));
                slice.receivers.iter().for_each(|(_, receiver)| deliver(receiver, &patch));
            } else if (slice.refresh(workspace, &key) | std::mem::take(&mut slice.ahead))
                && let Some(cached) = &slice.cached
            {
                slice.receivers.iter().for_each(|(_, receiver)| deliver(receiver, &cached.value));
            } else {
                continue;
            }
            handed = true;
        }
        handed
    }

    /// Changes of a list since `version`; `undefined`: read the whole list.
    pub fn patch(&self, workspace: &Workspace, key: &SliceKey, version: u32) -> JsValue {
        workspace.patch(key, version).map_or(JsValue::UNDEFINED, |patch| self.texts.patch_to_js(&patch))
    }
}
