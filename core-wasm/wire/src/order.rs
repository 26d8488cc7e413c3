//! The order in which the messages of a thread are shown (BEY-006, BEY-168): by their places, then by the times at
//! which they were written, then by the server's numbers. The number gives the order of arrival, so it is used as
//! cursor, for gaps and as read mark.

use crate::{Message, Wall};

/// A message that arrived at least this many milliseconds after it was written is marked as late.
pub const LATE_AFTER_MS: i64 = 5 * 60_000;

/// A customer waits since at most this time before the message arrived: an agent could not answer earlier, and the
/// opening hours that the page has begin this long before the list.
pub const LONGEST_DELAY_MS: i64 = 2 * 24 * 60 * 60_000;

/// Networks report times in whole seconds: the message was written at some time within its second.
const WITHIN_SECOND_MS: i64 = 999;

/// The place of a customer's message that was written at `sent` according to the network: not before `began`, the
/// beginning of the attendance to whose thread it belongs, and not after it `arrived`, because the network's clock may
/// be ahead. Within its second it gets the latest possible place, so that it comes after the message that the customer
/// answered.
pub fn place_of_customer(sent: Wall, began: Wall, arrived: Wall) -> Wall {
    let latest = if sent.0 % 1_000 == 0 { sent.plus_ms(WITHIN_SECOND_MS) } else { sent };
    latest.max(began).min(arrived)
}

/// The position of a message in its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThreadPlace {
    /// The time of the place.
    pub at: Wall,
    /// When the message was written.
    pub time: Wall,
    /// The server's number; 0 without one.
    pub seq: u64,
}

impl Message {
    /// The position in the thread; `None`: the server does not report when it was written, so it follows the message
    /// before it.
    pub fn place(&self) -> Option<ThreadPlace> {
        let time = self.time.or(self.placed_at)?;
        Some(ThreadPlace { at: self.placed_at.unwrap_or(time), time, seq: self.seq })
    }

    /// The time at which the thread shows the message, for the separators between days.
    pub fn shown_at(&self) -> Option<Wall> {
        self.placed_at.or(self.time)
    }

    /// The time by which the thread assigns the message to a day, if it is not `time`.
    pub fn placed_elsewhere(&self) -> Option<Wall> {
        self.placed_at.filter(|placed| Some(*placed) != self.time)
    }

    /// Since when the customer waits for an answer to the message: when it was written, but at most
    /// [`LONGEST_DELAY_MS`] before it arrived. `None`: the server does not report when it was written.
    pub fn waits_since(&self) -> Option<Wall> {
        let written = self.time?;
        Some(self.arrived_at.map_or(written, |arrived| written.max(arrived.plus_ms(-LONGEST_DELAY_MS))))
    }

    /// When the message arrived, if it arrived late.
    pub fn late_arrival(&self) -> Option<Wall> {
        let arrived = self.arrived_at?;
        (arrived.since_ms(self.time?) >= LATE_AFTER_MS).then_some(arrived)
    }
}

#[cfg(test)]
mod tests {
    use super::{LATE_AFTER_MS, LONGEST_DELAY_MS, place_of_customer};
    use crate::{Message, Wall};

    const BEGAN: i64 = 100_000;

    #[test]
    fn bey_006_the_place_of_a_customers_message_is_its_time_within_the_attendance_and_before_its_arrival() {
        let cases = [
            ("a time with its fraction", 120_250, 121_000, 120_250),
            ("a whole second ends late", 120_000, 121_500, 120_999),
            ("a whole second, arrived within it", 120_000, 120_300, 120_300),
            ("the network's clock is ahead", 500_000, 121_000, 121_000),
            ("before the attendance", 20_000, 121_000, BEGAN),
            ("the message with which the attendance begins", 99_000, BEGAN, BEGAN),
            ("before 1970", -5_500, 121_000, BEGAN),
        ];
        for (name, sent, arrived, at) in cases {
            assert_eq!(place_of_customer(Wall(sent), Wall(BEGAN), Wall(arrived)), Wall(at), "{name}");
        }
    }

    #[test]
    fn bey_168_messages_written_before_the_attendance_keep_their_order() {
        let message = |time: i64, seq: u64| Message {
            time: Some(Wall(time)),
            placed_at: Some(place_of_customer(Wall(time), Wall(BEGAN), Wall(130_000))),
            seq,
            ..Message::default()
        };
        let mut shown = [message(90_000, 1), message(95_000, 2), message(20_000, 3), message(101_000, 4)];
        shown.sort_by_key(Message::place);
        assert_eq!(shown.map(|message| message.seq), [3, 1, 2, 4]);
    }

    #[test]
    fn bey_168_a_message_is_late_five_minutes_after_it_was_written() {
        let message = |after: i64| Message {
            time: Some(Wall(1_000)),
            arrived_at: Some(Wall(1_000 + after)),
            ..Message::default()
        };
        assert_eq!(message(LATE_AFTER_MS - 1).late_arrival(), None);
        assert_eq!(message(LATE_AFTER_MS).late_arrival(), Some(Wall(1_000 + LATE_AFTER_MS)));
        assert_eq!(Message { time: None, ..message(LATE_AFTER_MS) }.late_arrival(), None);
    }
    #[test]
    fn a_customer_waits_since_the_message_was_written_but_at_most_two_days_before_it_arrived() {
        let since = |time: Option<i64>, arrived: Option<i64>| {
            let message = Message { time: time.map(Wall), arrived_at: arrived.map(Wall), ..Message::default() };
            message.waits_since().map(|at| at.0)
        };
        let longest = LONGEST_DELAY_MS;
        assert_eq!(since(Some(7), None), Some(7), "it arrived when it was written");
        assert_eq!(since(Some(7), Some(7 + longest)), Some(7));
        assert_eq!(since(Some(7), Some(8 + longest)), Some(8));
        assert_eq!(since(Some(-9), Some(8 + longest)), Some(8), "before 1970");
        assert_eq!(since(None, Some(7)), None);
    }
}
