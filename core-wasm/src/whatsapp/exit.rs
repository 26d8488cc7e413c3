//! Effects of WhatsApp on other areas.

use crate::conversation::Outgoing;
use crate::flow::Text;
use crate::notifications::Topic;
use crate::shell::SnackbarKind;
use crate::wire::Protocol;

/// An effect of WhatsApp on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A snackbar.
    Snackbar(Topic, SnackbarKind, Text),
    /// The page of the attendance opens.
    Open(Protocol),
    /// The attendance was reopened: it is enabled and opens (WAP-050).
    Enable(Protocol),
    /// A message to send; the draft stays.
    Send(Protocol, Box<Outgoing>),
    /// The list of attendances is refetched: it shows the result of a request without an answer.
    LookUp,
    /// The load of the inbox failed, or its answer could not be compared with an event: it is repeated with the next
    /// reconcile.
    Reconcile,
    /// A change of a setting got no answer: the agent's record says whether the server has it.
    SettingsInDoubt,
}

impl Exit {
    /// An error in a snackbar.
    pub(super) fn refused(topic: Topic, text: Text) -> Self {
        Self::Snackbar(topic, SnackbarKind::Error, text)
    }
}
