//! Effects of attendances on other areas.

use super::closing::Afterwards;
use crate::flow::Text;
use crate::shell::Route;
use crate::wire::{AckCallRequestEvent, CallUpdateEvent, Channel, InternalCallEvent, Message, Protocol};

/// How an attendance was added to this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobOrigin {
    /// The first list after the sign-in or a reload: the agent had it before.
    Start,
    /// A later list of the server: its event was missed or is late.
    List,
    /// An event added the attendance.
    Event,
}

/// Why an attendance left this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalReason {
    /// The attendance was qualified.
    Qualified,
    /// The agent transferred the attendance to another agent or a queue.
    Transferred,
    /// The server's list does not contain the attendance any more.
    NotListed,
    /// The server ended and removed the attendance.
    Finished,
}

/// An effect of a change of the attendances on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Finishing the attendance was refused: shown in a snackbar.
    Refused(Protocol, Text),
    /// The server has the agent's last message: the dialog of the finish opens.
    AskFinish {
        /// The attendance.
        protocol: Protocol,
        /// The route that the agent saw when sending.
        route: Route,
    },
    /// Snoozing the attendance or ending its snooze was refused, or the result is unknown.
    SnoozeRefused(Protocol, Text),
    /// The server has snoozed the attendance or ended its snooze.
    SnoozeSaved(Protocol),
    /// The server is asked to finish the attendance.
    SendFinish(Protocol),
    /// An attendance that the agent closed has ended.
    Finished {
        /// The attendance.
        protocol: Protocol,
        /// The route that the agent saw when requesting the finish.
        route: Route,
        /// What the agent requested for the time after the end.
        then: Afterwards,
    },
    /// The server does not know the attendance any more, or may have ended it: the list is refetched.
    Gone(Protocol),
    /// The number of open attendances of a channel changed.
    OpenJobsChanged(Channel),
    /// This attendance is the only one now (JOB-020).
    OnlyOneLeft(Protocol),
    /// A new attendance is in the list: its conversation begins with the messages that arrived before it. `Added`
    /// follows.
    Begins(Protocol, Vec<Message>),
    /// A new attendance was added.
    Added {
        /// The attendance.
        protocol: Protocol,
        /// How the attendance was added.
        origin: JobOrigin,
    },
    /// The attendance was removed.
    Removed(Protocol, RemovalReason),
    /// The server's list shows the attendance as ended.
    Ended(Protocol),
    /// The server's list counts messages of the customer that came without an event.
    CustomerWrote(Protocol),
    /// The list could not be loaded; the attendances stay as they are. `None` shows no text.
    RestoreFailed(Option<Text>),
    /// The server's list was applied.
    Restored {
        /// Events of the agent's queue up to this `seq` are contained in the list.
        as_of_seq: u64,
        /// Numbering that `as_of_seq` belongs to.
        epoch: String,
        /// Calls that ring for the agent; `None` if the server does not report them.
        call_requests: Option<Vec<AckCallRequestEvent>>,
        /// Calls of other agents' attendances in which this agent takes part; `None` if the server does not report
        /// them.
        guest_calls: Option<Vec<CallUpdateEvent>>,
        /// The agent's internal call, at most one; `None` if the server does not report it.
        internal_calls: Option<Vec<InternalCallEvent>>,
    },
}
