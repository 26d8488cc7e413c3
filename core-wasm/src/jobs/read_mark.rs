//! Which of the customer's messages the agent has not read. The server counts the customer's messages since the agent's
//! last one; that count is used as long as the agent has not opened the conversation. From then on every message counts
//! once, by its sequence number, whether an event or a load brings it.

use crate::flow::SortedSet;

/// The read mark of one conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadMark {
    opened: bool,
    unread: u32,
    /// Messages up to this sequence number are read or counted in `unread`.
    counted_seq: u64,
    /// Messages after `counted_seq` that an event has counted already, while an earlier one is missing. They are
    /// stored, because the thread's record may be lost.
    counted_ahead: SortedSet<u64>,
    /// The last known message of the customer: an older count of the server is outdated.
    newest_seq: u64,
}

impl ReadMark {
    /// The mark of a new attendance with the server's count.
    pub fn new(count: u32, seq: u64) -> Self {
        Self { unread: count, counted_seq: seq, newest_seq: seq, ..Self::default() }
    }

    /// A restored read mark.
    pub fn restored(opened: bool, unread: u32, counted_seq: u64, counted_ahead: SortedSet<u64>) -> Self {
        let newest_seq = counted_ahead.last().map_or(counted_seq, |seq| counted_seq.max(*seq));
        Self { opened, unread, counted_seq, counted_ahead, newest_seq }
    }

    /// The agent opened the conversation at least once.
    pub fn is_opened(&self) -> bool {
        self.opened
    }

    /// Messages of the customer that the agent has not read.
    pub fn unread(&self) -> u32 {
        self.unread
    }

    /// Messages up to this sequence number are read or counted.
    pub fn counted_seq(&self) -> u64 {
        self.counted_seq
    }

    /// Messages after `counted_seq` that are counted too.
    pub fn counted_ahead(&self) -> &SortedSet<u64> {
        &self.counted_ahead
    }

    /// The agent opened the conversation.
    pub fn open(&mut self) {
        self.opened = true;
    }

    /// Takes the server's count, which includes the message `seq` (0: the server does not number messages). Returns
    /// whether the customer wrote a new message. The count of an opened conversation follows from its thread instead.
    pub fn recount(&mut self, count: u32, seq: u64) -> bool {
        if self.opened || seq == 0 || seq < self.newest_seq {
            return false;
        }
        let grew = count > self.unread;
        (self.unread, self.newest_seq) = (count, seq);
        self.complete_up_to(seq);
        grew
    }

    /// Counts a new customer message of an event; `seq` is 0 if the server did not number it. Returns whether it counts.
    pub fn count_event(&mut self, seq: u64) -> bool {
        if seq != 0 && !self.is_uncounted(seq) {
            return false;
        }
        self.unread = self.unread.saturating_add(1);
        if seq != 0 {
            self.newest_seq = self.newest_seq.max(seq);
            self.counted_ahead.insert(seq);
            self.complete_up_to(self.counted_seq);
        }
        true
    }

    /// Whether the customer message `seq` in a loaded portion of the thread must be counted. The first portion of a
    /// conversation without a mark counts nothing.
    pub fn counts_on_page(&self, seq: u64, was_read_before: bool) -> bool {
        let is_marked = self.counted_seq > 0 || !self.counted_ahead.is_empty();
        (was_read_before || is_marked) && self.is_uncounted(seq)
    }

    /// Adds the messages of a portion that count as unread; `complete_up_to` is called at the end of the thread.
    pub fn count_missed(&mut self, messages: usize) {
        self.unread = self.unread.saturating_add(u32::try_from(messages).unwrap_or(u32::MAX));
    }

    /// The thread is complete up to `seq`, and all its customer messages are counted.
    pub fn complete_up_to(&mut self, seq: u64) {
        self.counted_seq = self.counted_seq.max(seq);
        while let Some(ahead) = self.counted_ahead.first().copied() {
            if ahead > self.counted_seq.saturating_add(1) {
                break;
            }
            self.counted_seq = self.counted_seq.max(ahead);
            self.counted_ahead.remove(&ahead);
        }
    }

    /// Marks all messages that were counted as read.
    pub fn read(&mut self) {
        self.unread = 0;
    }

    /// Marks the counted messages as read, except this number of them.
    pub fn read_except(&mut self, unseen: u32) {
        self.unread = self.unread.min(unseen);
    }

    fn is_uncounted(&self, seq: u64) -> bool {
        seq > self.counted_seq && !self.counted_ahead.contains(&seq)
    }
}

#[cfg(test)]
mod tests {
    use super::ReadMark;

    /// Applies a portion of the thread with these new customer messages. Returns how many of them count.
    fn page(mark: &mut ReadMark, new: &[u64], last_seq: u64, was_read_before: bool) -> usize {
        let counted = new.iter().filter(|seq| mark.counts_on_page(**seq, was_read_before)).count();
        mark.count_missed(counted);
        mark.complete_up_to(last_seq);
        counted
    }

    /// The mark as it is restored from a record.
    fn reloaded(mark: &ReadMark) -> ReadMark {
        ReadMark::restored(mark.is_opened(), mark.unread(), mark.counted_seq(), mark.counted_ahead().clone())
    }

    #[test]
    fn the_servers_count_is_taken_until_the_conversation_is_opened() {
        let mut mark = ReadMark::new(1, 3);
        assert!(mark.recount(3, 5), "the customer wrote two more");
        assert!(!mark.recount(3, 5), "the same count again is no news");
        assert!(!mark.count_event(4), "the event of a counted message");
        assert!(mark.count_event(6));
        assert!(!mark.recount(3, 5), "a count of before the last event");
        assert_eq!(mark.unread(), 4);
        mark.open();
        assert!(!mark.recount(9, 9));
        assert_eq!(mark.unread(), 4);
    }

    #[test]
    fn a_message_counts_once_whether_an_event_or_a_portion_brings_it() {
        let mut mark = ReadMark::new(0, 1);
        mark.open();
        assert!(mark.count_event(3));
        // The event of message 2 was lost; the portion of the thread contains it.
        assert_eq!(page(&mut mark, &[2], 3, true), 1);
        assert!(!mark.count_event(2));
        assert_eq!(mark.unread(), 2);
        mark.read();
        assert_eq!((mark.unread(), page(&mut mark, &[2, 3, 4], 4, true)), (0, 1));
    }

    #[test]
    fn a_message_that_was_counted_before_a_reload_is_not_counted_again_by_the_first_portion() {
        let mut mark = ReadMark::new(0, 1);
        assert!(mark.count_event(2));
        let mut restored = reloaded(&mark);
        restored.open();
        assert_eq!(page(&mut restored, &[2], 2, false), 0);
        assert_eq!(restored.unread(), 1);
    }

    #[test]
    fn a_message_after_a_missing_one_is_not_counted_again_after_a_reload_without_the_record_of_the_thread() {
        for opened in [true, false] {
            let mut mark = ReadMark::new(0, 1);
            if opened {
                mark.open();
            }
            assert!(mark.count_event(3) && mark.count_event(5));
            let mut restored = reloaded(&mark);
            restored.open();
            assert!(!restored.count_event(5), "the event is delivered again");
            // Message 2 is from the customer, message 4 from the agent.
            assert_eq!(page(&mut restored, &[2, 3, 5], 5, false), 1);
            assert_eq!((restored.unread(), restored.counted_seq(), restored.counted_ahead().len()), (3, 5, 0));
        }
    }

    #[test]
    fn numbers_of_messages_are_remembered_one_by_one_only_after_a_missing_one() {
        let mut mark = ReadMark::new(0, 1);
        assert!(mark.count_event(2) && mark.count_event(4) && mark.count_event(3));
        assert_eq!((mark.counted_seq(), mark.counted_ahead().len(), mark.unread()), (4, 0, 3));
        assert!(mark.count_event(6));
        mark.read();
        assert_eq!((mark.counted_seq(), mark.counted_ahead().len(), mark.unread()), (4, 1, 0));
        assert!(!mark.count_event(6), "it was read");
    }

    #[test]
    fn the_first_portion_of_a_thread_without_a_read_mark_counts_nothing() {
        let mut mark = ReadMark::default();
        assert_eq!((page(&mut mark, &[1, 2], 2, false), mark.unread()), (0, 0));
        assert_eq!(page(&mut mark, &[3], 3, false), 1);
    }

    #[test]
    fn the_count_of_a_server_without_message_numbers_changes_nothing() {
        let mut mark = ReadMark::default();
        assert!(mark.count_event(0) && !mark.recount(0, 0));
        assert_eq!(mark.unread(), 1);
    }
}
