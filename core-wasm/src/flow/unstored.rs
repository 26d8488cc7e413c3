//! People's words (drafts, outbox) that a write could not keep: they are written again until the disk takes them. What
//! would stand there otherwise is older than what the agent was told: a message said to be not sent would be sent by the
//! next life of the page. Other records are corrected by the server.

use super::{StoreId, StoreKey, Table};
use litemap::LiteMap;

#[derive(Clone)]
struct FailedWrite {
    key: StoreKey,
    value: Option<String>,
}

#[derive(Default)]
pub struct Unstored {
    under_way: LiteMap<StoreId, FailedWrite>,
    /// By the record's name; `None` is a removal.
    failed: Table<FailedWrite>,
    tries: usize,
}

impl Unstored {
    /// A write begins; it says more than any earlier one of this record.
    pub(super) fn begun(&mut self, id: StoreId, key: &StoreKey, value: &Option<String>) {
        self.failed.remove(&key.name());
        self.under_way.insert(id, FailedWrite { key: key.clone(), value: value.clone() });
    }

    /// A write ended. Says whether failed writes wait, and whether the store accepts writes again.
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

    pub fn is_empty(&self) -> bool {
        self.failed.is_empty()
    }

    /// Next failed write to retry, round robin: a smaller one may still fit.
    pub fn one(&mut self) -> Option<(StoreKey, Option<String>)> {
        self.tries = self.tries.wrapping_add(1);
        let index = self.tries.checked_rem(self.failed.len())?;
        self.failed.values().nth(index).cloned().map(|write| (write.key, write.value))
    }

    pub fn all(&self) -> Vec<(StoreKey, Option<String>)> {
        self.failed.values().cloned().map(|write| (write.key, write.value)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    Nothing,
    MustWait,
    StoreWorks,
}
