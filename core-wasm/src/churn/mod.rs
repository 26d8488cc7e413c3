//! The risk that a customer leaves, as the service OrganIA computes it, and its removal with a written reason (ORG-001 to
//! ORG-007).

mod area;
mod intent;
mod machine;
mod registry;
mod view;

pub use intent::ChurnIntent;
pub use machine::{Churn, Exit};
pub use registry::{ChurnSlice, slices};
pub use view::{ChurnFactorView, ChurnView, RiskRemovalView};
