//! Intents of the broker link.

use crate::flow::FromPage;

/// Written by the ui as `{ area: "connection", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ConnectionIntent {
    /// "Tentar de novo" in the dialog about a connection problem.
    RetryConnection,
    /// The agent stops waiting for the connection: the page of a lost connection replaces the dialog (CON-006).
    GiveUpConnection,
    /// Opens the dialog about the reconnection; no effect while connected.
    ShowReconnecting,
}
