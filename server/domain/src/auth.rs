//! Sign-in, tokens and the session check (spec session §7, design: wire "Token", "Session").
//!
//! A session belongs to one agent; a new sign-in takes over when the other session's broker link is silent. Tokens are
//! opaque and random; only their SHA-256 is kept. Several tokens of one session are valid until their own expiry and are
//! revoked together. Passwords and tokens are never written to an answer's body, an error or a log.

use crate::broker::destination;
use crate::centre::Work;
use crate::channels;
use crate::context::{EndedSession, sha256_hex};
use crate::events::farewell;
use crate::http::{Failure, json};
use crate::routes::{Answer, Call, SignedIn};
use crate::store::{AgentRow, BrokerCredentialRow, SessionRow, StoreResult, TokenRow};
use core_wasm::wire::{
    AgentId, BrokerCredentials, BrokerEvent, ForcedDisconnectEvent, LoginReply, LoginRequest, OrgUnitId, Success,
    ValidateReply, ValidateRequest, Wall,
};

/// Who calls, as the token proves it.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
    pub agent_name: String,
    session_id: String,
    token_issued_at: Wall,
}

/// `POST /auth/login`.
pub(crate) fn login(work: &mut Work<'_, '_>, call: &Call) -> SignedIn {
    let request: LoginRequest = call.body()?;
    let agent = verified_agent(work, &request)?;
    if let Some(other) = work.store.session(&agent.id)? {
        if is_beating(work, &other) {
            return Err(already_connected());
        }
        if other.ended_at.is_none() {
            let event = BrokerEvent::ForcedDisconnect(ForcedDisconnectEvent { agent_id: agent.id.clone() });
            let text = farewell(work.context.random_hex(16), work.now(), &event)?;
            end_session(work, &other, Some(text))?;
        }
    }
    let session = SessionRow {
        agent_id: agent.id.clone(),
        session_id: work.context.random_hex(16),
        started_at: work.now(),
        ended_at: None,
        linked: false,
        last_beat: None,
    };
    work.store.put_session(&session)?;
    // The new session reads its state over REST; what the former one did not acknowledge is in there.
    work.store.clear_frames(&agent.id)?;
    channels::forget_session_times(work, &agent.id)?;
    let token = issue_token(work, &session.agent_id, &session.session_id)?;
    let body = json(&LoginReply {
        agent_id: agent.id,
        org_unit_id: agent.record.org_unit_id,
        login_identifier: agent.record.login_identifier,
        agent_name: agent.record.agent_name,
        role: agent.record.role,
    })?;
    Ok((body, token))
}

/// An unknown login costs as much as a wrong password, so that the time tells nothing.
fn verified_agent(work: &mut Work<'_, '_>, request: &LoginRequest) -> Result<AgentRow, Failure> {
    let password = request.password.expose();
    match work.store.agent_by_login(&request.login.trim().to_lowercase())? {
        Some(agent) if work.context.hasher.verify(password, &agent.password_hash) => Ok(agent),
        Some(_) => Err(Failure::invalid_credentials()),
        None => {
            let salt = work.context.salt();
            let _ = work.context.hasher.hash(password, salt);
            Err(Failure::invalid_credentials())
        }
    }
}

fn already_connected() -> Failure {
    Failure::reason("ALREADY_CONNECTED", Default::default())
}

fn is_beating(work: &Work<'_, '_>, session: &SessionRow) -> bool {
    session.ended_at.is_none()
        && session.last_beat.is_some_and(|beat| work.now().since_ms(beat) <= work.config.link_alive_ms)
}

/// Revokes tokens and broker credentials together, disconnects the channels and lets the transport close the links.
/// Open attendances stay with the agent until the link has been gone long enough (`tick`).
fn end_session(work: &mut Work<'_, '_>, session: &SessionRow, farewell: Option<String>) -> StoreResult<()> {
    work.store.put_session(&SessionRow { ended_at: Some(work.now()), linked: false, ..session.clone() })?;
    work.store.delete_tokens_of_session(&session.session_id)?;
    work.store.delete_broker_credentials_of_session(&session.session_id)?;
    channels::disconnect_all(work, &session.agent_id)?;
    work.store.clear_frames(&session.agent_id)?;
    work.context.delivery.ended_sessions.push(EndedSession {
        agent_id: session.agent_id.clone(),
        session_id: session.session_id.clone(),
        farewell,
    });
    Ok(())
}

/// `POST /auth/logoff`.
pub(crate) fn logoff(work: &mut Work<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    if let Some(session) = work.store.session(&caller.agent_id)? {
        end_session(work, &session, None)?;
    }
    json(&Success { success: true })
}

/// An agent has at most so many broker credentials: each check replaces the one of sixteen checks ago, long expired.
const CREDENTIAL_SLOTS: u64 = 16;

/// `POST /auth/validate`: the session check. Each gives a broker credential of its own, short-lived.
pub(crate) fn validate(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: ValidateRequest = call.body()?;
    caller.must_be(&request.agent_id)?;
    caller.must_belong_to(&request.org_unit_id)?;
    let passcode = work.context.random_hex(32);
    let number = work.store.next_number(&format!("broker-credential/{}", caller.agent_id))?;
    let row = BrokerCredentialRow {
        login: format!("agent-{}-{}", caller.agent_id, number % CREDENTIAL_SLOTS),
        passcode_hash: sha256_hex(&passcode),
        agent_id: caller.agent_id.clone(),
        session_id: caller.session_id.clone(),
        expires_at: work.now().plus_ms(work.config.broker_credential_ms),
    };
    work.store.put_broker_credential(&row)?;
    json(&ValidateReply {
        success: true,
        broker: Some(BrokerCredentials {
            login: row.login,
            passcode,
            expires_at: Some(row.expires_at),
            destination: destination(&caller.agent_id),
        }),
    })
}

/// Reads the `authorization` header. A missing, unknown or revoked token is `invalidToken`, an old one `expired`.
pub(crate) fn authenticate(work: &Work<'_, '_>, header: Option<&str>) -> Result<Caller, Failure> {
    let token = bearer(header).ok_or_else(Failure::token_invalid)?;
    let row = work.store.token(&sha256_hex(token))?.ok_or_else(Failure::token_invalid)?;
    let session = work.store.session(&row.agent_id)?;
    if !session.is_some_and(|session| session.session_id == row.session_id && session.ended_at.is_none()) {
        return Err(Failure::token_invalid());
    }
    if row.expires_at <= work.now() {
        return Err(Failure::token_expired());
    }
    let agent = work.store.agent(&row.agent_id)?.ok_or_else(Failure::token_invalid)?;
    Ok(Caller {
        agent_id: agent.id,
        org_unit_id: agent.record.org_unit_id,
        agent_name: agent.record.agent_name,
        session_id: row.session_id,
        token_issued_at: row.issued_at,
    })
}

/// A new token once the caller's is past half its life; the old one stays valid until its own expiry.
pub(crate) fn renew(work: &mut Work<'_, '_>, caller: &Caller) -> Result<Option<String>, Failure> {
    let open = work
        .store
        .session(&caller.agent_id)?
        .is_some_and(|session| session.session_id == caller.session_id && session.ended_at.is_none());
    let age = work.now().since_ms(caller.token_issued_at);
    if !open || age < work.config.token_ms / 2 {
        return Ok(None);
    }
    Ok(Some(issue_token(work, &caller.agent_id, &caller.session_id)?))
}

/// 256 random bits; the answer is the whole header value, in the form in which the next request repeats it.
fn issue_token(work: &mut Work<'_, '_>, agent: &AgentId, session_id: &str) -> StoreResult<String> {
    let token = work.context.random_hex(32);
    work.store.put_token(&TokenRow {
        hash: sha256_hex(&token),
        agent_id: agent.clone(),
        session_id: session_id.to_owned(),
        issued_at: work.now(),
        expires_at: work.now().plus_ms(work.config.token_ms),
    })?;
    Ok(format!("Bearer {token}"))
}

/// The token of `Bearer …`; the scheme's case is not significant and may be missing.
pub(crate) fn bearer(header: Option<&str>) -> Option<&str> {
    let header = header?.trim();
    let token = match header.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        Some(_) => return None,
        None => header,
    };
    (!token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests;
