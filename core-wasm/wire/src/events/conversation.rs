//! Events of conversations.

use super::{AreaEvent, events};
use crate::Message;
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of a conversation.
    Message(Box<ChatMessageEvent>) = "ChatMessageEvent",
}

/// A message of the customer or the agent; the agent's own messages are echoed and matched by `custom_id`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChatMessageEvent {
    /// The message.
    pub message: Message,
}
