//! Authentication of broker links, their permission to subscribe, and their state (design: wire "Broker", "Session").
//!
//! The transport keeps sockets, heartbeats and frames in flight; it reports when a link opens, stops responding and
//! closes. An agent reads only its own queue.

use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::digest::sha256_hex;
use crate::store::{SessionRow, Store, StoreError, StoreResult};
use wire::{AgentId, Wall};

/// The authenticated owner of a broker link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerPrincipal {
    /// The agent.
    pub agent_id: AgentId,
    /// The session that the credential belongs to.
    pub session_id: String,
    /// Sequence number of the credential.
    pub number: u64,
}

/// Why a broker login is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokerRefusal {
    /// Unknown login or wrong passcode.
    Unknown,
    /// The credential has expired.
    Expired,
    /// The session has ended.
    Ended,
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for BrokerRefusal {
    fn from(error: StoreError) -> Self {
        BrokerRefusal::Store(error)
    }
}

/// Names the broker destinations of the agents' queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueNames {
    /// The part of the destination before the agent's id.
    pub prefix: &'static str,
    /// A queue for each session: so a client of an ended session that ignores every notice receives nothing of a later
    /// session. Needed where the server cannot close the client's link itself.
    pub per_session: bool,
}

impl QueueNames {
    /// The destinations of the embedded broker.
    pub const EMBEDDED: Self = Self { prefix: "/queue/agent.", per_session: false };

    /// The destination that the agent subscribes to in this session.
    pub fn destination(&self, agent: &AgentId, session_id: &str) -> String {
        let Self { prefix, per_session } = self;
        if *per_session { format!("{prefix}{agent}.{}", session_name(session_id)) } else { format!("{prefix}{agent}") }
    }

    /// Whether it is the destination of some agent.
    pub fn is_destination(&self, destination: &str) -> bool {
        destination.strip_prefix(self.prefix).is_some_and(|rest| !rest.is_empty())
    }
}

/// Number of characters of a session's id in names.
const SESSION_NAME_CHARS: usize = 12;

/// The first characters of a session's id: broker logins and queue names contain them. Operators do not see the whole id.
pub fn session_name(session_id: &str) -> &str {
    session_id.get(..SESSION_NAME_CHARS).unwrap_or(session_id)
}

impl Centre {
    /// Authenticates a broker link. Only reads, so it needs no transaction.
    ///
    /// Errors: see `BrokerRefusal`.
    pub fn broker_login(
        &self,
        store: &dyn Store,
        now: Wall,
        login: &str,
        passcode: &str,
    ) -> Result<BrokerPrincipal, BrokerRefusal> {
        let row = store.broker_credential(login)?.ok_or(BrokerRefusal::Unknown)?;
        // Comparing hashes: the duration reveals nothing about the passcode.
        if row.passcode_hash != sha256_hex(passcode) {
            return Err(BrokerRefusal::Unknown);
        }
        if row.expires_at <= now {
            return Err(BrokerRefusal::Expired);
        }
        let principal = BrokerPrincipal { agent_id: row.agent_id, session_id: row.session_id, number: row.number };
        if self.session_is_open(store, &principal)? { Ok(principal) } else { Err(BrokerRefusal::Ended) }
    }

    /// Whether the session of the principal is still open; otherwise its link must be closed.
    pub fn session_is_open(&self, store: &dyn Store, principal: &BrokerPrincipal) -> StoreResult<bool> {
        let session = store.session(&principal.agent_id)?;
        Ok(session.is_some_and(|session| session.session_id == principal.session_id && session.ended_at.is_none()))
    }

    /// Whether the principal may subscribe to the destination: only to its own queue.
    pub fn may_subscribe(&self, principal: &BrokerPrincipal, destination: &str) -> bool {
        self.config.queues.destination(&principal.agent_id, &principal.session_id) == destination
    }

    /// The owner of a login, for an external broker that checks the permissions of open links; an expired credential is
    /// accepted.
    pub fn broker_principal(&self, store: &dyn Store, login: &str) -> StoreResult<Option<BrokerPrincipal>> {
        let Some(row) = store.broker_credential(login)? else { return Ok(None) };
        let principal = BrokerPrincipal { agent_id: row.agent_id, session_id: row.session_id, number: row.number };
        Ok(self.session_is_open(store, &principal)?.then_some(principal))
    }

    /// Reports that a link was accepted, or that a link responds again; waiting customers may be assigned.
    pub fn link_up(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        principal: &BrokerPrincipal,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let was_alive = link_is_alive(tx, &principal.agent_id)?;
            let now = tx.now();
            if set_link(tx, principal, true, now)? && !was_alive {
                tx.store.restore_candidates(&principal.agent_id)?;
                tx.agent_is_free(&principal.agent_id)?;
            }
            Ok(())
        })
    }

    /// Reports that the agent's link responds again when only the agent is known: the report counts for the open
    /// session.
    pub fn agent_responds(&self, store: &mut dyn Store, context: &mut Context<'_>, agent: &AgentId) -> StoreResult<()> {
        match current_principal(store, agent)? {
            Some(principal) => self.link_up(store, context, &principal),
            None => Ok(()),
        }
    }

    /// Reports that no link of the session has responded for `silent_ms`. Customers are not assigned to the agent until one does.
    pub fn link_silent(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        principal: &BrokerPrincipal,
        silent_ms: i64,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let heard_at = tx.now().plus_ms(-silent_ms);
            set_link(tx, principal, false, heard_at).map(|_| ())
        })
    }

    /// Like `link_silent`, when only the agent is known.
    pub fn agent_silent(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        agent: &AgentId,
        silent_ms: i64,
    ) -> StoreResult<()> {
        match current_principal(store, agent)? {
            Some(principal) => self.link_silent(store, context, &principal, silent_ms),
            None => Ok(()),
        }
    }

    /// Reports that the session's last link closed. The time counts as its last heartbeat, so the agent has
    /// `link_gone_ms` to reconnect.
    pub fn link_down(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        principal: &BrokerPrincipal,
    ) -> StoreResult<()> {
        self.link_silent(store, context, principal, 0)
    }
}

fn current_principal(store: &dyn Store, agent: &AgentId) -> StoreResult<Option<BrokerPrincipal>> {
    let session = store.session(agent)?.filter(|session| session.ended_at.is_none());
    Ok(session.map(|session| BrokerPrincipal { agent_id: session.agent_id, session_id: session.session_id, number: 0 }))
}

/// The session with its org unit, which rows of older servers do not have.
pub(crate) fn with_org_unit(tx: &Transaction<'_, '_>, session: SessionRow) -> StoreResult<SessionRow> {
    if !session.org_unit_id.is_empty() {
        return Ok(session);
    }
    let agent = tx.store.agent(&session.agent_id)?;
    Ok(SessionRow { org_unit_id: agent.map(|agent| agent.record.org_unit_id).unwrap_or_default(), ..session })
}

/// Stores the link state and the time of the agent's last heartbeat. Returns `false`, without a change, for a link of
/// an earlier session.
fn set_link(
    tx: &mut Transaction<'_, '_>,
    principal: &BrokerPrincipal,
    linked: bool,
    heard_at: Wall,
) -> StoreResult<bool> {
    let Some(session) = tx.store.session(&principal.agent_id)? else {
        return Ok(false);
    };
    if session.session_id != principal.session_id || session.ended_at.is_some() {
        return Ok(false);
    }
    let changed = session.linked != linked;
    let last_beat = session.last_beat.max(Some(heard_at));
    let session = with_org_unit(tx, session)?;
    tx.store.put_session(&SessionRow { linked, last_beat, ..session })?;
    (tx.areas.presence.link_changed)(tx, &principal.agent_id)?;
    if changed && !linked {
        // `link_up` assigns attendances again.
        tx.store.delete_candidates(&principal.agent_id)?;
    }
    if changed {
        tx.board_changed(&principal.agent_id)?;
    }
    Ok(true)
}

/// Whether the agent has a link that responds; only then it gets new attendances. The transport counts heartbeats in
/// memory and reports each change.
pub(crate) fn link_is_alive(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    Ok(tx.store.session(agent)?.is_some_and(|session| session.ended_at.is_none() && session.linked))
}

/// The latest of the session's start, last heartbeat and end.
pub(crate) fn last_seen(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<Wall>> {
    Ok(tx
        .store
        .session(agent)?
        .and_then(|session| session.last_beat.max(session.ended_at).max(Some(session.started_at))))
}

#[cfg(test)]
mod tests;
