//! The history as the interface shows it.

use super::machine::{ATTENDANCES_PER_PORTION, History, Opened};
use super::range::RangeFault;
use super::recordings::{HistoryRecordingView, Recording};
use crate::conversation::MessageView;
use crate::flow::{Entity, ListState, Text, TimeZone};
use crate::shell::{Viewer, avatar_color, campaign_or_queue, initials};
use crate::tags::TagItemView;
use crate::wire::{Channel, HistoryEntry, MetaType, Protocol, Wall};
use derive::ReadObject;
use serde::Serialize;

/// Which attendances the list shows; an empty field does not filter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct HistoryFilter {
    /// Channel; Instagram counts as a separate channel here.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'' | 'voice' | 'whatsapp' | 'instagram' | 'chat'"))]
    pub channel: String,
    /// Name of the qualification.
    pub qualification: String,
}

/// An attendance of the history.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryRowView {
    /// The attendance.
    pub protocol: String,
    /// Channel; `None` if unknown.
    pub channel: Option<Channel>,
    /// Sub-type of WhatsApp.
    pub meta_type: Option<MetaType>,
    /// Id of the contact; empty if the customer is not registered.
    pub contact_id: String,
    /// Name of the contact, otherwise the identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Identifier of the customer on the channel.
    pub contact_identifier: String,
    /// Name of the campaign, otherwise of the queue, otherwise `-` (SHELL-046).
    pub queue: String,
    /// Name of the agent; empty if no agent took the attendance.
    pub agent: String,
    /// Start of the attendance, as a JavaScript time value.
    pub start: Option<f64>,
    /// End of the attendance, as a JavaScript time value; `None` if it has not ended.
    pub end: Option<f64>,
    /// Duration in whole seconds.
    pub duration_seconds: f64,
    /// State of the attendance.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'active' | 'toQualify' | 'qualified' | 'unattended' | ''"))]
    pub state: String,
    /// Name of the qualification; empty if there is none.
    pub qualification: String,
    /// The agent's observation at the qualification.
    pub observation: String,
    /// Tags of the attendance.
    pub tags: Vec<TagItemView>,
    /// The attendance has messages that can be read.
    pub has_messages: bool,
}

/// The list of attendances.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryPageView {
    /// First day as chosen, `YYYY-MM-DD`; empty before the page was opened.
    pub from: String,
    /// Last day as chosen.
    pub to: String,
    /// The day in the agent's time zone when the page was opened or the range chosen: no date may be after it.
    pub today: String,
    /// Why the chosen range is refused (HIS-002 to HIS-005); the rows are those of the last accepted one.
    pub error: Option<Text>,
    /// The first day causes the error.
    pub from_invalid: bool,
    /// The last day causes the error.
    pub to_invalid: bool,
    /// Which attendances the list shows.
    pub filter: HistoryFilter,
    /// Names of qualifications to choose from: those of the attendances that were loaded.
    pub qualifications: Vec<String>,
    /// The text that is searched for, as typed.
    pub text: String,
    /// The attendances of the portion, the newest first; they stay until the next answer.
    pub rows: Vec<HistoryRowView>,
    /// Number of the portion, from 1.
    pub page: u32,
    /// Attendances per portion.
    pub per_page: u32,
    /// Number of attendances in all portions.
    pub total: u32,
    /// Whether the rows belong to what was chosen last.
    pub state: ListState,
}

/// An opened attendance with its messages; they cannot be answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntryView {
    /// The facts of the attendance.
    pub entry: HistoryRowView,
    /// Load state of the messages; `ready` for a call, which has none.
    pub state: ListState,
    /// The messages, the oldest first.
    pub messages: Vec<MessageView>,
    /// Recordings of a call, the oldest first; for supervisors only.
    pub recordings: Vec<HistoryRecordingView>,
}

/// Attendances that were transferred one into another (CTC-006).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryGroupView {
    /// The first attendance of the group.
    pub protocol: String,
    /// The attendances, the newest first.
    pub entries: Vec<HistoryRowView>,
}

/// The attendances of a contact or a company.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryOfView {
    /// Groups, in the order of their newest attendance.
    pub groups: Vec<HistoryGroupView>,
    /// Number of attendances on all pages.
    pub total: u32,
    /// A portion is being loaded.
    pub loading: bool,
    /// The last portion could not be loaded.
    pub failed: bool,
    /// There are no more portions.
    pub complete: bool,
}

fn row_view(entry: &HistoryEntry) -> HistoryRowView {
    let named = !entry.contact_name.trim().is_empty();
    let name = if named { &entry.contact_name } else { &entry.contact_identifier };
    HistoryRowView {
        protocol: entry.protocol.to_string(),
        channel: entry.channel,
        meta_type: entry.meta_type,
        contact_id: entry.contact_id.as_str().to_owned(),
        name: name.clone(),
        initials: initials(name),
        color: avatar_color(name).to_owned(),
        contact_identifier: entry.contact_identifier.clone(),
        queue: campaign_or_queue(&entry.campaign_name, &entry.queue_name).to_owned(),
        agent: entry.agent_name.clone(),
        start: entry.start.map(Wall::as_js),
        end: entry.end.map(Wall::as_js),
        duration_seconds: entry.duration_seconds as f64,
        state: entry.state.clone(),
        qualification: entry.qualification.clone(),
        observation: entry.observation.clone(),
        tags: entry.tags.iter().map(TagItemView::of).collect(),
        has_messages: entry.has_messages,
    }
}

/// The first attendance of an entry's group; if the entry was transferred from an attendance in another portion, that
/// attendance.
fn first_of_group<'a>(entries: &'a [HistoryEntry], entry: &'a HistoryEntry) -> &'a Protocol {
    let mut first = &entry.protocol;
    // Each step uses another entry, so a circle of transfers ends.
    for _ in entries {
        let father = entries.iter().find(|known| known.protocol == *first).map(|known| &known.father_id);
        match father.filter(|father| !father.is_empty()) {
            Some(father) => first = father,
            None => break,
        }
    }
    first
}

impl History {
    /// The list of attendances.
    pub fn page_view(&self) -> HistoryPageView {
        let list = &self.list;
        let (from_invalid, to_invalid) =
            list.fault.map(|fault| list.chosen.marked(fault, &list.today)).unwrap_or_default();
        HistoryPageView {
            from: list.chosen.from.clone(),
            to: list.chosen.to.clone(),
            error: list.fault.map(RangeFault::text),
            from_invalid,
            to_invalid,
            today: list.today.clone(),
            filter: list.filter.clone(),
            qualifications: list.qualifications.iter().cloned().collect(),
            text: list.text.clone(),
            rows: list.rows.items().iter().map(row_view).collect(),
            page: list.page,
            per_page: ATTENDANCES_PER_PORTION,
            total: list.rows.total(),
            state: list.rows.state(),
        }
    }

    /// An opened attendance; `None` while it is closed.
    pub fn entry_view(&self, zone: &TimeZone, viewer: Viewer<'_>, protocol: &str) -> Option<HistoryEntryView> {
        let Opened { entry, loader, thread, recordings } = self.opened.get(protocol)?;
        let entry = row_view(entry);
        let message = |id| MessageView::of(thread, &entry.name, zone, viewer, id);
        let messages = thread.list().ids().filter_map(message).collect();
        let recordings = recordings.iter().map(Recording::view).collect();
        Some(HistoryEntryView { entry, state: loader.state(), messages, recordings })
    }

    /// The attendances of a contact or a company; `None` before they were requested.
    pub fn of_view(&self, entity: &Entity) -> Option<HistoryOfView> {
        let list = self.of.get(&entity.name())?;
        let mut groups: Vec<HistoryGroupView> = Vec::new();
        for entry in list.items() {
            let first = first_of_group(list.items(), entry).as_str();
            match groups.iter_mut().find(|group| group.protocol == first) {
                Some(group) => group.entries.push(row_view(entry)),
                None => groups.push(HistoryGroupView { protocol: first.to_owned(), entries: vec![row_view(entry)] }),
            }
        }
        Some(HistoryOfView {
            groups,
            total: list.total(),
            loading: list.is_loading(),
            failed: list.has_failed(),
            complete: list.is_complete(),
        })
    }
}
