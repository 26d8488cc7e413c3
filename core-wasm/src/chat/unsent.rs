//! Words that outlive their place. An attendance that is taken away, closed elsewhere or gone after a reload may leave
//! messages that never reached the server and a half-written answer: they are kept for the same agent as "not sent", to
//! copy or to discard, for at most 24 hours (BEY-003, BEY-004, BEY-011, BEY-012). Each is one record of the unsent
//! database from the press of the send button on; nothing here ever sends.

use super::drafts::{DraftRecord, UNSENT_LIFE_MS, is_old};
use super::machine::{Chat, Exit};
use super::outbox::{Entry, EntryState, OutboxRecord};
use super::sending::own_message;
use super::{records, timers};
use crate::flow::{Context, Text};
use crate::jobs::{Delivery, Jobs};
use crate::notifications;
use crate::notifications::{NoticeKind, NoticeView};
use crate::session::ActingAgent;
use crate::wire::{AgentId, CustomId, Protocol, json_text};

#[derive(Default)]
pub struct Unsent {
    /// Oldest first.
    texts: Vec<OutboxRecord>,
}

impl Unsent {
    pub fn texts(&self) -> &[OutboxRecord] {
        &self.texts
    }

    pub fn record(&self, protocol: &Protocol, custom_id: &CustomId) -> Option<&OutboxRecord> {
        self.texts.iter().find(|text| text.custom_id == *custom_id && text.protocol == *protocol)
    }

    /// As the notification centre shows them, newest first.
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

    fn keep(&mut self, context: &mut Context, agent: &AgentId, text: OutboxRecord) {
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

    pub fn discard(&mut self, context: &mut Context, agent: &AgentId, id: &str) {
        let Some(index) = self.texts.iter().position(|text| text.custom_id.as_str() == id) else { return };
        let text = self.texts.remove(index);
        context.write(records::OUTBOX.of((agent.clone(), text.protocol, text.custom_id)), None);
        context.dirty(notifications::slices::NOTIFICATIONS.key());
    }

    pub fn set_read(&mut self, context: &mut Context, agent: &AgentId, id: &str, read: bool) {
        if let Some(text) = self.texts.iter_mut().find(|text| text.custom_id.as_str() == id) {
            text.read = read;
            context.persist(records::OUTBOX.of((agent.clone(), text.protocol.clone(), text.custom_id.clone())));
            context.dirty(notifications::slices::NOTIFICATIONS.key());
        }
    }

    pub fn read_all(&mut self, context: &mut Context, agent: &AgentId) {
        let ids: Vec<CustomId> = self.texts.iter().map(|text| text.custom_id.clone()).collect();
        for id in ids {
            self.set_read(context, agent, id.as_str(), true);
        }
    }

    /// The oldest have been kept for 24 hours.
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

impl Chat {
    /// The server's time is known: what was pressed before, by a clock that may be wrong, gets its date.
    pub fn backdate_outbox(&mut self, context: &mut Context, acting_agent: &ActingAgent) {
        for (protocol, custom_id) in self.outbox.date(context.server_now(), context.mono()) {
            self.store_entry(context, acting_agent, &protocol, &custom_id);
        }
    }

    /// The attendance is gone: what was pressed and never sent is kept, and so is a half-written answer that the agent
    /// could not finish.
    pub fn job_removed(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) -> Vec<Exit> {
        self.typing.stopped(context, protocol);
        self.typing.over(protocol);
        context.cancel_timer(&timers::OUTBOX_RETRY.of(protocol.clone()));
        let held = self.unsent.texts.len();
        let entries: Vec<Entry> = self.outbox.entries(protocol).to_vec();
        for entry in entries {
            self.outbox.remove(protocol, &entry.custom_id);
            context.cancel_timer(&timers::OUTBOX_STORE.of((protocol.clone(), entry.custom_id.clone())));
            let text = lost(protocol, entry.custom_id, entry.text, entry.written_at);
            self.unsent.keep(context, &acting_agent.agent_id, text);
        }
        let draft = self.drafts.text(protocol).to_owned();
        if !draft.trim().is_empty() {
            self.keep_draft(context, acting_agent, protocol, draft, context.server_now());
        }
        self.drafts.remove(context, &acting_agent.agent_id, protocol);
        if self.unsent.texts.len() > held { vec![Exit::KeptUnsent(protocol.clone())] } else { Vec::new() }
    }

    fn keep_draft(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: String,
        written_at: crate::wire::Wall,
    ) {
        let custom_id = context.kernel.ids.custom_id();
        self.unsent.keep(context, &acting_agent.agent_id, lost(protocol, custom_id, text, written_at));
    }

    /// Words of before a reload or a lost session, of this agent only. Those of a gone attendance are kept as not sent;
    /// what is older than 24 hours goes.
    pub fn restore_unsent(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        drafts: Vec<(Protocol, DraftRecord)>,
        mut messages: Vec<OutboxRecord>,
    ) -> Vec<Exit> {
        let mut exits = Vec::new();
        for (protocol, draft) in drafts {
            let written_at = draft.written_at.unwrap_or(context.server_now());
            let old = is_old(context, written_at);
            if !old && jobs.get(&protocol).is_some() {
                self.drafts.restore(context, &acting_agent.agent_id, protocol, draft);
                continue;
            }
            if !old && !draft.text.trim().is_empty() {
                self.keep_draft(context, acting_agent, &protocol, draft.text, written_at);
                exits.push(Exit::KeptUnsent(protocol.clone()));
            }
            context.write(records::DRAFT.of((acting_agent.agent_id.clone(), protocol)), None);
        }
        messages.sort_by_key(|record| (record.number, record.written_at));
        for mut record in messages {
            if record.date(context.server_now(), context.kernel.clock_known) {
                let (protocol, custom_id) = (record.protocol.clone(), record.custom_id.clone());
                let key = records::OUTBOX.of((acting_agent.agent_id.clone(), protocol, custom_id));
                context.write(key, Some(json_text(&record)));
            }
            if is_old(context, record.written_at) {
                let key = records::OUTBOX.of((acting_agent.agent_id.clone(), record.protocol, record.custom_id));
                context.write(key, None);
            } else if record.lost || jobs.get(&record.protocol).is_none() {
                if !record.lost {
                    exits.push(Exit::KeptUnsent(record.protocol.clone()));
                }
                self.unsent.keep(context, &acting_agent.agent_id, OutboxRecord { lost: true, ..record });
            } else {
                exits.extend(self.resume(context, jobs, acting_agent, record));
            }
        }
        exits
    }

    /// A message of before in an attendance that is still here: it takes its place again and is sent, or waits as failed.
    fn resume(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        record: OutboxRecord,
    ) -> Vec<Exit> {
        let Some(job) = jobs.get_mut(&record.protocol) else { return Vec::new() };
        if self.outbox.entry(&record.protocol, &record.custom_id).is_some() {
            return Vec::new();
        }
        if !job.thread.has_custom_id(&record.custom_id) {
            let message =
                own_message(acting_agent, &record.protocol, &record.custom_id, &record.text, record.written_at);
            job.thread.add_pending(context, &record.protocol, message);
        }
        if record.failed && !job.thread.is_placed(&record.custom_id) {
            let failure = Delivery::Failed(Text::key("chat.message.failed"));
            job.thread.set_delivery(context, &record.protocol, &record.custom_id, failure);
        }
        let entry = Entry {
            custom_id: record.custom_id,
            text: record.text,
            written_at: record.written_at,
            undated: record.undated.then_some(context.mono()),
            state: if record.failed { EntryState::Failed } else { EntryState::Ready },
            attempts: 0,
            doubtful: true,
            number: record.number,
        };
        self.outbox.push(&record.protocol, entry);
        jobs.changed(context, &record.protocol);
        let mut exits = self.confirm_placed(context, jobs, acting_agent, &record.protocol);
        exits.extend(self.send_next(context, acting_agent, &record.protocol));
        exits
    }
}

fn lost(protocol: &Protocol, custom_id: CustomId, text: String, written_at: crate::wire::Wall) -> OutboxRecord {
    OutboxRecord {
        protocol: protocol.clone(),
        custom_id,
        text,
        written_at,
        undated: false,
        number: 0,
        failed: false,
        lost: true,
        read: false,
    }
}
