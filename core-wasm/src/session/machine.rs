//! State machine of the session. An unsupported browser goes no further. Without a token the agent is signed out. With a
//! token, the start-up check asks the server: success loads the agent and then the status (SES-034), a refusal clears
//! everything, and no answer keeps the token and retries (SES-036). A sign-in continues with the same check. A token that
//! is refused later ends the session here too.
//!
//! States: `Starting`, `Unsupported`, `SignedOut`, `InOtherTab`, `SigningIn`, `Checking`, `Reconnecting`, `LoadingAgent`,
//! `LoadingStatus`, `Ready`. Navigation, jobs and the broker are other areas: exits inform the workspace.

mod accessors;

use super::idle::Idle;
use super::new_password::NewPassword;
use super::registry::NAME;
use super::second_factor::SecondFactor;
use super::validation::{self, Validation, ValidationResult};
use super::{slices, timers};
use crate::flow::{Context, Requests, ServerWrite, Text};
use crate::wire::{
    AgentId, AgentRecord, AgentStatus, AttendanceGroup, BrokerCredentials, Channel, ErrorBody, OrgUnit, OrgUnitId,
    Secret, SystemReply, Wall,
};
use derive::ReadObject;
use serde::Serialize;

/// Delay before the session check is repeated automatically on the page `/lost-connection`.
const FIRST_PATIENCE_MS: u64 = 10_000;

/// State of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The start-up check has not begun; the page shows a loader.
    Starting,
    /// The browser is not supported.
    Unsupported,
    /// No token; the sign-in form is shown.
    SignedOut,
    /// Another tab of this browser holds the session; this tab does nothing until its page is reloaded.
    InOtherTab,
    /// The sign-in request is pending.
    SigningIn,
    /// The session check is pending.
    Checking,
    /// The server does not answer; the token is kept and the check repeated.
    Reconnecting {
        /// Checks without an answer; 0 before the first.
        attempt: u32,
    },
    /// The check succeeded; the agent's record is loaded.
    LoadingAgent,
    /// The status of the channels is loaded.
    LoadingStatus,
    /// The agent can work.
    Ready,
}

/// The identity of the agent, which the session check needs after a reload; stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Identity {
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
    pub login_identifier: String,
    /// The tracking service got the agent's data in this session (NAV-032).
    pub tracked: bool,
}

/// Body of the sign-in: the only place where the password is written.
#[derive(Serialize)]
struct Credentials<'a> {
    login: &'a str,
    password: &'a str,
}

/// The signed-in agent, as other areas need it for their requests. Empty without a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActingAgent {
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
    pub name: String,
}

/// Facts about the page at its start.
#[derive(Clone, Debug, Default)]
pub struct StartedWith {
    pub supported_browser: bool,
    pub identity: Option<Identity>,
    /// The route is `/tab-disabled` or `/lost-connection`, which are shown without the check (NAV-025).
    pub skip_check: bool,
    /// The route is `/tab-disabled`.
    pub in_other_tab: bool,
    /// The browser reports that it has no network: the check is not sent (SES-036).
    pub offline: bool,
}

/// Why the session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignOutReason {
    /// The page started without a token.
    NoToken,
    /// The agent logged off.
    LoggedOff,
    /// The server reports that the token has expired.
    Expired,
    /// The agent did not use the page for too long.
    Idle,
    /// The server does not know the token.
    InvalidToken,
    /// The start-up check, or a load after it, was refused.
    CheckRefused,
    /// A supervisor or the server ended the session.
    DisconnectedBySystem,
    /// The token was removed from the storage by something other than this page (SES-031).
    TokenLost,
    /// The agent changed the password, which ends the session.
    PasswordChanged,
}

/// An effect of the session on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// The start-up check ended or was skipped without a session: public routes may be shown.
    NoSession,
    /// The browser is offline at load.
    LostConnection,
    /// The token and every record of the session must be removed.
    SignedOut(SignOutReason),
    /// The agent and the status are loaded.
    Ready { status: Box<AgentStatus> },
    /// A repeated session check ended with or without an answer, so `validation` may have changed. After a success
    /// there is a fresh broker credential.
    Validated,
    /// The loads of the broker's address and the server's time ended, successfully or not.
    SystemLoaded,
    /// A snackbar shows this error.
    Refused(Text),
    /// A snackbar shows that a setting was not saved. Without an answer the server may have saved it.
    SettingInDoubt(Text),
    /// The attendance groups are loaded; they say which qualifications need an observation.
    GroupsLoaded,
    /// The agent turned the second factor on or off.
    FactorChanged(Text),
    /// The agent must choose a new password before anything else.
    NewPasswordNeeded,
    /// The new password is saved and the session, if any, continues.
    PasswordSaved,
    /// The agent's record was loaded again: the settings in doubt are known.
    SettingsRead(Box<AgentRecord>),
    /// The load of the agent's record failed: it is repeated with the next reconcile.
    SettingsNotRead,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    Login,
    Logoff,
    /// The start-up check.
    Check,
    /// The check repeated while the agent works; also brings a fresh broker credential.
    Validation {
        asked_mono: u64,
    },
    Agent,
    /// The load of the agent's record, because a setting is in doubt.
    AgentSettings,
    Status,
    System,
    Datetime {
        asked_mono: u64,
    },
    OrgUnit,
    GroupMembership,
    AttendanceGroups,
    NewPassword,
    /// The code of a sign-in was sent.
    Code,
    /// A request about the agent's second factor: its state or a change.
    FactorStatus,
    FactorSetUp,
    FactorConfirm,
    FactorActivate,
    FactorRemove,
    FactorRenew,
    Notify {
        channel: Channel,
        on: bool,
    },
}

/// The session of this page.
pub struct Session {
    pub(super) phase: Phase,
    pub(super) identity: Option<Identity>,
    pub(super) agent: AgentRecord,
    pub(super) org_unit: OrgUnit,
    pub(super) system: SystemReply,
    pub(super) member_groups: Vec<AttendanceGroup>,
    pub(super) attendance_groups: Vec<AttendanceGroup>,
    pub(super) broker: Option<(BrokerCredentials, Secret<String>)>,
    /// Password of the sign-in in this page, until it is known whether the broker needs it. Never stored.
    pub(super) password: Option<Secret<String>>,
    /// When the session check is repeated automatically.
    retry_at: Option<Wall>,
    pub(super) validation: Validation,
    pub(super) login_typed: String,
    pub(super) error: Option<Text>,
    pub(super) notice: Option<Text>,
    pub(super) new_password: NewPassword,
    pub(super) second_factor: SecondFactor,
    pub(super) idle: Idle,
    /// Number of recovery codes left after a sign-in that used one, until it was shown to the agent.
    pub(super) recovery_codes_left: Option<u32>,
    /// A change of a setting got no answer: the server may have saved it.
    pub(super) settings_in_doubt: bool,
    pub(super) requests: Requests<Pending>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            phase: Phase::Starting,
            identity: None,
            agent: AgentRecord::default(),
            org_unit: OrgUnit::default(),
            system: SystemReply::default(),
            member_groups: Vec::new(),
            attendance_groups: Vec::new(),
            broker: None,
            password: None,
            retry_at: None,
            validation: Validation::default(),
            login_typed: String::new(),
            error: None,
            notice: None,
            new_password: NewPassword::default(),
            second_factor: SecondFactor::default(),
            idle: Idle::default(),
            recovery_codes_left: None,
            settings_in_doubt: false,
            requests: Requests::new(NAME),
        }
    }
}

impl Session {
    pub(super) fn check_later(&mut self, context: &mut Context, delay_ms: u64) {
        self.retry_at = Some(context.now.wall.plus_ms(delay_ms.cast_signed()));
        context.dirty(slices::SESSION.key());
        context.timer(timers::CHECK_RETRY.key(), delay_ms);
    }

    /// Records from before a reload, shown until the server's answers replace them (PER-002).
    pub fn restore(
        &mut self,
        agent: Option<AgentRecord>,
        system: Option<SystemReply>,
        groups: Option<Vec<AttendanceGroup>>,
    ) {
        self.agent = agent.unwrap_or_default();
        self.system = system.unwrap_or_default();
        self.attendance_groups = groups.unwrap_or_default();
    }

    /// The page started. `None`: the session check is sent and decides.
    pub fn start(&mut self, context: &mut Context, with: StartedWith) -> Option<Exit> {
        context.dirty(slices::SESSION.key());
        if !with.supported_browser {
            self.phase = Phase::Unsupported;
            return Some(Exit::NoSession);
        }
        if !context.kernel.http.has_token() {
            // Without a token the check ends at once, without a request (NAV-026).
            self.phase = Phase::SignedOut;
            return Some(Exit::SignedOut(SignOutReason::NoToken));
        }
        if with.in_other_tab {
            self.phase = Phase::InOtherTab;
            return Some(Exit::NoSession);
        }
        let Some(identity) = with.identity else {
            return Some(self.leave(context, SignOutReason::CheckRefused));
        };
        self.identity = Some(identity);
        if with.offline && !with.skip_check {
            self.phase = Phase::Reconnecting { attempt: 0 };
            return Some(Exit::LostConnection);
        }
        if with.skip_check {
            self.phase = Phase::Reconnecting { attempt: 0 };
            self.check_later(context, FIRST_PATIENCE_MS);
            return Some(Exit::NoSession);
        }
        self.check(context);
        None
    }

    /// The agent pressed "Entrar". Empty fields never reach this point: the form refuses them.
    pub fn sign_in(&mut self, context: &mut Context, login: &str, password: &Secret<String>) {
        if self.phase != Phase::SignedOut || self.second_factor.is_asking() {
            return;
        }
        self.phase = Phase::SigningIn;
        self.login_typed = login.trim().to_owned();
        self.error = None;
        context.dirty(slices::SESSION.key());
        self.password = Some(password.clone());
        let body = Credentials { login: &self.login_typed, password: password.expose() };
        context.request(&mut self.requests, Pending::Login, ServerWrite::SignIn.post("auth/login").json(&body));
    }

    /// Repeats the unanswered session check: the agent's "Tentar de novo", the network is back, or the retry timer.
    pub fn retry(&mut self, context: &mut Context) {
        if matches!(self.phase, Phase::Reconnecting { .. }) && !self.requests.any(|pending| *pending == Pending::Check)
        {
            context.cancel_timer(&timers::CHECK_RETRY.key());
            self.retry_at = None;
            context.dirty(slices::SESSION.key());
            self.send_check(context, Pending::Check);
        }
    }

    /// Checks whether the session is still valid, which also brings a fresh broker credential. Only one check is
    /// pending at a time (SES-029).
    pub fn validate(&mut self, context: &mut Context) {
        if self.is_ready() && !self.requests.any(|pending| matches!(pending, Pending::Validation { .. })) {
            let asked_mono = context.mono().0;
            self.send_check(context, Pending::Validation { asked_mono });
        }
    }

    /// Repeats the session check while the agent works (SES-029).
    pub fn on_poll_timer(&mut self, context: &mut Context) {
        if self.is_ready() {
            context.timer(timers::POLL.key(), validation::POLL_MS);
            self.validate(context);
        }
    }

    /// Another tab took the session: this one forgets it without a request and without clearing the storage.
    pub fn leave_to_other_tab(&mut self, context: &mut Context) {
        *self = Self { phase: Phase::InOtherTab, ..Self::default() };
        context.dirty(slices::SESSION.key());
    }

    /// The agent stops waiting for the connection: work continues when the session check is answered again.
    pub fn give_up(&mut self, context: &mut Context) {
        if self.is_ready() {
            self.phase = Phase::Reconnecting { attempt: 0 };
            context.cancel_timer(&timers::POLL.key());
            self.check_later(context, FIRST_PATIENCE_MS);
        }
    }

    /// Log-off: a request is sent, and the session ends whatever its answer (SES-043). `None` without a session.
    pub fn sign_out(&mut self, context: &mut Context) -> Option<Exit> {
        if self.is_signed_out() {
            return None;
        }
        context.request(&mut self.requests, Pending::Logoff, ServerWrite::SignOut.post("auth/logoff"));
        Some(self.leave(context, SignOutReason::LoggedOff))
    }

    /// A supervisor or the server ended the session. `None` if there was none.
    pub fn disconnected_by_system(&mut self, context: &mut Context, reason: &str) -> Option<Exit> {
        if self.is_signed_out() {
            return None;
        }
        let because = match reason {
            "expired" => SignOutReason::Expired,
            "idle" => SignOutReason::Idle,
            _ => SignOutReason::DisconnectedBySystem,
        };
        Some(self.leave(context, because))
    }

    /// The token was removed from the storage (SES-031). `None` without a session.
    pub fn token_lost(&mut self, context: &mut Context) -> Option<Exit> {
        (!self.is_signed_out()).then(|| self.leave(context, SignOutReason::TokenLost))
    }

    /// The token is expired or unknown. `None` without a session.
    pub fn token_refused(&mut self, context: &mut Context, error: &ErrorBody) -> Option<Exit> {
        if self.is_signed_out() {
            return None;
        }
        let result = validation::refusal_of(error);
        self.validation.take(result);
        let because = match (result, error.cause.as_deref()) {
            (_, Some("idle")) => SignOutReason::Idle,
            (ValidationResult::Expired, _) => SignOutReason::Expired,
            _ => SignOutReason::InvalidToken,
        };
        Some(self.leave(context, because))
    }

    /// Forgets everything of the session; the exit resets the other areas.
    pub(super) fn leave(&mut self, context: &mut Context, because: SignOutReason) -> Exit {
        let notice = match because {
            SignOutReason::Expired => Some("session.notice.expired"),
            SignOutReason::Idle => Some("session.notice.idle"),
            SignOutReason::InvalidToken | SignOutReason::CheckRefused => Some("session.notice.lost"),
            SignOutReason::DisconnectedBySystem => Some("disconnectedBySystem"),
            SignOutReason::TokenLost => Some("session.notice.tokenLost"),
            SignOutReason::PasswordChanged => Some("session.notice.passwordChanged"),
            SignOutReason::NoToken | SignOutReason::LoggedOff => None,
        };
        let result = self.validation.result;
        // The form of a password link does not depend on the session that ends.
        let new_password = std::mem::take(&mut self.new_password).if_linked();
        *self = Self { phase: Phase::SignedOut, notice: notice.map(Text::key), new_password, ..Self::default() };
        self.validation.result = result;
        context.dirty(slices::SESSION.key());
        Exit::SignedOut(because)
    }
}
