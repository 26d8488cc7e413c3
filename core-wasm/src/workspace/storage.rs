//! What is kept on the machine and how it comes back (PER-001 to PER-006). One record per entity; a record that cannot
//! be read is dropped, the others are used.

use super::area::timers;
use super::registry::StoredRecords;
use super::{Workspace, context};
use crate::connection;
use crate::conversation;
use crate::conversation::{DraftRecord, OutboxRecord};
use crate::flow::{Context, FLUSH, StoreId, StoreKey, WriteOutcome};
use crate::shell::RememberedPreferences;
use crate::wire::{AgentId, Protocol, Secret, Wall, json_text};
use serde::de::DeserializeOwned;

/// Between two tries to write words that the disk did not take.
const STORE_RETRY_MS: u64 = 3_000;

/// What the host found at the start.
#[derive(Clone, Debug, Default)]
pub struct Restored {
    pub token: Option<Secret<String>>,
    pub preferences: Option<String>,
    /// Records of the local database: name and JSON text.
    pub records: Vec<(String, String)>,
    /// Records of the unsent database.
    pub unsent: Vec<(String, String)>,
    /// The delivery that was being handled when an earlier instance died.
    pub unhandled_delivery: Option<String>,
}

/// Words of before, until it is known whose session this is.
#[derive(Default)]
pub(crate) struct Unsent {
    /// Whose words are written now.
    author: AgentId,
    drafts: Vec<(AgentId, Protocol, DraftRecord)>,
    messages: Vec<(AgentId, OutboxRecord)>,
    records: Vec<(String, String)>,
}

impl Workspace {
    pub(crate) fn take_restored(&mut self, restored: Restored) {
        let preferences = restored.preferences.as_deref().map(RememberedPreferences::read);
        self.shell.restore_preferences(preferences.unwrap_or_default());
        self.apply_hidden_channels();
        self.kernel.http.restore_token(restored.token);
        self.connection.restore_poison(restored.unhandled_delivery);
        self.unsent.records = restored.records;
        for (name, text) in restored.unsent {
            let Some(key) = Self::record_key(&name) else { continue };
            if let Some((agent, protocol)) = conversation::records::DRAFT.ids(&key) {
                if let Some(draft) = read(&text) {
                    self.unsent.drafts.push((agent, protocol, draft));
                }
            } else if let Some((agent, ..)) = conversation::records::OUTBOX.ids(&key)
                && let Some(message) = read::<OutboxRecord>(&text)
                && !message.protocol.is_empty()
                && !message.custom_id.is_empty()
            {
                self.unsent.messages.push((agent, message));
            }
        }
    }

    /// The rooms as they were before the reload; only with a token, for nobody else may see them.
    pub(crate) fn restore_areas(&mut self) {
        let records = std::mem::take(&mut self.unsent.records);
        if !self.kernel.http.has_token() {
            return;
        }
        self.restore_from(&StoredRecords::read(records));
        for key in self.live_keys() {
            self.kernel.dirty.insert(key);
        }
        // Reading back is no change for the disk.
        self.kernel.stale.clear();
        self.kernel.timers.cancel(&FLUSH.key());
    }

    pub(crate) fn set_unsent_owner(&mut self, agent: AgentId) {
        self.unsent.author = agent;
    }

    /// The session is over: the words stay on the disk, and here for the same agent's next sign-in on this page.
    pub(crate) fn keep_unsent(&mut self) {
        let author = std::mem::take(&mut self.unsent.author);
        let now = self.server_now();
        for (protocol, draft) in self.conversation.drafts.records(now) {
            self.unsent.drafts.push((author.clone(), protocol, draft));
        }
        for message in self.conversation.outbox().records().chain(self.conversation.unsent.texts().iter().cloned()) {
            self.unsent.messages.push((author.clone(), message));
        }
    }

    /// The jobs and the server's time are known: this agent's own words of before come back; another agent's stay where
    /// they are. By the machine's clock alone words of a minute ago may look days old.
    pub(crate) fn restore_unsent(&mut self) {
        if self.session.is_measuring_clock() {
            return;
        }
        let agent = self.session.agent_id();
        let (drafts, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.unsent.drafts).into_iter().partition(|(owner, _, _)| *owner == agent);
        self.unsent.drafts = others;
        let (messages, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.unsent.messages).into_iter().partition(|(owner, _)| *owner == agent);
        self.unsent.messages = others;
        self.expire_foreign_unsent();
        if drafts.is_empty() && messages.is_empty() {
            return;
        }
        let drafts = drafts.into_iter().map(|(_, protocol, draft)| (protocol, draft)).collect();
        let messages = messages.into_iter().map(|(_, message)| message).collect();
        let acting_agent = self.acting_agent();
        let exits = self.conversation.restore_unsent(context!(self), &mut self.jobs, &acting_agent, drafts, messages);
        self.route(exits);
    }

    /// A message is pressed before the server's list came: those that waited longer in its conversation go first (BEY-004).
    pub(crate) fn resume_unsent_of(&mut self, protocol: &Protocol) {
        let agent = self.session.agent_id();
        if self.jobs.get(protocol).is_none() {
            return;
        }
        let waiting: Vec<OutboxRecord> = self
            .unsent
            .messages
            .extract_if(.., |(owner, message)| *owner == agent && message.protocol == *protocol && !message.lost)
            .map(|(_, message)| message)
            .collect();
        if !waiting.is_empty() {
            let acting_agent = self.acting_agent();
            let exits =
                self.conversation.restore_unsent(context!(self), &mut self.jobs, &acting_agent, Vec::new(), waiting);
            self.route(exits);
        }
    }

    /// Nobody's words stay longer than 24 hours on a machine that several people use (BEY-012).
    fn expire_foreign_unsent(&mut self) {
        let (now, known) = (self.server_now(), self.kernel.clock_known);
        let old = |written_at: Wall| known && now.since_ms(written_at) > crate::conversation::UNSENT_LIFE_MS;
        let drafts = self.unsent.drafts.extract_if(.., |(_, _, draft)| draft.written_at.is_some_and(old));
        let mut keys: Vec<StoreKey> =
            drafts.map(|(agent, protocol, _)| conversation::records::DRAFT.of((agent, protocol))).collect();
        for (agent, message) in &mut self.unsent.messages {
            if message.date(now, known) {
                let key = conversation::records::OUTBOX.of((
                    agent.clone(),
                    message.protocol.clone(),
                    message.custom_id.clone(),
                ));
                let context = &mut Context { now: self.now, kernel: &mut self.kernel };
                context.write(key, Some(json_text(message)));
            }
        }
        let messages = self.unsent.messages.extract_if(.., |(_, message)| old(message.written_at));
        keys.extend(
            messages
                .map(|(agent, message)| conversation::records::OUTBOX.of((agent, message.protocol, message.custom_id))),
        );
        for key in keys {
            context!(self).write(key, None);
        }
    }

    /// Writes every record that changed. What the broker delivered up to here may be acknowledged when the journal is
    /// stored.
    pub(crate) fn flush(&mut self) {
        context!(self).cancel_timer(&FLUSH.key());
        let mut journal = false;
        for (key, ()) in std::mem::take(&mut self.kernel.stale) {
            if key == connection::records::JOURNAL.key() {
                journal = true;
                continue;
            }
            let value = self.record(&key);
            context!(self).write(key, value);
        }
        if journal {
            // Last of all: an acknowledged delivery's effects are stored before it.
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

    /// Words that the disk did not take are written as soon as it takes any.
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

    pub(crate) fn retry_failed_write(&mut self) {
        if let Some((key, value)) = self.kernel.unstored.one() {
            self.write_again(key, value);
        }
    }

    pub(crate) fn write_unstored(&mut self) {
        for (key, value) in self.kernel.unstored.all() {
            self.write_again(key, value);
        }
    }

    fn write_again(&mut self, key: StoreKey, value: Option<String>) {
        // What was typed since is still to be written.
        let newer = self.kernel.stale.contains_key(&key).then(|| key.clone());
        context!(self).write(key, value);
        self.kernel.stale.extend(newer.map(|key| (key, ())));
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}
