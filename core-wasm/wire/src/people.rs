//! Companies, columns, saved filters, tags, history and churn risk: data about a customer besides the contact itself
//! (spec conversation §3, §5, §7; shapes decided in docs/contract.md).

use super::tolerant::{Items, or_default};
use super::{AgentId, Channel, ContactId, EmployerId, JobTag, MetaType, Protocol, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// The last attendance of a contact: `lastContact` of a contact, `GET /contacts/{id}/last-contact` and
/// `GET /contacts/latest-contact-interaction`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct LastContact {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel of the attendance; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Kind of a WhatsApp attendance; `None` on other channels.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "Option::is_none")]
    pub meta_type: Option<MetaType>,
    /// Start of the attendance.
    pub at: Option<Wall>,
    /// Name of the agent; empty if nobody took it.
    pub agent_name: String,
    /// Name of the queue or campaign.
    pub queue_name: String,
    /// Name of the qualification; empty if there is none.
    pub qualification: String,
    /// Text of the last message; empty for a call.
    pub last_message: String,
}

/// A column of the contact data base (spec conversation §3 "Contact columns").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ContactColumn {
    /// Name of the field: `fullname`, `id`, `whatsapp_identifier`, `chat_identifier`, `phone1`, `email`,
    /// `employer_name`, or a key of the contact's `data`.
    pub database: String,
    /// Label that the agent reads.
    pub desc: String,
    /// `Y`: shown, `N`: not shown (CTC-005).
    pub show: String,
    /// Position, ascending.
    pub order: i32,
    /// Group of the column, a label; empty for the main data.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub category: String,
}

/// Columns with one category: an item of `GET /contacts/columns?group_by=category`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ColumnCategory {
    /// Label of the category; empty for the main data.
    pub category: String,
    /// Columns of the category, ascending by `order`.
    pub columns: Vec<ContactColumn>,
}

/// A filter of contacts that the org unit saved: an item of `GET /template/contact-filters/{id}`, where `{id}` is the
/// agent. Its contacts are `GET /template/contact-filters/contacts/{id}`, where `{id}` is the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ContactFilter {
    /// Id of the filter.
    pub id: String,
    /// Name that the agent reads.
    pub name: String,
}

/// A company that contacts belong to (spec conversation §3 "Employer").
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct Employer {
    /// Id of the company.
    pub employer_id: EmployerId,
    /// Name.
    pub name: String,
    /// Registered name; empty without one.
    pub social_name: String,
    /// Code in the business's own database.
    pub code: String,
    /// Tax id, 14 digits without punctuation; empty without one.
    pub cnpj: String,
    /// Roles that contacts have in the company.
    pub roles: Vec<EmployerRole>,
    /// Number of contacts linked to the company.
    pub contacts: u32,
    /// Tags of the company.
    pub tags: Vec<JobTag>,
    /// Grows with each change; a change that names an older one is refused with 409 (`CHANGED_EMPLOYER`).
    pub version: u64,
}

/// A role of contacts in a company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct EmployerRole {
    /// Id of the role; empty for a role that is created with the company.
    pub employer_role_id: String,
    /// Name, at most 99 characters (EMP-009, EMP-010).
    pub name: String,
}

/// Body of `POST /employers/create` and `PUT /employers/{id}/update`; both answer [`EmployerSaved`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EmployerSave {
    /// Name, required, at most 199 characters.
    pub name: String,
    /// Registered name, at most 199 characters; may be empty.
    #[serde(default)]
    pub social_name: String,
    /// Code, required, at most 17 characters.
    pub code: String,
    /// Tax id: empty or exactly 14 digits; punctuation is ignored (EMP-011, EMP-012).
    #[serde(default)]
    pub cnpj: String,
    /// All roles; one without an id is created, one that is missing is removed.
    #[serde(default)]
    pub roles: Vec<EmployerRole>,
    /// The agent who saves.
    pub agent_id: AgentId,
    /// Version that the agent edited; absent when a company is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
}

/// Answer of `POST /employers/create` and `PUT /employers/{id}/update` (200, 409 and 500).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct EmployerSaved {
    /// Key below `contactManagement.employerForm`: `created`, `updated`, `duplicated`, `error` (EMP-017, EMP-019).
    pub message: String,
    /// The company as it is now; `None` if it was not saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employer: Option<Employer>,
}

/// Body of `POST /employers/search`; page and size are in the query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmployerSearchRequest {
    /// Part of the name.
    pub employer_name: String,
}

/// A tag with its items: an item of `GET /new-tag/tags` (TAG-002 to TAG-004).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Tag {
    /// Id of the tag.
    pub tag_id: String,
    /// Name that the agent reads.
    pub tag_name: String,
    /// Kind of entity to which its items are added: `contact`, `employer` or `attendance_group`.
    pub tag_type: String,
    /// Items of the tag, which can be added to an entity.
    pub items: Vec<JobTag>,
}

/// Body of `POST /new-tag/agent/contacts/{id}/tag-items` and of the same call for companies: items to add. The answer,
/// also that of the `DELETE` of one item, is the list of all tag items that the contact or company then has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagItemsRequest {
    /// Ids of tag items.
    pub tag_item_ids: Vec<String>,
}

/// Body of `POST /new-tag/agent/job/{protocol}/add-tag/{tagId}` and `…/remove-tag/{tagId}` (API-178); the answer is the
/// list of all tag items that the attendance has then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct JobTagRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// Channel of the attendance.
    pub channel: Option<Channel>,
    /// Identifier of the customer on the channel.
    pub contact_identifier: String,
}

/// An attendance of the past or the present: an item of `GET /agents/history`, `GET /contacts/history` and
/// `GET /employers/history`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct HistoryEntry {
    /// The attendance.
    pub protocol: Protocol,
    /// The attendance that this one was transferred from; empty if there is none. Both are one protocol group (CTC-006).
    pub father_id: Protocol,
    /// Channel; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Kind of a WhatsApp attendance; `None` on other channels.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "Option::is_none")]
    pub meta_type: Option<MetaType>,
    /// Id of the contact; empty if the customer is not registered.
    pub contact_id: ContactId,
    /// Name of the contact, otherwise the name that the customer typed.
    pub contact_name: String,
    /// Identifier of the customer on the channel.
    pub contact_identifier: String,
    /// Name of the queue; empty without one.
    pub queue_name: String,
    /// Name of the campaign; empty without one.
    pub campaign_name: String,
    /// Id of the agent; empty if no agent took the attendance.
    pub agent_id: AgentId,
    /// Name of the agent.
    pub agent_name: String,
    /// Start of the attendance.
    pub start: Option<Wall>,
    /// End of the attendance; `None` while it lasts.
    pub end: Option<Wall>,
    /// Whole seconds from the first assignment to the end, or to the moment of the answer; a wait after a transfer or a
    /// return to the queue counts.
    pub duration_seconds: u64,
    /// `active`, `toQualify`, `qualified` or `unattended`.
    pub state: String,
    /// Name of the qualification; empty if there is none.
    pub qualification: String,
    /// The agent's remark at the qualification.
    pub observation: String,
    /// Tags of the attendance.
    pub tags: Vec<JobTag>,
    /// The attendance has messages that can be read.
    pub has_messages: bool,
}

/// Body of `POST organia/churn-buster/contact-probability-values` and `…/contact-max-data`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChurnContactRequest {
    /// The contact.
    pub contact_id: ContactId,
}

/// Body of `POST organia/churn-buster/employer-max-probability`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChurnEmployerRequest {
    /// The company.
    pub employer_id: EmployerId,
}

/// Body of `POST organia/churn-buster/justification` (ORG-004); the answer is [`Success`](super::Success).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JustificationRequest {
    /// The contact.
    pub contact_id: ContactId,
    /// The agent.
    pub agent_id: AgentId,
    /// Why the risk does not apply any more: at least 50 characters without the spaces around it (ORG-002, ORG-003).
    pub justification: String,
}

/// One reason of a churn risk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChurnFactor {
    /// Key of the reason: `lastContactDays`, `unansweredAttendances`, `negativeQualifications`; another service may send a
    /// sentence.
    pub reason: String,
    /// What the key counts; 0 for a sentence.
    pub count: u32,
    /// Part of the probability, 0 to 100.
    pub value: f64,
}

/// Answer of `POST organia/churn-buster/contact-probability-values`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChurnFactors {
    /// Reasons, the largest part first.
    pub data: Items<ChurnFactor>,
}

/// Answer of `POST organia/churn-buster/contact-max-data` and `…/employer-max-probability`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ChurnProbability {
    /// Probability that the customer leaves, 0 to 100; `None` if it was not computed or was removed.
    pub probability: Option<f64>,
    /// When the probability was computed.
    pub updated_at: Option<Wall>,
    /// The justification, if an agent removed the risk.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub justification: String,
}
