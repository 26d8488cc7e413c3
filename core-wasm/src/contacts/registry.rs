//! The keys of contacts: one row per kind of slice, timer and record.

use super::{ContactPanelView, FoundContactsView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("contacts");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::jobs::facts::CUSTOMER;
    use crate::wire::Protocol;

    /// The contact of an attendance.
    pub static CONTACT: Slice<Protocol> = Slice::view("contact").follows(&[CUSTOMER.row()]);
    /// The search over all contacts.
    pub static FOUND: Slice<()> = Slice::view("foundContacts");
}

slice_views! {
    /// The view of a slice of contacts.
    ContactsSlice {
        /// The contact panel of an attendance.
        Contact(OfEntity<ContactPanelView>),
        /// The search over all contacts.
        FoundContacts(FoundContactsView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// The agent stopped typing in the search over all contacts, or a request is repeated.
    pub static FIND: Timer<()> = Timer::named("findContacts");
}
