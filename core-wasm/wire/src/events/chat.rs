//! Events of web chat.

use super::{AreaEvent, events};
use crate::{Job, Protocol};
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of web chat.
    New(Box<NewChatEvent>) = "NewChatEvent",
    Typing(ChatTypingEvent) = "ChatTypingEvent",
    Inactive(ChatInactiveEvent) = "ChatInactiveEvent",
    End(ChatEndEvent) = "ChatEndEvent",
    TransferResponse(ChatTransferResponseEvent) = "ChatTransferResponseEvent",
}

/// A new or changed chat attendance for this agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct NewChatEvent {
    /// The attendance.
    pub job: Job,
}

/// The customer began or stopped typing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChatTypingEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The customer is typing.
    pub typing: bool,
}

/// The customer's page has been silent for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChatInactiveEvent {
    /// The attendance.
    pub protocol: Protocol,
}

/// The customer ended the chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChatEndEvent {
    /// The attendance.
    pub protocol: Protocol,
}

/// The agent's transfer of a chat was carried out; the receiver gets a `NewChatEvent`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChatTransferResponseEvent {
    /// The attendance.
    pub protocol: Protocol,
}
