//! The list of contacts: search, filters, columns, selection, deletion, and the summary beside it.

use super::{ContactFilterChoice, Known, Pending, People, facts, ids_of, list_of, portion_of, slices, timers, touched};
use crate::contacts::{Exit, search_text};
use crate::flow::{Answer, Asked, Context, HttpRequest, ItemList, ListAnswer, ListEvent, ServerWrite, Text, path};
use crate::notifications::Topic;
use crate::session::ActingAgent;
use crate::wire::{ColumnCategory, Contact, ContactColumn, ContactId, EmployerId, LastContact, Name};

/// Number of contacts in a portion.
pub(super) const PER_PAGE: usize = 50;

/// Pending deletions, one at a time, and the results of those that were requested together.
#[derive(Default)]
pub(super) struct Deletion {
    pub waiting: Vec<ContactId>,
    deleted: u32,
    refused: u32,
    /// Contacts whose deletion has an unknown result.
    unknown: u32,
}

impl People {
    /// Loads list, columns and saved filters, unless they are loaded; the list also if it has to be refetched.
    pub(super) fn ensure_contacts(&mut self, context: &mut Context, agent: &ActingAgent, afresh: bool) {
        if afresh || !self.list.is_begun() {
            self.begin_contacts(context, agent);
        }
        self.ensure_columns(context);
        self.apply_saved_filters_event(context, agent, ListEvent::Needed);
        let event = if afresh { ListEvent::Changed } else { ListEvent::Needed };
        self.apply_same_persons_event(context, event);
    }

    /// Applies an event to the saved filters.
    pub fn apply_saved_filters_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        if let Some(asked) = self.saved_filters.after(event).follow(context, timers::SAVED_FILTERS.key()) {
            let request = HttpRequest::get(path!["template", "contact-filters", agent.agent_id]);
            context.request(&mut self.requests, Pending::SavedFilters(asked), request);
        }
    }

    /// Loads the columns of the org unit's contacts, unless they are loaded: the list and the form need them.
    pub(super) fn ensure_columns(&mut self, context: &mut Context) {
        self.apply_columns_event(context, ListEvent::Needed);
    }

    /// Applies an event to the columns.
    pub fn apply_columns_event(&mut self, context: &mut Context, event: ListEvent) {
        if let Some(asked) = self.columns.after(event).follow(context, timers::COLUMNS.key()) {
            let request = HttpRequest::get("contacts/columns").query("group_by", "category").query("by_field", "id");
            context.request(&mut self.requests, Pending::Columns(asked), request);
        }
    }

    /// The agent typed in the search field.
    pub fn search_contacts(&mut self, context: &mut Context, text: &str) {
        if let Some(step) = self.list.type_text(text) {
            step.follow(context, timers::CONTACTS.key());
            context.dirty(slices::CONTACTS.key());
        }
    }

    /// Chooses which contacts the list shows.
    pub fn filter_contacts(&mut self, context: &mut Context, agent: &ActingAgent, filter: ContactFilterChoice) {
        if self.filter != filter {
            self.filter = filter;
            self.begin_contacts(context, agent);
        }
    }

    /// Loads the first portion for the present search and filter.
    pub fn begin_contacts(&mut self, context: &mut Context, agent: &ActingAgent) {
        self.apply_contacts_event(context, agent, ListEvent::Changed);
    }

    /// Applies an event to the list of contacts.
    pub fn apply_contacts_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        let Some(asked) = self.list.after(event).follow(context, timers::CONTACTS.key()) else { return };
        let request = contacts_request(agent, &self.filter, &self.list.text, self.list.page());
        context.request(&mut self.requests, Pending::Contacts(asked), request);
        context.dirty(slices::CONTACTS.key());
    }

    /// A portion of the list, or the contacts of the page's company.
    pub(super) fn on_contacts(
        &mut self,
        context: &mut Context,
        asked: Asked,
        answer: Answer,
        of_company: Option<&EmployerId>,
    ) {
        let (list, ids, timer) = match (of_company, &mut self.company_page) {
            (None, _) => (ItemList::Contacts, &mut self.list, &timers::CONTACTS),
            (Some(id), Some(page)) if page.id == *id => {
                (ItemList::CompanyContacts, &mut page.contacts, &timers::COMPANY_CONTACTS)
            }
            (Some(_), _) => return,
        };
        let found = portion_of::<Contact>(answer).map(|portion| portion.keep(|contact| !contact.id.is_empty()));
        let (found, portion) = match found {
            Ok(found) => {
                let portion = ids_of(&found, |contact| contact.id.as_str());
                (found.items, Ok(portion))
            }
            Err(answer) => (Vec::new(), Err(answer)),
        };
        let Some(step) = ids.answered(context, asked, portion) else { return };
        context.report_unreadable(list, ids.left_out());
        step.follow(context, timer.key());
        for contact in found {
            self.put_contact(context, contact, true);
        }
        self.forget_unused(context);
        for key in [&slices::CONTACTS, &slices::CONTACT_ORDER, &slices::COMPANY_PAGE, &slices::COMPANY_CONTACTS] {
            context.dirty(key.key());
        }
        context.dirty(slices::SUMMARY.key());
    }

    pub(super) fn on_columns(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        let answer = list_of::<ColumnCategory>(answer).map(|found| {
            let columns = found.items.into_iter().flat_map(|ColumnCategory { category, columns }| {
                columns.into_iter().map(move |column| {
                    let category = if column.category.is_empty() { category.clone() } else { column.category };
                    ContactColumn { category, ..column }
                })
            });
            let mut columns: Vec<ContactColumn> = columns.collect();
            columns.sort_by_key(|column| column.order);
            ListAnswer { unreadable: found.unreadable, ..ListAnswer::of(columns) }
        });
        let Some(step) = self.columns.answered(context, asked, answer) else { return };
        self.columns.shown(context, ItemList::ContactColumns);
        step.follow(context, timers::COLUMNS.key());
        context.dirty(slices::CONTACTS.key());
        context.dirty(slices::CONTACT_PAGE.key());
        context.changed(facts::COLUMNS.key());
    }

    pub(super) fn on_saved_filters(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.saved_filters.answered(context, asked, list_of(answer)) {
            self.saved_filters.shown(context, ItemList::ContactFilters);
            step.follow(context, timers::SAVED_FILTERS.key());
            context.dirty(slices::CONTACTS.key());
        }
    }

    /// Chooses columns and their order.
    pub fn choose_columns(&mut self, context: &mut Context, columns: Vec<String>) {
        self.chosen_columns = columns;
        context.dirty(slices::CONTACTS.key());
    }

    /// The columns of the org unit's contacts; empty before they are loaded.
    pub fn columns(&self) -> &[ContactColumn] {
        self.columns.items()
    }

    /// The columns that the list shows: those with `show` Y, or those that the agent chose, in order (CTC-005, CTC-035).
    pub(super) fn shown_columns(&self) -> Vec<&ContactColumn> {
        let of = |name: &String| self.columns().iter().find(|column| column.database == *name);
        if self.chosen_columns.is_empty() {
            self.columns().iter().filter(|column| column.show == "Y").collect()
        } else {
            self.chosen_columns.iter().filter_map(of).collect()
        }
    }

    /// Selects rows or takes their selection back; without ids all loaded rows.
    pub fn select(&mut self, context: &mut Context, ids: &[ContactId], selected: bool) {
        let loaded = self.list.order().ids().map(|id| ContactId::from(id.as_str()));
        let ids: Vec<ContactId> = if ids.is_empty() { loaded.collect() } else { ids.to_vec() };
        for id in &ids {
            if let Some(known) = self.contacts.get_mut(id) {
                known.selected = selected;
                touched(context, id);
            }
        }
        context.dirty(slices::CONTACTS.key());
    }

    /// Number of selected rows of the list.
    pub(super) fn selected_count(&self) -> usize {
        self.list.order().ids().filter(|id| self.contacts.get(*id).is_some_and(|known| known.selected)).count()
    }

    /// Deletes contacts, one after another.
    pub fn delete(&mut self, context: &mut Context, agent: &ActingAgent, ids: &[ContactId]) {
        let is_idle = self.deletion.waiting.is_empty();
        for id in ids {
            if self.contacts.contains_key(id) && !self.deletion.waiting.contains(id) {
                self.deletion.waiting.push(id.clone());
                touched(context, id);
            }
        }
        context.dirty(slices::CONTACTS.key());
        if is_idle {
            self.delete_next(context, agent);
        }
    }

    /// The request identifies the contact by its identifier in the business's own database (CTC-040, CTC-042).
    fn delete_next(&mut self, context: &mut Context, agent: &ActingAgent) {
        let Some(id) = self.deletion.waiting.first() else { return };
        let identifier = self.contacts.get(id).map(|known| known.contact.identifiers.id.as_str()).unwrap_or_default();
        let identifier = if identifier.is_empty() { id.as_str() } else { identifier };
        let request = ServerWrite::DeleteContact.delete(path![
            "contacts",
            identifier,
            ["AGENT-", agent.agent_id.as_str()].concat()
        ]);
        context.request(&mut self.requests, Pending::Delete(id.clone()), request);
    }

    pub(super) fn on_deleted(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &ContactId,
        answer: &Answer,
    ) -> Option<Exit> {
        self.deletion.waiting.retain(|waiting| waiting != id);
        touched(context, id);
        context.dirty(slices::CONTACTS.key());
        // A contact that does not exist any more needs no second deletion.
        if matches!(answer, Answer::Ok(_) | Answer::NotFound(_)) {
            self.deletion.deleted += 1;
            self.drop_contact(context, id);
        } else if answer.is_uncertain() {
            self.deletion.unknown += 1;
        } else {
            self.deletion.refused += 1;
        }
        if !self.deletion.waiting.is_empty() {
            self.delete_next(context, agent);
            return None;
        }
        let Deletion { deleted, refused, unknown, .. } = std::mem::take(&mut self.deletion);
        Some(match refused {
            0 if unknown > 0 => {
                Exit::Refused(Topic::Contacts, ServerWrite::DeleteContact.unknown().with("count", unknown))
            }
            0 => Exit::Success(Topic::Contacts, Text::key("contacts.deleted").with("count", deleted)),
            _ => Exit::Refused(Topic::Contacts, Text::key("contacts.notDeleted").with("count", refused)),
        })
    }

    /// The contact was deleted: its rows disappear; an open page keeps its content.
    pub(super) fn drop_contact(&mut self, context: &mut Context, id: &ContactId) {
        let name = Name::from(id.as_str());
        self.list.remove(&name);
        context.dirty(slices::CONTACTS.key());
        context.dirty(slices::CONTACT_ORDER.key());
        if let Some(page) = &mut self.company_page {
            page.contacts.remove(&name);
            context.dirty(slices::COMPANY_CONTACTS.key());
            context.dirty(slices::COMPANY_PAGE.key());
        }
        if self.summary.as_ref() == Some(id) {
            self.summary = None;
        }
        self.contact_is_gone(context, id);
        self.forget_unused(context);
    }

    /// Opens the summary of a contact; `None` closes it.
    pub fn show_summary(&mut self, context: &mut Context, id: Option<ContactId>) {
        context.dirty(slices::SUMMARY.key());
        self.summary = id;
        let Some(id) = &self.summary else { return };
        if !self.contacts.contains_key(id) {
            let request = HttpRequest::get(path!["contacts", id]);
            context.request(&mut self.requests, Pending::Contact(id.clone()), request);
        }
        let request = HttpRequest::get(path!["contacts", id, "last-contact"]);
        context.request(&mut self.requests, Pending::LastContact(id.clone()), request);
    }

    /// Shows the summary of the contact after or before the present one.
    pub fn step_summary(&mut self, context: &mut Context, forward: bool) {
        let (before, after) = self.neighbours();
        if let Some(id) = if forward { after } else { before } {
            self.show_summary(context, Some(id));
        }
    }

    /// The contacts of the list before and after the one in the summary.
    pub(super) fn neighbours(&self) -> (Option<ContactId>, Option<ContactId>) {
        let Some(id) = &self.summary else { return (None, None) };
        let (before, after) = self.list.order().neighbours(&Name::from(id.as_str()));
        (before.map(|id| id.as_str().into()), after.map(|id| id.as_str().into()))
    }

    pub(super) fn on_last_contact(&mut self, context: &mut Context, id: &ContactId, answer: Answer) {
        context.dirty(slices::SUMMARY.key());
        let Some(Known { contact, .. }) = self.contacts.get_mut(id) else { return };
        match answer {
            // Without an attendance the server answers without a body; other servers answer 404.
            Answer::NotFound(_) => contact.last_contact = None,
            Answer::Ok(ref body) if body.expose().trim().is_empty() => contact.last_contact = None,
            answer => {
                // After a failure the summary shows the data of the list.
                if let Ok(last) = answer.read::<LastContact>() {
                    contact.last_contact = Some(last).filter(|last| !last.protocol.is_empty());
                }
            }
        }
        touched(context, id);
    }

    /// Whether the last attendance of the contact is being loaded.
    pub(super) fn loads_last_contact(&self, id: &ContactId) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::LastContact(of) if of == id))
    }
}

/// The request of a portion of the contacts that a search and a filter find.
pub fn contacts_request(agent: &ActingAgent, filter: &ContactFilterChoice, text: &str, page: usize) -> HttpRequest {
    let ContactFilterChoice { wallet, saved_filter, tags, sort } = filter;
    let request = if saved_filter.is_empty() {
        HttpRequest::get("contacts")
    } else {
        HttpRequest::get(path!["template", "contact-filters", "contacts", saved_filter])
    };
    let mut request = request
        .query("agent", &agent.agent_id)
        .query("org_unit", &agent.org_unit_id)
        .query("page", page)
        .query("per_page", PER_PAGE);
    let text = search_text(text.trim());
    if !text.is_empty() {
        request = request.query("search", text).query("broadcast", "false");
    }
    if *wallet {
        request = request.query("preferential", "true");
    }
    for (name, value) in [("tags", tags.join(",")), ("sort", sort.clone())] {
        if !value.is_empty() {
            request = request.query(name, value);
        }
    }
    request
}
