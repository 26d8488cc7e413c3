//! The keys of internal notes: one row per kind of slice, timer and record.

use super::{NoteDraftView, NotePeopleView, NotesView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("notes");

/// Slices of this area.
pub mod slices {
    use crate::conversation::facts::PLACES;
    use crate::flow::Slice;
    use crate::jobs::facts::ATTENDANCE;
    use crate::wire::Protocol;

    /// The notes of a conversation, each with its place in the thread.
    pub static NOTES: Slice<Protocol> = Slice::view("notes").follows(&[PLACES.row(), ATTENDANCE.row()]);
    /// The draft of a note, and whether the composer writes a note.
    pub static DRAFT: Slice<Protocol> = Slice::view("noteDraft").follows(&[ATTENDANCE.row()]);
    /// The agents whom a note may mention.
    pub static PEOPLE: Slice<()> = Slice::view("notePeople");
}

slice_views! {
    /// The view of a slice of internal notes.
    NotesSlice {
        /// The notes of a conversation.
        Notes(OfEntity<NotesView>),
        /// The note in the composer.
        NoteDraft(OfEntity<NoteDraftView>),
        /// The agents whom a note may mention.
        NotePeople(NotePeopleView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Protocol;

    /// Requests notes again whose load failed.
    pub static LIST: Timer<Protocol> = Timer::of_job("notes");
    /// Requests the agents to mention again.
    pub static PEOPLE: Timer<()> = Timer::named("note people");
    /// The look-up of a write without an answer.
    pub static LOOK_UP: Timer<Protocol> = Timer::of_job("note look-up");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::{AgentId, Protocol};

    /// The draft of a note and the writes that the server has not confirmed, of one conversation.
    pub static NOTES: Record<(AgentId, Protocol)> = Record::named("notes", StorePlace::Unsent);
}
