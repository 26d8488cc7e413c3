//! The keys of absent mode: one row per kind of slice, timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("absence");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// Whether the agent is marked absent.
    pub static ABSENCE: Slice<()> = Slice::view("absence");
}
