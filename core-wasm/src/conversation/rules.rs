//! What differs between the channels in which people write.

use crate::wire::Channel;

/// The rules of one channel.
#[derive(Debug, PartialEq, Eq)]
pub struct ConversationRules {
    /// `POST` with a `SendMessageRequest`.
    pub send_path: &'static str,
    /// `POST` with a `TypingRequest`: the customer sees that the agent types.
    pub typing_path: &'static str,
    /// The server's limit for one message, in UTF-8 bytes (docs/contract.md).
    pub longest_message_bytes: usize,
}

static CHAT: ConversationRules =
    ConversationRules { send_path: "chat/messages", typing_path: "chat/typing", longest_message_bytes: 65_536 };

/// `None`: nobody writes in this channel yet, and nothing is sent by another channel's path.
pub fn rules_of(channel: Channel) -> Option<&'static ConversationRules> {
    match channel {
        Channel::Chat => Some(&CHAT),
        Channel::Whatsapp | Channel::Voice => None,
    }
}
