//! Searches the messages and notes of all conversations.

use super::phase::{Loaded, SearchMore, SearchPhase, Searchable, more, phase, searchable};
use super::registry::NAME;
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, Portion, RequestId, Requests,
};
use crate::shell::Route;
use crate::wire::limits::{MESSAGE_SEARCH_MAX_CHARS, MESSAGE_SEARCH_PER_PAGE};
use crate::wire::{FoundMessage, FoundMessages, HistoryEntry, NoteId, Protocol};

enum Pending {
    Find(Asked),
}

/// The consequence of choosing a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// The conversation of the attendance, in the list of the agent or in the history.
    Open(Box<HistoryEntry>),
}

/// The message that the agent chose.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Target {
    pub protocol: Protocol,
    /// Id of the server; empty for a note.
    pub message_id: String,
    /// The note; empty for a message.
    pub note_id: NoteId,
    /// Grows with each choice, so that the same message is shown again when it is chosen again.
    pub number: u32,
}

/// The search over messages.
pub struct MessageSearch {
    /// The search text as typed.
    text: String,
    /// The text for which the results were found.
    found_by: String,
    rows: List<FoundMessage>,
    /// The cursor of the next portion.
    next: String,
    target: Option<Target>,
    choices: u32,
    requests: Requests<Pending>,
}

impl Default for MessageSearch {
    fn default() -> Self {
        let (text, found_by, next) = (String::new(), String::new(), String::new());
        Self { text, found_by, rows: List::default(), next, target: None, choices: 0, requests: Requests::new(NAME) }
    }
}

/// Identifies a result in its list.
pub(super) fn id_of(found: &FoundMessage) -> String {
    let protocol = &found.attendance.protocol;
    if found.note_id.is_empty() {
        format!("{protocol}/{}", found.seq)
    } else {
        format!("{protocol}/note/{}", found.note_id)
    }
}

impl MessageSearch {
    /// The agent opens the search; an empty text searches for the last one again.
    pub fn open(&mut self, context: &mut Context, text: &str) {
        if !text.trim().is_empty() && text.trim() != self.text.trim() {
            self.text = cut_to_limit(text);
            self.ask(context, ListEvent::Changed);
        } else {
            self.ask(context, ListEvent::Reopened);
        }
    }

    /// The agent types.
    pub fn type_text(&mut self, context: &mut Context, text: &str) {
        let is_same = self.text.trim() == text.trim() && !self.rows.has_failed();
        self.text = cut_to_limit(text);
        if is_same {
            context.dirty(slices::SEARCH.key());
        } else {
            self.ask(context, ListEvent::Typed);
        }
    }

    /// Applies an event about the first results, if the text can be searched for.
    fn ask(&mut self, context: &mut Context, event: ListEvent) {
        match searchable(&self.text) {
            Searchable::Empty | Searchable::TooShort => {
                self.rows.clear();
                self.found_by.clear();
                context.cancel_timer(&timers::SEARCH.key());
                context.dirty(slices::SEARCH.key());
            }
            Searchable::Yes => self.apply_list_event(context, event),
        }
    }

    /// Applies an event to the results.
    pub fn apply_list_event(&mut self, context: &mut Context, event: ListEvent) {
        context.dirty(slices::SEARCH.key());
        let Some(asked) = self.rows.after(event).follow(context, timers::SEARCH.key()) else { return };
        let request = HttpRequest::get("messages/search").query("text", self.text.trim());
        let request = match asked.portion {
            Portion::First => request,
            Portion::Next => request.query("before", &self.next),
        };
        let request = request.query("per_page", MESSAGE_SEARCH_PER_PAGE);
        context.request(&mut self.requests, Pending::Find(asked), request);
    }

    /// The agent requests the next portion, or the failed one again.
    pub fn load_more(&mut self, context: &mut Context) {
        if searchable(&self.text) == Searchable::Yes {
            self.apply_list_event(context, ListEvent::More);
        }
    }

    /// The agent chose a result.
    pub fn choose(&mut self, context: &mut Context, id: &str) -> Option<Exit> {
        let found = self.rows.items().iter().find(|found| id_of(found) == id)?;
        self.choices = self.choices.wrapping_add(1);
        self.target = Some(Target {
            protocol: found.attendance.protocol.clone(),
            message_id: found.message_id.clone(),
            note_id: found.note_id.clone(),
            number: self.choices,
        });
        context.dirty(slices::TARGET.key());
        Some(Exit::Open(Box::new(found.attendance.clone())))
    }

    /// The agent opened another page: the chosen message is not searched in the thread any more.
    pub fn follow_route(&mut self, context: &mut Context, route: &Route) {
        let is_left = self.target.as_ref().is_some_and(|target| match route {
            Route::Attendance(protocol) => *protocol != target.protocol,
            Route::History => false,
            _ => true,
        });
        if is_left {
            self.target = None;
            context.dirty(slices::TARGET.key());
        }
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) {
        let Some(Pending::Find(asked)) = self.requests.take(request) else { return };
        let (answer, next) = match answer.read::<FoundMessages>() {
            Ok(found) => {
                let (unreadable, is_last) = (found.data.unreadable, found.next.is_empty());
                let items = found.data.into_vec();
                let portion = ListAnswer { items, unreadable, total: 0, is_last, ends_at_total: false };
                (Ok(portion.without_known(&self.rows, asked, |held, new| id_of(held) == id_of(new))), found.next)
            }
            Err(answer) => (Err(answer), String::new()),
        };
        let Some(step) = self.rows.answered(context, asked, answer) else { return };
        step.follow(context, timers::SEARCH.key());
        if !self.rows.has_failed() {
            self.next = next;
            self.found_by = self.text.trim().to_owned();
            self.rows.shown(context, ItemList::FoundMessages);
        }
        context.dirty(slices::SEARCH.key());
    }

    fn loaded(&self) -> Loaded {
        Loaded {
            state: self.rows.state(),
            portion: self.rows.portion(),
            is_empty: self.rows.items().is_empty(),
            is_complete: self.rows.is_complete(),
        }
    }

    /// The text as the agent typed it.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text for which the results were found, and the results.
    pub(super) fn found(&self) -> (&str, &[FoundMessage]) {
        (&self.found_by, self.rows.items())
    }

    pub(super) fn phase(&self) -> SearchPhase {
        phase(searchable(&self.text), self.loaded())
    }

    pub(super) fn what_follows(&self) -> SearchMore {
        more(self.loaded())
    }

    pub(super) fn target(&self) -> Option<&Target> {
        self.target.as_ref()
    }
}

/// Cuts the text to the greatest length that the server accepts.
fn cut_to_limit(text: &str) -> String {
    text.chars().take(MESSAGE_SEARCH_MAX_CHARS).collect()
}
