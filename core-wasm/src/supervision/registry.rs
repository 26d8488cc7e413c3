//! The keys of supervision: one row per kind of slice, timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("supervision");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The supervisor's board.
    pub static SUPERVISION: Slice<()> = Slice::view("supervision");
}
