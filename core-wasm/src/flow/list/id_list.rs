//! A list that is searched while the agent types and loaded portion by portion while the agent scrolls. It holds only
//! the ids of rows; the rows are kept by the area. It is not generic, so that the module contains it once.

use super::loader::{Asked, Loader};
use super::progress::{ListEvent, ListStep, Portion};
use crate::flow::{Answer, Context, OrderedList, Rank};
use crate::wire::Name;

/// Rank of the first entry of the first portion; entries that are created on this page come before it.
const FIRST: u64 = 1 << 32;

/// The part of a list of ids that an answer contains.
pub struct IdPortion {
    /// The ids of the entries.
    pub ids: Vec<Name>,
    /// Number of the entries of all portions; 0 if unknown.
    pub total: u32,
    /// Number of the entries of this portion that cannot be read.
    pub left_out: usize,
}

/// Search, loaded portions and order of a list.
pub struct IdList {
    /// The search text as the agent typed it.
    pub text: String,
    loader: Loader,
    order: OrderedList,
    per_page: usize,
    /// The number of the portion that was requested last.
    page: usize,
    loaded: bool,
    ended: bool,
    total: u32,
    /// Number of unreadable entries, by portion.
    left_out: Vec<usize>,
    /// Ranks before the first and after the last entry.
    first: u64,
    last: u64,
}

impl IdList {
    /// An empty list; the server sends `per_page` entries in a portion.
    pub fn new(per_page: usize) -> Self {
        Self {
            text: String::new(),
            loader: Loader::default(),
            order: OrderedList::default(),
            per_page: per_page.max(1),
            page: 1,
            loaded: false,
            ended: false,
            total: 0,
            left_out: Vec::new(),
            first: FIRST,
            last: FIRST,
        }
    }

    /// The ids of the entries, in order.
    pub fn order(&self) -> &OrderedList {
        &self.order
    }

    /// Number of the entries of all portions, as the server counted them.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Whether the first portion was loaded; if there are no entries then, the list is empty.
    pub fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Whether there are no more portions.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether the last request failed.
    pub fn has_failed(&self) -> bool {
        self.loader.has_failed()
    }

    /// The portion that is pending, or will be requested when the agent stops typing.
    pub fn awaited(&self) -> Option<Portion> {
        self.loader.awaited()
    }

    /// Whether the first portion was loaded or is being loaded.
    pub fn is_begun(&self) -> bool {
        self.loaded || self.loader.is_loading()
    }

    /// Number of the entries in all loaded portions that this version cannot read.
    pub fn left_out(&self) -> usize {
        self.left_out.iter().sum()
    }

    /// The number of the portion that was requested last, from 1.
    pub fn page(&self) -> usize {
        self.page
    }

    /// The agent changed the text of the search; `None` if the text is the same.
    pub fn type_text(&mut self, text: &str) -> Option<ListStep<Asked>> {
        if self.text == text {
            return None;
        }
        text.clone_into(&mut self.text);
        Some(self.after(ListEvent::Typed))
    }

    /// Applies an event. The caller carries out the step.
    pub fn after(&mut self, event: ListEvent) -> ListStep<Asked> {
        let step = self.loader.after(event);
        if let ListStep::Request(asked) = step {
            self.page = match asked.portion {
                Portion::First => 1,
                // The portion is computed from the number of rows: after a row was deleted, the next portion overlaps
                // with the loaded ones and no row is missed.
                Portion::Next => (self.order.len() + self.left_out()) / self.per_page + 1,
            };
        }
        step
    }

    /// Applies an answer; after a failure the loaded entries stay. `None`: the answer is not the newest one and changes
    /// nothing.
    pub fn answered(
        &mut self,
        context: &mut Context,
        asked: Asked,
        answer: Result<IdPortion, Answer>,
    ) -> Option<ListStep<Asked>> {
        if !self.loader.awaits(asked) {
            return None;
        }
        let event = match answer {
            Ok(portion) => {
                self.take(asked.portion, portion);
                if self.ended { ListEvent::ArrivedLast } else { ListEvent::Arrived }
            }
            Err(answer) => {
                // Rows of an earlier search are still shown, but they are not the result of this search.
                self.loaded &= asked.portion == Portion::Next;
                ListEvent::of_failure(context, &answer)
            }
        };
        Some(self.after(event))
    }

    fn take(&mut self, portion: Portion, IdPortion { ids, total, left_out }: IdPortion) {
        self.loaded = true;
        let begins = portion == Portion::First;
        if begins {
            (self.total, self.first, self.last) = (0, FIRST, FIRST);
            self.left_out.clear();
            let gone: Vec<Name> = self.order.ids().filter(|id| !ids.contains(id)).cloned().collect();
            for id in &gone {
                self.order.remove(id);
            }
        }
        let before = if begins { 0 } else { self.order.len() + self.left_out() };
        self.left_out.resize(self.left_out.len().max(self.page), 0);
        if let Some(of_page) = self.left_out.get_mut(self.page.saturating_sub(1)) {
            *of_page = left_out;
        }
        for id in &ids {
            if begins || !self.order.contains(id) {
                self.order.put(id, Rank::new(self.last, 0));
                self.last += 1;
            }
        }
        if !ids.is_empty() {
            self.total = total;
        }
        let count = self.order.len() + self.left_out();
        self.total = self.total.max(u32::try_from(count).unwrap_or(u32::MAX));
        // An answer without rows, or with known rows only, ends the list (CTC-032).
        self.ended = count == before || total as usize == count;
    }

    /// An entry that was created on this page becomes the first.
    pub fn put_first(&mut self, id: &Name) {
        if self.loaded && !self.order.contains(id) {
            self.first -= 1;
            self.order.put(id, Rank::new(self.first, 0));
            self.total += 1;
        }
    }

    /// An entry was deleted.
    pub fn remove(&mut self, id: &Name) {
        if self.order.remove(id) {
            self.total = self.total.saturating_sub(1);
        }
    }
}
