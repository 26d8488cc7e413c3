//! Values of the session for other areas and the view.

use super::super::new_password::NewPasswordView;
use super::super::validation::Validation;
use super::{ActingAgent, Identity, Phase, Session};
use crate::flow::Text;
use crate::shell::Viewer;
use crate::wire::{
    AgentId, AgentRecord, AttendanceGroup, BrokerCredentials, OrgUnit, OrgUnitId, Secret, SystemReply, Wall,
};

impl Session {
    /// State of the machine.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether the agent can work.
    pub fn is_ready(&self) -> bool {
        self.phase == Phase::Ready
    }

    /// Whether this page certainly has no session: no token and no pending check.
    pub fn is_signed_out(&self) -> bool {
        matches!(self.phase, Phase::SignedOut | Phase::SigningIn | Phase::Unsupported | Phase::InOtherTab)
    }

    /// Whether another tab holds the session.
    pub fn is_in_other_tab(&self) -> bool {
        self.phase == Phase::InOtherTab
    }

    /// The agent's record; default before it is loaded.
    pub fn agent(&self) -> &AgentRecord {
        &self.agent
    }

    /// Id of the signed-in agent; empty without a session.
    pub fn agent_id(&self) -> AgentId {
        self.identity.as_ref().map(|identity| identity.agent_id.clone()).unwrap_or_default()
    }

    /// Empty without a session.
    pub fn org_unit_id(&self) -> OrgUnitId {
        self.identity.as_ref().map(|identity| identity.org_unit_id.clone()).unwrap_or_default()
    }

    /// The agent for requests of other areas; empty without a session.
    pub fn acting_agent(&self) -> ActingAgent {
        ActingAgent {
            agent_id: self.agent_id(),
            org_unit_id: self.org_unit_id(),
            name: self.agent().agent_name.clone(),
        }
    }

    /// The agent for whom views are created.
    pub fn viewer(&self) -> Viewer<'_> {
        Viewer {
            agent_id: self.identity.as_ref().map(|identity| identity.agent_id.as_str()).unwrap_or_default(),
            name: &self.agent().agent_name,
        }
    }

    /// Number of recovery codes that are left, after a sign-in that used one; only the first call returns it.
    pub(in crate::session) fn take_recovery_codes_left(&mut self) -> Option<u32> {
        self.recovery_codes_left.take()
    }

    /// Marks the agent as tracked. Returns true the first time in a session.
    pub(in crate::session) fn mark_tracked(&mut self) -> bool {
        self.identity.as_mut().is_some_and(|identity| !std::mem::replace(&mut identity.tracked, true))
    }

    /// Identity of the agent; `None` without a session.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// The agent's org unit; default before it is loaded.
    pub fn org_unit(&self) -> &OrgUnit {
        &self.org_unit
    }

    /// Settings of the contact centre; default before they are loaded.
    pub fn system(&self) -> &SystemReply {
        &self.system
    }

    /// Groups that the agent is a member of.
    pub fn member_groups(&self) -> &[AttendanceGroup] {
        &self.member_groups
    }

    /// Names of these groups, each once; a group with several channels has one row for each channel.
    pub(in crate::session) fn group_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.member_groups.iter().map(|group| group.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Attendance groups with their rules, for all members.
    pub fn attendance_groups(&self) -> &[AttendanceGroup] {
        &self.attendance_groups
    }

    /// Credential and passcode of the last successful check; `None` before it.
    pub fn broker_credential(&self) -> Option<&(BrokerCredentials, Secret<String>)> {
        self.broker.as_ref()
    }

    /// Result of the session checks so far.
    pub fn validation(&self) -> &Validation {
        &self.validation
    }

    /// Hands over the password of the sign-in and forgets it; `None` after a reload.
    pub fn take_password(&mut self) -> Option<Secret<String>> {
        self.password.take()
    }

    pub(in crate::session) fn retry_at(&self) -> Option<Wall> {
        self.retry_at
    }

    pub(in crate::session) fn login_typed(&self) -> &str {
        &self.login_typed
    }

    pub(in crate::session) fn error(&self) -> Option<&Text> {
        self.error.as_ref()
    }

    pub(in crate::session) fn notice(&self) -> Option<&Text> {
        self.notice.as_ref()
    }

    pub(in crate::session) fn new_password_view(&self) -> NewPasswordView {
        self.new_password.view(self.longest_password())
    }
}
