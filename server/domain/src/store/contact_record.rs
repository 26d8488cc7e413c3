//! The row of a contact.

use super::contact_field::ContactField;
use super::stored::StoredContact;
use serde::{Deserialize, Serialize};
use wire::{AgentId, Contact, OrgUnitId, Wall};

/// A contact. Key: `contact.id`; look-ups: the four identifiers, `org_unit_id`, name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactRow {
    /// The contact as the API returns it.
    #[serde(with = "StoredContact")]
    pub contact: Contact,
    /// Org unit; empty: visible to all org units.
    pub org_unit_id: OrgUnitId,
    /// Whether the contact is blocked: it cannot be edited.
    pub blocked: bool,
    /// The agent in whose wallet the contact is: it is preferential, and no other agent can begin an attendance with it.
    #[serde(default)]
    pub wallet: Option<AgentId>,
    /// Start of the last attendance.
    #[serde(default)]
    pub last_contact_at: Option<Wall>,
    /// WhatsApp numbers beside the displayed one: an earlier number, or that of a second telephone.
    #[serde(default)]
    pub other_whatsapp: Vec<String>,
    /// Other identifiers of contacts that were joined into this one.
    #[serde(default)]
    pub other_identifiers: Vec<OtherIdentifierFact>,
}

/// An identifier beside the displayed one of its kind. WhatsApp numbers are in `ContactRow::other_whatsapp`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OtherIdentifierFact {
    /// Kind of the identifier, as `ContactField::as_str`.
    pub field: String,
    /// The identifier.
    pub value: String,
}

impl ContactRow {
    /// Whether the contact belongs to all org units: each can read it, none can change it.
    pub fn is_shared(&self) -> bool {
        self.org_unit_id.is_empty()
    }

    /// The agent in whose wallet the contact is. A contact of all org units is in no wallet: its agent would be displayed
    /// to agents of other org units.
    pub fn keeper(&self) -> Option<&AgentId> {
        self.wallet.as_ref().filter(|_| !self.is_shared())
    }

    /// The value of one identifier; empty if the contact has none.
    pub fn identifier(&self, field: ContactField) -> &str {
        match field {
            ContactField::Id => &self.contact.identifiers.id,
            ContactField::WhatsappIdentifier => &self.contact.identifiers.whatsapp_identifier,
            ContactField::ChatIdentifier => &self.contact.identifiers.chat_identifier,
            ContactField::Phone1 => &self.contact.identifiers.phone1,
        }
    }

    /// The identifiers beside the displayed ones.
    pub fn others(&self) -> impl Iterator<Item = (ContactField, &str)> {
        let whatsapp = self.other_whatsapp.iter().map(|number| (ContactField::WhatsappIdentifier, number.as_str()));
        let joined = self.other_identifiers.iter();
        whatsapp.chain(joined.filter_map(|other| Some((ContactField::parse(&other.field)?, other.value.as_str()))))
    }

    /// All identifiers that the contact has.
    pub fn every_identifier(&self) -> impl Iterator<Item = (ContactField, &str)> {
        let shown = ContactField::ALL.into_iter().map(|field| (field, self.identifier(field)));
        shown.chain(self.others()).filter(|(_, value)| !value.is_empty())
    }
}
