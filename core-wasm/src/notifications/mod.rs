//! Notifications: the notification centre (entries are kept until read or dismissed) and the alerts (ringing and desktop
//! notifications).

mod alerts;
mod area;
mod centre;
mod intent;
mod registry;

pub use alerts::{AlertsView, DesktopPermission, NotifyView, RingKind, RingView};
pub use centre::{NoticeKind, NoticeView, NotificationsView};
pub use intent::NotificationsIntent;
pub use registry::{NotificationsSlice, records, slices, timers};

pub(crate) use alerts::{Alerts, Ring};
pub(crate) use centre::{Notice, Notifications};
