//! The search for contacts of a new broadcast, as the page of contacts searches, and the choice among them.

use super::audience::Chosen;
use super::creation::Surroundings;
use super::machine::{Broadcasts, Pending};
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, ItemList, List, ListEvent, ListState, OrderedList, Rank, SortedSet, Table};
use crate::people::{ContactFilterChoice, contacts_portion, contacts_request};
use crate::session::ActingAgent;
use crate::wire::{Contact, Name};

/// The search for contacts.
#[derive(Default)]
pub(super) struct ContactSearch {
    pub text: String,
    pub filter: ContactFilterChoice,
    /// Only the chosen contacts are shown.
    pub is_only_chosen: bool,
    /// All contacts of the search are chosen as soon as they are loaded.
    pub is_choosing_all: bool,
    pub list: List<Contact>,
    pub order: OrderedList,
    /// Places of the found contacts in `list`.
    pub found: Table<usize>,
}

impl ContactSearch {
    pub fn contact(&self, key: &str) -> Option<&Contact> {
        self.list.items().get(*self.found.get(key)?)
    }
}

impl Broadcasts {
    /// The draft is shown: the first portion of contacts is loaded.
    pub fn need_contacts(&mut self, context: &mut Context, agent: &ActingAgent) {
        self.apply_contacts_event(context, agent, ListEvent::Needed);
    }

    /// The agent changed the text of the search.
    pub fn search_contacts(&mut self, context: &mut Context, agent: &ActingAgent, text: String) {
        if self.search.text != text {
            self.search.text = text;
            self.apply_contacts_event(context, agent, ListEvent::Typed);
        }
    }

    /// Chooses which contacts are found.
    pub fn filter_contacts(&mut self, context: &mut Context, agent: &ActingAgent, filter: ContactFilterChoice) {
        if self.search.filter != filter {
            self.search.filter = filter;
            self.apply_contacts_event(context, agent, ListEvent::Changed);
        }
    }

    /// Applies an event to the list of found contacts.
    pub fn apply_contacts_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        let search = &mut self.search;
        if matches!(event, ListEvent::Typed | ListEvent::Changed) {
            search.is_choosing_all = false;
        }
        if let Some(asked) = search.list.after(event).follow(context, timers::CONTACTS.key()) {
            let page = search.list.page(asked) as usize;
            let request = contacts_request(agent, &search.filter, &search.text, page);
            context.request(&mut self.requests, Pending::Contacts(asked), request);
        }
        context.dirty(slices::CONTACTS.key());
    }

    pub(super) fn on_contacts(&mut self, context: &mut Context, agent: &ActingAgent, asked: Asked, answer: Answer) {
        let search = &mut self.search;
        let answer = contacts_portion(answer).map(|portion| {
            portion
                .keep(|contact| !contact.id.is_empty())
                .without_known(&search.list, asked, |held, contact| held.id == contact.id)
        });
        let Some(step) = search.list.answered(context, asked, answer) else { return };
        step.follow(context, timers::CONTACTS.key());
        search.list.shown(context, ItemList::BroadcastContacts);
        self.mark_contacts(context);
        let search = &mut self.search;
        search.found.clear();
        for (place, contact) in search.list.items().iter().enumerate() {
            search.found.insert(contact.id.as_str(), place);
        }
        self.arrange_contacts(context);
        self.mark_contacts(context);
        if self.search.is_choosing_all {
            self.load_all(context, agent);
        }
    }

    /// Loads further portions until all contacts of the search are loaded, or more than a broadcast can have.
    fn load_all(&mut self, context: &mut Context, agent: &ActingAgent) {
        let list = &self.search.list;
        if list.state() == ListState::Ready && !list.is_complete() && list.items().len() <= self.creation.most {
            self.apply_contacts_event(context, agent, ListEvent::More);
        }
    }

    /// Whether all contacts of the search are loaded and wait for being chosen.
    pub fn has_all_to_choose(&self) -> bool {
        self.search.is_choosing_all && !self.search.list.is_loading()
    }

    /// Chooses contacts or rows, or takes the choice back; without keys all of the search.
    pub fn choose(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        around: &Surroundings<'_>,
        keys: &[Name],
        chosen: bool,
    ) {
        if keys.is_empty() && chosen && !self.search.is_only_chosen {
            self.search.is_choosing_all = true;
            self.load_all(context, agent);
            context.dirty(slices::CONTACTS.key());
            return self.choose_all_loaded(context, agent, around);
        }
        self.search.is_choosing_all = false;
        let shown: Vec<Name> = self.search.order.ids().cloned().collect();
        let keys = if keys.is_empty() { &shown } else { keys };
        self.put_choice(context, agent, around, keys, chosen);
    }

    /// Chooses the loaded contacts of the search, if all are to be chosen and none is missing.
    pub fn choose_all_loaded(&mut self, context: &mut Context, agent: &ActingAgent, around: &Surroundings<'_>) {
        if self.has_all_to_choose() {
            // After a failure the loaded ones are chosen, and the list shows that others are missing.
            self.search.is_choosing_all = false;
            let found: Vec<Name> = self.search.list.items().iter().map(|contact| contact.id.as_str().into()).collect();
            self.put_choice(context, agent, around, &found, true);
        }
    }

    fn put_choice(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        around: &Surroundings<'_>,
        keys: &[Name],
        chosen: bool,
    ) {
        let wanted: SortedSet<&Name> = keys.iter().collect();
        let known: SortedSet<Name> = self.creation.draft.contacts.iter().map(Chosen::key).collect();
        let contacts = keys.iter().filter(|key| chosen && !known.contains(*key));
        let contacts: Vec<Contact> = contacts.filter_map(|key| self.search.contact(key)).cloned().collect();
        let added: Vec<Chosen> = contacts.iter().map(Chosen::of).collect();
        for contact in contacts {
            self.creation.known.insert(contact.id.clone().as_str(), contact);
        }
        self.mark_contacts(context);
        self.edit(context, agent, around, |draft| {
            let before = draft.contacts.len();
            if !chosen {
                draft.contacts.retain(|held| !wanted.contains(&held.key()));
            }
            let is_changed = draft.contacts.len() != before || !added.is_empty();
            draft.contacts.extend(added);
            is_changed
        });
        self.arrange_contacts(context);
        context.dirty(slices::CONTACTS.key());
    }

    /// Shows only the chosen contacts, or those that the search found.
    pub fn show_only_chosen(&mut self, context: &mut Context, only: bool) {
        self.search.is_only_chosen = only;
        self.mark_contacts(context);
        self.arrange_contacts(context);
        context.dirty(slices::CONTACTS.key());
    }

    /// Brings the order in line with search and choice: rows of a file first, then the contacts in the order of the server.
    pub(super) fn arrange_contacts(&mut self, context: &mut Context) {
        let search = &mut self.search;
        let found = search.list.items().iter().map(|contact| Name::from(contact.id.as_str()));
        let chosen = &self.creation.draft.contacts;
        let rows = chosen.iter().filter(|chosen| search.is_only_chosen || chosen.line > 0).map(Chosen::key);
        let shown: Vec<Name> = match search.is_only_chosen {
            true => rows.collect(),
            false => rows.chain(found).collect(),
        };
        let kept: SortedSet<&Name> = shown.iter().collect();
        let gone: Vec<Name> = search.order.ids().filter(|id| !kept.contains(id)).cloned().collect();
        for id in &gone {
            search.order.remove(id);
        }
        for (place, id) in (0..).zip(&shown) {
            search.order.put(id, Rank::new(place, 0));
        }
        context.dirty(slices::CONTACT_ORDER.key());
    }

    /// The keys of the contacts that have a view while the draft is open.
    pub(super) fn contact_keys(&self) -> impl Iterator<Item = Name> {
        let chosen = self.creation.draft.contacts.iter().map(Chosen::key);
        chosen.chain(self.search.found.keys().map(Name::from))
    }

    pub(super) fn mark_contacts(&self, context: &mut Context) {
        for key in self.contact_keys() {
            context.dirty(slices::CONTACT.of(key));
        }
        context.dirty(slices::CONTACTS.key());
        context.dirty(slices::CONTACT_ORDER.key());
    }
}
