//! Tokens: issue, authentication by the `authorization` header, renewal. Only their SHA-256 is stored.

use super::own::Own;
use crate::centre::{Centre, Transaction};
use crate::config::CentreConfig;
use crate::digest::sha256_hex;
use crate::http::Failure;
use crate::retention;
use crate::store::{AgentRow, KeptFor, Store, StoreResult, TokenPurpose, TokenRow};
use wire::{AgentId, AgentRole, OrgUnitId, Protocol, Wall};

/// The authenticated caller of a request.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The agent of the token: the only agent for whom a handler of an `Own` route can act.
    pub agent_id: Own<AgentId>,
    pub org_unit_id: OrgUnitId,
    pub agent_name: String,
    pub role: AgentRole,
    pub(super) purpose: TokenPurpose,
    /// The session of the token.
    pub session_id: String,
    token_issued_at: Wall,
    token_hash: String,
}

impl Caller {
    /// Refuses an id in a path, query or body that is not the caller's own (SEC-003).
    pub fn must_be(&self, agent: &AgentId) -> Result<(), Failure> {
        if &*self.agent_id == agent { Ok(()) } else { Err(Failure::forbidden()) }
    }

    /// Refuses a caller who is no supervisor.
    pub(super) fn must_supervise(&self) -> Result<(), Failure> {
        if self.role == AgentRole::Supervisor { Ok(()) } else { Err(Failure::forbidden()) }
    }

    /// The agent, if it belongs to the supervisor's org unit. Other agents, supervisors and unknown ids get the same
    /// refusal.
    pub(super) fn supervised(&self, tx: &Transaction<'_, '_>, agent: &AgentId) -> Result<AgentRow, Failure> {
        self.must_supervise()?;
        let row = tx.store.agent(agent)?;
        row.filter(|row| row.record.role == AgentRole::Agent && row.record.org_unit_id == self.org_unit_id)
            .ok_or_else(Failure::forbidden)
    }

    /// Refuses an org unit that is not the caller's own.
    pub fn must_belong_to(&self, org_unit: &OrgUnitId) -> Result<(), Failure> {
        if &self.org_unit_id == org_unit { Ok(()) } else { Err(Failure::forbidden()) }
    }
}

/// Authenticates by the `authorization` header. A missing, unknown or revoked token is `invalidToken`, an expired one
/// `expired`.
pub(crate) fn authenticate(tx: &Transaction<'_, '_>, header: Option<&str>) -> Result<Caller, Failure> {
    let row = presented(tx, header)?;
    if row.purpose != TokenPurpose::Session {
        return Err(Failure::token_invalid());
    }
    let session = tx.store.session(&row.agent_id)?;
    let session = session.filter(|session| session.session_id == row.session_id);
    let session = session.ok_or_else(Failure::token_invalid)?;
    // The answer to a token of a session that ended by its age, see `session_is_due`.
    if tx.now().since_ms(session.started_at) >= tx.config.session_ms {
        return Err(Failure::token_expired());
    }
    if session.ended_at.is_some() {
        return Err(if session.ended_idle { Failure::session_idle() } else { Failure::token_invalid() });
    }
    caller_of(tx, row)
}

/// Like `authenticate`; also accepts a temporary password token.
pub(crate) fn authenticate_for_password(tx: &Transaction<'_, '_>, header: Option<&str>) -> Result<Caller, Failure> {
    let row = presented(tx, header)?;
    match row.purpose {
        TokenPurpose::Session => authenticate(tx, header),
        TokenPurpose::Password => caller_of(tx, row),
        TokenPurpose::Challenge | TokenPurpose::Enrolment => Err(Failure::token_invalid()),
    }
}

/// Like `authenticate`; also accepts the token of a sign-in that waits for the set-up of a second factor.
pub(crate) fn authenticate_for_enrolment(tx: &Transaction<'_, '_>, header: Option<&str>) -> Result<Caller, Failure> {
    let row = presented(tx, header)?;
    match row.purpose {
        TokenPurpose::Session => authenticate(tx, header),
        TokenPurpose::Enrolment => caller_of(tx, row),
        TokenPurpose::Password | TokenPurpose::Challenge => Err(Failure::token_invalid()),
    }
}

/// The agent of a token in a body; `None` if it is unknown, expired or for another purpose.
pub(super) fn holder(tx: &Transaction<'_, '_>, token: &str, purpose: TokenPurpose) -> StoreResult<Option<AgentRow>> {
    let row = tx.store.token(&sha256_hex(token))?;
    let row = row.filter(|row| row.purpose == purpose && row.expires_at > tx.now());
    row.map_or(Ok(None), |row| tx.store.agent(&row.agent_id))
}

fn presented(tx: &Transaction<'_, '_>, header: Option<&str>) -> Result<TokenRow, Failure> {
    let token = bearer(header).ok_or_else(Failure::token_invalid)?;
    tx.store.token(&sha256_hex(token))?.ok_or_else(Failure::token_invalid)
}

fn caller_of(tx: &Transaction<'_, '_>, row: TokenRow) -> Result<Caller, Failure> {
    if row.expires_at <= tx.now() {
        return Err(Failure::token_expired());
    }
    let agent = tx.store.agent(&row.agent_id)?.ok_or_else(Failure::token_invalid)?;
    Ok(Caller {
        agent_id: Own::proven(agent.id),
        org_unit_id: agent.record.org_unit_id,
        agent_name: agent.record.agent_name,
        role: agent.record.role,
        purpose: row.purpose,
        session_id: row.session_id,
        token_issued_at: row.issued_at,
        token_hash: row.hash,
    })
}

/// The agent as the principal of work that continues after the request was answered; `None` for an unknown agent.
pub(crate) fn without_token(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<Caller>> {
    let agent = tx.store.agent(agent)?;
    Ok(agent.map(|agent| Caller {
        agent_id: Own::proven(agent.id),
        org_unit_id: agent.record.org_unit_id,
        agent_name: agent.record.agent_name,
        role: agent.record.role,
        purpose: TokenPurpose::Session,
        session_id: String::new(),
        token_issued_at: tx.now(),
        token_hash: String::new(),
    }))
}

/// A new token once the caller's is older than half its lifetime; the old one stays valid until its expiry.
pub(crate) fn renew(tx: &mut Transaction<'_, '_>, caller: &Caller) -> Result<Option<String>, Failure> {
    let open = tx
        .store
        .session(&caller.agent_id)?
        .is_some_and(|session| session.session_id == caller.session_id && session.ended_at.is_none());
    let age = tx.now().since_ms(caller.token_issued_at);
    if !open || age < tx.config.token_ms / 2 {
        return Ok(None);
    }
    Ok(Some(issue(tx, &caller.agent_id, &caller.session_id)?))
}

/// Issues a token of 256 random bits; returns the value of the `authorization` header.
pub(super) fn issue(tx: &mut Transaction<'_, '_>, agent: &AgentId, session_id: &str) -> StoreResult<String> {
    let life_ms = tx.config.token_ms;
    let token = store_token(tx, agent, session_id, TokenPurpose::Session, life_ms)?;
    Ok(format!("Bearer {token}"))
}

/// Issues a token for one step. An earlier one is revoked, but for the code of a sign-in: otherwise a person who knows the password could
/// stop its owner from signing in.
pub(super) fn issue_temporary(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    purpose: TokenPurpose,
) -> StoreResult<String> {
    if purpose != TokenPurpose::Challenge {
        void_temporary(tx, agent, purpose)?;
    }
    let life_ms = temporary_ms(tx.config, purpose);
    store_token(tx, agent, &temporary_session(agent, purpose), purpose, life_ms)
}

/// Lifetime of a token for one step.
pub(super) fn temporary_ms(config: &CentreConfig, purpose: TokenPurpose) -> i64 {
    match purpose {
        TokenPurpose::Challenge => config.challenge_ms,
        TokenPurpose::Password | TokenPurpose::Enrolment => config.password_token_ms,
        TokenPurpose::Session => config.token_ms,
    }
}

/// Revokes every token of the caller's session but the caller's own.
pub(super) fn revoke_others(tx: &mut Transaction<'_, '_>, caller: &Caller) -> StoreResult<()> {
    let own = tx.store.token(&caller.token_hash)?;
    tx.store.delete_tokens_of_session(&caller.session_id)?;
    own.map_or(Ok(()), |row| tx.store.put_token(&row))
}

pub(super) fn void_temporary(tx: &mut Transaction<'_, '_>, agent: &AgentId, purpose: TokenPurpose) -> StoreResult<()> {
    tx.store.delete_tokens_of_session(&temporary_session(agent, purpose))
}

/// Names that no session has.
fn temporary_session(agent: &AgentId, purpose: TokenPurpose) -> String {
    let name = match purpose {
        TokenPurpose::Session | TokenPurpose::Password => "password",
        TokenPurpose::Challenge => "challenge",
        TokenPurpose::Enrolment => "enrolment",
    };
    format!("{name}/{agent}")
}

fn store_token(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    session_id: &str,
    purpose: TokenPurpose,
    life_ms: i64,
) -> StoreResult<String> {
    let token = tx.context.random_hex(32);
    tx.store.put_token(&TokenRow {
        hash: sha256_hex(&token),
        agent_id: agent.clone(),
        session_id: session_id.to_owned(),
        purpose,
        issued_at: tx.now(),
        expires_at: tx.now().plus_ms(life_ms),
    })?;
    retention::keep(tx, KeptFor::Credentials, tx.now().plus_ms(life_ms))?;
    Ok(token)
}

/// The token of `Bearer …`; the scheme is case-insensitive and optional.
pub(crate) fn bearer(header: Option<&str>) -> Option<&str> {
    let header = header?.trim();
    let token = match header.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        Some(_) => return None,
        None => header,
    };
    (!token.is_empty()).then_some(token)
}

impl Centre {
    /// Whether the credential of a request is known: a token, or the secret of the chat in the path. Used before the body is
    /// read; the request itself is verified further later. `path` is the whole path of the request.
    ///
    /// # Errors
    /// The store failed.
    pub fn knows_caller(store: &dyn Store, path: &str, authorization: &str) -> StoreResult<bool> {
        let Some(credential) = bearer(Some(authorization)) else { return Ok(false) };
        let hash = sha256_hex(credential);
        match path.strip_prefix("/outside/api/chats/").and_then(|rest| rest.split('/').next()) {
            Some(protocol) => {
                let chat = store.web_chat(&Protocol::from(protocol.to_owned()))?;
                Ok(chat.is_some_and(|chat| chat.secret_hash == hash))
            }
            None => Ok(store.token(&hash)?.is_some()),
        }
    }
}
