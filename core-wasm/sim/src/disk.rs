//! The storage of one browser: local storage, the local database and the unsent database, as the workspace's storage
//! port keeps them. Local storage is written at once; database writes take some time and end in the order in which they
//! began. The same table as in the real port (`StoreKey::place`) decides which records are cleared with the session.

use core_wasm::flow::{StoreKey, StorePlace};
use core_wasm::session;
use core_wasm::wire::Secret;
use core_wasm::{Restored, StoreFailure};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
pub(crate) enum Write {
    Record(StoreKey, Option<String>),
    Clear,
}

#[derive(Default)]
pub(crate) struct Disk {
    local_storage: BTreeMap<String, String>,
    database: BTreeMap<String, String>,
    unsent: BTreeMap<String, String>,
    /// Keys of the written records, to ask a core for the same records.
    keys: BTreeMap<String, StoreKey>,
    /// The failure of every write, while the disk fails.
    broken: Option<StoreFailure>,
    /// Names of records that were damaged, or that one of two tabs wrote, so that the other tab's records may not fit.
    spoiled: BTreeSet<String>,
    /// A write or removal of a page failed: the records are of different times.
    mixed: bool,
}

/// The damage that another version, a bug or a bad sector does to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoiling {
    /// Half of the record is missing.
    Cut,
    /// The text is no record at all.
    Nonsense,
    /// A record from before any of today's fields existed.
    OtherFields,
    /// A record of a later version: today's fields and one more.
    MoreFields,
}

impl Disk {
    pub fn breaks(&mut self, failure: Option<StoreFailure>) {
        self.broken = failure;
        self.mixed |= failure.is_some();
    }

    pub fn failure(&self) -> Option<StoreFailure> {
        self.broken
    }

    pub fn is_spoiled(&self) -> bool {
        self.mixed || !self.spoiled.is_empty()
    }

    /// Damages one record of the local database; returns its name.
    pub fn spoil(&mut self, choice: usize, spoiling: Spoiling) -> Option<String> {
        let index = choice % self.database.len().max(1);
        let (name, text) = self.database.iter_mut().nth(index)?;
        *text = match spoiling {
            Spoiling::Cut => text.chars().take(text.chars().count() / 2).collect(),
            Spoiling::Nonsense => "\u{fffd}[null".to_owned(),
            Spoiling::OtherFields => r#"{"schema":0,"rows":[]}"#.to_owned(),
            Spoiling::MoreFields => match text.strip_prefix('{') {
                Some(rest) if rest != "}" => format!(r#"{{"fromTheFuture":{{"a":[1]}},{rest}"#),
                _ => text.clone(),
            },
        };
        self.spoiled.insert(name.clone());
        Some(name.clone())
    }

    /// Whether this message was ever stored; another tab may have removed it since.
    pub fn has_stored(&self, custom_id: &str) -> bool {
        self.keys.keys().any(|name| name.starts_with("outbox/") && name.ends_with(custom_id))
    }

    /// Executes a write; `shared`: several pages write to this disk.
    pub fn apply(&mut self, write: Write, shared: bool) {
        if self.broken.is_some() {
            return;
        }
        match write {
            Write::Record(key, value) => {
                let name = key.name();
                if shared {
                    self.spoiled.insert(name.clone());
                } else {
                    self.spoiled.remove(&name);
                }
                let place = match key.place() {
                    StorePlace::LocalStorage => &mut self.local_storage,
                    StorePlace::Database => &mut self.database,
                    StorePlace::Unsent => &mut self.unsent,
                };
                match value {
                    Some(value) => place.insert(name.clone(), value),
                    None => place.remove(&name),
                };
                self.keys.insert(name, key);
            }
            Write::Clear => {
                self.database.clear();
                self.mixed = self.broken.is_some();
                self.spoiled.clear();
            }
        }
    }

    /// The part of `ClearStorage` that happens at once: local storage is written without waiting.
    pub fn forget_token(&mut self) {
        self.local_storage.remove(&session::records::TOKEN.key().name());
    }

    pub fn restored(&self) -> Restored {
        let list = |place: &BTreeMap<String, String>| {
            place.iter().map(|(name, text)| (name.clone(), text.clone())).collect::<Vec<_>>()
        };
        Restored {
            token: self.local_storage.get("token").cloned().map(Secret::new),
            preferences: self.local_storage.get("preferences").cloned(),
            records: list(&self.database),
            unsent: list(&self.unsent),
            unhandled_delivery: None,
        }
    }

    pub fn token(&self) -> Option<&str> {
        self.local_storage.get("token").map(String::as_str)
    }

    /// Every record of the local database with its key.
    pub fn database(&self) -> impl Iterator<Item = (&StoreKey, &str)> {
        self.database.iter().filter_map(|(name, text)| Some((self.keys.get(name)?, text.as_str())))
    }

    pub fn unsent(&self) -> &BTreeMap<String, String> {
        &self.unsent
    }

    pub fn database_names(&self) -> Vec<String> {
        self.database.keys().cloned().collect()
    }
}
