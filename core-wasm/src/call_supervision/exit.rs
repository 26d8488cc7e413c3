//! Effects of the supervision of calls on other areas.

use crate::flow::{Text, VoiceCommand};
use crate::shell::SnackbarKind;

/// What the supervision of calls asks of other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// A command to the page's voice ports.
    Command(VoiceCommand),
    /// A snackbar shows this text.
    Said(SnackbarKind, Text),
    /// The browser plays no sound before the supervisor has clicked or typed.
    SoundBlocked,
}
