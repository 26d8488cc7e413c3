//! Uploaded files that no message uses: they are forgotten after a day, so that they do not fill the disk.

use crate::centre::Centre;
use crate::context::Context;
use crate::store::{Store, StoreResult};
use wire::Wall;

/// A draft with a file is sent on the same day.
const UNUSED_KEPT_MS: i64 = 24 * 60 * 60 * 1000;
/// Files of one look.
const PORTION: usize = 100;

impl Centre {
    /// Identifiers of files that nobody has sent for a day, the oldest first, at most a portion.
    ///
    /// # Errors
    /// The store failed.
    pub fn unused_media(store: &dyn Store, now: Wall) -> StoreResult<Vec<String>> {
        let rows = store.unused_media_before(now.plus_ms(-UNUSED_KEPT_MS), PORTION)?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    /// Forgets a file that is still unused; the transport deletes its bytes after this. `false`: a message uses it.
    ///
    /// # Errors
    /// The store failed.
    pub fn forget_media(&self, store: &mut dyn Store, context: &mut Context<'_>, id: &str) -> StoreResult<bool> {
        self.transact_store(store, context, |tx| {
            if tx.store.unused_media(id)?.is_none() {
                return Ok(false);
            }
            tx.store.delete_unused_media(id)?;
            tx.store.delete_media(id)?;
            Ok(true)
        })
    }
}
