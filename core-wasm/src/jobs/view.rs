//! Rows and headers as the interface shows them.

use super::closing::ClosingView;
use super::job::Job;
use super::machine::Jobs;
use super::messages::ThreadEnd;
use super::snooze::SnoozeView;
use crate::shell::{MessagePreview, TagVisibility, Viewer, avatar_color, initials, queue_or_campaign, short_name};
use crate::wire::{self, Channel, ClientStatus, MetaType, Wall};
use serde::Serialize;

/// A tag of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagView {
    /// Name of the tag.
    pub name: String,
    /// Color of the tag as `#RRGGBB`, or empty if the server sent no such color.
    pub color: String,
}

impl TagView {
    /// The view of a tag.
    pub fn of(tag: &wire::JobTag) -> Self {
        Self { name: tag.tag_item_name.clone(), color: safe_color(&tag.tag_item_color).to_owned() }
    }
}

/// A row of the attendance list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobRowView {
    /// The attendance.
    pub protocol: String,
    /// Channel of the attendance.
    pub channel: Channel,
    /// Sub-type of a WhatsApp attendance.
    pub meta_type: Option<MetaType>,
    /// Name of the customer, else an identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// The last message; `None` without one.
    pub preview: Option<MessagePreview>,
    /// The transfer by which the attendance arrived; absent without one, and once the agent has opened it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub transfer: Option<RowTransferView>,
    /// Time of the last message, as a JavaScript time value.
    pub time: Option<f64>,
    /// When the attendance ended, as a JavaScript time value; absent while it is open, and if the server does not
    /// report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub ended_at: Option<f64>,
    /// Number of unread customer messages; none of an ended attendance.
    pub unread: u32,
    /// The customer is typing.
    pub typing: bool,
    /// The attendance has ended.
    pub disabled: bool,
    /// A message of the agent has failed and needs a decision of the agent, or is the last message.
    pub failed: bool,
    /// Name of the queue or campaign; empty without one.
    pub queue: String,
    /// State of the customer's page.
    pub client_status: ClientStatus,
    /// Tags of the attendance, then those of its contact and its company, of the kinds that the agent shows.
    pub tags: Vec<TagView>,
    /// Since when the customer waits for an answer, as a JavaScript time value; absent if no answer is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub waiting: Option<f64>,
    /// The queue's target time for an answer in milliseconds; absent without a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub waiting_target: Option<f64>,
    /// The opening hours of the queue as JavaScript time values, each opening followed by its end: only they count as
    /// waiting time. Absent if the queue is always open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub waiting_hours: Option<Vec<f64>>,
    /// End of the snooze, as a JavaScript time value; absent if the attendance is not snoozed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub snoozed_until: Option<f64>,
    /// The agent may open the attendance (NAV-036).
    pub navigable: bool,
    /// The agent pinned the attendance.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub pinned: bool,
    /// The agent marked the attendance as unread, and it has no unread messages.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub marked_unread: bool,
    /// The agent said that what the customer wrote last needs no answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub no_answer_needed: bool,
}

/// A transfer that the agent has not opened yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowTransferView {
    /// Name of the agent who transferred the attendance.
    pub agent: String,
    /// Short name of that agent.
    pub agent_short: String,
    /// The note for the receiver; empty without one.
    pub note: String,
}

/// Whether the agent can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ComposerView {
    /// The agent can write.
    Open,
    /// The attendance has ended and can only be qualified.
    Closed,
    /// The agent is not connected to the channel.
    ChannelDisconnected,
}

/// The header and state of the open attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    /// The attendance.
    pub protocol: String,
    /// Channel of the attendance.
    pub channel: Channel,
    /// Sub-type of WhatsApp.
    pub meta_type: Option<MetaType>,
    /// Name of the customer, else an identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Name of the queue or campaign; empty without one.
    pub queue: String,
    /// The customer's identifier on the channel.
    pub contact_identifier: String,
    /// The customer is a registered contact.
    pub registered: bool,
    /// State of the customer's page.
    pub client_status: ClientStatus,
    /// The customer is typing.
    pub typing: bool,
    /// The attendance has ended.
    pub disabled: bool,
    /// Number of unread customer messages.
    pub unread: u32,
    /// Whether the agent can write.
    pub composer: ComposerView,
    /// The request to finish the attendance is pending.
    pub finishing: bool,
    /// The progress of closing the attendance; absent if the agent does not close it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub closing: Option<ClosingView>,
    /// Messages that are still being sent while the agent closes the attendance; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub on_the_way: Option<OnTheWay>,
    /// The snooze of the attendance; absent if it has none and no request about it is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub snooze: Option<SnoozeView>,
    /// Messages are being loaded.
    pub thread_loading: bool,
    /// The load of the messages failed.
    pub thread_failed: bool,
    /// Scroll position in CSS pixels.
    pub scroll_top: f64,
    /// Tags of the attendance.
    pub tags: Vec<TagView>,
}

/// Totals of the attendance list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobSummaryView {
    /// Number of attendances.
    pub total: u32,
    /// Number of attendances that have not ended.
    pub active: u32,
    /// Number of attendances that hidden channels or the search exclude.
    pub hidden: u32,
    /// Number of unread customer messages of the attendances that have not ended.
    pub unread: u32,
    /// Number of customers who wait for an answer.
    pub waiting: u32,
    /// A list of the server was applied at least once.
    pub loaded: bool,
    /// The load of the list failed, and there is no earlier list to show.
    pub load_failed: bool,
    /// Number of messages whose attendance is not in the list yet.
    pub unattended: u32,
}

/// A queue or campaign of the attendances in the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobQueueView {
    /// Name of the queue or campaign.
    pub name: String,
    /// Id of the queue or campaign.
    pub id: String,
}

/// Whether the thread of an attendance is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadReading {
    /// The thread is not being loaded.
    #[default]
    AtRest,
    /// A portion is being loaded.
    UnderWay,
    /// The load of the last portion failed.
    Failed,
}

/// Facts of other areas that the header shows.
#[derive(Clone, Debug)]
pub struct HeaderFacts {
    /// The agent is connected to the channel.
    pub connected: bool,
    /// Whether the thread is being loaded.
    pub reading: ThreadReading,
    /// The progress of closing the attendance.
    pub closing: Option<ClosingView>,
    /// Messages that are still being sent to the customer.
    pub on_the_way: Option<OnTheWay>,
}

/// Messages and files of the agent that the server does not have yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OnTheWay {
    /// Number of messages, including those with a file.
    pub messages: u32,
    /// Names of the files of these messages.
    pub files: Vec<String>,
}

/// The difference between two views of a row.
#[derive(Debug, PartialEq)]
pub enum RowChange {
    /// The row has not changed.
    Nothing,
    /// Only preview, time, unread count or typing mark of the row changed.
    Message {
        /// The new last message.
        preview: MessagePreview,
        /// Time of the row, as a JavaScript time value.
        time: f64,
        /// Number of unread customer messages.
        unread: u32,
        /// The customer is typing.
        typing: bool,
    },
    /// Other parts of the row changed.
    More,
}

impl Job {
    /// The view of a row of the list.
    pub fn row_view(&self, end: ThreadEnd<'_>, visible: TagVisibility, viewer: Viewer<'_>) -> JobRowView {
        let name = self.name();
        JobRowView {
            protocol: self.protocol().to_string(),
            channel: self.channel(),
            meta_type: self.server.meta_type,
            name: name.to_owned(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            preview: self.preview(end, viewer),
            transfer: self.new_transfer(viewer).map(|transfer| row_transfer(transfer, end, viewer)),
            time: self.row_time(),
            ended_at: self.ended_view(),
            unread: self.counted_unread(),
            typing: self.typing,
            disabled: self.ended,
            failed: end.has_failure,
            queue: queue_or_campaign(&self.server).to_owned(),
            client_status: self.client_status,
            tags: self.row_tag_views(visible),
            waiting: self.waiting_view(),
            waiting_target: self.waiting_target(),
            waiting_hours: self.waiting_hours(),
            snoozed_until: self.snoozed_until().map(Wall::as_js),
            navigable: self.may_navigate(),
            pinned: self.server.pinned,
            marked_unread: self.is_marked_unread(),
            no_answer_needed: self.needs_no_answer(),
        }
    }

    /// The difference to an earlier row of this attendance, so that frequent events need not build a new row.
    pub fn row_change(
        &self,
        end: ThreadEnd<'_>,
        before: &JobRowView,
        visible: TagVisibility,
        viewer: Viewer<'_>,
    ) -> RowChange {
        // Every field is named here, so a new field does not compile until it is compared.
        let JobRowView {
            protocol: _,
            channel,
            meta_type,
            name,
            // These two fields follow from the name.
            initials: _,
            color: _,
            preview,
            transfer,
            time,
            ended_at,
            unread,
            typing,
            disabled,
            failed,
            queue,
            client_status,
            tags,
            waiting,
            waiting_target,
            waiting_hours,
            snoozed_until,
            navigable,
            pinned,
            marked_unread,
            no_answer_needed,
        } = before;
        let row_tags = self.row_tags(visible);
        let tag_stands = |(tag, shown): (&wire::JobTag, &TagView)| {
            tag.tag_item_name == shown.name && safe_color(&tag.tag_item_color) == shown.color
        };
        let rest_stands = *channel == self.channel()
            && *meta_type == self.server.meta_type
            && *name == self.name()
            && transfer.is_some() == self.new_transfer(viewer).is_some()
            && *disabled == self.ended
            && *ended_at == self.ended_view()
            && *failed == end.has_failure
            && *queue == queue_or_campaign(&self.server)
            && *client_status == self.client_status
            && *waiting == self.waiting_view()
            && *waiting_target == self.waiting_target()
            && *waiting_hours == self.waiting_hours()
            && *snoozed_until == self.snoozed_until().map(Wall::as_js)
            && *navigable == self.may_navigate()
            && *pinned == self.server.pinned
            && *marked_unread == self.is_marked_unread()
            && *no_answer_needed == self.needs_no_answer()
            && tags.len() == row_tags.iter().map(|tags| tags.len()).sum::<usize>()
            && row_tags.iter().flat_map(|tags| tags.iter()).zip(tags).all(tag_stands);
        let now = (self.preview(end, viewer), self.row_time(), self.counted_unread(), self.typing);
        match now {
            _ if !rest_stands => RowChange::More,
            (now, moment, count, mark) if now == *preview && moment == *time && count == *unread && mark == *typing => {
                RowChange::Nothing
            }
            (Some(preview), Some(time), unread, typing)
                if preview.is_plain() && before.preview.as_ref().is_some_and(MessagePreview::is_plain) =>
            {
                RowChange::Message { preview, time, unread, typing }
            }
            _ => RowChange::More,
        }
    }

    fn ended_view(&self) -> Option<f64> {
        self.qualification_started.filter(|_| self.ended).map(Wall::as_js)
    }

    fn waiting_view(&self) -> Option<f64> {
        self.waiting_since().map(Wall::as_js)
    }

    fn waiting_target(&self) -> Option<f64> {
        let target = self.server.answer_targets.next(self.unanswered.is_answered());
        target.filter(|_| self.waiting_since().is_some()).map(|target| target as f64)
    }

    fn waiting_hours(&self) -> Option<Vec<f64>> {
        let since = self.waiting_since()?;
        let spans = self.server.open_hours.as_ref()?.iter().filter(|span| span.until > since);
        Some(spans.flat_map(|span| [span.from.as_js(), span.until.as_js()]).collect())
    }

    fn preview(&self, end: ThreadEnd<'_>, viewer: Viewer<'_>) -> Option<MessagePreview> {
        self.last_message(end).map(|message| MessagePreview::of(message, viewer, end.agents))
    }

    fn row_time(&self) -> Option<f64> {
        self.last_moment().map(Wall::as_js)
    }

    /// The view of the header and the composer.
    pub fn view(&self, facts: HeaderFacts) -> JobView {
        let name = self.name();
        let composer = match (self.ended, facts.connected) {
            (true, _) => ComposerView::Closed,
            (false, true) => ComposerView::Open,
            (false, false) => ComposerView::ChannelDisconnected,
        };
        JobView {
            protocol: self.protocol().to_string(),
            channel: self.channel(),
            meta_type: self.server.meta_type,
            name: name.to_owned(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            queue: queue_or_campaign(&self.server).to_owned(),
            contact_identifier: self.server.contact_identifier.clone(),
            registered: self.contact().is_some(),
            client_status: self.client_status,
            typing: self.typing,
            disabled: self.ended,
            unread: self.unread(),
            composer,
            finishing: self.is_busy("finish"),
            closing: facts.closing,
            on_the_way: facts.on_the_way,
            snooze: self.snooze_view(),
            thread_loading: facts.reading == ThreadReading::UnderWay,
            thread_failed: facts.reading == ThreadReading::Failed,
            scroll_top: self.local.scroll_top,
            tags: self.tag_views(),
        }
    }

    fn tag_views(&self) -> Vec<TagView> {
        self.server.tags.iter().map(TagView::of).collect()
    }
}

impl Jobs {
    /// The queues of the attendances, sorted by name, each once.
    pub fn queues_view(&self) -> Vec<JobQueueView> {
        let queue = |job: &Job| {
            let (_, id) = job.queue_or_campaign();
            let name = queue_or_campaign(&job.server);
            (!id.is_empty() && !name.is_empty()).then(|| JobQueueView { name: name.to_owned(), id: id.0.clone() })
        };
        let mut queues: Vec<JobQueueView> = self.all().filter_map(queue).collect();
        queues.sort();
        queues.dedup();
        queues
    }

    /// Counts over all attendances.
    pub fn summary_view(&self) -> JobSummaryView {
        JobSummaryView {
            total: u32::try_from(self.len()).unwrap_or(u32::MAX),
            active: self.active_total(),
            hidden: u32::try_from(self.order().hidden_count()).unwrap_or(u32::MAX),
            unread: self.unread_total(),
            waiting: self.waiting_total(),
            loaded: self.has_been_restored(),
            load_failed: self.restore_has_failed() && !self.has_been_restored() && self.is_empty(),
            unattended: u32::try_from(self.unattended_count()).unwrap_or(u32::MAX),
        }
    }
}

fn row_transfer(transfer: &wire::JobTransfer, end: ThreadEnd<'_>, viewer: Viewer<'_>) -> RowTransferView {
    let in_view = end.agents.iter().map(String::as_str).chain([viewer.name]);
    RowTransferView {
        agent: transfer.agent_name.clone(),
        agent_short: short_name(&transfer.agent_name, in_view),
        note: transfer.note.clone(),
    }
}

/// A color of the server is used in a style only in this exact form; any other form becomes empty.
pub fn safe_color(color: &str) -> &str {
    let is_hex = color
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if is_hex { color } else { "" }
}
