//! The agent's decision about a proposal that two contacts are the same person, until its result is known. A lost
//! answer is looked up before a result is shown.

use crate::wire::{ContactId, SamePersonState};

/// The decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The two contacts are one person; this contact is kept.
    Join { keep: ContactId },
    /// The two contacts are different persons.
    Refuse,
    /// The two contacts were joined and are separated again.
    Undo,
}

impl Wish {
    /// The last part of the request's path.
    pub fn path(&self) -> &'static str {
        match self {
            Wish::Join { .. } => "join",
            Wish::Refuse => "refuse",
            Wish::Undo => "undo",
        }
    }

    /// Whether the state of a proposal shows that the decision was executed. The server lists only proposed and joined
    /// ones: refused and undone ones are missing.
    fn is_done(&self, state: Option<SamePersonState>) -> bool {
        match self {
            Wish::Join { .. } => state == Some(SamePersonState::Joined),
            Wish::Refuse | Wish::Undo => state.is_none(),
        }
    }
}

/// The progress of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The request is pending.
    Sent,
    /// The answer was lost: the proposal is being looked up.
    Checking,
}

/// An event of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The server executed the decision.
    Accepted,
    /// The server refused the decision.
    Refused,
    /// It is unknown whether the server executed the decision.
    Lost,
    /// The present proposal; `None`: it is not in the list.
    Found(Option<SamePersonState>),
    /// The look-up failed.
    NotFound,
}

/// The action that follows from an event of the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The proposal is looked up.
    Check,
    /// The decision was executed.
    Done,
    /// The decision was not executed.
    NotDone,
    /// The decision may have been executed.
    Unknown,
    /// The answer does not belong to this decision.
    Nothing,
}

/// The action that follows from an event.
pub(super) fn after(wish: &Wish, phase: Phase, event: Event) -> Next {
    match (phase, event) {
        (Phase::Sent, Event::Accepted) => Next::Done,
        (Phase::Sent, Event::Refused) => Next::NotDone,
        (Phase::Sent, Event::Lost) => Next::Check,
        (Phase::Checking, Event::Found(state)) if wish.is_done(state) => Next::Done,
        (Phase::Checking, Event::Found(_)) => Next::NotDone,
        (Phase::Checking, Event::NotFound) => Next::Unknown,
        (Phase::Sent, Event::Found(_) | Event::NotFound)
        | (Phase::Checking, Event::Accepted | Event::Refused | Event::Lost) => Next::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn join() -> Wish {
        Wish::Join { keep: "1".into() }
    }

    #[rstest]
    #[case::done(join(), Phase::Sent, Event::Accepted, Next::Done)]
    #[case::refused(join(), Phase::Sent, Event::Refused, Next::NotDone)]
    #[case::lost(join(), Phase::Sent, Event::Lost, Next::Check)]
    #[case::a_look_up_of_an_earlier_decision(join(), Phase::Sent, Event::Found(None), Next::Nothing)]
    #[case::a_failed_look_up_of_an_earlier_decision(join(), Phase::Sent, Event::NotFound, Next::Nothing)]
    #[case::joined(join(), Phase::Checking, Event::Found(Some(SamePersonState::Joined)), Next::Done)]
    #[case::not_joined(join(), Phase::Checking, Event::Found(Some(SamePersonState::Proposed)), Next::NotDone)]
    #[case::not_in_the_list(join(), Phase::Checking, Event::Found(None), Next::NotDone)]
    #[case::refusal_done(Wish::Refuse, Phase::Checking, Event::Found(None), Next::Done)]
    #[case::refusal_not_done(
        Wish::Refuse,
        Phase::Checking,
        Event::Found(Some(SamePersonState::Proposed)),
        Next::NotDone
    )]
    #[case::undone(Wish::Undo, Phase::Checking, Event::Found(None), Next::Done)]
    #[case::not_undone(Wish::Undo, Phase::Checking, Event::Found(Some(SamePersonState::Joined)), Next::NotDone)]
    #[case::not_known(Wish::Undo, Phase::Checking, Event::NotFound, Next::Unknown)]
    #[case::an_answer_during_the_look_up(Wish::Undo, Phase::Checking, Event::Accepted, Next::Nothing)]
    #[case::a_refusal_during_the_look_up(Wish::Undo, Phase::Checking, Event::Refused, Next::Nothing)]
    #[case::lost_twice(Wish::Undo, Phase::Checking, Event::Lost, Next::Nothing)]
    fn the_result_of_a_decision_is_shown_when_it_is_known(
        #[case] wish: Wish,
        #[case] phase: Phase,
        #[case] event: Event,
        #[case] expected: Next,
    ) {
        assert_eq!(after(&wish, phase, event), expected);
    }
}
