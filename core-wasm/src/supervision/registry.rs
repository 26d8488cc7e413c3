//! The keys of supervision: one row per kind of slice, timer and record.

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The supervisor's board.
    pub static SUPERVISION: Slice<()> = Slice::view("supervision");
}
