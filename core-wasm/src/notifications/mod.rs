//! Notifications: the notification centre (entries are kept until read or dismissed) and the alerts (ringing and desktop
//! notifications).

mod alerts;
mod area;
mod centre;
mod intent;
mod notice;
mod policy;
mod registry;
mod topic;
mod view;

pub use alerts::{AlertsView, DesktopPermission, NotifyView, RingKind, RingView};
pub use intent::NotificationsIntent;
pub use notice::NoticeKind;
pub use registry::{NotificationsSlice, records, slices, timers};
pub use topic::{Subject, Topic};
pub use view::{NoticeView, NotificationsView};

pub(crate) use alerts::{Alerts, Ring};
pub(crate) use centre::Notifications;
pub(crate) use notice::{News, Notice};
