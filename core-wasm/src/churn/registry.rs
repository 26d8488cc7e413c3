//! The keys of the churn risk.

use super::ChurnView;
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("churn");

/// Slices of this area.
pub mod slices {
    use crate::flow::{Entity, Slice};

    /// The risk that a contact, or a contact of a company, leaves.
    pub static OF: Slice<Entity> = Slice::view("churnOf");
}

slice_views! {
    /// The view of a slice of the churn risk.
    ChurnSlice {
        /// The risk of a contact or a company; `undefined` before it is known and where there is no risk to show: the widget
        /// is hidden.
        ChurnOf(OfEntity<ChurnView>),
    }
}
