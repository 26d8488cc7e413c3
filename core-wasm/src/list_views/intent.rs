//! Intents of saved views.

use crate::flow::FromPage;

/// An action of the agent; the page writes `{ area: "listViews", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ListViewsIntent {
    /// Applies the filters and the order of a view to the list.
    ChooseListView {
        /// Id of the view; empty: the view of all attendances.
        id: String,
    },
    /// Saves the present filters and order under a name.
    SaveListView {
        /// The name.
        name: String,
        /// The whole text of the search field.
        search: String,
    },
    /// Gives a view another name.
    RenameListView {
        /// The view.
        id: String,
        /// The new name.
        name: String,
    },
    /// Removes a view; the list stays as it is.
    DeleteListView {
        /// The view.
        id: String,
    },
    /// Loads the views again.
    ReloadListViews,
}
