//! Companies: their list, the form, the page of one with its contacts, and the search for one to choose.

use super::form::{Form, required, too_long};
use super::{Fields, Pending, People, RecordState, ids_of, list_of, portion_of, slices, timers};
use crate::contacts::{Exit, changed_record};
use crate::flow::{
    Answer, Asked, Context, Entity, EntityKind, HttpRequest, IdList, ItemList, ListEvent, Outcome, ServerWrite, Text,
    WriteEvent, WriteState, WriteStep, path,
};
use crate::notifications::Topic;
use crate::session::ActingAgent;
use crate::wire::limits::{CNPJ_DIGITS, EMPLOYER_CODE_MAX_CHARS, EMPLOYER_NAME_MAX_CHARS, EMPLOYER_ROLE_MAX_CHARS};
use crate::wire::{
    Employer, EmployerId, EmployerRole, EmployerSave, EmployerSaved, EmployerSearchRequest, Name, from_tolerant,
};

/// Number of companies in a portion (EMP-020).
pub(super) const PER_PAGE: usize = 10;
/// Number of contacts in a portion of a company's contacts (EMP-021).
const CONTACTS_OF_COMPANY: usize = 9_999;

/// The open company and the list of its contacts.
pub(super) struct CompanyPage {
    pub id: EmployerId,
    pub state: RecordState,
    pub contacts: IdList,
}

impl People {
    /// Loads the list of companies, unless it is loaded and need not be refetched.
    pub(super) fn ensure_companies(&mut self, context: &mut Context, agent: &ActingAgent, afresh: bool) {
        if afresh || !self.company_list.is_begun() {
            self.apply_companies_event(context, agent, ListEvent::Changed);
        }
    }

    /// The agent typed in the search field.
    pub fn search_companies(&mut self, context: &mut Context, text: &str) {
        if let Some(step) = self.company_list.type_text(text) {
            step.follow(context, timers::COMPANIES.key());
            context.dirty(slices::COMPANIES.key());
        }
    }

    /// Applies an event to the list of companies.
    pub fn apply_companies_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        let Some(asked) = self.company_list.after(event).follow(context, timers::COMPANIES.key()) else { return };
        let mut request = HttpRequest::get("employers")
            .query("agent_id", &agent.agent_id)
            .query("paginated", "true")
            .query("page", self.company_list.page())
            .query("per_page", PER_PAGE);
        let text = self.company_list.text.trim();
        if !text.is_empty() {
            request = request.query("search", text);
        }
        context.request(&mut self.requests, Pending::Companies(asked), request);
        context.dirty(slices::COMPANIES.key());
    }

    pub(super) fn on_companies(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        let found =
            portion_of::<Employer>(answer).map(|portion| portion.keep(|company| !company.employer_id.is_empty()));
        let (found, portion) = match found {
            Ok(found) => {
                let portion = ids_of(&found, |company| company.employer_id.as_str());
                (found.items, Ok(portion))
            }
            Err(answer) => (Vec::new(), Err(answer)),
        };
        let Some(step) = self.company_list.answered(context, asked, portion) else { return };
        context.report_unreadable(ItemList::Companies, self.company_list.left_out());
        step.follow(context, timers::COMPANIES.key());
        for company in found {
            self.put_company(context, company);
        }
        self.forget_unused(context);
        context.dirty(slices::COMPANIES.key());
        context.dirty(slices::COMPANY_ORDER.key());
    }

    /// Opens the page of a company; a known company is shown at once and refetched.
    pub(super) fn open_company(&mut self, context: &mut Context, agent: &ActingAgent, id: &EmployerId) {
        let state = if self.companies.contains_key(id) { RecordState::Found } else { RecordState::Loading };
        self.company_page = Some(CompanyPage { id: id.clone(), state, contacts: IdList::new(CONTACTS_OF_COMPANY) });
        self.forget_unused(context);
        self.reload_company(context, agent);
    }

    /// Loads the company of the page and its contacts again.
    pub fn reload_company(&mut self, context: &mut Context, agent: &ActingAgent) {
        let Some(page) = &mut self.company_page else { return };
        if page.state != RecordState::Found {
            page.state = RecordState::Loading;
        }
        let request = HttpRequest::get(path!["employers", page.id]);
        context.request(&mut self.requests, Pending::Company(page.id.clone()), request);
        self.apply_company_contacts_event(context, agent, ListEvent::Changed);
    }

    /// Applies an event to the contacts of the page's company.
    pub fn apply_company_contacts_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        let Some(page) = &mut self.company_page else { return };
        if let Some(asked) = page.contacts.after(event).follow(context, timers::COMPANY_CONTACTS.key()) {
            let request = HttpRequest::get("contacts")
                .query("agent", &agent.agent_id)
                .query("employerId", &page.id)
                .query("page", page.contacts.page())
                .query("per_page", CONTACTS_OF_COMPANY);
            context.request(&mut self.requests, Pending::CompanyContacts(page.id.clone(), asked), request);
        }
        context.dirty(slices::COMPANY_PAGE.key());
        context.dirty(slices::COMPANY_CONTACTS.key());
    }

    pub(super) fn on_company(&mut self, context: &mut Context, id: &EmployerId, answer: Answer) -> Option<Exit> {
        context.dirty(slices::COMPANY_PAGE.key());
        let mut exit = None;
        let state = match answer {
            Answer::NotFound(_) => RecordState::Gone,
            answer => match answer.read::<Employer>() {
                Ok(company) if company.employer_id == *id => {
                    let entity = Entity::new(EntityKind::Employer, id.as_str());
                    exit = Some(Exit::TagsRead(entity, company.tags.clone()));
                    self.put_company(context, company);
                    RecordState::Found
                }
                // The shown company stays after a failure.
                _ if self.companies.contains_key(id) => RecordState::Found,
                _ => RecordState::Failed,
            },
        };
        if let Some(page) = self.company_page.as_mut().filter(|page| page.id == *id) {
            page.state = state;
        }
        exit
    }

    /// Opens the form of a company; with an empty id for a new one (EMP-003).
    pub fn open_company_form(&mut self, context: &mut Context, id: &EmployerId) {
        let company = self.companies.get(id);
        if company.is_none() && !id.is_empty() {
            return;
        }
        self.forms += 1;
        self.company_form = Some(Form {
            number: self.forms,
            contact: id.as_str().into(),
            version: company.map_or(0, |company| company.version),
            base: company.map(fields_of).unwrap_or_default(),
            roles: company.map(|company| company.roles.clone()).unwrap_or_default(),
            ..Form::default()
        });
        context.dirty(slices::COMPANY_FORM.key());
    }

    /// Closes the form of a company; one that waits for the server stays.
    pub fn close_company_form(&mut self, context: &mut Context) {
        if !self.company_form.as_ref().is_some_and(|form| form.pending) {
            self.company_form = None;
            context.dirty(slices::COMPANY_FORM.key());
        }
    }

    /// Saves the open form of a company with all its values.
    pub fn save_company_form(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        fields: Fields,
        roles: Vec<EmployerRole>,
    ) {
        let Some(form) = self.company_form.as_mut().filter(|form| !form.pending) else { return };
        context.dirty(slices::COMPANY_FORM.key());
        form.typed = fields.into_iter().map(|(name, value)| (name, value.trim().to_owned())).collect();
        let role = |role: EmployerRole| EmployerRole { name: role.name.trim().to_owned(), ..role };
        // A role without a name is a row that the agent left empty.
        form.roles = roles.into_iter().map(role).filter(|role| !role.name.is_empty()).collect();
        let value = |name: &str| form.typed.get(name).or_else(|| form.base.get(name)).cloned().unwrap_or_default();
        let save = EmployerSave {
            name: value("name"),
            social_name: value("socialName"),
            code: value("code"),
            cnpj: value("cnpj").chars().filter(char::is_ascii_digit).collect(),
            roles: form.roles.clone(),
            agent_id: agent.agent_id.clone(),
            version: Some(form.version).filter(|version| *version > 0),
        };
        let errors = ["name", "socialName", "code", "cnpj"]
            .map(|name| Some((name.to_owned(), field_error(name, &value(name))?)));
        let role = form.roles.iter().find_map(|role| role_error(&role.name)).map(|error| ("roles".to_owned(), error));
        if !form.accepts(errors.into_iter().flatten().chain(role)) {
            return;
        }
        form.pending = true;
        let request = if form.contact.is_empty() {
            ServerWrite::CreateCompany.post("employers/create")
        } else {
            ServerWrite::SaveCompany.put(path!["employers", form.contact, "update"])
        };
        context.request(&mut self.requests, Pending::SaveCompany(form.number), request.json(&save));
    }

    pub(super) fn on_company_saved(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        number: u32,
        answer: Answer,
    ) -> Option<Exit> {
        context.dirty(slices::COMPANY_FORM.key());
        let answer = answer.readable::<EmployerSaved>();
        let form = self.company_form.as_mut().filter(|form| form.number == number);
        if let Some(form) = form.as_ref().filter(|form| form.contact.is_empty())
            && WriteState::SENT.after(WriteEvent::of(&answer), ServerWrite::CreateCompany.action_after_loss()).1
                == WriteStep::LookUp
        {
            let value = |name: &str| form.typed.get(name).cloned().unwrap_or_default();
            let (name, code) = (value("name"), value("code"));
            let request = HttpRequest::get("employers")
                .query("agent_id", &agent.agent_id)
                .query("paginated", true)
                .query("page", 1)
                .query("per_page", PER_PAGE)
                .query("search", &name);
            context.request(&mut self.requests, Pending::CompanyLookUp(number, name, code), request);
            return None;
        }
        let theirs = changed_record(&answer, "CHANGED_EMPLOYER", "employer");
        if let Some(company) = theirs.and_then(|text| from_tolerant::<Employer>(&text).ok()) {
            if form.as_ref().is_some_and(|form| form.is_saved_as(&company)) {
                // The answer to this agent's own change was lost, or another agent saved the same values.
                self.company_form = None;
                self.put_company(context, company);
                return Some(Exit::Success(Topic::Company, Text::key("contactManagement.employerForm.updated")));
            }
            if let Some(form) = form {
                form.rebase(company.version, fields_of(&company));
                form.show_conflict();
            }
            self.put_company(context, company);
            return None;
        }
        let exit = match answer.read::<EmployerSaved>() {
            Ok(EmployerSaved { message, employer }) => {
                let is_new = form.is_none_or(|form| form.contact.is_empty());
                self.company_form = None;
                let fallback = if is_new {
                    "contactManagement.employerForm.created"
                } else {
                    "contactManagement.employerForm.updated"
                };
                if let Some(company) = employer.filter(|company| !company.employer_id.is_empty()) {
                    self.company_saved(context, is_new, company);
                }
                return Some(Exit::Success(Topic::Company, form_text(&message, fallback)));
            }
            // The catalogue styles a duplicate as a success; the dialog stays open (EMP-015, EMP-018).
            Err(Answer::Conflict(body)) => {
                Exit::Success(Topic::Company, form_text(&body.message, "contactManagement.employerForm.duplicated"))
            }
            Err(answer) if answer.is_uncertain() => Exit::Refused(Topic::Company, ServerWrite::SaveCompany.unknown()),
            Err(_) => Exit::Refused(Topic::Company, Text::key("contactManagement.employerForm.error")),
        };
        if let (Some(form), Exit::Success(_, text) | Exit::Refused(_, text)) = (form, &exit) {
            form.show_failure(text.clone());
        }
        Some(exit)
    }

    fn company_saved(&mut self, context: &mut Context, is_new: bool, company: Employer) {
        if is_new {
            self.company_list.put_first(&Name::from(company.employer_id.as_str()));
            context.dirty(slices::COMPANIES.key());
            context.dirty(slices::COMPANY_ORDER.key());
        }
        self.put_company(context, company);
    }

    /// The companies with the name of one that was registered without an answer (BEY-153).
    pub(super) fn on_company_looked_up(
        &mut self,
        context: &mut Context,
        number: u32,
        (name, code): (&str, &str),
        answer: Answer,
    ) -> Option<Exit> {
        context.dirty(slices::COMPANY_FORM.key());
        let found = list_of(answer)
            .ok()
            .map(|list| list.items.into_iter().find(|company: &Employer| company.name == name && company.code == code));
        let event = match &found {
            Some(Some(_)) => WriteEvent::FoundDone,
            Some(None) => WriteEvent::FoundNotDone,
            None => WriteEvent::NotFound,
        };
        let text = match (
            WriteState::LookingUp.after(event, ServerWrite::CreateCompany.action_after_loss()).1,
            found.flatten(),
        ) {
            (WriteStep::Tell(Outcome::Done), Some(company)) => {
                self.company_form = None;
                self.company_saved(context, true, company);
                return Some(Exit::Success(Topic::Company, Text::key("contactManagement.employerForm.created")));
            }
            (WriteStep::Tell(Outcome::NotDone), _) => Text::key("contactManagement.employerForm.error"),
            (_, _) => ServerWrite::CreateCompany.unknown(),
        };
        if let Some(form) = self.company_form.as_mut().filter(|form| form.number == number) {
            form.show_failure(text.clone());
        }
        Some(Exit::Refused(Topic::Company, text))
    }

    /// The agent typed in the search for a company to choose.
    pub fn pick_company(&mut self, context: &mut Context, text: &str) {
        if let Some(step) = self.picker.type_text(text) {
            step.follow(context, timers::PICKER.key());
            context.dirty(slices::COMPANY_PICKER.key());
        }
    }

    /// Applies an event to the search for a company to choose.
    pub fn apply_picker_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        if let Some(asked) = self.picker.after(event).follow(context, timers::PICKER.key()) {
            let request = HttpRequest::ask("employers/search")
                .query("agent_id", &agent.agent_id)
                .query("page", 1)
                .query("per_page", PER_PAGE)
                .json(&EmployerSearchRequest { employer_name: self.picker.text().to_owned() });
            context.request(&mut self.requests, Pending::Pick(asked), request);
        }
        context.dirty(slices::COMPANY_PICKER.key());
    }

    pub(super) fn on_picked(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.picker.answered(context, ItemList::CompanyChoices, asked, list_of(answer)) {
            step.follow(context, timers::PICKER.key());
            context.dirty(slices::COMPANY_PICKER.key());
        }
    }
}

/// The text of the form that the server named (EMP-017); `fallback` if the catalogue lacks it.
fn form_text(message: &str, fallback: &str) -> Text {
    Text::reason("contactManagement.employerForm", message, &Default::default(), fallback)
}

/// Why a value is refused; texts are trimmed (EMP-004 to EMP-008, EMP-010 to EMP-012).
fn field_error(name: &str, value: &str) -> Option<Text> {
    match name {
        "name" => required(value).or_else(|| too_long(value, EMPLOYER_NAME_MAX_CHARS)),
        "socialName" => too_long(value, EMPLOYER_NAME_MAX_CHARS),
        "code" => required(value).or_else(|| too_long(value, EMPLOYER_CODE_MAX_CHARS)),
        _ => {
            let digits = value.chars().filter(char::is_ascii_digit).count();
            let has_letters = value.chars().any(|letter| letter.is_alphanumeric() && !letter.is_ascii_digit());
            let is_valid = value.is_empty() || (digits == CNPJ_DIGITS && !has_letters);
            (!is_valid).then(|| Text::key("contacts.invalidCnpj"))
        }
    }
}

/// Why the name of a role is refused (EMP-009).
pub(super) fn role_error(name: &str) -> Option<Text> {
    too_long(name, EMPLOYER_ROLE_MAX_CHARS)
}

impl Form {
    /// Whether the saved company has the values of the agent.
    fn is_saved_as(&self, company: &Employer) -> bool {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let is_same = |(name, theirs): (String, String)| {
            let wanted = self.typed.get(&name).or_else(|| self.base.get(&name)).cloned().unwrap_or_default();
            if name == "cnpj" { digits(&wanted) == digits(&theirs) } else { wanted == theirs }
        };
        fields_of(company).into_iter().all(is_same)
            && self.roles.iter().map(|role| &role.name).eq(company.roles.iter().map(|role| &role.name))
    }
}

fn fields_of(company: &Employer) -> Fields {
    let Employer { name, social_name, code, cnpj, .. } = company;
    let fields = [("name", name), ("socialName", social_name), ("code", code), ("cnpj", cnpj)];
    fields.map(|(name, value)| (name.to_owned(), value.clone())).into()
}
