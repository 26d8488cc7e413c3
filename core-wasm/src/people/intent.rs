//! Intents of the pages of contacts and companies.

use super::ContactFilterChoice;
use crate::flow::{FromPage, SortedMap};
use crate::wire::{ContactId, EmployerId, EmployerRole};

/// Values by the name of their field, as typed.
///
/// Fields of a contact are named like columns: `fullname`, `id` (identifier), `whatsapp_identifier`, `chat_identifier`,
/// `phone1`, `email`, `employer_id`, `preferential` (`Y` or `N`), and the keys of its further data. Fields of a company:
/// `name`, `socialName`, `code`, `cnpj`.
pub type Fields = SortedMap<String, String>;

/// An action of the agent; the page writes `{ area: "people", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PeopleIntent {
    /// Searches the list of contacts for the text that the agent is typing; an empty text shows all.
    SearchContactList {
        /// Name, number, e-mail address or identifier as typed.
        text: String,
    },
    /// Chooses which contacts the list shows and in which order.
    FilterContactList {
        /// The whole choice.
        filter: ContactFilterChoice,
    },
    /// Loads the next portion of contacts; after a failure the portion that failed.
    MoreContacts,
    /// Chooses the columns of the list and their order, until the agent signs out; an empty list restores the order of
    /// the org unit.
    ChooseContactColumns {
        /// `database` of the columns, in order.
        columns: Vec<String>,
    },
    /// Selects rows of the list or takes their selection back.
    SelectContacts {
        /// The contacts; an empty list means all loaded rows.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string[]"))]
        contact_ids: Vec<ContactId>,
        /// False takes the selection back.
        selected: bool,
    },
    /// Deletes contacts after the agent's confirmation. Each row disappears when the server has deleted its contact.
    DeleteContacts {
        /// The contacts.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
        contact_ids: Vec<ContactId>,
    },
    /// Opens the summary of a contact (SHELL-011).
    OpenContactSummary {
        /// The contact.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
    },
    /// Shows the summary of the next or the previous contact of the list.
    StepContactSummary {
        /// False goes to the previous one.
        forward: bool,
    },
    /// Closes the summary.
    CloseContactSummary,
    /// Opens the form of a contact.
    OpenContactEditor {
        /// The contact to edit; without it a contact is created.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        contact_id: ContactId,
    },
    /// Closes the form of a contact without saving.
    CloseContactEditor,
    /// Saves the open form of a contact. After a conflict this overwrites the other agent's values.
    SaveContactEditor {
        /// The values of the form.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
        fields: Fields,
    },
    /// Saves a single field that is edited on the page; its state is the slice `contactForm` with `inline`.
    SaveContactField {
        /// The contact.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
        /// Name of the field.
        field: String,
        /// The value as typed.
        value: String,
    },
    /// Puts a contact into the agent's wallet or removes it (WAL-005).
    SetPreferential {
        /// The contact.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
        /// False removes the contact from the wallet.
        preferential: bool,
    },
    /// Opens a contact beside a conversation: the slice `contactPage` is about it until another contact is opened.
    OpenContact {
        /// The contact.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
    },
    /// Loads the contact of the open page again.
    ReloadContactPage,
    /// Searches the list of companies for the text that the agent is typing; an empty text shows all.
    SearchCompanies {
        /// Part of the name as typed.
        text: String,
    },
    /// Loads the next portion of companies; after a failure the portion that failed.
    MoreCompanies,
    /// Opens the form of a company.
    OpenCompanyEditor {
        /// The company to edit; without it a company is created.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        employer_id: EmployerId,
    },
    /// Closes the form of a company without saving.
    CloseCompanyEditor,
    /// Saves the open form of a company.
    SaveCompanyEditor {
        /// The values of the form.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
        fields: Fields,
        /// All roles; a new one has an empty `employerRoleId`.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "{ employerRoleId: string; name: string }[]"))]
        roles: Vec<EmployerRole>,
    },
    /// Loads the company of the open page and its contacts again.
    ReloadCompanyPage,
    /// Loads the next portion of contacts that may be the same person; after a failure the portion that failed.
    MoreSamePersons,
    /// The two contacts of a proposal are one person and are joined.
    JoinContacts {
        /// The proposal.
        proposal_id: String,
        /// The contact that is kept.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        keep: ContactId,
    },
    /// The two contacts of a proposal are different persons: they are not proposed again.
    RefuseSamePerson {
        /// The proposal.
        proposal_id: String,
    },
    /// Undoes a join.
    UndoJoin {
        /// The proposal that was joined.
        proposal_id: String,
    },
    /// Searches companies to choose one for a contact; an empty text ends the search.
    PickCompany {
        /// Part of the name as typed.
        text: String,
    },
}
