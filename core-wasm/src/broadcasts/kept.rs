//! The draft of an agent in the unsent database of the browser: for its agent only, and for 24 hours (BEY-012).

use super::draft::Draft;
use super::machine::Broadcasts;
use super::phase::CreationPhase;
use super::{records, slices};
use crate::conversation::UNSENT_LIFE_MS;
use crate::flow::{Context, StoreKey};
use crate::wire::{AgentId, Wall, from_object, json_text};
use derive::ReadObject;
use serde::Serialize;

/// A draft as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct DraftRecord {
    /// The draft.
    pub draft: Draft,
    /// Time on the server's clock; `None` until that is known.
    pub written_at: Option<Wall>,
}

impl Broadcasts {
    /// Takes a record of the unsent database; one that cannot be read is dropped.
    pub fn take_record(&mut self, key: &StoreKey, text: &str) {
        if let Some(agent) = records::DRAFT.ids(key)
            && let Ok(record) = from_object::<DraftRecord>(text)
        {
            self.waiting.push((agent, record));
        }
    }

    /// The stored draft; `None` deletes it.
    pub fn record(&self, now: Wall) -> Option<String> {
        let draft = &self.creation.draft;
        let record = || DraftRecord { draft: draft.clone(), written_at: Some(now) };
        (!draft.is_empty()).then(|| json_text(&record()))
    }

    /// The session ends: the draft waits for the agent's next sign-in on this page. It stays stored.
    pub fn keep_for(&mut self, agent: &AgentId, now: Wall) {
        let draft = &self.creation.draft;
        if !draft.is_empty() {
            self.waiting.push((agent.clone(), DraftRecord { draft: draft.clone(), written_at: Some(now) }));
        }
    }

    /// Restores the draft of this agent when the server's time is known. An old one is deleted, also that of another agent.
    pub fn restore(&mut self, context: &mut Context, agent: &AgentId) {
        let now = context.server_now();
        let is_old = |record: &DraftRecord| record.written_at.is_some_and(|at| now.since_ms(at) > UNSENT_LIFE_MS);
        for (author, record) in std::mem::take(&mut self.waiting) {
            if context.kernel.clock_known && is_old(&record) {
                context.write(records::DRAFT.of(author), None);
            } else if author != *agent {
                self.waiting.push((author, record));
            } else if self.creation.draft.is_empty() {
                // After a reload the result of a request that was pending is unknown.
                let is_unknown = !record.draft.custom_id.is_empty();
                self.creation.phase = if is_unknown { CreationPhase::LookingUp } else { CreationPhase::Editing };
                self.creation.draft = record.draft;
                self.creation.saved_at = record.written_at;
                context.dirty(slices::NEW.key());
                context.dirty(slices::BROADCASTS.key());
                self.mark_contacts(context);
            }
        }
    }
}
