//! What the attendances ask of other areas.

use super::closing::Afterwards;
use crate::flow::Text;
use crate::shell::Route;
use crate::wire::{AckCallRequestEvent, CallUpdateEvent, Channel, InternalCallEvent, Message, Protocol};

/// How an attendance came to this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobOrigin {
    /// The first list after the sign-in or a reload: the agent had it before.
    Start,
    /// A later list of the server: its event was missed, or is still on its way.
    List,
    /// An event.
    Event,
}

/// Why an attendance left this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalReason {
    /// It was qualified.
    Qualified,
    /// The agent gave it to another agent or a queue.
    Transferred,
    /// The server's list no longer has it.
    NotListed,
    /// The server ended and removed it.
    Finished,
}

/// What other areas do about a change of the attendances.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Finishing the attendance was refused: shown in a snackbar.
    Refused(Protocol, Text),
    /// The server has what was sent: the agent is asked about the finish.
    AskFinish {
        /// The attendance.
        protocol: Protocol,
        /// What the agent saw when sending.
        route: Route,
    },
    /// Snoozing the attendance, or ending that, was refused, or nobody knows.
    SnoozeRefused(Protocol, Text),
    /// The server has snoozed the attendance, or ended that.
    SnoozeSaved(Protocol),
    /// The server is asked to finish the attendance.
    SendFinish(Protocol),
    /// An attendance that the agent closed has ended.
    Finished {
        /// The attendance.
        protocol: Protocol,
        /// What the agent saw when asking.
        route: Route,
        /// What the agent asked for.
        then: Afterwards,
    },
    /// The server no longer knows the attendance, or may have ended it: the list is loaded again.
    Gone(Protocol),
    /// The number of open attendances of a channel changed.
    OpenJobsChanged(Channel),
    /// This attendance is the only one now (JOB-020).
    OnlyOneLeft(Protocol),
    /// A new attendance is in the list: its conversation begins with the messages that came before it. `Added` follows.
    Begins(Protocol, Vec<Message>),
    /// A new attendance.
    Added {
        /// The attendance.
        protocol: Protocol,
        /// How it came.
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
        /// Calls that ring at the agent; `None` of a server that does not say.
        call_requests: Option<Vec<AckCallRequestEvent>>,
        /// Calls of other agents' attendances that this agent takes part in; `None` from a server that does not report them.
        guest_calls: Option<Vec<CallUpdateEvent>>,
        /// The agent's internal call, at most one; `None` of a server that does not say.
        internal_calls: Option<Vec<InternalCallEvent>>,
    },
}
