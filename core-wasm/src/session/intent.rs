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
    /// A code: of the app or for recovery at a sign-in, or the first one of a new app.
    GiveCode {
        /// As the agent typed it.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        code: Secret<String>,
    },
    /// The agent has a recovery code instead of the app, or the app after all.
    ChangeCodeKind,
    /// The agent keeps the recovery codes.
    KeepRecoveryCodes,
    /// The second factor in the agent's menu.
    OpenSecondFactor,
    /// Begins to set a second factor up, in a session.
    SetUpSecondFactor {
        /// The current password.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
    },
    /// Turns the second factor off.
    RemoveSecondFactor {
        /// The current password.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
        /// A code of the app, or a recovery code.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        code: Secret<String>,
    },
    /// Asks for other recovery codes; those of before are void then.
    RenewRecoveryCodes {
        /// The current password.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
        /// A code of the app, or a recovery code.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        code: Secret<String>,
    },
    /// Back to the password, or the dialog is closed.
    LeaveSecondFactor,
    /// Turns desktop notifications of a channel's messages on or off; kept in the agent's record (NOT-015, NOT-016).
    SetNotify {
        /// WhatsApp or chat; voice has no switch (NOT-017).
        channel: Channel,
        /// Whether the agent wants them.
        on: bool,
    },
}
