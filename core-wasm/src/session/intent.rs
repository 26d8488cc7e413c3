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
        /// The password; only sent to the server, never stored.
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
        /// True: the change is sent. False: only the rules are checked.
        save: bool,
    },
    /// A code of the authenticator app or a recovery code at a sign-in, or the first code of a new app.
    GiveCode {
        /// The code as the agent typed it.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        code: Secret<String>,
    },
    /// Switches between the code of the app and a recovery code.
    ChangeCodeKind,
    /// The agent confirms that the recovery codes were saved.
    KeepRecoveryCodes,
    /// Opens the second factor from the agent's menu.
    OpenSecondFactor,
    /// Begins the set-up of a second factor in a session.
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
    /// Requests new recovery codes; the earlier ones become invalid.
    RenewRecoveryCodes {
        /// The current password.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
        /// A code of the app, or a recovery code.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        code: Secret<String>,
    },
    /// Returns to the step of the password, or closes the dialog.
    LeaveSecondFactor,
    /// Turns desktop notifications of a channel's messages on or off; kept in the agent's record (NOT-015, NOT-016).
    SetNotify {
        /// WhatsApp or chat; voice has no switch (NOT-017).
        channel: Channel,
        /// Whether the agent wants them.
        on: bool,
    },
}
