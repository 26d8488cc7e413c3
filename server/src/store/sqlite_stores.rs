//! One SQLite database for many callers: one connection writes, several read beside it (WAL).

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use contact_centre::store::{Backend, StoreResult};

use super::sqlite::SqliteStore;
use super::{Mode, Stores};

/// The connections of one database.
pub struct SqliteStores {
    writer: Mutex<SqliteStore>,
    /// Empty for a database in memory, which has only one connection.
    readers: Readers,
}

impl SqliteStores {
    pub(super) fn new(writer: SqliteStore, readers: Vec<SqliteStore>) -> Self {
        let count = readers.len();
        Self {
            writer: Mutex::new(writer),
            readers: Readers { idle: Mutex::new(readers), returned: Condvar::new(), count },
        }
    }

    fn writer(&self) -> MutexGuard<'_, SqliteStore> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stores for SqliteStores {
    fn with(&self, mode: Mode, unit: &mut dyn FnMut(&mut dyn Backend)) -> StoreResult<()> {
        if mode == Mode::Read && self.readers.count > 0 {
            let mut reader = self.readers.take();
            return reader.store.iter_mut().try_for_each(|store| run(store, unit));
        }
        run(&mut self.writer(), unit)
    }

    fn flush(&self) -> StoreResult<()> {
        self.writer().flush()
    }

    fn overwrite_deleted(&self) -> StoreResult<()> {
        self.writer().overwrite_deleted()
    }
}

fn run(store: &mut SqliteStore, unit: &mut dyn FnMut(&mut dyn Backend)) -> StoreResult<()> {
    store.discard_open_transaction()?;
    unit(store);
    Ok(())
}

struct Readers {
    idle: Mutex<Vec<SqliteStore>>,
    returned: Condvar,
    count: usize,
}

impl Readers {
    fn take(&self) -> Reader<'_> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(store) = idle.pop() {
                return Reader { readers: self, store: Some(store) };
            }
            idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A borrowed connection; it is returned when this is dropped, also after a panic.
struct Reader<'r> {
    readers: &'r Readers,
    store: Option<SqliteStore>,
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.readers.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(self.store.take());
        self.readers.returned.notify_one();
    }
}
