//! Security events: what an operator must see to notice an attack (OWASP ASVS 5, 16.3). The transport writes one line of
//! the log for each, with the network address and the request; what supervisors do to others is a row of the audit, too.

use crate::centre::Transaction;
use crate::digest::sign_hex;
use wire::AgentId;

/// Characters of a login's hash in the log: enough to see that the same login was tried again.
const HASH_CHARS: usize = 16;

/// Something that happened to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// What happened.
    pub action: SecurityAction,
    /// The account that it concerns; empty if there is none with this login.
    pub agent_id: AgentId,
    /// Who did it, if that is another agent; else empty.
    pub by: AgentId,
    /// The reason, the route or the hash of an unknown login; never what somebody typed.
    pub detail: String,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityAction {
    /// A session began.
    SignedIn,
    /// Unknown login or wrong password.
    SignInFailed,
    /// Refused before the password was verified, because of earlier failures.
    SignInDelayed,
    /// The agent ended the session.
    SignedOut,
    /// The session was ended; the detail is the reason.
    SessionEnded,
    /// The agent set a new password.
    PasswordChanged,
    /// The code of a sign-in was wrong or used; the detail says which.
    CodeRefused,
    /// A recovery code was taken instead of a code of the app; the detail says how many are left.
    RecoveryCodeUsed,
    /// The agent has other recovery codes from now on.
    RecoveryCodesRenewed,
    /// The agent has a second factor from now on.
    SecondFactorSetUp,
    /// The agent turned the second factor off.
    SecondFactorRemoved,
    /// The operator removed the second factor.
    SecondFactorReset,
    /// 403: an id, a record or a route of others; the detail is the route.
    Forbidden,
    /// A supervisor did something to somebody or something; the detail says what.
    Supervised,
}

impl SecurityAction {
    /// Name in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signedIn",
            Self::SignInFailed => "signInFailed",
            Self::SignInDelayed => "signInDelayed",
            Self::SignedOut => "signedOut",
            Self::SessionEnded => "sessionEnded",
            Self::PasswordChanged => "passwordChanged",
            Self::CodeRefused => "codeRefused",
            Self::RecoveryCodeUsed => "recoveryCodeUsed",
            Self::RecoveryCodesRenewed => "recoveryCodesRenewed",
            Self::SecondFactorSetUp => "secondFactorSetUp",
            Self::SecondFactorRemoved => "secondFactorRemoved",
            Self::SecondFactorReset => "secondFactorReset",
            Self::Forbidden => "forbidden",
            Self::Supervised => "supervised",
        }
    }

    /// Whether it may be part of an attack.
    pub fn is_refusal(self) -> bool {
        matches!(self, Self::SignInFailed | Self::SignInDelayed | Self::CodeRefused | Self::Forbidden)
    }
}

/// Notes an event of an account.
pub(crate) fn note(tx: &mut Transaction<'_, '_>, action: SecurityAction, agent: &AgentId, detail: &str) {
    note_by(tx, action, agent, AgentId::default(), detail.to_owned());
}

/// Notes what somebody else did to an account.
pub(crate) fn note_by(
    tx: &mut Transaction<'_, '_>,
    action: SecurityAction,
    agent: &AgentId,
    by: AgentId,
    detail: String,
) {
    tx.context.security.push(SecurityEvent { action, agent_id: agent.clone(), by, detail });
}

/// Notes a sign-in that did not succeed. An agent may type the password in the field of the login, so an unknown login is
/// logged as a hash with the server's key, which nobody without the key can guess.
pub(crate) fn note_sign_in(tx: &mut Transaction<'_, '_>, action: SecurityAction, login: &str, agent: Option<&AgentId>) {
    let hash: String = sign_hex(&tx.config.whatsapp.media_key, login).chars().take(HASH_CHARS).collect();
    match agent {
        Some(agent) => note(tx, action, agent, ""),
        None => note(tx, action, &AgentId::default(), &hash),
    }
}

#[cfg(test)]
mod tests;
