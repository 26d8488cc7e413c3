//! Broadcasts: one template of WhatsApp to many customers (spec conversation §3, §4, §7; docs/contract.md, "Broadcasts"). The agent's lists are
//! loaded when the page opens and kept by events; the entries of the opened list, and the draft of a new one, are beside them.
//!
//! `area.rs` registers the area; what it asks of other areas is `Exit`.

mod actions;
mod area;
mod audience;
mod creation;
mod draft;
mod draft_view;
mod entries;
mod intent;
mod kept;
mod lists;
mod machine;
mod phase;
mod policy;
mod preview;
mod registry;
mod search;
mod view;

pub use actions::BroadcastAction;
pub use draft::{DraftChange, DraftField};
pub use draft_view::{
    BroadcastCheckView, BroadcastContactView, BroadcastContactsView, BroadcastVariableView, DraftFaultView,
    LeftOutReasonView, NewBroadcastView,
};
pub use intent::BroadcastsIntent;
pub use lists::{BroadcastFilter, BroadcastTab};
pub use phase::{BroadcastsPhase, CreationPhase};
pub use policy::{BroadcastProgress, BroadcastWord, EntryGroup};
pub use preview::BroadcastPreviewView;
pub use registry::{BroadcastsSlice, records, slices, timers};
pub use view::{
    BroadcastCardView, BroadcastEntryView, BroadcastReasonView, BroadcastTabCounts, BroadcastView, BroadcastsView,
};

pub(crate) use machine::{Broadcasts, Exit};
