//! Internal notes, which agents write to each other at a place in a conversation and no customer receives
//! (docs/contract.md, "Notes").
//!
//! They share no type with messages. Their text has its own type and is not a `String`, so that code which builds an
//! answer for a customer cannot use it by accident.

use super::tolerant::or_default;
use super::{AgentId, NoteId, Protocol, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Text of a note. It prints as a marker; code that reads it states that staff reads it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NoteText(String);

impl NoteText {
    /// Wraps what an agent wrote.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text. The only access to it, so that every use can be reviewed.
    pub fn for_staff(&self) -> &str {
        &self.0
    }

    /// Whether the text is blank.
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl fmt::Debug for NoteText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[note]")
    }
}

/// An agent whom a note mentions: its text has `@` and the name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct NoteMention {
    /// The agent.
    pub agent_id: AgentId,
    /// Name at the time of writing.
    pub name: String,
}

/// A note: an item of `GET /job/{protocol}/notes`, the answer to its changes, and in `NoteEvent`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct Note {
    /// Id that the page of its author gave the note.
    pub id: NoteId,
    /// The attendance in which it was written.
    pub protocol: Protocol,
    /// The author of the note.
    pub agent_id: AgentId,
    /// Name of the author at the time of writing.
    pub agent_name: String,
    /// The text; empty once it was removed.
    pub text: NoteText,
    /// The agents whom the note mentions.
    pub mentions: Vec<NoteMention>,
    /// When the note was written, on the server's clock.
    #[serde(deserialize_with = "or_default")]
    pub at: Option<Wall>,
    /// Until when the author may change the note.
    #[serde(deserialize_with = "or_default")]
    pub changeable_until: Option<Wall>,
    /// The author changed the text.
    pub edited: bool,
    /// Whether the author removed the note, so that only a mark is left.
    pub removed: bool,
    /// Grows with each change.
    pub version: u64,
}

/// An agent whom a note may mention: an item of `GET /job/{protocol}/notes/people`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct NotePerson {
    /// The agent.
    pub agent_id: AgentId,
    /// Name.
    pub name: String,
    /// Name of the first attendance group; empty without one.
    pub team: String,
    /// At work, with a link.
    pub online: bool,
}

/// Body of `POST /job/{protocol}/notes`. A repetition with the same id gets the same answer and adds no second note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AddNoteRequest {
    /// Id of the new note.
    pub id: NoteId,
    /// The text.
    pub text: NoteText,
    /// The agents whom the note mentions.
    pub mentions: Vec<AgentId>,
}

/// Body of `PUT /job/{protocol}/notes/{noteId}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EditNoteRequest {
    /// The text.
    pub text: NoteText,
    /// The agents whom the note mentions.
    pub mentions: Vec<AgentId>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_tolerant;

    #[test]
    fn bey_160_the_text_of_a_note_is_not_printed_in_logs() {
        let note = Note { text: NoteText::new("cliente irritado".to_owned()), ..Note::default() };
        let printed = format!("{note:?}");
        assert!(printed.contains("[note]") && !printed.contains("irritado"), "{printed}");
    }

    #[test]
    fn a_note_can_be_read_if_the_server_leaves_fields_out() {
        let note: Note = from_tolerant(r#"{"id":"N1","text":"Ligar amanhã","at":null,"new":1}"#).unwrap();
        assert_eq!((note.id.as_str(), note.text.for_staff(), note.at), ("N1", "Ligar amanhã", None));
    }
}
