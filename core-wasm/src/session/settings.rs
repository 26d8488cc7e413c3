//! Settings of the agent whose change got no answer. The server may have saved them; the agent's record shows it.

use super::machine::{Pending, Session};
use super::records;
use crate::flow::{Context, HttpRequest, path};
use crate::notifications;
use crate::wire::AgentRecord;

impl Session {
    /// A change of a setting got no answer.
    pub fn doubt_settings(&mut self) {
        self.settings_in_doubt = true;
    }

    /// Whether the server may have other settings than the page.
    pub fn are_settings_in_doubt(&self) -> bool {
        self.settings_in_doubt
    }

    /// Loads the agent's record (API-016) if a setting is in doubt; one request at a time.
    pub fn read_doubtful_settings(&mut self, context: &mut Context) {
        if self.settings_in_doubt && !self.reads_settings() {
            let request = HttpRequest::get(path!["agents", self.agent_id()]);
            context.request(&mut self.requests, Pending::AgentSettings, request);
        }
    }

    /// The agent changes a setting: a record that is being loaded may be older and is dropped.
    pub fn drop_settings_read(&mut self) {
        self.requests.forget(|pending| *pending == Pending::AgentSettings);
    }

    /// Whether the change of a setting is pending.
    pub fn saves_setting(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Notify { .. }))
    }

    /// Applies the settings in the agent's record.
    pub fn take_settings(&mut self, context: &mut Context, record: &AgentRecord) {
        self.settings_in_doubt = false;
        self.agent.agent_preferences = record.agent_preferences.clone();
        context.persist(records::AGENT.key());
        context.dirty(notifications::slices::ALERTS.key());
    }

    fn reads_settings(&self) -> bool {
        self.requests.any(|pending| *pending == Pending::AgentSettings)
    }
}
