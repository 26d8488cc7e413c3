//! A list of the server that the agent reads page by page.

use crate::wire::Items;

/// Pages of a list that the agent reads one after another.
#[derive(Clone, Debug)]
pub struct Pages<T> {
    /// The items of all pages read so far.
    pub items: Vec<T>,
    /// Number of pages read.
    pub page: u32,
    /// A page is being loaded.
    pub loading: bool,
    /// The last page could not be loaded.
    pub failed: bool,
    /// There are no more.
    pub complete: bool,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self { items: Vec::new(), page: 0, loading: false, failed: false, complete: false }
    }
}

impl<T> Pages<T> {
    /// Whether the next page has to be requested.
    pub fn begin(&mut self) -> bool {
        let wanted = !self.loading && !self.complete;
        self.loading |= wanted;
        self.failed &= !wanted;
        wanted
    }

    /// Begins again with the first page; the items stay until it arrives.
    pub fn restart(&mut self) {
        // The first page that is under way is as new.
        if self.page > 0 || !self.loading {
            *self = Self { items: std::mem::take(&mut self.items), ..Self::default() };
        }
    }

    /// Adds a page as it was read: an item that this version cannot read ends no list.
    pub fn take_list(&mut self, list: Option<Items<T>>) {
        let unreadable = list.as_ref().map_or(0, |list| list.unreadable);
        self.take(list.map(Items::into_vec));
        self.complete &= unreadable == 0;
    }

    /// Adds a page; `None` if it could not be loaded. An empty page is behind the last one.
    pub fn take(&mut self, items: Option<Vec<T>>) {
        self.loading = false;
        self.failed = items.is_none();
        let items = items.unwrap_or_default();
        self.complete = !self.failed && items.is_empty();
        if self.page == 0 && !self.failed {
            self.items.clear();
        }
        self.page += u32::from(!self.failed);
        self.items.extend(items);
    }
}
