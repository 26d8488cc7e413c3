//! Contacts and companies as their pages show them.

use super::intent::Fields;
use crate::flow::{IdList, Portion, SortedMap, Text};
use crate::jobs::TagView;
use crate::shell::RiskBand;
use crate::wire::{Channel, MetaType, SamePersonReason, SamePersonState};
use derive::ReadObject;
use serde::Serialize;

/// Order of the list of contacts; `-` reverses it. The empty word is the server's own order, by name.
pub type ContactOrder = String;

/// Which contacts the list shows and in which order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct ContactFilterChoice {
    /// Only contacts of the agent's wallet (WAL-004).
    pub wallet: bool,
    /// Id of a saved filter; empty without one (CTC-035).
    pub saved_filter: String,
    /// Ids of tag items: only contacts with one of them; empty: all.
    pub tags: Vec<String>,
    /// Sorted by this column.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(type = "'' | 'name' | '-name' | 'risk' | '-risk' | 'lastContact' | '-lastContact'")
    )]
    pub sort: ContactOrder,
}

/// State of a list that is loaded portion by portion while the agent scrolls.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PagedListView {
    /// The text that is searched for, as typed.
    pub text: String,
    /// The answer with the first portion is pending; earlier rows stay until then.
    pub pending: bool,
    /// A further portion is being loaded.
    pub loading_more: bool,
    /// The last portion could not be loaded; the rows stay and the agent can repeat it.
    pub failed: bool,
    /// Number of entries on all pages, as the server counted them.
    pub total: u32,
    /// The first portion was loaded: without rows the list is empty.
    pub loaded: bool,
    /// All portions are loaded (CTC-032).
    pub ended: bool,
}

impl PagedListView {
    /// The state of a list.
    pub fn of(list: &IdList) -> Self {
        Self {
            text: list.text.clone(),
            pending: list.awaited() == Some(Portion::First),
            loading_more: list.awaited() == Some(Portion::Next),
            failed: list.has_failed(),
            total: list.total(),
            loaded: list.is_loaded(),
            ended: list.has_ended(),
        }
    }
}

/// A column of the contact data base.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactColumnView {
    /// Name of the field.
    pub database: String,
    /// Label that the agent reads.
    pub label: String,
    /// Label of its category; empty for the main data.
    pub category: String,
}

/// A filter that the org unit saved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NamedView {
    /// Id.
    pub id: String,
    /// Name that the agent reads.
    pub name: String,
}

/// The list of contacts; its rows are `contactOrder:shown` and `contactListRow:<id>`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactsPageView {
    /// Search and pages.
    pub list: PagedListView,
    /// The chosen filter and order.
    pub filter: ContactFilterChoice,
    /// The columns to show, in order (CTC-005, CTC-035).
    pub columns: Vec<ContactColumnView>,
    /// All columns that may be shown, as the org unit orders them.
    pub all_columns: Vec<ContactColumnView>,
    /// Filters to choose from (CTC-034).
    pub saved_filters: Vec<NamedView>,
    /// Number of selected rows.
    pub selected: u32,
    /// Number of contacts whose deletion waits for the server.
    pub deleting: u32,
}

/// Risk that the customer leaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactRiskView {
    /// 0 to 100, rounded.
    pub percent: u32,
    /// Level.
    pub band: RiskBand,
}

/// The last attendance of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LastContactView {
    /// The attendance.
    pub protocol: String,
    /// Channel; `None` if unknown.
    pub channel: Option<Channel>,
    /// Sub-type of WhatsApp; `None` on other channels.
    pub meta_type: Option<MetaType>,
    /// Start of the attendance, as a JavaScript time value.
    pub at: Option<f64>,
    /// Name of the agent; empty if nobody took it.
    pub agent: String,
    /// Name of the queue or campaign.
    pub queue: String,
    /// Name of the qualification; empty if there is none.
    pub qualification: String,
    /// Text of the last message; empty for a call.
    pub message: String,
}

/// The agent in whose wallet a contact is (WAL-005).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "of", rename_all = "camelCase")]
pub enum PreferentialView {
    /// The contact is in no wallet.
    Nobody,
    /// The contact is in the agent's own wallet.
    Own,
    /// The contact is in another agent's wallet: the switch is disabled.
    Other {
        /// Name of that agent.
        name: String,
    },
}

/// A contact in a list, in its summary and on its page; a missing text is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactRowView {
    /// Id of the contact.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Identifier in the business's own data base.
    pub identifier: String,
    /// First telephone number.
    pub phone: String,
    /// WhatsApp number.
    pub whatsapp: String,
    /// Identifier of the customer's chat.
    pub chat: String,
    /// Further identifiers: a second telephone, or those of a contact that was joined into it.
    pub others: Vec<OtherIdentifierView>,
    /// Fields of the identifiers that hold no number although they should.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub unreadable: Vec<String>,
    /// E-mail address.
    pub email: String,
    /// Name of the company.
    pub employer: String,
    /// Id of the company.
    pub employer_id: String,
    /// Further columns, by the name of their field.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub data: Fields,
    /// Tags of the contact.
    pub tags: Vec<TagView>,
    /// Churn risk; `None` if not computed.
    pub risk: Option<ContactRiskView>,
    /// The last attendance; `None` without one.
    pub last_contact: Option<LastContactView>,
    /// Wallet of the contact.
    pub preferential: PreferentialView,
    /// The agent selected the row.
    pub selected: bool,
    /// A change of the contact, or its deletion, waits for the server.
    pub busy: bool,
}

/// An identifier of a contact beside the one that is shown first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OtherIdentifierView {
    /// Name of its column: `phone1`, `whatsapp_identifier`, `chat_identifier` or `id`.
    pub field: String,
    /// The identifier.
    pub value: String,
}

/// Two contacts, or a contact and a number, that may be or were made one person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SamePersonView {
    /// Id of the proposal.
    pub id: String,
    /// `proposed` or `joined`.
    pub state: SamePersonState,
    /// Why the two contacts are proposed as one person.
    pub reason: SamePersonReason,
    /// The number or account that both have.
    pub number: String,
    /// Name that a customer without a contact gave.
    pub customer_name: String,
    /// The one contact; after a join the one that was kept.
    pub first: ContactRowView,
    /// The other one; `None`: a customer without a contact.
    pub second: Option<ContactRowView>,
    /// Name of the agent who joined them.
    pub agent: String,
    /// End of the time in which the join can be undone, as a JavaScript time value.
    pub undo_until: Option<f64>,
    /// A decision waits for the server.
    pub busy: bool,
}

/// Contacts that may be the same person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SamePersonsView {
    /// Number of all proposals.
    pub total: u32,
    /// A portion is being loaded.
    pub loading: bool,
    /// The last portion could not be loaded.
    pub failed: bool,
    /// All were loaded.
    pub ended: bool,
    /// The loaded proposals, newest first.
    pub proposals: Vec<SamePersonView>,
}

/// The open summary of a contact (CTC-036).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactSummaryView {
    /// The contact.
    pub contact: ContactRowView,
    /// The last attendance of the contact is being loaded.
    pub loading: bool,
    /// The list has a contact before it.
    pub has_previous: bool,
    /// The list has a contact after it.
    pub has_next: bool,
}

/// The open form of a contact or a company.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RecordFormView {
    /// Id of what is edited; empty while it is created.
    pub id: String,
    /// A single field is edited on the page, without a dialog.
    pub inline: bool,
    /// Saving waits for the server.
    pub pending: bool,
    /// Values to begin with; after a refused or failed save, the values that were typed.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub values: Fields,
    /// Errors by the name of the field.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, Text>"))]
    pub errors: SortedMap<String, Text>,
    /// The values that another agent saved meanwhile in fields that this agent changed, by the name of the field.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub other: Fields,
    /// Why the server refused the form.
    pub error: Option<Text>,
    /// Number of refused or failed saves: the page then moves the focus to the error.
    pub attempts: u32,
    /// Roles of a company.
    pub roles: Vec<RoleView>,
}

/// A role in a company.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RoleView {
    /// Id; empty for a new one.
    pub employer_role_id: String,
    /// Name.
    pub name: String,
    /// Error of the name.
    pub error: Option<Text>,
}

/// Load state of an opened record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RecordState {
    /// The answer has not come.
    #[default]
    Loading,
    /// The record was loaded.
    Found,
    /// The record does not exist, or it was deleted while its page was open.
    Gone,
    /// The record could not be loaded; the agent can repeat the request.
    Failed,
}

/// A field of a contact with its value, as the contact's page shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactFieldView {
    /// The column.
    pub column: ContactColumnView,
    /// The value; empty without one.
    pub value: String,
}

/// The page of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactPageView {
    /// Id of the contact.
    pub id: String,
    /// The state of the record.
    pub state: RecordState,
    /// The contact; still there after it was deleted while the page was open.
    pub contact: Option<ContactRowView>,
    /// The fields to show, in the order of their columns (CTC-005); fields of one category follow each other.
    pub fields: Vec<ContactFieldView>,
    /// Contacts that may be the same person, and contacts that were joined into this one and can be separated again.
    pub same_persons: Vec<SamePersonView>,
    /// The contact was joined into this one; empty otherwise.
    pub joined_into: String,
}

/// A company in a list and on its page; a missing text is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CompanyRowView {
    /// Id of the company.
    pub id: String,
    /// Name.
    pub name: String,
    /// Initials of the name.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Registered name.
    pub social_name: String,
    /// Code in the business's own data base.
    pub code: String,
    /// Tax id, 14 digits without punctuation.
    pub cnpj: String,
    /// Number of contacts linked to the company.
    pub contacts: u32,
    /// Roles that contacts have in the company.
    pub roles: Vec<RoleView>,
    /// Tags of the company.
    pub tags: Vec<TagView>,
}

/// The list of companies; its rows are `companyOrder:shown` and `companyListRow:<id>`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CompaniesPageView {
    /// Search and pages.
    pub list: PagedListView,
}

/// The page of a company; its contacts are `companyContacts:shown` and `contactListRow:<id>` (EMP-022).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CompanyPageView {
    /// Id of the company.
    pub id: String,
    /// The state of the record.
    pub state: RecordState,
    /// The company.
    pub company: Option<CompanyRowView>,
    /// State of the list of its contacts.
    pub contacts: PagedListView,
}

/// The search for a company to choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CompanyPickerView {
    /// The text for which `companies` were found; the agent may have typed another one since.
    pub text: String,
    /// The answer to the typed text has not come.
    pub pending: bool,
    /// The search for the typed text failed.
    pub failed: bool,
    /// The companies that were found.
    pub companies: Vec<NamedView>,
}
