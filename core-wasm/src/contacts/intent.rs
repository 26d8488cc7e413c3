//! Intents of contacts.

use crate::flow::FromPage;
use crate::wire::{ContactId, Protocol};

/// An action of the agent; the page writes `{ area: "contacts", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ContactsIntent {
    /// Opens the form that registers or renames the contact.
    OpenContactForm {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Closes the form without saving.
    CloseContactForm {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Saves the form.
    SaveContact {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Full name as typed.
        fullname: String,
        /// Identifier as typed.
        identifier: String,
        /// E-mail address as typed; empty: none. Only of a registration.
        #[serde(default)]
        email: String,
    },
    /// Opens or closes the search for a contact to link.
    OpenContactSearch {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// False closes the search.
        open: bool,
    },
    /// Searches contacts to link.
    SearchContacts {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Name or identifier as typed.
        text: String,
    },
    /// Links a contact with the attendance (CTC-039).
    LinkContact {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The contact to link.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
    },
    /// Searches all contacts for the text that the agent is typing; an empty text ends the search.
    FindContacts {
        /// Name or number as typed.
        text: String,
    },
    /// Looks the contact up again after a failure.
    ReloadContact {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
