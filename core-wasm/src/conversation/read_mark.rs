//! Which of the customer's messages the agent has not read. The server counts the customer's messages since the agent's
//! last one; that count is used as long as the agent has not opened the conversation. From then on every message counts
//! once, by its sequence number, whichever way it comes.

/// The read mark of one conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadMark {
    opened: bool,
    unread: u32,
    /// Messages up to this sequence number are read or counted in `unread`.
    counted_seq: u64,
    /// The last known message of the customer: an older count of the server is outdated.
    newest_seq: u64,
}

impl ReadMark {
    /// The mark of a new attendance with the server's count.
    pub fn new(count: u32, seq: u64) -> Self {
        Self { opened: false, unread: count, counted_seq: seq, newest_seq: seq }
    }

    /// A stored mark.
    pub fn restored(opened: bool, unread: u32, counted_seq: u64) -> Self {
        Self { opened, unread, counted_seq, newest_seq: counted_seq }
    }

    /// The agent opened the conversation at least once.
    pub fn is_opened(self) -> bool {
        self.opened
    }

    /// Messages of the customer that the agent has not read.
    pub fn unread(self) -> u32 {
        self.unread
    }

    /// Messages up to this sequence number are read or counted. Until the conversation is opened, the server's count and
    /// the events since then contain every message up to the newest one.
    pub fn counted_seq(self) -> u64 {
        if self.opened { self.counted_seq } else { self.counted_seq.max(self.newest_seq) }
    }

    /// The agent opened the conversation.
    pub fn open(&mut self) {
        self.counted_seq = self.counted_seq();
        self.opened = true;
    }

    /// Takes the server's count as of the message `seq` (0: the server does not number messages). Returns whether the
    /// customer wrote something new. The count of an opened conversation follows from its thread instead.
    pub fn recount(&mut self, count: u32, seq: u64) -> bool {
        if self.opened || seq == 0 || seq < self.newest_seq {
            return false;
        }
        let grew = count > self.unread;
        (self.unread, self.counted_seq, self.newest_seq) = (count, seq, seq);
        grew
    }

    /// Counts a new customer message of an event; `seq` is 0 if the server did not number it. Returns whether it counts.
    pub fn count_event(&mut self, seq: u64) -> bool {
        let counts = seq == 0 || seq > self.counted_seq;
        self.newest_seq = self.newest_seq.max(seq);
        self.unread = self.unread.saturating_add(u32::from(counts));
        counts
    }

    /// Counts the new customer messages of a page of the thread up to `last_seq`. The first page of a conversation without
    /// a mark counts nothing. Returns how many of `new` count.
    pub fn count_page(&mut self, new: impl Iterator<Item = u64>, last_seq: u64, was_read_before: bool) -> u32 {
        let from = self.counted_seq();
        let known = was_read_before || from > 0;
        let counted = u32::try_from(new.filter(|seq| known && *seq > from).count()).unwrap_or(u32::MAX);
        self.unread = self.unread.saturating_add(counted);
        self.counted_seq = from.max(last_seq);
        counted
    }

    /// Marks all messages up to `seq` as read.
    pub fn read(&mut self, seq: u64) {
        self.unread = 0;
        self.counted_seq = self.counted_seq.max(seq);
    }
}

#[cfg(test)]
mod tests {
    use super::ReadMark;

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
    fn a_message_counts_once_from_an_event_or_a_page() {
        let mut mark = ReadMark::new(0, 1);
        mark.open();
        assert!(mark.count_event(3));
        // The event of 2 was lost; the page of the thread brings it.
        assert_eq!(mark.count_page([2].into_iter(), 3, true), 1);
        assert!(!mark.count_event(2));
        assert_eq!(mark.unread(), 2);
        mark.read(3);
        assert_eq!((mark.unread(), mark.count_page([2, 3, 4].into_iter(), 4, true)), (0, 1));
    }

    #[test]
    fn a_message_that_was_counted_before_a_reload_is_not_counted_again_by_the_first_page() {
        let mut mark = ReadMark::new(0, 1);
        assert!(mark.count_event(2));
        let mut restored = ReadMark::restored(mark.is_opened(), mark.unread(), mark.counted_seq());
        restored.open();
        assert_eq!(restored.count_page([2].into_iter(), 2, false), 0);
        assert_eq!(restored.unread(), 1);
    }

    #[test]
    fn the_first_page_of_a_thread_without_a_mark_counts_nothing() {
        let mut mark = ReadMark::default();
        assert_eq!((mark.count_page([1, 2].into_iter(), 2, false), mark.unread()), (0, 0));
        assert_eq!(mark.count_page([3].into_iter(), 3, false), 1);
    }

    #[test]
    fn the_count_of_a_server_without_message_numbers_changes_nothing() {
        let mut mark = ReadMark::default();
        assert!(mark.count_event(0) && !mark.recount(0, 0));
        assert_eq!(mark.unread(), 1);
    }
}
