//! What the agent decided of a proposal "the same person?", until it is known whether the server did it. A lost answer is looked up before the agent
//! is told anything.

use crate::wire::{ContactId, SamePersonState};

/// What the agent wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The two are one person; this contact is kept.
    Join { keep: ContactId },
    /// They are two.
    Refuse,
    /// They were joined, and are two again.
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

    /// Whether a proposal in this state shows that the wish was carried out. The server lists what is proposed or joined only: what is refused or
    /// undone is missing.
    fn is_done(&self, state: Option<SamePersonState>) -> bool {
        match self {
            Wish::Join { .. } => state == Some(SamePersonState::Joined),
            Wish::Refuse | Wish::Undo => state.is_none(),
        }
    }
}

/// How far a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The request is under way.
    Sent,
    /// Its answer was lost: the proposal is being looked up.
    Checking,
}

/// What happens to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The server did it.
    Accepted,
    /// The server did not.
    Refused,
    /// Nobody knows whether the server did it.
    Lost,
    /// The proposal as it is; `None`: it is not listed.
    Found(Option<SamePersonState>),
    /// It could not be looked up.
    NotFound,
}

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The proposal is looked up.
    Check,
    /// It is done.
    Done,
    /// It is not done.
    NotDone,
    /// It may be done.
    Unknown,
    /// The answer is not one of this decision.
    Nothing,
}

/// What follows from an event.
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
    #[case::a_failed_look_up_of_an_earlier_one(join(), Phase::Sent, Event::NotFound, Next::Nothing)]
    #[case::joined(join(), Phase::Checking, Event::Found(Some(SamePersonState::Joined)), Next::Done)]
    #[case::not_joined(join(), Phase::Checking, Event::Found(Some(SamePersonState::Proposed)), Next::NotDone)]
    #[case::not_listed(join(), Phase::Checking, Event::Found(None), Next::NotDone)]
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
    #[case::the_answer_after_all(Wish::Undo, Phase::Checking, Event::Accepted, Next::Nothing)]
    #[case::refused_after_all(Wish::Undo, Phase::Checking, Event::Refused, Next::Nothing)]
    #[case::lost_twice(Wish::Undo, Phase::Checking, Event::Lost, Next::Nothing)]
    fn a_decision_is_told_when_it_is_known(
        #[case] wish: Wish,
        #[case] phase: Phase,
        #[case] event: Event,
        #[case] expected: Next,
    ) {
        assert_eq!(after(&wish, phase, event), expected);
    }
}
