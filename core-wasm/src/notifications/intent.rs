//! What the agent asks of notifications.

use crate::flow::Sound;
use crate::wire::Channel;
use serde::Deserialize;

/// Written by the ui as `{ area: "notifications", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NotificationsIntent {
    NotificationRead {
        id: String,
        read: bool,
    },
    NotificationDismissed {
        id: String,
    },
    NotificationsReadAll,
    /// "Ativar": the browser asks for the permission to show notifications.
    AskDesktop,
    DeclineDesktop,
    /// A sample, as loud as it would be.
    TestSound {
        sound: Sound,
        channel: Channel,
    },
}
