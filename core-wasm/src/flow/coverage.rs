//! Which events the last answer of the server to one area contains. The agent's events are numbered; an answer with
//! `asOfSeq` contains every event of its own kind up to that number, and of no other kind (docs/contract.md, "asOfSeq").

use crate::wire::EventMeta;

/// The covered events of one area. The area drops its own covered events, because they describe an older state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    seq: u64,
    epoch: String,
}

impl Coverage {
    /// Records an answer that the area applied. Another epoch starts a new numbering.
    pub fn extend(&mut self, as_of_seq: u64, epoch: &str) {
        if self.epoch != epoch {
            *self = Self { seq: 0, epoch: epoch.to_owned() };
        }
        self.seq = self.seq.max(as_of_seq);
    }

    /// Whether the event happened before the answer. An event without a number is never covered.
    pub fn contains(&self, meta: &EventMeta) -> bool {
        let same_epoch = self.epoch.is_empty() || meta.epoch.as_deref().is_none_or(|epoch| epoch == self.epoch);
        same_epoch && meta.seq.is_some_and(|seq| seq <= self.seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::nothing_was_answered(&[], Some(1), Some("a"), false)]
    #[case::before_the_answer(&[(5, "a")], Some(4), Some("a"), true)]
    #[case::the_last_one_in_it(&[(5, "a")], Some(5), Some("a"), true)]
    #[case::after_it(&[(5, "a")], Some(6), Some("a"), false)]
    #[case::without_a_number(&[(5, "a")], None, Some("a"), false)]
    #[case::of_an_earlier_epoch(&[(5, "a")], Some(4), Some("b"), false)]
    #[case::a_late_answer_does_not_reduce_coverage(&[(5, "a"), (3, "a")], Some(5), Some("a"), true)]
    #[case::another_epoch_starts_a_new_numbering(&[(5, "a"), (1, "b")], Some(2), Some("b"), false)]
    #[case::a_server_without_epochs(&[(5, "")], Some(5), None, true)]
    fn an_event_is_covered(
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
}
