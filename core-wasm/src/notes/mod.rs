//! Internal notes of conversations (BEY-160), which agents write to each other at a place in a thread. They share no
//! type, no slice and no request with messages. A note is kept until the server has it; a write whose answer was lost
//! is looked up by its id.

mod area;
mod draft;
mod intent;
mod kept;
mod machine;
mod phase;
mod registry;
mod view;

pub use draft::NoteMode;
pub use intent::NotesIntent;
pub use kept::{NotesRecord, WriteRecord};
pub use machine::{Notes, WriteKind};
pub use phase::NotePhase;
pub use registry::{NotesSlice, records, slices, timers};
pub use view::{NoteDraftView, NoteMentionView, NotePeopleView, NotePersonView, NoteView, NotesView};
