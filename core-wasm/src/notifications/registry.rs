//! The keys of notifications: one row per kind of slice, timer and record.

use super::{AlertsView, NotificationsView};
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("notifications");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The notification centre.
    pub static NOTIFICATIONS: Slice<()> = Slice::view("notifications");
    /// Ringing, and desktop notifications.
    pub static ALERTS: Slice<()> = Slice::view("alerts");
}

slice_views! {
    /// The view of a slice of notifications.
    NotificationsSlice {
        /// The notification centre.
        Notifications(NotificationsView),
        /// Ringing, and desktop notifications.
        Alerts(AlertsView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Protocol;

    /// Closes a desktop notification.
    pub static DESKTOP_CLOSE: Timer<Protocol> = Timer::outlives_job("desktop close");
    /// Repeats the alert about unread messages.
    pub static REPEAT: Timer<()> = Timer::named("repeat alert");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The entries of the notification centre.
    pub static NOTIFICATIONS: Record<()> = Record::named("notifications", StorePlace::Database);
}
