//! Keys of the slices that may have changed. Every change marks its slices, subscribed or not; the reader of the marks
//! skips slices without subscribers.

use super::SliceKey;
use std::vec::IntoIter;

/// Keys of slices that may have changed, in the order of marking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks(Vec<SliceKey>);

impl Marks {
    /// Marks a slice; skips an immediate repetition.
    pub fn insert(&mut self, key: SliceKey) {
        if self.0.last() != Some(&key) {
            self.0.push(key);
        }
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether the slice is marked.
    pub fn contains(&self, key: &SliceKey) -> bool {
        self.0.contains(key)
    }

    /// The marked slices; a key may occur more than once.
    pub fn iter(&self) -> impl Iterator<Item = &SliceKey> {
        self.0.iter()
    }
}

impl IntoIterator for Marks {
    type Item = SliceKey;
    type IntoIter = IntoIter<SliceKey>;

    fn into_iter(self) -> IntoIter<SliceKey> {
        self.0.into_iter()
    }
}
