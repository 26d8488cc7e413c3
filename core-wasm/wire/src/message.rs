//! One message of a thread and the calls that send it (spec conversation §3 "Message", design: wire, Sending).

use super::tolerant::{Item, or_default};
use super::{AgentId, CustomId, OrgUnitId, Protocol, Wall};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SenderType {
    #[default]
    Customer,
    Agent,
    Bot,
    /// Also a sender that this version does not know: the text shows as a neutral line.
    #[serde(other)]
    System,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    #[default]
    Text,
    Receipt,
    /// A message of a strategy campaign.
    Send,
    /// A kind that this version does not know; it shows as a message that is not supported (BEY-121).
    #[serde(other)]
    Unsupported,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MessageMedia {
    Sticker,
    Audio,
    Image,
    Video,
    File,
    Contact,
    /// A medium that this version does not know.
    #[serde(other)]
    Unsupported,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MessageStatus {
    #[default]
    Sent,
    Delivered,
    Read,
    Error,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Message {
    pub protocol: Protocol,
    /// Grows per protocol; the order of the thread.
    pub seq: u64,
    /// `a|b`: the server's and the provider's id.
    pub message_id: String,
    pub custom_id: CustomId,
    pub from: String,
    pub to: String,
    #[serde(rename = "senderType")]
    pub sender_type: SenderType,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_media_type: Option<MessageMedia>,
    #[serde(rename = "type")]
    pub kind: MessageKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Wall>,
    #[serde(deserialize_with = "or_default")]
    pub status: MessageStatus,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub avatar: String,
    pub agent_id: AgentId,
    pub agent_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mimetype: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub caption: String,
    pub system_message: bool,
    /// Key of a system line (`chatStarted`, `chatEndedByClient`…), where `system_message` is true; `chatResumed` names the agent in `agent_name`.
    #[serde(rename = "systemKey", skip_serializing_if = "String::is_empty")]
    pub system_key: String,
    pub bot: bool,
    pub forwarded: bool,
    #[serde(rename = "customFields", skip_serializing_if = "Option::is_none")]
    pub custom_fields: Option<Value>,
}

impl Message {
    /// The medium, or that this version cannot show the message.
    pub fn media(&self) -> Option<MessageMedia> {
        if self.kind == MessageKind::Unsupported { Some(MessageMedia::Unsupported) } else { self.message_media_type }
    }

    /// Whether this version can show the message.
    pub fn is_supported(&self) -> bool {
        self.media() != Some(MessageMedia::Unsupported)
    }
}

/// What is kept of a message that cannot be read: its place in the thread, its sender and its time.
#[derive(Default, Deserialize)]
#[serde(default)]
struct MessagePlace {
    #[serde(deserialize_with = "or_default")]
    protocol: Protocol,
    #[serde(deserialize_with = "or_default")]
    seq: u64,
    #[serde(deserialize_with = "or_default")]
    message_id: String,
    #[serde(rename = "senderType", deserialize_with = "or_default")]
    sender_type: SenderType,
    #[serde(deserialize_with = "or_default")]
    time: Option<Wall>,
}

impl Item for Message {
    /// Without a number it has no place in the thread.
    fn unsupported(text: &str) -> Option<Self> {
        let MessagePlace { protocol, seq, message_id, sender_type, time } = serde_json::from_str(text).ok()?;
        let kind = MessageKind::Unsupported;
        (seq > 0).then(|| Self { protocol, seq, message_id, sender_type, time, kind, ..Self::default() })
    }
}

/// Body of `POST /chat/messages`. The server keeps (agent, protocol, `custom_id`): a repetition gets the first answer,
/// the same id with another text is 409 `customIdReused`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendMessageRequest {
    pub protocol: Protocol,
    pub custom_id: CustomId,
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    /// 1 to 65,536 UTF-8 bytes.
    pub message: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SendMessageReply {
    /// `a|b`.
    pub message_id: String,
    pub custom_id: CustomId,
    pub seq: u64,
    pub time: Option<Wall>,
}
