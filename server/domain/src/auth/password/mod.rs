//! New passwords (spec session §5, §7): set by the agent in a session, or with a temporary token that authorises
//! nothing else (SES-057). A temporary token is issued by a sign-in that requires a new password, or by a supervisor.

use super::{
    Caller, NamesAgent, OwnCall, SupervisorCall, force_end_session, renew_session, reserved_password, throttle, tokens,
};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::password_hashing::{PasswordOutcome, PasswordTask};
use crate::security::{self, SecurityAction};
use crate::store::{AgentRow, StoreError, StoreResult, TokenPurpose};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wire::limits::PASSWORD_MIN_CHARS;
use wire::{AgentId, ErrorBody, FieldErrors, Secret, Success, Wall};

/// A login shorter than this may be part of a password.
const SHORTEST_OWN: usize = 4;
/// A password with this many characters beside the login is accepted.
const FEWEST_OTHERS: usize = 4;
/// A password above this rank in the list of common passwords is refused: attackers try the 10,000 most common ones
/// first.
const FEWEST_GUESSES: u64 = 10_000;

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
    let agent = tx.store.agent(&id)?.ok_or_else(|| Failure::not_found("agent"))?;
    let longest = tx.config.password_max_chars;
    if let Some(fault) = fault_of(&password, longest, &agent.login, &agent.record.agent_name) {
        let errors = FieldErrors::from([("password".to_owned(), fault.code().to_owned())]);
        let body = ErrorBody { message: fault.message(longest), errors, ..ErrorBody::default() };
        return Err(Failure::refused(422, body));
    }
    let password_hash = match caller.purpose {
        TokenPurpose::Session => replaced(tx, &agent, request.current.as_ref(), password)?,
        TokenPurpose::Password | TokenPurpose::Challenge | TokenPurpose::Enrolment => {
            let salt = tx.context.salt();
            hashed(tx.password(PasswordTask::Hash { password, salt })?)?
        }
    };
    tx.store.put_agent(&AgentRow { password_hash, must_change_password: false, ..agent })?;
    tokens::void_temporary(tx, &id, TokenPurpose::Password)?;
    security::note(tx, SecurityAction::PasswordChanged, &id, "");
    if caller.purpose == TokenPurpose::Session {
        renew_session(tx, caller)?;
    } else if let Some(session) = tx.store.session(&id)?.filter(|session| session.ended_at.is_none()) {
        // Ends the session: the old credentials may be compromised.
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
        security::note(tx, SecurityAction::SignInFailed, &agent.id, "current password");
        return Err(Failure::field("currentPassword", "wrong"));
    }
    throttle::release(tx, &agent.login)?;
    hashed(outcome)
}

/// In a session: the password proves that the caller is the agent; a wrong one counts as a failed sign-in. A right one is counted too, until the
/// caller of this function releases the attempt.
pub(super) fn prove_password(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentRow,
    given: Option<&Secret<String>>,
) -> Result<(), Failure> {
    let password = given.ok_or_else(|| Failure::field("password", "required"))?.expose().to_owned();
    let task = PasswordTask::Verify { password, hash: agent.password_hash.clone() };
    if reserved_password(tx, &agent.login, task)? == PasswordOutcome::Verified(true) {
        return Ok(());
    }
    security::note(tx, SecurityAction::SignInFailed, &agent.id, "current password");
    Err(Failure::field("password", "wrong"))
}

fn hashed(outcome: PasswordOutcome) -> Result<String, Failure> {
    match outcome {
        PasswordOutcome::Hashed(Some(hash)) => Ok(hash),
        PasswordOutcome::Hashed(None) | PasswordOutcome::Verified(_) => {
            Err(StoreError::Unavailable("the password could not be hashed".to_owned()).into())
        }
    }
}

/// Why a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PasswordFault {
    /// The password has fewer than `PASSWORD_MIN_CHARS` characters.
    TooShort,
    /// The password has more characters than the installation allows.
    TooLong,
    /// The password is the login, or the login with a few characters beside it.
    IsLogin,
    /// The password is one of the most common ones.
    TooCommon,
}

impl PasswordFault {
    /// Error code of the field.
    fn code(self) -> &'static str {
        match self {
            Self::TooShort => "tooShort",
            Self::TooLong => "tooLong",
            Self::IsLogin => "isLogin",
            Self::TooCommon => "tooCommon",
        }
    }

    /// The texts of the first two reasons are those of the specification (spec session §5).
    fn message(self, longest: usize) -> String {
        match self {
            Self::TooShort => format!("Senha deve ter no mínimo {PASSWORD_MIN_CHARS} caracteres"),
            Self::TooLong => format!("Senha deve ter no máximo {longest} caracteres"),
            Self::IsLogin => "Senha não pode conter o usuário".to_owned(),
            Self::TooCommon => "Senha muito comum".to_owned(),
        }
    }
}

/// The reason for refusing this password for this account (OWASP ASVS 5, 6.2.1, 6.2.4, 6.2.9 and 6.2.11); lengths are in
/// characters.
pub(crate) fn fault_of(password: &str, longest: usize, login: &str, name: &str) -> Option<PasswordFault> {
    let length = password.chars().count();
    if length < PASSWORD_MIN_CHARS {
        return Some(PasswordFault::TooShort);
    }
    if length > longest {
        return Some(PasswordFault::TooLong);
    }
    let lower = password.to_lowercase();
    let owner = login.to_lowercase();
    let local = owner.split('@').next().unwrap_or_default();
    let is_own = |own: &str| {
        let own_length = own.chars().count();
        own_length >= SHORTEST_OWN && lower.contains(own) && length - own_length < FEWEST_OTHERS
    };
    if is_own(&owner) || is_own(local) {
        return Some(PasswordFault::IsLogin);
    }
    let own: Vec<&str> = [login, name].into_iter().flat_map(|words| words.split([' ', '.', '-', '_', '@'])).collect();
    (zxcvbn::zxcvbn(password, &own).guesses() < FEWEST_GUESSES).then_some(PasswordFault::TooCommon)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PasswordToken {
    agent_id: AgentId,
    token: String,
    expires_at: Wall,
}

/// A hash that no password has.
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
    tokens::issue_temporary(tx, &agent_id, TokenPurpose::Password)
}

/// The refusal of a correct sign-in that requires a new password; it carries the data that `/reset-password` needs.
pub(crate) fn change_required(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> Result<Failure, Failure> {
    let token = tokens::issue_temporary(tx, agent, TokenPurpose::Password)?;
    let details =
        BTreeMap::from([("agentId".to_owned(), agent.as_str().into()), ("token".to_owned(), token.as_str().into())]);
    Ok(Failure::reason("PASSWORD_CHANGE_REQUIRED", details).keeping())
}

#[cfg(test)]
mod tests;
