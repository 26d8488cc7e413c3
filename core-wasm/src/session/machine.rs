//! The session's story. A page starts; a browser that is not served stays outside. Without a token the agent is signed
//! out. With one, the start-up check asks the server: a yes loads the agent and then the status (SES-034), a refusal
//! clears everything, and silence keeps the token and asks again (SES-036). A sign-in takes the same road from the
//! check on. Whatever refuses the token later ends here too.
//!
//! States: `Starting`, `Unsupported`, `SignedOut`, `InOtherTab`, `SigningIn`, `Checking`, `Reconnecting`, `LoadingAgent`,
//! `LoadingStatus`, `Ready`. Navigation, jobs and the broker are other rooms: exits tell the router.

use super::new_password::{NewPassword, NewPasswordView};
use super::registry::NAME;
use super::validation::{self, Validation, ValidationResult};
use super::{slices, timers};
use crate::flow::{Calls, Context, HttpCall, Text};
use crate::wire::{
    AgentId, AgentRecord, AgentStatus, AttendanceGroup, BrokerCredentials, Channel, ErrorBody, OrgUnit, OrgUnitId,
    Secret, SystemReply, Wall,
};
use serde::{Deserialize, Serialize};

/// On the page that tells that the connection is lost the check is repeated by itself, but not at once.
const FIRST_PATIENCE_MS: u64 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing is decided yet; the page shows a loader.
    Starting,
    Unsupported,
    SignedOut,
    /// Another tab of this browser holds the session; this one does nothing until its page is loaded anew.
    InOtherTab,
    /// Credentials are with the server.
    SigningIn,
    /// The session check is with the server.
    Checking,
    /// The server is silent; the token is kept and the check repeated.
    Reconnecting {
        attempt: u32,
    },
    LoadingAgent,
    LoadingStatus,
    Ready,
}

/// Enough to ask the session check after a reload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Identity {
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
    pub login_identifier: String,
    /// Who works here has been told in this session (NAV-032).
    pub tracked: bool,
}

/// Body of the sign-in: the one place where the password is written out.
#[derive(Serialize)]
struct Credentials<'a> {
    login: &'a str,
    password: &'a str,
}

/// In whose name calls are made; the areas above get it with every wish.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActingAgent {
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
    pub name: String,
}

/// What the page brought along.
#[derive(Clone, Debug, Default)]
pub struct StartedWith {
    pub supported_browser: bool,
    pub identity: Option<Identity>,
    /// `/tab-disabled` and `/lost-connection` show at once, without the check (NAV-025).
    pub skip_check: bool,
    /// The page stands at `/tab-disabled`.
    pub in_other_tab: bool,
    /// The browser itself has no network: the check is not sent (SES-036).
    pub offline: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignOutReason {
    NoToken,
    LoggedOff,
    Expired,
    InvalidToken,
    CheckRefused,
    DisconnectedBySystem,
    /// The stored token is gone from under the agent's hands (SES-031).
    TokenLost,
    PasswordChanged,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The start-up check ended or was skipped without a session: public routes may show.
    NoSession,
    /// The browser is offline at load.
    LostConnection,
    /// The token and every record of the session must go.
    SignedOut(SignOutReason),
    /// The agent and the status are loaded.
    Ready {
        status: Box<AgentStatus>,
    },
    /// The session check was answered, or not: what is known of session and product may have changed, and with a yes a
    /// fresh broker credential is there.
    Validated,
    /// The broker's address and the server's clock are known, as far as they will be.
    SystemLoaded,
    /// To be told in a snackbar.
    Refused(Text),
    /// Which groups want an observation is known.
    GroupsLoaded,
    /// The agent must choose a new password before anything else.
    NewPasswordNeeded,
    PasswordSaved,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    Login,
    Logoff,
    /// The check that decides over the session.
    Check,
    /// The check repeated while the agent works: whether all still holds, and a fresh broker credential.
    Validation {
        asked_mono: u64,
    },
    Agent,
    Status,
    System,
    Datetime {
        asked_mono: u64,
    },
    OrgUnit,
    GroupMembership,
    AttendanceGroups,
    NewPassword,
    Notify {
        channel: Channel,
        on: bool,
    },
}

pub struct Session {
    pub(super) phase: Phase,
    pub(super) identity: Option<Identity>,
    pub(super) agent: AgentRecord,
    pub(super) org_unit: OrgUnit,
    pub(super) system: SystemReply,
    pub(super) member_groups: Vec<AttendanceGroup>,
    pub(super) attendance_groups: Vec<AttendanceGroup>,
    pub(super) broker: Option<(BrokerCredentials, Secret<String>)>,
    /// Of the sign-in in this page, until it is known whether the broker wants it. Never written anywhere.
    pub(super) password: Option<Secret<String>>,
    /// When the session check is repeated by itself.
    retry_at: Option<Wall>,
    pub(super) validation: Validation,
    pub(super) login_typed: String,
    pub(super) error: Option<Text>,
    pub(super) notice: Option<Text>,
    pub(super) new_password: NewPassword,
    pub(super) calls: Calls<Pending>,
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
            calls: Calls::new(NAME),
        }
    }
}

impl Session {
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    pub fn is_ready(&self) -> bool {
        self.phase == Phase::Ready
    }

    /// Whether the agent is known to be outside: no token, no check under way.
    pub fn is_signed_out(&self) -> bool {
        matches!(self.phase, Phase::SignedOut | Phase::SigningIn | Phase::Unsupported | Phase::InOtherTab)
    }

    pub fn is_in_other_tab(&self) -> bool {
        self.phase == Phase::InOtherTab
    }

    pub fn agent(&self) -> &AgentRecord {
        &self.agent
    }

    pub fn agent_id(&self) -> AgentId {
        self.identity.as_ref().map(|identity| identity.agent_id.clone()).unwrap_or_default()
    }

    pub fn org_unit_id(&self) -> OrgUnitId {
        self.identity.as_ref().map(|identity| identity.org_unit_id.clone()).unwrap_or_default()
    }

    /// Who works here, for what an area sends in the agent's name.
    pub fn acting_agent(&self) -> ActingAgent {
        ActingAgent {
            agent_id: self.agent_id(),
            org_unit_id: self.org_unit_id(),
            name: self.agent().agent_name.clone(),
        }
    }

    /// Says whether this is the first time in the session.
    pub(super) fn mark_tracked(&mut self) -> bool {
        self.identity.as_mut().is_some_and(|identity| !std::mem::replace(&mut identity.tracked, true))
    }

    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    pub fn org_unit(&self) -> &OrgUnit {
        &self.org_unit
    }

    pub fn system(&self) -> &SystemReply {
        &self.system
    }

    pub fn member_groups(&self) -> &[AttendanceGroup] {
        &self.member_groups
    }

    pub fn attendance_groups(&self) -> &[AttendanceGroup] {
        &self.attendance_groups
    }

    pub fn broker_credential(&self) -> Option<&(BrokerCredentials, Secret<String>)> {
        self.broker.as_ref()
    }

    pub fn validation(&self) -> &Validation {
        &self.validation
    }

    pub fn take_password(&mut self) -> Option<Secret<String>> {
        self.password.take()
    }

    pub(super) fn retry_at(&self) -> Option<Wall> {
        self.retry_at
    }

    pub(super) fn check_later(&mut self, context: &mut Context, delay_ms: u64) {
        self.retry_at = Some(context.now.wall.plus_ms(delay_ms.cast_signed()));
        context.dirty(slices::SESSION.key());
        context.timer(timers::CHECK_RETRY.key(), delay_ms);
    }

    pub(super) fn login_typed(&self) -> &str {
        &self.login_typed
    }

    pub(super) fn error(&self) -> Option<&Text> {
        self.error.as_ref()
    }

    pub(super) fn notice(&self) -> Option<&Text> {
        self.notice.as_ref()
    }

    pub(super) fn new_password_view(&self) -> &NewPasswordView {
        &self.new_password.view
    }

    /// Records of before a reload, shown until the server corrects them (PER-002).
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
        if self.phase != Phase::SignedOut {
            return;
        }
        self.phase = Phase::SigningIn;
        self.login_typed = login.trim().to_owned();
        self.error = None;
        context.dirty(slices::SESSION.key());
        self.password = Some(password.clone());
        let body = Credentials { login: &self.login_typed, password: password.expose() };
        context.call(&mut self.calls, Pending::Login, HttpCall::post("auth/login").json(&body));
    }

    /// Asks the session check again: the agent's "Tentar de novo", the network's return, the retry timer.
    pub fn retry(&mut self, context: &mut Context) {
        if matches!(self.phase, Phase::Reconnecting { .. }) && !self.calls.any(|pending| *pending == Pending::Check) {
            context.cancel_timer(&timers::CHECK_RETRY.key());
            self.retry_at = None;
            context.dirty(slices::SESSION.key());
            self.send_check(context, Pending::Check);
        }
    }

    /// Asks whether the session still holds, and for a fresh broker credential. Never two at a time (SES-029).
    pub fn validate(&mut self, context: &mut Context) {
        if self.is_ready() && !self.calls.any(|pending| matches!(pending, Pending::Validation { .. })) {
            let asked_mono = context.mono().0;
            self.send_check(context, Pending::Validation { asked_mono });
        }
    }

    pub fn on_poll_timer(&mut self, context: &mut Context) {
        if self.is_ready() {
            context.timer(timers::POLL.key(), validation::POLL_MS);
            self.validate(context);
        }
    }

    /// Another tab took the session: this one forgets it, and tells neither the server nor the disk.
    pub fn leave_to_other_tab(&mut self, context: &mut Context) {
        *self = Self { phase: Phase::InOtherTab, ..Self::default() };
        context.dirty(slices::SESSION.key());
    }

    /// The agent waits no longer: the work rests until the session check is answered again.
    pub fn give_up(&mut self, context: &mut Context) {
        if self.is_ready() {
            self.phase = Phase::Reconnecting { attempt: 0 };
            context.cancel_timer(&timers::POLL.key());
            self.check_later(context, FIRST_PATIENCE_MS);
        }
    }

    /// Log-off: the server is told, and the agent is out whatever it answers (SES-043).
    pub fn sign_out(&mut self, context: &mut Context) -> Option<Exit> {
        if self.is_signed_out() {
            return None;
        }
        context.call(&mut self.calls, Pending::Logoff, HttpCall::post("auth/logoff"));
        Some(self.leave(context, SignOutReason::LoggedOff))
    }

    pub fn disconnected_by_system(&mut self, context: &mut Context) -> Option<Exit> {
        if self.is_signed_out() {
            return None;
        }
        Some(self.leave(context, SignOutReason::DisconnectedBySystem))
    }

    /// Somebody took the token out of the storage: this agent is known no longer (SES-031).
    pub fn token_lost(&mut self, context: &mut Context) -> Option<Exit> {
        (!self.is_signed_out()).then(|| self.leave(context, SignOutReason::TokenLost))
    }

    /// The token's time is over, or the session check does not know it.
    pub fn token_refused(&mut self, context: &mut Context, error: &ErrorBody) -> Option<Exit> {
        if self.is_signed_out() {
            return None;
        }
        let result = validation::refusal_of(error);
        self.validation.take(result);
        let expired = result == ValidationResult::Expired;
        Some(self.leave(context, if expired { SignOutReason::Expired } else { SignOutReason::InvalidToken }))
    }

    /// Everything of the session goes; the exit lets the router empty the other rooms.
    pub(super) fn leave(&mut self, context: &mut Context, because: SignOutReason) -> Exit {
        let notice = match because {
            SignOutReason::Expired => Some("session.notice.expired"),
            SignOutReason::InvalidToken | SignOutReason::CheckRefused => Some("session.notice.lost"),
            SignOutReason::DisconnectedBySystem => Some("disconnectedBySystem"),
            SignOutReason::TokenLost => Some("session.notice.tokenLost"),
            SignOutReason::PasswordChanged => Some("session.notice.passwordChanged"),
            SignOutReason::NoToken | SignOutReason::LoggedOff => None,
        };
        let result = self.validation.result;
        // A link that was opened with an old token at hand still stands.
        let new_password = std::mem::take(&mut self.new_password).if_linked();
        *self = Self { phase: Phase::SignedOut, notice: notice.map(Text::key), new_password, ..Self::default() };
        self.validation.result = result;
        context.dirty(slices::SESSION.key());
        Exit::SignedOut(because)
    }
}
