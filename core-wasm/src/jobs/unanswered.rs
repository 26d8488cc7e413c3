//! Since when a customer waits for an answer (ui-day §1): from the first message that no agent has answered. The server says so of the
//! messages that its list contains; later events are counted here, by their numbers, because an answer and a message of the customer may cross.

use crate::wire::{Message, SenderType, Wall};
use std::collections::BTreeMap;

/// What one attendance has unanswered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unanswered {
    /// Since when, of messages up to `listed_seq`: those of the server's list, or those before the last answer.
    listed: Option<Wall>,
    listed_seq: u64,
    /// The customer's messages after them: when they were written, by their numbers.
    later: BTreeMap<u64, Wall>,
    /// The earliest time of `later`: it is asked for several times with each event, however long the customer writes alone.
    earliest_later: Option<Wall>,
    /// An agent has answered at least once.
    answered: bool,
}

/// News about an attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnansweredEvent {
    /// The server's list contains messages up to `seq`.
    Listed {
        /// Since when the customer waits.
        since: Option<Wall>,
        /// The last message.
        seq: u64,
        /// An agent has answered at least once.
        answered: bool,
    },
    /// The customer wrote.
    Written {
        /// The number; 0 without one.
        seq: u64,
        /// When it was written.
        time: Wall,
    },
    /// The server has an answer of an agent.
    Answered {
        /// The number; 0 without one.
        seq: u64,
    },
}

impl UnansweredEvent {
    /// What a message of the server means; `None`: nothing.
    pub fn of(message: &Message) -> Option<Self> {
        match message.sender_type {
            SenderType::Customer => Some(Self::Written { seq: message.seq, time: message.time? }),
            // A copy of another conversation's message is no answer.
            SenderType::Agent if !message.forwarded => Some(Self::Answered { seq: message.seq }),
            SenderType::Agent | SenderType::Bot | SenderType::System => None,
        }
    }
}

impl Unanswered {
    /// Since when the customer waits; `None` if everything is answered.
    pub fn since(&self) -> Option<Wall> {
        self.listed.into_iter().chain(self.earliest_later).min()
    }

    /// Whether an agent has answered at least once.
    pub fn is_answered(&self) -> bool {
        self.answered
    }

    /// The state after an event. An older list changes nothing, and neither does what the list contains.
    pub fn after(&mut self, event: UnansweredEvent) {
        use UnansweredEvent::{Answered, Listed, Written};
        match event {
            Listed { seq, .. } if seq < self.listed_seq => {}
            Listed { since, seq, answered } => {
                (self.listed, self.listed_seq) = (since, seq);
                self.answered |= answered;
                self.forget(|number| number > seq);
            }
            Written { seq, .. } if seq > 0 && seq <= self.listed_seq => {}
            Written { seq, time } => {
                let held = self.later.entry(seq).or_insert(time);
                *held = time.min(*held);
                self.earliest_later = self.earliest_later.into_iter().chain([time]).min();
            }
            Answered { seq } if seq > 0 && seq <= self.listed_seq => self.answered = true,
            Answered { seq } => {
                self.answered = true;
                self.listed = None;
                // What comes again of before the answer is answered.
                self.listed_seq = self.listed_seq.max(seq);
                self.forget(|number| seq > 0 && number > seq);
            }
        }
    }

    /// Keeps of the later messages those with these numbers.
    fn forget(&mut self, is_kept: impl Fn(u64) -> bool) {
        self.later.retain(|number, _| is_kept(*number));
        self.earliest_later = self.later.values().min().copied();
    }
}

#[cfg(test)]
mod tests {
    use super::UnansweredEvent::{Answered, Listed, Written};
    use super::{Unanswered, UnansweredEvent};
    use crate::wire::Wall;

    const ANSWERED: UnansweredEvent = Answered { seq: 7 };

    fn listed(since: Option<i64>, seq: u64) -> UnansweredEvent {
        Listed { since: since.map(Wall), seq, answered: false }
    }

    fn written(seq: u64, time: i64) -> UnansweredEvent {
        Written { seq, time: Wall(time) }
    }

    #[test]
    fn a_customer_waits_since_the_first_message_that_no_agent_has_answered() {
        let cases: [(&str, &[UnansweredEvent], Option<i64>); 14] = [
            ("nothing", &[], None),
            ("one message", &[written(1, 10)], Some(10)),
            ("the first of two", &[written(1, 10), written(2, 20)], Some(10)),
            ("the one that was written first", &[written(1, 20), written(2, 10)], Some(10)),
            ("answered", &[written(6, 10), ANSWERED], None),
            ("the event comes again after the answer", &[written(6, 10), ANSWERED, written(6, 10)], None),
            ("written after the answer", &[written(6, 10), ANSWERED, written(8, 30)], Some(30)),
            ("the event comes before that of the answer", &[written(6, 10), written(8, 30), ANSWERED], Some(30)),
            ("the list has it", &[listed(Some(5), 6), written(6, 5), written(8, 30)], Some(5)),
            ("the list has the answer", &[written(6, 10), listed(None, 7)], None),
            ("the list is older than the event", &[written(8, 30), listed(None, 7)], Some(30)),
            ("an older list", &[listed(None, 7), listed(Some(5), 6)], None),
            ("the list's message is answered", &[listed(Some(5), 6), ANSWERED], None),
            ("without numbers", &[written(0, 20), written(0, 10), Answered { seq: 0 }, written(0, 40)], Some(40)),
        ];
        for (name, events, since) in cases {
            let mut unanswered = Unanswered::default();
            events.iter().for_each(|event| unanswered.after(*event));
            assert_eq!(unanswered.since(), since.map(Wall), "{name}");
        }
    }

    #[test]
    fn an_attendance_is_answered_from_the_first_answer_on() {
        let mut unanswered = Unanswered::default();
        unanswered.after(Listed { since: Some(Wall(1)), seq: 9, answered: false });
        assert!(!unanswered.is_answered());
        unanswered.after(ANSWERED);
        assert!(unanswered.is_answered(), "also of an answer that the list contains");
        assert_eq!(unanswered.since(), Some(Wall(1)));
    }
}
