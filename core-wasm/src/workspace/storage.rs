//! Storage of records and their restore (PER-001 to PER-006). One record per entity; a record that cannot be read is
//! dropped, the others are used.

use super::area::timers;
use super::registry::StoredRecords;
use super::{Workspace, context};
use crate::connection;
use crate::conversation::UnsentOfAgent;
use crate::flow::{FLUSH, StoreId, StoreKey, WriteOutcome};
use crate::shell::RememberedPreferences;
use crate::wire::{AgentId, CustomId, Protocol, Secret};

/// Delay before a failed write is retried.
const STORE_RETRY_MS: u64 = 3_000;

/// Stored records that the host read at the start.
#[derive(Clone, Debug, Default)]
pub struct Restored {
    /// Token of the session.
    pub token: Option<Secret<String>>,
    /// JSON text of the preferences.
    pub preferences: Option<String>,
    /// Records of the local database: name and JSON text.
    pub records: Vec<(String, String)>,
    /// Records of the unsent database: name and JSON text.
    pub unsent: Vec<(String, String)>,
    /// Body of the frame during which an earlier instance crashed.
    pub unhandled_delivery: Option<String>,
}

impl Workspace {
    pub(crate) fn take_restored(&mut self, restored: Restored) {
        let preferences = restored.preferences.as_deref().map(RememberedPreferences::read);
        self.shell.restore_preferences(preferences.unwrap_or_default());
        self.apply_list_filter();
        self.kernel.http.restore_token(restored.token);
        self.connection.restore_poison(restored.unhandled_delivery);
        self.restored_records = restored.records;
        for (name, text) in restored.unsent {
            if let Some(key) = Self::record_key(&name) {
                self.waiting_unsent.take_record(&key, &text);
                self.notes.take_record(&key, &text);
                self.broadcasts.take_record(&key, &text);
            }
        }
    }

    /// Restores the areas as they were before a reload. Needs a token, because records belong to a signed-in agent.
    pub(crate) fn restore_areas(&mut self) {
        let records = std::mem::take(&mut self.restored_records);
        if !self.kernel.http.has_token() {
            return;
        }
        self.restore_from(&StoredRecords::read(records));
        for key in self.live_keys() {
            self.kernel.dirty.insert(key);
        }
        // Restored records need not be written again.
        self.kernel.stale.clear();
        self.kernel.timers.cancel(&FLUSH.key());
    }

    /// The agent whose unsent text is kept from now on.
    pub(crate) fn set_unsent_owner(&mut self, agent: AgentId) {
        self.waiting_unsent.set_author(agent);
    }

    /// The session ends: keeps unsent text in memory for the agent's next sign-in on this page; it also stays stored.
    pub(crate) fn keep_unsent(&mut self) {
        let now = self.server_now();
        let unsent = self.conversation.unsent_of_agent(now);
        self.notes.keep_for(&self.jobs, self.waiting_unsent.author(), now);
        self.broadcasts.keep_for(self.waiting_unsent.author(), now);
        self.waiting_unsent.keep(unsent);
    }

    /// Restores this agent's unsent text when jobs and server time are known; text of other agents stays stored. Waits for
    /// the server's time, because with a wrong local clock recent text might look expired.
    pub(crate) fn restore_unsent(&mut self) {
        if self.session.is_measuring_clock() {
            return;
        }
        let agent = self.session.agent_id();
        let unsent = self.waiting_unsent.take_of(&agent);
        self.expire_waiting_unsent();
        self.notes.restore(context!(self), &self.jobs, &agent);
        self.restore_broadcast_draft(&agent);
        if unsent.is_empty() {
            return;
        }
        let acting_agent = self.acting_agent();
        let exits = self.conversation.restore_unsent(context!(self), &mut self.jobs, &acting_agent, unsent);
        self.route(exits);
    }

    /// The agent sends a message before the job list is loaded: older unsent messages of the attendance are sent first
    /// (BEY-004).
    pub(crate) fn resume_unsent_of(&mut self, protocol: &Protocol) {
        let agent = self.session.agent_id();
        if self.jobs.get(protocol).is_none() {
            return;
        }
        let messages = self.waiting_unsent.take_messages(&agent, protocol);
        if !messages.is_empty() {
            let acting_agent = self.acting_agent();
            let unsent = UnsentOfAgent { messages, ..UnsentOfAgent::default() };
            let exits = self.conversation.restore_unsent(context!(self), &mut self.jobs, &acting_agent, unsent);
            self.route(exits);
        }
    }

    /// The server has a message that was kept in memory until the agent's next sign-in.
    pub(crate) fn drop_unsent_message(&mut self, author: &AgentId, protocol: &Protocol, custom_id: &CustomId) {
        self.waiting_unsent.drop_message(author, protocol, custom_id);
    }

    fn expire_waiting_unsent(&mut self) {
        for (key, value) in self.waiting_unsent.expire(self.server_now(), self.kernel.clock_known) {
            context!(self).write(key, value);
        }
    }

    /// Writes every changed record. Frames handled so far are acknowledged when the journal is stored.
    pub(crate) fn flush(&mut self) {
        context!(self).cancel_timer(&FLUSH.key());
        let mut journal = false;
        for key in self.kernel.stale.take() {
            if key == connection::records::JOURNAL.key() {
                journal = true;
                continue;
            }
            let value = self.record(&key);
            context!(self).write(key, value);
        }
        if journal {
            // Acknowledgements come last: the effects of a frame must be stored before the frame is acknowledged.
            for page in self.connection.gate_mut().take_grown() {
                let key = connection::records::EVENTS.of(page);
                let value = self.record(&key);
                context!(self).write(key, value);
            }
            let value = self.record(&connection::records::JOURNAL.key());
            let id = context!(self).write(connection::records::JOURNAL.key(), value);
            self.connection.journal_written(id);
        }
    }

    /// A write ended. After a success all failed writes are retried.
    pub(crate) fn on_write_ended(&mut self, id: StoreId, kept: bool) {
        match self.kernel.unstored.ended(id, kept) {
            WriteOutcome::StoreWorks => self.write_unstored(),
            WriteOutcome::MustWait => self.schedule_store_retry(),
            WriteOutcome::Nothing => {}
        }
    }

    pub(crate) fn schedule_store_retry(&mut self) {
        if !self.kernel.unstored.is_empty() && !self.kernel.timers.is_set(&timers::STORE_RETRY.key()) {
            context!(self).timer(timers::STORE_RETRY.key(), STORE_RETRY_MS);
        }
    }

    /// Retries one failed write.
    pub(crate) fn retry_failed_write(&mut self) {
        if let Some((key, value)) = self.kernel.unstored.one() {
            self.write_again(key, value);
        }
    }

    /// Retries all failed writes.
    pub(crate) fn write_unstored(&mut self) {
        for (key, value) in self.kernel.unstored.all() {
            self.write_again(key, value);
        }
    }

    fn write_again(&mut self, key: StoreKey, value: Option<String>) {
        // A newer value of the record must still be written.
        let newer = self.kernel.stale.contains(&key).then(|| key.clone());
        context!(self).write(key, value);
        if let Some(newer) = newer {
            self.kernel.stale.insert(newer);
        }
    }
}
