//! Which attendances the list shows: those of visible channels that have the chosen tags and, during a search, match
//! it. The filters of queues and of waiting customers reduce them further (BEY-155).

use super::job::Job;
use super::order::{longest_waiting_first, newest_first, soonest_first};
use crate::flow::{EntityKind, JobGroup, Rank, folded};
use crate::shell::{ListOrder, ListTags, Preferences, TagVisibility};
use crate::wire::numbers::finds_number;
use crate::wire::{Channel, MetaType, Wall};

/// The name of the switch of Instagram.
const INSTAGRAM: &str = "instagram";

#[derive(Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    hidden: Vec<Channel>,
    /// Instagram is a sub-type of WhatsApp with its own switch (JOB-022).
    hides_instagram: bool,
    tags: ListTags,
    /// The kinds of tags that the rows show.
    pub(super) visible: TagVisibility,
    /// Ids of the chosen queues and campaigns; empty: all.
    queues: Vec<String>,
    /// Shows only customers who wait for an answer.
    only_waiting: bool,
    order: ListOrder,
    /// Folded search text; empty if there is no search.
    search: String,
}

impl ListFilter {
    /// Applies the agent's preferences; unknown names of channels are ignored. Returns whether the filter changed.
    pub fn apply(&mut self, preferences: &Preferences) -> bool {
        let is_hidden = |name: &str| preferences.hidden_channels.iter().any(|hidden| hidden == name);
        let hidden = Channel::ALL.into_iter().filter(|channel| is_hidden(channel.as_str())).collect();
        let next = Self {
            hidden,
            hides_instagram: is_hidden(INSTAGRAM),
            tags: preferences.list_tags.clone(),
            visible: preferences.tag_visibility,
            queues: preferences.list_queues.clone(),
            only_waiting: preferences.only_waiting,
            order: preferences.list_order,
            search: std::mem::take(&mut self.search),
        };
        let search = next.search.clone();
        let before = std::mem::replace(self, next);
        Self { search, ..before } != *self
    }

    /// Sets the search text. Returns whether the filter changed.
    pub fn search(&mut self, text: &str) -> bool {
        let search = folded(text.trim());
        let changed = self.search != search;
        self.search = search;
        changed
    }

    /// The text that the list is searched for, folded; empty without a search.
    pub(super) fn searched(&self) -> &str {
        &self.search
    }

    /// Whether the list shows the attendance. Runs for every event: without tags and search only the channel is
    /// checked.
    pub fn shows(&self, job: &Job) -> bool {
        let is_instagram = job.channel() == Channel::Whatsapp && job.server.meta_type == Some(MetaType::Instagram);
        let hidden = if is_instagram { self.hides_instagram } else { self.hidden.contains(&job.channel()) };
        // A call needs no written answer, so the filter of waiting customers does not hide it.
        let is_answered = self.only_waiting && job.channel() != Channel::Voice && job.waiting_since().is_none();
        if hidden || is_answered || !self.has_queue(job) || !self.has_tags(job) {
            return false;
        }
        let finds = |text: &str| folded(text).contains(&self.search);
        self.search.is_empty()
            || finds(job.name())
            || finds(job.protocol().as_str())
            || finds(&job.server.contact_identifier)
            || finds_number(&job.server.contact_identifier, &self.search)
    }

    /// The group that lists the attendance: if the list is sorted by waiting time, waiting customers have their own
    /// group.
    pub fn group_of(&self, job: &Job) -> JobGroup {
        match (job.group(), self.order) {
            (JobGroup::Active, ListOrder::LongestWaiting) if job.waiting_since().is_some() => JobGroup::Waiting,
            (group, ListOrder::LongestWaiting | ListOrder::Newest) => group,
        }
    }

    /// Where the list shows the attendance.
    pub fn place_of(&self, job: &Job, now: Wall) -> Rank {
        if let Some(until) = job.snoozed_until() {
            return soonest_first(until);
        }
        let moment = job.last_moment().unwrap_or_default();
        match self.order {
            ListOrder::Newest => newest_first(moment),
            ListOrder::LongestWaiting => longest_waiting_first(job.wait(now), moment),
        }
    }

    /// In how many milliseconds the place of the attendance changes by itself: its queue opens or closes.
    pub fn moves_in(&self, job: &Job, now: Wall) -> Option<u64> {
        (self.order == ListOrder::LongestWaiting).then(|| job.hours_change_in(now)).flatten()
    }

    fn has_queue(&self, job: &Job) -> bool {
        let (_, id) = job.queue_or_campaign();
        self.queues.is_empty() || self.queues.contains(&id.0)
    }

    /// Whether the attendance has one of the chosen tags of each kind; a kind without chosen tags does not filter
    /// (JOB-026).
    fn has_tags(&self, job: &Job) -> bool {
        let kinds = [
            (EntityKind::Contact, &self.tags.contact),
            (EntityKind::Employer, &self.tags.employer),
            (EntityKind::Attendance, &self.tags.attendance),
        ];
        kinds.into_iter().all(|(kind, chosen)| {
            let is_chosen = |id: &str| id.parse().is_ok_and(|id: u32| chosen.contains(&id));
            chosen.is_empty() || job.tags_of(kind).iter().any(|tag| is_chosen(&tag.tag_item_id))
        })
    }
}
