//! The history of attendances: the agent's own in a list, and those of a contact or a company (HIS-001 to HIS-006, CTC-006,
//! CTC-037, EMP-023).

mod area;
mod intent;
mod machine;
mod range;
mod recordings;
mod registry;
mod view;

pub use intent::HistoryIntent;
pub use machine::History;
pub use range::{Range, RangeFault};
pub use recordings::{HistoryRecordingView, PlaybackState};
pub use registry::{HistorySlice, slices, timers};
pub use view::{HistoryEntryView, HistoryFilter, HistoryGroupView, HistoryOfView, HistoryPageView, HistoryRowView};
