//! The keys of contacts: one row per kind of slice, timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("contacts");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::wire::Protocol;

    /// The contact of an attendance.
    pub static CONTACT: Slice<Protocol> = Slice::view("contact");
}
