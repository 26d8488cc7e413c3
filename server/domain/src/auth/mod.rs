//! Sign-in, tokens and the session check (spec session §7, design: wire "Token", "Session").
//!
//! A session belongs to one agent; a new sign-in takes over if the other session has no recent heartbeat. Tokens are
//! opaque and random; only their SHA-256 is stored. Tokens of a session are valid until their own expiry and are
//! revoked together. Passwords and tokens are never logged. `tokens` authenticates, `throttle` limits failed sign-ins,
//! `password` sets new passwords, `second_factor` asks for a code after the password, `idle` ends sessions.

mod idle;
mod own;
pub(crate) mod password;
pub(crate) mod second_factor;
mod supervised;
pub(crate) mod throttle;
mod tokens;

pub(crate) use idle::{note_act, session_is_due, set_session_end};
pub(crate) use own::{NamesAgent, OwnCall, check_agent_of_query};
pub(crate) use supervised::{AgentCall, SupervisorCall};
pub(crate) use tokens::{
    Caller, authenticate, authenticate_for_enrolment, authenticate_for_password, bearer, renew, without_token,
};

use crate::broker::session_name;
use crate::call::{Answer, Call, SignedIn};
use crate::centre::Transaction;
use crate::context::EndedSession;
use crate::digest::sha256_hex;
use crate::due::Due;
use crate::effects::EffectKind;
use crate::events::unqueued_event;
use crate::http::{Failure, json};
use crate::password_hashing::{PasswordOutcome, PasswordTask};
use crate::retention;
use crate::security::{self, SecurityAction};
use crate::store::{AgentRow, BrokerCredentialRow, KeptFor, SessionRow, StoreResult};
use second_factor::NextStep;
use wire::{
    AgentId, BrokerCredentials, ForcedDisconnectEvent, LoginReply, LoginRequest, Success, ValidateReply,
    ValidateRequest, events,
};

/// `POST /auth/login`.
pub(crate) fn login(tx: &mut Transaction<'_, '_>, call: &Call) -> SignedIn {
    let request: LoginRequest = call.body()?;
    let agent = verified_agent(tx, &request)?;
    let next_step = second_factor::next_step(tx, &agent)?;
    match next_step {
        NextStep::Code => throttle::take_back(tx, &agent.login)?,
        NextStep::Session | NextStep::SetUp => throttle::release(tx, &agent.login)?,
    }
    if agent.must_change_password {
        return Err(password::change_required(tx, &agent.id)?);
    }
    match next_step {
        NextStep::Code => Err(second_factor::code_required(tx, &agent.id)?),
        NextStep::SetUp => Err(second_factor::set_up_required(tx, &agent.id)?),
        NextStep::Session => {
            let (signed_in, token) = begin_session(tx, agent)?;
            Ok((json(&signed_in)?, token))
        }
    }
}

/// Begins the session of an agent whose password and code were correct; returns its first token. Refused while another session has a
/// link that responds.
fn begin_session(tx: &mut Transaction<'_, '_>, agent: AgentRow) -> Result<(LoginReply, String), Failure> {
    if let Some(other) = tx.store.session(&agent.id)? {
        if has_recent_heartbeat(tx, &other) {
            return Err(already_connected(&other));
        }
        if other.ended_at.is_none() {
            force_end_session(tx, &other, "takenOver")?;
        }
    }
    let session = SessionRow {
        agent_id: agent.id.clone(),
        org_unit_id: agent.record.org_unit_id.clone(),
        session_id: tx.context.random_hex(16),
        started_at: tx.now(),
        ended_at: None,
        linked: false,
        last_beat: None,
        acted_at: None,
        ended_idle: false,
    };
    tx.store.put_session(&session)?;
    set_session_end(tx, &session)?;
    // The new session loads its state over REST; that state includes every unacknowledged event.
    tx.clear_queue(&agent.id)?;
    (tx.areas.presence.session_began)(tx, &agent.id)?;
    tx.board_changed(&agent.id)?;
    security::note(tx, SecurityAction::SignedIn, &session.agent_id, "");
    let token = tokens::issue(tx, &session.agent_id, &session.session_id)?;
    Ok((signed_in(agent), token))
}

fn signed_in(agent: AgentRow) -> LoginReply {
    LoginReply {
        agent_id: agent.id,
        org_unit_id: agent.record.org_unit_id,
        login_identifier: agent.record.login_identifier,
        agent_name: agent.record.agent_name,
        role: agent.record.role,
        recovery_codes_left: None,
    }
}

/// The agent, if the password is correct; the attempt is counted until the caller takes it back. An unknown login costs as much time as a wrong password; a throttled caller
/// is refused with the correct password too.
fn verified_agent(tx: &mut Transaction<'_, '_>, request: &LoginRequest) -> Result<AgentRow, Failure> {
    let login = request.login.trim().to_lowercase();
    let password = request.password.expose().to_owned();
    let agent = tx.store.agent_by_login(&login)?;
    let task = match &agent {
        Some(agent) if !agent.password_hash.is_empty() => {
            PasswordTask::Verify { password, hash: agent.password_hash.clone() }
        }
        // An account whose password was reset has no password; the refusal takes as long as for other accounts.
        Some(_) | None => PasswordTask::Hash { password, salt: tx.context.salt() },
    };
    match (reserved_password(tx, &login, task)?, agent) {
        (PasswordOutcome::Verified(true), Some(agent)) => Ok(agent),
        (_, agent) => {
            let agent = agent.map(|agent| agent.id);
            security::note_sign_in(tx, SecurityAction::SignInFailed, &login, agent.as_ref());
            Err(Failure::invalid_credentials())
        }
    }
}

/// The outcome of a password task, after the attempt was counted once.
fn reserved_password(
    tx: &mut Transaction<'_, '_>,
    login: &str,
    task: PasswordTask,
) -> Result<PasswordOutcome, Failure> {
    if tx.context.password_outcome(&task).is_none() {
        throttle::reserve(tx, login)?;
    }
    tx.password(task)
}

/// Ends a session that the agent did not end.
pub(crate) fn force_end_session(
    tx: &mut Transaction<'_, '_>,
    session: &SessionRow,
    reason: &'static str,
) -> StoreResult<()> {
    force_end(tx, session, reason)?;
    tx.store.delete_tokens_of_session(&session.session_id)
}

fn force_end(tx: &mut Transaction<'_, '_>, session: &SessionRow, reason: &'static str) -> StoreResult<()> {
    security::note(tx, SecurityAction::SessionEnded, &session.agent_id, reason);
    let up_to = next_credential(tx, &session.agent_id)?;
    let (agent_id, reason) = (session.agent_id.clone(), reason.to_owned());
    let event =
        events::session::Event::ForcedDisconnect(ForcedDisconnectEvent { agent_id, reason, up_to: Some(up_to) });
    let text = unqueued_event(tx.context.random_hex(16), tx.now(), &event)?;
    end_session(tx, session, Some(text))
}

/// The refusal says since when the other session is open. The right password is remembered: otherwise each repeated sign-in would count
/// as a failed one and lock the account.
fn already_connected(other: &SessionRow) -> Failure {
    let details = std::collections::BTreeMap::from([("since".to_owned(), other.started_at.0.into())]);
    Failure::reason("ALREADY_CONNECTED", details).keeping()
}

fn has_recent_heartbeat(tx: &Transaction<'_, '_>, session: &SessionRow) -> bool {
    let is_recent = |beat| tx.now().since_ms(beat) <= tx.config.link_alive_ms;
    session.ended_at.is_none() && (session.linked || session.last_beat.is_some_and(is_recent))
}

/// Revokes broker credentials and the telephone's account, disconnects the channels and makes the transport close the links. Active
/// attendances stay assigned until the agent has been gone for `link_gone_ms` (`tick`).
fn end_session(tx: &mut Transaction<'_, '_>, session: &SessionRow, close_notice: Option<String>) -> StoreResult<()> {
    tx.store.put_session(&SessionRow { ended_at: Some(tx.now()), linked: false, ..session.clone() })?;
    tx.set_due(Due::SessionEnd, session.agent_id.as_str(), None)?;
    tx.store.delete_broker_credentials_of_session(&session.session_id)?;
    (tx.areas.presence.session_ended)(tx, &session.agent_id)?;
    tx.clear_queue(&session.agent_id)?;
    tx.board_changed(&session.agent_id)?;
    let (agent_id, session_id) = (session.agent_id.clone(), session.session_id.clone());
    end_links(tx, EndedSession { agent_id, session_id, close_notice })
}

/// Requests the transport to close the links of a session that ended.
pub(crate) fn end_links(tx: &mut Transaction<'_, '_>, ended: EndedSession) -> StoreResult<()> {
    let is_open = tx
        .store
        .session(&ended.agent_id)?
        .is_some_and(|session| session.session_id == ended.session_id && session.ended_at.is_none());
    if tx.config.queues.per_session && !is_open {
        let org_unit = tx.store.agent(&ended.agent_id)?.map(|agent| agent.record.org_unit_id).unwrap_or_default();
        tx.request_effect(EffectKind::EndBrokerQueue, &org_unit, &ended)?;
    }
    tx.context.recipients.ended_sessions.push(ended);
    Ok(())
}

/// Rows of the agent's attendances were deleted without an event: the links close, and the page loads everything when it
/// connects again.
pub(crate) fn connect_again(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let Some(session) = tx.store.session(agent)?.filter(|session| session.ended_at.is_none()) else { return Ok(()) };
    let SessionRow { agent_id, session_id, .. } = session;
    tx.context.recipients.ended_sessions.push(EndedSession { agent_id, session_id, close_notice: None });
    Ok(())
}

/// The password was changed, perhaps because it is known to somebody else: every token and credential of the session is revoked except the caller's
/// own token, by which the page connects again.
pub(crate) fn renew_session(tx: &mut Transaction<'_, '_>, caller: &Caller) -> StoreResult<()> {
    tokens::revoke_others(tx, caller)?;
    tx.store.delete_broker_credentials_of_session(&caller.session_id)?;
    (tx.areas.presence.secrets_revoked)(tx, &caller.agent_id)?;
    let (agent_id, session_id) = ((*caller.agent_id).clone(), caller.session_id.clone());
    tx.context.recipients.ended_sessions.push(EndedSession { agent_id, session_id, close_notice: None });
    Ok(())
}

/// `POST /auth/logoff`.
pub(crate) fn logoff(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    if let Some(session) = tx.store.session(&caller.agent_id)? {
        end_session(tx, &session, None)?;
        tx.store.delete_tokens_of_session(&session.session_id)?;
        security::note(tx, SecurityAction::SignedOut, &session.agent_id, "");
    }
    json(&Success { success: true })
}

/// Broker logins per session: a new credential replaces the one issued this many checks earlier, which has expired.
const CREDENTIAL_SLOTS: u64 = 16;

fn next_credential(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<u64> {
    tx.store.next_version(&format!("broker-credential/{agent}"))
}

/// `POST /auth/validate`: the session check; issues a short-lived broker credential.
pub(crate) fn validate(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ValidateRequest = call.body()?;
    if request.acted {
        note_act(tx, caller)?;
    }
    let passcode = tx.context.random_hex(32);
    let number = next_credential(tx, &caller.agent_id)?;
    let row = BrokerCredentialRow {
        // Unique per session: a link of an ended session never gets the rights of a later one.
        login: format!("agent-{}-{}-{}", caller.agent_id, session_name(&caller.session_id), number % CREDENTIAL_SLOTS),
        passcode_hash: sha256_hex(&passcode),
        agent_id: caller.agent_id.clone(),
        session_id: caller.session_id.clone(),
        expires_at: tx.now().plus_ms(tx.config.broker_credential_ms),
        number,
    };
    tx.store.put_broker_credential(&row)?;
    retention::keep(tx, KeptFor::Credentials, row.expires_at)?;
    json(&ValidateReply {
        success: true,
        broker: Some(BrokerCredentials {
            login: row.login,
            passcode,
            expires_at: Some(row.expires_at),
            destination: tx.config.queues.destination(&caller.agent_id, &caller.session_id),
            number,
        }),
        idle_ends_at: idle::idle_end(tx, &caller.agent_id)?,
    })
}

#[cfg(test)]
mod idle_tests;
#[cfg(test)]
mod tests;
