//! What the agent asks of contacts.

use crate::wire::{ContactId, Protocol};
use serde::Deserialize;

/// Written by the ui as `{ area: "contacts", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ContactsIntent {
    OpenContactForm {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    CloseContactForm {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    SaveContact {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        fullname: String,
        identifier: String,
    },
    OpenContactSearch {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        open: bool,
    },
    SearchContacts {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        text: String,
    },
    LinkContact {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
    },
    ReloadContact {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
