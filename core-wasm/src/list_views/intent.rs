//! Intents of saved views.

use crate::flow::FromPage;

/// An action of the agent; the page writes `{ area: "listViews", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ListViewsIntent {
    /// The list shows what the view says.
    ChooseListView {
        /// The view; empty: everything.
        id: String,
    },
    /// Saves what the list shows now under a name.
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
