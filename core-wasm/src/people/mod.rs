//! The pages of contacts and companies: lists, summary, forms, the page of one contact and of one company (spec
//! conversation §2, §3, §5, §7, §8). The contact of an attendance is the area `contacts`.
//!
//! Every contact is held once, by its id: lists, summary and pages refer to it, so that a saved change is shown
//! everywhere at once. Nothing is stored in the browser; the list of a page is kept for the agent's return.

mod area;
mod company;
mod decision;
mod display;
mod editor;
mod form;
mod intent;
mod list;
mod page;
mod registry;
mod same_person;
mod user;
mod view;

pub use editor::value_of as contact_value;
pub use intent::{Fields, PeopleIntent};
pub use list::contacts_request;
pub use registry::{PeopleSlice, facts, slices, timers};
pub use user::user_request;
pub use view::{
    CompaniesPageView, CompanyPageView, CompanyPickerView, CompanyRowView, ContactColumnView, ContactFieldView,
    ContactFilterChoice, ContactPageView, ContactRiskView, ContactRowView, ContactSummaryView, ContactsPageView,
    LastContactView, NamedView, OtherIdentifierView, PagedListView, PreferentialView, RecordFormView, RecordState,
    RoleView, SamePersonView, SamePersonsView,
};

use crate::contacts::Exit;
use crate::flow::{Answer, Asked, Choices, Context, IdList, IdPortion, List, ListAnswer, RequestId, Requests, Table};
use crate::session::ActingAgent;
use crate::shell::Route;
use crate::wire::{
    Contact, ContactColumn, ContactFilter, ContactId, ContactSave, Employer, EmployerId, Item, JobTag, ListBody, Name,
    first_visible,
};
use company::CompanyPage;
use form::Form;
use list::Deletion;
use page::ContactPage;
use registry::NAME;
use same_person::SamePersons;

/// A contact that a list or a page refers to.
#[derive(Default)]
struct Known {
    contact: Contact,
    /// The agent selected its row.
    selected: bool,
}

enum Pending {
    Contacts(Asked),
    CompanyContacts(EmployerId, Asked),
    Companies(Asked),
    Columns(Asked),
    ContactColumns(ContactId),
    SavedFilters(Asked),
    Contact(ContactId),
    LastContact(ContactId),
    Delete(ContactId),
    /// A save: the contact, without an id if it is created, and the number of its form, 0 without one.
    Save(ContactId, u32),
    SaveCompany(u32),
    /// The registration of a new contact from the form with this number.
    Create(u32, Box<ContactSave>),
    /// Whether a registration without an answer was carried out.
    CreateLookUp(u32, Box<ContactSave>),
    /// The look-up of a new company whose answer was lost, by its name and code.
    CompanyLookUp(u32, String, String),
    Company(EmployerId),
    /// A search for a company to choose.
    Pick(Asked),
    /// The proposals of the org unit about the same person.
    SamePersons(Asked),
    SamePersonsOf(ContactId, Asked),
    /// A decision on a proposal.
    Decide(String),
    /// The look-up of a decision whose answer was lost.
    CheckDecision(String),
}

/// The pages of contacts and companies and their pending requests.
pub struct People {
    contacts: Table<Known>,
    list: IdList,
    filter: ContactFilterChoice,
    /// The columns, ascending by `order`.
    columns: List<ContactColumn>,
    chosen_columns: Vec<String>,
    saved_filters: List<ContactFilter>,
    deletion: Deletion,
    summary: Option<ContactId>,
    contact_form: Option<Form>,
    contact_page: Option<ContactPage>,
    companies: Table<Employer>,
    company_list: IdList,
    company_form: Option<Form>,
    company_page: Option<CompanyPage>,
    picker: Choices<Employer>,
    same_persons: SamePersons,
    /// Number of the last form.
    forms: u32,
    /// The route for which data was loaded last.
    route: Route,
    requests: Requests<Pending>,
}

impl Default for People {
    fn default() -> Self {
        Self {
            contacts: Table::default(),
            list: IdList::new(list::PER_PAGE),
            filter: ContactFilterChoice::default(),
            columns: List::default(),
            chosen_columns: Vec::new(),
            saved_filters: List::default(),
            deletion: Deletion::default(),
            summary: None,
            contact_form: None,
            contact_page: None,
            companies: Table::default(),
            company_list: IdList::new(company::PER_PAGE),
            company_form: None,
            company_page: None,
            picker: Choices::default(),
            same_persons: SamePersons::default(),
            forms: 0,
            route: Route::default(),
            requests: Requests::new(NAME),
        }
    }
}

impl People {
    /// The agent opens a page: its data is loaded. A list is kept for the return from a record or from the other list,
    /// where the agent's place in it matters; after other work it is refetched.
    pub fn follow_route(&mut self, context: &mut Context, agent: &ActingAgent, route: &Route) {
        if self.route == *route {
            return;
        }
        let from = std::mem::replace(&mut self.route, route.clone());
        match route {
            // The page shows the number of companies and the number of contacts.
            Route::ContactManagement | Route::EmployerManagement => {
                let afresh = !matches!(
                    from,
                    Route::ContactManagement | Route::EmployerManagement | Route::Contact(_) | Route::Employer(_)
                );
                self.ensure_contacts(context, agent, afresh);
                self.ensure_companies(context, agent, afresh);
            }
            Route::Contact(id) => self.open_contact(context, agent, id),
            Route::Employer(id) => self.open_company(context, agent, id),
            _ => {}
        }
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        request: RequestId,
        answer: Answer,
    ) -> Option<Exit> {
        match self.requests.take(request)? {
            Pending::Contacts(asked) => self.on_contacts(context, asked, answer, None),
            Pending::CompanyContacts(id, asked) => self.on_contacts(context, asked, answer, Some(&id)),
            Pending::Companies(asked) => self.on_companies(context, asked, answer),
            Pending::Columns(asked) => self.on_columns(context, asked, answer),
            Pending::ContactColumns(id) => self.on_contact_columns(context, &id, answer),
            Pending::SavedFilters(asked) => self.on_saved_filters(context, asked, answer),
            Pending::Contact(id) => return self.on_contact(context, &id, answer),
            Pending::LastContact(id) => self.on_last_contact(context, &id, answer),
            Pending::Delete(id) => return self.on_deleted(context, agent, &id, &answer),
            Pending::Save(id, form) => return self.on_saved(context, agent, &id, form, answer),
            Pending::Create(form, save) => return self.on_created(context, agent, form, save, answer),
            Pending::CreateLookUp(form, save) => return self.on_looked_up(context, form, &save, answer),
            Pending::CompanyLookUp(form, name, code) => {
                return self.on_company_looked_up(context, form, (&name, &code), answer);
            }
            Pending::SaveCompany(form) => return self.on_company_saved(context, agent, form, answer),
            Pending::Company(id) => return self.on_company(context, &id, answer),
            Pending::Pick(asked) => self.on_picked(context, asked, answer),
            Pending::SamePersons(asked) => self.on_same_persons(context, asked, answer),
            Pending::SamePersonsOf(id, asked) => self.on_same_persons_of(context, &id, asked, answer),
            Pending::Decide(id) => return self.on_decided(context, agent, &id, answer),
            Pending::CheckDecision(id) => return self.on_decision_checked(context, agent, &id, answer),
        }
        None
    }

    /// Adds a contact from an answer. `whole`: the answer contains all its data; otherwise the last attendance and the
    /// risk, which the answer to a save lacks, are kept.
    fn put_contact(&mut self, context: &mut Context, mut contact: Contact, whole: bool) {
        let id = contact.id.clone();
        let known = self.contacts.or_default(&id);
        if !whole {
            contact.last_contact = contact.last_contact.or(known.contact.last_contact.take());
            contact.churn_risk = contact.churn_risk.or(known.contact.churn_risk);
        }
        known.contact = contact;
        touched(context, &id);
    }

    fn put_company(&mut self, context: &mut Context, company: Employer) {
        context.dirty(slices::COMPANY_ROW.of(company.employer_id.clone()));
        context.dirty(slices::COMPANY_PAGE.key());
        self.companies.insert(company.employer_id.clone().0, company);
    }

    /// Another area changed the tags of a contact.
    pub fn contact_tagged(&mut self, context: &mut Context, id: &str, tags: &[JobTag]) {
        if let Some(known) = self.contacts.get_mut(id) {
            known.contact.tags = tags.to_vec();
            touched(context, &id.into());
        }
    }

    /// Another area changed the tags of a company.
    pub fn company_tagged(&mut self, context: &mut Context, id: &str, tags: &[JobTag]) {
        if let Some(company) = self.companies.get_mut(id) {
            company.tags = tags.to_vec();
            context.dirty(slices::COMPANY_ROW.of(id.into()));
            context.dirty(slices::COMPANY_PAGE.key());
        }
    }

    /// Another area removed the churn risk of a contact.
    pub fn risk_removed(&mut self, context: &mut Context, id: &str) {
        if let Some(known) = self.contacts.get_mut(id) {
            known.contact.churn_risk = None;
            touched(context, &id.into());
        }
    }

    /// Forgets contacts and companies that no list or page refers to any more.
    fn forget_unused(&mut self, context: &mut Context) {
        let of_company = self.company_page.as_ref().map(|page| page.contacts.order());
        let opened = [
            self.summary.as_ref(),
            self.contact_page.as_ref().map(|page| &page.id),
            self.contact_form.as_ref().map(|form| &form.contact),
        ];
        let unused = |id: &Name| {
            !self.list.order().contains(id)
                && !of_company.is_some_and(|order| order.contains(id))
                && !opened.iter().flatten().any(|opened| opened.as_str() == id.as_str())
        };
        let gone: Vec<Name> = self.contacts.keys().map(Name::from).filter(unused).collect();
        for id in gone {
            self.contacts.remove(&id);
            touched(context, &ContactId::from(id.as_str()));
        }
        let opened = self.company_page.as_ref().map(|page| page.id.as_str());
        let unused = |id: &Name| !self.company_list.order().contains(id) && opened != Some(id.as_str());
        let gone: Vec<Name> = self.companies.keys().map(Name::from).filter(unused).collect();
        for id in gone {
            self.companies.remove(&id);
            context.dirty(slices::COMPANY_ROW.of(id.as_str().into()));
        }
    }
}

/// The contact or its row changed.
fn touched(context: &mut Context, id: &ContactId) {
    context.dirty(slices::CONTACT_ROW.of(id.clone()));
    context.dirty(slices::SUMMARY.key());
    context.dirty(slices::CONTACT_PAGE.key());
}

/// The portion of an answer; no items for 404.
fn portion_of<T: Item>(answer: Answer) -> Result<ListAnswer<T>, Answer> {
    match answer {
        Answer::NotFound(_) => Ok(ListAnswer::of(Vec::new())),
        Answer::Ok(ref body) if body.expose().trim().is_empty() => Ok(ListAnswer::of(Vec::new())),
        answer => {
            let list = answer.read::<ListBody<T>>()?;
            // The total of a list without paging fields is not the number of all items.
            let is_bare = list.total == list.per_page;
            let portion = ListAnswer::of_body(list);
            Ok(if is_bare { ListAnswer { total: 0, ..portion } } else { portion })
        }
    }
}

/// A portion of contacts; the list is complete when it has as many as the server counted.
///
/// # Errors
/// The answer contains no list.
pub fn contacts_portion(answer: Answer) -> Result<ListAnswer<Contact>, Answer> {
    let portion = portion_of(answer)?;
    let is_last = portion.items.is_empty() && portion.unreadable == 0;
    Ok(ListAnswer { is_last, ends_at_total: true, ..portion })
}

/// The number to which messages of WhatsApp to the contact go; empty without one.
pub fn whatsapp_number(contact: &Contact) -> &str {
    let ids = &contact.identifiers;
    first_visible([ids.whatsapp_identifier.as_str(), &ids.phone1])
}

/// The whole list of an answer; no items for 404.
fn list_of<T: Item>(answer: Answer) -> Result<ListAnswer<T>, Answer> {
    portion_of(answer).map(|portion| ListAnswer { is_last: true, ..portion })
}

/// The ids of a portion.
fn ids_of<T>(portion: &ListAnswer<T>, id: impl Fn(&T) -> &str) -> IdPortion {
    let ids = portion.items.iter().map(|item| id(item).into()).collect();
    IdPortion { ids, total: portion.total, left_out: portion.unreadable }
}
