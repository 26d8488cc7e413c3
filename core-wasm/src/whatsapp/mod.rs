//! WhatsApp and Instagram (spec conversation §4 "WhatsApp", issue 13): the parts in which their attendances differ from
//! those of web chat. Messages and the conversation window are in `conversation`, the end of an attendance is in
//! `jobs`.
//!
//! `area.rs` registers it; what it asks of other areas is [`Exit`].

mod actions;
mod active_job;
mod area;
mod catalogue;
mod compose;
mod exit;
mod inbox;
mod intent;
mod lists;
mod machine;
mod reading;
mod registry;
mod script;
mod status;
mod view;

pub use catalogue::TEMPLATES_BY_GROUP;
pub use exit::Exit;
pub use intent::WhatsAppIntent;
pub use lists::{
    ChoiceView, ForwardView, GalleryView, InboxRowView, InboxView, MediumView, TemplatesView, WhatsAppView,
};
pub use machine::WhatsApp;
pub use registry::{WhatsAppSlice, facts, slices, timers};
pub use script::JobScriptView;
pub use view::{ComposerState, WhatsAppJobView, WindowView};
