//! Moves a conversation into the past, so that the end of its window can be shown in a demo and in tests.

use super::conversation;
use super::identity;
use crate::centre::Centre;
use crate::context::Context;
use crate::jobs;
use crate::store::{ConversationRow, JobState, Store, StoreResult};
use wire::events::whatsapp::without_plus;

impl Centre {
    /// Moves the customer's last message to `seconds` ago and publishes the change to the agent.
    pub fn age_conversation(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        provider: &str,
        account: &str,
        customer: &str,
        seconds: u64,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let Some(route) = tx.store.whatsapp_route_of(provider, account)? else { return Ok(()) };
            let Some(known) =
                identity::known(tx.store, &route.id, &identity::canonical(&route, without_plus(customer)))?
            else {
                return Ok(());
            };
            let ms = i64::try_from(seconds.saturating_mul(1_000)).unwrap_or(i64::MAX);
            let aged = ConversationRow { last_receipt: Some(tx.now().plus_ms(-ms)), ..known };
            tx.store.put_conversation(&aged)?;
            let Some(job) = conversation::current(tx, &aged)? else { return Ok(()) };
            let job = jobs::save(tx, job)?;
            match job.state {
                JobState::Active => conversation::publish_job(tx, &job),
                JobState::Inbox => conversation::publish_inbox(tx, &job),
                _ => Ok(()),
            }
        })
    }
}
