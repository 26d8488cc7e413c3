//! Unsent texts of removed attendances, which the agent can copy or discard for at most 24 hours (BEY-012). Each is one
//! record of the unsent database. Never sends anything.

use super::drafts::{UNSENT_LIFE_MS, is_old};
use super::outbox::OutboxRecord;
use super::{records, timers};
use crate::flow::{Context, SortedMap, Text};
use crate::notifications::{self, NoticeKind, NoticeView};
use crate::shell::NamedCustomer;
use crate::wire::{AgentId, CustomId, Protocol, json_text};

/// All unsent texts of ended attendances.
#[derive(Default)]
pub struct Unsent {
    /// The texts, oldest first.
    texts: Vec<OutboxRecord>,
    /// Texts whose request was pending when the attendance was removed: the answer shows whether the server has them.
    /// They are stored, but not listed before the answer.
    awaited: Vec<(Protocol, CustomId)>,
    /// Addresses of the files of these messages in this page. They are not stored, because no later page has the files.
    files: SortedMap<CustomId, String>,
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
        let file_of = |text: &OutboxRecord| self.files.get(&text.custom_id).cloned().unwrap_or_default();
        let notice = |text: &OutboxRecord| {
            let (title, body) = description(text);
            let name = if text.customer.is_empty() { text.protocol.to_string() } else { text.customer.clone() };
            let customer = NamedCustomer { protocol: text.protocol.clone(), name, ..NamedCustomer::default() };
            NoticeView {
                id: text.custom_id.to_string(),
                kind: NoticeKind::Unsent,
                protocol: text.protocol.to_string(),
                title: title.with("customer", &customer.name),
                customers: vec![customer.view()],
                body,
                file: file_of(text),
                count: 1,
                time: text.written_at.as_js(),
                read: text.read,
            }
        };
        self.listed().rev().map(notice).collect()
    }

    fn listed(&self) -> impl DoubleEndedIterator<Item = &OutboxRecord> {
        self.texts.iter().filter(|text| !self.is_awaited(&text.protocol, &text.custom_id))
    }

    fn is_awaited(&self, protocol: &Protocol, custom_id: &CustomId) -> bool {
        self.awaited.iter().any(|(of, id)| of == protocol && id == custom_id)
    }

    /// Number of texts that the agent sees.
    pub(super) fn count(&self) -> usize {
        self.listed().count()
    }

    /// Stores a text without listing it until its request is answered (`answered`).
    pub(super) fn keep_until_answered(&mut self, context: &mut Context, agent: &AgentId, text: OutboxRecord) {
        self.awaited.push((text.protocol.clone(), text.custom_id.clone()));
        self.keep(context, agent, text);
    }

    /// The request of a text was answered: if the message was `delivered`, the text is discarded; otherwise it is
    /// listed. Returns whether the list got another text.
    pub(super) fn answered(
        &mut self,
        context: &mut Context,
        agent: &AgentId,
        (protocol, custom_id): (&Protocol, &CustomId),
        delivered: bool,
    ) -> bool {
        let was_awaited = self.is_awaited(protocol, custom_id);
        self.awaited.retain(|(of, id)| of != protocol || id != custom_id);
        if self.record(protocol, custom_id).is_none() {
            return false;
        }
        if delivered {
            self.discard(context, agent, custom_id.as_str());
        }
        context.dirty(notifications::slices::NOTIFICATIONS.key());
        was_awaited && !delivered
    }

    /// The page still has the file of a message that was not sent.
    pub(super) fn hold_file(&mut self, custom_id: &CustomId, address: &str) {
        self.files.insert(custom_id.clone(), address.to_owned());
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
        self.files.remove(&text.custom_id);
        self.awaited.retain(|(of, awaited)| *of != text.protocol || *awaited != text.custom_id);
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

/// Title and body of an unsent message: a description of its kind, and the text that it contains.
fn description(record: &OutboxRecord) -> (Text, String) {
    let own_text = || record.text.clone();
    let Some(shown) = &record.shown else { return (Text::key("notifications.unsent"), own_text()) };
    if shown.forwarded {
        let body = [&shown.message, &shown.caption, &shown.file_name].into_iter().find(|text| !text.is_empty());
        return (Text::key("notifications.unsentForwarded"), body.cloned().unwrap_or_default());
    }
    if let Some(template) = &shown.template {
        return (Text::key("notifications.unsentTemplate").with("name", &template.name), shown.message.clone());
    }
    if shown.message_media_type.is_some() {
        return (Text::key("notifications.unsentUpload").with("name", &shown.file_name), own_text());
    }
    (Text::key("notifications.unsent"), own_text())
}
