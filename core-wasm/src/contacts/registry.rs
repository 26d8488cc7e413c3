//! The keys of contacts: one row per kind of slice, timer and record.

use super::ContactPanelView;
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("contacts");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::wire::Protocol;

    /// The contact of an attendance.
    pub static CONTACT: Slice<Protocol> = Slice::view("contact");
}

slice_views! {
    /// The view of a slice of contacts.
    ContactsSlice {
        /// The contact panel of an attendance.
        Contact(OfEntity<ContactPanelView>),
    }
}
