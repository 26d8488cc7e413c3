//! Corrects what a crash left in the store: no stream of a customer and no embedded broker link survives the process.

use crate::board;
use crate::centre::Centre;
use crate::context::Context;
use crate::store::{JobRow, JobState, SessionRow, Store, StoreResult};

impl Centre {
    /// Marks every customer's page as gone from now on and, with `links` (the embedded broker), every agent's link as
    /// down. Pages and links that come back report themselves.
    pub fn start_up(&self, store: &mut dyn Store, context: &mut Context<'_>, links: bool) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let now = tx.now();
            for state in [JobState::Waiting, JobState::Active] {
                for job in tx.store.jobs_in_state(state)? {
                    if job.page_gone_since.is_none() && job.customer_seen {
                        tx.store.put_job(&JobRow { page_gone_since: Some(now), ..job })?;
                    }
                }
            }
            if !links {
                return Ok(());
            }
            for agent in tx.store.agents()? {
                if let Some(session) = tx.store.session(&agent.id)?.filter(|session| session.linked) {
                    tx.store.put_session(&SessionRow { linked: false, ..session })?;
                    board::publish(tx, &agent.id)?;
                }
            }
            Ok(())
        })
    }
}
