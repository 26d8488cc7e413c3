//! Unsent texts of removed attendances, which the agent can copy or discard for at most 24 hours (BEY-012). Each is one
//! record of the unsent database. Never sends anything.

use super::drafts::{UNSENT_LIFE_MS, is_old};
use super::outbox::OutboxRecord;
use super::{records, timers};
use crate::flow::{Context, Text};
use crate::notifications::{self, NoticeKind, NoticeView};
use crate::wire::{AgentId, CustomId, Protocol, json_text};

/// All unsent texts of ended attendances.
#[derive(Default)]
pub struct Unsent {
    /// Oldest first.
    texts: Vec<OutboxRecord>,
}

impl Unsent {
    /// All unsent texts, oldest first.
    pub fn texts(&self) -> &[OutboxRecord] {
        &self.texts
    }

    /// One unsent text; `None` if it does not exist.
    pub fn record(&self, protocol: &Protocol, custom_id: &CustomId) -> Option<&OutboxRecord> {
        self.texts.iter().find(|text| text.custom_id == *custom_id && text.protocol == *protocol)
    }

    /// The entries of the notification centre, newest first.
    pub fn notices(&self) -> Vec<NoticeView> {
        let notice = |text: &OutboxRecord| NoticeView {
            id: text.custom_id.to_string(),
            kind: NoticeKind::Unsent,
            protocol: text.protocol.to_string(),
            title: Text::key("notifications.unsent").with("protocol", &text.protocol),
            body: text.text.clone(),
            count: 1,
            time: text.written_at.as_js(),
            read: text.read,
        };
        self.texts.iter().rev().map(notice).collect()
    }

    pub(super) fn keep(&mut self, context: &mut Context, agent: &AgentId, text: OutboxRecord) {
        if self.record(&text.protocol, &text.custom_id).is_some() {
            return;
        }
        let key = records::OUTBOX.of((agent.clone(), text.protocol.clone(), text.custom_id.clone()));
        context.write(key, Some(json_text(&text)));
        self.texts.push(text);
        self.texts.sort_by_key(|text| text.written_at);
        context.dirty(notifications::slices::NOTIFICATIONS.key());
        self.await_expiry(context);
    }

    /// Removes a text that the agent discarded or that has expired.
    pub fn discard(&mut self, context: &mut Context, agent: &AgentId, id: &str) {
        let Some(index) = self.texts.iter().position(|text| text.custom_id.as_str() == id) else { return };
        let text = self.texts.remove(index);
        context.write(records::OUTBOX.of((agent.clone(), text.protocol, text.custom_id)), None);
        context.dirty(notifications::slices::NOTIFICATIONS.key());
    }

    /// The agent marks a text as read or unread.
    pub fn set_read(&mut self, context: &mut Context, agent: &AgentId, id: &str, read: bool) {
        if let Some(text) = self.texts.iter_mut().find(|text| text.custom_id.as_str() == id) {
            text.read = read;
            context.persist(records::OUTBOX.of((agent.clone(), text.protocol.clone(), text.custom_id.clone())));
            context.dirty(notifications::slices::NOTIFICATIONS.key());
        }
    }

    /// The agent marks all texts as read.
    pub fn read_all(&mut self, context: &mut Context, agent: &AgentId) {
        let ids: Vec<CustomId> = self.texts.iter().map(|text| text.custom_id.clone()).collect();
        for id in ids {
            self.set_read(context, agent, id.as_str(), true);
        }
    }

    /// Removes the texts that have been kept for 24 hours.
    pub fn expire(&mut self, context: &mut Context, agent: &AgentId) {
        let old = self.texts.iter().filter(|text| is_old(context, text.written_at));
        let expired: Vec<CustomId> = old.map(|text| text.custom_id.clone()).collect();
        for id in expired {
            self.discard(context, agent, id.as_str());
        }
        self.await_expiry(context);
    }

    fn await_expiry(&self, context: &mut Context) {
        let Some(oldest) = self.texts.first().filter(|_| context.kernel.clock_known) else { return };
        let left = UNSENT_LIFE_MS - context.server_now().since_ms(oldest.written_at);
        context.timer(timers::UNSENT_EXPIRY.key(), u64::try_from(left).unwrap_or_default().saturating_add(1));
    }
}
