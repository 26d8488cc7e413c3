//! The attendances of this agent and their threads (spec session §4 "Job life", conversation §3 "Job").

mod area;
mod filter;
mod intent;
mod job;
mod machine;
mod order;
mod registry;
mod restore;
mod stored;
mod thread;
mod view;

pub use intent::JobsIntent;
pub use job::{EventNumber, Job, JobLife};
pub use machine::{Exit, Jobs};
pub use registry::{order_key, records, slices, timers};
pub use stored::{CollectionRecord, JobRecord};
pub use thread::{Delivery, Thread, ThreadEntry, ThreadRecord, ThreadState, own_local_id};
pub use view::{ComposerView, JobRowView, JobSummaryView, JobView, MessageDelivery, MessageView, RowChange, TagView};
