//! A list of the server that is loaded when the agent opens it.

use super::{Context, ItemList};
use crate::wire::Items;
use serde::Serialize;

/// How much of a list was loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ListState {
    /// Nothing was requested.
    #[default]
    NotAsked,
    /// The request waits for its answer.
    Loading,
    /// The list is complete.
    Ready,
    /// The request failed; the agent may repeat it.
    Failed,
}

/// A list and how much of it was loaded.
#[derive(Clone, Debug)]
pub struct Catalogue<T> {
    /// How much was loaded.
    pub state: ListState,
    /// What was loaded last.
    pub items: Vec<T>,
    /// How many of its items this version cannot read.
    unreadable: usize,
}

impl<T> Default for Catalogue<T> {
    fn default() -> Self {
        Self { state: ListState::NotAsked, items: Vec::new(), unreadable: 0 }
    }
}

impl<T> Catalogue<T> {
    /// Whether the list has to be requested; it is under way then. `afresh`: also if it is loaded already.
    pub fn begin(&mut self, afresh: bool) -> bool {
        let wanted = match self.state {
            ListState::Loading => false,
            ListState::Ready => afresh,
            ListState::NotAsked | ListState::Failed => true,
        };
        if wanted {
            self.state = ListState::Loading;
        }
        wanted
    }

    /// The answer; `None` is a failed call.
    pub fn take(&mut self, items: Option<Vec<T>>) {
        self.state = if items.is_some() { ListState::Ready } else { ListState::Failed };
        self.items = items.unwrap_or_default();
        self.unreadable = 0;
    }

    /// The answer as it was read; `None` is a failed call.
    pub fn take_list(&mut self, list: Option<Items<T>>) {
        let unreadable = list.as_ref().map_or(0, |list| list.unreadable);
        self.take(list.map(Items::into_vec));
        self.unreadable = unreadable;
    }

    /// The agent sees this list: what this version cannot read of it is shown as not supported.
    pub fn shown(&self, context: &mut Context, list: ItemList) {
        context.report_unreadable(list, self.unreadable);
    }
}
