//! The keys of absent mode: one row per kind of slice, timer and record.

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// Whether the agent is marked absent.
    pub static ABSENCE: Slice<()> = Slice::view("absence");
}
