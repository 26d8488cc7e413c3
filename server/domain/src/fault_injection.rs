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
        self.transact_store(store, context, |tx| {
            let Some(session) = tx.store.session(agent)? else { return Ok(()) };
            for row in tx.store.tokens_of_session(&session.session_id)? {
                tx.store.put_token(&TokenRow { expires_at: tx.now(), ..row })?;
            }
            Ok(())
        })
    }

    /// As by a supervisor: the agent has to choose a new password, for which the answer is the token. Nobody: no such agent.
    pub fn reset_password(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        agent: &AgentId,
    ) -> StoreResult<Option<String>> {
        self.transact_store(store, context, |tx| match tx.store.agent(agent)? {
            Some(agent) => auth::password::require_new_password(tx, agent).map(Some),
            None => Ok(None),
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
        self.transact_store(store, context, |tx| tx.publish_raw(agent, name, body))
    }

    /// The agent's session is ended as a supervisor would end it.
    pub fn force_disconnect(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        agent: &AgentId,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            match tx.store.session(agent)?.filter(|session| session.ended_at.is_none()) {
                Some(session) => auth::force_end_session(tx, &session, "supervisor"),
                None => Ok(()),
            }
        })
    }
}
