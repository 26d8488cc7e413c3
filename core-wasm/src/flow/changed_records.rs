//! The records that changed since the last write. A list that is sorted when it is written: a tree of keys would take ten kilobytes of the
//! module before it is packed, and a change costs less here.

use super::StoreKey;

/// Keys of the records that changed since the last write; a key may be held more than once.
#[derive(Default)]
pub struct ChangedRecords(Vec<StoreKey>);

impl ChangedRecords {
    /// Marks a record; skips an immediate repetition. Returns whether the record may be new here.
    pub fn insert(&mut self, key: StoreKey) -> bool {
        let is_repeated = self.0.last() == Some(&key);
        if !is_repeated {
            self.0.push(key);
        }
        !is_repeated
    }

    /// The record is written, or need not be.
    pub fn remove(&mut self, key: &StoreKey) {
        self.0.retain(|held| held != key);
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether the record is marked.
    pub fn contains(&self, key: &StoreKey) -> bool {
        self.0.contains(key)
    }

    /// The marked records in the order of their keys, each once.
    pub fn keys(&self) -> Vec<StoreKey> {
        let mut keys = self.0.clone();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Removes and returns the marked records in the order of their keys, each once.
    pub fn take(&mut self) -> Vec<StoreKey> {
        let keys = self.keys();
        self.0.clear();
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Record, StorePlace};
    use super::ChangedRecords;
    use crate::wire::Protocol;

    static JOB: Record<Protocol> = Record::named("test job", StorePlace::Database);

    #[test]
    fn a_record_that_changes_several_times_is_written_once_and_in_the_order_of_the_keys() {
        let mut changed = ChangedRecords::default();
        let marked = ["2", "2", "1", "2", "3"].map(|id| changed.insert(JOB.of(id.into())));
        assert_eq!(marked, [true, false, true, true, true], "an immediate repetition is skipped");
        changed.remove(&JOB.of("3".into()));
        let expected = {
            let mut keys = vec![JOB.of("1".into()), JOB.of("2".into())];
            keys.sort();
            keys
        };
        assert!(changed.contains(&JOB.of("1".into())) && !changed.contains(&JOB.of("3".into())));
        assert_eq!((changed.keys(), changed.take()), (expected.clone(), expected));
        assert_eq!(changed.take(), []);
    }
}
