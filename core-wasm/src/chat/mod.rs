//! Web chat: drafts, typing, what the agent sends, what the customer does, and the end of the attendance
//! (spec conversation §4 "Chat").

mod area;
mod drafts;
mod intent;
mod machine;
mod outbox;
mod registry;
mod sending;
mod typing;
mod unsent;

pub use drafts::{DraftRecord, DraftView, Drafts, UNSENT_LIFE_MS};
pub use intent::ChatIntent;
pub use machine::{Chat, Exit};
pub use outbox::{EntryState, FailedMessageAction, Outbox, OutboxRecord};
pub use registry::{records, slices, timers};
pub use unsent::Unsent;
