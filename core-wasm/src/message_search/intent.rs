//! Intents of the search over messages.

use crate::flow::FromPage;

/// An action of the agent; the page writes `{ area: "messageSearch", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MessageSearchIntent {
    /// Opens the dialog and searches for a text at once.
    OpenMessageSearch {
        /// The text; empty: the text of the last search.
        #[serde(default)]
        text: String,
    },
    /// Searches for the text that the agent is typing.
    TypeMessageSearch {
        /// The text as the agent typed it; an empty text ends the search.
        text: String,
    },
    /// Loads the next portion of the results; after a failure the portion that failed.
    MoreFoundMessages,
    /// Opens the conversation of a result at its message.
    OpenFoundMessage {
        /// Id of the result.
        id: String,
    },
}
