//! New passwords (spec session §5, §7): set by the agent in a session, or with a temporary token that authorises
//! nothing else (SES-057). A temporary token is issued by a sign-in that requires a new password, or by a supervisor.

use super::{Caller, NamesAgent, OwnCall, SupervisorCall, force_end_session, reserved_password, throttle, tokens};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::password_hashing::{PasswordOutcome, PasswordTask};
use crate::store::{AgentRow, StoreError, StoreResult, TokenPurpose};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wire::limits::{PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS};
use wire::{AgentId, ErrorBody, FieldErrors, Secret, Success, Wall};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangePasswordRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// Required in a session; a temporary token replaces it.
    #[serde(rename = "currentPassword", default)]
    pub current: Option<Secret<String>>,
    pub password: Secret<String>,
}

impl NamesAgent for ChangePasswordRequest {
    fn agent(&self) -> Option<&AgentId> {
        Some(&self.agent_id)
    }
}

/// `PUT /agents/{id}/change-password`.
pub(crate) fn change(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ChangePasswordRequest = call.body()?;
    let id = caller.agent_id.clone();
    let password = request.password.expose().to_owned();
    if let Some((fault, message)) = fault_of(&password) {
        let errors = FieldErrors::from([("password".to_owned(), fault.to_owned())]);
        let body = ErrorBody { message: message.to_owned(), errors, ..ErrorBody::default() };
        return Err(Failure::refused(422, body));
    }
    let agent = tx.store.agent(&id)?.ok_or_else(|| Failure::not_found("agent"))?;
    let password_hash = match caller.purpose {
        TokenPurpose::Session => replaced(tx, &agent, request.current.as_ref(), password)?,
        TokenPurpose::Password => {
            let salt = tx.context.salt();
            hashed(tx.password(PasswordTask::Hash { password, salt })?)?
        }
    };
    tx.store.put_agent(&AgentRow { password_hash, must_change_password: false, ..agent })?;
    tokens::void_temporary(tx, &id)?;
    if caller.purpose == TokenPurpose::Session {
        tokens::revoke_others(tx, caller)?;
    } else if let Some(session) = tx.store.session(&id)?.filter(|session| session.ended_at.is_none()) {
        // End the session: the old credentials may be compromised.
        force_end_session(tx, &session, "passwordChanged")?;
    }
    json(&Success { success: true })
}

/// The hash of the new password. The current one proves that the caller is the agent, not a person at an unattended
/// desk or with a stolen token; wrong ones count as failed sign-ins.
fn replaced(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentRow,
    current: Option<&Secret<String>>,
    password: String,
) -> Result<String, Failure> {
    let current = current.ok_or_else(|| Failure::field("currentPassword", "required"))?.expose().to_owned();
    let (hash, salt) = (agent.password_hash.clone(), tx.context.salt());
    let outcome = reserved_password(tx, &agent.login, PasswordTask::Replace { current, hash, password, salt })?;
    if outcome == PasswordOutcome::Verified(false) {
        return Err(Failure::field("currentPassword", "wrong"));
    }
    throttle::release(tx, &agent.login)?;
    hashed(outcome)
}

fn hashed(outcome: PasswordOutcome) -> Result<String, Failure> {
    match outcome {
        PasswordOutcome::Hashed(Some(hash)) => Ok(hash),
        PasswordOutcome::Hashed(None) | PasswordOutcome::Verified(_) => {
            Err(StoreError::Unavailable("the password could not be hashed".to_owned()).into())
        }
    }
}

/// Error code and message (spec session §5); the length is in characters.
fn fault_of(password: &str) -> Option<(&'static str, &'static str)> {
    match password.chars().count() {
        n if n < PASSWORD_MIN_CHARS => Some(("tooShort", "Senha deve ter no mínimo 8 caracteres")),
        n if n > PASSWORD_MAX_CHARS => Some(("tooLong", "Senha deve ter no máximo 15 caracteres")),
        _ => None,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PasswordToken {
    agent_id: AgentId,
    token: String,
    expires_at: Wall,
}

/// No password has this hash.
const NO_PASSWORD: &str = "";

/// `POST /agents/{id}/reset-password`: by a supervisor. The old password and the open session end at once, because they
/// may be compromised; the supervisor passes the token to the agent.
pub(crate) fn reset(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let agent = call.agent(tx)?.into_row();
    let agent_id = agent.id.clone();
    let token = require_new_password(tx, AgentRow { password_hash: NO_PASSWORD.to_owned(), ..agent })?;
    if let Some(session) = tx.store.session(&agent_id)?.filter(|session| session.ended_at.is_none()) {
        force_end_session(tx, &session, "passwordChanged")?;
    }
    json(&PasswordToken { agent_id, token, expires_at: tx.now().plus_ms(tx.config.password_token_ms) })
}

/// Requires a new password at the next sign-in; returns a token for setting it.
pub(crate) fn require_new_password(tx: &mut Transaction<'_, '_>, agent: AgentRow) -> StoreResult<String> {
    let agent_id = agent.id.clone();
    tx.store.put_agent(&AgentRow { must_change_password: true, ..agent })?;
    tokens::issue_temporary(tx, &agent_id)
}

/// The refusal of a correct sign-in that requires a new password; it carries what `/reset-password` needs.
pub(crate) fn change_required(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> Result<Failure, Failure> {
    let token = tokens::issue_temporary(tx, agent)?;
    let details =
        BTreeMap::from([("agentId".to_owned(), agent.as_str().into()), ("token".to_owned(), token.as_str().into())]);
    Ok(Failure::reason("PASSWORD_CHANGE_REQUIRED", details).keeping())
}

#[cfg(test)]
mod tests;
