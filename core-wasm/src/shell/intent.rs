//! What the agent asks of the shell.

use super::PreferencesChange;
use serde::Deserialize;

/// Written by the ui as `{ area: "shell", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ShellIntent {
    ChangePreferences {
        change: PreferencesChange,
    },
    OpenPreferences,
    /// An entry of the rail; a path below the base path.
    OpenArea {
        path: String,
    },
    CloseDialog,
    /// The ui shows the note with this many characters of translated text.
    SnackbarShown {
        id: u32,
        chars: u32,
    },
    SnackbarHeld {
        id: u32,
        held: bool,
    },
    SnackbarDismissed {
        id: u32,
    },
}
