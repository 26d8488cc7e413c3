//! When the agent pauses: the reasons to choose from, entering and leaving on one or several channels, and the word that a
//! pause has taken too long (spec session §3 "Pause", §4, §7 "Pauses", §8 "Pause").

mod area;
mod intent;
mod machine;
mod registry;
mod view;

pub use intent::PausesIntent;
pub use machine::{Exit, Pauses, StoredPauses};
pub use registry::{records, slices, timers};
pub use view::{PauseChannelView, PauseReasonView, PausesView};
