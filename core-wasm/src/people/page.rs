//! The page of one contact.

use super::{Pending, People, RecordState, list_of, slices, touched};
use crate::contacts::Exit;
use crate::flow::path;
use crate::flow::{Answer, Context, Entity, EntityKind, HttpRequest, ItemList, ListEvent};
use crate::session::ActingAgent;
use crate::wire::{Contact, ContactColumn, ContactId, ListBody, from_tolerant};

/// The open contact.
pub(super) struct ContactPage {
    pub id: ContactId,
    pub state: RecordState,
    /// The columns, ascending by `order`.
    pub columns: Vec<ContactColumn>,
    /// The id of the contact into which the open one was joined; the page shows that contact.
    pub joined_into: Option<ContactId>,
}

impl People {
    /// Opens the page of a contact; a known contact is shown at once and refetched.
    pub(super) fn open_contact(&mut self, context: &mut Context, agent: &ActingAgent, id: &ContactId) {
        let state = if self.contacts.contains_key(id) { RecordState::Found } else { RecordState::Loading };
        self.contact_page = Some(ContactPage { id: id.clone(), state, columns: Vec::new(), joined_into: None });
        self.forget_unused(context);
        self.load_contact(context, agent);
        self.open_same_persons(context);
    }

    /// Loads the contact of the page again.
    pub fn reload_contact(&mut self, context: &mut Context, agent: &ActingAgent) {
        if let Some(page) = self.contact_page.as_mut().filter(|page| page.state != RecordState::Found) {
            page.state = RecordState::Loading;
        }
        self.load_contact(context, agent);
        self.apply_same_persons_of_page_event(context, ListEvent::Reopened);
    }

    fn load_contact(&mut self, context: &mut Context, agent: &ActingAgent) {
        context.dirty(slices::CONTACT_PAGE.key());
        let Some(ContactPage { id, .. }) = &self.contact_page else { return };
        let request = HttpRequest::get(path!["contacts", id]).query("agent", &agent.agent_id);
        context.request(&mut self.requests, Pending::Contact(id.clone()), request);
        let request = HttpRequest::get(path!["contacts", id, "columns"]);
        context.request(&mut self.requests, Pending::ContactColumns(id.clone()), request);
    }

    pub(super) fn on_contact(&mut self, context: &mut Context, id: &ContactId, answer: Answer) -> Option<Exit> {
        touched(context, id);
        let mut exit = None;
        let state = match answer {
            Answer::NotFound(_) => RecordState::Gone,
            Answer::Ok(body) => match by_id(body.expose(), id) {
                Some(Some(contact)) => {
                    let entity = Entity::new(EntityKind::Contact, id.as_str());
                    exit = Some(Exit::TagsRead(entity, contact.tags.clone()));
                    self.put_contact(context, contact, true);
                    RecordState::Found
                }
                Some(None) => RecordState::Gone,
                None => RecordState::Failed,
            },
            _ => RecordState::Failed,
        };
        let is_known = self.contacts.contains_key(id);
        if let Some(page) = self.contact_page.as_mut().filter(|page| page.id == *id) {
            page.state = match state {
                // What shows already stays after a failure.
                RecordState::Failed if is_known && page.state != RecordState::Gone => RecordState::Found,
                state => state,
            };
        }
        exit
    }

    pub(super) fn on_contact_columns(&mut self, context: &mut Context, id: &ContactId, answer: Answer) {
        let found = list_of::<ContactColumn>(answer).ok();
        let page = self.contact_page.as_mut().filter(|page| page.id == *id);
        if let (Some(mut found), Some(page)) = (found, page) {
            context.report_unreadable(ItemList::ContactColumns, found.unreadable);
            found.items.sort_by_key(|column| column.order);
            page.columns = found.items;
            context.dirty(slices::CONTACT_PAGE.key());
        }
    }

    /// The server does not have the contact any more.
    pub(super) fn contact_is_gone(&mut self, context: &mut Context, id: &ContactId) {
        if let Some(page) = self.contact_page.as_mut().filter(|page| page.id == *id) {
            page.state = RecordState::Gone;
            context.dirty(slices::CONTACT_PAGE.key());
        }
    }
}

/// The contact with this id in a list of contacts, or alone; `Some(None)` for a list without it, `None` for an unreadable
/// answer.
fn by_id(text: &str, id: &ContactId) -> Option<Option<Contact>> {
    if let Ok(list) = from_tolerant::<ListBody<Contact>>(text) {
        return Some(list.data.into_vec().into_iter().find(|contact| contact.id == *id));
    }
    let contact = from_tolerant::<Contact>(text).ok()?;
    (contact.id == *id).then_some(Some(contact))
}
