//! Written conversations, whatever their channel: thread, search, read mark, drafts, outbox, unsent texts, preset messages and the
//! agent's typing (spec conversation §4). Paths and limits of a channel are in `rules.rs`; how an attendance begins and ends belongs to
//! the area of its channel.

mod area;
mod attendances;
mod delivery;
mod drafts;
mod earlier;
mod intent;
mod kept;
mod loading;
mod machine;
mod outbox;
mod pages;
mod presets;
mod quotes;
mod read_mark;
mod refused;
mod registry;
mod rules;
mod search;
mod sending;
mod thread;
mod typing;
mod unsent;
mod uploads;
mod window;

pub use area::ConversationSlice;
pub use attendances::{Attendances, Place, Taken};
pub use delivery::{Delivery, DeliveryReport};
pub use drafts::{DraftRecord, DraftView, Drafts, UNSENT_LIFE_MS};
pub use earlier::Earlier;
pub use intent::ConversationIntent;
pub use loading::{LoadEvent, LoadStep, Loading};
pub use machine::{Conversation, Exit};
pub use outbox::{EntryState, Extras, FailedMessageAction, Outbox, OutboxRecord, Outgoing};
pub use pages::Pages;
pub use presets::PresetsView;
pub use read_mark::ReadMark;
pub use registry::{records, slices, timers};
pub use search::Search;
pub use thread::{Thread, ThreadEntry, ThreadRecord, own_local_id};
pub use unsent::Unsent;
pub use uploads::{LARGEST_FILE, MediaFile};
pub use window::{Countdown, FreeText, WindowFacts};
