//! Registration of the agent's extension at the SIP proxy (spec session §3 "Voice registration").
//!
//! States: idle (no handle), registering, registered, waiting for the next attempt, refused. A wrong password or an
//! unknown extension is refused for good, because repeating it would lock the account; everything else is repeated after
//! 2, 4, 8, 16, then 30 s (decision 26). The plugin renews the registration itself.

use crate::flow::Account;
use crate::frame::SipRequest;
use crate::node::SIP_PROXY_PORT;

/// Delay before the first repetition (spec session §9 "Auto-reconnect retry delay").
pub const FIRST_RETRY_MS: u64 = 2_000;
/// Longest delay before a repetition.
pub const LAST_RETRY_MS: u64 = 30_000;
/// Longest time without an answer: the time-out of a SIP transaction (32 s, RFC 3261 timer F) and a margin.
pub const ANSWER_TIMEOUT_MS: u64 = 40_000;
/// The plugin says that the handle is registered already.
const ALREADY_REGISTERED: u16 = 445;
/// Code of a registration that got no answer.
const NO_ANSWER: u16 = 408;

/// State of the registration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RegistrationState {
    /// There is no handle.
    #[default]
    Idle,
    /// The request was sent.
    Registering,
    /// Calls can be made and received.
    Registered,
    /// Waits for the next attempt.
    Waiting,
    /// The registration was refused and is not repeated.
    Refused,
}

/// An event of the registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationEvent {
    /// A handle exists, new or claimed.
    Ready,
    /// The agent starts another attempt.
    Retry,
    /// The plugin reports that the extension is registered.
    Registered,
    /// The proxy refused with this SIP code.
    Failed(u16),
    /// The plugin or the Janus core refused the request with this code.
    Refused(u16),
    /// The timer is due.
    TimerDue,
    /// The session ended.
    Ended,
}

/// An action that the registration requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationAction {
    /// Send the request.
    Send,
    /// Set the timer.
    SetTimer(u64),
    /// Cancel the timer.
    CancelTimer,
    /// The extension is registered.
    Registered,
    /// The request is repeated after the delay.
    Retries {
        /// SIP code.
        code: u16,
        /// Delay in ms.
        after_ms: u64,
    },
    /// The registration is refused for good.
    Refused(u16),
}

/// The registration.
#[derive(Clone, Debug, Default)]
pub struct Registration {
    state: RegistrationState,
    failures: u32,
}

/// Whether the code means a wrong password or an unknown extension. 904 is the code of the SIP stack of Janus for
/// credentials that the proxy does not accept.
pub fn is_final(code: u16) -> bool {
    matches!(code, 401 | 403 | 404 | 407 | 904)
}

/// The request that registers an account (RTC-001).
pub fn register_request(account: &Account) -> SipRequest {
    let Account { agent, extension, secret, proxy_host } = account;
    SipRequest::Register {
        username: format!("sip:{extension}@{proxy_host}"),
        display_name: format!("agent-{agent}-{extension}"),
        proxy: format!("sip:{proxy_host}:{SIP_PROXY_PORT}"),
        secret: secret.clone(),
        // Headers of the contact centre, which name the attendance.
        incoming_header_prefixes: vec!["X-".to_owned()],
    }
}

impl Registration {
    /// The registration as it was before a reload.
    pub fn resumed(registered: bool) -> Self {
        let state = if registered { RegistrationState::Registered } else { RegistrationState::Idle };
        Self { state, failures: 0 }
    }

    /// State.
    pub fn state(&self) -> RegistrationState {
        self.state
    }

    /// Changes the state; returns what is to be done.
    pub fn handle(&mut self, event: RegistrationEvent) -> Vec<RegistrationAction> {
        use RegistrationAction as Action;
        use RegistrationEvent as Event;
        use RegistrationState::{Idle, Refused, Registered, Registering, Waiting};
        match (self.state, event) {
            // The session was claimed: a pending request may be lost, and its timer was cancelled with the link.
            (Idle | Registering | Waiting, Event::Ready)
            | (Waiting, Event::Retry | Event::TimerDue)
            | (Refused, Event::Retry) => self.send(),
            // The session was claimed: the server kept the events that happened meanwhile.
            (Registered, Event::Ready) => vec![Action::Registered],
            (Registering | Waiting | Refused, Event::Registered)
            | (Registering | Waiting, Event::Refused(ALREADY_REGISTERED)) => {
                (self.state, self.failures) = (Registered, 0);
                vec![Action::CancelTimer, Action::Registered]
            }
            (Registering | Registered | Waiting, Event::Failed(code)) if is_final(code) => {
                (self.state, self.failures) = (Refused, 0);
                vec![Action::CancelTimer, Action::Refused(code)]
            }
            (Registering | Registered, Event::Failed(code)) | (Registering, Event::Refused(code)) => self.wait(code),
            (Registering, Event::TimerDue) => self.wait(NO_ANSWER),
            (Registering | Registered | Waiting | Refused, Event::Ended) => {
                (self.state, self.failures) = (Idle, 0);
                vec![Action::CancelTimer]
            }
            (
                Idle,
                Event::Retry
                | Event::Registered
                | Event::Failed(_)
                | Event::Refused(_)
                | Event::TimerDue
                | Event::Ended,
            )
            | (Registering, Event::Retry)
            | (Registered, Event::Retry | Event::Registered | Event::Refused(_) | Event::TimerDue)
            | (Waiting, Event::Failed(_) | Event::Refused(_))
            | (Refused, Event::Ready | Event::Failed(_) | Event::Refused(_) | Event::TimerDue) => Vec::new(),
        }
    }

    fn send(&mut self) -> Vec<RegistrationAction> {
        self.state = RegistrationState::Registering;
        vec![RegistrationAction::Send, RegistrationAction::SetTimer(ANSWER_TIMEOUT_MS)]
    }

    fn wait(&mut self, code: u16) -> Vec<RegistrationAction> {
        let after_ms = FIRST_RETRY_MS.saturating_mul(1 << self.failures.min(10)).min(LAST_RETRY_MS);
        self.state = RegistrationState::Waiting;
        self.failures = self.failures.saturating_add(1);
        vec![RegistrationAction::SetTimer(after_ms), RegistrationAction::Retries { code, after_ms }]
    }
}
