//! What draws the agent's attention: the centre (what happened meanwhile, kept until read or dropped) and the alerts (what
//! rings, and what the desktop shows).

mod alerts;
mod area;
mod centre;
mod intent;
mod registry;

pub use alerts::{Alerts, AlertsView, DesktopPermission, NotifyView, Ring, RingKind, RingView};
pub use centre::{Notice, NoticeKind, NoticeView, Notifications, NotificationsView};
pub use intent::NotificationsIntent;
pub use registry::{records, slices, timers};
