//! The agent closes an attendance of a text channel: at once, or after every message was sent; with its qualification
//! in the same dialog, or qualified afterwards. A finish whose answer was lost is looked up in the list before a result
//! is shown (BEY-153).
//!
//! States: none, `AskAfterSending`, `AfterSending`, `Finishing`, `LookingUp`. The end of each is the step that follows.

use serde::Serialize;

/// What happens after the end of the attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// The dialog of the qualification opens, if the agent still sees the attendance.
    AskQualification,
    /// The qualification that the agent chose in the dialog is sent.
    Qualify,
    /// The attendance waits in the list for its qualification, because it is one of several in a bulk action.
    Nothing,
}

/// An attendance that the agent closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The agent's last message is being sent; the dialog of the finish opens when the server has it.
    AskAfterSending,
    /// Messages and files of the agent are being sent; the finish follows.
    AfterSending(Afterwards),
    /// The finish was requested from the server.
    Finishing(Afterwards),
    /// The answer was lost: the list is refetched to see whether the attendance has ended.
    LookingUp(Afterwards),
}

/// An event of an attendance that is being closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingEvent {
    /// The agent requested the finish.
    Asked {
        /// What happens after the end of the attendance.
        then: Afterwards,
        /// Messages and files are being sent, and the agent waits for them.
        waits: bool,
    },
    /// The agent sent a last message and wants to be asked about the finish when the server has it.
    SentToFinish,
    /// Every message was sent.
    AllSent,
    /// A message could not be sent: the attendance stays open, so that the agent can send it again.
    SendingFailed,
    /// The agent cancelled the finish.
    Cancelled,
    /// The customer wrote a message that the agent had not seen when requesting the finish.
    CustomerWrote,
    /// The server accepted the finish.
    Accepted,
    /// The server refused the finish.
    Refused,
    /// The finish got no answer.
    AnswerLost,
    /// The attendance has ended, for whatever reason.
    Ended,
    /// The list was refetched after the lost answer, and the attendance is open.
    FoundOpen,
}

/// The action that follows from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingStep {
    /// No action.
    Nothing,
    /// The dialog of the finish opens.
    Ask,
    /// The server is asked to finish the attendance.
    Finish,
    /// The list is refetched.
    LookUp,
    /// The attendance has ended, and the next action follows.
    GoOn(Afterwards),
    /// A text tells the agent that the attendance was not finished.
    TellRefused,
    /// A text tells the agent that the attendance stays open, because a message was not sent.
    TellNotSent,
    /// A text tells the agent that the attendance stays open, because the customer wrote.
    TellCustomerWrote,
}

impl Closing {
    /// The state after an event, and the action that follows. An event that does not concern the state changes nothing.
    pub fn after(state: Option<Self>, event: ClosingEvent) -> (Option<Self>, ClosingStep) {
        use ClosingEvent::{
            Accepted, AllSent, AnswerLost, Asked, Cancelled, CustomerWrote, Ended, FoundOpen, Refused, SendingFailed,
            SentToFinish,
        };
        use ClosingStep::{Ask, Finish, GoOn, LookUp, Nothing, TellCustomerWrote, TellNotSent, TellRefused};
        match (state, event) {
            (None | Some(Self::AskAfterSending), SentToFinish) => (Some(Self::AskAfterSending), Nothing),
            (None | Some(Self::AskAfterSending | Self::AfterSending(_)), Asked { then, waits: true }) => {
                (Some(Self::AfterSending(then)), Nothing)
            }
            (None | Some(Self::AskAfterSending | Self::AfterSending(_)), Asked { then, waits: false }) => {
                (Some(Self::Finishing(then)), Finish)
            }
            (Some(Self::AskAfterSending), AllSent) => (None, Ask),
            (Some(Self::AfterSending(then)), AllSent) => (Some(Self::Finishing(then)), Finish),
            (Some(Self::AskAfterSending | Self::AfterSending(_)), SendingFailed) => (None, TellNotSent),
            (Some(Self::AskAfterSending | Self::AfterSending(_)), Cancelled) => (None, Nothing),
            (Some(Self::AskAfterSending | Self::AfterSending(_)), CustomerWrote) => (None, TellCustomerWrote),
            // The agent has confirmed nothing yet: the attendance waits in the list.
            (Some(Self::AskAfterSending), Ended) => (None, GoOn(Afterwards::AskQualification)),
            (Some(Self::AfterSending(then) | Self::Finishing(then) | Self::LookingUp(then)), Ended)
            | (Some(Self::Finishing(then) | Self::LookingUp(then)), Accepted) => (None, GoOn(then)),
            (Some(Self::Finishing(then)), AnswerLost) => (Some(Self::LookingUp(then)), LookUp),
            (Some(Self::Finishing(_)), Refused) | (Some(Self::LookingUp(_)), FoundOpen) => (None, TellRefused),
            (
                Some(Self::Finishing(_) | Self::LookingUp(_)),
                Asked { .. } | SentToFinish | AllSent | SendingFailed | Cancelled | CustomerWrote,
            )
            | (Some(Self::Finishing(_)), FoundOpen)
            | (Some(Self::LookingUp(_)), AnswerLost | Refused)
            | (Some(Self::AfterSending(_)), SentToFinish)
            | (Some(Self::AskAfterSending | Self::AfterSending(_)), Accepted | Refused | AnswerLost | FoundOpen)
            | (
                None,
                AllSent | SendingFailed | Cancelled | CustomerWrote | Accepted | Refused | AnswerLost | Ended
                | FoundOpen,
            ) => (state, Nothing),
        }
    }
}

/// The progress of closing an attendance, for the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ClosingView {
    /// The attendance is finished after every message was sent.
    AfterSending,
    /// The request to finish the attendance is pending.
    Finishing,
    /// The list is refetched to see whether the attendance was finished.
    LookingUp,
}

impl ClosingView {
    /// The view of the state; `None`: the agent has confirmed nothing yet.
    pub(super) fn of(closing: Closing) -> Option<Self> {
        match closing {
            Closing::AskAfterSending => None,
            Closing::AfterSending(_) => Some(Self::AfterSending),
            Closing::Finishing(_) => Some(Self::Finishing),
            Closing::LookingUp(_) => Some(Self::LookingUp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Afterwards::{AskQualification, Qualify};
    use super::Closing::{AfterSending, AskAfterSending, Finishing, LookingUp};
    use super::ClosingEvent::{
        Accepted, AllSent, AnswerLost, Asked, Cancelled, CustomerWrote, Ended, FoundOpen, Refused, SendingFailed,
        SentToFinish,
    };
    use super::ClosingStep::{Ask, Finish, GoOn, LookUp, Nothing, TellCustomerWrote, TellNotSent, TellRefused};
    use super::{Closing, ClosingEvent, ClosingStep};

    const AT_ONCE: ClosingEvent = Asked { then: Qualify, waits: false };
    const AFTER_SENDING: ClosingEvent = Asked { then: Qualify, waits: true };

    #[test]
    fn an_attendance_is_closed_in_the_states_and_steps_of_the_table() {
        type Case = (&'static str, Option<Closing>, ClosingEvent, Option<Closing>, ClosingStep);
        let cases: [Case; 26] = [
            ("asked", None, AT_ONCE, Some(Finishing(Qualify)), Finish),
            ("asked with an upload", None, AFTER_SENDING, Some(AfterSending(Qualify)), Nothing),
            ("sent", Some(AfterSending(Qualify)), AllSent, Some(Finishing(Qualify)), Finish),
            ("not sent", Some(AfterSending(Qualify)), SendingFailed, None, TellNotSent),
            ("given up", Some(AfterSending(Qualify)), Cancelled, None, Nothing),
            (
                "the customer writes",
                Some(AfterSending(Qualify)),
                ClosingEvent::CustomerWrote,
                None,
                ClosingStep::TellCustomerWrote,
            ),
            (
                "the customer writes too late",
                Some(Finishing(Qualify)),
                ClosingEvent::CustomerWrote,
                Some(Finishing(Qualify)),
                Nothing,
            ),
            ("at once after all", Some(AfterSending(AskQualification)), AT_ONCE, Some(Finishing(Qualify)), Finish),
            ("the customer ends it", Some(AfterSending(Qualify)), Ended, None, GoOn(Qualify)),
            ("accepted", Some(Finishing(AskQualification)), Accepted, None, GoOn(AskQualification)),
            ("the event is faster", Some(Finishing(Qualify)), Ended, None, GoOn(Qualify)),
            ("the answer after the event", None, Accepted, None, Nothing),
            ("refused", Some(Finishing(Qualify)), Refused, None, TellRefused),
            ("no answer", Some(Finishing(Qualify)), AnswerLost, Some(LookingUp(Qualify)), LookUp),
            ("it was finished", Some(LookingUp(Qualify)), Ended, None, GoOn(Qualify)),
            ("it was not finished", Some(LookingUp(Qualify)), FoundOpen, None, TellRefused),
            ("asked again", Some(LookingUp(Qualify)), AT_ONCE, Some(LookingUp(Qualify)), Nothing),
            ("sent to finish", None, SentToFinish, Some(AskAfterSending), Nothing),
            ("the server has it", Some(AskAfterSending), AllSent, None, Ask),
            ("the server refused it", Some(AskAfterSending), SendingFailed, None, TellNotSent),
            ("the customer answers first", Some(AskAfterSending), CustomerWrote, None, TellCustomerWrote),
            ("the customer ends it first", Some(AskAfterSending), Ended, None, GoOn(AskQualification)),
            ("the dialog is opened by hand", Some(AskAfterSending), Cancelled, None, Nothing),
            ("confirmed at once", Some(AskAfterSending), AT_ONCE, Some(Finishing(Qualify)), Finish),
            ("sent again", Some(AskAfterSending), SentToFinish, Some(AskAfterSending), Nothing),
            ("confirmed before", Some(AfterSending(Qualify)), SentToFinish, Some(AfterSending(Qualify)), Nothing),
        ];
        for (name, state, event, next, step) in cases {
            assert_eq!(Closing::after(state, event), (next, step), "{name}");
        }
    }

    #[test]
    fn no_result_of_a_finish_without_an_answer_is_shown_until_the_list_was_loaded() {
        let (looking_up, step) = Closing::after(Some(Finishing(Qualify)), AnswerLost);
        assert_eq!(step, LookUp);
        for event in [AT_ONCE, AllSent, SendingFailed, Cancelled, AnswerLost, Refused] {
            assert_eq!(Closing::after(looking_up, event), (looking_up, Nothing), "{event:?}");
        }
    }
}
