//! Web chat: drafts, typing, what the agent sends, what the customer does, and the end of the attendance
//! (spec conversation §4 "Chat").

mod drafts;
mod machine;
mod outbox;
mod typing;

pub use drafts::{DraftRecord, DraftView, Drafts};
pub use machine::{Chat, Exit};
pub use outbox::{Outbox, OutboxRecord};
