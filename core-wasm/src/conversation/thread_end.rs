//! Values that follow from the latest messages of a thread: what the list shows, and which messages may have changed on
//! the server.

use super::delivery::{mark_may_change, may_change};
use super::thread::{Thread, ThreadEntry};
use crate::flow::LocalId;
use crate::jobs::ThreadEnd;
use crate::wire::{FileState, Message, SenderType};

/// Number of the latest messages that are refetched if their delivery may have changed; fewer than a portion contains.
const READ_AGAIN: u64 = 100;

/// Whether the server is still fetching the file of the message.
fn is_fetched(message: &Message) -> bool {
    message.file_state == Some(FileState::Pending)
}

/// Whether the file of the message may still arrive: the server tries again to fetch a file when its provider repeats
/// the message.
fn file_may_change(message: &Message) -> bool {
    matches!(message.file_state, Some(FileState::Pending | FileState::Unreachable | FileState::Gone))
}

impl Thread {
    /// The end of the thread, for the list and the records.
    pub fn end(&self) -> ThreadEnd<'_> {
        ThreadEnd {
            spoken: self.newest_spoken(),
            confirmed: self.newest_confirmed(),
            first: self.list.ids().find_map(|id| self.entries.get(id)).map(|entry| &entry.message),
            agents: &self.agents,
            has_failure: self.has_failure(),
        }
    }

    /// Numbers of the customer's messages, in order.
    pub fn of_customer(&self) -> impl Iterator<Item = u64> {
        let of_customer = self.numbered_after(0).filter(|entry| entry.message.sender_type == SenderType::Customer);
        of_customer.map(|entry| entry.message.seq)
    }

    /// The first of the customer's last `count` messages; `None` without one.
    pub fn first_of_customers_last(&self, count: u32) -> Option<LocalId> {
        let is_of_customer = |id: &&LocalId| {
            let entry = self.entries.get(id.as_str());
            entry.is_some_and(|entry| entry.message.sender_type == SenderType::Customer)
        };
        self.list.ids().rev().filter(is_of_customer).take(count as usize).last().cloned()
    }

    /// Number of customer messages after this one; all of them if the thread does not contain it.
    pub fn of_customer_below(&self, local_id: &str) -> u32 {
        let below = self.list.ids().rev().take_while(|id| id.as_str() != local_id);
        let of_customer = |entry: &&ThreadEntry| entry.message.sender_type == SenderType::Customer;
        let count = below.filter_map(|id| self.entries.get(id)).filter(of_customer).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The number after which the thread is refetched to correct deliveries whose events were lost: the number before
    /// the oldest of the latest messages that may still be delivered or refused, otherwise the last known number.
    pub fn unsettled_after(&self) -> u64 {
        let may_change =
            |entry: &&ThreadEntry| may_change(&entry.delivery, &entry.message.error) || file_may_change(&entry.message);
        let mut unsettled = self.numbered_after(self.last_seq.saturating_sub(READ_AGAIN)).filter(may_change);
        unsettled.next().map_or(self.last_seq, |entry| entry.message.seq.saturating_sub(1).min(self.last_seq))
    }

    /// Whether one of the latest messages may have changed without an event: one of the agent refused, one with an
    /// unknown outcome accepted, or the file of one of the customer fetched.
    pub fn is_unsure_of_delivery(&self) -> bool {
        self.numbered_after(self.last_seq.saturating_sub(READ_AGAIN))
            .any(|entry| mark_may_change(&entry.delivery, &entry.message.error) || is_fetched(&entry.message))
    }

    /// The last message that is not a system message; unconfirmed messages come after all others.
    pub fn newest_spoken(&self) -> Option<&Message> {
        let newest_first = self.list.ids().rev().filter_map(|id| self.entries.get(id));
        newest_first.map(|entry| &entry.message).find(|message| !message.system_message)
    }

    /// The last message that is not a system message and that the server has.
    fn newest_confirmed(&self) -> Option<&Message> {
        let newest_first = self.list.ids().rev().filter_map(|id| self.entries.get(id));
        newest_first.map(|entry| &entry.message).find(|message| !message.system_message && message.seq > 0)
    }

    /// Whether a failed message needs a decision of the agent: one that the server does not have, or the last message
    /// of the conversation. An earlier refusal by the provider is marked in the thread only.
    fn has_failure(&self) -> bool {
        if self.failed == 0 {
            return false;
        }
        let newest_first = self.list.ids().rev().filter_map(|id| self.entries.get(id));
        // Messages that the server does not have come last.
        let mut waiting = newest_first
            .filter(|entry| !entry.message.system_message)
            .enumerate()
            .take_while(|(position, entry)| *position == 0 || entry.message.seq == 0);
        waiting.any(|(_, entry)| entry.delivery.is_failed())
    }
}
