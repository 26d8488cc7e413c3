//! Rows of data that the server sends (the agents' queues with their frames, the customers' streams), of the amount that customers have sent,
//! and of solved puzzles.

use super::erasure::{Erasure, Fate};
use super::retention::{KeptFor, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Table, Value};
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

/// The amount that the customer of a web chat has sent. Key: `protocol`; a chat without files and texts has no row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatUseRow {
    /// The attendance.
    pub protocol: Protocol,
    /// Number of messages.
    pub messages: u32,
    /// Number of uploaded files.
    pub files: u32,
    /// Number of bytes in texts and files.
    pub bytes: u64,
}

/// A solved puzzle; its solution can start one chat or call only. Key: `salt`.
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

impl Row for QueueTail {
    const TABLE: &'static Table =
        &Table { name: "queue_head", columns: &[Column::text("agent_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("one for each agent")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("numbers of an agent's queue");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id)]
    }
}

impl Row for FrameRow {
    const TABLE: &'static Table =
        &Table { name: "frame", columns: &[Column::text("agent_id"), Column::number("seq")], key: 2, indexes: &[] };

    const RETENTION: &'static [Retention] =
        &[Retention::Work("deleted when it is acknowledged; a queue that is too long is cleared")];
    const ERASURE: Erasure<Self> =
        Erasure::EveryRow(|row, customer| if customer.is_named(&row.text) { Fate::Deleted } else { Fate::Kept });

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id), Value::number(self.seq)]
    }
}

impl Row for WebChatEventRow {
    const TABLE: &'static Table = &Table {
        name: "outside_event",
        columns: &[Column::text("protocol"), Column::number("number")],
        key: 2,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Traces, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.protocol), Value::number(self.number)]
    }
}

impl Row for WebChatUseRow {
    const TABLE: &'static Table =
        &Table { name: "web_chat_use", columns: &[Column::text("protocol")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Attendance, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.protocol)]
    }
}

impl SolvedPuzzleRow {
    pub(super) const BY_TIME: &'static Index = &Index::new("solved_puzzle_by_time", &["at"]);
}

impl Row for SolvedPuzzleRow {
    const TABLE: &'static Table = &Table {
        name: "solved_puzzle",
        columns: &[Column::text("salt"), Column::number("at")],
        key: 1,
        indexes: &[SolvedPuzzleRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::SolvedPuzzles, SolvedPuzzleRow::BY_TIME, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Nothing("a random text");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.salt), self.at.into()]
    }
}
