//! Search over the texts of all conversations of an agent (docs/contract.md "Search over messages").

use super::tolerant::{Items, or_default};
use super::{AgentId, HistoryEntry, NoteId, SenderType, Wall};
use derive::ReadObject;
use serde::Serialize;

/// A piece of an excerpt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ExcerptPart {
    /// The text, as it was written.
    pub text: String,
    /// Whether this part matches the beginning of a searched word.
    pub found: bool,
}

/// A message or an internal note with all words of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct FoundMessage {
    /// The attendance, as the history shows it.
    pub attendance: HistoryEntry,
    /// Position of the message in the thread; 0 for a note.
    pub seq: u64,
    /// The server's id of the message; empty for a note.
    pub message_id: String,
    /// The note; empty for a message.
    pub note_id: NoteId,
    /// Who sent the message; `agent` for a note.
    #[serde(deserialize_with = "or_default")]
    pub sender_type: SenderType,
    /// The agent who wrote it; empty if it was no agent.
    pub agent_id: AgentId,
    /// Name of the agent who wrote it; empty if it was no agent.
    pub agent_name: String,
    /// When the message was written.
    #[serde(deserialize_with = "or_default")]
    pub at: Option<Wall>,
    /// The part of the text around the first word.
    pub excerpt: Vec<ExcerptPart>,
}

/// Answer of `GET /messages/search`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct FoundMessages {
    /// The found messages and notes, newest first.
    pub data: Items<FoundMessage>,
    /// The next portion begins with this `before`; empty if there is none.
    pub next: String,
}
