//! The keys of qualification: one row per kind of slice, timer and record.

use super::{BulkView, QualificationView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("qualification");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::jobs::facts::CUSTOMER;
    use crate::wire::Protocol;

    /// The qualification form of an attendance.
    pub static QUALIFICATION: Slice<Protocol> = Slice::view("qualification").follows(&[CUSTOMER.row()]);
    /// The selected attendances of the list, and the bulk action on them.
    pub static BULK: Slice<()> = Slice::view("bulk");
}

slice_views! {
    /// The view of a slice of qualification.
    QualificationSlice {
        /// The qualification of an attendance.
        Qualification(OfEntity<QualificationView>),
        /// Several attendances at once.
        Bulk(Box<BulkView>),
    }
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::Protocol;

    /// A qualification that the agent has begun.
    pub static QUALIFICATION: Record<Protocol> = Record::retried("qualification", StorePlace::Database);
    /// A running bulk action.
    pub static BULK: Record<()> = Record::retried("bulk", StorePlace::Database);
}
