//! The session as the ui shows it.

use super::{NewPasswordView, Phase, SecondFactorView, ServicesState, Session};
use crate::flow::{Kernel, Text};
use crate::wire::{AgentRole, SecondFactorPolicy};
use serde::Serialize;

/// State of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SessionPhaseView {
    /// The state is not known yet; only a loader is shown.
    Starting,
    /// The browser is not supported.
    Unsupported,
    /// The sign-in form is shown.
    SignedOut,
    /// The sign-in request is pending.
    SigningIn,
    /// The token is being checked; only a loader is shown.
    Checking,
    /// The server does not answer; the session check is repeated.
    Reconnecting,
    /// The agent can work.
    Ready,
    /// Another tab of this browser holds the session.
    InOtherTab,
}

/// The session and its agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// State of the session.
    pub phase: SessionPhaseView,
    /// Attempts while reconnecting.
    pub attempt: u32,
    /// When the session check is repeated automatically: JavaScript time value on the browser's clock.
    pub retry_at: Option<f64>,
    /// Login that was typed in the form, so that a failed sign-in keeps it.
    pub login: String,
    /// Why the sign-in failed.
    pub error: Option<Text>,
    /// Why the last session ended, for the sign-in page.
    pub notice: Option<Text>,
    /// `None` until the session is ready.
    pub agent: Option<AgentView>,
    /// Server's clock minus browser's clock, in ms.
    pub clock_offset_ms: f64,
    /// Version of the contact centre's server; empty before it is loaded.
    pub server_version: String,
    /// Form of the new password.
    pub new_password: NewPasswordView,
    /// The step of a sign-in after the password, and the agent's own second factor.
    pub second_factor: SecondFactorView,
    /// Names of the feature flags that are on.
    pub flags: Vec<String>,
}

/// The signed-in agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AgentView {
    /// The agent's id.
    pub id: String,
    /// Full name.
    pub name: String,
    /// E-mail address; may be empty.
    pub email: String,
    /// The login with which the agent signs in.
    pub login_identifier: String,
    /// Agent or supervisor.
    pub role: AgentRole,
    /// Whether the agents of the org unit have a second factor.
    pub second_factor: SecondFactorPolicy,
    /// Name of the org unit; empty before it is loaded.
    pub org_unit_name: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// Names of the attendance groups that the agent is a member of, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub groups: Vec<String>,
    /// Greatest number of open conversations on a channel; at that number the agent cannot begin another one. 0:
    /// unknown.
    pub attendances_per_channel: u32,
    /// Country whose numbers people write without its code (ISO 3166-1); empty: `BR`.
    pub number_country: String,
}

impl Session {
    /// The view of the slice `session`.
    pub fn view(&self, kernel: &Kernel, services: &ServicesState) -> SessionView {
        let (phase, attempt) = match self.phase() {
            Phase::Starting => (SessionPhaseView::Starting, 0),
            Phase::Unsupported => (SessionPhaseView::Unsupported, 0),
            Phase::SignedOut => (SessionPhaseView::SignedOut, 0),
            Phase::SigningIn => (SessionPhaseView::SigningIn, 0),
            Phase::Checking | Phase::LoadingAgent | Phase::LoadingStatus => (SessionPhaseView::Checking, 0),
            Phase::Reconnecting { attempt } => (SessionPhaseView::Reconnecting, *attempt),
            Phase::Ready => (SessionPhaseView::Ready, 0),
            Phase::InOtherTab => (SessionPhaseView::InOtherTab, 0),
        };
        let agent = self.is_ready().then(|| {
            let record = self.agent();
            AgentView {
                id: self.agent_id().0,
                name: record.agent_name.clone(),
                email: record.email.clone(),
                login_identifier: record.login_identifier.clone(),
                role: record.role,
                second_factor: record.second_factor,
                org_unit_name: self.org_unit().name.clone(),
                initials: crate::shell::initials(&record.agent_name),
                color: crate::shell::avatar_color(&record.agent_name).to_owned(),
                groups: self.group_names(),
                attendances_per_channel: self.system().settings.jobs_per_channel,
                number_country: self.system().settings.number_country.clone(),
            }
        });
        SessionView {
            phase,
            attempt,
            retry_at: self.retry_at().map(crate::wire::Wall::as_js),
            login: self.login_typed().to_owned(),
            error: self.error().cloned(),
            notice: self.notice().cloned(),
            agent,
            clock_offset_ms: kernel.clock_offset_ms as f64,
            server_version: self.system().version.clone(),
            new_password: self.new_password_view(),
            second_factor: self.second_factor.view(),
            flags: services.flags_on().to_vec(),
        }
    }
}
