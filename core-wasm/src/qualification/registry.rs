//! The keys of qualification: one row per kind of slice, timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("qualification");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::wire::Protocol;

    /// The qualification form of an attendance.
    pub static QUALIFICATION: Slice<Protocol> = Slice::view("qualification");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::Protocol;

    /// A qualification that has begun.
    pub static QUALIFICATION: Record<Protocol> = Record::named("qualification", StorePlace::Database);
}
