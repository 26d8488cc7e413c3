//! A person known to the centre and the calls that create, save and link one (spec conversation §3 "Contact", §7).

use super::{AgentId, ContactId, Protocol};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Contact {
    pub id: ContactId,
    pub fullname: String,
    /// Further columns of the database, by column name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    pub identifiers: ContactIdentifiers,
    pub tags: Vec<super::JobTag>,
    /// JSON text (spec conversation §3).
    #[serde(rename = "contact_tags", skip_serializing_if = "String::is_empty")]
    pub contact_tags: String,
    /// JSON text (spec conversation §3).
    #[serde(rename = "employer_tags", skip_serializing_if = "String::is_empty")]
    pub employer_tags: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employer: Option<Value>,
    #[serde(rename = "employer_name", skip_serializing_if = "String::is_empty")]
    pub employer_name: String,
    pub email: String,
    pub preferential: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub churn_risk: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_contact: Option<Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContactIdentifiers {
    pub id: String,
    pub whatsapp_identifier: String,
    pub chat_identifier: String,
    pub phone1: String,
}

/// The `contact` of `POST /contacts` and `PUT /contacts/{id}`. Which fields are sent depends on the channel (spec
/// conversation §3 "Contact payload"): an absent field is not part of the payload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactDraft {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ContactId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_identifier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whatsapp_identifier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat_identifier: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_phone1: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fullname: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// Body of `POST /contacts` and `PUT /contacts/{id}`; both answer the contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactSave {
    pub contact: ContactDraft,
    pub agent: AgentId,
}

pub type ContactUpdate = ContactSave;

/// Body of `PUT /contacts/{id}/vinculate-with-contact/{channel}`; the answer is the contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VinculateRequest {
    pub data: VinculateData,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VinculateData {
    pub protocol: Protocol,
    pub contact_identifier: String,
    pub agent: AgentId,
}
