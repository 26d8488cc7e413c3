//! One attendance of a bulk action: it waits for its turn, its request is under way, and then it is done or stays as it was,
//! with the reason. A request without an answer is looked up in the list before its result is shown (BEY-156).
//!
//! States: `Waiting`, `UnderWay`, `LookingUp`, `Done`, `Left`.

use serde::{Deserialize, Serialize};

/// Why an attendance stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BulkReason {
    /// The customer has to be registered first (QUA-005).
    NeedsContact,
    /// The server requires an observation.
    NeedsObservation,
    /// Its queue does not have the chosen qualification.
    NotOffered,
    /// It was opened again meanwhile.
    OpenAgain,
    /// A message of the agent was not sent; the attendance stays open.
    NotSent,
    /// The server refused.
    Refused,
    /// No answer came, and the list shows it as it was.
    NoAnswer,
    /// The page was loaded again before its request.
    Interrupted,
    /// The agent cancelled the rest.
    Cancelled,
    /// It left the list for another reason than the requested work.
    Elsewhere,
}

/// How far one attendance of a bulk action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkItem {
    /// It waits for its turn.
    Waiting,
    /// The server was asked.
    UnderWay,
    /// The list is read, because no answer came. If it shows the attendance as it was, this is the reason.
    LookingUp(BulkReason),
    /// It is qualified, or has ended.
    Done,
    /// It stays as it was.
    Left(BulkReason),
}

/// What happened to one attendance of a bulk action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkItemEvent {
    /// Its request is sent.
    Sent,
    /// Its request may not be sent.
    Blocked(BulkReason),
    /// It is done, as the answer, an event or the list shows.
    Reached,
    /// It is no longer in the list, as after the requested work.
    Gone,
    /// It is no longer in the list, although the requested work leaves it there: another agent or a queue has it.
    Away,
    /// The server refused, or its part of the work failed.
    Refused(BulkReason),
    /// No answer came.
    AnswerLost,
    /// The list was read, and the attendance is as it was.
    Unchanged,
    /// The agent cancelled the rest.
    Cancelled,
}

impl BulkItem {
    /// The state after an event. An event that does not concern the state changes nothing.
    pub fn after(self, event: BulkItemEvent) -> Self {
        use BulkItemEvent::{AnswerLost, Away, Blocked, Cancelled, Gone, Reached, Refused, Sent, Unchanged};
        match (self, event) {
            (Self::Waiting, Sent) => Self::UnderWay,
            (Self::Waiting, Blocked(reason)) | (Self::UnderWay, Refused(reason)) => Self::Left(reason),
            (Self::Waiting | Self::UnderWay | Self::LookingUp(_), Reached)
            | (Self::UnderWay | Self::LookingUp(_), Gone)
            // The event of the server is later than the list.
            | (Self::Left(BulkReason::NoAnswer), Reached | Gone)
            | (Self::Left(BulkReason::Elsewhere), Reached) => Self::Done,
            (Self::Waiting, Gone) | (Self::Waiting | Self::UnderWay | Self::LookingUp(_), Away) => {
                Self::Left(BulkReason::Elsewhere)
            }
            (Self::Waiting, Cancelled) => Self::Left(BulkReason::Cancelled),
            (Self::UnderWay, AnswerLost) => Self::LookingUp(BulkReason::NoAnswer),
            (Self::LookingUp(reason), Unchanged) => Self::Left(reason),
            (Self::Waiting, Refused(_) | AnswerLost | Unchanged)
            | (Self::UnderWay, Sent | Blocked(_) | Unchanged | Cancelled)
            | (Self::LookingUp(_), Sent | Blocked(_) | Refused(_) | AnswerLost | Cancelled)
            | (Self::Done, _)
            | (Self::Left(_), _) => self,
        }
    }

    /// Whether the state is final.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Left(_))
    }
}

#[cfg(test)]
mod tests {
    use super::BulkItem::{Done, Left, LookingUp, UnderWay, Waiting};
    use super::BulkItemEvent::{AnswerLost, Away, Blocked, Cancelled, Gone, Reached, Refused, Sent, Unchanged};
    use super::BulkReason::{Elsewhere, Interrupted, NeedsContact, NoAnswer};
    use super::{BulkItem, BulkItemEvent, BulkReason};

    const EVENTS: [BulkItemEvent; 9] = [
        Sent,
        Blocked(NeedsContact),
        Reached,
        Gone,
        Refused(BulkReason::Refused),
        AnswerLost,
        Unchanged,
        Cancelled,
        Away,
    ];

    #[test]
    fn bey_156_every_state_of_an_attendance_follows_from_every_event() {
        let refused = Left(BulkReason::Refused);
        let cancelled = Left(BulkReason::Cancelled);
        // In the order of EVENTS.
        let away = Left(Elsewhere);
        let rows: [(BulkItem, [BulkItem; 9]); 7] = [
            (
                Waiting,
                [UnderWay, Left(NeedsContact), Done, Left(Elsewhere), Waiting, Waiting, Waiting, cancelled, away],
            ),
            (UnderWay, [UnderWay, UnderWay, Done, Done, refused, LookingUp(NoAnswer), UnderWay, UnderWay, away]),
            (LookingUp(NoAnswer), {
                let same = LookingUp(NoAnswer);
                [same, same, Done, Done, same, same, Left(NoAnswer), same, away]
            }),
            (Done, [Done; 9]),
            (Left(NoAnswer), {
                let same = Left(NoAnswer);
                [same, same, Done, Done, same, same, same, same, same]
            }),
            (away, [away, away, Done, away, away, away, away, away, away]),
            (refused, [refused; 9]),
        ];
        for (state, expected) in rows {
            let found = EVENTS.map(|event| state.after(event));
            assert_eq!(found, expected, "{state:?}");
        }
    }

    #[test]
    fn an_attendance_without_an_answer_has_no_result_until_the_list_was_read() {
        let asked = UnderWay.after(AnswerLost);
        assert!(!asked.is_final());
        assert_eq!((asked.after(Unchanged), asked.after(Reached)), (Left(NoAnswer), Done));
        assert_eq!(LookingUp(Interrupted).after(Unchanged), Left(Interrupted), "after a reload");
    }
}
