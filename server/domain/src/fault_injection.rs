//! Changes to sessions for the faults panel and tests (`--faults`).

use crate::auth;
use crate::centre::Centre;
use crate::context::Context;
use crate::retention;
use crate::store::{KeptFor, Store, StoreResult, TokenRow};
use serde_json::{Map, Value};
use wire::AgentId;

impl Centre {
    /// Expires the tokens of the agent's session now; requests are refused with cause `expired`.
    pub fn expire_tokens(&self, store: &mut dyn Store, context: &mut Context<'_>, agent: &AgentId) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let Some(session) = tx.store.session(agent)? else { return Ok(()) };
            for row in tx.store.tokens_of_session(&session.session_id)? {
                tx.store.put_token(&TokenRow { expires_at: tx.now(), ..row })?;
            }
            retention::keep(tx, KeptFor::Credentials, tx.now())
        })
    }

    /// Like a supervisor's password reset: the agent must set a new password. Returns the token for it; `None` for an
    /// unknown agent.
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

    /// Appends an event of any name and body to the agent's queue, numbered like every other event.
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

    /// Ends the agent's session as a supervisor would; without an open session nothing happens.
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
