//! Intents of the session.

use crate::flow::FromPage;
use crate::wire::{Channel, Secret};

/// Written by the ui as `{ area: "session", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SessionIntent {
    /// "Entrar" of the sign-in form. Spaces around the login are dropped.
    SignIn {
        /// What the agent typed as login.
        login: String,
        /// Only sent to the server, never stored.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
    },
    /// Log-off. With open attendances a dialog asks first (SES-043).
    SignOut {
        /// The agent confirmed that dialog.
        confirmed: bool,
    },
    /// "Tentar de novo" while the server does not answer.
    RetrySession,
    /// "Alterar senha" of the agent's menu.
    OpenNewPassword,
    /// Content of the fields of the new password.
    NewPassword {
        /// The current password; empty with a temporary token.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        current: Secret<String>,
        /// The new password.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
        /// The same password, typed again.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        repeated: Secret<String>,
        /// Send it; otherwise the rules are only checked.
        save: bool,
    },
    /// Turns desktop notifications of a channel's messages on or off; kept in the agent's record (NOT-015, NOT-016).
    SetNotify {
        /// WhatsApp or chat; voice has no switch (NOT-017).
        channel: Channel,
        /// Whether the agent wants them.
        on: bool,
    },
}
