//! The qualification of ended attendances: list, observation and payload (spec session §4, §7).

mod area;
mod intent;
mod machine;
mod payload;
mod policy;
mod registry;
mod view;

pub use intent::QualificationIntent;
pub use machine::{Exit, Options, Qualification, StoredQualification};
pub use payload::{PayloadFacts, payload};
pub use policy::is_early_qualification;
pub use registry::{QualificationSlice, records, slices};
pub use view::{QualificationOptionView, QualificationView};
