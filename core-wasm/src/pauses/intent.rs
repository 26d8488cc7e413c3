//! What the agent asks of pauses.

use crate::wire::{Channel, PauseId};
use serde::Deserialize;

/// Written by the ui as `{ area: "pauses", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PausesIntent {
    /// One channel has a dialog of its own; without one it is the general dialog, where the agent ticks channels.
    OpenPauseDialog {
        channels: Vec<Channel>,
    },
    ReloadPauses,
    EnterPause {
        channels: Vec<Channel>,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        pause_id: PauseId,
    },
    /// Also takes a scheduled pause back.
    LeavePause {
        channels: Vec<Channel>,
    },
}
