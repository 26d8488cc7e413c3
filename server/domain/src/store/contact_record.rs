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
    /// The contact cannot be edited.
    pub blocked: bool,
    /// The agent who keeps the contact in the own wallet: it is preferential, and no other agent begins an attendance with it.
    #[serde(default)]
    pub wallet: Option<AgentId>,
    /// Start of the last attendance.
    #[serde(default)]
    pub last_contact_at: Option<Wall>,
    /// WhatsApp numbers beside the one that is shown first: an earlier one, or that of a second telephone.
    #[serde(default)]
    pub other_whatsapp: Vec<String>,
    /// Other identifiers of contacts that were joined into this one.
    #[serde(default)]
    pub other_identifiers: Vec<OtherIdentifierFact>,
}

/// An identifier beside the one of its kind that is shown first. WhatsApp numbers are in `ContactRow::other_whatsapp`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OtherIdentifierFact {
    /// `ContactField::as_str`.
    pub field: String,
    /// The identifier.
    pub value: String,
}

impl ContactRow {
    /// The contact is of all org units: each reads it, none changes it.
    pub fn is_shared(&self) -> bool {
        self.org_unit_id.is_empty()
    }

    /// The agent who keeps the contact. Nobody keeps a contact of all org units: its agent would be refused to, and shown
    /// to, agents of other org units.
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

    /// The identifiers beside those that are shown first.
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
