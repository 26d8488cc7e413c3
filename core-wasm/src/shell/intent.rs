//! Intents of the shell.

use super::{Dialog, PreferencesChange};
use crate::flow::FromPage;
use crate::wire::Channel;

/// An action of the agent; the page writes `{ area: "shell", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ShellIntent {
    /// The agent changed preferences.
    ChangePreferences {
        /// The changed preferences.
        change: PreferencesChange,
    },
    /// Opens the preferences dialog.
    OpenPreferences,
    /// The agent chose an entry of the rail.
    OpenArea {
        /// Path below the base path.
        path: String,
    },
    /// Opens the dialog that begins a call or a conversation with a number (SHELL-022).
    OpenFastTrigger {
        /// The number.
        phone: String,
        /// Name of its owner; empty if unknown.
        #[serde(default)]
        name: String,
        /// The channel that the number was shown for.
        channel: Channel,
    },
    /// Closes the dialog that the agent saw; no effect if another one is shown meanwhile.
    CloseDialog {
        /// The dialog.
        dialog: Dialog,
    },
    /// The page shows a snackbar with this number of characters of translated text.
    SnackbarShown {
        /// The snackbar.
        id: u32,
        /// Number of characters shown.
        chars: u32,
    },
    /// Pointer or focus entered or left a snackbar.
    SnackbarHeld {
        /// The snackbar.
        id: u32,
        /// True on entering.
        held: bool,
    },
    /// The agent closed a snackbar.
    SnackbarDismissed {
        /// The snackbar.
        id: u32,
    },
}
