//! The state of an attendance's messages that the list needs: the latest message, the unread ones, and messages that
//! arrived before their attendance. The threads are in `conversation`, which reports changes here.

use super::EventNumber;
use super::job::{Job, READ_AFTER_MS};
use super::machine::{Jobs, Unattended};
use super::unanswered::UnansweredEvent;
use super::{records, slices, timers};
use crate::flow::Context;
use crate::wire::{ClientStatus, EventMeta, Message, Protocol, Wall};
use std::cmp::Ordering;

/// The end of a thread, as the list and the records show it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadEnd<'a> {
    /// The last message that is not a system message; unconfirmed ones come after all others.
    pub spoken: Option<&'a Message>,
    /// The last message that the server has.
    pub confirmed: Option<&'a Message>,
    /// The first message of the thread.
    pub first: Option<&'a Message>,
    /// Names of the agents who wrote in it.
    pub agents: &'a [String],
    /// A failed message needs a decision of the agent.
    pub has_failure: bool,
}

impl Unattended {
    /// The messages to store in the record.
    pub fn messages(kept: &[Unattended]) -> Vec<Message> {
        kept.iter().map(|kept| kept.message.clone()).collect()
    }

    /// The messages that the record contains.
    pub fn restored(messages: &[Message]) -> Vec<Unattended> {
        messages.iter().map(|message| Unattended { message: message.clone(), event: None }).collect()
    }
}

impl Job {
    /// The last message: an unconfirmed one, otherwise the last one of the thread or of the server's state (the thread
    /// may not be loaded yet).
    pub fn last_message<'a>(&'a self, end: ThreadEnd<'a>) -> Option<&'a Message> {
        let latest = self.latest.message.as_ref();
        let is_newer = |message: &&Message| message.seq == 0 || latest.is_none_or(|latest| is_as_new(message, latest));
        // A conversation in which nobody has written shows its first system message, as the server's list does.
        end.spoken.filter(is_newer).or(latest).or(end.first)
    }

    /// The last message that the server has, for the record.
    pub(super) fn last_confirmed<'a>(&'a self, end: ThreadEnd<'a>) -> Option<&'a Message> {
        let latest = self.latest.message.as_ref();
        let is_newer = |message: &&Message| latest.is_none_or(|latest| is_as_new(message, latest));
        end.confirmed.filter(is_newer).or(latest)
    }

    /// The highest known number of the thread.
    pub fn latest_seq(&self) -> u64 {
        self.latest.seq
    }

    /// Number of the customer's changes in the thread, as the server reported it last.
    pub fn message_changes(&self) -> u64 {
        self.server.message_changes
    }

    /// Messages up to this number are read or counted as unread.
    pub fn counted_seq(&self) -> u64 {
        self.read_mark.counted_seq()
    }
}

/// Whether a message is later in the thread than another one, or a copy of it that is not older.
pub(super) fn is_as_new(message: &Message, other: &Message) -> bool {
    match order(message, other) {
        Ordering::Equal => message.status_version >= other.status_version,
        order => order.is_gt(),
    }
}

/// The order of two messages of a thread; without times, of their numbers.
fn order(message: &Message, other: &Message) -> Ordering {
    match (message.place(), other.place()) {
        (Some(place), Some(other)) => place.cmp(&other),
        _ => message.seq.cmp(&other.seq),
    }
}

impl Jobs {
    /// The agent marks whether the customer's last messages need an answer.
    pub fn set_answer_needed(&mut self, context: &mut Context, protocol: &Protocol, needed: bool) {
        self.update(context, protocol, |_, job| {
            let seq = job.latest.seq;
            job.unanswered.after(if needed { UnansweredEvent::Recalled } else { UnansweredEvent::Dismissed { seq } });
        });
    }

    /// Keeps a message whose attendance is not in the list yet (CHT-006). Returns false if it is dropped.
    pub fn keep_unattended(&mut self, context: &mut Context, meta: &EventMeta, message: Message) -> bool {
        // Events arrive in order, so a message of a removed attendance that was not added again is late.
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

    /// The attendance was added: returns the messages that arrived before it.
    pub(super) fn take_unattended(&mut self, protocol: &Protocol) -> Vec<Message> {
        let kept = self.unattended.remove(protocol).unwrap_or_default();
        kept.into_iter().map(|kept| kept.message).collect()
    }

    /// Drops kept messages whose attendance the list does not contain. Messages newer than the list stay; unnumbered
    /// ones stay until a list that was requested after them.
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

    /// An event brought a message of the customer that the last list does not contain: the customer's page is open, and
    /// the number has WhatsApp. The second conclusion also holds for a late message, which does not move the window,
    /// but not for a message that a load of the thread brings: the number may have been refused afterwards. The thread
    /// may contain the message already, because it was loaded in between.
    pub fn customer_is_there(&mut self, context: &mut Context, message: &Message, meta: &EventMeta) {
        self.on_customer_status(&message.protocol, meta);
        if let Some(job) = self.jobs.get_mut(&message.protocol) {
            let was_typing = std::mem::take(&mut job.typing);
            if was_typing {
                context.cancel_timer(&timers::CLIENT_TYPING.of(message.protocol.clone()));
            }
            let before = std::mem::replace(&mut job.client_status, ClientStatus::Online);
            if was_typing || before != ClientStatus::Online {
                self.changed(context, &message.protocol);
            }
        }
        if let Some(job) = self.jobs.get_mut(&message.protocol).filter(|job| message.seq > job.latest.seq) {
            job.server.whatsapp_number_not_exists = false;
            job.number_event = EventNumber::of(meta);
        }
    }

    /// A message arrived: it may be the latest one, and it may move the window. The caller calls `messages_changed`
    /// afterwards.
    pub fn message_came(&mut self, message: &Message) {
        let Some(job) = self.jobs.get_mut(&message.protocol) else { return };
        job.latest.seq = job.latest.seq.max(message.seq);
        if !message.system_message {
            job.latest.moment = job.latest.moment.max(message.time);
        }
        job.move_window(message);
        if let Some(event) = UnansweredEvent::of(message) {
            job.unanswered.after(event);
        }
    }

    /// Like `message_came`, for a message of a loaded portion of the thread.
    pub fn message_read(&mut self, protocol: &Protocol, message: &Message) {
        let Some(job) = self.jobs.get_mut(protocol) else { return };
        job.move_window(message);
        if !message.system_message {
            job.latest.moment = job.latest.moment.max(message.time);
            job.latest.seq = job.latest.seq.max(message.seq);
        }
    }

    /// The customer changed a message: the row shows its present state. The caller calls `messages_changed` afterwards.
    pub fn message_changed(&mut self, message: &Message) {
        let latest = self.jobs.get_mut(&message.protocol).and_then(|job| job.latest.message.as_mut());
        let is_it = |latest: &&mut Message| latest.seq == message.seq && latest.status_version < message.status_version;
        if let Some(latest) = latest.filter(is_it) {
            latest.clone_from(message);
        }
    }

    /// A message of the customer is new: it counts as unread, unless the server's count contains it. Returns whether it counts.
    pub fn customer_wrote(&mut self, context: &mut Context, protocol: &Protocol, seq: u64, seen: bool) -> bool {
        let Some(job) = self.jobs.get_mut(protocol) else { return false };
        if seen {
            context.timer(timers::MARK_READ.of(protocol.clone()), READ_AFTER_MS);
        }
        job.read_mark.count_event(seq)
    }

    /// Whether a customer message in a loaded portion of the thread counts as missed.
    pub fn counts_on_page(&self, protocol: &Protocol, seq: u64, was_read_before: bool) -> bool {
        self.jobs.get(protocol).is_some_and(|job| job.read_mark.counts_on_page(seq, was_read_before))
    }

    /// A loaded portion of the thread contained customer messages that count as unread. The caller calls
    /// `messages_changed` afterwards.
    pub fn missed(&mut self, protocol: &Protocol, messages: usize) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.read_mark.count_missed(messages);
        }
    }

    /// The messages of an attendance changed: updates row, header and totals. `last_seq`: the thread is complete up to
    /// this number.
    pub fn messages_changed(&mut self, context: &mut Context, protocol: &Protocol, last_seq: u64) {
        self.update(context, protocol, |_, job| job.read_mark.complete_up_to(last_seq));
    }

    /// Counts the messages of a restored thread that the older record of its attendance does not count: the page was
    /// closed between the two writes.
    pub fn count_restored(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        of_customer: impl Iterator<Item = u64>,
        last_seq: u64,
    ) {
        self.update(context, protocol, |_, job| {
            for seq in of_customer {
                job.read_mark.count_event(seq);
            }
            job.read_mark.complete_up_to(last_seq);
        });
    }

    /// The agent sent a message: all earlier messages count as read. `messages_changed` follows.
    pub fn agent_wrote(&mut self, protocol: &Protocol, time: Option<Wall>) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.latest.moment = time;
            job.read_mark.read();
            job.marked_unread = false;
        }
    }

    /// The server confirmed a message of the agent. The caller calls `messages_changed` afterwards.
    pub fn message_confirmed(&mut self, protocol: &Protocol, message: Option<&Message>, seq: u64) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            if let Some(message) = message {
                job.move_window(message);
                job.unanswered.after(UnansweredEvent::Answered { seq });
            }
            job.latest.seq = job.latest.seq.max(seq);
        }
    }
}
