//! Tags as the interface shows them.

use crate::flow::{Entity, List, ListState};
use crate::jobs::safe_color;
use crate::wire::{JobTag, Tag};
use serde::Serialize;

use super::machine::Tags;

/// A tag item, which can be added to a contact, a company or an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagItemView {
    /// Id of the item.
    pub id: String,
    /// Name that the agent reads.
    pub name: String,
    /// `#RRGGBB`, or empty where the server sent no such colour.
    pub color: String,
}

/// A tag: a named group of items.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagGroupView {
    /// Id of the tag.
    pub id: String,
    /// Name that the agent reads.
    pub name: String,
    /// Kind of entity to which its items are added.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'contact' | 'employer' | 'attendance_group'"))]
    pub kind: String,
    /// Items of the tag.
    pub items: Vec<TagItemView>,
}

/// All tags of the org unit, for filters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagCatalogueView {
    /// Load state. A failure shows no text (TAG-007).
    pub state: ListState,
    /// The tags, in the server's order.
    pub tags: Vec<TagGroupView>,
}

/// The tags of a contact, a company or an attendance, and those to choose from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagsOfView {
    /// Load state of the entity's own tags.
    pub state: ListState,
    /// The chosen items: the saved ones with the pending changes applied.
    pub items: Vec<TagItemView>,
    /// A change waits for the server.
    pub pending: bool,
    /// Load state of the tags to choose from.
    pub choices_state: ListState,
    /// The tags to choose from: those of the kind, and for an attendance those of its group.
    pub choices: Vec<TagGroupView>,
}

impl TagItemView {
    /// The view of an item.
    pub fn of(item: &JobTag) -> Self {
        Self {
            id: item.tag_item_id.clone(),
            name: item.tag_item_name.clone(),
            color: safe_color(&item.tag_item_color).to_owned(),
        }
    }
}

fn group_view(tag: &Tag) -> TagGroupView {
    TagGroupView {
        id: tag.tag_id.clone(),
        name: tag.tag_name.clone(),
        kind: tag.tag_type.clone(),
        items: tag.items.iter().map(TagItemView::of).collect(),
    }
}

impl Tags {
    /// All tags of the org unit.
    pub fn catalogue_view(&self) -> TagCatalogueView {
        let catalogue = self.catalogue("");
        TagCatalogueView {
            state: catalogue.map(List::state).unwrap_or_default(),
            tags: catalogue.into_iter().flat_map(List::items).map(group_view).collect(),
        }
    }

    /// The tags of an entity; `current`: those that the attendances know. `None` if they were not requested.
    pub fn view(&self, entity: &Entity, current: Option<&[JobTag]>) -> Option<TagsOfView> {
        let target = self.target(entity)?;
        let choices = self.catalogue(&target.group);
        Some(TagsOfView {
            state: if current.is_some() { ListState::Ready } else { target.state() },
            items: target.selection(current).iter().map(TagItemView::of).collect(),
            pending: target.is_pending(),
            choices_state: choices.map(List::state).unwrap_or_default(),
            choices: choices
                .into_iter()
                .flat_map(List::items)
                .filter(|tag| tag.tag_type == Self::tag_type(entity.kind))
                .map(group_view)
                .collect(),
        })
    }
}
