//! Receives the reports (news) of the telephone system. A call belongs to an attendance, or is an internal call between two colleagues. A
//! report of a call that is over or unknown changes nothing, so reports may be late or repeated.

use crate::centre::Centre;
use crate::colleagues;
use crate::context::Context;
use crate::store::{Store, StoreResult};
use crate::voice::{self, CallNews};

impl Centre {
    /// Applies a report of the telephone system. Reports of one call must arrive in order.
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
