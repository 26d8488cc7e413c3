//! The search over all contacts of the contact centre, for the command palette (BEY-050). It asks the server when the agent
//! stops typing, and only the answer to the last text is used.

use super::machine::{Contacts, Pending};
use super::rule::search_text;
use super::view::contact_view;
use super::{FoundContactsView, slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, ItemList, ListAnswer, ListEvent};
use crate::wire::AgentId;

impl Contacts {
    /// The agent typed `text`, a name or a number; an empty one ends the search.
    pub fn find(&mut self, context: &mut Context, text: &str) {
        if let Some(step) = self.directory.type_text(text) {
            step.follow(context, timers::FIND.key());
            context.dirty(slices::FOUND.key());
        }
    }

    /// Applies an event to the search.
    pub fn apply_directory_event(&mut self, context: &mut Context, agent: &AgentId, event: ListEvent) {
        if let Some(asked) = self.directory.after(event).follow(context, timers::FIND.key()) {
            let request = HttpRequest::get("contacts")
                .query("agent", agent)
                .query("page", 1)
                .query("per_page", 10)
                .query("search", search_text(self.directory.text()));
            context.request(&mut self.requests, Pending::Find(asked), request);
        }
        context.dirty(slices::FOUND.key());
    }

    pub(super) fn on_directory(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        let answer = match answer {
            Answer::NotFound(_) => Ok(ListAnswer::of(Vec::new())),
            answer => ListAnswer::whole(answer),
        };
        if let Some(step) = self.directory.answered(context, ItemList::FoundContacts, asked, answer) {
            step.follow(context, timers::FIND.key());
            context.dirty(slices::FOUND.key());
        }
    }

    /// The search over all contacts as the interface shows it.
    pub fn found_view(&self) -> FoundContactsView {
        let (text, contacts) = self.directory.found();
        FoundContactsView {
            text: text.to_owned(),
            pending: self.directory.is_pending(),
            failed: self.directory.has_failed(),
            contacts: contacts.iter().map(contact_view).collect(),
        }
    }
}
