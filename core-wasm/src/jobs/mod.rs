//! The attendances of this agent (spec session §4 "Job life", conversation §3 "Job").

mod area;
mod collection;
mod content;
mod customer;
mod ending;
mod exit;
mod filter;
mod found;
mod intent;
mod job;
mod machine;
mod messages;
mod order;
mod registry;
mod renewal;
mod restore;
mod stored;
mod tags;
mod totals;
mod view;
mod window;

pub use crate::flow::EventNumber;
pub use collection::CollectionRecord;
pub use content::{AnsweredView, AttachmentView, MessageContentView};
pub use exit::{Exit, JobOrigin, RemovalReason};
pub use found::{EarlierView, FoundMessageView, SearchView};
pub use intent::JobsIntent;
pub use job::Job;
pub use machine::Jobs;
pub use registry::{JobsSlice, facts, order_key, records, slices, timers};
pub use stored::{JobRecord, StoredJob};
pub use view::{
    ComposerView, JobRowView, JobSummaryView, JobView, MessageDelivery, MessageView, RowChange, TagView, safe_color,
};
