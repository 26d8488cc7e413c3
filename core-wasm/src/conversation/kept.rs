//! Unsent texts after the end of their attendance or a reload. Unconfirmed messages and the draft of a removed attendance
//! are kept for the same agent as "not sent" (BEY-003, BEY-004, BEY-011); those of an existing attendance are sent.

use super::conversation_facts::facts_of;
use super::drafts::{DraftRecord, is_old};
use super::machine::{Conversation, Exit, Pending};
use super::outbox::{Entry, EntryState, OutboxRecord, Outgoing, own_message};
use super::rules::ConversationRules;
use super::waiting_unsent::UnsentOfAgent;
use super::{records, timers};
use crate::flow::{Answer, Context, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{AgentId, CustomId, Protocol, Wall, json_text};

impl Conversation {
    /// Called when the server's time becomes known: corrects the times of messages that were dated by the browser's
    /// clock, which may be wrong.
    pub fn backdate_outbox(&mut self, context: &mut Context, acting_agent: &ActingAgent) {
        for (protocol, custom_id) in self.outbox.date(context.server_now(), context.mono()) {
            self.store_entry(context, acting_agent, &protocol, &custom_id);
        }
    }

    /// The attendance was removed: keeps its unconfirmed messages and its draft as unsent texts.
    pub fn job_removed(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) -> Vec<Exit> {
        self.typing.stopped(context, protocol);
        self.typing.begin_new_message(protocol);
        self.forget_presets(context, protocol);
        self.forget_search(context, protocol);
        self.forget_earlier(context, protocol);
        self.forget_thread(context, &protocol.into());
        context.cancel_timer(&timers::OUTBOX_RETRY.of(protocol.clone()));
        let held = self.unsent.count();
        let entries: Vec<Entry> = self.outbox.entries(protocol).to_vec();
        for entry in entries {
            self.outbox.remove(protocol, &entry.custom_id);
            context.cancel_timer(&timers::OUTBOX_STORE.of((protocol.clone(), entry.custom_id.clone())));
            if self.stop_upload(context, protocol, &entry.custom_id) {
                self.unsent.hold_file(&entry.custom_id, &entry.shown.attachment_url);
            }
            let text = entry.lost_record(protocol);
            if entry.state == EntryState::InFlight {
                // The server may have the message: the answer decides whether it is listed as not sent.
                self.unsent.keep_until_answered(context, &acting_agent.agent_id, text);
            } else {
                self.unsent.keep(context, &acting_agent.agent_id, text);
            }
        }
        let customer = jobs.customer(protocol).map(|customer| customer.name).unwrap_or_default();
        let draft = DraftRecord { text: self.drafts.text(protocol).to_owned(), customer, ..DraftRecord::default() };
        if !draft.text.trim().is_empty() {
            self.keep_draft(context, acting_agent, protocol, draft, context.server_now());
        }
        self.drafts.remove(context, &acting_agent.agent_id, protocol);
        if self.unsent.count() > held { vec![Exit::KeptUnsent(protocol.clone())] } else { Vec::new() }
    }

    /// The request of a message ended after its attendance was removed: a message that the server has is not listed as
    /// not sent.
    pub(super) fn lost_message_answered(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
        delivered: bool,
    ) -> Option<Exit> {
        let message = (protocol, custom_id);
        let is_listed = self.unsent.answered(context, &acting_agent.agent_id, message, delivered);
        is_listed.then(|| Exit::KeptUnsent(protocol.clone()))
    }

    /// The answer to a request of an ended session. If the server has the message, it is neither sent again nor listed
    /// as not sent. Another answer changes nothing, because the stored message is looked up at the next sign-in.
    pub(super) fn late_answer(
        &mut self,
        context: &mut Context,
        author: AgentId,
        protocol: Protocol,
        custom_id: CustomId,
        answer: &Answer,
    ) -> Vec<Exit> {
        if !matches!(answer, Answer::Ok(_)) || self.outbox.entry(&protocol, &custom_id).is_some() {
            return Vec::new();
        }
        self.unsent.answered(context, &author, (&protocol, &custom_id), true);
        context.write(records::OUTBOX.of((author.clone(), protocol.clone(), custom_id.clone())), None);
        vec![Exit::DeliveredLate { author, protocol, custom_id }]
    }

    /// The session ended. The answers to pending sends are still used: a message that the server has is not listed as
    /// not sent at the next sign-in.
    pub fn reset(&mut self, context: &mut Context) {
        let ended = std::mem::take(self);
        for upload in ended.uploads.values() {
            context.cancel_upload(upload.request());
        }
        self.session = ended.session + 1;
        self.requests = ended.requests;
        self.requests.forget(|pending| !matches!(pending, Pending::Send { .. }));
    }

    fn keep_draft(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        draft: DraftRecord,
        written_at: Wall,
    ) {
        let custom_id = context.kernel.ids.custom_id();
        let text = OutboxRecord {
            protocol: protocol.clone(),
            custom_id,
            text: draft.text,
            written_at,
            lost: true,
            customer: draft.customer,
            ..OutboxRecord::default()
        };
        self.unsent.keep(context, &acting_agent.agent_id, text);
    }

    /// The agent's unsent texts: drafts, unconfirmed messages, and unsent texts of ended attendances.
    pub fn unsent_of_agent(&self, server_now: Wall) -> UnsentOfAgent {
        let messages = self.outbox.records().chain(self.unsent.texts().iter().cloned()).collect();
        UnsentOfAgent { drafts: self.drafts.records(server_now).collect(), messages }
    }

    /// Restores drafts and messages of this agent after a reload or a lost session. Those of a removed attendance are kept
    /// as not sent; those older than 24 hours are dropped.
    pub fn restore_unsent(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        unsent: UnsentOfAgent,
    ) -> Vec<Exit> {
        let UnsentOfAgent { drafts, mut messages } = unsent;
        let mut exits = Vec::new();
        for (protocol, draft) in drafts {
            let written_at = draft.written_at.unwrap_or(context.server_now());
            let old = is_old(context, written_at);
            if !old && facts_of(jobs, &protocol).is_some() {
                self.drafts.restore(context, &acting_agent.agent_id, protocol, draft);
                continue;
            }
            if !old && !draft.text.trim().is_empty() {
                self.keep_draft(context, acting_agent, &protocol, draft, written_at);
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
            let facts = facts_of(jobs, &record.protocol).filter(|_| !record.lost);
            match facts.and_then(|facts| facts.rules) {
                Some(rules) => exits.extend(self.resume(context, jobs, acting_agent, rules, record)),
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
        jobs: &mut Jobs,
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
        self.resume_message(context, jobs, &record.protocol, message, failure);
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
            customer: record.customer,
        };
        self.outbox.push(&record.protocol, entry);
        let mut exits = self.confirm_placed(context, jobs, acting_agent, &record.protocol);
        exits.extend(self.send_next(context, jobs, acting_agent, &record.protocol));
        exits
    }
}
