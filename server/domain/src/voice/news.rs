//! The entry for news of the telephone system. News of a call that is over or unknown changes nothing, so news may be
//! late or repeated.

use super::{CallNews, accounts, ending, ring, room};
use crate::centre::Centre;
use crate::colleagues;
use crate::context::Context;
use crate::store::{Store, StoreResult};

impl Centre {
    /// Takes news of the telephone system. News of one call must come in their order.
    ///
    /// # Errors
    /// The store failed.
    pub fn call_news(&self, store: &mut dyn Store, context: &mut Context<'_>, news: &CallNews) -> StoreResult<()> {
        self.transact_store(store, context, |tx| match news {
            CallNews::Registered { exten } => accounts::registered(tx, exten),
            CallNews::Unregistered { exten } => accounts::unregistered(tx, exten),
            CallNews::Queued { call, from, to } => ring::arrive(tx, call, from, to),
            CallNews::Answered { call, exten } => {
                if colleagues::answered(tx, call)? {
                    Ok(())
                } else {
                    ring::answered(tx, call, exten)
                }
            }
            CallNews::Missed { call, exten } => ring::missed(tx, call, exten),
            CallNews::Party { call, party, news } => room::party_news(tx, call, *party, *news),
            CallNews::Mode { call, mode } => room::mode_changed(tx, call, *mode),
            CallNews::Unattended { call } => room::unattended(tx, call),
            CallNews::Refused { call, command, refusal } => room::refused(tx, call, command, *refusal),
            CallNews::Ended { call, end } => {
                if colleagues::ended(tx, call, *end)? {
                    Ok(())
                } else {
                    ending::ended(tx, call, *end)
                }
            }
        })
    }
}
