//! Unsent texts after the end of their attendance or a reload. Unconfirmed messages and the draft of a removed attendance
//! are kept for the same agent as "not sent" (BEY-003, BEY-004, BEY-011); those of an existing attendance are sent.

use super::attendances::Attendances;
use super::drafts::{DraftRecord, is_old};
use super::machine::{Conversation, Exit};
use super::outbox::{Entry, EntryState, OutboxRecord, Outgoing, own_message};
use super::rules::{ConversationRules, rules_of};
use super::{records, timers};
use crate::flow::{Context, Text};
use crate::session::ActingAgent;
use crate::wire::{CustomId, Protocol, Wall, json_text};

impl Conversation {
    /// Called when the server's time becomes known: dates the messages sent before by the browser's clock, which may be
    /// wrong.
    pub fn backdate_outbox(&mut self, context: &mut Context, acting_agent: &ActingAgent) {
        for (protocol, custom_id) in self.outbox.date(context.server_now(), context.mono()) {
            self.store_entry(context, acting_agent, &protocol, &custom_id);
        }
    }

    /// The attendance was removed: keeps its unconfirmed messages and its draft as unsent texts.
    pub fn job_removed(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) -> Vec<Exit> {
        self.typing.stopped(context, protocol);
        self.typing.over(protocol);
        self.forget_presets(context, protocol);
        self.forget_search(context, protocol);
        self.forget_earlier(context, protocol);
        context.cancel_timer(&timers::OUTBOX_RETRY.of(protocol.clone()));
        let held = self.unsent.texts().len();
        let entries: Vec<Entry> = self.outbox.entries(protocol).to_vec();
        for entry in entries {
            self.outbox.remove(protocol, &entry.custom_id);
            context.cancel_timer(&timers::OUTBOX_STORE.of((protocol.clone(), entry.custom_id.clone())));
            self.stop_upload(context, protocol, &entry.custom_id);
            let text = lost(protocol, entry.custom_id, entry.text, entry.written_at);
            if text.text.is_empty() {
                // A file, template or forwarded message: there is no text to keep.
                let key = records::OUTBOX.of((acting_agent.agent_id.clone(), protocol.clone(), text.custom_id));
                context.write(key, None);
            } else {
                self.unsent.keep(context, &acting_agent.agent_id, text);
            }
        }
        let draft = self.drafts.text(protocol).to_owned();
        if !draft.trim().is_empty() {
            self.keep_draft(context, acting_agent, protocol, draft, context.server_now());
        }
        self.drafts.remove(context, &acting_agent.agent_id, protocol);
        if self.unsent.texts().len() > held { vec![Exit::KeptUnsent(protocol.clone())] } else { Vec::new() }
    }

    fn keep_draft(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: String,
        written_at: Wall,
    ) {
        let custom_id = context.kernel.ids.custom_id();
        self.unsent.keep(context, &acting_agent.agent_id, lost(protocol, custom_id, text, written_at));
    }

    /// Restores drafts and messages of this agent after a reload or a lost session. Those of a removed attendance are kept
    /// as not sent; those older than 24 hours are dropped.
    pub fn restore_unsent(
        &mut self,
        context: &mut Context,
        attendances: &mut impl Attendances,
        acting_agent: &ActingAgent,
        drafts: Vec<(Protocol, DraftRecord)>,
        mut messages: Vec<OutboxRecord>,
    ) -> Vec<Exit> {
        let mut exits = Vec::new();
        for (protocol, draft) in drafts {
            let written_at = draft.written_at.unwrap_or(context.server_now());
            let old = is_old(context, written_at);
            if !old && attendances.place(&protocol).is_some() {
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
                continue;
            }
            let place = attendances.place(&record.protocol).filter(|_| !record.lost);
            match place.and_then(|place| rules_of(place.channel)) {
                Some(rules) => exits.extend(self.resume(context, attendances, acting_agent, rules, record)),
                None => {
                    if !record.lost {
                        exits.push(Exit::KeptUnsent(record.protocol.clone()));
                    }
                    self.unsent.keep(context, &acting_agent.agent_id, OutboxRecord { lost: true, ..record });
                }
            }
        }
        exits
    }

    /// Resumes a stored message of an existing attendance: sends it, or shows it as failed.
    fn resume(
        &mut self,
        context: &mut Context,
        attendances: &mut impl Attendances,
        acting_agent: &ActingAgent,
        rules: &'static ConversationRules,
        record: OutboxRecord,
    ) -> Vec<Exit> {
        if self.outbox.entry(&record.protocol, &record.custom_id).is_some() {
            return Vec::new();
        }
        let shown = record.shown.unwrap_or_else(|| Outgoing::text(&record.text).shown);
        let message = own_message(acting_agent, &record.protocol, &record.custom_id, shown.clone(), record.written_at);
        let failure = record.failed.then(|| Text::key("chat.message.failed"));
        attendances.resume_message(context, &record.protocol, message, failure);
        let entry = Entry {
            custom_id: record.custom_id,
            rules,
            text: record.text,
            extras: record.extras.unwrap_or_default(),
            shown,
            written_at: record.written_at,
            undated: record.undated.then_some(context.mono()),
            state: if record.failed { EntryState::Failed } else { EntryState::Ready },
            attempts: 0,
            doubtful: true,
            number: record.number,
        };
        self.outbox.push(&record.protocol, entry);
        let mut exits = self.confirm_placed(context, attendances, acting_agent, &record.protocol);
        exits.extend(self.send_next(context, attendances, acting_agent, &record.protocol));
        exits
    }
}

fn lost(protocol: &Protocol, custom_id: CustomId, text: String, written_at: Wall) -> OutboxRecord {
    OutboxRecord {
        protocol: protocol.clone(),
        custom_id,
        text,
        extras: None,
        shown: None,
        written_at,
        undated: false,
        number: 0,
        failed: false,
        lost: true,
        read: false,
    }
}
