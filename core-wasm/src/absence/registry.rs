//! The keys of absent mode: one row per kind of slice, timer and record.

use super::AbsenceView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("absence");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// Whether the agent is marked absent.
    pub static ABSENCE: Slice<()> = Slice::view("absence");
}

slice_views! {
    /// The view of a slice of absent mode.
    AbsenceSlice {
        /// Whether the agent is marked absent.
        Absence(AbsenceView),
    }
}
