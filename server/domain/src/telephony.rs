//! The entry for news of the telephone system: a call belongs to an attendance, or two colleagues call each other. News of a call that is
//! over or unknown changes nothing, so news may be late or repeated.

use crate::centre::Centre;
use crate::colleagues;
use crate::context::Context;
use crate::store::{Store, StoreResult};
use crate::voice::{self, CallNews};

impl Centre {
    /// Takes news of the telephone system. News of one call must come in their order.
    ///
    /// # Errors
    /// The store failed.
    pub fn call_news(&self, store: &mut dyn Store, context: &mut Context<'_>, news: &CallNews) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let is_internal = match news {
                CallNews::Answered { call, .. } => colleagues::answered(tx, call)?,
                CallNews::Ended { call, end } => colleagues::ended(tx, call, *end)?,
                _ => false,
            };
            if is_internal { Ok(()) } else { voice::take_news(tx, news) }
        })
    }
}
