//! The search over all contacts of the contact centre, for the command palette (BEY-050). It asks the server when the agent
//! stops typing, and only the answer to the last text is used.

use super::machine::{Contacts, Pending, listed};
use super::rule::search_text;
use super::view::contact_view;
use super::{FoundContactsView, slices, timers};
use crate::flow::{Answer, Context, HttpCall};
use crate::wire::{AgentId, Contact};

/// The server is asked this long after the last letter.
const AFTER_LAST_LETTER_MS: u64 = 250;

/// The last search and its answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Directory {
    text: String,
    pending: bool,
    failed: bool,
    /// The contacts and the text that found them.
    found: (String, Vec<Contact>),
}

impl Contacts {
    /// The agent typed `text`, a name or a number; an empty one ends the search.
    pub fn find(&mut self, context: &mut Context, text: &str) {
        let text = text.trim();
        if self.directory.text == text {
            return;
        }
        text.clone_into(&mut self.directory.text);
        self.directory.failed = false;
        self.directory.pending = !text.is_empty();
        if text.is_empty() {
            self.directory.found = Default::default();
            context.cancel_timer(&timers::FIND.key());
        } else {
            context.timer(timers::FIND.key(), AFTER_LAST_LETTER_MS);
        }
        context.dirty(slices::FOUND.key());
    }

    /// The agent stopped typing.
    pub fn ask_directory(&mut self, context: &mut Context, agent: &AgentId) {
        let call = HttpCall::get("contacts")
            .query("agent", agent)
            .query("page", 1)
            .query("per_page", 10)
            .query("search", search_text(&self.directory.text));
        context.call(&mut self.calls, Pending::Find(self.directory.text.clone()), call);
    }

    pub(super) fn on_directory(&mut self, context: &mut Context, text: String, answer: Answer) {
        if self.directory.text != text {
            return;
        }
        self.directory.pending = false;
        match listed(context, answer) {
            Some(contacts) => self.directory.found = (text, contacts),
            None => self.directory.failed = true,
        }
        context.dirty(slices::FOUND.key());
    }

    /// The search over all contacts as the interface shows it.
    pub fn found_view(&self) -> FoundContactsView {
        let Directory { pending, failed, found: (text, contacts), .. } = &self.directory;
        FoundContactsView {
            text: text.clone(),
            pending: *pending,
            failed: *failed,
            contacts: contacts.iter().map(contact_view).collect(),
        }
    }
}
