//! Messages that are shown outside their thread: results of a search, and messages of earlier attendances.

use super::content::MessageContentView;
use super::delivery::Delivery;
use super::earlier::Earlier;
use super::message_view::MessageDelivery;
use super::search::Search;
use super::thread::Thread;
use crate::flow::Text;
use crate::shell::{Author, Viewer, avatar_color, initials, system_line};
use crate::wire::{self, Message, MessageMedia, Protocol, Wall};
use serde::Serialize;

/// A message outside its thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundMessageView {
    /// The attendance of the message.
    pub protocol: String,
    /// Id of the message on the server.
    pub message_id: String,
    /// Local id in the open thread; `None` if the thread does not contain the message.
    pub local_id: Option<String>,
    /// The author of the message.
    pub sender: Author,
    /// Name of the agent who sent it; empty for other senders.
    pub agent_name: String,
    /// Initials of that agent.
    pub agent_initials: String,
    /// `#RRGGBB` of that agent's avatar.
    pub agent_color: String,
    /// The text or caption.
    pub text: String,
    /// Kind of its file; `None` for text.
    pub media: Option<MessageMedia>,
    /// When the message was written, as a JavaScript time value.
    pub time: Option<f64>,
    /// The time by which the thread assigns the message to a day, as a JavaScript time value; absent if it equals
    /// `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub placed: Option<f64>,
    /// When the message arrived, as a JavaScript time value, if it arrived late; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub arrived: Option<f64>,
    /// Delivery of the message.
    pub delivery: MessageDelivery,
    /// Key of a system message; `None` for other messages.
    pub system_key: Option<String>,
    /// The text of a system message; absent for other messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub line: Option<Text>,
    /// The message was forwarded.
    pub forwarded: bool,
    /// What the message contains beside its text.
    pub content: Option<MessageContentView>,
}

/// The search in a conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SearchView {
    /// The text that was searched.
    pub text: String,
    /// The search waits for its results.
    pub searching: bool,
    /// The messages that were found, newest first.
    pub results: Vec<FoundMessageView>,
    /// A further portion is being loaded.
    pub loading: bool,
    /// The last portion could not be loaded.
    pub failed: bool,
    /// The results are complete.
    pub complete: bool,
}

/// Messages before a thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EarlierView {
    /// The messages, newest first.
    pub items: Vec<FoundMessageView>,
    /// A portion is being loaded.
    pub loading: bool,
    /// The last portion could not be loaded.
    pub failed: bool,
    /// The earlier messages are complete.
    pub complete: bool,
}

impl FoundMessageView {
    /// The view of a message outside the open thread of an attendance.
    fn of(protocol: &Protocol, thread: &Thread, message: &Message, viewer: Viewer<'_>) -> Self {
        let local_id = (message.protocol == *protocol).then(|| thread.local_id_of(message)).flatten();
        Self { local_id: local_id.map(|id| id.to_string()), ..Self::outside_thread(message, viewer) }
    }

    /// The view of a message that belongs to no thread.
    fn outside_thread(message: &Message, viewer: Viewer<'_>) -> Self {
        Self {
            protocol: message.protocol.to_string(),
            message_id: message.message_id.clone(),
            local_id: None,
            sender: Author::of_message(message, viewer),
            agent_name: message.agent_name.clone(),
            agent_initials: initials(&message.agent_name),
            agent_color: avatar_color(&message.agent_name).to_owned(),
            text: wire::first_visible([message.message.as_str(), &message.caption]).to_owned(),
            media: message.media(),
            time: message.time.map(Wall::as_js),
            placed: message.placed_elsewhere().map(Wall::as_js),
            arrived: message.late_arrival().map(Wall::as_js),
            delivery: MessageDelivery::of(&Delivery::of(message)),
            system_key: message.system_message.then(|| message.system_key.clone()),
            line: system_line(message, viewer),
            forwarded: message.forwarded,
            content: MessageContentView::of(message, viewer),
        }
    }
}

impl SearchView {
    /// The search in the conversation of an attendance.
    pub fn of(protocol: &Protocol, thread: &Thread, search: &Search, viewer: Viewer<'_>) -> Self {
        let shown = if search.searching { &[] } else { search.results.items() };
        Self {
            text: search.text.clone(),
            searching: search.searching,
            results: shown.iter().map(|message| FoundMessageView::of(protocol, thread, message, viewer)).collect(),
            loading: search.is_loading(),
            failed: search.has_failed(),
            complete: search.is_complete(),
        }
    }
}

impl EarlierView {
    /// The messages before a thread. None of them is in the thread, so a change of the thread does not change this
    /// view.
    pub fn of(earlier: &Earlier, viewer: Viewer<'_>) -> Self {
        let list = &earlier.list;
        Self {
            items: list.items().iter().map(|message| FoundMessageView::outside_thread(message, viewer)).collect(),
            loading: list.is_loading(),
            failed: list.has_failed(),
            complete: list.is_complete(),
        }
    }
}
