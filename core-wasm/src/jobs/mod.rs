//! The attendances of this agent (spec session §4 "Job life", conversation §3 "Job").

mod area;
mod closing;
mod collection;
mod customer;
mod ending;
mod exit;
mod filter;
mod intent;
mod job;
mod machine;
mod marks;
mod messages;
mod named;
mod order;
mod read_mark;
mod registry;
mod restore;
mod seen;
mod snooze;
mod stored;
mod tags;
mod totals;
mod unanswered;
mod view;
mod waiting;

pub use crate::flow::EventNumber;
pub use closing::{Afterwards, ClosingEvent, ClosingView};
pub use collection::CollectionRecord;
pub use exit::{Exit, JobOrigin, RemovalReason};
pub use intent::JobsIntent;
pub use job::Job;
pub use machine::Jobs;
pub use messages::ThreadEnd;
pub use registry::{JobsSlice, facts, order_key, records, slices, timers};
pub use snooze::SnoozeView;
pub use stored::{JobRecord, StoredJob};
pub use view::{
    ComposerView, HeaderFacts, JobQueueView, JobRowView, JobSummaryView, JobView, OnTheWay, RowChange, TagView,
    ThreadReading, safe_color,
};
