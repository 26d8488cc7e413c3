//! Rows, headers and messages as the interface shows them.

use super::content::{MessageContentView, id_shown};
use super::job::Job;
use super::machine::Jobs;
use crate::conversation::{Delivery, Thread};
use crate::flow::{LocalId, Text, TimeZone};
use crate::shell::{MessagePreview, TagVisibility, avatar_color, initials, queue_or_campaign};
use crate::wire::{self, Channel, ClientStatus, MessageMedia, MetaType, Protocol, SenderType, Wall};
use serde::Serialize;

/// A tag of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagView {
    /// Name of the tag.
    pub name: String,
    /// `#RRGGBB`, or empty where the server sent no such colour.
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
    /// Sub-type of WhatsApp.
    pub meta_type: Option<MetaType>,
    /// Name of the customer, else an identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// The last message; `None` without one.
    pub preview: Option<MessagePreview>,
    /// Time of the last message, as a JavaScript time value.
    pub time: Option<f64>,
    /// Number of unread customer messages.
    pub unread: u32,
    /// The customer is typing.
    pub typing: bool,
    /// The attendance has ended.
    pub disabled: bool,
    /// A message of the agent has failed and waits for the agent, or is the last one.
    pub failed: bool,
    /// Name of the queue or campaign; empty without one.
    pub queue: String,
    /// State of the customer's page.
    pub client_status: ClientStatus,
    /// Tags of the attendance, then those of its contact and its company, of the kinds that the agent shows.
    pub tags: Vec<TagView>,
    /// The agent may open it (NAV-036).
    pub navigable: bool,
    /// The agent pinned it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub pinned: bool,
    /// The agent marked it as unread, and it has no unread messages.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub marked_unread: bool,
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
    /// Finishing waits for the server.
    pub finishing: bool,
    /// Messages are being loaded.
    pub thread_loading: bool,
    /// Loading the messages failed.
    pub thread_failed: bool,
    /// Scroll position in CSS pixels.
    pub scroll_top: f64,
    /// Tags of the attendance.
    pub tags: Vec<TagView>,
}

/// Delivery of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum MessageDelivery {
    /// Not the agent's own message.
    Received,
    /// The server has not confirmed it.
    Sending,
    /// The server has it.
    Sent,
    /// It reached the customer's device.
    Delivered,
    /// The customer read it.
    Read,
    /// Refused; see `failure`.
    Failed,
}

/// One message of a thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    /// Id that never changes while the message is shown.
    pub local_id: String,
    /// The server's id, by which quotes name the message; absent before the server gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub id: Option<String>,
    /// Who sent it.
    pub sender: SenderType,
    /// Name of the sender; empty for the system.
    pub sender_name: String,
    /// Initials of the sender, for the avatar.
    pub sender_initials: String,
    /// `#RRGGBB` of the sender's avatar.
    pub sender_color: String,
    /// The text.
    pub text: String,
    /// Medium; `None` for plain text.
    pub media: Option<MessageMedia>,
    /// Time of the message, as a JavaScript time value.
    pub time: Option<f64>,
    /// Delivery of the message.
    pub delivery: MessageDelivery,
    /// Why it failed.
    pub failure: Option<Text>,
    /// Retrying, editing or discarding waits for the server; no other action is possible meanwhile.
    pub busy: bool,
    /// Key of a system message; `None` for other messages.
    pub system_key: Option<String>,
    /// First message of a local day.
    pub day_start: bool,
    /// First message of a group of one sender.
    pub group_start: bool,
    /// Last message of a group of one sender.
    pub group_end: bool,
    /// The line "novas mensagens" shows above it.
    pub new_from_here: bool,
    /// The message was forwarded.
    pub forwarded: bool,
    /// What the message contains beside its text; absent for text alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub content: Option<Box<MessageContentView>>,
}

/// Totals of the attendance list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobSummaryView {
    /// Number of attendances.
    pub total: u32,
    /// Number of attendances that hidden channels or the search hide.
    pub hidden: u32,
    /// Number of unread customer messages.
    pub unread: u32,
    /// The server's list was applied at least once.
    pub loaded: bool,
    /// The list could not be loaded and there is no earlier one to show.
    pub load_failed: bool,
    /// Number of messages whose attendance is not in the list yet.
    pub unattended: u32,
}

/// The difference between two views of a row.
#[derive(Debug, PartialEq)]
pub enum RowChange {
    /// The row is the same.
    Nothing,
    /// Only preview, time, unread count or typing mark changed.
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
    /// Something else changed.
    More,
}

impl Job {
    /// The row of the list.
    pub fn row_view(&self, visible: TagVisibility) -> JobRowView {
        let name = self.name();
        JobRowView {
            protocol: self.protocol().to_string(),
            channel: self.channel(),
            meta_type: self.server.meta_type,
            name: name.to_owned(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            preview: self.last_message().map(MessagePreview::of),
            time: self.row_time(),
            unread: self.unread(),
            typing: self.typing,
            disabled: self.ended,
            failed: self.thread.has_failure(),
            queue: queue_or_campaign(&self.server).to_owned(),
            client_status: self.client_status,
            tags: self.row_tag_views(visible),
            navigable: self.may_navigate(),
            pinned: self.server.pinned,
            marked_unread: self.marked_unread,
        }
    }

    /// The difference to a row of this job as it was, so that frequent events do not build a new row.
    pub fn row_change(&self, before: &JobRowView, visible: TagVisibility) -> RowChange {
        // Taken apart whole: a new field does not compile until it is thought of here.
        let JobRowView {
            protocol: _,
            channel,
            meta_type,
            name,
            // These two follow from the name.
            initials: _,
            color: _,
            preview,
            time,
            unread,
            typing,
            disabled,
            failed,
            queue,
            client_status,
            tags,
            navigable,
            pinned,
            marked_unread,
        } = before;
        let row_tags = self.row_tags(visible);
        let tag_stands = |(tag, shown): (&wire::JobTag, &TagView)| {
            tag.tag_item_name == shown.name && safe_color(&tag.tag_item_color) == shown.color
        };
        let rest_stands = *channel == self.channel()
            && *meta_type == self.server.meta_type
            && *name == self.name()
            && *disabled == self.ended
            && *failed == self.thread.has_failure()
            && *queue == queue_or_campaign(&self.server)
            && *client_status == self.client_status
            && *navigable == self.may_navigate()
            && *pinned == self.server.pinned
            && *marked_unread == self.marked_unread
            && tags.len() == row_tags.iter().map(|tags| tags.len()).sum::<usize>()
            && row_tags.iter().flat_map(|tags| tags.iter()).zip(tags).all(tag_stands);
        let now = (self.last_message().map(MessagePreview::of), self.row_time(), self.unread(), self.typing);
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

    fn row_time(&self) -> Option<f64> {
        self.last_moment().map(Wall::as_js)
    }

    /// The header and the composer.
    pub fn view(&self, channel_connected: bool) -> JobView {
        let name = self.name();
        let composer = match (self.ended, channel_connected) {
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
            thread_loading: self.thread.loading().is_under_way(),
            thread_failed: self.thread.loading().has_failed(),
            scroll_top: self.local.scroll_top,
            tags: self.tag_views(),
        }
    }

    /// The view of a message; `None` if the thread does not have it.
    pub fn message_view(&self, zone: &TimeZone, local_id: &LocalId) -> Option<MessageView> {
        MessageView::of(&self.thread, self.name(), zone, local_id)
    }

    fn tag_views(&self) -> Vec<TagView> {
        self.server.tags.iter().map(TagView::of).collect()
    }
}

impl MessageDelivery {
    /// How the interface shows it.
    pub fn of(delivery: &Delivery) -> Self {
        match delivery {
            Delivery::Received => Self::Received,
            Delivery::Sending => Self::Sending,
            Delivery::Sent => Self::Sent,
            Delivery::Delivered => Self::Delivered,
            Delivery::Read => Self::Read,
            Delivery::Failed(_) => Self::Failed,
        }
    }
}

impl MessageView {
    /// The view of a message in its thread; `None` if the thread does not have it. `customer` is the customer's name.
    pub fn of(thread: &Thread, customer: &str, zone: &TimeZone, local_id: &LocalId) -> Option<Self> {
        let entry = thread.entry(local_id)?;
        let message = &entry.message;
        let surroundings = thread.surroundings(zone, local_id);
        let failure = match &entry.delivery {
            Delivery::Failed(reason) => Some(reason.clone()),
            _ => None,
        };
        let name = match message.sender_type {
            SenderType::Customer => customer,
            SenderType::Agent | SenderType::Bot | SenderType::System => message.agent_name.as_str(),
        };
        Some(Self {
            local_id: local_id.to_string(),
            id: id_shown(&message.message_id),
            sender: message.sender_type,
            sender_name: name.to_owned(),
            sender_initials: initials(name),
            sender_color: avatar_color(name).to_owned(),
            text: if message.message.is_empty() { &message.caption } else { &message.message }.clone(),
            media: message.media(),
            time: message.time.map(Wall::as_js),
            delivery: MessageDelivery::of(&entry.delivery),
            failure,
            busy: entry.busy,
            system_key: message.system_message.then(|| message.system_key.clone()),
            day_start: surroundings.day_start,
            group_start: surroundings.group_start,
            group_end: surroundings.group_end,
            new_from_here: thread.new_from() == Some(local_id),
            forwarded: message.forwarded,
            content: MessageContentView::of(message).map(Box::new),
        })
    }
}

impl Jobs {
    /// Counts over all attendances.
    pub fn summary_view(&self) -> JobSummaryView {
        JobSummaryView {
            total: u32::try_from(self.len()).unwrap_or(u32::MAX),
            hidden: u32::try_from(self.order().hidden_count()).unwrap_or(u32::MAX),
            unread: self.unread_total(),
            loaded: self.has_been_restored(),
            load_failed: self.restore_has_failed() && !self.has_been_restored() && self.is_empty(),
            unattended: u32::try_from(self.unattended_count()).unwrap_or(u32::MAX),
        }
    }

    /// The view of a message; `None` if the attendance or the message does not exist.
    pub fn message_view(&self, zone: &TimeZone, protocol: &Protocol, local_id: &LocalId) -> Option<MessageView> {
        self.get(protocol)?.message_view(zone, local_id)
    }
}

/// A colour of the server reaches a style only in this exact form; empty in any other.
pub fn safe_color(color: &str) -> &str {
    let is_hex = color
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if is_hex { color } else { "" }
}
