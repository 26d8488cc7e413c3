//! Effects of colleagues on other areas.

use crate::flow::Text;
use crate::shell::SnackbarKind;

/// What colleagues ask of other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// A request to call begins or ends: a leg that arrives meanwhile opens no dialog.
    ExpectLeg(bool),
    /// The telephone answers the leg of this call automatically.
    CarryOutgoing {
        /// The call.
        id: String,
        /// The colleague's extension.
        extension: String,
    },
    /// The leg of this call waits for the agent.
    CarryIncoming {
        /// The call.
        id: String,
        /// The colleague's extension.
        extension: String,
    },
    /// The leg was answered: both agents talk.
    LegAnswered(String),
    /// The leg is accepted.
    AcceptLeg(String),
    /// The leg is declined.
    DeclineLeg(String),
    /// The leg is hung up.
    HangUpLeg(String),
    /// The telephone drops this call.
    Release(String),
    /// A colleague calls, with name and extension (INT-016).
    Rings {
        /// Name of the colleague.
        name: String,
        /// The colleague's extension.
        extension: String,
    },
    /// The ring ended.
    RingOver,
    /// The server's list is refetched, which shows whether the call exists.
    LookUp,
    /// A snackbar shows this text.
    Said(SnackbarKind, Text),
}
