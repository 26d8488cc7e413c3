//! Two contacts, or a contact and a number without a contact, that may be the same person: `GET /contacts/same-person`
//! and the requests that decide about them (docs/contract.md, "The same person").

use super::tolerant::or_default;
use super::{AgentId, Contact, ContactId, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// Why two contacts are proposed as one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SamePersonReason {
    /// Both contacts have the same number, in whatever notation.
    #[default]
    SameNumber,
    /// The network reports that the customer changed the number.
    ChangedNumber,
    /// The network identifies the customer by the numbers of both contacts.
    SameCustomer,
}

/// The decision about a proposal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SamePersonState {
    /// There is no decision yet.
    #[default]
    Proposed,
    /// The contacts were joined.
    Joined,
    /// The contacts are different persons.
    Refused,
    /// The contacts were joined and separated again.
    Undone,
}

/// An item of `GET /contacts/same-person`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct SamePerson {
    /// Id of the proposal.
    pub id: String,
    /// The decision about the proposal.
    #[serde(deserialize_with = "or_default")]
    pub state: SamePersonState,
    /// Why the two contacts are proposed as one person.
    #[serde(deserialize_with = "or_default")]
    pub reason: SamePersonReason,
    /// The number or account that is the reason for the proposal.
    pub number: String,
    /// When the server found the proposal.
    pub at: Option<Wall>,
    /// The contact with the lower id; after a join the kept contact.
    pub first: Contact,
    /// The other contact; after a join as it was before. `None`: a customer without a contact, whose number is
    /// `number`.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "Option::is_none")]
    pub second: Option<Contact>,
    /// Name that a customer without a contact gave.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub customer_name: String,
    /// Name of the agent who decided.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub agent_name: String,
    /// When the agent decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Wall>,
    /// Until when the join can be undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_until: Option<Wall>,
}

/// Body of `POST /contacts/same-person/{id}/join`; the answer is the contact that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The contact to keep: one of the two.
    pub keep: ContactId,
    /// The agent who joins.
    pub agent: AgentId,
}

/// Body of `POST /contacts/same-person/{id}/refuse`, answered by [`Success`](super::Success), and of `…/undo`, answered by the contact that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamePersonDecision {
    /// The agent who decides.
    pub agent: AgentId,
}
