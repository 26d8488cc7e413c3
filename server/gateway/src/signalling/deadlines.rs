//! When something has to happen without an input: an ordered set with at most one deadline for each subject. Setting,
//! cancelling and taking a deadline costs O(log n). It reads no clock.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::control::CallId;
use crate::media::LegId;
use crate::room::PartyId;

/// The subject of a deadline. Deadlines of the same time are taken in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The ring time of a call ends, or a simulated customer acts.
    Call(CallId),
    /// The ring time of a further party ends, or a simulated party acts.
    Party(CallId, PartyId),
    /// The page of a leg closed its connection but its link is still open.
    ClosedLeg(LegId),
    /// A session ends, or its long poll is answered.
    Session(u64),
}

/// Deadlines of subjects.
#[derive(Debug)]
pub struct Deadlines<T> {
    ordered: BTreeSet<(Duration, T)>,
    of_subject: BTreeMap<T, Duration>,
}

impl<T> Default for Deadlines<T> {
    fn default() -> Self {
        Self { ordered: BTreeSet::new(), of_subject: BTreeMap::new() }
    }
}

impl<T: Clone + Ord> Deadlines<T> {
    /// Sets the deadline of a subject, which replaces its earlier one.
    pub fn set(&mut self, subject: T, at: Duration) {
        if self.of_subject.get(&subject) == Some(&at) {
            return;
        }
        self.cancel(&subject);
        self.of_subject.insert(subject.clone(), at);
        self.ordered.insert((at, subject));
    }

    /// Returns whether the subject had a deadline.
    pub fn cancel(&mut self, subject: &T) -> bool {
        let Some(at) = self.of_subject.remove(subject) else { return false };
        self.ordered.remove(&(at, subject.clone()))
    }

    /// The earliest deadline.
    pub fn next_at(&self) -> Option<Duration> {
        self.ordered.first().map(|(at, _)| *at)
    }

    /// Takes the subject of the earliest deadline if its time has come.
    pub fn take_due(&mut self, now: Duration) -> Option<T> {
        if self.next_at()? > now {
            return None;
        }
        let (_, subject) = self.ordered.pop_first()?;
        self.of_subject.remove(&subject);
        Some(subject)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn deadlines_are_taken_in_order_when_their_time_has_come() {
        let mut deadlines = Deadlines::default();
        deadlines.set("late", at(9));
        deadlines.set("early", at(3));
        deadlines.set("middle", at(5));
        assert_eq!(deadlines.next_at(), Some(at(3)));
        assert_eq!(deadlines.take_due(at(2)), None);
        assert_eq!([deadlines.take_due(at(5)), deadlines.take_due(at(5))], [Some("early"), Some("middle")]);
        assert_eq!(deadlines.take_due(at(5)), None);
        assert_eq!(deadlines.next_at(), Some(at(9)));
    }

    #[test]
    fn a_subject_has_one_deadline_until_it_is_cancelled() {
        let mut deadlines = Deadlines::default();
        deadlines.set("call", at(3));
        deadlines.set("call", at(8));
        assert_eq!((deadlines.next_at(), deadlines.take_due(at(7))), (Some(at(8)), None));
        assert!(deadlines.cancel(&"call") && !deadlines.cancel(&"call"));
        assert_eq!((deadlines.next_at(), deadlines.take_due(at(9))), (None, None));
    }
}
