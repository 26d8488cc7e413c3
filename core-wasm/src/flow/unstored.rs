//! Failed writes of records that only this browser has (drafts, outbox, what the agent intends): they are retried until the store accepts
//! them. Otherwise the stored state would be older than what the agent saw: a message shown as not sent could be sent after a reload, and a
//! channel that the agent disconnected could be connected. Other records need no retry, because the server corrects them.

use super::{SortedMap, StoreId, StoreKey, StorePlace, Table};

#[derive(Clone)]
struct FailedWrite {
    key: StoreKey,
    value: Option<String>,
}

/// Failed writes that are retried, and writes that are running.
#[derive(Default)]
pub struct Unstored {
    under_way: SortedMap<StoreId, FailedWrite>,
    /// Failed writes, by the record's name.
    failed: Table<FailedWrite>,
    tries: usize,
}

impl Unstored {
    /// A write begins; it supersedes earlier ones of this record.
    pub(super) fn begun(&mut self, id: StoreId, key: &StoreKey, value: &Option<String>) {
        self.failed.remove(&key.name());
        self.under_way.insert(id, FailedWrite { key: key.clone(), value: value.clone() });
    }

    /// A write ended; `kept` is false if it failed. Returns the action for the failed writes.
    pub fn ended(&mut self, id: StoreId, kept: bool) -> WriteOutcome {
        let Some(write) = self.under_way.remove(&id) else { return WriteOutcome::Nothing };
        if kept {
            return if self.failed.is_empty() { WriteOutcome::Nothing } else { WriteOutcome::StoreWorks };
        }
        if !self.under_way.iter().any(|(_, later)| later.key == write.key) {
            self.failed.insert(write.key.name(), write);
        }
        WriteOutcome::MustWait
    }

    /// Forgets the writes of all records whose place `keeps` refuses: the records belong to somebody else from now on.
    pub fn forget(&mut self, keeps: impl Fn(StorePlace) -> bool) {
        self.under_way.retain(|_, write| keeps(write.key.place()));
        for (key, _) in self.all() {
            if !keeps(key.place()) {
                self.failed.remove(&key.name());
            }
        }
    }

    /// Whether no failed write waits.
    pub fn is_empty(&self) -> bool {
        self.failed.is_empty()
    }

    /// The next failed write to retry, in turn: a smaller record may still fit.
    pub fn one(&mut self) -> Option<(StoreKey, Option<String>)> {
        self.tries = self.tries.wrapping_add(1);
        let index = self.tries.checked_rem(self.failed.len())?;
        self.failed.values().nth(index).cloned().map(|write| (write.key, write.value))
    }

    /// All failed writes: the record's key and its value; `None` is a removal.
    pub fn all(&self) -> Vec<(StoreKey, Option<String>)> {
        self.failed.values().cloned().map(|write| (write.key, write.value)).collect()
    }
}

/// The action that follows from the end of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// There is no failed write.
    Nothing,
    /// The write failed; it is retried later.
    MustWait,
    /// The write succeeded: the failed ones can be retried now.
    StoreWorks,
}
