//! A list of the server that is searched as the agent types and loaded page by page while the agent scrolls. It holds
//! ids only: not generic, so that the module contains it once.

use super::PagedListView;
use crate::flow::{OrderedList, Rank};
use crate::wire::Name;

/// Rank of the first entry of the first page; entries that are created here come before it.
const FIRST: u64 = 1 << 32;

/// Which page was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Number of the search; only the newest one is used.
    search: u32,
    /// Number of the page, from 1.
    pub page: usize,
    /// The page replaces the rows of an earlier search.
    begins: bool,
}

/// What an answer has of a list.
pub struct PageOfIds {
    /// The entries.
    pub ids: Vec<Name>,
    /// Number of the entries of all pages; 0 if unknown.
    pub total: u32,
    /// Number of the entries of this page that cannot be read.
    pub left_out: usize,
}

/// Search, pages and order of a list.
#[derive(Default)]
pub struct Paging {
    /// The text that is searched for, as typed.
    pub text: String,
    order: OrderedList,
    /// The agent is typing: the request follows.
    typing: bool,
    asked: Option<Asked>,
    failed: bool,
    loaded: bool,
    ended: bool,
    total: u32,
    search: u32,
    /// Number of the entries that cannot be read, by page.
    left_out: Vec<usize>,
    /// Ranks before the first and behind the last entry.
    first: u64,
    last: u64,
}

impl Paging {
    /// The entries in order.
    pub fn order(&self) -> &OrderedList {
        &self.order
    }

    /// Whether a first page was loaded or is being loaded.
    pub fn is_begun(&self) -> bool {
        self.loaded || self.typing || self.asked.is_some()
    }

    /// Number of the entries of all pages read so far that cannot be read.
    pub fn left_out(&self) -> usize {
        self.left_out.iter().sum()
    }

    /// The agent typed; false if the text is the same. Answers to an earlier text are not used any more.
    pub fn type_text(&mut self, text: &str) -> bool {
        if self.text == text {
            return false;
        }
        text.clone_into(&mut self.text);
        (self.typing, self.failed, self.asked) = (true, false, None);
        true
    }

    /// The first page of what is searched for now has to be requested.
    pub fn begin(&mut self) -> Asked {
        (self.typing, self.failed) = (false, false);
        self.search = self.search.wrapping_add(1);
        self.ask(1, true)
    }

    fn ask(&mut self, page: usize, begins: bool) -> Asked {
        let asked = Asked { search: self.search, page, begins };
        self.asked = Some(asked);
        asked
    }

    /// The page to request when the agent wants more rows; `None` if there is none, or one is being loaded.
    pub fn more(&mut self, per_page: usize) -> Option<Asked> {
        if self.typing || self.asked.is_some() || (self.ended && !self.failed) {
            return None;
        }
        let begins = !self.loaded;
        self.failed = false;
        // Counted by rows: after one was deleted the page overlaps, and none is left out.
        let page = if begins { 1 } else { (self.order.len() + self.left_out()) / per_page + 1 };
        Some(self.ask(page, begins))
    }

    /// Takes an answer: a page, or `None` for a failed call. False if it belongs to an older search.
    pub fn take(&mut self, asked: Asked, found: Option<PageOfIds>) -> bool {
        if self.asked != Some(asked) {
            return false;
        }
        self.asked = None;
        let Some(PageOfIds { ids, total, left_out }) = found else {
            // The next attempt begins the search that failed, not the one whose rows still show.
            (self.failed, self.loaded) = (true, self.loaded && !asked.begins);
            return true;
        };
        self.loaded = true;
        if asked.begins {
            (self.total, self.first, self.last) = (0, FIRST, FIRST);
            self.left_out.clear();
            let gone: Vec<Name> = self.order.ids().filter(|id| !ids.contains(id)).cloned().collect();
            for id in &gone {
                self.order.remove(id);
            }
        }
        let before = if asked.begins { 0 } else { self.order.len() + self.left_out() };
        self.left_out.resize(self.left_out.len().max(asked.page), 0);
        if let Some(of_page) = self.left_out.get_mut(asked.page.saturating_sub(1)) {
            *of_page = left_out;
        }
        for id in &ids {
            if asked.begins || !self.order.contains(id) {
                self.order.put(id, Rank::new(self.last, 0));
                self.last += 1;
            }
        }
        if !ids.is_empty() {
            self.total = total;
        }
        let count = self.order.len() + self.left_out();
        self.total = self.total.max(u32::try_from(count).unwrap_or(u32::MAX));
        // An answer without rows, or with known ones only, is behind the last page (CTC-032).
        self.ended = count == before || total as usize == count;
        true
    }

    /// An entry that was created here becomes the first.
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

    /// The state as the interface shows it.
    pub fn view(&self) -> PagedListView {
        let begins = self.asked.map(|asked| asked.begins);
        PagedListView {
            text: self.text.clone(),
            pending: self.typing || begins == Some(true),
            loading_more: begins == Some(false),
            failed: self.failed,
            total: self.total,
            loaded: self.loaded,
            ended: self.ended,
        }
    }
}
