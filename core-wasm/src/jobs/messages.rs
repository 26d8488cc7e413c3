//! The threads of the attendances: new messages, read marks, and loading a thread from the server (spec conversation §4).

use super::EventNumber;
use super::exit::Exit;
use super::job::{Job, READ_AFTER_MS};
use super::machine::{Jobs, Pending, Unattended};
use super::{records, slices, timers};
use crate::conversation::{Attendances, DeliveryReport, LoadEvent, LoadStep, Place, Taken, Thread, own_local_id};
use crate::flow::path;
use crate::flow::{Answer, Context, HttpCall, ItemList, LocalId, Path, ReportLevel, Text};
use crate::wire::{
    Channel, ClientStatus, ContactId, CustomId, EventMeta, Message, MessagesReply, Protocol, SendMessageReply,
    SenderType,
};

/// Number of messages of a full page of the server; a full page has a next one.
pub(super) const MESSAGES_PER_PAGE: usize = 200;

/// Messages that a thread gets while the agent does not open it, before the oldest are dropped.
const MOST_UNOPENED_MESSAGES: usize = 200;

impl Unattended {
    /// The messages, for the record.
    pub fn messages(kept: &[Unattended]) -> Vec<Message> {
        kept.iter().map(|kept| kept.message.clone()).collect()
    }

    /// Messages of the record.
    pub fn restored(messages: &[Message]) -> Vec<Unattended> {
        messages.iter().map(|message| Unattended { message: message.clone(), event: None }).collect()
    }
}

impl Attendances for Jobs {
    fn place(&self, protocol: &Protocol) -> Option<Place> {
        let job = self.jobs.get(protocol)?;
        Some(Place {
            protocol: job.protocol().clone(),
            channel: job.channel(),
            ended: job.is_ended(),
            window: job.window(),
        })
    }

    fn presets(&self, protocol: &Protocol) -> Option<Path> {
        let job = self.jobs.get(protocol)?;
        let (list, id) = job.queue_or_campaign();
        match job.channel() {
            Channel::Chat => Some(path![list, "chat", id, "preset-messages"]),
            Channel::Whatsapp => Some(path![list, "whatsapp", id, "preset-messages"]),
            Channel::Voice => None,
        }
    }

    fn customer(&self, protocol: &Protocol) -> &str {
        self.jobs.get(protocol).map_or("", |job| &job.server().contact_identifier)
    }

    fn contact(&self, protocol: &Protocol) -> Option<&ContactId> {
        self.jobs.get(protocol)?.contact().map(|contact| &contact.id)
    }

    fn thread(&self, protocol: &Protocol) -> Option<&Thread> {
        self.jobs.get(protocol).map(Job::thread)
    }

    fn take_message(&mut self, context: &mut Context, meta: &EventMeta, message: Message, seen: bool) -> Taken {
        // The list has a newer state of the customer's page.
        let is_current = !self.covers(meta);
        if is_current && message.sender_type == SenderType::Customer {
            self.on_customer_status(&message.protocol, meta);
            self.number_exists(&message, meta);
        }
        self.take(context, message, seen, is_current)
    }

    fn keep_unattended(&mut self, context: &mut Context, meta: &EventMeta, message: Message) -> bool {
        // Events arrive in order: a message of a removed attendance that was not added again is late.
        if self.removed.contains(&message.protocol) {
            return false;
        }
        let kept = self.unattended.or_default(&message.protocol);
        let is_same = |other: &Message| other.seq == message.seq && other.message_id == message.message_id;
        if !kept.iter().any(|kept| is_same(&kept.message)) {
            kept.push(Unattended { message, event: EventNumber::of(meta) });
            context.persist(records::JOBS.key());
            context.dirty(slices::SUMMARY.key());
        }
        true
    }

    fn agent_wrote(&mut self, context: &mut Context, protocol: &Protocol, message: Message) {
        self.update(context, protocol, |context, job| {
            job.latest.moment = message.time;
            job.thread.add_pending(context, protocol, message);
            job.read_mark.read(job.thread.last_seq());
            job.marked_unread = false;
            job.thread.set_new_from(context, protocol, None);
        });
    }

    fn resume_message(&mut self, context: &mut Context, protocol: &Protocol, message: Message, failure: Option<Text>) {
        self.update(context, protocol, |context, job| {
            let custom_id = message.custom_id.clone();
            if !job.thread.has_custom_id(&custom_id) {
                job.thread.add_pending(context, protocol, message);
            }
            if let Some(reason) = failure {
                job.thread.fail(context, protocol, &custom_id, reason);
            }
        });
    }

    fn confirm_message(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        custom_id: &CustomId,
        reply: &SendMessageReply,
    ) {
        self.update(context, protocol, |context, job| {
            job.thread.confirm(context, protocol, custom_id, reply);
            if let Some(sent) = job.thread.entry(&own_local_id(custom_id)).map(|entry| entry.message.clone()) {
                job.move_window(&sent);
            }
            job.latest.seq = job.latest.seq.max(reply.seq);
            job.read_mark.complete_up_to(job.thread.last_seq());
        });
    }

    fn fail_message(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, reason: Text) {
        self.update(context, protocol, |context, job| job.thread.fail(context, protocol, custom_id, reason));
    }

    fn set_message_busy(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, busy: bool) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.thread.set_busy(context, protocol, custom_id, busy);
        }
    }

    fn remove_message(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId) {
        self.update(context, protocol, |context, job| {
            job.thread.remove(context, protocol, &own_local_id(custom_id));
        });
    }

    fn keep_thread(&mut self, context: &mut Context, protocol: &Protocol) {
        context.persist(records::THREAD.of(protocol.clone()));
        self.changed(context, protocol);
    }
}

impl Jobs {
    /// A customer who writes has WhatsApp. This also holds for a late message, which does not move the window, but not for one
    /// of a thread that is read: the number may have been refused afterwards.
    fn number_exists(&mut self, message: &Message, meta: &EventMeta) {
        if let Some(job) = self.jobs.get_mut(&message.protocol).filter(|job| message.seq > job.latest.seq) {
            job.server.whatsapp_number_not_exists = false;
            job.number_event = EventNumber::of(meta);
        }
    }

    /// A message for a known attendance. `is_current`: no later list reported the state of the customer's page.
    fn take(&mut self, context: &mut Context, message: Message, seen: bool, is_current: bool) -> Taken {
        context.report_unsupported(ItemList::Messages, usize::from(!message.is_supported()));
        let from_customer = message.sender_type == SenderType::Customer;
        let protocol = message.protocol.clone();
        let taken = self.update(context, &protocol, |context, job| {
            let seq = message.seq;
            job.latest.seq = job.latest.seq.max(seq);
            if !message.system_message {
                job.latest.moment = job.latest.moment.max(message.time);
            }
            job.move_window(&message);
            let new = job.thread.take(context, &protocol, message).filter(|_| from_customer);
            if is_current && new.is_some() {
                if std::mem::take(&mut job.typing) {
                    context.cancel_timer(&timers::CLIENT_TYPING.of(protocol.clone()));
                }
                job.client_status = ClientStatus::Online;
            }
            let counted = new.filter(|local_id| job.count_unread(context, seq, local_id.clone(), seen));
            job.read_mark.complete_up_to(job.thread.last_seq());
            counted
        });
        if self.jobs.get(&protocol).is_some_and(|job| job.thread.len() > MOST_UNOPENED_MESSAGES) {
            self.trim_thread(context, &protocol);
        }
        context.persist(records::THREAD.of(protocol));
        taken.flatten().map_or(Taken::Known, Taken::FromCustomer)
    }

    /// The attendance was added: applies the messages that arrived before it.
    pub(super) fn take_unattended(&mut self, context: &mut Context, protocol: &Protocol) {
        for kept in self.unattended.remove(protocol).unwrap_or_default() {
            self.take(context, Message { protocol: protocol.clone(), ..kept.message }, false, true);
        }
    }

    /// Drops waiting messages whose attendance the list does not contain. Messages after the list stay; unnumbered ones
    /// stay until a list that was requested after them.
    pub(super) fn drop_unattended(&mut self, context: &mut Context, as_of_seq: u64, epoch: &str) {
        let before = self.unattended_count();
        let again = self.restore_again;
        let waits = |kept: &&Unattended| kept.event.as_ref().map_or(again, |event| event.is_after(as_of_seq, epoch));
        let still = |kept: &Vec<Unattended>| kept.iter().filter(waits).cloned().collect::<Vec<_>>();
        let kept = self.unattended.iter().map(|(protocol, kept)| (protocol, still(kept)));
        self.unattended = kept.filter(|(_, kept)| !kept.is_empty()).collect();
        if self.unattended_count() != before {
            context.persist(records::JOBS.key());
            context.dirty(slices::SUMMARY.key());
        }
    }

    /// The conversation shows and the page is focused: its messages count as read after `READ_AFTER_MS`.
    pub fn will_be_read(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.jobs.get(protocol).is_some_and(Job::is_unread) {
            context.timer(timers::MARK_READ.of(protocol.clone()), READ_AFTER_MS);
        }
    }

    /// Marks all messages of the thread as read. Returns whether there was something unread.
    pub fn mark_read(&mut self, context: &mut Context, protocol: &Protocol) -> bool {
        let unread = self.jobs.get(protocol).is_some_and(Job::is_unread);
        if unread {
            self.update(context, protocol, |_, job| {
                job.read_mark.read(job.thread.last_seq());
                job.marked_unread = false;
            });
        }
        unread
    }

    /// The provider reports the delivery of a message, named by the server's id or by the agent's (WAP-042). A reason
    /// explains an error.
    pub fn set_message_status(&mut self, context: &mut Context, protocol: &Protocol, report: &DeliveryReport) {
        self.update(context, protocol, |context, job| job.thread.report(context, protocol, report));
        context.persist(records::THREAD.of(protocol.clone()));
    }

    /// `GET /job/{protocol}/messages` after the last number held; deliveries that may have changed are read again.
    pub fn load_thread(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.get(protocol).is_some_and(|job| job.channel() == Channel::Voice) {
            // A call has no messages.
            return;
        }
        self.move_loading(context, protocol, LoadEvent::Wanted);
    }

    /// Loads the thread with a new request, because a pending answer may be older.
    pub fn load_thread_afresh(&mut self, context: &mut Context, protocol: &Protocol) {
        self.move_loading(context, protocol, LoadEvent::WantedAfresh);
    }

    /// Loads a thread again after a failure.
    pub fn retry_thread(&mut self, context: &mut Context, protocol: &Protocol) {
        self.move_loading(context, protocol, LoadEvent::RetryDue);
    }

    /// Drops pending pages of a removed attendance: they must not fill the thread of a new one with the same protocol.
    pub(super) fn forget_thread_calls(&mut self, protocol: &Protocol) {
        self.calls.forget(
            |pending| matches!(pending, Pending::Messages(asked) | Pending::Renewal { protocol: asked, .. } if asked == protocol),
        );
        self.renewals.forget(protocol);
    }

    /// Applies a loading event and its step. Returns whether the thread is complete now.
    fn move_loading(&mut self, context: &mut Context, protocol: &Protocol, event: LoadEvent) -> bool {
        let Some(job) = self.jobs.get_mut(protocol) else { return false };
        let before = job.thread.loading();
        let step = job.thread.load(event);
        if before != job.thread.loading() {
            context.dirty(slices::JOB.of(protocol.clone()));
        }
        match step {
            LoadStep::Nothing => {}
            LoadStep::Finished => return true,
            LoadStep::RetryAfter { ms } => context.timer(timers::THREAD_RETRY.of(protocol.clone()), ms),
            LoadStep::Ask => {
                // The next page goes on where the last one ended.
                let after = if event == LoadEvent::FullPage { job.thread.last_seq() } else { job.read_after() };
                context.cancel_timer(&timers::THREAD_RETRY.of(protocol.clone()));
                let call = HttpCall::get(path!["job", protocol, "messages"]).query("after", after).in_turn();
                context.call(&mut self.calls, Pending::Messages(protocol.clone()), call);
            }
        }
        false
    }

    pub(super) fn on_messages(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        answer: Answer,
        seen: bool,
    ) -> Vec<Exit> {
        let reply = match answer.read::<MessagesReply>() {
            Ok(reply) => reply,
            Err(answer) => {
                let event = if answer.is_passing() { LoadEvent::NoAnswer } else { LoadEvent::Refused };
                self.move_loading(context, protocol, event);
                let gone = matches!(answer, Answer::NotFound(_));
                return vec![Exit::ThreadNotLoaded { protocol: protocol.clone(), gone }];
            }
        };
        let unsupported = reply.data.iter().filter(|message| !message.is_supported()).count();
        context.report_unsupported(ItemList::Messages, reply.data.unreadable + unsupported);
        let is_full = reply.data.len() >= MESSAGES_PER_PAGE;
        let taken = self.update(context, protocol, |context, job| {
            let held = job.thread.last_seq();
            let newest = take_page(context, job, reply.data.into_vec(), seen);
            (newest, job.thread.last_seq() > held)
        });
        let Some((newest, advanced)) = taken else { return Vec::new() };
        context.persist(records::THREAD.of(protocol.clone()));
        if is_full && !advanced {
            // Without progress the next page would be the same.
            context.report(ReportLevel::Warning, "threadPageWithoutProgress", protocol.as_str());
        }
        let event = if is_full && advanced { LoadEvent::FullPage } else { LoadEvent::LastPage };
        let complete = self.move_loading(context, protocol, event);
        if complete {
            self.trim_thread(context, protocol);
        }
        let mut exits = vec![Exit::ThreadLoaded { protocol: protocol.clone(), complete, sent: reply.custom_ids }];
        if newest.is_some() {
            exits.push(Exit::CustomerWrote { protocol: protocol.clone(), newest });
        }
        exits
    }
}

/// Applies a page of a thread. Missed customer messages count like new ones; returns the newest of them.
fn take_page(context: &mut Context, job: &mut Job, page: Vec<Message>, seen: bool) -> Option<LocalId> {
    let protocol = job.protocol().clone();
    page.iter().for_each(|message| job.move_window(message));
    for message in page.iter().filter(|message| !message.system_message) {
        job.latest.moment = job.latest.moment.max(message.time);
        job.latest.seq = job.latest.seq.max(message.seq);
    }
    let was_read = job.thread.was_read();
    let new = job.thread.take_page(context, &protocol, page);
    let thread = &job.thread;
    let seq_of = |local_id: &LocalId| {
        let message = &thread.entry(local_id)?.message;
        (message.sender_type == SenderType::Customer && message.seq > 0).then_some(message.seq)
    };
    let mark = &mut job.read_mark;
    let counts = |local_id: &&LocalId| seq_of(local_id).is_some_and(|seq| mark.counts_on_page(seq, was_read));
    let missed: Vec<LocalId> = new.iter().filter(counts).cloned().collect();
    mark.count_page(missed.len(), thread.last_seq());
    let newest = missed.last().cloned()?;
    let first = missed.into_iter().next();
    if !seen && job.thread.new_from().is_none() {
        job.thread.set_new_from(context, &protocol, first);
    }
    Some(newest)
}
