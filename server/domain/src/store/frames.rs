//! Rows of what the server sends, the agents' queues with their frames and the customers' streams, and of what customers have sent and solved.

use serde::{Deserialize, Serialize};
use wire::{AgentId, EventId, Protocol, Wall};

/// The end of an agent's broker queue: epoch and last number. Key: `agent_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueTail {
    /// Owner of the queue.
    pub agent_id: AgentId,
    /// Random name of the current numbering; changes when numbers start again.
    pub epoch: String,
    /// `seq` of the last frame; 0 before the first.
    pub seq: u64,
}

/// One unacknowledged broker frame. Key: (`agent_id`, `seq`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameRow {
    /// Owner of the queue.
    pub agent_id: AgentId,
    /// Number within the epoch.
    pub seq: u64,
    /// Unique identifier of the event.
    pub event_id: EventId,
    /// Body: `{ event, eventId, seq, epoch, sentAt, … }`.
    pub text: String,
}

/// What the customer of a web chat has sent in it. Key: `protocol`; a chat without files and texts has no row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatUseRow {
    /// The attendance.
    pub protocol: Protocol,
    /// Number of messages.
    pub messages: u32,
    /// Number of uploaded files.
    pub files: u32,
    /// Bytes of texts and files.
    pub bytes: u64,
}

/// A solved puzzle of a start, whose solution counts once. Key: `salt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedPuzzleRow {
    /// Random part of the puzzle.
    pub salt: String,
    /// When the chat or the call began.
    pub at: Wall,
}

/// One event of a customer's stream. Key: (`protocol`, `number`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatEventRow {
    /// The attendance.
    pub protocol: Protocol,
    /// Number within the stream, from 1.
    pub number: u64,
    /// JSON of a `WebChatEvent`.
    pub text: String,
}
