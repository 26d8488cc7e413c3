//! The messages of one attendance in their order (`thread_order`). A message never changes its local id.

use super::delivery::{Delivery, DeliveryEvent, DeliveryReport};
use super::thread_changes::{ChangesKnown, copy_state};
use super::thread_order::{Numbered, pending};
use super::{facts, slices};
use crate::flow::{
    Asked, Context, ListEvent, ListStep, Loader, LocalId, OrderedList, Rank, SortedMap, Table, Text, TimeZone,
};
use crate::wire::{
    CustomId, Message, MessageStatus, Name, Named, Protocol, SendMessageReply, SenderType, WhatsAppFileEvent,
};
use derive::ReadObject;
use serde::Serialize;

/// Number of messages that are stored for each open attendance.
const KEPT_MESSAGES: usize = 50;
/// Messages of one sender further apart than this many milliseconds are in separate groups.
const GROUP_GAP_MS: i64 = 5 * 60_000;

/// One message of a thread and its delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadEntry {
    /// The message.
    pub message: Message,
    /// Delivery of the message.
    pub delivery: Delivery,
    /// The agent retries, edits or discards the message, and the server's answer is pending; the error mark stays
    /// meanwhile (BEY-005).
    pub busy: bool,
}

/// The messages of one attendance.
#[derive(Default)]
pub struct Thread {
    loader: Loader,
    /// Whether a portion of the server was applied at least once.
    was_read: bool,
    pub(super) list: OrderedList,
    pub(super) entries: Table<ThreadEntry>,
    pub(super) numbered: Numbered,
    /// Events about the files of messages that a pending answer will bring, by the numbers of the messages.
    pub(super) early_files: SortedMap<u64, WhatsAppFileEvent>,
    /// Messages that their customer changed before a pending answer brings them, by their numbers.
    pub(super) early_changes: SortedMap<u64, Message>,
    /// The customer's changes that the thread contains.
    pub(super) changes: ChangesKnown,
    /// For messages whose `custom_id` an answer changed: the local id, by the local id that the new `custom_id` would
    /// give.
    aliases: Table<LocalId>,
    pub(super) last_seq: u64,
    /// Names of the agents who wrote in the thread.
    pub(super) agents: Vec<String>,
    pub(super) failed: u32,
    /// The first message that the agent has not seen; the line stays until the agent leaves the conversation.
    new_from: Option<LocalId>,
}

/// The part of a thread that is stored.
#[derive(Clone, Debug, Default, Serialize, ReadObject)]
#[serde(default)]
pub struct ThreadRecord {
    /// The newest messages, oldest first.
    pub messages: Vec<Message>,
    /// Number of changes by the customer that the stored messages contain.
    pub changes: u64,
}

impl Thread {
    /// Local ids of the messages, in order.
    pub fn list(&self) -> &OrderedList {
        &self.list
    }

    /// One message.
    pub fn entry(&self, local_id: &(impl Named + ?Sized)) -> Option<&ThreadEntry> {
        self.entries.get(local_id)
    }

    /// Number of messages.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the thread has no messages.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The highest sequence number up to which the thread is complete.
    pub fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The first message under the line "novas mensagens".
    pub fn new_from(&self) -> Option<&LocalId> {
        self.new_from.as_ref()
    }

    /// The load state of the thread.
    pub fn loader(&self) -> &Loader {
        &self.loader
    }

    /// Applies an event of the load; the caller executes the step.
    pub fn load(&mut self, event: ListEvent) -> ListStep<Asked> {
        self.loader.after(event)
    }

    /// Whether a portion of the server was applied since the page was loaded.
    pub fn was_read(&self) -> bool {
        self.was_read
    }

    /// Applies a message of the server. Returns its local id if the message is new.
    pub fn take(&mut self, context: &mut Context, protocol: &Protocol, message: Message) -> Option<LocalId> {
        let mut message = self.with_early_change(message);
        // All messages share one copy of the protocol text.
        message.protocol = protocol.clone();
        let local_id = self.known(local_id_of(&message)?);
        if message.sender_type == SenderType::Agent && !self.agents.contains(&message.agent_name) {
            self.agents.push(message.agent_name.clone());
        }
        let delivery = Delivery::of(&message);
        if message.seq == self.last_seq + 1 || (self.last_seq == 0 && !self.loader.is_loading() && message.seq == 1) {
            self.last_seq = message.seq;
        }
        match self.entries.get_mut(&local_id) {
            Some(held) => {
                let (known, given) = (held.message.status_version, message.status_version);
                if given < known || (given == known && held.message.status == MessageStatus::Error) {
                    // The copy is older: an error is final unless a later version replaces it.
                    message.status = held.message.status;
                    message.error.clone_from(&held.message.error);
                    message.status_version = known;
                }
                if given < known {
                    copy_state(&held.message, &mut message);
                }
                let next = match (&held.delivery, message.status) {
                    (Delivery::Failed(_), MessageStatus::Error) if message.error == held.message.error => {
                        held.delivery.clone()
                    }
                    (known, status) => known.clone().after(DeliveryEvent::of(status, &message.error)),
                };
                // An older receipt that arrives after a newer one changes nothing.
                let is_late = held.message.status > message.status && next == held.delivery && !next.is_failed();
                if !is_late && (held.message != message || held.delivery != next) {
                    if held.message.seq != message.seq {
                        self.numbered.remove(&local_id, held.message.seq);
                    }
                    held.message = message;
                    self.failed = deliver(held, next, self.failed);
                    context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
                }
                self.put_numbered(context, protocol, &local_id);
                None
            }
            None => {
                if let Some(file) = self.early_files.remove(&message.seq)
                    && file.status_version > message.status_version
                {
                    file.apply_to(&mut message);
                }
                self.failed = self.failed.saturating_add(u32::from(delivery.is_failed()));
                self.entries.insert(&local_id, ThreadEntry { message, delivery, busy: false });
                self.put_numbered(context, protocol, &local_id);
                Some(local_id)
            }
        }
    }

    /// Applies a portion of the server, which lacks no message inside. Returns the local ids of new messages.
    pub fn take_page(&mut self, context: &mut Context, protocol: &Protocol, messages: Vec<Message>) -> Vec<LocalId> {
        let highest = messages.iter().map(|message| message.seq).max().unwrap_or_default();
        let new = messages.into_iter().filter_map(|message| self.take(context, protocol, message)).collect();
        self.last_seq = self.last_seq.max(highest);
        self.was_read = true;
        new
    }

    /// Adds the agent's unconfirmed message at the end.
    pub fn add_pending(&mut self, context: &mut Context, protocol: &Protocol, message: Message) {
        let number = context.kernel.ids.number();
        let local_id = own_local_id(&message.custom_id);
        self.entries.insert(local_id.clone(), ThreadEntry { message, delivery: Delivery::Sending, busy: false });
        self.put(context, protocol, &local_id, pending(number));
    }

    /// Marks the agent's message as failed, unless the server has it.
    pub fn message_failed(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, reason: Text) {
        let local_id = own_local_id(custom_id);
        let Some(entry) = self.entries.get_mut(&local_id) else { return };
        let next = entry.delivery.clone().after(DeliveryEvent::Refused(reason));
        if entry.delivery != next || entry.busy {
            self.failed = deliver(entry, next, self.failed);
            context.dirty(slices::MESSAGE.of((protocol.clone(), local_id)));
        }
    }

    /// The local id of a message of the server, if the thread contains it.
    pub fn local_id_of(&self, message: &Message) -> Option<LocalId> {
        let local_id = self.known(local_id_of(message)?);
        self.entries.contains_key(&local_id).then_some(local_id)
    }

    /// Applies a receipt of the provider to one message of the agent; a receipt for an unknown message is ignored.
    pub fn report(&mut self, context: &mut Context, protocol: &Protocol, report: &DeliveryReport) {
        let own = Some(self.known(own_local_id(&report.custom_id))).filter(|id| self.entries.contains_key(id));
        let has_id = |id: &&LocalId| {
            let held = self.entries.get(*id).map(|entry| entry.message.message_id.as_str());
            !report.message_id.is_empty() && held == Some(report.message_id.as_str())
        };
        let Some(local_id) = own.or_else(|| self.list.ids().rev().find(has_id).cloned()) else { return };
        let Some(entry) = self.entries.get_mut(&local_id) else { return };
        let is_late = report.status_version > 0 && report.status_version <= entry.message.status_version;
        if is_late {
            return;
        }
        entry.message.status_version = report.status_version.max(entry.message.status_version);
        let next = entry.delivery.clone().after(DeliveryEvent::of(report.status, &report.error));
        // The record of the thread stores messages without their delivery.
        entry.message.status = next.status().unwrap_or(entry.message.status);
        // A message without a place keeps its version: the answer that gives it a place applies the receipts that came
        // before.
        let is_placed = entry.message.seq > 0 || entry.delivery != Delivery::Sending;
        let waits = !is_placed && report.status_version > 0 && !next.is_failed();
        if entry.delivery != next && !waits {
            entry.message.error.clone_from(&report.error);
            self.failed = deliver(entry, next, self.failed);
            context.dirty(slices::MESSAGE.of((protocol.clone(), local_id)));
        }
    }

    /// Sets whether retry, edit or discard of a failed message waits for the server.
    pub fn set_busy(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, busy: bool) {
        let local_id = own_local_id(custom_id);
        if let Some(entry) = self.entries.get_mut(&local_id)
            && entry.busy != busy
        {
            entry.busy = busy;
            context.dirty(slices::MESSAGE.of((protocol.clone(), local_id)));
        }
    }

    /// Whether the server has the agent's message with this id.
    pub fn is_placed(&self, custom_id: &CustomId) -> bool {
        self.entries.get(&own_local_id(custom_id)).is_some_and(|entry| entry.message.seq > 0)
    }

    /// Gives the agent's message the server's ids and position.
    pub fn confirm(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        custom_id: &CustomId,
        reply: &SendMessageReply,
    ) {
        let local_id = own_local_id(custom_id);
        if !self.entries.contains_key(&local_id) {
            return;
        }
        let arrived = self.take_alias(context, protocol, &local_id, reply);
        let is_alias = self.aliases.contains_key(&own_local_id(&reply.custom_id));
        let Some(entry) = self.entries.get_mut(&local_id) else { return };
        // The provider's refusal may come before the server's answer.
        let mut next = match entry.message.status {
            MessageStatus::Error => entry.delivery.clone(),
            _ => entry.delivery.clone().after(DeliveryEvent::Confirmed(reply.status)),
        };
        if let Some(arrived) = arrived {
            next = next.after(DeliveryEvent::Status(arrived.message.status));
            entry.message = arrived.message;
        } else if is_alias {
            // After a reload the message is found under this id.
            entry.message.custom_id.clone_from(&reply.custom_id);
        }
        if entry.message.status_version > 0 {
            next = next.after(DeliveryEvent::of(entry.message.status, &entry.message.error));
        }
        // The record of the thread stores messages without their delivery.
        entry.message.status = next.status().unwrap_or(entry.message.status);
        if entry.delivery != next {
            self.failed = deliver(entry, next, self.failed);
        }
        entry.message.message_id.clone_from(&reply.message_id);
        entry.message.seq = reply.seq;
        if reply.time.is_some() {
            entry.message.time = reply.time;
        }
        if reply.seq == self.last_seq + 1 {
            self.last_seq = reply.seq;
        }
        context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
        self.put_numbered(context, protocol, &local_id);
    }

    /// The local id under which a message of the server is held.
    fn known(&self, local_id: LocalId) -> LocalId {
        self.aliases.get(&local_id).cloned().unwrap_or(local_id)
    }

    /// The answer may change `custom_id`: the new id becomes an alias. An entry that arrived under it before the answer
    /// is the same message; it is removed and returned. Another message that has this id keeps it.
    fn take_alias(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        local_id: &LocalId,
        reply: &SendMessageReply,
    ) -> Option<ThreadEntry> {
        let alias = own_local_id(&reply.custom_id);
        let is_other = |entry: &ThreadEntry| entry.message.seq == 0 || entry.message.seq != reply.seq;
        if reply.custom_id.is_empty() || alias == *local_id || self.entries.get(&alias).is_some_and(is_other) {
            return None;
        }
        let arrived = self.remove(context, protocol, &alias);
        self.aliases.insert(alias, local_id.clone());
        arrived
    }

    /// Removes a message that the agent discarded.
    pub fn remove(&mut self, context: &mut Context, protocol: &Protocol, local_id: &LocalId) -> Option<ThreadEntry> {
        let entry = self.entries.remove(local_id)?;
        self.failed = self.failed.saturating_sub(u32::from(entry.delivery.is_failed()));
        self.mark_neighbours(context, protocol, local_id);
        self.list.remove(local_id);
        self.numbered.remove(local_id, entry.message.seq);
        context.changed(facts::PLACES.of(protocol.clone()));
        context.dirty(slices::THREAD.of(protocol.clone()));
        context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
        Some(entry)
    }

    /// Moves or removes the line "novas mensagens".
    pub fn set_new_from(&mut self, context: &mut Context, protocol: &Protocol, local_id: Option<LocalId>) {
        if self.new_from != local_id {
            for changed in [self.new_from.take(), local_id.clone()].into_iter().flatten() {
                context.dirty(slices::MESSAGE.of((protocol.clone(), changed)));
            }
            self.new_from = local_id;
        }
    }

    /// Whether the thread contains the agent's message with this id.
    pub fn has_custom_id(&self, custom_id: &CustomId) -> bool {
        self.entries.contains_key(&own_local_id(custom_id))
    }

    /// Whether a message is the first of a day, and whether it is the first or last of its group.
    pub fn surroundings(&self, zone: &TimeZone, local_id: &LocalId) -> Surroundings {
        let entry = |id: Option<&LocalId>| id.and_then(|id| self.entries.get(id)).map(|entry| &entry.message);
        let Some(message) = self.entries.get(local_id).map(|entry| &entry.message) else {
            return Surroundings::default();
        };
        let (previous, next) = self.list.neighbours(local_id);
        let (previous, next) = (entry(previous), entry(next));
        let day = |message: &Message| message.shown_at().map(|time| zone.day(time));
        let day_start = previous.is_none_or(|previous| day(previous) != day(message));
        let joined = |first: &Message, second: &Message| {
            first.sender_type == second.sender_type
                && first.agent_id == second.agent_id
                && !first.system_message
                && !second.system_message
                && day(first) == day(second)
                && second.shown_at().unwrap_or_default().since_ms(first.shown_at().unwrap_or_default()) < GROUP_GAP_MS
        };
        Surroundings {
            day_start,
            group_start: previous.is_none_or(|previous| !joined(previous, message)),
            group_end: next.is_none_or(|next| !joined(message, next)),
        }
    }

    /// The last message that the server has, which the list of attendances shows. Its number may be low: a telephone that
    /// was offline delivers many older messages later.
    fn last_numbered(&self) -> Option<&LocalId> {
        self.list.ids().rev().find(|id| self.entries.get(*id).is_some_and(|entry| entry.message.seq > 0))
    }

    /// The stored part, as it is shown.
    pub fn record(&self) -> ThreadRecord {
        let first = self.numbered.first_of_newest(KEPT_MESSAGES).max(1);
        let last = self.last_numbered();
        let messages = self.list.ids().filter_map(|id| Some((id, &self.entries.get(id)?.message)));
        let kept = messages.filter(|(id, message)| message.seq >= first || last == Some(*id));
        let messages = kept.map(|(_, message)| message.clone()).collect();
        ThreadRecord { messages, changes: self.changes.up_to() }
    }

    /// Restores the stored messages; the others are loaded when the agent opens the conversation.
    pub fn restore(context: &mut Context, protocol: &Protocol, record: ThreadRecord) -> Self {
        let mut thread = Self { changes: ChangesKnown::restored(record.changes), ..Self::default() };
        for message in record.messages {
            thread.take(context, protocol, message);
        }
        if !thread.numbered.begins_without_gap() {
            // Older messages are missing, so the thread is loaded from its beginning when it is opened.
            thread.last_seq = 0;
        }
        thread
    }

    /// Drops all but the newest messages, as a reload does: the thread is loaded from its beginning when it is opened. A
    /// thread that is being loaded, or has unconfirmed messages, stays whole.
    pub fn trim(&mut self, context: &mut Context, protocol: &Protocol) {
        let excess = self.entries.len().saturating_sub(KEPT_MESSAGES);
        let at_rest = !self.loader.is_loading() && !self.loader.has_failed();
        if excess == 0 || !at_rest || self.entries.values().any(|entry| entry.message.seq == 0) {
            return;
        }
        let last = self.last_numbered();
        let oldest: Vec<LocalId> = self.numbered.ids().take(excess).filter(|id| last != Some(*id)).cloned().collect();
        if self.new_from.as_ref().is_some_and(|first| oldest.contains(first)) {
            self.new_from = None;
        }
        for local_id in &oldest {
            self.remove(context, protocol, local_id);
        }
        self.read_when_opened();
        self.last_seq = 0;
    }

    /// The present state of its messages is refetched when the agent opens the conversation, as after a reload.
    pub fn read_when_opened(&mut self) {
        self.loader.after(ListEvent::Cleared);
        self.was_read = false;
    }

    pub(super) fn put(&mut self, context: &mut Context, protocol: &Protocol, local_id: &LocalId, place: Rank) {
        if self.list.rank(local_id) != Some(place) {
            self.mark_neighbours(context, protocol, local_id);
            context.changed(facts::PLACES.of(protocol.clone()));
        }
        if self.list.put(local_id, place) {
            context.dirty(slices::THREAD.of(protocol.clone()));
        }
        context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
        self.mark_neighbours(context, protocol, local_id);
    }

    /// Marks the neighbours of a message, whose day separator or group may change.
    fn mark_neighbours(&self, context: &mut Context, protocol: &Protocol, local_id: &LocalId) {
        let (before, after) = self.list.neighbours(local_id);
        for neighbour in before.into_iter().chain(after) {
            context.dirty(slices::MESSAGE.of((protocol.clone(), neighbour.clone())));
        }
    }
}

/// Facts of a message that follow from its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// First message of a local day.
    pub day_start: bool,
    /// First message of a group of one sender.
    pub group_start: bool,
    /// Last message of a group of one sender.
    pub group_end: bool,
}

/// Sets the delivery of an entry, which ends its pending action, and returns the number of failed messages.
fn deliver(entry: &mut ThreadEntry, delivery: Delivery, failed: u32) -> u32 {
    let failed = failed.saturating_sub(u32::from(entry.delivery.is_failed()));
    entry.delivery = delivery;
    entry.busy = false;
    failed.saturating_add(u32::from(entry.delivery.is_failed()))
}

/// The local id of the agent's own message.
pub fn own_local_id(custom_id: &CustomId) -> LocalId {
    Name::from(format!("c{custom_id}"))
}

/// The local id of a message; `None` if it has neither a sequence number nor an id, because it could not be identified.
fn local_id_of(message: &Message) -> Option<LocalId> {
    if message.sender_type == SenderType::Agent && !message.custom_id.is_empty() {
        Some(own_local_id(&message.custom_id))
    } else if message.seq > 0 {
        Some(Name::numbered('s', message.seq))
    } else if !message.message_id.is_empty() {
        Some(Name::from(format!("i{}", message.message_id)))
    } else {
        None
    }
}
