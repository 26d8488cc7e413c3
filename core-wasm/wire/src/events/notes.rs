//! Events of internal notes. Only agents get them.

use super::{AreaEvent, events};
use crate::Note;
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of internal notes.
    Changed(Box<NoteEvent>) = "NoteEvent",
}

/// A note was added, changed or removed in a conversation of the agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct NoteEvent {
    /// The attendance whose conversation shows the note. The note itself may be of an earlier attendance of the same conversation.
    pub protocol: crate::Protocol,
    /// The note as it is now.
    pub note: Note,
}
