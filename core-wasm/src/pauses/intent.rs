//! Intents of pauses.

use crate::flow::FromPage;
use crate::wire::{Channel, PauseId};

/// Written by the ui as `{ area: "pauses", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PausesIntent {
    /// Opens the dialog for one channel, or the general dialog, where the agent selects channels.
    OpenPauseDialog {
        /// The channel of the dialog; any other number of channels opens the general dialog.
        channels: Vec<Channel>,
    },
    /// Loads the pauses again after a failure.
    ReloadPauses,
    /// Enters a pause, or schedules it while attendances are open.
    EnterPause {
        /// On these channels; those with a pending request are skipped.
        channels: Vec<Channel>,
        /// Id of the pause in the list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        pause_id: PauseId,
    },
    /// Leaves an active pause or cancels a scheduled one.
    LeavePause {
        /// On these channels; those with a pending request are skipped.
        channels: Vec<Channel>,
    },
}
