//! Who may enter the broker, what they may read, and the facts of their links (design: wire "Broker", "Session").
//!
//! The transport keeps sockets and frames in flight; it tells the centre when a link comes, beats and goes. An agent
//! reads only its own queue.

use crate::board;
use crate::centre::{Centre, Transaction};
use crate::context::{Context, sha256_hex};
use crate::router;
use crate::store::{SessionRow, Store, StoreError, StoreResult};
use core_wasm::wire::{AgentId, Wall};

/// Who a broker link belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerPrincipal {
    pub agent_id: AgentId,
    pub session_id: String,
    /// Of the credential that the link was entered with.
    pub number: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokerRefusal {
    /// Unknown login or wrong passcode.
    Unknown,
    Expired,
    /// The session was ended or taken over.
    Ended,
    Store(StoreError),
}

impl From<StoreError> for BrokerRefusal {
    fn from(error: StoreError) -> Self {
        BrokerRefusal::Store(error)
    }
}

/// The destinations of the agents' queues, as the embedded broker spells them.
pub const QUEUE_PREFIX: &str = "/queue/agent.";

/// The agent's queue on the embedded broker.
pub fn destination(agent: &AgentId) -> String {
    format!("{QUEUE_PREFIX}{agent}")
}

impl Centre {
    /// Reads only; needs no transaction.
    pub fn broker_login(
        &self,
        store: &dyn Store,
        now: Wall,
        login: &str,
        passcode: &str,
    ) -> Result<BrokerPrincipal, BrokerRefusal> {
        let row = store.broker_credential(login)?.ok_or(BrokerRefusal::Unknown)?;
        // Hashes are compared, so the time of the comparison tells nothing about the passcode.
        if row.passcode_hash != sha256_hex(passcode) {
            return Err(BrokerRefusal::Unknown);
        }
        if row.expires_at <= now {
            return Err(BrokerRefusal::Expired);
        }
        let session = store.session(&row.agent_id)?;
        if !session.is_some_and(|session| session.session_id == row.session_id && session.ended_at.is_none()) {
            return Err(BrokerRefusal::Ended);
        }
        Ok(BrokerPrincipal { agent_id: row.agent_id, session_id: row.session_id, number: row.number })
    }

    /// The agent whose queue this is.
    pub fn agent_of_destination(&self, destination: &str) -> Option<AgentId> {
        agent_of(&self.config.queue_prefix, destination)
    }

    pub fn may_subscribe(&self, principal: &BrokerPrincipal, destination: &str) -> bool {
        self.agent_of_destination(destination).as_ref() == Some(&principal.agent_id)
    }

    /// Whose link this login is, for a broker that asks about links that stand: their credentials need not be fresh.
    pub fn broker_principal(&self, store: &dyn Store, login: &str) -> StoreResult<Option<BrokerPrincipal>> {
        let Some(row) = store.broker_credential(login)? else { return Ok(None) };
        let session = store.session(&row.agent_id)?;
        let holds = session.is_some_and(|session| session.session_id == row.session_id && session.ended_at.is_none());
        Ok(holds.then_some(BrokerPrincipal { agent_id: row.agent_id, session_id: row.session_id, number: row.number }))
    }

    /// The link was accepted. A customer who waits may be served now.
    pub fn link_up(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        principal: &BrokerPrincipal,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            if set_link(tx, principal, true)? {
                router::assign_waiting(tx)?;
            }
            Ok(())
        })
    }

    /// A sign of life. Once every few seconds and link is enough.
    pub fn link_heartbeat(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        principal: &BrokerPrincipal,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let was_alive = link_is_alive(tx, &principal.agent_id)?;
            if set_link(tx, principal, true)? && !was_alive {
                router::assign_waiting(tx)?;
            }
            Ok(())
        })
    }

    /// The same where only the agent is known: the present session beats.
    pub fn agent_heartbeat(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        agent: &AgentId,
    ) -> StoreResult<()> {
        match current_principal(store, agent)? {
            Some(principal) => self.link_heartbeat(store, context, &principal),
            None => Ok(()),
        }
    }

    /// Nobody has answered for this agent for a while. The last beat stays what it was.
    pub fn agent_silent(&self, store: &mut dyn Store, context: &mut Context<'_>, agent: &AgentId) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let Some(session) = tx.store.session(agent)?.filter(|session| session.linked) else { return Ok(()) };
            tx.store.put_session(&SessionRow { linked: false, ..session })?;
            board::publish(tx, agent)
        })
    }

    /// The last link of this session closed. Its last beat stays: the agent has time to come back.
    pub fn link_down(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        principal: &BrokerPrincipal,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| set_link(tx, principal, false).map(|_| ()))
    }
}

fn current_principal(store: &dyn Store, agent: &AgentId) -> StoreResult<Option<BrokerPrincipal>> {
    let session = store.session(agent)?.filter(|session| session.ended_at.is_none());
    Ok(session.map(|session| BrokerPrincipal { agent_id: session.agent_id, session_id: session.session_id, number: 0 }))
}

pub(crate) fn agent_of(queue_prefix: &str, destination: &str) -> Option<AgentId> {
    destination.strip_prefix(queue_prefix).filter(|id| !id.is_empty()).map(AgentId::from)
}

/// False for a link of a session that is not the agent's any more: such a link changes nothing.
fn set_link(tx: &mut Transaction<'_, '_>, principal: &BrokerPrincipal, linked: bool) -> StoreResult<bool> {
    let Some(session) = tx.store.session(&principal.agent_id)? else {
        return Ok(false);
    };
    if session.session_id != principal.session_id || session.ended_at.is_some() {
        return Ok(false);
    }
    let changed = session.linked != linked;
    tx.store.put_session(&SessionRow { linked, last_beat: Some(tx.now()), ..session })?;
    if changed {
        board::publish(tx, &principal.agent_id)?;
    }
    Ok(true)
}

/// New attendances go only where somebody listens.
pub(crate) fn link_is_alive(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    Ok(tx.store.session(agent)?.is_some_and(|session| {
        session.ended_at.is_none()
            && session.linked
            && session.last_beat.is_some_and(|beat| tx.now().since_ms(beat) <= tx.config.link_alive_ms)
    }))
}

/// When the agent was last heard of: the latest of the link's beat, the session's start and its end.
pub(crate) fn last_seen(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<Wall>> {
    Ok(tx
        .store
        .session(agent)?
        .and_then(|session| session.last_beat.max(session.ended_at).max(Some(session.started_at))))
}

#[cfg(test)]
mod tests;
