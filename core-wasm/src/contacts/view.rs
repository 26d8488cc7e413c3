//! The contact panel as the interface shows it.

use super::machine::{Contacts, FormKind, PanelState};
use super::rule::{FieldError, email_error};
use crate::flow::Text;
use crate::jobs::Jobs;
use crate::shell::{avatar_color, initials};
use crate::wire::{Contact, Protocol};
use serde::Serialize;

/// A contact as the panel shows it; a missing text is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactView {
    /// Id of the contact.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Identifier of the customer's chat.
    pub chat_identifier: String,
    /// WhatsApp number.
    pub whatsapp_identifier: String,
    /// First telephone number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
    /// Name of the employer.
    pub employer: String,
    /// The contact is preferential for an agent.
    pub preferential: bool,
}

/// A contact in a list to choose from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CandidateView {
    /// Id of the contact.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// An identifier that distinguishes contacts with the same name.
    pub identifier: String,
}

/// Errors of the form's fields; `None` for a valid field.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactFieldErrors {
    /// Error of the name.
    pub fullname: Option<Text>,
    /// Error of the identifier.
    pub identifier: Option<Text>,
    /// Error of the e-mail address.
    pub email: Option<Text>,
}

/// What the panel shows about the contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ContactStateView {
    /// The look-up waits for its answer.
    Loading,
    /// No contact has the customer's identifier: the agent registers or links one.
    Unknown,
    /// Several contacts have the customer's identifier.
    Several {
        /// The contacts to choose from.
        candidates: Vec<CandidateView>,
    },
    /// The attendance has a contact.
    Found {
        /// The contact.
        contact: ContactView,
    },
    /// The look-up failed; the agent can repeat it.
    Failed,
}

/// The open contact form.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactFormView {
    /// True creates a contact, false renames the present one.
    pub create: bool,
    /// Saving waits for the server.
    pub pending: bool,
    /// Errors of the fields.
    pub errors: ContactFieldErrors,
    /// Why the server refused the form.
    pub error: Option<Text>,
    /// Initial value of the name field.
    pub fullname: String,
    /// Initial value of the identifier field.
    pub identifier: String,
    /// Initial value of the e-mail field: an identifier that is an address.
    pub email: String,
}

/// The open search for a contact to link.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactSearchView {
    /// The search waits for the server.
    pub pending: bool,
    /// Why there is no result.
    pub error: Option<Text>,
    /// `results` belongs to the last search.
    pub answered: bool,
    /// The contacts that were found.
    pub results: Vec<CandidateView>,
}

/// The search over all contacts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundContactsView {
    /// The text for which `contacts` were found; the agent may have typed another one since.
    pub text: String,
    /// The answer to the typed text is pending.
    pub pending: bool,
    /// The search for the typed text failed.
    pub failed: bool,
    /// The contacts that were found.
    pub contacts: Vec<ContactView>,
}

/// The contact panel of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactPanelView {
    /// The contact or the state of its look-up.
    pub contact: ContactStateView,
    /// The customer's identifier on the attendance's channel.
    pub identifier: String,
    /// Whether the customer typed the identifier and no operator's site confirmed it.
    pub identifier_unverified: bool,
    /// The open form, if any.
    pub form: Option<ContactFormView>,
    /// The open search, if any.
    pub search: Option<ContactSearchView>,
    /// Id of the contact that is being linked.
    pub linking: Option<String>,
    /// The agent has to register the customer before qualifying.
    pub needed: bool,
}

impl Contacts {
    /// The panel of an attendance; `None` if the attendance does not exist.
    pub fn view(&self, jobs: &Jobs, protocol: &Protocol) -> Option<ContactPanelView> {
        let job = jobs.get(protocol)?;
        let panel = self.panel(protocol).cloned().unwrap_or_default();
        let held = job.contact();
        let contact = match (held, panel.state) {
            (Some(contact), _) => ContactStateView::Found { contact: contact_view(contact) },
            (None, PanelState::Several) => {
                ContactStateView::Several { candidates: panel.candidates.iter().map(candidate_view).collect() }
            }
            (None, PanelState::Unknown) => ContactStateView::Unknown,
            (None, PanelState::Failed) => ContactStateView::Failed,
            (None, PanelState::Idle | PanelState::Loading | PanelState::Found) => ContactStateView::Loading,
        };
        let form = panel.form.as_ref().map(|form| ContactFormView {
            create: form.kind == FormKind::Create,
            pending: form.pending,
            errors: ContactFieldErrors {
                fullname: form.fullname_error.map(|error| field_text(error, "contacts.requiredField")),
                identifier: form.identifier_error.map(|error| field_text(error, "contacts.requiredField")),
                email: form.email_error.map(|error| field_text(error, "contacts.requiredField")),
            },
            error: form.error.clone(),
            fullname: held.map_or_else(|| job.server().from.clone(), |contact| contact.fullname.clone()),
            identifier: job.server().contact_identifier.clone(),
            email: email_of(&job.server().contact_identifier),
        });
        let search = panel.search.as_ref().map(|search| ContactSearchView {
            pending: search.pending,
            error: match (search.empty_field, search.failed) {
                (true, _) => Some(Text::key("contacts.requiredField")),
                (false, true) => Some(Text::key("contacts.loadFailed")),
                (false, false) => None,
            },
            answered: search.answered,
            results: search.results.iter().map(candidate_view).collect(),
        });
        Some(ContactPanelView {
            contact,
            identifier: job.server().contact_identifier.clone(),
            identifier_unverified: job.server().identifier_verified == Some(false),
            form,
            search,
            linking: panel.linking.map(|id| id.0),
            needed: panel.needed,
        })
    }
}

/// The identifier of a web chat may be the customer's e-mail address.
fn email_of(identifier: &str) -> String {
    let is_address = !identifier.is_empty() && email_error(identifier).is_none();
    if is_address { identifier.to_owned() } else { String::new() }
}

fn field_text(error: FieldError, required: &str) -> Text {
    match error {
        FieldError::Required => Text::key(required),
        FieldError::Whitespace => Text::key("contacts.identifierWhitespace"),
        FieldError::NoAddress => Text::key("contacts.invalidEmail"),
    }
}

pub(super) fn contact_view(contact: &Contact) -> ContactView {
    ContactView {
        id: contact.id.0.clone(),
        name: contact.fullname.clone(),
        initials: initials(&contact.fullname),
        color: avatar_color(&contact.fullname).to_owned(),
        chat_identifier: contact.identifiers.chat_identifier.clone(),
        whatsapp_identifier: contact.identifiers.whatsapp_identifier.clone(),
        phone: contact.identifiers.phone1.clone(),
        email: contact.email.clone(),
        employer: contact.employer_name.clone(),
        preferential: contact.preferential,
    }
}

fn candidate_view(contact: &Contact) -> CandidateView {
    let ids = &contact.identifiers;
    let identifier = [&ids.chat_identifier, &ids.whatsapp_identifier, &ids.phone1, &contact.email]
        .into_iter()
        .find(|identifier| !identifier.is_empty())
        .cloned()
        .unwrap_or_default();
    CandidateView {
        id: contact.id.0.clone(),
        name: contact.fullname.clone(),
        initials: initials(&contact.fullname),
        color: avatar_color(&contact.fullname).to_owned(),
        identifier,
    }
}
