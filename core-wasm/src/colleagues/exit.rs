//! What colleagues ask of other areas.

use crate::flow::Text;
use crate::shell::SnackbarKind;

/// What colleagues ask of other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// A request to call is under way, or no longer: the leg that may arrive is not asked about.
    ExpectLeg(bool),
    /// The telephone answers the leg of this call by itself.
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
    /// Both talk.
    LegAnswered(String),
    /// The leg is accepted.
    AcceptLeg(String),
    /// The leg is declined.
    DeclineLeg(String),
    /// The leg is hung up.
    HangUpLeg(String),
    /// The telephone has no such call any more.
    Release(String),
    /// A colleague calls, with name and extension (INT-016).
    Rings {
        /// Name of the colleague.
        name: String,
        /// The colleague's extension.
        extension: String,
    },
    /// Nothing rings any more.
    RingOver,
    /// The list of the server says whether there is a call.
    LookUp,
    /// A snackbar shows this.
    Said(SnackbarKind, Text),
}
