//! Intents of tags.

use crate::flow::{EntityKind, FromPage};

/// An action of the agent; the page writes `{ area: "tags", type: "…", … }`. `kind` and `id` identify the tagged
/// entity: a contact or a company by its id, an attendance by its protocol.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TagsIntent {
    /// Loads all tags of the org unit (slice `tagCatalogue`), unless they are loaded; after a failure again.
    LoadTagCatalogue,
    /// Loads the tags to choose from, and the entity's own tags if they are not known yet (slice `tagsOf:<kind>/<id>`).
    LoadTagsOf {
        /// Kind of the tagged entity.
        kind: EntityKind,
        /// Id of the entity.
        id: String,
    },
    /// Adds tag items. The selection shows them at once and returns to the saved state if the server refuses.
    AddTagItems {
        /// Kind of the tagged entity.
        kind: EntityKind,
        /// Id of the tagged entity.
        id: String,
        /// Ids of tag items.
        item_ids: Vec<String>,
    },
    /// Removes a tag item, also from an attendance of the history.
    RemoveTagItem {
        /// Kind of the tagged entity.
        kind: EntityKind,
        /// Id of the tagged entity.
        id: String,
        /// Id of the tag item.
        item_id: String,
    },
}
