//! The preview of a new broadcast: the message to one of the chosen contacts.

use super::audience::Chosen;
use super::machine::Broadcasts;
use super::slices;
use crate::flow::Context;
use crate::wire::{Contact, Name};
use serde::Serialize;

/// The contact of the preview.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastPreviewView {
    /// Name; may be empty.
    pub name: String,
    /// Number.
    pub phone: String,
    /// The values of the variables, in their order; an empty one is missing.
    pub values: Vec<String>,
    /// No chosen contact comes before it.
    pub is_first: bool,
    /// No chosen contact comes after it.
    pub is_last: bool,
}

impl Broadcasts {
    /// A contact that the search finds, or found when it was chosen.
    pub(super) fn known_contact(&self, key: &str) -> Option<&Contact> {
        self.search.contact(key).or_else(|| self.creation.known.get(key))
    }

    /// The keys of the chosen contacts whose values are known: after a reload some are not loaded.
    fn previewed(&self) -> Vec<Name> {
        let has_values = |chosen: &&Chosen| chosen.line > 0 || self.known_contact(&chosen.key()).is_some();
        self.creation.draft.contacts.iter().filter(has_values).map(Chosen::key).collect()
    }

    /// The contact of the preview; the first one if the shown one is no longer chosen.
    pub(super) fn preview_view(&self) -> Option<BroadcastPreviewView> {
        let keys = self.previewed();
        let at = keys.iter().position(|key| *key == self.creation.preview).unwrap_or_default();
        let contact = self.contact_view(keys.get(at)?)?;
        Some(BroadcastPreviewView {
            name: contact.name,
            phone: contact.phone,
            values: contact.values,
            is_first: at == 0,
            is_last: at + 1 == keys.len(),
        })
    }

    /// Shows the next chosen contact in the preview, or the one before; at the end nothing changes.
    pub fn step_preview(&mut self, context: &mut Context, forward: bool) {
        let keys = self.previewed();
        let at = keys.iter().position(|key| *key == self.creation.preview).unwrap_or_default();
        let next = if forward { at.checked_add(1) } else { at.checked_sub(1) };
        if let Some(key) = next.and_then(|at| keys.get(at)) {
            self.creation.preview = key.clone();
            context.dirty(slices::NEW.key());
        }
    }
}
