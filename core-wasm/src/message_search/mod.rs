//! Search over the messages and internal notes of all conversations of the agent (BEY-162). The server searches when the agent stops typing; only the
//! answer to the last text is used. A result opens its conversation, or the history where the attendance is not in the list any more.

mod area;
mod intent;
mod machine;
mod phase;
mod registry;
mod view;

pub use intent::MessageSearchIntent;
pub use machine::{Exit, MessageSearch};
pub use phase::{SearchMore, SearchPhase};
pub use registry::{MessageSearchSlice, slices, timers};
pub use view::{FoundMessageTarget, FoundTextView, MessageSearchView};
