//! Whether an answer of the server is older than an event that arrived while the request was pending.

use super::EventNumber;

/// The keys of the entities that changed while a request was pending.
#[derive(Clone, Debug)]
pub struct Fresh<K> {
    changed: Option<Vec<(K, Option<EventNumber>)>>,
}

/// The age of an answer in relation to the events since its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freshness<K> {
    /// The answer contains every event.
    Apply,
    /// The answer is applied except to these keys, which later events have changed.
    Merge(Vec<K>),
    /// Like `Merge`, but the numbers of some events cannot be compared, so the request is repeated later.
    Again(Vec<K>),
}

impl<K> Default for Fresh<K> {
    fn default() -> Self {
        Self { changed: None }
    }
}

impl<K: PartialEq> Fresh<K> {
    /// A request begins.
    pub fn begin(&mut self) {
        self.changed = Some(Vec::new());
    }

    /// An event, or the answer to another request, changed an entity. Without a pending request nothing is remembered.
    pub fn event(&mut self, key: K, number: Option<EventNumber>) {
        if let Some(changed) = &mut self.changed {
            changed.push((key, number));
        }
    }

    /// The answer of the server, which contains the events up to `as_of_seq` of `epoch`.
    pub fn answer(&mut self, as_of_seq: u64, epoch: &str) -> Freshness<K> {
        let (mut keep, mut is_clear) = (Vec::new(), true);
        for (key, number) in self.changed.take().unwrap_or_default() {
            let is_comparable = number.as_ref().is_some_and(|number| number.is_comparable(epoch));
            is_clear &= is_comparable;
            let is_later = number.is_none_or(|number| !is_comparable || number.is_after(as_of_seq, epoch));
            if is_later && !keep.contains(&key) {
                keep.push(key);
            }
        }
        match (is_clear, keep.is_empty()) {
            (false, _) => Freshness::Again(keep),
            (true, true) => Freshness::Apply,
            (true, false) => Freshness::Merge(keep),
        }
    }

    /// The request failed.
    pub fn fail(&mut self) {
        self.changed = None;
    }
}

impl<K: PartialEq> Freshness<K> {
    /// Whether the answer applies to this key.
    pub fn applies_to(&self, key: &K) -> bool {
        match self {
            Self::Apply => true,
            Self::Merge(keep) | Self::Again(keep) => !keep.contains(key),
        }
    }

    /// Whether the request has to be sent again.
    pub fn is_again(&self) -> bool {
        matches!(self, Self::Again(_))
    }
}

#[cfg(test)]
mod tests {
    use super::Freshness::{Again, Apply, Merge};
    use super::*;
    use rstest::rstest;

    fn number(seq: u64, epoch: &str) -> Option<EventNumber> {
        Some(EventNumber { epoch: Some(epoch.to_owned()), seq })
    }

    #[rstest]
    #[case::no_event_since_the_request(&[], Apply)]
    #[case::the_answer_contains_the_event(&[('a', number(5, "e"))], Apply)]
    #[case::a_later_event(&[('a', number(6, "e"))], Merge(vec!['a']))]
    #[case::an_earlier_and_a_later_event(&[('a', number(4, "e")), ('b', number(7, "e"))], Merge(vec!['b']))]
    #[case::two_events_about_the_same_key(&[('a', number(6, "e")), ('a', number(7, "e"))], Merge(vec!['a']))]
    #[case::an_event_of_another_epoch(&[('a', number(1, "f")), ('b', number(5, "e"))], Again(vec!['a']))]
    #[case::an_event_without_a_number(&[('a', None), ('b', number(9, "e"))], Again(vec!['a', 'b']))]
    fn an_answer_is_compared_with_the_events_since_its_request(
        #[case] events: &[(char, Option<EventNumber>)],
        #[case] expected: Freshness<char>,
    ) {
        let mut fresh = Fresh::default();
        fresh.event('z', None);
        fresh.begin();
        for (key, number) in events {
            fresh.event(*key, number.clone());
        }
        assert_eq!(fresh.answer(5, "e"), expected);
        assert_eq!(fresh.answer(5, "e"), Apply, "the next answer begins anew");
    }

    #[test]
    fn a_server_without_epochs_is_compared_by_its_numbers() {
        let mut fresh = Fresh::default();
        for (seq, expected) in [(5, Apply), (6, Merge(vec!['a']))] {
            fresh.begin();
            fresh.event('a', Some(EventNumber { epoch: None, seq }));
            assert_eq!(fresh.answer(5, ""), expected);
        }
    }
}
