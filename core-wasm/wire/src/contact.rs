//! A contact (a customer known to the contact centre) and the requests that create, save and link one (spec
//! conversation §3 "Contact", §7).

use super::tolerant::or_default;
use super::{AgentId, ContactId, EmployerId, LastContact, Protocol};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A customer known to the contact centre.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct Contact {
    /// Id of the contact.
    pub id: ContactId,
    /// Full name.
    pub fullname: String,
    /// Further columns of the database, by column name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    /// Identifiers per channel.
    pub identifiers: ContactIdentifiers,
    /// Further identifiers of the contact: a second number, or those of a contact that was joined into it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_identifiers: Vec<OtherIdentifier>,
    /// Fields of `identifiers` that should be numbers and are none: they stand as they were stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
    /// Tags of the contact.
    pub tags: Vec<super::JobTag>,
    /// JSON text (spec conversation §3).
    #[serde(rename = "contact_tags", skip_serializing_if = "String::is_empty")]
    pub contact_tags: String,
    /// JSON text (spec conversation §3).
    #[serde(rename = "employer_tags", skip_serializing_if = "String::is_empty")]
    pub employer_tags: String,
    /// The employer's record, in the server's own shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employer: Option<Value>,
    /// Name of the employer; empty without one.
    #[serde(rename = "employer_name", skip_serializing_if = "String::is_empty")]
    pub employer_name: String,
    /// E-mail address; empty without one.
    pub email: String,
    /// Id of the employer; empty without one.
    #[serde(skip_serializing_if = "EmployerId::is_empty")]
    pub employer_id: EmployerId,
    /// The customer is preferential: the contact is in an agent's wallet.
    pub preferential: bool,
    /// The agent whose wallet the contact is in; empty without one.
    #[serde(skip_serializing_if = "AgentId::is_empty")]
    pub preferential_agent_id: AgentId,
    /// Name of that agent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub preferential_agent_name: String,
    /// Grows with each change; a change that names an older one is refused with 409 (`CHANGED_CONTACT`, with the contact as
    /// it is now in `details.contact`). 0: the server counts no versions.
    #[serde(skip_serializing_if = "is_zero")]
    pub version: u64,
    /// Risk that the customer leaves; `None` if not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub churn_risk: Option<f64>,
    /// The last attendance of the customer; only in lists of contacts and for one contact by id.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "Option::is_none")]
    pub last_contact: Option<LastContact>,
}

/// Condition for `skip_serializing_if`.
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Identifiers of a contact; a missing one is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ContactIdentifiers {
    /// Identifier of the customer in the business's own database.
    pub id: String,
    /// WhatsApp number.
    pub whatsapp_identifier: String,
    /// Identifier of the customer's chat.
    pub chat_identifier: String,
    /// First telephone number.
    pub phone1: String,
}

/// An identifier of a contact beside the one that is shown first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct OtherIdentifier {
    /// Which of the four it is, as `by_field` names them.
    pub field: String,
    /// The identifier.
    pub value: String,
}

/// The `contact` of `POST /contacts` and `PUT /contacts/{id}`. Which fields are sent depends on the channel (spec
/// conversation §3 "Contact payload"): an absent field is not part of the payload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactDraft {
    /// Id of the contact; `None` when one is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ContactId>,
    /// Identifier in the business's own database.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_identifier: Option<String>,
    /// WhatsApp number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whatsapp_identifier: Option<String>,
    /// Identifier of the customer's chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat_identifier: Option<String>,
    /// Telephone number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_phone1: Option<String>,
    /// Full name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fullname: Option<String>,
    /// E-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Further columns to change, by name; an empty value clears one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<BTreeMap<String, String>>,
    /// The employer; an empty id removes the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub employer_id: Option<EmployerId>,
    /// Puts the contact into the agent's wallet or takes it out (WAL-005).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferential: Option<bool>,
    /// Version that the agent edited; without it a change is never refused as outdated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
}

/// Body of `POST /contacts` and `PUT /contacts/{id}`; both answer the contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactSave {
    /// Fields to save.
    pub contact: ContactDraft,
    /// The agent who saves.
    pub agent: AgentId,
    /// Only of `POST /contacts`: the attendance whose customer is registered; it gets the contact, whatever identifiers
    /// the agent typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Protocol>,
}

/// Body of `PUT /contacts/{id}`; the same shape as the body of `POST /contacts`.
pub type ContactUpdate = ContactSave;

/// Body of `PUT /contacts/{id}/vinculate-with-contact/{channel}`; the answer is the contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VinculateRequest {
    /// The attendance and the contact to link.
    pub data: VinculateData,
}

/// Content of [`VinculateRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VinculateData {
    /// The attendance.
    pub protocol: Protocol,
    /// Identifier of the customer on the attendance's channel.
    pub contact_identifier: String,
    /// The agent who links.
    pub agent: AgentId,
}
