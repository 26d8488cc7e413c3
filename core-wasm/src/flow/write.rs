//! The progress of a write: one state machine for the kernel and for the areas that look a write up themselves. The
//! agent is informed only when the result is known (BEY-153).
//!
//! States: `Sent`, `LookingUp`. Every end of a write is an `Outcome`, of which the agent is informed once.

use super::Answer;

/// How often a write without an answer is sent again.
const MOST_LOST: u32 = 4;
/// Delay before the first repetition in milliseconds; each further delay is twice as long.
const FIRST_AGAIN_MS: u64 = 1_000;

/// The action that follows from a lost answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionAfterLoss {
    /// The same request is sent again.
    Repeat,
    /// The server is asked whether it executed the write.
    LookUp,
    /// Neither a repetition nor a look-up is possible, so the result stays unknown.
    GiveUp,
}

/// The state of a write that was requested from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteState {
    /// The request of the write is pending.
    Sent {
        /// Number of earlier requests without an answer.
        lost: u32,
    },
    /// The answer was lost: the server is asked whether it executed the write.
    LookingUp,
}

/// An event of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteEvent {
    /// The server executed the write.
    Accepted,
    /// The server refused the write, with a reason.
    Refused,
    /// It is unknown whether the server executed the write.
    Lost,
    /// The look-up, or an event meanwhile, shows that the write was executed.
    FoundDone,
    /// The look-up shows that the write was not executed.
    FoundNotDone,
    /// The look-up had no usable answer.
    NotFound,
}

impl WriteEvent {
    /// The event that follows from the answer to a write.
    pub fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Ok(_) => Self::Accepted,
            answer if answer.is_uncertain() => Self::Lost,
            Answer::NotFound(_)
            | Answer::Conflict(_)
            | Answer::Unauthorized(_)
            | Answer::TryLater(_)
            | Answer::Refused(..)
            | Answer::ServerFault(_)
            | Answer::Unreachable(_) => Self::Refused,
        }
    }
}

/// The result of a write, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server executed the write.
    Done,
    /// The server refused the write: the agent sees the reason.
    Refused,
    /// The server never executed the write.
    NotDone,
    /// The write may have been executed.
    Unknown,
}

/// The action that follows from an event of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteStep {
    /// The same request is sent again after this delay in milliseconds.
    SendAgain(u64),
    /// The server is asked whether it executed the write.
    LookUp,
    /// The write has ended: its result is reported.
    Tell(Outcome),
    /// No action, because the event belongs to an earlier request.
    Nothing,
}

impl WriteState {
    /// A write whose first request is pending.
    pub const SENT: Self = Self::Sent { lost: 0 };

    /// The state after an event, and what follows.
    pub fn after(self, event: WriteEvent, after_loss: ActionAfterLoss) -> (Self, WriteStep) {
        use Outcome::{Done, NotDone, Refused, Unknown};
        use WriteEvent::{Accepted, FoundDone, FoundNotDone, Lost, NotFound};
        use WriteStep::{LookUp, Nothing, SendAgain, Tell};
        match (self, event, after_loss) {
            (Self::Sent { .. }, Accepted | FoundDone, _) | (Self::LookingUp, FoundDone | Accepted, _) => {
                (self, Tell(Done))
            }
            (Self::Sent { .. }, WriteEvent::Refused, _) => (self, Tell(Refused)),
            (Self::Sent { lost }, Lost, ActionAfterLoss::Repeat) if lost < MOST_LOST => {
                (Self::Sent { lost: lost + 1 }, SendAgain(FIRST_AGAIN_MS << lost))
            }
            (Self::Sent { .. }, Lost, ActionAfterLoss::Repeat | ActionAfterLoss::GiveUp) => (self, Tell(Unknown)),
            (Self::Sent { .. }, Lost, ActionAfterLoss::LookUp) => (Self::LookingUp, LookUp),
            (Self::LookingUp, FoundNotDone, _) => (self, Tell(NotDone)),
            (Self::LookingUp, NotFound, _) => (self, Tell(Unknown)),
            (Self::Sent { .. }, FoundNotDone | NotFound, _) | (Self::LookingUp, WriteEvent::Refused | Lost, _) => {
                (self, Nothing)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ActionAfterLoss::{GiveUp, LookUp, Repeat};
    use super::Outcome::{Done, NotDone, Unknown};
    use super::WriteEvent::{Accepted, FoundDone, FoundNotDone, Lost, NotFound, Refused};
    use super::WriteState::{LookingUp, Sent};
    use super::*;

    const NOTHING: WriteStep = WriteStep::Nothing;

    fn tells(outcome: Outcome) -> WriteStep {
        WriteStep::Tell(outcome)
    }

    #[test]
    fn bey_153_every_state_of_a_write_and_event_has_its_step() {
        let events = [Accepted, Refused, Lost, FoundDone, FoundNotDone, NotFound];
        for after_loss in [Repeat, LookUp, GiveUp] {
            let lost = match after_loss {
                Repeat => WriteStep::SendAgain(1_000),
                LookUp => WriteStep::LookUp,
                GiveUp => tells(Unknown),
            };
            let sent = [tells(Done), tells(Outcome::Refused), lost, tells(Done), NOTHING, NOTHING];
            let looking_up = [tells(Done), NOTHING, NOTHING, tells(Done), tells(NotDone), tells(Unknown)];
            for (state, steps) in [(WriteState::SENT, sent), (LookingUp, looking_up)] {
                for (event, step) in events.into_iter().zip(steps) {
                    assert_eq!(state.after(event, after_loss).1, step, "{state:?}, {event:?}, {after_loss:?}");
                }
            }
        }
    }

    #[test]
    fn bey_153_a_repeated_write_without_an_answer_ends_as_unknown_and_never_as_refused() {
        let mut state = WriteState::SENT;
        let mut delays = Vec::new();
        let end = loop {
            match state.after(Lost, Repeat) {
                (next, WriteStep::SendAgain(ms)) => {
                    delays.push(ms);
                    state = next;
                }
                (_, step) => break step,
            }
        };
        assert_eq!((delays, end, state), (vec![1_000, 2_000, 4_000, 8_000], tells(Unknown), Sent { lost: 4 }));
    }

    #[test]
    fn bey_153_a_write_that_is_looked_up_has_no_result_until_the_look_up_ends() {
        let (state, step) = WriteState::SENT.after(Lost, LookUp);
        assert_eq!((state, step), (LookingUp, WriteStep::LookUp));
        for event in [Refused, Lost] {
            assert_eq!(state.after(event, LookUp), (LookingUp, NOTHING));
        }
    }
}
