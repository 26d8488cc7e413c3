//! A short list that is searched while the agent types, to choose one of its items. The items of an earlier text are
//! shown until the answer.

use super::items::{List, ListAnswer};
use super::loader::Asked;
use super::progress::{ListEvent, ListStep};
use crate::flow::{Answer, Context, ItemList};

/// The last searched text and the items that were found.
#[derive(Clone, Debug)]
pub struct Choices<T> {
    text: String,
    /// The text for which the items were found.
    found_by: String,
    list: List<T>,
}

impl<T> Default for Choices<T> {
    fn default() -> Self {
        Self { text: String::new(), found_by: String::new(), list: List::default() }
    }
}

impl<T> Choices<T> {
    /// The agent changed the text of the search; an empty text ends the search. `None` if the text is the same and did not
    /// fail.
    pub fn type_text(&mut self, text: &str) -> Option<ListStep<Asked>> {
        let text = text.trim();
        if self.text == text && !self.list.has_failed() {
            return None;
        }
        text.clone_into(&mut self.text);
        if text.is_empty() {
            self.found_by.clear();
            self.list.clear();
            return Some(ListStep::Nothing);
        }
        Some(self.list.after(ListEvent::Typed))
    }

    /// Applies an event. The caller executes the step.
    pub fn after(&mut self, event: ListEvent) -> ListStep<Asked> {
        self.list.after(event)
    }

    /// Takes an answer. `None`: the answer is not the newest one, and changes nothing.
    pub fn answered(
        &mut self,
        context: &mut Context,
        list: ItemList,
        asked: Asked,
        answer: Result<ListAnswer<T>, Answer>,
    ) -> Option<ListStep<Asked>> {
        let step = self.list.answered(context, asked, answer)?;
        if !self.list.has_failed() {
            self.found_by.clone_from(&self.text);
            self.list.shown(context, list);
        }
        Some(step)
    }

    /// The search text as it is sent to the server.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text for which the items were found, and the items.
    pub fn found(&self) -> (&str, &[T]) {
        (&self.found_by, self.list.items())
    }

    /// Whether a request is pending.
    pub fn is_pending(&self) -> bool {
        self.list.is_loading()
    }

    /// Whether the last request failed.
    pub fn has_failed(&self) -> bool {
        self.list.has_failed()
    }
}
