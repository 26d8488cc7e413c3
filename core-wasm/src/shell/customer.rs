//! The customer whom a snackbar or notification names, and whose conversation it opens (BEY-152).

use super::display::{avatar_color, initials};
use crate::wire::{ContactId, Protocol};
use derive::ReadObject;
use serde::Serialize;

/// A customer, with the ids that open the conversation or the contact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct NamedCustomer {
    /// The attendance; empty for a contact alone.
    pub protocol: Protocol,
    /// The contact; empty if it is not registered.
    pub contact_id: ContactId,
    /// Name of the customer, else an identifier.
    pub name: String,
}

/// The view of a customer whom a snackbar or notification names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NamedCustomerView {
    /// The attendance; empty for a contact alone.
    pub protocol: String,
    /// The contact; empty if it is not registered.
    pub contact_id: String,
    /// Name of the customer, else an identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
}

impl NamedCustomer {
    /// The view of the customer.
    pub fn view(&self) -> NamedCustomerView {
        NamedCustomerView {
            protocol: self.protocol.to_string(),
            contact_id: self.contact_id.to_string(),
            name: self.name.clone(),
            initials: initials(&self.name),
            color: avatar_color(&self.name).to_owned(),
        }
    }
}
