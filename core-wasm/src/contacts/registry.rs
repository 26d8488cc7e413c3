//! The keys of contacts: one row per kind of slice, timer and record.

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::wire::Protocol;

    /// The contact of an attendance.
    pub static CONTACT: Slice<Protocol> = Slice::view("contact");
}
