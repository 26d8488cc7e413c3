//! Which slices may show something else now. Marking costs next to nothing and is done for every change; who reads the
//! marks looks which of them concern anybody. A key may stand here more than once.

use super::SliceKey;
use std::vec::IntoIter;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks(Vec<SliceKey>);

impl Marks {
    pub fn insert(&mut self, key: SliceKey) {
        if self.0.last() != Some(&key) {
            self.0.push(key);
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn contains(&self, key: &SliceKey) -> bool {
        self.0.contains(key)
    }

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
