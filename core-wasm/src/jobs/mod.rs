//! The attendances of this agent and their threads (spec session §4 "Job life", conversation §3 "Job").

mod machine;
mod order;
mod restore;
mod thread;
mod view;

pub use machine::{CollectionRecord, EventNumber, Exit, Job, JobLife, JobRecord, Jobs};
pub use thread::{Delivery, Thread, ThreadEntry, ThreadRecord, ThreadState, own_local_id};
pub use view::{ComposerView, JobRowView, JobSummaryView, JobView, MessageDelivery, MessageView, RowChange, TagView};
