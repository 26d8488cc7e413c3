//! What the agent asks of the session.

use crate::wire::{Channel, Secret};
use serde::Deserialize;

/// Written by the ui as `{ area: "session", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SessionIntent {
    SignIn {
        login: String,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
    },
    /// Asks first where attendances are open, unless `confirmed`.
    SignOut { confirmed: bool },
    /// "Tentar de novo" while the server is silent.
    RetrySession,
    /// "Alterar senha" of the own menu.
    OpenNewPassword,
    /// What stands in the two fields of the new password; `save` sends it.
    NewPassword {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        repeated: Secret<String>,
        save: bool,
    },
    /// Desktop notifications of a channel's messages, on or off, kept in the agent's record (NOT-015, NOT-016).
    SetNotify { channel: Channel, on: bool },
}
