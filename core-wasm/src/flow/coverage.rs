//! Which events the last answer of the server to one area contains. The agent's events are numbered; an answer with
//! `asOfSeq` contains every event of its own kind up to that number, and of no other kind (docs/contract.md, "asOfSeq").

use crate::wire::EventMeta;

/// The age of an answer in relation to the events that the area has applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerAge {
    /// The answer contains every event that the area has applied.
    Newer,
    /// The area has applied an event that the answer does not contain.
    Older,
    /// The answer is of another epoch: the numbers cannot be compared.
    Unknown,
}

/// The events that the last answer contains. The area drops such an event, because it describes an older state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    seq: u64,
    epoch: String,
}

impl Coverage {
    /// Records an answer that the area applied. A new epoch starts a new numbering.
    pub fn extend(&mut self, as_of_seq: u64, epoch: &str) {
        if self.epoch != epoch {
            *self = Self { seq: 0, epoch: epoch.to_owned() };
        }
        self.seq = self.seq.max(as_of_seq);
    }

    /// Records an event that the area applied, so that an older answer is not applied after it.
    pub fn extend_to(&mut self, meta: &EventMeta) {
        if let Some(seq) = meta.seq {
            let epoch = meta.epoch.clone().unwrap_or_else(|| self.epoch.clone());
            self.extend(seq, &epoch);
        }
    }

    /// Compares an answer with the events that the area has applied. An answer without an epoch has no position and
    /// counts as newer.
    pub fn compare(&self, as_of_seq: u64, epoch: &str) -> AnswerAge {
        if epoch.is_empty() || self.epoch.is_empty() {
            AnswerAge::Newer
        } else if epoch != self.epoch {
            AnswerAge::Unknown
        } else if as_of_seq < self.seq {
            AnswerAge::Older
        } else {
            AnswerAge::Newer
        }
    }

    /// Whether the event happened before the answer. An event without a number is never covered.
    pub fn contains(&self, meta: &EventMeta) -> bool {
        let same_epoch = self.epoch.is_empty() || meta.epoch.as_deref().is_none_or(|epoch| epoch == self.epoch);
        same_epoch && meta.seq.is_some_and(|seq| seq <= self.seq)
    }
}

/// Position of an event in the agent's queue. Numbers of different epochs are not comparable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventNumber {
    /// Identity of the numbering; `None` for a server without epochs.
    pub epoch: Option<String>,
    /// Number in the agent's queue.
    pub seq: u64,
}

impl EventNumber {
    /// The number of an event; `None` if the broker does not number its events.
    pub fn of(meta: &EventMeta) -> Option<Self> {
        meta.seq.map(|seq| Self { epoch: meta.epoch.clone(), seq })
    }

    /// Whether the event and an answer of `epoch` have the same numbering. A server without epochs has one numbering.
    pub fn is_comparable(&self, epoch: &str) -> bool {
        epoch.is_empty() || self.epoch.as_deref().is_none_or(|own| own == epoch)
    }

    /// Whether the event happened after the answer `seq` of `epoch`.
    pub fn is_after(&self, seq: u64, epoch: &str) -> bool {
        self.is_comparable(epoch) && self.seq > seq
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::before_any_answer(&[], Some(1), Some("a"), false)]
    #[case::an_event_before_the_answer(&[(5, "a")], Some(4), Some("a"), true)]
    #[case::the_last_event_in_the_answer(&[(5, "a")], Some(5), Some("a"), true)]
    #[case::an_event_after_the_answer(&[(5, "a")], Some(6), Some("a"), false)]
    #[case::an_event_without_a_number(&[(5, "a")], None, Some("a"), false)]
    #[case::an_event_of_an_earlier_epoch(&[(5, "a")], Some(4), Some("b"), false)]
    #[case::a_late_answer_does_not_reduce_coverage(&[(5, "a"), (3, "a")], Some(5), Some("a"), true)]
    #[case::another_epoch_starts_a_new_numbering(&[(5, "a"), (1, "b")], Some(2), Some("b"), false)]
    #[case::a_server_without_epochs(&[(5, "")], Some(5), None, true)]
    fn an_event_is_covered_by_the_last_answer_of_its_epoch_that_contains_it(
        #[case] answers: &[(u64, &str)],
        #[case] seq: Option<u64>,
        #[case] epoch: Option<&str>,
        #[case] covered: bool,
    ) {
        let mut coverage = Coverage::default();
        for (as_of_seq, epoch) in answers {
            coverage.extend(*as_of_seq, epoch);
        }
        let meta = EventMeta { seq, epoch: epoch.map(str::to_owned), ..EventMeta::default() };
        assert_eq!(coverage.contains(&meta), covered);
    }

    #[rstest]
    #[case::no_event_applied(None, 1, "a", AnswerAge::Newer)]
    #[case::an_answer_without_an_epoch(Some((5, "a")), 0, "", AnswerAge::Newer)]
    #[case::an_answer_that_contains_the_event(Some((5, "a")), 5, "a", AnswerAge::Newer)]
    #[case::an_answer_before_the_event(Some((5, "a")), 4, "a", AnswerAge::Older)]
    #[case::an_answer_of_another_epoch(Some((5, "a")), 9, "b", AnswerAge::Unknown)]
    fn an_answer_is_compared_with_the_applied_events(
        #[case] applied: Option<(u64, &str)>,
        #[case] as_of_seq: u64,
        #[case] epoch: &str,
        #[case] expected: AnswerAge,
    ) {
        let mut coverage = Coverage::default();
        if let Some((seq, epoch)) = applied {
            let meta = EventMeta { seq: Some(seq), epoch: Some(epoch.to_owned()), ..EventMeta::default() };
            coverage.extend_to(&meta);
            assert!(coverage.contains(&meta));
        }
        assert_eq!(coverage.compare(as_of_seq, epoch), expected);
    }
}
