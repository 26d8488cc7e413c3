//! The qualification of ended attendances: list, observation and payload (spec session §4, §7).

mod area;
mod bulk;
mod bulk_item;
mod bulk_lists;
mod bulk_requests;
mod bulk_view;
mod intent;
mod machine;
mod payload;
mod policy;
mod registry;
mod view;

pub use bulk::{BulkAim, BulkFact, BulkStep, BulkTask, StoredBulk};
pub use bulk_item::{BulkItem, BulkItemEvent, BulkReason};
pub use bulk_lists::list_of as bulk_list_of;
pub use bulk_view::{BulkDialogView, BulkItemState, BulkItemView, BulkStage, BulkView};
pub use intent::QualificationIntent;
pub use machine::{Exit, Options, Qualification, StoredQualification};
pub use payload::{PayloadFacts, payload};
pub use policy::is_early_qualification;
pub use registry::{QualificationSlice, records, slices};
pub use view::{QualificationOptionView, QualificationView};
