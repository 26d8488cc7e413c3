//! The keys of the import.

use super::ContactImportView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("imports");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::people::facts::COLUMNS;

    /// The import of contacts.
    pub static IMPORT: Slice<()> = Slice::view("contactImport").follows(&[COLUMNS.row()]);
}

slice_views! {
    /// The view of a slice of the import.
    ImportsSlice {
        /// The import of contacts.
        ContactImport(ContactImportView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Requests the progress of the import again.
    pub static PROGRESS: Timer<()> = Timer::named("contactImport");
}
