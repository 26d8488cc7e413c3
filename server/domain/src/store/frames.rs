//! Rows of the agents' broker queues, with their frames.

use super::erasure::{Erasure, Fate};
use super::retention::Retention;
use super::row::{Column, Row, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, EventId};

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
