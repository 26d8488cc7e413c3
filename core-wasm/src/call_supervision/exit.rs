//! What the supervision of calls asks of other areas.

use crate::flow::{Text, VoiceCommand};
use crate::shell::SnackbarKind;

/// What the supervision of calls asks of other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// The page's voice ports do this.
    Command(VoiceCommand),
    /// A snackbar shows this.
    Said(SnackbarKind, Text),
    /// The browser plays nothing before a gesture.
    SoundBlocked,
}
