//! What the agent asks of the broker link.

use serde::Deserialize;

/// Written by the ui as `{ area: "connection", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ConnectionIntent {
    /// "Tentar de novo" in the dialog that tells what is wrong with the connection.
    RetryConnection,
    /// The agent waits no longer for the connection: the dialog gives way to a page of its own (CON-006).
    GiveUpConnection,
    /// The agent wants to know how the link comes back.
    ShowReconnecting,
}
