//! Rows of customers' web chats: what only they have beside their attendances, their events, what customers have sent, and the puzzles that they solved.

use super::StoreResult;
use super::backend::{Backend, first, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{Protocol, Wall};

/// The facts that only a web chat has, in addition to its attendance. Key: `protocol`; look-ups: `secret_hash`,
/// `address_hash`. The row is deleted with the rows that pages need to repeat requests: without it no page of the
/// customer opens the chat any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatRow {
    /// The attendance.
    pub protocol: Protocol,
    /// SHA-256 of the customer's secret, in hexadecimal.
    pub secret_hash: String,
    /// SHA-256 of the network address that started the chat, in hexadecimal, until the chat ends; limits the open chats per address.
    #[serde(default)]
    pub address_hash: Option<String>,
    /// Position in the queue as last published to the customer; 0: not published.
    pub published_position: u32,
    /// Last message, typing or opening of the page by the customer; typing renews it only at intervals.
    pub last_activity: Wall,
    /// Since when no page of the customer has been open; `None` while one is.
    pub page_gone_since: Option<Wall>,
    /// The customer opened a page, wrote or typed at least once.
    pub customer_seen: bool,
    /// Number of the last event of the customer's stream.
    pub last_event: u64,
}

impl WebChatRow {
    /// A chat that begins now.
    pub fn new(protocol: Protocol, secret_hash: String, now: Wall) -> Self {
        Self {
            protocol,
            secret_hash,
            address_hash: None,
            published_position: 0,
            last_activity: now,
            page_gone_since: None,
            customer_seen: false,
            last_event: 0,
        }
    }

    const BY_ADDRESS: &'static Index = &Index::new("web_chat_by_address", &["address_hash"]);
    /// The rule: a start that a customer repeats does not start a second chat.
    const BY_SECRET: &'static Index = &Index::unique("web_chat_by_secret", &["secret_hash"]);
}

/// Counts of the files and texts that the customer of a web chat has sent. Key: `protocol`; a chat without files and
/// texts has no row.
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
    /// The web chat of the attendance.
    fn web_chat(&self, protocol: &Protocol) -> StoreResult<Option<WebChatRow>> {
        get(self, [Value::text(protocol)])
    }
    /// The web chat whose `secret_hash` is `hash`.
    fn web_chat_by_secret(&self, hash: &str) -> StoreResult<Option<WebChatRow>> {
        first(self, Scan::of::<WebChatRow>().by(WebChatRow::BY_SECRET).equal([Value::text(hash)]))
    }
    /// Number of open chats from the address.
    fn open_chats_of_address(&self, address_hash: &str) -> StoreResult<usize> {
        self.count(&Scan::of::<WebChatRow>().by(WebChatRow::BY_ADDRESS).equal([Value::text(address_hash)]))
    }
    /// Inserts or replaces by `protocol`. `StoreError::Conflict` if another chat has the secret.
    fn put_web_chat(&mut self, row: &WebChatRow) -> StoreResult<()> {
        put(self, row)
    }
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
    /// Counts of the files and texts that the customer has sent in this chat.
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

impl Row for WebChatRow {
    const TABLE: &'static Table = &Table {
        name: "web_chat",
        columns: &[Column::text("protocol"), Column::text("secret_hash"), Column::optional_text("address_hash")],
        key: 1,
        indexes: &[WebChatRow::BY_SECRET, WebChatRow::BY_ADDRESS],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Traces, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        let address = self.address_hash.as_ref().map_or(Value::Null, Value::text);
        vec![Value::text(&self.protocol), Value::text(&self.secret_hash), address]
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
