//! Written conversations, whatever their channel: threads, search, windows, drafts, outbox, unsent texts, preset messages and the
//! agent's typing (spec conversation §4). Paths and limits of a channel are in `rules.rs`; how an attendance begins and ends belongs to
//! the area of its channel.

mod area;
mod content;
mod conversation_facts;
mod delivery;
mod drafts;
mod earlier;
mod file_plan;
mod found;
mod intent;
mod kept;
mod machine;
mod message_view;
mod messages;
mod outbox;
mod preset_text;
mod presets;
mod quotes;
mod reading;
mod refused;
mod registry;
mod renewal;
mod rules;
mod search;
mod sending;
mod text_length;
mod thread;
mod thread_changes;
mod thread_end;
mod thread_order;
mod threads;
mod typing;
mod unsent;
mod uploads;
mod waiting_unsent;
mod window;

pub use content::{AnsweredView, AttachmentView, MessageContentView};
pub use conversation_facts::window_of;
pub use delivery::{Delivery, DeliveryReport};
pub use drafts::{DraftRecord, DraftView, Drafts, UNSENT_LIFE_MS};
pub use file_plan::FilePlanView;
pub use found::{EarlierView, FoundMessageView, SearchView};
pub use intent::ConversationIntent;
pub use machine::{Conversation, Exit};
pub use message_view::{MessageDelivery, MessageView};
pub use outbox::{EntryState, Extras, FailedMessageAction, Outbox, OutboxRecord, Outgoing};
pub use presets::{PresetItem, PresetsView};
pub use registry::{ConversationSlice, facts, records, slices, timers};
pub use text_length::LengthView;
pub use thread::{Thread, ThreadEntry, ThreadRecord, own_local_id};
pub use threads::ConversationKey;
pub use unsent::Unsent;
pub use uploads::{ConvertedFile, LARGEST_FILE, MediaFile, header_file};
pub use waiting_unsent::{UnsentOfAgent, WaitingUnsent};
pub use window::{Countdown, FreeText, WindowFacts};
