//! The second factor: after a right password the server asks for a code of the agent's authenticator app or for a recovery
//! code. Until then there is no session, only a token that authorises nothing but the next step.
//!
//! States of an account: without a factor, being set up (a row that is not active; the next set-up replaces it), active. An agent with
//! an active factor is asked for a code even after the policy of the org unit has changed.

mod codes;
mod config;

pub use config::SecondFactorConfig;

use super::password::prove_password;
use super::{Caller, NamesAgent, OwnCall, begin_session, throttle, tokens};
use crate::call::Call;
use crate::call::{Answer, SignedIn};
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::sealing;
use crate::security::{self, SecurityAction};
use crate::store::{AgentRow, SecondFactorRow, StoreError, StoreResult, TokenPurpose};
use codes::{AcceptedCode, CodeFault, SECRET_BYTES};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use totp_rs::Totp;
use wire::{
    AgentId, LoginReply, RecoveryCodes, SecondFactorPolicy, SecondFactorSetUp, SecondFactorStatus, Secret, Success,
};

/// The name that the app shows if the operator set no product name.
const ISSUER: &str = "Agente";

/// The next step after a right password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextStep {
    /// The session begins.
    Session,
    /// The agent must enter a code.
    Code,
    /// The agent must set up a second factor.
    SetUp,
}

/// The step that follows the agent's right password.
pub(super) fn next_step(tx: &Transaction<'_, '_>, agent: &AgentRow) -> StoreResult<NextStep> {
    let is_active = tx.store.second_factor(&agent.id)?.is_some_and(|factor| factor.active);
    Ok(match (is_active, policy_of(tx, agent)) {
        (true, _) => NextStep::Code,
        (false, SecondFactorPolicy::Required) => NextStep::SetUp,
        (false, SecondFactorPolicy::Optional | SecondFactorPolicy::Off) => NextStep::Session,
    })
}

fn policy_of(tx: &Transaction<'_, '_>, agent: &AgentRow) -> SecondFactorPolicy {
    tx.config.second_factor.policy_of(&agent.record.org_unit_id)
}

/// The refusal of a right password that needs a code; it carries the token of the next step.
pub(super) fn code_required(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> Result<Failure, Failure> {
    key_of(tx)?;
    next_step_refusal(tx, agent, TokenPurpose::Challenge, "SECOND_FACTOR_REQUIRED")
}

/// The refusal of a right password whose agent has to set up a factor first; it carries the token of the next step.
pub(super) fn set_up_required(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> Result<Failure, Failure> {
    next_step_refusal(tx, agent, TokenPurpose::Enrolment, "SECOND_FACTOR_SET_UP_REQUIRED")
}

fn next_step_refusal(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    purpose: TokenPurpose,
    reason: &str,
) -> Result<Failure, Failure> {
    let token = tokens::issue_temporary(tx, agent, purpose)?;
    let seconds = tokens::temporary_ms(tx.config, purpose) / 1_000;
    let details = BTreeMap::from([
        ("agentId".to_owned(), agent.as_str().into()),
        ("token".to_owned(), token.as_str().into()),
        ("seconds".to_owned(), seconds.into()),
    ]);
    Ok(Failure::reason(reason, details).keeping())
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CodeSignIn {
    /// The token that the refusal of the sign-in contained.
    pub token: Secret<String>,
    /// Six digits of the app, or a recovery code.
    pub code: Secret<String>,
}

/// Answer of the sign-in with a code.
#[derive(Serialize)]
struct CodeSignedIn {
    #[serde(flatten)]
    signed_in: LoginReply,
    /// Recovery codes that are left; null after a code of the app.
    #[serde(rename = "recoveryCodesLeft")]
    recovery_codes_left: Option<u32>,
}

/// `POST /auth/second-factor`: the code after a right password.
pub(crate) fn sign_in(tx: &mut Transaction<'_, '_>, call: &Call) -> SignedIn {
    let request: CodeSignIn = call.body()?;
    let agent = tokens::holder(tx, request.token.expose(), TokenPurpose::Challenge)?.ok_or_else(challenge_expired)?;
    let factor = tx.store.second_factor(&agent.id)?.filter(|factor| factor.active).ok_or_else(challenge_expired)?;
    throttle::reserve(tx, &agent.login)?;
    let recovery_codes_left = take_code(tx, &agent, &factor, request.code.expose())?;
    throttle::release(tx, &agent.login)?;
    tokens::void_temporary(tx, &agent.id, TokenPurpose::Challenge)?;
    let (signed_in, token) = begin_session(tx, agent)?;
    Ok((json(&CodeSignedIn { signed_in, recovery_codes_left })?, token))
}

/// The token expired or was used: the agent begins again with the password.
fn challenge_expired() -> Failure {
    Failure::reason("CHALLENGE_EXPIRED", BTreeMap::new())
}

/// Verifies a code and marks it as used. Returns the number of recovery codes left if it was one. A wrong code counts
/// as a failed sign-in.
fn take_code(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentRow,
    factor: &SecondFactorRow,
    typed: &str,
) -> Result<Option<u32>, Failure> {
    let keys = keys_of(tx)?;
    let totp = app_of(tx, &keys, agent, factor)?;
    match codes::check(factor, &totp, &keys, typed, tx.now()) {
        Ok(taken) => {
            let rest = sealed_with_present_key(tx, agent, codes::without(factor, &taken))?;
            tx.store.put_second_factor(&rest)?;
            let left = count(&rest);
            if let AcceptedCode::Recovery(_) = taken {
                security::note(tx, SecurityAction::RecoveryCodeUsed, &agent.id, &format!("{left} left"));
                return Ok(Some(left));
            }
            Ok(None)
        }
        Err(fault) => Err(code_refused(tx, &agent.id, fault)),
    }
}

fn code_refused(tx: &mut Transaction<'_, '_>, agent: &AgentId, fault: CodeFault) -> Failure {
    security::note(tx, SecurityAction::CodeRefused, agent, fault.code());
    Failure::field("code", fault.code()).keeping()
}

fn count(factor: &SecondFactorRow) -> u32 {
    u32::try_from(factor.recovery_hashes.len()).unwrap_or(u32::MAX)
}

/// The operator's key. Without it agents with a second factor cannot sign in: ignoring the missing key would turn the
/// second factor off for all.
fn key_of(tx: &Transaction<'_, '_>) -> Result<String, Failure> {
    tx.config.second_factor.key.as_ref().map(|key| key.expose().clone()).ok_or_else(unavailable)
}

/// The operator's key, and the former one while the operator configures it.
fn keys_of(tx: &Transaction<'_, '_>) -> Result<Vec<String>, Failure> {
    let former = tx.config.second_factor.former_key.as_ref().map(|key| key.expose().clone());
    Ok(std::iter::once(key_of(tx)?).chain(former).collect())
}

/// The factor with its secret encrypted by the present key. Recovery codes are stored as hashes only, so they stay as they are.
fn sealed_with_present_key(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentRow,
    factor: SecondFactorRow,
) -> Result<SecondFactorRow, Failure> {
    let key = key_of(tx)?;
    let is_present = sealing::open(&key, agent.id.as_str(), &factor.sealed_secret).is_some();
    match opened(&keys_of(tx)?, agent, &factor).filter(|_| !is_present) {
        Some(secret) => Ok(SecondFactorRow { sealed_secret: sealed(tx, &key, agent, &secret)?, ..factor }),
        None => Ok(factor),
    }
}

fn sealed(tx: &mut Transaction<'_, '_>, key: &str, agent: &AgentRow, secret: &[u8]) -> StoreResult<String> {
    let mut nonce = [0; 12];
    tx.context.entropy.fill(&mut nonce);
    let sealed = sealing::seal(key, agent.id.as_str(), nonce, secret);
    sealed.ok_or_else(|| StoreError::Unavailable("the secret could not be sealed".to_owned()))
}

/// The decrypted secret of the app, whichever of the keys encrypted it.
fn opened(keys: &[String], agent: &AgentRow, factor: &SecondFactorRow) -> Option<Vec<u8>> {
    keys.iter().find_map(|key| sealing::open(key, agent.id.as_str(), &factor.sealed_secret))
}

/// The key is missing, or it is not the one that the secret was encrypted with.
fn unavailable() -> Failure {
    Failure::reason("SECOND_FACTOR_UNAVAILABLE", BTreeMap::new())
}

/// The agent's authenticator app with its stored secret.
fn app_of(
    tx: &Transaction<'_, '_>,
    keys: &[String],
    agent: &AgentRow,
    factor: &SecondFactorRow,
) -> Result<Totp, Failure> {
    let secret = opened(keys, agent, factor).ok_or_else(unavailable)?;
    let issuer = tx.config.white_label.product_name.as_deref().unwrap_or(ISSUER);
    codes::totp(secret, issuer, &agent.login).ok_or_else(unavailable)
}

/// `GET /agents/{id}/second-factor`.
pub(crate) fn status(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let agent = agent_of(tx, caller)?;
    let factor = tx.store.second_factor(&agent.id)?.filter(|factor| factor.active);
    json(&SecondFactorStatus {
        policy: policy_of(tx, &agent),
        active: factor.is_some(),
        recovery_codes_left: factor.as_ref().map(count).unwrap_or_default(),
    })
}

fn agent_of(tx: &Transaction<'_, '_>, caller: &Caller) -> Result<AgentRow, Failure> {
    tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// Required in a session; the token of a sign-in replaces it.
    #[serde(default)]
    pub password: Option<Secret<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The first code of the app.
    pub code: Secret<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActivateRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemoveRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    pub password: Secret<String>,
    /// Six digits of the app, or a recovery code.
    pub code: Secret<String>,
}

macro_rules! names_agent {
    ($($body:ident)*) => {$(
        impl NamesAgent for $body {
            fn agent(&self) -> Option<&AgentId> {
                Some(&self.agent_id)
            }
        }
    )*};
}

names_agent! { SetUpRequest ConfirmRequest ActivateRequest RemoveRequest }

/// `POST /agents/{id}/second-factor`: a new secret for the app; an earlier one that is not active is void.
pub(crate) fn set_up(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Enrolled {
    let request: SetUpRequest = call.body()?;
    let agent = agent_of(tx, caller)?;
    if tx.store.second_factor(&agent.id)?.is_some_and(|factor| factor.active) {
        return Err(Failure::reason("SECOND_FACTOR_ACTIVE", BTreeMap::new()));
    }
    if policy_of(tx, &agent) == SecondFactorPolicy::Off {
        return Err(Failure::reason("SECOND_FACTOR_OFF", BTreeMap::new()));
    }
    if caller.purpose == TokenPurpose::Session {
        prove_password(tx, &agent, request.password.as_ref())?;
        throttle::release(tx, &agent.login)?;
    }
    let key = key_of(tx)?;
    let mut secret = [0; SECRET_BYTES];
    tx.context.entropy.fill(&mut secret);
    let sealed_secret = sealed(tx, &key, &agent, &secret)?;
    let factor = SecondFactorRow {
        agent_id: agent.id.clone(),
        sealed_secret,
        active: false,
        last_step: None,
        recovery_hashes: Vec::new(),
        since: tx.now(),
    };
    let app = app_of(tx, &[key], &agent, &factor)?;
    tx.store.put_second_factor(&factor)?;
    let uri = app.to_url().map_err(|_| unavailable())?;
    Ok((json(&SecondFactorSetUp { secret: app.secret().to_base32(), uri })?, None))
}

/// The body, and the first token of a session if the sign-in is complete.
pub(crate) type Enrolled = Result<(String, Option<String>), Failure>;

/// `POST /agents/{id}/second-factor/confirm`: the first code proves that the app has the secret. Returns the recovery codes; the factor is
/// not active yet, so that an agent who did not receive the codes begins again.
pub(crate) fn confirm(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Enrolled {
    let request: ConfirmRequest = call.body()?;
    let agent = agent_of(tx, caller)?;
    let factor = tx.store.second_factor(&agent.id)?.filter(|factor| !factor.active).ok_or_else(no_set_up)?;
    let keys = keys_of(tx)?;
    let app = app_of(tx, &keys, &agent, &factor)?;
    // A repeated confirmation sends the same code again; recovery codes are not accepted here.
    let fresh = SecondFactorRow { last_step: None, recovery_hashes: Vec::new(), ..factor };
    let taken = codes::check(&fresh, &app, &keys, request.code.expose(), tx.now());
    let taken = taken.map_err(|fault| code_refused(tx, &agent.id, fault))?;
    let (recovery_codes, recovery_hashes) = codes::recovery_codes(tx.context, &key_of(tx)?, agent.id.as_str());
    let confirmed = SecondFactorRow { recovery_hashes, ..codes::without(&fresh, &taken) };
    tx.store.put_second_factor(&confirmed)?;
    Ok((json(&RecoveryCodes { recovery_codes })?, None))
}

fn no_set_up() -> Failure {
    Failure::reason("SECOND_FACTOR_NOT_BEGUN", BTreeMap::new())
}

/// `POST /agents/{id}/second-factor/activate`: the agent keeps the recovery codes. From now on a sign-in asks for a code; a sign-in that
/// waited for the set-up gets its session.
pub(crate) fn activate(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Enrolled {
    let _: ActivateRequest = call.body()?;
    let agent = agent_of(tx, caller)?;
    let factor = tx.store.second_factor(&agent.id)?.filter(|factor| !factor.recovery_hashes.is_empty());
    let factor = factor.ok_or_else(no_set_up)?;
    if !factor.active {
        tx.store.put_second_factor(&SecondFactorRow { active: true, since: tx.now(), ..factor })?;
        security::note(tx, SecurityAction::SecondFactorSetUp, &agent.id, "");
    }
    tokens::void_temporary(tx, &agent.id, TokenPurpose::Enrolment)?;
    match caller.purpose {
        TokenPurpose::Enrolment => {
            let (signed_in, token) = begin_session(tx, agent)?;
            Ok((json(&signed_in)?, Some(token)))
        }
        TokenPurpose::Session | TokenPurpose::Password | TokenPurpose::Challenge => {
            Ok((json(&super::signed_in(agent))?, None))
        }
    }
}

/// `POST /agents/{id}/second-factor/remove`: with the password and a code; not where the org unit requires a factor.
pub(crate) fn remove(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: RemoveRequest = call.body()?;
    let agent = agent_of(tx, caller)?;
    if policy_of(tx, &agent) == SecondFactorPolicy::Required {
        return Err(Failure::reason("SECOND_FACTOR_IS_REQUIRED", BTreeMap::new()));
    }
    let factor = tx.store.second_factor(&agent.id)?.filter(|factor| factor.active).ok_or_else(no_set_up)?;
    prove_password(tx, &agent, Some(&request.password))?;
    take_code(tx, &agent, &factor, request.code.expose())?;
    throttle::release(tx, &agent.login)?;
    forget(tx, &agent.id)?;
    security::note(tx, SecurityAction::SecondFactorRemoved, &agent.id, "");
    json(&Success { success: true })
}

/// `POST /agents/{id}/second-factor/recovery-codes`: replaces all recovery codes, with the password and a code. The app stays.
pub(crate) fn renew_recovery_codes(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: RemoveRequest = call.body()?;
    let agent = agent_of(tx, caller)?;
    let factor = tx.store.second_factor(&agent.id)?.filter(|factor| factor.active).ok_or_else(no_set_up)?;
    prove_password(tx, &agent, Some(&request.password))?;
    take_code(tx, &agent, &factor, request.code.expose())?;
    throttle::release(tx, &agent.login)?;
    // Stores the factor after a code was accepted: a code of the app is used once.
    let factor = tx.store.second_factor(&agent.id)?.ok_or_else(no_set_up)?;
    let (recovery_codes, recovery_hashes) = codes::recovery_codes(tx.context, &key_of(tx)?, agent.id.as_str());
    tx.store.put_second_factor(&SecondFactorRow { recovery_hashes, ..factor })?;
    security::note(tx, SecurityAction::RecoveryCodesRenewed, &agent.id, "");
    json(&RecoveryCodes { recovery_codes })
}

/// Deletes the second factor of the account and the tokens of sign-ins that wait for it.
pub(crate) fn forget(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    tokens::void_temporary(tx, agent, TokenPurpose::Challenge)?;
    tokens::void_temporary(tx, agent, TokenPurpose::Enrolment)?;
    tx.store.delete_second_factor(agent)
}

#[cfg(test)]
mod tests;
