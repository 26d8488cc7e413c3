//! Rows, headers and bubbles as the ui shows them.

use super::job::Job;
use super::machine::Jobs;
use crate::conversation::Delivery;
use crate::flow::{LocalId, Now, Text};
use crate::shell::{MessagePreview, avatar_color, initials, queue_or_campaign};
use crate::wire::{self, Channel, ClientStatus, MessageMedia, MetaType, Protocol, SenderType, Wall};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TagView {
    pub name: String,
    /// `#RRGGBB`, or empty where the server sent no such colour.
    pub color: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobRowView {
    pub protocol: String,
    pub channel: Channel,
    pub meta_type: Option<MetaType>,
    pub name: String,
    pub initials: String,
    pub color: String,
    pub preview: Option<MessagePreview>,
    /// Last movement, as a JavaScript time value.
    pub time: Option<f64>,
    pub unread: u32,
    pub typing: bool,
    pub disabled: bool,
    pub failed: bool,
    pub queue: String,
    pub client_status: ClientStatus,
    pub tags: Vec<TagView>,
    pub navigable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ComposerView {
    Open,
    /// The attendance ended: only qualifying is left.
    Closed,
    ChannelDisconnected,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    pub protocol: String,
    pub channel: Channel,
    pub meta_type: Option<MetaType>,
    pub name: String,
    pub initials: String,
    pub color: String,
    pub queue: String,
    pub contact_identifier: String,
    pub client_status: ClientStatus,
    pub typing: bool,
    pub disabled: bool,
    pub unread: u32,
    pub composer: ComposerView,
    pub finishing: bool,
    pub thread_loading: bool,
    pub thread_failed: bool,
    pub scroll_top: f64,
    pub tags: Vec<TagView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum MessageDelivery {
    Received,
    Sending,
    Sent,
    Delivered,
    Read,
    Failed,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    pub local_id: String,
    pub sender: SenderType,
    pub sender_name: String,
    pub sender_initials: String,
    pub sender_color: String,
    pub text: String,
    pub media: Option<MessageMedia>,
    pub time: Option<f64>,
    pub delivery: MessageDelivery,
    /// Why it failed.
    pub failure: Option<Text>,
    /// Retrying, editing or discarding it waits for the server: nothing else can be asked meanwhile.
    pub busy: bool,
    /// Key of a system line.
    pub system_key: Option<String>,
    pub day_start: bool,
    pub group_start: bool,
    pub group_end: bool,
    /// The line "novas mensagens" stands above.
    pub new_from_here: bool,
    pub forwarded: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobSummaryView {
    pub total: u32,
    /// Of these, those that hidden channels or the search keep out of the list.
    pub hidden: u32,
    pub unread: u32,
    /// The server's list was taken at least once: an empty list is really empty.
    pub loaded: bool,
    /// The list could not be loaded, and nothing of before is there to show.
    pub load_failed: bool,
    /// Messages whose attendance is not here yet.
    pub unattended: u32,
}

/// What changed in a row that shows.
#[derive(Debug, PartialEq)]
pub enum RowChange {
    Nothing,
    /// Its words, moment, unread count or typing mark, and nothing else.
    Message {
        preview: MessagePreview,
        time: f64,
        unread: u32,
        typing: bool,
    },
    More,
}

impl Job {
    /// The row of the list.
    pub fn row_view(&self) -> JobRowView {
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
            failed: self.thread.failed_count() > 0,
            queue: queue_or_campaign(&self.server).to_owned(),
            client_status: self.client_status,
            tags: self.tag_views(),
            navigable: self.may_navigate(),
        }
    }

    /// Beside a row of this job: what comes by the hundred makes no row anew.
    pub fn row_change(&self, before: &JobRowView) -> RowChange {
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
        } = before;
        let tag_stands = |(tag, shown): (&wire::JobTag, &TagView)| {
            tag.tag_item_name == shown.name && safe_color(&tag.tag_item_color) == shown.color
        };
        let rest_stands = *channel == self.channel()
            && *meta_type == self.server.meta_type
            && *name == self.name()
            && *disabled == self.ended
            && *failed == (self.thread.failed_count() > 0)
            && *queue == queue_or_campaign(&self.server)
            && *client_status == self.client_status
            && *navigable == self.may_navigate()
            && tags.len() == self.server.tags.len()
            && self.server.tags.iter().zip(tags).all(tag_stands);
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

    pub fn message_view(&self, now: Now, local_id: &LocalId) -> Option<MessageView> {
        let entry = self.thread.entry(local_id)?;
        let message = &entry.message;
        let surroundings = self.thread.surroundings(now, local_id);
        let (delivery, failure) = match &entry.delivery {
            Delivery::Received => (MessageDelivery::Received, None),
            Delivery::Sending => (MessageDelivery::Sending, None),
            Delivery::Sent => (MessageDelivery::Sent, None),
            Delivery::Delivered => (MessageDelivery::Delivered, None),
            Delivery::Read => (MessageDelivery::Read, None),
            Delivery::Failed(reason) => (MessageDelivery::Failed, Some(reason.clone())),
        };
        let name = match message.sender_type {
            SenderType::Customer => self.name(),
            SenderType::Agent | SenderType::Bot | SenderType::System => message.agent_name.as_str(),
        };
        Some(MessageView {
            local_id: local_id.to_string(),
            sender: message.sender_type,
            sender_name: name.to_owned(),
            sender_initials: initials(name),
            sender_color: avatar_color(name).to_owned(),
            text: message.message.clone(),
            media: message.media(),
            time: message.time.map(Wall::as_js),
            delivery,
            failure,
            busy: entry.busy,
            system_key: message.system_message.then(|| message.system_key.clone()),
            day_start: surroundings.day_start,
            group_start: surroundings.group_start,
            group_end: surroundings.group_end,
            new_from_here: self.thread.new_from() == Some(local_id),
            forwarded: message.forwarded,
        })
    }

    fn tag_views(&self) -> Vec<TagView> {
        self.server
            .tags
            .iter()
            .map(|tag| TagView { name: tag.tag_item_name.clone(), color: safe_color(&tag.tag_item_color).to_owned() })
            .collect()
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

    pub fn message_view(&self, now: Now, protocol: &Protocol, local_id: &LocalId) -> Option<MessageView> {
        self.get(protocol)?.message_view(now, local_id)
    }
}

/// A colour of the server reaches a style only in this exact form.
fn safe_color(color: &str) -> &str {
    let is_hex = color
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if is_hex { color } else { "" }
}
