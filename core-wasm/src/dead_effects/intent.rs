//! Intents about effects that were given up.

use crate::flow::FromPage;

/// Written by the ui as `{ area: "deadEffects", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DeadEffectsIntent {
    /// Opens the dialog and loads the list.
    OpenDeadEffects,
    /// Loads the list again.
    ReloadDeadEffects,
    /// Requests another attempt of an effect.
    RetryEffect {
        /// Id of the effect.
        id: String,
    },
}
