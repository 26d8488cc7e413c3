//! Rows of internal notes. `NoteStore` is no part of `Store`: a module that reads or writes notes must import it, and a test lists these modules
//! (`notes::privacy_tests`).

use super::StoreResult;
use super::backend::{Backend, get, list, put};
use super::erasure::Erasure;
use super::retention::{OwnedRows, Owner, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, NoteId, NoteText, Protocol, Wall};

/// A person whom a note mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionFact {
    /// The agent.
    pub agent_id: AgentId,
    /// Name at the time of writing.
    pub name: String,
}

/// An internal note. Key: (`protocol`, `id`); look-up: `conversation`, then `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteRow {
    /// The attendance in which it was written.
    pub protocol: Protocol,
    /// Id that the author's page chose.
    pub id: NoteId,
    /// The conversation that it belongs to, which may continue in later attendances.
    pub conversation: String,
    /// The author.
    pub agent_id: AgentId,
    /// Name of the author at the time of writing.
    pub agent_name: String,
    /// The text; empty once it was removed.
    pub text: NoteText,
    /// The people whom the note mentions.
    pub mentions: Vec<MentionFact>,
    /// When the note was written.
    pub at: Wall,
    /// Whether the author changed the text.
    pub edited: bool,
    /// Whether the author removed the note.
    pub removed: bool,
    /// Version, increased by each change.
    pub version: u64,
}

impl NoteRow {
    const BY_CONVERSATION: &'static Index = &Index::new("note_by_conversation", &["conversation", "at"]);
}

impl Row for NoteRow {
    const TABLE: &'static Table = &Table {
        name: "note",
        columns: &[Column::text("protocol"), Column::text("id"), Column::text("conversation"), Column::number("at")],
        key: 2,
        indexes: &[NoteRow::BY_CONVERSATION],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Attendance, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.protocol), Value::text(&self.id), Value::text(&self.conversation), self.at.into()]
    }
}

/// Look-ups and changes of notes. Not part of `Store`.
pub trait NoteStore: Backend {
    /// The note with this id in the attendance.
    fn note(&self, protocol: &Protocol, id: &NoteId) -> StoreResult<Option<NoteRow>> {
        get(self, [Value::text(protocol), Value::text(id)])
    }
    /// At most `limit` notes of the conversation, the last one first.
    fn notes_of(&self, conversation: &str, limit: usize) -> StoreResult<Vec<NoteRow>> {
        let of_conversation = Scan::of::<NoteRow>().by(NoteRow::BY_CONVERSATION).equal([Value::text(conversation)]);
        list(self, &of_conversation.descending().limit(limit))
    }
    /// Number of notes that were written in the attendance.
    fn note_count(&self, protocol: &Protocol) -> StoreResult<usize> {
        self.count(&Scan::of::<NoteRow>().equal([Value::text(protocol)]))
    }
    /// At most `limit` notes after this one, in the order of protocols and ids.
    fn notes_behind(&self, protocol: &Protocol, id: &NoteId, limit: usize) -> StoreResult<Vec<NoteRow>> {
        let same = Scan::of::<NoteRow>().equal([Value::text(protocol)]).after(Value::text(id));
        let mut rows: Vec<NoteRow> = list(self, &same.limit(limit))?;
        if rows.len() < limit {
            let others = Scan::of::<NoteRow>().after(Value::text(protocol)).limit(limit - rows.len());
            rows.extend(list::<NoteRow>(self, &others)?);
        }
        Ok(rows)
    }
    /// Inserts or replaces by (`protocol`, `id`).
    fn put_note(&mut self, row: &NoteRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend + ?Sized> NoteStore for B {}
