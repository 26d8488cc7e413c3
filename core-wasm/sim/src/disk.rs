//! One browser's storage: local storage, the local database and the unsent database, as the workspace's storage port
//! keeps them. Local storage is written at once; database writes take a moment and end in the order they began. What is
//! cleared with the session and what stays follows the same table as the real port (`StoreKey::place`).

use core_wasm::Restored;
use core_wasm::flow::{StoreKey, StorePlace};
use core_wasm::wire::Secret;
use std::collections::BTreeMap;

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
    /// Keys of what was written, to ask a core for the same records.
    keys: BTreeMap<String, StoreKey>,
}

impl Disk {
    pub fn apply(&mut self, write: Write) {
        match write {
            Write::Record(key, value) => {
                let name = key.name();
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
            Write::Clear => self.database.clear(),
        }
    }

    /// The part of `ClearStorage` that happens at once: local storage is written without waiting.
    pub fn forget_token(&mut self) {
        self.local_storage.remove(&StoreKey::Token.name());
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
