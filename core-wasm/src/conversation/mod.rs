//! Written conversations, whatever their channel: thread, read mark, drafts, outbox, unsent texts and the agent's typing
//! (spec conversation §4). Paths and limits of a channel are in `rules.rs`; how an attendance begins and ends belongs to
//! the area of its channel.

mod area;
mod attendances;
mod delivery;
mod drafts;
mod intent;
mod kept;
mod loading;
mod machine;
mod outbox;
mod read_mark;
mod registry;
mod rules;
mod sending;
mod thread;
mod typing;
mod unsent;

pub use area::ConversationSlice;
pub use attendances::{Attendances, Place, Taken};
pub use delivery::Delivery;
pub use drafts::{DraftRecord, DraftView, Drafts, UNSENT_LIFE_MS};
pub use intent::ConversationIntent;
pub use loading::{LoadEvent, LoadStep, Loading};
pub use machine::{Conversation, Exit};
pub use outbox::{EntryState, FailedMessageAction, Outbox, OutboxRecord};
pub use read_mark::ReadMark;
pub use registry::{records, slices, timers};
pub use thread::{Thread, ThreadEntry, ThreadRecord, own_local_id};
pub use unsent::Unsent;
