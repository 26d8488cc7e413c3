//! The contact panel of each attendance. An attendance may contain its contact; otherwise the contact is looked up by the
//! customer's identifier: none (the agent registers or links one), one (it is used if the identifier is verified, otherwise the
//! agent links it), or several (the agent picks one).
//! The typed text stays until the server has accepted it.
//!
//! States: `Idle`, `Loading`, `Unknown`, `Several`, `Found`, `Failed`; in each, a form and a search may be open.

use super::payload::{Typed, creation_payload, identifier_field, update_payload};
use super::registry::NAME;
use super::rule::{FieldError, email_error, identifier_error, normalized_identifier};
use super::slices;
use crate::flow::path;
use crate::flow::{
    Answer, Asked, Choices, Context, Entity, HttpRequest, ItemList, ReportLevel, RequestId, Requests, ServerWrite,
    Table, Text,
};
use crate::jobs::Jobs;
use crate::notifications::Topic;
use crate::wire::{
    AgentId, Contact, ContactDraft, ContactId, ContactSave, JobTag, ListBody, Protocol, VinculateData, VinculateRequest,
};

/// State of the contact panel of an attendance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelState {
    /// No contact was looked up yet.
    #[default]
    Idle,
    /// The look-up waits for its answer.
    Loading,
    /// No contact has the customer's identifier.
    Unknown,
    /// Several contacts have the customer's identifier, or the only one has an identifier that is not verified; the agent
    /// picks one.
    Several,
    /// The attendance has a contact.
    Found,
    /// The look-up got no usable answer; the agent can repeat it.
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormKind {
    Create,
    Rename,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form {
    pub kind: FormKind,
    pub pending: bool,
    pub fullname_error: Option<FieldError>,
    pub identifier_error: Option<FieldError>,
    pub email_error: Option<FieldError>,
    pub error: Option<Text>,
}

impl Form {
    fn new(kind: FormKind) -> Self {
        Self { kind, pending: false, fullname_error: None, identifier_error: None, email_error: None, error: None }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Search {
    pub text: String,
    pub pending: bool,
    pub empty_field: bool,
    pub failed: bool,
    pub results: Vec<Contact>,
    /// The results belong to `text`.
    pub answered: bool,
    number: u64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Panel {
    pub state: PanelState,
    pub candidates: Vec<Contact>,
    pub form: Option<Form>,
    pub search: Option<Search>,
    pub linking: Option<ContactId>,
    /// The panel explains that the agent has to register the customer first.
    pub needed: bool,
    /// The action of the agent that needed the registration; it continues afterwards.
    pub wanted: Option<Wanted>,
}

/// The action of the agent that needs a registered customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The agent wanted to qualify the attendance.
    Qualification,
    /// The agent wanted to transfer the attendance.
    Transfer,
}

/// An effect of an answer on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A success snackbar shows this text.
    Success(Topic, Text),
    /// An error snackbar shows this text.
    Refused(Topic, Text),
    /// The customer of the attendance is registered: the agent's action continues.
    GoOn(Protocol, Wanted),
    /// The tags of a contact or a company, as its page has just loaded them.
    TagsRead(Entity, Vec<JobTag>),
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Lookup(Protocol),
    Create(Protocol, Box<ContactSave>),
    /// The look-up of a registration without an answer.
    CreateLookUp(Protocol, Box<ContactSave>),
    Rename(Protocol, Box<ContactSave>),
    Link(Protocol),
    Search(Protocol, u64),
    /// A search over all contacts.
    Find(Asked),
}

/// The contact panels of all attendances and their pending requests.
pub struct Contacts {
    panels: Table<Panel>,
    pub(super) directory: Choices<Contact>,
    pub(super) requests: Requests<Pending>,
}

impl Default for Contacts {
    fn default() -> Self {
        Self { panels: Table::default(), directory: Choices::default(), requests: Requests::new(NAME) }
    }
}

impl Contacts {
    pub(super) fn panel(&self, protocol: &Protocol) -> Option<&Panel> {
        self.panels.get(protocol)
    }

    fn panel_mut(&mut self, context: &mut Context, protocol: &Protocol) -> &mut Panel {
        context.dirty(slices::CONTACT.of(protocol.clone()));
        self.panels.or_default(protocol)
    }

    /// Whether the attendance may be qualified or transferred (spec session §5).
    pub fn is_registered(jobs: &Jobs, protocol: &Protocol) -> bool {
        jobs.get(protocol).is_some_and(|job| job.contact().is_some())
    }

    /// Called when an attendance arrives or is opened: uses its contact, or looks it up once.
    pub fn ensure_contact(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let known = job.contact().is_some();
        let panel = self.panel_mut(context, protocol);
        if known {
            panel.state = PanelState::Found;
            panel.candidates.clear();
            return;
        }
        if matches!(panel.state, PanelState::Idle | PanelState::Failed | PanelState::Found) {
            self.look_up(context, jobs, agent, protocol);
        }
    }

    /// Looks the contact up by the customer's identifier, also if it was looked up before.
    pub fn look_up(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let identifier = normalized_identifier(&job.server().contact_identifier).to_owned();
        let field = identifier_field(job.channel());
        let panel = self.panel_mut(context, protocol);
        if identifier.is_empty() {
            panel.state = PanelState::Unknown;
            return;
        }
        panel.state = PanelState::Loading;
        let request = HttpRequest::get(path!["contacts", identifier])
            .query("by_field", field)
            .query("agent", agent)
            .query("empty_org_unit", "false");
        context.request(&mut self.requests, Pending::Lookup(protocol.clone()), request);
    }

    /// Sets the state of a look-up that the voice area does: it looks up the contacts of its attendances by the keys of
    /// the call, and the state is `Loading` until the result arrives.
    pub fn look_up_elsewhere(&mut self, context: &mut Context, protocol: &Protocol, state: PanelState) {
        self.panel_mut(context, protocol).state = state;
    }

    /// Opens the form because the agent has to register the customer before qualifying.
    pub fn require_registration(&mut self, context: &mut Context, protocol: &Protocol, wanted: Wanted) {
        let panel = self.panel_mut(context, protocol);
        panel.needed = true;
        panel.wanted = Some(wanted);
        if panel.form.is_none() && panel.state != PanelState::Several {
            panel.form = Some(Form::new(FormKind::Create));
        }
    }

    /// Opens the form: for a new contact if none is known, otherwise to rename the contact.
    pub fn open_form(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let kind = if Self::is_registered(jobs, protocol) { FormKind::Rename } else { FormKind::Create };
        self.panel_mut(context, protocol).form = Some(Form::new(kind));
    }

    /// Closes the form and drops its errors.
    pub fn close_form(&mut self, context: &mut Context, protocol: &Protocol) {
        let panel = self.panel_mut(context, protocol);
        if !panel.form.as_ref().is_some_and(|form| form.pending) {
            panel.form = None;
            panel.needed = false;
            panel.wanted = None;
        }
    }

    /// The agent registers the customer, or renames the contact.
    pub fn save(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        protocol: &Protocol,
        typed: &Typed<'_>,
    ) -> Option<Exit> {
        let job = jobs.get(protocol)?;
        let channel = job.channel();
        let contact = job.contact().map(|contact| (contact.id.clone(), contact.version));
        let (fullname, email) = (typed.fullname.trim(), typed.email.trim());
        let panel = self.panel_mut(context, protocol);
        let Some(form) = panel.form.as_mut() else {
            context.report(ReportLevel::Error, "contactUndefined", "Contact undefined");
            return Some(Exit::Refused(Topic::Registration(protocol.clone()), Text::key("contacts.undefined")));
        };
        if form.pending {
            return None;
        }
        form.error = None;
        form.fullname_error = fullname.is_empty().then_some(FieldError::Required);
        form.identifier_error = (form.kind == FormKind::Create).then(|| identifier_error(typed.identifier)).flatten();
        form.email_error = (form.kind == FormKind::Create).then(|| email_error(email)).flatten();
        if form.fullname_error.or(form.identifier_error).or(form.email_error).is_some() {
            return None;
        }
        match form.kind {
            FormKind::Create => {
                form.pending = true;
                let contact = creation_payload(channel, normalized_identifier(typed.identifier), fullname, email);
                let save = ContactSave { contact, agent: agent.clone(), protocol: Some(protocol.clone()) };
                self.register(context, protocol, save);
            }
            FormKind::Rename => {
                let Some((id, version)) = contact.filter(|(id, _)| !id.is_empty()) else {
                    context.report(ReportLevel::Error, "contactUndefined", "Contact undefined");
                    return Some(Exit::Refused(Topic::Registration(protocol.clone()), Text::key("contacts.undefined")));
                };
                form.pending = true;
                let version = Some(version).filter(|version| *version > 0);
                let contact = ContactDraft { version, ..update_payload(&id, fullname) };
                self.rename(context, protocol, ContactSave { contact, agent: agent.clone(), protocol: None });
            }
        }
        None
    }

    /// Opens (`open`) or closes the search for a contact to link.
    pub fn open_search(&mut self, context: &mut Context, protocol: &Protocol, open: bool) {
        self.panel_mut(context, protocol).search = open.then(Search::default);
    }

    /// Looks for a contact to link, by name or identifier.
    pub fn search(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, text: &str) {
        let number = context.kernel.ids.number();
        let search = self.panel_mut(context, protocol).search.get_or_insert_with(Search::default);
        text.clone_into(&mut search.text);
        search.empty_field = text.trim().is_empty();
        search.failed = false;
        search.number = number;
        search.pending = !search.empty_field;
        if search.empty_field {
            search.results.clear();
            search.answered = false;
            return;
        }
        let request = HttpRequest::get("contacts")
            .query("agent", agent)
            .query("page", 1)
            .query("per_page", 10)
            .query("search", normalized_identifier(text.trim()));
        context.request(&mut self.requests, Pending::Search(protocol.clone(), number), request);
    }

    /// Uses this contact for the attendance (CTC-039).
    pub fn link(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        protocol: &Protocol,
        contact: &ContactId,
    ) {
        let Some(job) = jobs.get(protocol) else { return };
        let identifier = normalized_identifier(&job.server().contact_identifier).to_owned();
        let channel = job.channel();
        let panel = self.panel_mut(context, protocol);
        if panel.linking.is_some() || contact.is_empty() {
            return;
        }
        panel.linking = Some(contact.clone());
        let path = path!["contacts", contact, "vinculate-with-contact", channel.as_str()];
        let data = VinculateData { protocol: protocol.clone(), contact_identifier: identifier, agent: agent.clone() };
        let request = ServerWrite::LinkContact.put(path).json(&VinculateRequest { data });
        context.request(&mut self.requests, Pending::Link(protocol.clone()), request);
    }

    /// The attendance was removed: its panel and its pending requests are dropped.
    pub fn job_removed(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.panels.remove(protocol).is_some() {
            context.dirty(slices::CONTACT.of(protocol.clone()));
        }
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        request: RequestId,
        answer: Answer,
    ) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::Lookup(protocol)) => self.on_lookup(context, jobs, &protocol, answer),
            Some(Pending::Create(protocol, save)) => self.on_created(context, jobs, &protocol, save, answer),
            Some(Pending::CreateLookUp(protocol, save)) => self.on_looked_up(context, jobs, &protocol, &save, answer),
            Some(Pending::Rename(protocol, save)) => self.on_renamed(context, jobs, &protocol, *save, answer),
            Some(Pending::Link(protocol)) => self.on_linked(context, jobs, &protocol, answer),
            Some(Pending::Search(protocol, number)) => {
                self.on_found(context, &protocol, number, answer);
                Vec::new()
            }
            Some(Pending::Find(asked)) => {
                self.on_directory(context, asked, answer);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn on_lookup(&mut self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let loading = |panel: &&mut Panel| panel.state == PanelState::Loading;
        let Some(panel) = self.panels.get_mut(protocol).filter(loading) else { return Vec::new() };
        context.dirty(slices::CONTACT.of(protocol.clone()));
        let found = match answer {
            Answer::NotFound(_) => Vec::new(),
            answer => match answer.read::<ListBody<Contact>>() {
                Ok(list) => context.items(ItemList::FoundContacts, list.data),
                Err(_) => {
                    panel.state = PanelState::Failed;
                    return vec![Exit::Refused(
                        Topic::Registration(protocol.clone()),
                        Text::key("contacts.loadFailed"),
                    )];
                }
            },
        };
        let found: Vec<Contact> = found.into_iter().filter(|contact| !contact.id.is_empty()).collect();
        let is_unverified = jobs.get(protocol).is_some_and(|job| job.server().identifier_verified == Some(false));
        match found.len() {
            0 => panel.state = PanelState::Unknown,
            1 if !is_unverified => {
                panel.state = PanelState::Found;
                jobs.set_contact(context, protocol, found.into_iter().next());
            }
            _ => {
                panel.state = PanelState::Several;
                panel.candidates = found;
            }
        }
        Vec::new()
    }

    /// `said`: the key of the text for the agent if the server saved.
    pub(super) fn on_saved(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        said: &'static str,
        answer: Answer,
    ) -> Vec<Exit> {
        if !self.panels.contains_key(protocol) {
            return Vec::new();
        }
        context.dirty(slices::CONTACT.of(protocol.clone()));
        match answer.read::<Contact>() {
            Ok(contact) if !contact.id.is_empty() => self.known(context, jobs, protocol, contact, said),
            Ok(_) => self.save_failed(protocol, Text::key("contacts.saveFailed")),
            Err(answer) => {
                let text = save_refusal(&answer);
                self.save_failed(protocol, text)
            }
        }
    }

    /// The server has the contact of the attendance: the form closes, the text of the key `said` is shown, and the agent's action
    /// continues.
    pub(super) fn known(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        contact: Contact,
        said: &'static str,
    ) -> Vec<Exit> {
        let panel = self.panel_mut(context, protocol);
        (panel.form, panel.search, panel.needed) = (None, None, false);
        panel.state = PanelState::Found;
        let goes_on = panel.wanted.take().map(|wanted| Exit::GoOn(protocol.clone(), wanted));
        jobs.set_contact(context, protocol, Some(contact));
        let done = Exit::Success(Topic::Registration(protocol.clone()), Text::key(said));
        [done].into_iter().chain(goes_on).collect()
    }

    /// Keeps the form open and shows the reason.
    pub(super) fn save_failed(&mut self, protocol: &Protocol, text: Text) -> Vec<Exit> {
        if let Some(form) = self.panels.get_mut(protocol).and_then(|panel| panel.form.as_mut()) {
            form.pending = false;
            form.error = Some(text.clone());
        }
        vec![Exit::Refused(Topic::Registration(protocol.clone()), text)]
    }

    fn on_linked(&mut self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let Some(panel) = self.panels.get_mut(protocol) else { return Vec::new() };
        context.dirty(slices::CONTACT.of(protocol.clone()));
        panel.linking = None;
        match answer.read::<Contact>() {
            Ok(contact) if !contact.id.is_empty() => {
                panel.candidates.clear();
                self.known(context, jobs, protocol, contact, "contacts.linked")
            }
            Ok(_) => vec![Exit::Refused(Topic::Registration(protocol.clone()), Text::key("contacts.saveFailed"))],
            Err(answer) => {
                let text = match answer.is_uncertain() {
                    true => ServerWrite::LinkContact.unknown(),
                    false => refusal(&answer, "contacts.saveFailed"),
                };
                vec![Exit::Refused(Topic::Registration(protocol.clone()), text)]
            }
        }
    }

    /// Only the answer to the last search is used.
    fn on_found(&mut self, context: &mut Context, protocol: &Protocol, number: u64, answer: Answer) {
        let Some(search) = self.panels.get_mut(protocol).and_then(|panel| panel.search.as_mut()) else { return };
        if search.number != number {
            return;
        }
        context.dirty(slices::CONTACT.of(protocol.clone()));
        search.pending = false;
        search.answered = true;
        match listed(context, answer) {
            Some(contacts) => search.results = contacts,
            None => search.failed = true,
        }
    }
}

/// The contacts of an answer; none for 204 and 404; `None` if the answer cannot be used.
pub(super) fn listed(context: &mut Context, answer: Answer) -> Option<Vec<Contact>> {
    match answer {
        Answer::NotFound(_) => Some(Vec::new()),
        Answer::Ok(ref body) if body.expose().trim().is_empty() => Some(Vec::new()),
        answer => {
            let list = answer.read::<ListBody<Contact>>().ok()?;
            Some(context.items(ItemList::FoundContacts, list.data))
        }
    }
}

/// Why the server refused a save; `fallback` if the catalogue lacks the reason.
pub(crate) fn refusal(answer: &Answer, fallback: &str) -> Text {
    match (answer.error_body(), answer.reason()) {
        (Some(body), Some(reason)) => Text::reason("contacts.cause", reason, &body.details, fallback),
        _ => Text::key(fallback),
    }
}

/// The text why a contact was not saved, or that the result is unknown.
pub(crate) fn save_refusal(answer: &Answer) -> Text {
    match answer.is_uncertain() {
        true => ServerWrite::SaveContact.unknown(),
        false => refusal(answer, "contacts.saveFailed"),
    }
}
