//! Pauses: the list of pauses, entering and leaving on one or several channels, and the alert about a pause that exceeds
//! its maximum (spec session §3 "Pause", §4, §7 "Pauses", §8 "Pause").

mod area;
mod intent;
mod machine;
mod registry;
mod view;

pub use intent::PausesIntent;
pub use registry::{PausesSlice, records, slices, timers};
pub use view::{PauseChannelView, PauseReasonView, PausesView};

pub(crate) use machine::{Exit, PauseAnswer, Pauses, StoredPauses};
