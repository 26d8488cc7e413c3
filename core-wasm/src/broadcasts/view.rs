//! The lists, and the opened list with its entries, as the page shows them.

use super::actions::BroadcastAction;
use super::lists::{BroadcastFilter, BroadcastTab, Known};
use super::machine::Broadcasts;
use super::phase::BroadcastsPhase;
use super::policy::{
    BroadcastProgress, BroadcastWord, EntryGroup, Halt, may_resume, may_retry, paused_text, reason_text, reason_word,
    status_key,
};
use crate::flow::{ListState, OrderedList, Text};
use crate::shell::{avatar_color, initials};
use crate::wire::{BroadcastEntry, BroadcastId, EntryStatus, ScheduleId, Wall};
use serde::Serialize;

/// Number of lists that the search finds, by tab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastTabCounts {
    /// Every list.
    pub all: u32,
    /// Queued, sending and paused lists.
    pub current: u32,
    /// Planned lists.
    pub planned: u32,
    /// Complete and cancelled lists.
    pub ended: u32,
}

/// The lists without their cards, which are `broadcastOrder:shown` and `broadcastCard:<id>`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastsView {
    /// State of the lists.
    pub phase: BroadcastsPhase,
    /// The filter.
    pub filter: BroadcastFilter,
    /// Number of lists in each tab.
    pub counts: BroadcastTabCounts,
    /// The agent has a draft.
    pub has_draft: bool,
    /// The org unit has broadcasts; false before it is loaded.
    pub enabled: bool,
    /// When the lists were loaded last: a JavaScript time value on the server's clock. `None`: never.
    pub read_at: Option<f64>,
    /// Id of the list that the agent created last, until another list is opened; empty without one.
    pub created: String,
}

/// A list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastCardView {
    /// Id of the list.
    pub id: String,
    /// Name.
    pub name: String,
    /// The state of the list.
    pub word: BroadcastWord,
    /// Name of the group.
    pub group: String,
    /// Name of the campaign.
    pub campaign: String,
    /// Name of the route.
    pub route: String,
    /// Name of the template.
    pub template: String,
    /// Text of the template, with placeholders.
    pub template_body: String,
    /// The progress.
    pub progress: BroadcastProgress,
    /// Number of entries that may be sent again.
    pub retryable: u32,
    /// Why the server sends nothing now; `None`: the list is not paused.
    pub paused: Option<Text>,
    /// When the server goes on by itself, as a JavaScript time value.
    pub resumes_at: Option<f64>,
    /// When the list was created, as a JavaScript time value.
    pub created_at: f64,
    /// When the sending begins or began, as a JavaScript time value.
    pub starts_at: f64,
    /// When the last entry got its final status, as a JavaScript time value.
    pub finished_at: Option<f64>,
    /// When the agent cancelled the list, as a JavaScript time value.
    pub cancelled_at: Option<f64>,
    /// The list can be cancelled.
    pub may_cancel: bool,
    /// The agent can resume the list.
    pub may_resume: bool,
    /// Entries can be sent again.
    pub may_retry: bool,
    /// The change that is pending.
    pub busy: Option<BroadcastAction>,
}

/// A reason that entries of the opened list have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastReasonView {
    /// The word for `filterEntries`.
    pub reason: String,
    /// The reason as the agent reads it.
    pub text: Text,
    /// Number of entries.
    pub count: u32,
}

/// The opened list; its data is `broadcastCard:<id>`, its entries are `broadcastEntries:shown` and `broadcastEntry:<list>:<entry>`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastView {
    /// Id of the list.
    pub id: String,
    /// Load state of the entries; loaded ones stay after a failure.
    pub state: ListState,
    /// Number of loaded entries.
    pub loaded: u32,
    /// When all entries were loaded last: a JavaScript time value on the server's clock. `None`: never.
    pub read_at: Option<f64>,
    /// The group of statuses that is shown.
    pub group: EntryGroup,
    /// The reason that is shown; empty: every reason.
    pub reason: String,
    /// The searched text.
    pub search: String,
    /// The reasons of the loaded entries, the most frequent first.
    pub reasons: Vec<BroadcastReasonView>,
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastEntryView {
    /// Id of the entry.
    pub id: String,
    /// Name of the contact, otherwise its identifier.
    pub name: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// The contact; empty for a number without one.
    pub contact_id: String,
    /// Identifier of the contact, or the number as the file has it.
    pub identifier: String,
    /// Number; empty if there is none.
    pub phone: String,
    /// Group of the status.
    pub group: EntryGroup,
    /// Status.
    pub status: EntryStatus,
    /// The status as the agent reads it.
    pub status_text: Text,
    /// Why the entry has this status; `None` without a reason.
    pub reason: Option<Text>,
    /// Number of the attempt.
    pub attempt: u32,
    /// The entry may be sent again.
    pub retryable: bool,
    /// When the status changed, as a JavaScript time value.
    pub changed_at: f64,
}

impl Broadcasts {
    /// The view of the slice `broadcasts`. `enabled`: the flag of the org unit, `None` before the org unit is loaded.
    pub fn view(&self, enabled: Option<bool>) -> BroadcastsView {
        let lists = &self.lists;
        let mut counts = BroadcastTabCounts::default();
        for known in lists.items.values().filter(|known| lists.filter.finds(&known.list)) {
            counts.all += 1;
            match BroadcastTab::of(known.word) {
                BroadcastTab::Planned => counts.planned += 1,
                BroadcastTab::Ended => counts.ended += 1,
                BroadcastTab::All | BroadcastTab::Current => counts.current += 1,
            }
        }
        BroadcastsView {
            phase: BroadcastsPhase::of(enabled, lists.is_known, lists.loader.state()),
            filter: lists.filter.clone(),
            counts,
            has_draft: !self.creation.draft.is_empty(),
            enabled: enabled == Some(true),
            read_at: lists.read_at.map(Wall::as_js),
            created: lists.created.as_ref().map(|id| id.0.clone()).unwrap_or_default(),
        }
    }

    /// The lists that the filter shows.
    pub fn order(&self) -> &OrderedList {
        &self.lists.order
    }

    /// A list.
    pub fn card(&self, id: &BroadcastId) -> Option<BroadcastCardView> {
        let Known { list, word, .. } = self.lists.get(id)?;
        let is_paused = *word == BroadcastWord::Paused;
        Some(BroadcastCardView {
            id: list.id.0.clone(),
            name: list.name.clone(),
            word: *word,
            group: list.attendance_group_name.clone(),
            campaign: list.campaign_name.clone(),
            route: list.route_name.clone(),
            template: list.template_name.clone(),
            template_body: list.template_body.clone(),
            progress: BroadcastProgress::of(&list.counts, list.cancelled_at.is_some()),
            retryable: list.retryable,
            paused: is_paused.then(|| paused_text(&list.paused_reason)),
            resumes_at: list.resumes_at.filter(|_| is_paused).map(Wall::as_js),
            created_at: list.created_at.as_js(),
            starts_at: list.starts_at.as_js(),
            finished_at: list.finished_at.map(Wall::as_js),
            cancelled_at: list.cancelled_at.map(Wall::as_js),
            may_cancel: word.may_cancel(),
            may_resume: may_resume(list),
            may_retry: may_retry(list),
            busy: self.busy.get(id).copied(),
        })
    }

    /// The opened list; `None` without one.
    pub fn opened_view(&self) -> Option<BroadcastView> {
        let opened = self.opened.as_ref()?;
        let mut reasons: Vec<BroadcastReasonView> = Vec::new();
        for entry in opened.entries.values() {
            let word = reason_word(entry, opened.halt);
            match reasons.iter_mut().find(|view| view.reason == word) {
                Some(view) => view.count += 1,
                None => reasons.extend(
                    reason_text(entry.status, opened.halt.reason(entry)).map(|text| BroadcastReasonView {
                        reason: word.to_owned(),
                        text,
                        count: 1,
                    }),
                ),
            }
        }
        reasons.sort_by(|one, other| (other.count, &one.reason).cmp(&(one.count, &other.reason)));
        Some(BroadcastView {
            id: opened.id.0.clone(),
            state: opened.loader.state(),
            loaded: u32::try_from(opened.entries.len()).unwrap_or(u32::MAX),
            read_at: opened.read_at.map(Wall::as_js),
            group: opened.filter.group,
            reason: opened.filter.reason.clone(),
            search: opened.filter.search.clone(),
            reasons,
        })
    }

    /// The entries that the filter shows; `None` without an opened list.
    pub fn entry_order(&self) -> Option<&OrderedList> {
        self.opened.as_ref().map(|opened| &opened.order)
    }

    /// An entry of the opened list.
    pub fn entry_view(&self, list: &BroadcastId, entry: &ScheduleId) -> Option<BroadcastEntryView> {
        let opened = self.opened.as_ref().filter(|opened| opened.id == *list);
        opened.and_then(|opened| opened.entry(entry).map(|entry| entry_view(entry, opened.halt)))
    }
}

fn entry_view(entry: &BroadcastEntry, halt: Halt) -> BroadcastEntryView {
    let name = if entry.contact_name.is_empty() { &entry.contact_identifier } else { &entry.contact_name };
    let phone = &entry.contact_whatsapp_identifier;
    BroadcastEntryView {
        id: entry.schedule_id.0.clone(),
        name: name.clone(),
        initials: initials(name),
        color: avatar_color(name).to_owned(),
        contact_id: entry.contact_id.0.clone(),
        identifier: entry.contact_identifier.clone(),
        phone: if phone.is_empty() { entry.contact_identifier.clone() } else { phone.clone() },
        group: EntryGroup::of(entry.status),
        status: entry.status,
        status_text: Text::key(status_key(entry.status)),
        reason: reason_text(entry.status, halt.reason(entry)),
        attempt: entry.attempt,
        retryable: halt.may_retry(entry),
        changed_at: entry.changed_at.as_js(),
    }
}
