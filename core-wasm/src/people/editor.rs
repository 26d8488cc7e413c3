//! Saving a contact: the form, a single field on the page, and the switch of the wallet.

use super::form::{Form, required, too_long};
use super::{Fields, Pending, People, slices, touched};
use crate::contacts::{
    Exit, FieldError, changed_record, email_error, identifier_error, is_looked_up, look_up, looked_up,
    normalized_identifier, save_refusal, search_text,
};
use crate::flow::path;
use crate::flow::{Answer, Context, ServerWrite, Text};
use crate::notifications::Topic;
use crate::session::ActingAgent;
use crate::wire::limits::{FIELD_MAX_CHARS, FORM_VALUE_MAX_CHARS, NAME_MAX_CHARS};
use crate::wire::{AgentId, Contact, ContactDraft, ContactId, ContactSave, Name, from_tolerant, json_text};
use serde_json::Value;

/// The fields of a contact that are not part of its further data.
const MAIN: [&str; 8] =
    ["fullname", "id", "whatsapp_identifier", "chat_identifier", "phone1", "email", "employer_id", "preferential"];

impl People {
    /// Opens the form of a contact; with an empty id for a new one.
    pub fn open_contact_form(&mut self, context: &mut Context, id: &ContactId) {
        if id.is_empty() || self.contacts.contains_key(id) {
            let form = self.new_form(id, false);
            self.contact_form = Some(form);
            self.pick_company(context, "");
            // The page of a contact may have been opened by its address, without loading the list.
            self.ensure_columns(context);
            context.dirty(slices::CONTACT_FORM.key());
        }
    }

    fn new_form(&mut self, id: &ContactId, inline: bool) -> Form {
        self.forms += 1;
        let known = self.contacts.get(id).map(|known| &known.contact);
        Form {
            number: self.forms,
            contact: id.clone(),
            inline,
            version: known.map_or(0, |contact| contact.version),
            base: known.map(fields_of).unwrap_or_default(),
            ..Form::default()
        }
    }

    /// Closes the form of a contact; one that waits for the server stays.
    pub fn close_contact_form(&mut self, context: &mut Context) {
        if !self.contact_form.as_ref().is_some_and(|form| form.pending) {
            self.contact_form = None;
            context.dirty(slices::CONTACT_FORM.key());
        }
    }

    /// Saves a single field on the page. After a conflict the same request overwrites the other agent's value.
    pub fn save_contact_field(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &ContactId,
        field: &str,
        value: String,
    ) {
        if !self.contacts.contains_key(id) {
            return;
        }
        let is_repeated = |form: &Form| form.inline && form.contact == *id && form.typed.contains_key(field);
        if !self.contact_form.as_ref().is_some_and(is_repeated) {
            let form = self.new_form(id, true);
            self.contact_form = Some(form);
        }
        self.save_contact_form(context, agent, Fields::from([(field.to_owned(), value)]));
    }

    /// Saves the open form: what was changed, with the version that the agent saw.
    pub fn save_contact_form(&mut self, context: &mut Context, agent: &ActingAgent, fields: Fields) {
        let Some(form) = self.contact_form.as_mut().filter(|form| !form.pending) else { return };
        context.dirty(slices::CONTACT_FORM.key());
        let save = |(name, typed): (String, String)| {
            let value = normalized(&name, &typed);
            (name, value)
        };
        form.typed = fields.into_iter().map(save).collect();
        let mut changed = form.changed();
        if form.contact.is_empty() {
            // The server creates no contact without these fields.
            for name in ["fullname", "id"] {
                changed.or_default(name.to_owned());
            }
        }
        let errors = changed.iter().filter_map(|(name, value)| Some((name.clone(), field_error(name, value)?)));
        if !form.accepts(errors) {
            return;
        }
        if changed.is_empty() {
            self.contact_form = None;
            return;
        }
        form.pending = true;
        self.send_contact_form(context, agent);
    }

    fn send_contact_form(&mut self, context: &mut Context, agent: &ActingAgent) {
        let Some(form) = &self.contact_form else { return };
        let (id, number) = (form.contact.clone(), form.number);
        let version = Some(form.version).filter(|version| *version > 0);
        let draft = ContactDraft { version, ..draft_of(form.changed()) };
        self.send_contact(context, agent, &id, number, draft);
    }

    /// Puts a contact into the agent's wallet or takes it out. A contact of another agent's wallet stays there (WAL-005).
    pub fn set_preferential(&mut self, context: &mut Context, agent: &ActingAgent, id: &ContactId, preferential: bool) {
        let free = |contact: &Contact| contact.preferential != preferential && !is_of_other(contact, &agent.agent_id);
        if self.contacts.get(id).is_some_and(|known| free(&known.contact)) && !self.is_busy(id) {
            self.send_contact(
                context,
                agent,
                id,
                0,
                ContactDraft { preferential: Some(preferential), ..Default::default() },
            );
        }
    }

    fn send_contact(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &ContactId,
        form: u32,
        draft: ContactDraft,
    ) {
        let contact = ContactDraft { id: Some(id.clone()).filter(|id| !id.is_empty()), ..draft };
        let save = ContactSave { contact, agent: agent.agent_id.clone(), protocol: None };
        if id.is_empty() {
            let request = ServerWrite::RegisterContact.post("contacts").json(&save);
            context.request(&mut self.requests, Pending::Create(form, Box::new(save)), request);
        } else {
            let request = ServerWrite::SaveContact.put(path!["contacts", id]).json(&save);
            context.request(&mut self.requests, Pending::Save(id.clone(), form), request);
        }
        touched(context, id);
    }

    /// Whether a change or a deletion of the contact is pending.
    pub(super) fn is_busy(&self, id: &ContactId) -> bool {
        self.deletion.waiting.contains(id)
            || self.requests.any(|pending| matches!(pending, Pending::Save(of, _) if of == id))
    }

    pub(super) fn on_saved(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &ContactId,
        number: u32,
        answer: Answer,
    ) -> Option<Exit> {
        touched(context, id);
        context.dirty(slices::CONTACT_FORM.key());
        let is_open = self.contact_form.as_ref().is_some_and(|form| form.number == number);
        let answer = match answer.read::<Contact>() {
            Ok(contact) if !contact.id.is_empty() => {
                if is_open {
                    self.contact_form = None;
                }
                return Some(self.contact_saved(context, id.is_empty(), contact));
            }
            Ok(_) => Answer::ServerFault(200),
            Err(answer) => answer,
        };
        let theirs = changed_record(&answer, "CHANGED_CONTACT", "contact");
        let theirs = theirs.and_then(|text| from_tolerant::<Contact>(&text).ok()).filter(|contact| contact.id == *id);
        let text = match answer {
            Answer::NotFound(_) => {
                self.contact_is_gone(context, id);
                Text::key("contacts.gone")
            }
            _ => save_refusal(&answer),
        };
        let form = self.contact_form.as_mut().filter(|form| form.number == number);
        let Some(form) = form else {
            let changed = theirs.is_some();
            if let Some(contact) = theirs {
                self.put_contact(context, contact, false);
            }
            return Some(Exit::Refused(
                self.topic(id),
                if changed { Text::key("contacts.changedMeanwhile") } else { text },
            ));
        };
        if let Some(contact) = theirs {
            let is_newer = contact.version > form.version;
            form.rebase(contact.version, fields_of(&contact));
            let is_apart = is_newer && form.other.is_empty();
            if !is_apart {
                form.show_conflict();
            }
            self.put_contact(context, contact, false);
            if is_apart {
                // The other change concerns other fields, or is this agent's own: the changes do not conflict.
                self.send_contact_form(context, agent);
            }
            return None;
        }
        let errors = answer.error_body().into_iter().flat_map(|body| body.errors.keys());
        form.errors = errors.map(|name| (field_of_draft(name), Text::key("contacts.invalidField"))).collect();
        form.show_failure(text.clone());
        Some(Exit::Refused(self.topic(id), text))
    }
}

impl People {
    /// The server has saved the agent's values.
    fn contact_saved(&mut self, context: &mut Context, is_new: bool, contact: Contact) -> Exit {
        if is_new {
            self.list.put_first(&Name::from(contact.id.as_str()));
            context.dirty(slices::CONTACT_ORDER.key());
            context.dirty(slices::CONTACTS.key());
        }
        let topic = topic_of(&contact);
        self.put_contact(context, contact, false);
        self.ask_same_persons_again(context);
        Exit::Success(topic, Text::key(if is_new { "contacts.created" } else { "contacts.saved" }))
    }

    /// The answer to the registration of a contact; one that was lost is looked up (BEY-153).
    pub(super) fn on_created(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        number: u32,
        save: Box<ContactSave>,
        answer: Answer,
    ) -> Option<Exit> {
        let answer = answer.readable::<Contact>();
        if !is_looked_up(&answer) {
            return self.on_saved(context, agent, &ContactId::default(), number, answer);
        }
        let request = look_up(&save);
        context.request(&mut self.requests, Pending::CreateLookUp(number, save), request);
        None
    }

    pub(super) fn on_looked_up(
        &mut self,
        context: &mut Context,
        number: u32,
        save: &ContactSave,
        answer: Answer,
    ) -> Option<Exit> {
        context.dirty(slices::CONTACT_FORM.key());
        let form = self.contact_form.as_mut().filter(|form| form.number == number);
        Some(match looked_up(context, save, answer) {
            Ok(contact) => {
                if form.is_some() {
                    self.contact_form = None;
                }
                self.contact_saved(context, true, contact)
            }
            Err(text) => {
                if let Some(form) = form {
                    form.show_failure(text.clone());
                }
                Exit::Refused(Topic::Contacts, text)
            }
        })
    }
}

/// The topic of the snackbar about a change of the contact.
fn topic_of(contact: &Contact) -> Topic {
    Topic::Contact(contact.id.clone(), contact.fullname.clone())
}

impl People {
    /// The topic of the snackbar about a contact; a new contact has no page yet.
    fn topic(&self, id: &ContactId) -> Topic {
        match self.contact_name(id) {
            name if name.is_empty() => Topic::Contacts,
            name => Topic::Contact(id.clone(), name),
        }
    }

    /// Name of a contact; empty if the page does not know it.
    pub fn contact_name(&self, id: &ContactId) -> String {
        self.contacts.get(id).map(|known| known.contact.fullname.clone()).unwrap_or_default()
    }
}

/// Whether the contact is in the wallet of another agent.
pub(super) fn is_of_other(contact: &Contact, agent: &AgentId) -> bool {
    contact.preferential && !contact.preferential_agent_id.is_empty() && contact.preferential_agent_id != *agent
}

/// The value that is saved for `typed`: identifiers lose one leading plus (CTC-018), numbers everything except their
/// digits.
fn normalized(name: &str, typed: &str) -> String {
    match name {
        "id" | "chat_identifier" => normalized_identifier(typed).to_owned(),
        "whatsapp_identifier" | "phone1" => search_text(typed.trim()),
        _ => typed.trim().to_owned(),
    }
}

/// Why a changed value is refused.
fn field_error(name: &str, value: &str) -> Option<Text> {
    let most = match name {
        "fullname" => NAME_MAX_CHARS,
        name if MAIN.contains(&name) => FIELD_MAX_CHARS,
        _ => FORM_VALUE_MAX_CHARS,
    };
    let error = match name {
        "fullname" => required(value),
        "phone1" if !value.chars().all(|letter| letter.is_ascii_digit()) => Some(Text::key("contacts.invalidNumber")),
        "id" | "whatsapp_identifier" | "chat_identifier" => match identifier_error(value) {
            Some(FieldError::Whitespace) => Some(Text::key("contacts.identifierWhitespace")),
            Some(FieldError::Required) if name == "id" => required(""),
            _ => None,
        },
        "email" => email_error(value).map(|_| Text::key("contacts.invalidEmail")),
        _ => None,
    };
    error.or_else(|| too_long(value, most))
}

/// The value of a field; empty without one.
pub fn value_of(contact: &Contact, name: &str) -> String {
    let ids = &contact.identifiers;
    let text = match name {
        "fullname" => &contact.fullname,
        "id" => &ids.id,
        "whatsapp_identifier" => &ids.whatsapp_identifier,
        "chat_identifier" => &ids.chat_identifier,
        "phone1" => &ids.phone1,
        "email" => &contact.email,
        "employer_id" => &contact.employer_id.0,
        "employer_name" => &contact.employer_name,
        "preferential" => return if contact.preferential { "Y" } else { "N" }.to_owned(),
        _ => return contact.data.as_ref().and_then(|data| data.get(name)).map(text_of).unwrap_or_default(),
    };
    text.clone()
}

/// A value of the further data as text.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => json_text(other),
    }
}

/// The further data of a contact.
pub(super) fn data_of(contact: &Contact) -> Fields {
    let data = contact.data.as_ref().and_then(Value::as_object);
    data.into_iter().flatten().map(|(name, value)| (name.clone(), text_of(value))).collect()
}

/// All values that a form can change.
fn fields_of(contact: &Contact) -> Fields {
    let mut fields = data_of(contact);
    fields.extend(MAIN.map(|name| (name.to_owned(), value_of(contact, name))));
    fields
}

/// The draft for the server, with the changed fields only.
fn draft_of(changed: Fields) -> ContactDraft {
    let mut draft = ContactDraft::default();
    for (name, value) in changed {
        match name.as_str() {
            "fullname" => draft.fullname = Some(value),
            "id" => draft.contact_identifier = Some(value),
            "whatsapp_identifier" => draft.whatsapp_identifier = Some(value),
            "chat_identifier" => draft.chat_identifier = Some(value),
            "phone1" => draft.contact_phone1 = Some(value),
            "email" => draft.email = Some(value),
            "employer_id" => draft.employer_id = Some(value.into()),
            "preferential" => draft.preferential = Some(value == "Y"),
            _ => drop(draft.data.get_or_insert_default().insert(name, value)),
        }
    }
    draft
}

/// The field of the form that a field of the payload belongs to.
fn field_of_draft(name: &str) -> String {
    let name = name.rsplit('.').next().unwrap_or(name);
    match name {
        "contact_identifier" => "id",
        "contact_phone1" => "phone1",
        name => name,
    }
    .to_owned()
}
