//! Which handles have registered which extension, and which of them ring.

use std::collections::{BTreeMap, BTreeSet};

/// The registered extensions.
#[derive(Default)]
pub struct Extensions(BTreeMap<String, Extension>);

#[derive(Default)]
struct Extension {
    handles: BTreeSet<u64>,
    /// The handle that registered last, unless it ended.
    ringing: Option<u64>,
}

impl Extensions {
    /// The handle that rings for an extension.
    pub fn ringing(&self, extension: &str) -> Option<u64> {
        self.0.get(extension)?.ringing
    }

    /// All handles of an extension.
    pub fn handles(&self, extension: &str) -> Vec<u64> {
        self.0.get(extension).map(|extension| extension.handles.iter().copied().collect()).unwrap_or_default()
    }

    pub fn register(&mut self, extension: &str, handle: u64) {
        let extension = self.0.entry(extension.to_owned()).or_default();
        extension.handles.insert(handle);
        extension.ringing = Some(handle);
    }

    /// Removes a handle; returns whether the extension can no longer be called.
    pub fn release(&mut self, name: &str, handle: u64) -> bool {
        let Some(extension) = self.0.get_mut(name) else { return false };
        extension.handles.remove(&handle);
        let was_ringing = extension.ringing.take_if(|ringing| *ringing == handle).is_some();
        if extension.handles.is_empty() {
            self.0.remove(name);
        }
        was_ringing
    }
}
