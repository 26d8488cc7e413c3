//! Intents of notifications.

use crate::flow::{FromPage, Sound};
use crate::wire::{Channel, ContactId, Protocol};

/// Written by the ui as `{ area: "notifications", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NotificationsIntent {
    /// Marks an entry read or unread.
    NotificationRead {
        /// Id of the entry.
        id: String,
        /// Read (true) or unread.
        read: bool,
    },
    /// Removes an entry from the list.
    NotificationDismissed {
        /// Id of the entry.
        id: String,
    },
    /// Marks all entries read.
    NotificationsReadAll,
    /// "Abrir": opens the conversation of the customer whom a snackbar or notification names; for a removed attendance
    /// the page of its contact, otherwise the history.
    OpenCustomer {
        /// The attendance; may be empty.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The contact; may be empty.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
    },
    /// "Ativar": the browser asks for the permission to show notifications.
    AskDesktop,
    /// "Agora não": the page does not ask again until it is reloaded.
    DeclineDesktop,
    /// Plays a sound with the agent's settings, also while sounds are off.
    TestSound {
        /// The sound to test.
        sound: Sound,
        /// The channel whose melody and volume are used.
        channel: Channel,
    },
}
