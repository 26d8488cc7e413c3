//! The session as the ui shows it.

use super::{NewPasswordView, Phase, ServicesState, Session};
use crate::flow::{Kernel, Text};
use crate::wire::AgentRole;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SessionPhaseView {
    /// Only a loader shows.
    Starting,
    Unsupported,
    SignedOut,
    SigningIn,
    /// Only a loader shows; the token is being checked.
    Checking,
    Reconnecting,
    Ready,
    /// Another tab of this browser holds the session.
    InOtherTab,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub phase: SessionPhaseView,
    /// Attempts while reconnecting.
    pub attempt: u32,
    /// When the session check is repeated by itself, on the browser's clock.
    pub retry_at: Option<f64>,
    pub login: String,
    pub error: Option<Text>,
    pub notice: Option<Text>,
    pub agent: Option<AgentView>,
    /// Server's clock minus the browser's, in ms.
    pub clock_offset_ms: f64,
    pub server_version: String,
    pub new_password: NewPasswordView,
    /// Features that are on.
    pub flags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AgentView {
    pub id: String,
    pub name: String,
    pub email: String,
    pub login_identifier: String,
    pub role: AgentRole,
    pub org_unit_name: String,
    pub initials: String,
    pub color: String,
}

impl Session {
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
                org_unit_name: self.org_unit().name.clone(),
                initials: crate::shell::initials(&record.agent_name),
                color: crate::shell::avatar_color(&record.agent_name).to_owned(),
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
            new_password: self.new_password_view().clone(),
            flags: services.flags_on().to_vec(),
        }
    }
}
