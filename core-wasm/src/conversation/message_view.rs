//! Messages as the interface shows them.

use super::content::{MessageContentView, id_shown};
use super::delivery::Delivery;
use super::thread::Thread;
use crate::flow::{LocalId, Text, TimeZone};
use crate::shell::{Author, Viewer, avatar_color, initials, system_line};
use crate::wire::{self, MessageMedia, Wall};
use serde::Serialize;

/// Delivery of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum MessageDelivery {
    /// The message is not the agent's own: it was received.
    Received,
    /// The server has not confirmed the message.
    Sending,
    /// The server has it, and its network has not taken it yet.
    Queued,
    /// The server has it, and its network, where it has one.
    Sent,
    /// The message reached the customer's device.
    Delivered,
    /// The customer read the message.
    Read,
    /// The message was refused; see `failure`.
    Failed,
}

/// One message of a thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    /// Id that does not change while the message is shown.
    pub local_id: String,
    /// The server's id, by which quotes name the message; absent until the server gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub id: Option<String>,
    /// The author of the message.
    pub sender: Author,
    /// Name of the sender; for a system message, the name of the agent in it, or empty.
    pub sender_name: String,
    /// Initials of the sender, for the avatar.
    pub sender_initials: String,
    /// `#RRGGBB` of the sender's avatar.
    pub sender_color: String,
    /// The text.
    pub text: String,
    /// Kind of its file; `None` for plain text.
    pub media: Option<MessageMedia>,
    /// When the message was written, as a JavaScript time value.
    pub time: Option<f64>,
    /// The time by which the thread assigns the message to a day, as a JavaScript time value; absent if it equals
    /// `time`. It differs for a message that was written before the attendance began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub placed: Option<f64>,
    /// When the message arrived, as a JavaScript time value, if that was late; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub arrived: Option<f64>,
    /// Delivery of the message.
    pub delivery: MessageDelivery,
    /// Why the message failed.
    pub failure: Option<Text>,
    /// A retry, edit or discard of the message is pending; no other action is possible meanwhile.
    pub busy: bool,
    /// Key of a system message; `None` for other messages.
    pub system_key: Option<String>,
    /// The text of a system message; absent for other messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub line: Option<Text>,
    /// First message of a local day.
    pub day_start: bool,
    /// First message of a group of one sender.
    pub group_start: bool,
    /// Last message of a group of one sender.
    pub group_end: bool,
    /// The line "novas mensagens" is shown above this message.
    pub new_from_here: bool,
    /// The message was forwarded.
    pub forwarded: bool,
    /// The content of the message besides its text; absent if there is only text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub content: Option<Box<MessageContentView>>,
}

impl MessageDelivery {
    /// The delivery as the interface shows it.
    pub fn of(delivery: &Delivery) -> Self {
        match delivery {
            Delivery::Received => Self::Received,
            Delivery::Sending => Self::Sending,
            Delivery::Queued => Self::Queued,
            Delivery::Sent => Self::Sent,
            Delivery::Delivered => Self::Delivered,
            Delivery::Read => Self::Read,
            Delivery::Failed(_) => Self::Failed,
        }
    }
}

impl MessageView {
    /// The view of a message in its thread; `None` if the thread does not have it. `customer` is the customer's name.
    pub fn of(
        thread: &Thread,
        customer: &str,
        zone: &TimeZone,
        viewer: Viewer<'_>,
        local_id: &LocalId,
    ) -> Option<Self> {
        let entry = thread.entry(local_id)?;
        let message = &entry.message;
        let surroundings = thread.surroundings(zone, local_id);
        let failure = match &entry.delivery {
            Delivery::Failed(reason) => Some(reason.clone()),
            _ => None,
        };
        let sender = Author::of_message(message, viewer);
        let name = match sender {
            Author::Customer => customer,
            Author::Own | Author::Colleague | Author::Bot | Author::System => message.agent_name.as_str(),
        };
        Some(Self {
            local_id: local_id.to_string(),
            id: id_shown(&message.message_id),
            sender,
            sender_name: name.to_owned(),
            sender_initials: initials(name),
            sender_color: avatar_color(name).to_owned(),
            text: wire::first_visible([message.message.as_str(), &message.caption]).to_owned(),
            media: message.media(),
            time: message.time.map(Wall::as_js),
            placed: message.placed_elsewhere().map(Wall::as_js),
            arrived: message.late_arrival().map(Wall::as_js),
            delivery: MessageDelivery::of(&entry.delivery),
            failure,
            busy: entry.busy,
            system_key: message.system_message.then(|| message.system_key.clone()),
            line: system_line(message, viewer),
            day_start: surroundings.day_start,
            group_start: surroundings.group_start,
            group_end: surroundings.group_end,
            new_from_here: thread.new_from() == Some(local_id),
            forwarded: message.forwarded,
            content: MessageContentView::of(message, viewer).map(Box::new),
        })
    }
}
