//! The change of a setting that is being saved: one request at a time, so that the last change is the last to arrive.

/// A setting and the request that saves it.
#[derive(Clone, Debug)]
pub struct Saving<T>(Option<UnderWay<T>>);

#[derive(Clone, Debug)]
struct UnderWay<T> {
    /// The value that the server has.
    saved: T,
    /// The value in the pending request.
    sent: T,
    /// The value that the agent chose last.
    wanted: T,
}

/// The action that follows from the answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavingStep<T> {
    /// The server has the agent's last choice.
    Saved,
    /// The agent chose another value meanwhile: it is sent now.
    Send(T),
    /// The last choice was not saved: the setting is reset to the saved value, and the agent is informed.
    Restore(T),
}

impl<T> Default for Saving<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone + PartialEq> Saving<T> {
    /// The agent chose a value. Returns the value to send now; `None` while another request is pending.
    pub fn change(&mut self, before: T, wanted: T) -> Option<T> {
        if let Some(under_way) = &mut self.0 {
            under_way.wanted = wanted;
            return None;
        }
        self.0 = Some(UnderWay { saved: before, sent: wanted.clone(), wanted: wanted.clone() });
        Some(wanted)
    }

    /// The request was answered. A later choice is sent also after a refusal: without an answer the server may have
    /// either value.
    pub fn answered(&mut self, is_saved: bool) -> SavingStep<T> {
        let Some(UnderWay { saved, sent, wanted }) = self.0.take() else { return SavingStep::Saved };
        let is_last = sent == wanted;
        let saved = if is_saved { sent } else { saved };
        match (is_last, is_saved) {
            (true, true) => SavingStep::Saved,
            (true, false) => SavingStep::Restore(saved),
            (false, _) => {
                self.0 = Some(UnderWay { saved, sent: wanted.clone(), wanted: wanted.clone() });
                SavingStep::Send(wanted)
            }
        }
    }

    /// Whether a request is under way.
    pub fn is_under_way(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::SavingStep::{Restore, Saved, Send};
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::one_change(&['b'], &[(true, Saved)])]
    #[case::one_change_refused(&['b'], &[(false, Restore('a'))])]
    #[case::two_changes(&['b', 'c'], &[(true, Send('c')), (true, Saved)])]
    #[case::a_change_back_to_the_saved_value(&['b', 'a'], &[(true, Send('a')), (true, Saved)])]
    #[case::the_first_change_refused(&['b', 'c'], &[(false, Send('c')), (true, Saved)])]
    #[case::the_second_change_refused(&['b', 'c'], &[(true, Send('c')), (false, Restore('b'))])]
    #[case::both_changes_refused(&['b', 'c'], &[(false, Send('c')), (false, Restore('a'))])]
    #[case::the_same_value_again(&['b', 'c', 'b'], &[(true, Saved)])]
    fn changes_of_a_setting_are_saved_one_after_another(
        #[case] changes: &[char],
        #[case] answers: &[(bool, SavingStep<char>)],
    ) {
        let mut saving = Saving::default();
        let sent: Vec<Option<char>> = changes.iter().map(|wanted| saving.change('a', *wanted)).collect();
        assert_eq!(sent.iter().flatten().count(), 1, "one request at a time");
        for (is_saved, step) in answers {
            assert_eq!(saving.answered(*is_saved), *step);
        }
        assert!(!saving.is_under_way());
    }
}
