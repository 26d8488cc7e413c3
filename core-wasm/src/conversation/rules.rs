//! Paths and limits that differ between the channels with written conversations.

use crate::wire::{Channel, limits};

/// The rules of one channel.
#[derive(Debug, PartialEq, Eq)]
pub struct ConversationRules {
    /// `POST` with a `SendMessageRequest`.
    pub send_path: &'static str,
    /// `POST` with a `TypingRequest`: shows the customer that the agent is typing.
    pub typing_path: &'static str,
    /// The server's limit for one message, in UTF-8 bytes (docs/contract.md).
    pub longest_message_bytes: usize,
}

static CHAT: ConversationRules = ConversationRules {
    send_path: "chat/messages",
    typing_path: "chat/typing",
    longest_message_bytes: limits::MESSAGE_MAX_BYTES,
};

/// The rules of `channel`; `None` for a channel without written conversations, on which nothing is sent.
pub fn rules_of(channel: Channel) -> Option<&'static ConversationRules> {
    match channel {
        Channel::Chat => Some(&CHAT),
        Channel::Whatsapp | Channel::Voice => None,
    }
}
