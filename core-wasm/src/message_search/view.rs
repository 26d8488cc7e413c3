//! The search over messages as the interface shows it.

use super::machine::{MessageSearch, Target, id_of};
use super::{SearchMore, SearchPhase};
use crate::shell::{Author, Viewer, avatar_color, initials};
use crate::wire::{Channel, ExcerptPart, FoundMessage, MetaType, Wall};
use serde::Serialize;

/// A message or note that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundTextView {
    /// Unique in the list.
    pub id: String,
    /// The attendance.
    pub protocol: String,
    /// Name of the contact, else the identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Channel; `None` if unknown.
    pub channel: Option<Channel>,
    /// Sub-type of WhatsApp.
    pub meta_type: Option<MetaType>,
    /// The author of the message.
    pub author: Author,
    /// Name of the agent who wrote it; empty if it was no agent.
    pub agent_name: String,
    /// The message is an internal note.
    pub note: bool,
    /// When the message was written, as a JavaScript time value.
    pub time: Option<f64>,
    /// The text around the first word that was found.
    pub excerpt: Vec<ExcerptPart>,
}

/// The search over messages.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MessageSearchView {
    /// The text as the agent typed it.
    pub text: String,
    /// The text for which the results were found; they stay while the agent types.
    pub found_by: String,
    /// The phase of the search.
    pub phase: SearchPhase,
    /// The found messages, the last message first.
    pub results: Vec<FoundTextView>,
    /// Whether there are further results.
    pub more: SearchMore,
}

/// The message that the agent chose of the results.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundMessageTarget {
    /// The attendance.
    pub protocol: String,
    /// Id of the server; empty for a note.
    pub message_id: String,
    /// The note; empty for a message.
    pub note_id: String,
    /// A new number for each choice.
    pub number: u32,
}

impl FoundTextView {
    fn of(found: &FoundMessage, viewer: Viewer<'_>) -> Self {
        let attendance = &found.attendance;
        let is_named = !attendance.contact_name.trim().is_empty();
        let name = if is_named { &attendance.contact_name } else { &attendance.contact_identifier };
        Self {
            id: id_of(found),
            protocol: attendance.protocol.to_string(),
            name: name.clone(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            channel: attendance.channel,
            meta_type: attendance.meta_type,
            author: Author::of(found.sender_type, found.agent_id.as_str(), &found.agent_name, viewer),
            agent_name: found.agent_name.clone(),
            note: !found.note_id.is_empty(),
            time: found.at.map(Wall::as_js),
            excerpt: found.excerpt.clone(),
        }
    }
}

impl MessageSearch {
    /// The search and its results.
    pub fn view(&self, viewer: Viewer<'_>) -> MessageSearchView {
        let (found_by, found) = self.found();
        MessageSearchView {
            text: self.text().to_owned(),
            found_by: found_by.to_owned(),
            phase: self.phase(),
            results: found.iter().map(|found| FoundTextView::of(found, viewer)).collect(),
            more: self.what_follows(),
        }
    }

    /// The message that the agent chose; `None` once the agent left its conversation.
    pub fn target_view(&self) -> Option<FoundMessageTarget> {
        let Target { protocol, message_id, note_id, number } = self.target()?;
        Some(FoundMessageTarget {
            protocol: protocol.to_string(),
            message_id: message_id.clone(),
            note_id: note_id.to_string(),
            number: *number,
        })
    }
}
