//! Intents of internal notes.

use crate::flow::FromPage;
use crate::wire::{AgentId, Protocol};

/// An action of the agent; the page writes `{ area: "notes", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NotesIntent {
    /// Switches the composer between a note and a message to the customer. Both drafts stay.
    SetNoteMode {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// True: the composer writes a note.
        note: bool,
    },
    /// The agent typed in the composer of notes.
    NoteTyped {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The whole text.
        text: String,
    },
    /// The agent chose an agent whom the note mentions; the page puts `@` and the name into the text.
    MentionPerson {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The person.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
    },
    /// Adds the note.
    AddNote {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The text.
        text: String,
    },
    /// Changes an own note.
    EditNote {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the note.
        id: String,
        /// The text.
        text: String,
    },
    /// Removes an own note.
    RemoveNote {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the note.
        id: String,
    },
    /// Sends a refused change of notes again.
    RetryNote {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the note.
        id: String,
    },
    /// Discards a refused change of notes.
    DiscardNote {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the note.
        id: String,
    },
    /// Loads the notes again after a failure.
    ReloadNotes {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads the agents whom a note may mention (slice `notePeople`).
    LoadNotePeople {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
