//! Since when a customer waits for an answer (ui-day §1): from the first message that no agent has answered. The server
//! reports it for the messages that its list contains. Later events are applied here by their numbers, because an
//! answer and a message of the customer may cross. The agent may mark messages as needing no answer (BEY-155): the wait
//! ends until the customer writes again. This mark is stored by the page only, so the server's list does not remove it.

use crate::flow::SortedMap;
use crate::wire::{Message, SenderType, Wall};
use derive::ReadObject;
use serde::Serialize;

/// The unanswered messages of one attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unanswered {
    /// Since when the customer waits, for messages up to `listed_seq`: those of the server's list, or those before the
    /// last answer.
    listed: Option<Wall>,
    listed_seq: u64,
    /// The later messages of the customer: their times, by their numbers.
    later: SortedMap<u64, Wall>,
    /// The earliest time in `later`, kept because it is read several times for each event, however many messages the
    /// customer writes in a row.
    earliest_later: Option<Wall>,
    /// An agent has answered at least once.
    answered: bool,
    /// The messages that the agent marked as needing no answer.
    dismissed: Option<Dismissed>,
}

/// Messages that the agent marked as needing no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Dismissed {
    /// The mark covers messages up to this number.
    pub up_to: u64,
    /// Since when the customer had waited.
    pub since: Option<Wall>,
}

/// An event about the answers of an attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnansweredEvent {
    /// The server's list contains messages up to `seq`.
    Listed {
        /// Since when the customer waits.
        since: Option<Wall>,
        /// The number of the last message.
        seq: u64,
        /// An agent has answered at least once.
        answered: bool,
    },
    /// The customer wrote.
    Written {
        /// The number of the message; 0 without one.
        seq: u64,
        /// Since when the customer waits for an answer to it.
        time: Wall,
    },
    /// The agent marked all messages up to this one as needing no answer.
    Dismissed {
        /// The last message.
        seq: u64,
    },
    /// The agent removed the mark.
    Recalled,
    /// The server has an answer from an agent.
    Answered {
        /// The number of the answer; 0 without one.
        seq: u64,
    },
}

impl UnansweredEvent {
    /// The event that a message of the server means; `None`: no event.
    pub fn of(message: &Message) -> Option<Self> {
        match message.sender_type {
            SenderType::Customer => Some(Self::Written { seq: message.seq, time: message.waits_since()? }),
            // Also a message that was copied from another conversation, because the agent sent it to this customer.
            SenderType::Agent => Some(Self::Answered { seq: message.seq }),
            SenderType::Bot | SenderType::System => None,
        }
    }
}

impl Unanswered {
    /// Since when the customer waits; `None` if every message is answered.
    pub fn since(&self) -> Option<Wall> {
        self.listed.into_iter().chain(self.earliest_later).min()
    }

    /// The mark that no answer is needed; `None` after a later message.
    pub fn dismissed(&self) -> Option<Dismissed> {
        self.dismissed.filter(|_| self.since().is_none())
    }

    /// Restores the mark of the agent from before a reload.
    pub fn restore_dismissed(&mut self, dismissed: Option<Dismissed>) {
        self.dismissed = dismissed;
    }

    /// Whether an agent has answered at least once.
    pub fn is_answered(&self) -> bool {
        self.answered
    }

    /// The state after an event. An older list changes nothing, and neither does an event that the list contains.
    pub fn after(&mut self, event: UnansweredEvent) {
        use UnansweredEvent::{Answered, Dismissed as Dismisses, Listed, Recalled, Written};
        match event {
            Listed { seq, .. } if seq < self.listed_seq => {}
            Listed { since, seq, answered } => {
                self.listed = self.after_dismissal(since, seq);
                self.listed_seq = seq;
                self.answered |= answered;
                self.forget(|number| number > seq);
            }
            Written { seq, .. } if seq > 0 && seq <= self.listed_seq => {}
            Written { seq, time } => {
                let held = self.later.or_insert_with(seq, || time);
                *held = time.min(*held);
                self.earliest_later = self.earliest_later.into_iter().chain([time]).min();
            }
            Dismisses { seq } => {
                let since = self.since();
                if since.is_some() {
                    self.dismissed = Some(Dismissed { up_to: seq, since });
                    self.listed = None;
                    self.listed_seq = self.listed_seq.max(seq);
                    self.forget(|number| number > seq);
                }
            }
            Recalled => {
                if let Some(dismissed) = self.dismissed.take() {
                    self.listed = dismissed.since.into_iter().chain(self.listed).min();
                }
            }
            Answered { seq } if seq > 0 && seq <= self.listed_seq => self.answered = true,
            Answered { seq } => {
                self.answered = true;
                self.listed = None;
                self.dismissed = None;
                // A message that arrives again from before the answer is answered.
                self.listed_seq = self.listed_seq.max(seq);
                self.forget(|number| seq > 0 && number > seq);
            }
        }
    }

    /// Since when the customer waits, according to a list of the server, which does not know the agent's mark.
    fn after_dismissal(&self, since: Option<Wall>, seq: u64) -> Option<Wall> {
        let (Some(dismissed), Some(since)) = (self.dismissed, since) else { return since };
        if seq <= dismissed.up_to {
            return None;
        }
        // The customer wrote again. Without the event of that message the earlier wait is shown: a wait that is too
        // long is noticed, one that is too short is not.
        let known = self.later.after(&dismissed.up_to).take_while(|(number, _)| **number <= seq).map(|(_, time)| *time);
        let listed = self.listed.filter(|_| self.listed_seq > dismissed.up_to);
        known.chain(listed).min().or(Some(since))
    }

    /// Keeps only the later messages with these numbers.
    fn forget(&mut self, is_kept: impl Fn(u64) -> bool) {
        self.later.retain(|number, _| is_kept(*number));
        self.earliest_later = self.later.values().min().copied();
    }
}

#[cfg(test)]
mod tests {
    use super::UnansweredEvent::{Answered, Dismissed, Listed, Recalled, Written};
    use super::{Unanswered, UnansweredEvent};
    use crate::wire::{Message, SenderType, Wall};

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
    fn bey_155_every_message_of_an_agent_is_an_answer_also_one_copied_from_another_conversation() {
        let of = |sender_type, forwarded| {
            let message = Message { sender_type, forwarded, seq: 7, time: Some(Wall(10)), ..Message::default() };
            UnansweredEvent::of(&message)
        };
        assert_eq!(of(SenderType::Agent, false), Some(ANSWERED));
        assert_eq!(of(SenderType::Agent, true), Some(ANSWERED));
        assert_eq!(of(SenderType::Customer, true), Some(written(7, 10)));
        assert_eq!((of(SenderType::Bot, false), of(SenderType::System, false)), (None, None));
    }

    #[test]
    fn bey_155_a_mark_that_no_answer_is_needed_ends_the_wait_until_the_customer_writes_again() {
        let dismissed = Dismissed { seq: 6 };
        let cases: [(&str, &[UnansweredEvent], Option<i64>); 11] = [
            ("the wait ends", &[written(6, 10), dismissed], None),
            ("the customer writes again", &[written(6, 10), dismissed, written(7, 40)], Some(40)),
            ("a message that came before", &[written(5, 10), dismissed, written(6, 10)], None),
            ("the list does not know it", &[listed(Some(10), 6), dismissed, listed(Some(10), 6)], None),
            ("the list has a new message", &[written(6, 10), dismissed, written(7, 40), listed(Some(10), 7)], Some(40)),
            (
                "and once more",
                &[written(6, 10), dismissed, written(7, 40), listed(Some(10), 7), listed(Some(10), 8)],
                Some(40),
            ),
            ("the new message is known by the list only", &[written(6, 10), dismissed, listed(Some(10), 7)], Some(10)),
            ("answered meanwhile", &[written(6, 10), dismissed, Answered { seq: 7 }, listed(None, 7)], None),
            (
                "a wait after an answer",
                &[written(6, 10), dismissed, Answered { seq: 7 }, listed(Some(50), 8)],
                Some(50),
            ),
            ("taken back", &[written(6, 10), dismissed, Recalled], Some(10)),
            ("nobody waits", &[dismissed, Recalled], None),
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
