//! Saved views as the interface shows them.

use super::machine::{ListViews, is_incomplete, present};
use super::phase::ViewsPhase;
use crate::flow::{Text, folded};
use crate::wire::limits::LIST_VIEWS_MAX;
use crate::wire::{ListView, ListViewFilters};
use serde::Serialize;

/// A saved view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ListViewItem {
    /// Id of the saved view.
    pub id: String,
    /// Name of the saved view.
    pub name: String,
    /// Search text of the view; may be empty.
    pub search: String,
    /// A queue or a tag of the view does not exist any more.
    pub incomplete: bool,
}

/// The saved views, and which one the list shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ListViewsView {
    /// Load state of the views.
    pub phase: ViewsPhase,
    /// The views, sorted by name.
    pub views: Vec<ListViewItem>,
    /// The view that the agent chose, otherwise the first one with the present filters; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub chosen: Option<String>,
    /// The present filters of the list differ from those of the chosen view.
    pub changed: bool,
    /// The server is asked for a change.
    pub changing: bool,
    /// Why the last change failed; absent if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub fault: Option<Text>,
    /// The agent has as many views as are allowed.
    pub full: bool,
}

/// Whether two views have the same filters; search texts are compared as the search does, lists without their order.
fn is_same(one: &ListViewFilters, other: &ListViewFilters) -> bool {
    normal(one) == normal(other)
}

fn normal(filters: &ListViewFilters) -> ListViewFilters {
    let mut normal = filters.clone();
    normal.search = folded(normal.search.trim());
    normal.hidden_channels.sort_unstable();
    normal.queues.sort_unstable();
    for tags in [&mut normal.contact_tags, &mut normal.employer_tags, &mut normal.attendance_tags] {
        tags.sort_unstable();
    }
    normal
}

impl ListViews {
    /// The view; `now`: the present filters of the list.
    pub fn view(&self, now: &ListViewFilters) -> ListViewsView {
        let says_now = |view: &&ListView| is_same(&present(view), now);
        let chosen = self.views.iter().find(|view| Some(&view.id) == self.chosen.as_ref());
        let chosen = chosen.or_else(|| self.views.iter().find(says_now));
        ListViewsView {
            phase: self.phase,
            views: self
                .views
                .iter()
                .map(|view| ListViewItem {
                    id: view.id.clone(),
                    name: view.name.clone(),
                    search: view.filters.search.clone(),
                    incomplete: is_incomplete(view),
                })
                .collect(),
            chosen: chosen.map(|view| view.id.clone()),
            changed: chosen.is_some_and(|view| !says_now(&view)),
            changing: self.is_changing,
            fault: self.fault.clone(),
            full: self.views.len() >= LIST_VIEWS_MAX,
        }
    }
}
