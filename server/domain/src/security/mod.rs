//! Security events: facts by which an operator can notice an attack (OWASP ASVS 5, 16.3). The transport writes one line
//! of the log for each, with the network address and the request; acts of supervisors on others are also rows of the
//! audit.

use crate::centre::Transaction;
use crate::digest::sign_hex;
use wire::AgentId;

/// Length of a login's hash in the log: enough to recognise that the same login was tried again.
const HASH_CHARS: usize = 16;

/// A security event of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// The kind of event.
    pub action: SecurityAction,
    /// The account that it concerns; empty if there is none with this login.
    pub agent_id: AgentId,
    /// The agent who caused it, if that is another agent; else empty.
    pub by: AgentId,
    /// The reason, the route or the hash of an unknown login; never a typed text.
    pub detail: String,
}

/// The kinds of security events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityAction {
    /// A session began.
    SignedIn,
    /// Unknown login or wrong password.
    SignInFailed,
    /// A sign-in was refused before the password was verified, because of earlier failures.
    SignInDelayed,
    /// The agent ended the session.
    SignedOut,
    /// The session was ended by somebody else or by the server; the detail is the reason.
    SessionEnded,
    /// The agent set a new password.
    PasswordChanged,
    /// The code of a sign-in was wrong or used; the detail says which.
    CodeRefused,
    /// A recovery code was accepted instead of a code of the app; the detail is the number of codes left.
    RecoveryCodeUsed,
    /// The agent replaced the recovery codes.
    RecoveryCodesRenewed,
    /// The agent activated a second factor.
    SecondFactorSetUp,
    /// The agent turned the second factor off.
    SecondFactorRemoved,
    /// The operator removed the second factor.
    SecondFactorReset,
    /// A request was answered 403 because of an id, a record or a route of others; the detail is the route.
    Forbidden,
    /// A supervisor changed something of other agents or of the org unit; the detail says what.
    Supervised,
}

impl SecurityAction {
    /// Name of the event in the log.
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

    /// Whether the event may be part of an attack.
    pub fn is_refusal(self) -> bool {
        matches!(self, Self::SignInFailed | Self::SignInDelayed | Self::CodeRefused | Self::Forbidden)
    }
}

/// Records an event of an account.
pub(crate) fn note(tx: &mut Transaction<'_, '_>, action: SecurityAction, agent: &AgentId, detail: &str) {
    note_by(tx, action, agent, AgentId::default(), detail.to_owned());
}

/// Records what another person did to an account.
pub(crate) fn note_by(
    tx: &mut Transaction<'_, '_>,
    action: SecurityAction,
    agent: &AgentId,
    by: AgentId,
    detail: String,
) {
    tx.context.security.push(SecurityEvent { action, agent_id: agent.clone(), by, detail });
}

/// Records a sign-in that did not succeed. An agent may type the password in the login field. So an unknown login is
/// logged as a hash keyed by the server, which cannot be guessed without the key.
pub(crate) fn note_sign_in(tx: &mut Transaction<'_, '_>, action: SecurityAction, login: &str, agent: Option<&AgentId>) {
    let hash: String = sign_hex(&tx.config.whatsapp.media_key, login).chars().take(HASH_CHARS).collect();
    match agent {
        Some(agent) => note(tx, action, agent, ""),
        None => note(tx, action, &AgentId::default(), &hash),
    }
}

#[cfg(test)]
mod tests;
