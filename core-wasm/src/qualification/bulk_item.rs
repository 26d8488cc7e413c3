//! One attendance of a bulk action: it waits for its turn, its request is pending, and then it is done or remains
//! undone, with the reason. A request without an answer is looked up in the list before its result is shown (BEY-156).
//!
//! States: `Waiting`, `UnderWay`, `LookingUp`, `Done`, `Left`.

use serde::{Deserialize, Serialize};

/// Why an attendance remained undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BulkReason {
    /// The customer has to be registered first (QUA-005).
    NeedsContact,
    /// The server requires an observation.
    NeedsObservation,
    /// The queue of the attendance does not have the chosen qualification.
    NotOffered,
    /// The attendance was reopened meanwhile.
    OpenAgain,
    /// A message of the agent was not sent; the attendance stays open.
    NotSent,
    /// The server refused the request.
    Refused,
    /// No answer came, and the list shows the attendance unchanged.
    NoAnswer,
    /// The page was reloaded before its request was sent.
    Interrupted,
    /// The agent cancelled the remaining attendances.
    Cancelled,
    /// The attendance left the list for another reason than the requested one.
    Elsewhere,
}

/// The progress of one attendance of a bulk action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkItem {
    /// The attendance waits for its turn.
    Waiting,
    /// The request is pending.
    UnderWay,
    /// The list is being loaded, because no answer came. If it shows the attendance unchanged, this is the reason.
    LookingUp(BulkReason),
    /// The attendance was qualified, or has ended.
    Done,
    /// The attendance remained undone.
    Left(BulkReason),
}

/// An event of one attendance of a bulk action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkItemEvent {
    /// The request for the attendance is sent.
    Sent,
    /// The request for the attendance cannot be sent.
    Blocked(BulkReason),
    /// The attendance is done, according to the answer, an event or the list.
    Reached,
    /// The attendance left the list, as requested.
    Gone,
    /// The attendance left the list, although the requested work leaves it there: another agent or a queue has it.
    Away,
    /// The server refused the request, or sending a message failed.
    Refused(BulkReason),
    /// No answer came.
    AnswerLost,
    /// The list was loaded and shows the attendance unchanged.
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
            // The server's event is newer than the list.
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
    fn bey_156_every_state_and_event_of_an_attendance_in_a_bulk_action_has_its_next_state() {
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
    fn an_attendance_without_an_answer_has_no_result_until_the_list_was_loaded() {
        let asked = UnderWay.after(AnswerLost);
        assert!(!asked.is_final());
        assert_eq!((asked.after(Unchanged), asked.after(Reached)), (Left(NoAnswer), Done));
        assert_eq!(LookingUp(Interrupted).after(Unchanged), Left(Interrupted), "after a reload");
    }
}
