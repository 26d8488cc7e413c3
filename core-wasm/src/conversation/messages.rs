//! Messages of threads, from every sender. A message event is handled here; the list of attendances gets the latest
//! messages.

use super::DeliveryReport;
use super::machine::{Conversation, Exit};
use super::records;
use super::thread::{Thread, ThreadRecord, own_local_id};
use super::threads::ConversationKey;
use crate::flow::{Context, ItemList, LocalId, Text};
use crate::jobs::{Jobs, ThreadEnd};
use crate::session::ActingAgent;
use crate::wire::{CustomId, EventMeta, Message, Protocol, SendMessageReply, SenderType, first_visible};

impl Conversation {
    /// The messages of an attendance; `None` if it does not exist.
    pub fn thread(&self, protocol: &Protocol) -> Option<&Thread> {
        self.threads.get(&protocol.into())
    }

    /// The end of a thread, which the list shows.
    pub fn thread_end(&self, protocol: &Protocol) -> ThreadEnd<'_> {
        self.thread(protocol).map(Thread::end).unwrap_or_default()
    }

    /// Text of the message with this local id, otherwise of the last message if the customer wrote it; empty if neither
    /// applies.
    pub fn customer_text<'a>(&'a self, jobs: &'a Jobs, protocol: &Protocol, local_id: Option<&LocalId>) -> &'a str {
        let thread = self.thread(protocol);
        let held = local_id.and_then(|local_id| thread?.entry(local_id)).map(|entry| &entry.message);
        let last = || jobs.get(protocol)?.last_message(self.thread_end(protocol));
        let message = held.or_else(last).filter(|message| message.sender_type == SenderType::Customer);
        message.map(|message| first_visible([message.message.as_str(), &message.caption])).unwrap_or_default()
    }

    /// The stored part of a thread.
    pub fn thread_record_of(&self, protocol: &Protocol) -> Option<ThreadRecord> {
        self.thread(protocol).map(Thread::record)
    }

    /// Restores the threads of the attendances that were restored.
    pub fn restore_threads(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        records: impl Iterator<Item = (Protocol, ThreadRecord)>,
    ) {
        for (protocol, record) in records {
            if jobs.get(&protocol).is_none() {
                continue;
            }
            let key = ConversationKey::from(&protocol);
            self.threads.restore(context, &key, record);
            if let Some(thread) = self.threads.get(&key) {
                jobs.count_restored(context, &protocol, thread.of_customer(), thread.last_seq());
            }
        }
        for protocol in jobs.protocols() {
            self.threads.begin(context, &protocol.into());
        }
    }

    /// An attendance was added: its conversation begins with the messages that arrived before it.
    pub fn begin(&mut self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, waited: Vec<Message>) {
        self.threads.begin(context, &protocol.into());
        for message in waited {
            self.take(context, jobs, Message { protocol: protocol.clone(), ..message }, false);
        }
    }

    /// A message event of either side. `visible_conversation`: the one that the agent has open and focused.
    pub fn on_message(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: impl FnOnce() -> ActingAgent,
        meta: &EventMeta,
        mut message: Message,
        visible_conversation: Option<&Protocol>,
    ) -> Vec<Exit> {
        let Some(protocol) = jobs.get(&message.protocol).map(|job| job.protocol().clone()) else {
            return self.on_unattended(context, jobs, acting_agent, meta, message);
        };
        // Sharing the list's copy of the text makes later comparisons cheap.
        message.protocol = protocol.clone();
        if message.sender_type == SenderType::Agent && self.outbox.entry(&protocol, &message.custom_id).is_some() {
            let custom_id = message.custom_id.clone();
            self.take_event(context, jobs, meta, message, true);
            return self.confirmed(context, jobs, &acting_agent(), &protocol, &custom_id).into_iter().collect();
        }
        let seen = visible_conversation == Some(&protocol);
        let new = self.take_event(context, jobs, meta, message, seen);
        new.map(|local_id| Exit::CustomerWrote { protocol, unseen: (!seen).then_some(local_id) }).into_iter().collect()
    }

    /// A message whose attendance is not in the list: it is kept until the attendance arrives, or is late and dropped.
    fn on_unattended(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: impl FnOnce() -> ActingAgent,
        meta: &EventMeta,
        message: Message,
    ) -> Vec<Exit> {
        // An attendance that is missing from the last list has ended.
        if jobs.covers(meta) {
            return Vec::new();
        }
        if message.sender_type == SenderType::Agent
            && self.unsent.record(&message.protocol, &message.custom_id).is_some()
        {
            let agent = acting_agent();
            self.lost_message_answered(context, &agent, &message.protocol, &message.custom_id, true);
        }
        let is_news = jobs.keep_unattended(context, meta, message);
        if is_news { vec![Exit::UnknownJob] } else { Vec::new() }
    }

    /// Handles a message event for a known attendance. Returns the local id of a new customer message that counts as
    /// unread.
    fn take_event(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        meta: &EventMeta,
        message: Message,
        seen: bool,
    ) -> Option<LocalId> {
        // The list contains a newer state of the customer's page.
        let is_current = !jobs.covers(meta);
        if is_current && message.sender_type == SenderType::Customer {
            jobs.customer_is_there(context, &message, meta);
        }
        self.take(context, jobs, message, seen)
    }

    /// Applies a message to the thread.
    fn take(&mut self, context: &mut Context, jobs: &mut Jobs, message: Message, seen: bool) -> Option<LocalId> {
        context.report_unsupported(ItemList::Messages, usize::from(!message.is_supported()));
        let protocol = message.protocol.clone();
        let key = ConversationKey::from(&protocol);
        let from_customer = message.sender_type == SenderType::Customer;
        let seq = message.seq;
        jobs.message_came(&message);
        let new = self.threads.change(context, &key, |context, thread| thread.take(context, &protocol, message));
        let new = new.flatten().filter(|_| from_customer);
        let counts = new.is_some() && jobs.customer_wrote(context, &protocol, seq, seen);
        let counted = new.filter(|_| counts);
        self.change_thread(context, jobs, &key, |context, thread| {
            if let Some(local_id) = counted.as_ref().filter(|_| !seen) {
                thread.mark_new(context, &protocol, local_id);
            }
        });
        self.threads.trim_grown(context, &key);
        context.persist(records::THREAD.of(protocol));
        counted
    }

    /// Changes a thread and updates the list.
    pub(super) fn change_thread<T>(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        key: &ConversationKey,
        change: impl FnOnce(&mut Context, &mut Thread) -> T,
    ) -> Option<T> {
        let outcome = self.threads.change(context, key, change)?;
        let last_seq = self.threads.get(key).map_or(0, Thread::last_seq);
        jobs.messages_changed(context, key.protocol(), last_seq);
        Some(outcome)
    }

    /// The agent sent a message: it is added at the end at once, and all earlier messages count as read.
    pub(super) fn agent_wrote(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        message: Message,
    ) {
        jobs.agent_wrote(protocol, message.time);
        self.change_thread(context, jobs, &protocol.into(), |context, thread| {
            thread.add_pending(context, protocol, message);
            thread.set_new_from(context, protocol, None);
        });
    }

    /// Adds an unconfirmed message again after a reload; `failure` is set if the server had refused it.
    pub(super) fn resume_message(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        message: Message,
        failure: Option<Text>,
    ) {
        self.change_thread(context, jobs, &protocol.into(), |context, thread| {
            let custom_id = message.custom_id.clone();
            if !thread.has_custom_id(&custom_id) {
                thread.add_pending(context, protocol, message);
            }
            if let Some(reason) = failure {
                thread.message_failed(context, protocol, &custom_id, reason);
            }
        });
    }

    /// The server has the agent's message.
    pub(super) fn confirm_message(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        custom_id: &CustomId,
        reply: &SendMessageReply,
    ) {
        let key = ConversationKey::from(protocol);
        self.threads.change(context, &key, |context, thread| thread.confirm(context, protocol, custom_id, reply));
        let entry = self.threads.get(&key).and_then(|thread| thread.entry(&own_local_id(custom_id)));
        jobs.message_confirmed(protocol, entry.map(|entry| &entry.message), reply.seq);
        self.change_thread(context, jobs, &key, |_, _| ());
    }

    /// The server refused the agent's message.
    pub(super) fn fail_message(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        custom_id: &CustomId,
        reason: Text,
    ) {
        self.change_thread(context, jobs, &protocol.into(), |context, thread| {
            thread.message_failed(context, protocol, custom_id, reason);
        });
    }

    /// Sets whether retrying, editing or discarding a message waits for the server.
    pub(super) fn set_message_busy(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        custom_id: &CustomId,
        busy: bool,
    ) {
        self.threads.change(context, &protocol.into(), |context, thread| {
            thread.set_busy(context, protocol, custom_id, busy);
        });
    }

    /// The agent discarded the message: it is removed from the thread.
    pub(super) fn remove_message(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        custom_id: &CustomId,
    ) {
        self.change_thread(context, jobs, &protocol.into(), |context, thread| {
            thread.remove(context, protocol, &own_local_id(custom_id));
        });
    }

    /// Marks the record of the thread for the next write.
    pub(super) fn keep_thread(&mut self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol) {
        context.persist(records::THREAD.of(protocol.clone()));
        self.change_thread(context, jobs, &protocol.into(), |_, _| ());
    }

    /// The provider reports the delivery of a message, identified by the server's id or by the agent's (WAP-042). A
    /// reason explains an error.
    pub fn set_message_status(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        report: &DeliveryReport,
    ) {
        self.change_thread(context, jobs, &protocol.into(), |context, thread| thread.report(context, protocol, report));
        context.persist(records::THREAD.of(protocol.clone()));
    }

    /// The agent opened the conversation.
    pub fn opened(&mut self, context: &mut Context, protocol: &Protocol) {
        self.threads.open(context, &protocol.into());
    }

    /// The agent has a conversation open in which this number of customer messages is unread: the line "novas
    /// mensagens" is shown above the first of them, unless the line is already shown.
    pub fn mark_unread(&mut self, context: &mut Context, protocol: &Protocol, unread: u32) {
        self.threads.change(context, &protocol.into(), |context, thread| {
            if thread.new_from().is_none()
                && let Some(first) = thread.first_of_customers_last(unread)
            {
                thread.set_new_from(context, protocol, Some(first));
            }
        });
    }

    /// The agent left the conversation: the line "novas mensagens" is removed.
    pub fn left(&mut self, context: &mut Context, protocol: &Protocol) {
        self.threads.change(context, &protocol.into(), |context, thread| thread.set_new_from(context, protocol, None));
    }

    /// Marks every message of a conversation as possibly changed.
    pub fn mark_messages_of(&self, context: &mut Context, protocol: &Protocol) {
        self.threads.mark(context, &protocol.into());
    }

    /// Marks every shown message as possibly changed.
    pub fn mark_messages(&self, context: &mut Context) {
        self.threads.mark_every(context);
    }
}
