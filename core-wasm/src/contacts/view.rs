//! The contact panel as the ui shows it.

use super::machine::{Contacts, FormKind, PanelState};
use super::rule::FieldError;
use crate::flow::Text;
use crate::jobs::Jobs;
use crate::shell::{avatar_color, initials};
use crate::wire::{Contact, Protocol};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactView {
    pub id: String,
    pub name: String,
    pub initials: String,
    pub color: String,
    pub chat_identifier: String,
    pub whatsapp_identifier: String,
    pub phone: String,
    pub email: String,
    pub employer: String,
    pub preferential: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CandidateView {
    pub id: String,
    pub name: String,
    pub initials: String,
    pub color: String,
    pub identifier: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactFieldErrors {
    pub fullname: Option<Text>,
    pub identifier: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ContactStateView {
    Loading,
    Unknown,
    Several { candidates: Vec<CandidateView> },
    Found { contact: ContactView },
    Failed,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactFormView {
    /// A new contact; otherwise the present one is renamed.
    pub create: bool,
    pub pending: bool,
    pub errors: ContactFieldErrors,
    pub error: Option<Text>,
    /// What the fields begin with.
    pub fullname: String,
    pub identifier: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactSearchView {
    pub pending: bool,
    pub error: Option<Text>,
    pub answered: bool,
    pub results: Vec<CandidateView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactPanelView {
    pub contact: ContactStateView,
    pub identifier: String,
    pub form: Option<ContactFormView>,
    pub search: Option<ContactSearchView>,
    /// Id of the contact that is being linked.
    pub linking: Option<String>,
    /// The agent wanted to go on, and registering is needed first.
    pub needed: bool,
}

impl Contacts {
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
            },
            error: form.error.clone(),
            fullname: held.map_or_else(|| job.server().from.clone(), |contact| contact.fullname.clone()),
            identifier: job.server().contact_identifier.clone(),
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
            form,
            search,
            linking: panel.linking.map(|id| id.0),
            needed: panel.needed,
        })
    }
}

fn field_text(error: FieldError, required: &str) -> Text {
    match error {
        FieldError::Required => Text::key(required),
        FieldError::Whitespace => Text::key("contacts.identifierWhitespace"),
    }
}

fn contact_view(contact: &Contact) -> ContactView {
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
