//! Intents of conversations.

use super::uploads::MediaFile;
use crate::flow::FromPage;
use crate::wire::Protocol;

/// An action of the agent; the page writes `{ area: "conversation", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ConversationIntent {
    /// The agent typed in the composer.
    DraftChanged {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The whole text of the composer.
        text: String,
    },
    /// The agent chooses the message that the next text or file answers (WAP-069).
    Answer {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message; empty to answer none.
        answered: String,
    },
    /// The agent sends a message.
    SendMessage {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The text of the message.
        text: String,
    },
    /// The agent sends a file.
    SendMedia {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The file, which the page keeps.
        file: MediaFile,
        /// The caption; empty without one.
        caption: String,
        /// Local id of the message that it answers; empty without one.
        answered: String,
    },
    /// Sends a text that answers a message of the thread.
    Reply {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The text.
        text: String,
        /// Local id of the message that it answers.
        answered: String,
    },
    /// The agent cancels the upload of a file: the message is removed.
    CancelUpload {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// The agent sends a failed message again.
    RetryMessage {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// The agent takes a failed message back into the composer.
    EditMessage {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// The agent discards a failed message.
    DiscardMessage {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// Loads the preset messages of the attendance (PRE-003).
    LoadPresets {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Searches the messages of a conversation (WAP-063); an empty text clears the results.
    Search {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The text.
        text: String,
    },
    /// Loads the next portion of the results of a search.
    SearchMore {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads older messages, also of earlier attendances of the customer, portion by portion (CTC-038).
    LoadEarlier {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Refetches a message before the thread, because the address of its file expired (WAP-069).
    RenewEarlier {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the server.
        message_id: String,
    },
    /// The agent inserted a preset message into the text.
    PresetInserted {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the preset.
        preset_id: String,
    },
    /// Sends a preset whose type is not `text` as it is (PRE-004).
    SendPreset {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the preset.
        preset_id: String,
    },
}
