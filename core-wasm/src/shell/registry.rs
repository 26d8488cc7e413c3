//! The keys of the shell: one row per kind of slice, timer and record.

use super::{Announcement, Dialog, Preferences, RouteView, SnackbarsView};
use crate::flow::{AreaName, UnsupportedItems, slice_views};

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("shell");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The present address.
    pub static ROUTE: Slice<()> = Slice::view("route");
    /// The agent's preferences.
    pub static PREFERENCES: Slice<()> = Slice::view("preferences");
    /// The open dialog.
    pub static DIALOG: Slice<()> = Slice::view("dialog");
    /// The snackbars at the foot of the page.
    pub static SNACKBARS: Slice<()> = Slice::view("snackbars");
    /// The last texts for screen readers.
    pub static ANNOUNCEMENTS: Slice<()> = Slice::view("announcements");
    /// Lists with items that this version cannot read.
    pub static UNSUPPORTED: Slice<()> = Slice::view("unsupported");
}

slice_views! {
    /// The view of a slice of the shell.
    ShellSlice {
        /// The present address.
        Route(RouteView),
        /// The agent's preferences.
        Preferences(Preferences),
        /// The open dialog.
        Dialog(Option<Dialog>),
        /// The short messages at the foot of the page.
        Snackbars(SnackbarsView),
        /// The last texts for screen readers, oldest first.
        Announcements(Vec<Announcement>),
        /// Lists with items that this version cannot read.
        Unsupported(Vec<UnsupportedItems>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Removes a snackbar.
    pub static SNACKBAR: Timer<u64> = Timer::named("snackbar");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The preferences of all agents in this browser.
    pub static PREFERENCES: Record<()> = Record::retried("preferences", StorePlace::LocalStorage);
}
