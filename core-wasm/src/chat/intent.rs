//! What the agent asks of a chat.

use crate::wire::Protocol;
use serde::Deserialize;

/// Written by the ui as `{ area: "chat", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChatIntent {
    DraftChanged {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        text: String,
    },
    SendMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        text: String,
    },
    RetryMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        local_id: String,
    },
    EditMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        local_id: String,
    },
    DiscardMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        local_id: String,
    },
    /// Asks first, unless `confirmed`.
    FinishJob {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        confirmed: bool,
    },
}
