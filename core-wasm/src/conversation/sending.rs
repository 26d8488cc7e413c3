//! Sending of messages: store, send, repeat, confirm or refuse. The agent's actions on a refused message are in
//! `refused.rs`.

use super::conversation_facts::facts_of;
use super::machine::{Conversation, Exit, Pending};
use super::outbox::{Entry, EntryState, Outgoing, own_message, retry_after_ms};
use super::text_length::text_refusal;
use super::{records, timers};
use crate::flow::{Answer, Context, ServerWrite, StoreId, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{CustomId, Protocol, SendMessageReply, json_text};

/// The longest time in milliseconds that a send waits for its outbox entry to be stored.
const STORE_WAIT_MS: u64 = 500;

impl Conversation {
    /// The agent sends a text. It is sent in this conversation, even if the agent opens another one (BEY-008).
    pub fn send(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: &str,
    ) -> Option<Exit> {
        let text = Outgoing::text(text.trim_end_matches(['\n', ' ']));
        self.send_draft(context, jobs, acting_agent, protocol, text)
    }

    /// The agent sends the content of the composer, which is cleared; if the attendance does not allow the message, the
    /// composer keeps the text.
    pub fn send_draft(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        outgoing: Outgoing,
    ) -> Option<Exit> {
        if outgoing.text.trim().is_empty() || facts_of(jobs, protocol).is_none() {
            return None;
        }
        let text = outgoing.text.clone();
        let refused = match self.drafts.open_variable(protocol, &text) {
            Some(variable) => {
                let reason = Text::key("chat.composer.openVariable").with("variable", variable);
                Some(Exit::Refused(protocol.clone(), reason))
            }
            None => self.send_content(context, jobs, acting_agent, protocol, outgoing),
        };
        if matches!(refused, Some(Exit::Refused(..))) {
            // The page cleared the composer when sending: its text is restored.
            self.drafts.replace(context, &acting_agent.agent_id, protocol, &text);
        } else {
            self.drafts.replace(context, &acting_agent.agent_id, protocol, "");
        }
        refused
    }

    /// The agent sends a message of any kind, if the attendance allows it; the draft stays as it is.
    pub fn send_content(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        mut outgoing: Outgoing,
    ) -> Option<Exit> {
        let facts = facts_of(jobs, protocol)?;
        let locked = facts.window.at(context.server_now()).1.refusal().filter(|_| outgoing.extras.template.is_none());
        let too_long = facts.network.and_then(|network| text_refusal(network, &outgoing.text, outgoing.file.is_some()));
        let (rules, refused) = match facts.rules {
            None => (None, Some(Text::key("chat.send.unsupported"))),
            Some(_) if facts.ended => (None, Some(Text::key("chat.send.ended"))),
            Some(_) if too_long.is_some() => (None, too_long),
            Some(_) if locked.is_some() => (None, locked.map(Text::key)),
            Some(rules) => (Some(rules), None),
        };
        if let Some(reason) = refused {
            return Some(Exit::Refused(protocol.clone(), reason));
        }
        let rules = rules?;
        let file = outgoing.file.take();
        let custom_id = self.typing.next_id(context, protocol);
        let written_at = context.server_now();
        let message = own_message(acting_agent, protocol, &custom_id, outgoing.shown.clone(), written_at);
        self.agent_wrote(context, jobs, protocol, message);
        self.stop_typing(context, acting_agent, protocol);
        self.typing.begin_new_message(protocol);
        let entry = Entry {
            custom_id: custom_id.clone(),
            rules,
            text: outgoing.text,
            extras: outgoing.extras,
            shown: outgoing.shown,
            written_at,
            undated: (!context.kernel.clock_known).then_some(context.mono()),
            state: if file.is_some() { EntryState::Uploading } else { EntryState::Storing },
            attempts: 0,
            doubtful: false,
            number: self.outbox.entries(protocol).last().map_or(0, |last| last.number + 1),
            customer: jobs.get(protocol).map(|job| job.name().to_owned()).unwrap_or_default(),
        };
        self.outbox.push(protocol, entry);
        match file {
            Some(file) => {
                // Until the server has the file, the record only says that the message was not sent.
                let key = records::OUTBOX.of((acting_agent.agent_id.clone(), protocol.clone(), custom_id.clone()));
                context.write(key, self.outbox.record(protocol, &custom_id).as_ref().map(json_text));
                self.begin_upload(context, protocol, &custom_id, file);
            }
            None => self.await_store(context, acting_agent, protocol, &custom_id),
        }
        None
    }

    /// Stores the entry; it is sent when it is stored, or after `STORE_WAIT_MS`.
    pub(super) fn await_store(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
    ) {
        self.store_entry(context, acting_agent, protocol, custom_id);
        context.timer(timers::OUTBOX_STORE.of((protocol.clone(), custom_id.clone())), STORE_WAIT_MS);
    }

    pub(super) fn store_entry(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
    ) {
        let value = self.outbox.record(protocol, custom_id).map(|record| json_text(&record));
        let key = records::OUTBOX.of((acting_agent.agent_id.clone(), protocol.clone(), custom_id.clone()));
        let id = context.write(key, value);
        self.storing.insert(id, (protocol.clone(), custom_id.clone()));
    }

    /// The write of an outbox entry ended; the message is sent also if the write failed.
    pub fn stored(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        id: StoreId,
    ) -> Option<Exit> {
        let (protocol, custom_id) = self.storing.remove(&id)?;
        self.stop_waiting_for_store(context, jobs, acting_agent, &protocol, &custom_id)
    }

    /// Ends the wait for an entry to be stored and sends it.
    pub fn stop_waiting_for_store(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
    ) -> Option<Exit> {
        context.cancel_timer(&timers::OUTBOX_STORE.of((protocol.clone(), custom_id.clone())));
        let entry = self.outbox.entry_mut(protocol, custom_id).filter(|entry| entry.state == EntryState::Storing)?;
        entry.state = EntryState::Ready;
        self.send_next(context, jobs, acting_agent, protocol)
    }

    /// Sends the next message of the attendance, or first reads the thread if an earlier try may have arrived.
    pub(super) fn send_next(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) -> Option<Exit> {
        self.fail_locked(context, jobs, acting_agent, protocol);
        let entry = self.outbox.next_ready(protocol)?;
        if entry.doubtful {
            entry.state = EntryState::Asking;
            return Some(Exit::ReadThread(protocol.clone()));
        }
        entry.state = EntryState::InFlight;
        entry.doubtful = true;
        entry.attempts = entry.attempts.saturating_add(1);
        let body = (entry.rules.body)(acting_agent, protocol, entry);
        let pending = Pending::Send {
            protocol: protocol.clone(),
            custom_id: entry.custom_id.clone(),
            author: acting_agent.agent_id.clone(),
            session: self.session,
        };
        context.request(
            &mut self.requests,
            pending,
            ServerWrite::SendMessage.post(entry.rules.send_path).json_text(body),
        );
        None
    }

    /// The conversation window closed (WAP-030): messages whose request is not pending are marked as failed, and their
    /// texts are kept. The server decides about a message whose request is pending. For a message that an earlier try
    /// may have sent, the thread is refetched first.
    pub fn fail_locked(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) {
        let Some(facts) = facts_of(jobs, protocol) else { return };
        let Some(reason) = facts.window.at(context.server_now()).1.refusal() else { return };
        let is_locked = |entry: &Entry| {
            let waits = matches!(entry.state, EntryState::Storing | EntryState::Ready | EntryState::Waiting);
            waits && !entry.doubtful && entry.extras.template.is_none()
        };
        for (custom_id, _) in self.outbox.states(protocol, is_locked) {
            self.sending_failed(context, jobs, acting_agent, protocol, &custom_id, Text::key(reason));
        }
    }

    /// Marks a message as failed; the agent repeats, edits or discards it.
    pub(super) fn sending_failed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
        reason: Text,
    ) {
        // An event confirmed the message before this answer arrived.
        let Some(entry) = self.outbox.entry_mut(protocol, custom_id) else { return };
        entry.state = EntryState::Failed;
        self.store_entry(context, acting_agent, protocol, custom_id);
        self.fail_message(context, jobs, protocol, custom_id, reason);
    }

    /// The thread was loaded to its end: messages in it have arrived, others have not. `sent`: the agent's messages
    /// that the server has, by the ids that the agent gave them.
    pub fn thread_read(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        sent: &[CustomId],
    ) -> Vec<Exit> {
        let mut exits = self.confirm_placed(context, jobs, acting_agent, protocol);
        exits.extend(self.confirm_renamed(context, jobs, acting_agent, protocol, sent));
        for (custom_id, state) in self.outbox.in_question(protocol) {
            match state {
                EntryState::Asking => {
                    if let Some(entry) = self.outbox.entry_mut(protocol, &custom_id) {
                        entry.state = EntryState::Ready;
                        entry.doubtful = false;
                    }
                    exits.extend(self.send_next(context, jobs, acting_agent, protocol));
                }
                EntryState::GivingUp(action) => {
                    self.give_up(context, jobs, acting_agent, protocol, &custom_id, action);
                }
                _ => {}
            }
        }
        exits
    }

    /// Confirms the messages that a portion of the thread contained.
    pub fn confirm_placed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) -> Vec<Exit> {
        let Some(thread) = self.thread(protocol) else { return Vec::new() };
        let placed = self.outbox.states(protocol, |entry| thread.is_placed(&entry.custom_id));
        let mut exits = Vec::new();
        for (custom_id, state) in placed {
            exits.extend(self.arrived(context, jobs, acting_agent, protocol, &custom_id, state));
        }
        exits
    }

    /// Removes entries whose messages the complete thread contains under another id of the server (CHT-019). While the
    /// request is pending, the answer that contains both ids will follow; before a reload or an outage the answer was
    /// lost.
    fn confirm_renamed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        sent: &[CustomId],
    ) -> Vec<Exit> {
        let is_renamed = |entry: &Entry| entry.state != EntryState::InFlight && sent.contains(&entry.custom_id);
        let mut exits = Vec::new();
        for (custom_id, state) in self.outbox.states(protocol, is_renamed) {
            self.remove_message(context, jobs, protocol, &custom_id);
            exits.extend(self.arrived(context, jobs, acting_agent, protocol, &custom_id, state));
        }
        exits
    }

    fn arrived(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
        state: EntryState,
    ) -> Vec<Exit> {
        let sent_next = self.confirmed(context, jobs, acting_agent, protocol, custom_id);
        let too_late = matches!(state, EntryState::GivingUp(_));
        let refused = too_late.then(|| Exit::Refused(protocol.clone(), Text::key("chat.message.hadArrived")));
        sent_next.into_iter().chain(refused).collect()
    }

    /// The load of the thread failed. A repetition waits; a failed message keeps its state, because it may have
    /// arrived. If the server does not know the attendance, none of its messages can have arrived.
    pub fn thread_not_read(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        gone: bool,
    ) -> Vec<Exit> {
        let mut exits = Vec::new();
        for (custom_id, state) in self.outbox.in_question(protocol) {
            match (state, gone) {
                (EntryState::Asking, _) => {
                    if let Some(entry) = self.outbox.entry_mut(protocol, &custom_id) {
                        entry.attempts = entry.attempts.saturating_add(1);
                    }
                    self.wait(context, protocol, &custom_id, None);
                    if gone {
                        // The list is outdated.
                        exits.push(Exit::JobGone(protocol.clone()));
                    }
                }
                (EntryState::GivingUp(action), true) => {
                    self.give_up(context, jobs, acting_agent, protocol, &custom_id, action);
                }
                (EntryState::GivingUp(_), false) => {
                    if let Some(entry) = self.outbox.entry_mut(protocol, &custom_id) {
                        entry.state = EntryState::Failed;
                    }
                    self.set_message_busy(context, protocol, &custom_id, false);
                    exits.push(Exit::Refused(protocol.clone(), Text::key("chat.message.notAsked")));
                }
                _ => {}
            }
        }
        exits
    }

    /// Tries a waiting message again: its delay has passed or the server is reachable again.
    pub fn retry_waiting(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) -> Option<Exit> {
        context.cancel_timer(&timers::OUTBOX_RETRY.of(protocol.clone()));
        let waiting: Vec<CustomId> = self
            .outbox
            .entries(protocol)
            .iter()
            .filter(|entry| entry.state == EntryState::Waiting)
            .map(|entry| entry.custom_id.clone())
            .collect();
        for custom_id in waiting {
            if let Some(entry) = self.outbox.entry_mut(protocol, &custom_id) {
                entry.state = EntryState::Ready;
            }
        }
        self.retry_uploads(context, protocol);
        self.send_next(context, jobs, acting_agent, protocol)
    }

    /// The server is reachable again: tries every waiting message.
    pub fn retry_all(&mut self, context: &mut Context, jobs: &mut Jobs, acting_agent: &ActingAgent) -> Vec<Exit> {
        let protocols = self.outbox.protocols();
        let retry = |protocol| self.retry_waiting(context, jobs, acting_agent, protocol);
        protocols.iter().filter_map(retry).collect()
    }

    pub(super) fn on_sent(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
        answer: Answer,
    ) -> Vec<Exit> {
        if self.outbox.entry(protocol, custom_id).is_none() {
            let delivered = matches!(answer, Answer::Ok(_));
            let exit = self.lost_message_answered(context, acting_agent, protocol, custom_id, delivered);
            if exit.is_some() {
                return exit.into_iter().collect();
            }
        }
        match answer {
            Answer::Ok(_) => {
                let reply: SendMessageReply = answer.read().unwrap_or_default();
                self.confirm_message(context, jobs, protocol, custom_id, &reply);
                self.confirmed(context, jobs, acting_agent, protocol, custom_id).into_iter().collect()
            }
            // The session handles its own end; the message waits for the next sign-in.
            answer if answer.is_passing() || matches!(answer, Answer::Unauthorized(_)) => {
                self.wait(context, protocol, custom_id, Some(&answer));
                Vec::new()
            }
            answer => {
                let reason = refusal(&answer);
                self.sending_failed(context, jobs, acting_agent, protocol, custom_id, reason);
                self.send_next(context, jobs, acting_agent, protocol).into_iter().collect()
            }
        }
    }

    fn wait(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, answer: Option<&Answer>) {
        if let Some(entry) = self.outbox.entry_mut(protocol, custom_id) {
            entry.state = EntryState::Waiting;
            let own_ms = retry_after_ms(entry.attempts);
            let after = answer.map_or(own_ms, |answer| answer.delay_ms(context, own_ms));
            context.timer(timers::OUTBOX_RETRY.of(protocol.clone()), after);
        }
    }

    /// The server has the message, as its answer or its event reports first.
    pub(super) fn confirmed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
    ) -> Option<Exit> {
        if self.outbox.remove(protocol, custom_id).is_some() {
            context.cancel_timer(&timers::OUTBOX_STORE.of((protocol.clone(), custom_id.clone())));
            context
                .write(records::OUTBOX.of((acting_agent.agent_id.clone(), protocol.clone(), custom_id.clone())), None);
        }
        self.keep_thread(context, jobs, protocol);
        self.send_next(context, jobs, acting_agent, protocol)
    }
}

fn refusal(answer: &Answer) -> Text {
    const FALLBACK: &str = "chat.message.failed";
    match (answer.error_body(), answer.reason()) {
        (Some(body), Some(reason)) => Text::reason("chat.cause", reason, &body.details, FALLBACK),
        (Some(body), None) if body.errors.get("message").is_some_and(|reason| reason == "tooLong") => {
            Text::key("chat.send.tooLong")
        }
        _ => Text::key(FALLBACK),
    }
}
