//! Rows of customers' web chats: their events, what customers have sent, and the puzzles that they solved.

use super::StoreResult;
use super::backend::{Backend, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{Protocol, Wall};

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

/// Rows of web chats; part of `Store`.
pub trait WebChatStore: Backend {
    /// Inserts by (`protocol`, `number`).
    fn insert_web_chat_event(&mut self, row: &WebChatEventRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// At most `limit` events with a greater `number`, by `number`.
    fn web_chat_events_after(
        &self,
        protocol: &Protocol,
        after: u64,
        limit: usize,
    ) -> StoreResult<Vec<WebChatEventRow>> {
        let newer = Scan::of::<WebChatEventRow>().equal([Value::text(protocol)]).after(Value::number(after));
        list(self, &newer.limit(limit))
    }
    /// What the customer has sent in this chat.
    fn web_chat_use(&self, protocol: &Protocol) -> StoreResult<WebChatUseRow> {
        let row: Option<WebChatUseRow> = get(self, [Value::text(protocol)])?;
        Ok(row.unwrap_or_else(|| WebChatUseRow { protocol: protocol.clone(), ..WebChatUseRow::default() }))
    }
    /// Inserts or replaces by `protocol`.
    fn put_web_chat_use(&mut self, row: &WebChatUseRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Whether the puzzle with this salt was solved.
    fn is_puzzle_solved(&self, salt: &str) -> StoreResult<bool> {
        Ok(get::<SolvedPuzzleRow>(self, [Value::text(salt)])?.is_some())
    }
    /// Inserts by `salt`; `StoreError::Conflict` if it is there.
    fn insert_solved_puzzle(&mut self, row: &SolvedPuzzleRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Number of puzzles solved after this time.
    fn puzzles_solved_after(&self, after: Wall) -> StoreResult<usize> {
        self.count(&Scan::of::<SolvedPuzzleRow>().by(SolvedPuzzleRow::BY_TIME).after(after.into()))
    }
}

impl<B: Backend> WebChatStore for B {}

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
