//! The keys of supervision: one row per kind of slice, timer and record.

use super::SupervisionView;
use crate::flow::{AreaName, slice_views};

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("supervision");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The supervisor's board.
    pub static SUPERVISION: Slice<()> = Slice::view("supervision");
}

slice_views! {
    /// The view of a slice of supervision.
    SupervisionSlice {
        /// The supervisor's board.
        Supervision(SupervisionView),
    }
}
