//! What an operator may do to sessions on purpose: for the faults panel and for tests, never for an agent.

use crate::auth;
use crate::centre::Centre;
use crate::context::Context;
use crate::store::{Store, StoreResult, TokenRow};
use core_wasm::wire::AgentId;
use serde_json::{Map, Value};

impl Centre {
    /// The agent's tokens are over now; their holder is told `expired`.
    pub fn expire_tokens(&self, store: &mut dyn Store, context: &mut Context<'_>, agent: &AgentId) -> StoreResult<()> {
        self.transact_store(store, context, |work| {
            let Some(session) = work.store.session(agent)? else { return Ok(()) };
            for row in work.store.tokens_of_session(&session.session_id)? {
                work.store.put_token(&TokenRow { expires_at: work.now(), ..row })?;
            }
            Ok(())
        })
    }

    /// An event of any name in the agent's own queue, numbered like every other.
    pub fn send_event(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        agent: &AgentId,
        name: &str,
        body: &Map<String, Value>,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |work| work.tell_anything(agent, name, body))
    }

    /// The agent's session is ended as a supervisor would end it.
    pub fn force_disconnect(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        agent: &AgentId,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |work| {
            match work.store.session(agent)?.filter(|session| session.ended_at.is_none()) {
                Some(session) => auth::force_off(work, &session, "supervisor"),
                None => Ok(()),
            }
        })
    }
}
