//! The order of the messages of a thread (BEY-006): that of `wire::order`, with the agent's unconfirmed messages at the
//! end. The server's numbers say which messages of the server the thread has. They are kept besides the order, because
//! a message that arrives late is placed between older ones.

use super::thread::{Thread, ThreadEntry};
use crate::flow::{Context, LocalId, Rank, SortedMap};
use crate::wire::{Message, Protocol, Wall};

/// Place of an unconfirmed message: last, in the order in which they were written.
pub(super) fn pending(number: u64) -> Rank {
    Rank::new(u64::MAX, number)
}

/// The messages that have a number of the server.
#[derive(Default)]
pub(super) struct Numbered(SortedMap<u64, LocalId>);

impl Numbered {
    /// The message with this number.
    pub fn get(&self, number: u64) -> Option<&LocalId> {
        self.0.get(&number)
    }

    /// The ids of all messages, oldest number first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = &LocalId> {
        self.0.values()
    }

    /// The messages with a higher number, lowest number first.
    pub fn after(&self, number: u64) -> impl DoubleEndedIterator<Item = &LocalId> {
        self.0.after(&number).map(|(_, local_id)| local_id)
    }

    /// The lowest of the newest `count` numbers; 0 if there are fewer numbers.
    pub fn first_of_newest(&self, count: usize) -> u64 {
        self.0.keys().rev().nth(count.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Whether no message before the last one is missing.
    pub fn begins_without_gap(&self) -> bool {
        self.0.keys().next_back().is_none_or(|last| self.without_gap(0) == *last)
    }

    /// The lowest number.
    pub fn first(&self) -> Option<u64> {
        self.0.keys().next().copied()
    }

    /// The last of the numbers that follow `number` without a gap.
    pub fn without_gap(&self, number: u64) -> u64 {
        let following = self.0.after(&number).zip(number.saturating_add(1)..);
        following.take_while(|((held, _), next)| *held == next).last().map_or(number, |((held, _), _)| *held)
    }

    /// Gives the message this number; 0 means no number.
    fn put(&mut self, local_id: &LocalId, number: u64) {
        if number > 0 && self.0.get(&number) != Some(local_id) {
            self.0.insert(number, local_id.clone());
        }
    }

    /// The message does not have this number any more.
    pub fn remove(&mut self, local_id: &LocalId, number: u64) {
        if self.0.get(&number) == Some(local_id) {
            self.0.remove(&number);
        }
    }
}

impl Thread {
    /// The messages with a number of the server that is higher than `number`, lowest first.
    pub(super) fn numbered_after(&self, number: u64) -> impl DoubleEndedIterator<Item = &ThreadEntry> {
        self.numbered.after(number).filter_map(|local_id| self.entries.get(local_id))
    }

    /// The lowest number of the server in the thread.
    pub fn first_number(&self) -> Option<u64> {
        self.numbered.first()
    }

    /// The place of a message of the server. A message without a time follows the message with the number before.
    fn place_of(&self, message: &Message) -> Rank {
        if let Some(place) = message.place() {
            return Rank::new(Rank::moment(place.at), Rank::moment(place.time)).then(place.seq);
        }
        let before = self.numbered.0.last_before(&message.seq).and_then(|(_, local_id)| self.list.rank(local_id));
        before.unwrap_or(Rank::new(0, 0)).then(message.seq)
    }

    /// The first message after this time; unconfirmed messages come after every time.
    pub fn first_after(&self, at: Wall) -> Option<&LocalId> {
        self.list.first_after(Rank::new(Rank::moment(at), u64::MAX).then(u64::MAX))
    }

    /// Inserts a message of the server at its place.
    pub(super) fn put_numbered(&mut self, context: &mut Context, protocol: &Protocol, local_id: &LocalId) {
        let Some(message) = self.entries.get(local_id).map(|entry| &entry.message) else { return };
        let (seq, place) = (message.seq, self.place_of(message));
        self.numbered.put(local_id, seq);
        self.put(context, protocol, local_id, place);
        // When a missing message arrives, the messages that arrived before it follow without a gap, as after a reload.
        if self.last_seq > 0 {
            self.last_seq = self.numbered.without_gap(self.last_seq);
        }
    }

    /// Shows the line "novas mensagens" above an unread message of the customer, unless the line is above it already.
    pub fn mark_new(&mut self, context: &mut Context, protocol: &Protocol, local_id: &LocalId) {
        let first = self.new_from().and_then(|first| self.list.rank(first));
        if first.is_none_or(|first| self.list.rank(local_id).is_some_and(|place| place < first)) {
            self.set_new_from(context, protocol, Some(local_id.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbered, pending};
    use crate::flow::{LocalId, Rank};

    #[test]
    fn numbers_without_a_gap_end_before_the_first_missing_one() {
        let mut numbered = Numbered::default();
        for number in [1, 2, 3, 5, 6] {
            numbered.put(&LocalId::from(format!("s{number}")), number);
        }
        let ends = [0, 2, 3, 4, 6, 9].map(|number| numbered.without_gap(number));
        assert_eq!(ends, [3, 3, 3, 6, 6, 9]);
        assert_eq!((numbered.first_of_newest(2), numbered.first_of_newest(9)), (5, 0));
    }

    #[test]
    fn bey_006_unconfirmed_messages_stand_after_all_others() {
        assert!(pending(0) > Rank::new(Rank::moment(crate::wire::Wall(i64::MAX - 1)), u64::MAX).then(u64::MAX));
    }
}
