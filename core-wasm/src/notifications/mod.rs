//! Notifications: the notification centre (entries are kept until read or dismissed) and the alerts (ringing and desktop
//! notifications).

mod alerts;
mod area;
mod centre;
mod intent;
mod policy;
mod registry;
mod view;

pub use alerts::{AlertsView, DesktopPermission, NotifyView, RingKind, RingView};
pub use centre::NoticeKind;
pub use intent::NotificationsIntent;
pub use registry::{NotificationsSlice, records, slices, timers};
pub use view::{NoticeView, NotificationsView};

pub(crate) use alerts::{Alerts, Ring};
pub(crate) use centre::{Notice, Notifications};
