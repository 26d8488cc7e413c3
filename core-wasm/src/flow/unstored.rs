//! People's words (drafts, outbox) that a write could not keep: they are written again until the disk takes them. What
//! would stand there otherwise is older than what the agent was told: a message said to be not sent would be sent by the
//! next life of the page. Other records are corrected by the server.

use super::{StoreId, StoreKey, Table};
use litemap::LiteMap;

#[derive(Clone)]
struct Words {
    key: StoreKey,
    value: Option<String>,
}

#[derive(Default)]
pub struct Unstored {
    under_way: LiteMap<StoreId, Words>,
    /// By the record's name; `None` is a removal.
    failed: Table<Words>,
    tries: usize,
}

impl Unstored {
    /// A write begins; it says more than any earlier one of this record.
    pub(super) fn begun(&mut self, id: StoreId, key: &StoreKey, value: &Option<String>) {
        self.failed.remove(&key.name());
        self.under_way.insert(id, Words { key: key.clone(), value: value.clone() });
    }

    /// A write ended. Says whether words wait to be written, and whether the disk took these.
    pub fn ended(&mut self, id: StoreId, kept: bool) -> Ended {
        let Some(words) = self.under_way.remove(&id) else { return Ended::Nothing };
        if kept {
            return if self.failed.is_empty() { Ended::Nothing } else { Ended::DiskWorks };
        }
        if !self.under_way.iter().any(|(_, later)| later.key == words.key) {
            self.failed.insert(words.key.name(), words);
        }
        Ended::MustWait
    }

    pub fn is_empty(&self) -> bool {
        self.failed.is_empty()
    }

    /// What the disk is tried with: each in its turn, for a full disk may take the next one.
    pub fn one(&mut self) -> Option<(StoreKey, Option<String>)> {
        self.tries = self.tries.wrapping_add(1);
        let turn = self.tries.checked_rem(self.failed.len())?;
        self.failed.values().nth(turn).cloned().map(|words| (words.key, words.value))
    }

    pub fn all(&self) -> Vec<(StoreKey, Option<String>)> {
        self.failed.values().cloned().map(|words| (words.key, words.value)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Nothing,
    MustWait,
    DiskWorks,
}
