//! Rows and look-ups of files of messages. Their content is outside the store.

use super::StoreResult;
use super::backend::{Backend, delete, get, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, MessageMedia, Protocol, Wall};

/// A file of a message; its content is outside the store. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MediaRow {
    /// Random identifier.
    pub id: String,
    /// The attendance.
    pub protocol: Protocol,
    /// The agent who uploaded the file; empty for a file of the customer.
    pub agent_id: AgentId,
    /// Kind of the file, detected from its content.
    pub kind: MessageMedia,
    /// MIME type detected from the content.
    pub mimetype: String,
    /// Name as the sender gave it. Never part of a path.
    pub file_name: String,
    /// Size in bytes.
    pub size: u64,
    /// When the file was stored.
    pub created_at: Wall,
}

/// A file that was uploaded and that no message uses. Key: `id`; look-up: `created_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusedMediaRow {
    /// Identifier of the file.
    pub id: String,
    /// When the file was uploaded.
    pub created_at: Wall,
}

impl UnusedMediaRow {
    const BY_TIME: &'static Index = &Index::new("unused_media_by_time", &["created_at"]);
}

impl MediaRow {
    const BY_ATTENDANCE: &'static Index = &Index::new("media_by_attendance", &["protocol"]);
}

impl Row for MediaRow {
    const TABLE: &'static Table = &Table {
        name: "media",
        columns: &[Column::text("id"), Column::text("protocol")],
        key: 1,
        indexes: &[MediaRow::BY_ATTENDANCE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::With(Owner::Attendance, OwnedRows::by(MediaRow::BY_ATTENDANCE))];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.protocol)]
    }
}

impl Row for UnusedMediaRow {
    const TABLE: &'static Table = &Table {
        name: "unused_media",
        columns: &[Column::text("id"), Column::number("created_at")],
        key: 1,
        indexes: &[UnusedMediaRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::UnusedFiles, UnusedMediaRow::BY_TIME, Removal::File)];
    const ERASURE: Erasure<Self> = Erasure::Together("deleted with its file");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), self.created_at.into()]
    }
}

/// Look-ups and changes of files; part of `Store`.
pub trait FileStore: Backend {
    /// The file with this identifier.
    fn media(&self, id: &str) -> StoreResult<Option<MediaRow>> {
        get(self, [Value::text(id)])
    }
    /// Inserts or replaces the file's row by `id`.
    fn put_media(&mut self, row: &MediaRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes a file's row; an unknown one changes nothing.
    fn delete_media(&mut self, id: &str) -> StoreResult<()> {
        delete::<MediaRow>(self, [Value::text(id)])
    }
    /// The mark of an uploaded file that no message uses.
    fn unused_media(&self, id: &str) -> StoreResult<Option<UnusedMediaRow>> {
        get(self, [Value::text(id)])
    }
    /// Inserts or replaces the mark by `id`.
    fn put_unused_media(&mut self, row: &UnusedMediaRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the mark; an unknown one changes nothing.
    fn delete_unused_media(&mut self, id: &str) -> StoreResult<()> {
        delete::<UnusedMediaRow>(self, [Value::text(id)])
    }
    /// Files of the attendance, by identifier.
    fn media_of(&self, protocol: &Protocol) -> StoreResult<Vec<MediaRow>> {
        list(self, &Scan::of::<MediaRow>().by(MediaRow::BY_ATTENDANCE).equal([Value::text(protocol)]))
    }
}

impl<B: Backend> FileStore for B {}
