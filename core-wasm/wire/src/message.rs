//! One message of a thread and the request that sends it (spec conversation §3 "Message", docs/contract.md "Sending").

use super::message_parts::{ContactCard, MessageDetails, Reaction};
use super::tolerant::{Item, or_default};
use super::{AgentId, CustomId, OrgUnitId, Protocol, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who sent a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SenderType {
    /// The customer.
    #[default]
    Customer,
    /// An agent.
    Agent,
    /// An automatic answer.
    Bot,
    /// The server; also any sender that this version does not know. Shown as a system message.
    #[serde(other)]
    System,
}

/// Kind of a message (`type` on the wire).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// A message of a person or a bot.
    #[default]
    Text,
    /// A receipt (`receipt` in spec conversation §3).
    Receipt,
    /// Message of a strategy campaign.
    Send,
    /// A kind that this version does not know, shown as an unsupported message (BEY-121).
    #[serde(other)]
    Unsupported,
}

/// Kind of file of a message that is more than text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MessageMedia {
    /// A sticker.
    Sticker,
    /// A sound file or voice message.
    Audio,
    /// A picture.
    Image,
    /// A video.
    Video,
    /// Another file.
    File,
    /// A contact card.
    Contact,
    /// A kind of file that this version does not know.
    #[serde(other)]
    Unsupported,
}

/// Why the bytes of a file are missing. The words are an addition to the specification (docs/contract.md "Files of
/// customers").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FileState {
    /// The server is fetching the bytes from the provider.
    Pending,
    /// The file is larger than the limit.
    TooLarge,
    /// The type or the content of the file is not allowed.
    NotAllowed,
    /// The provider does not have the file any more.
    Gone,
    /// The server could not fetch the bytes; also a reason that this version does not know.
    #[serde(other)]
    Unreachable,
}

/// Delivery of a message as the server reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MessageStatus {
    /// The server has the message; its network has not accepted it yet.
    Queued,
    /// The server has the message and, if the channel has a network, the network has accepted it.
    #[default]
    Sent,
    /// The message reached the customer's device.
    Delivered,
    /// The customer read the message.
    Read,
    /// The provider refused the message.
    Error,
}

/// One message of a thread.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct Message {
    /// The attendance.
    pub protocol: Protocol,
    /// Position in the thread: grows per protocol.
    pub seq: u64,
    /// Two ids, `a|b`: the server's id and the provider's id.
    pub message_id: String,
    /// Id that the sending core made; empty on messages of others.
    pub custom_id: CustomId,
    /// Address of the sender on the channel.
    pub from: String,
    /// Address of the receiver on the channel.
    pub to: String,
    /// The sender of the message.
    #[serde(rename = "senderType")]
    pub sender_type: SenderType,
    /// The text; for system messages see `system_key`.
    pub message: String,
    /// Kind of its file; `None` for plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_media_type: Option<MessageMedia>,
    /// Kind of the message.
    #[serde(rename = "type")]
    pub kind: MessageKind,
    /// When the message was written: the time of the sender's device if the network reports it, but not later than the
    /// arrival; otherwise when the server accepted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Wall>,
    /// Time that decides its place in the thread; `None`: `time` (BEY-006).
    #[serde(rename = "placedAt", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub placed_at: Option<Wall>,
    /// When the message arrived at the server; `None`: at `time`.
    #[serde(rename = "arrivedAt", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub arrived_at: Option<Wall>,
    /// Delivery; an unknown word is read as sent.
    #[serde(deserialize_with = "or_default")]
    pub status: MessageStatus,
    /// Reason of a failed delivery; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
    /// Number of changes of the message (status, file, text, reactions): of two copies the one with the greater number
    /// is newer. 0 if the server does not count them.
    #[serde(rename = "statusVersion", skip_serializing_if = "is_zero")]
    pub status_version: u64,
    /// Address of the sender's picture; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub avatar: String,
    /// The agent who sent it; empty for other senders.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
    /// MIME type of the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mimetype: String,
    /// Caption of the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// The message is a system message.
    pub system_message: bool,
    /// Key of a system message (`chatStarted`, `chatEndedByClient`…); empty on other messages. The agent who did the
    /// action is in `agent_id` and `agent_name`.
    #[serde(rename = "systemKey", skip_serializing_if = "String::is_empty")]
    pub system_key: String,
    /// The destination of a transfer, in its system message; `None` in other messages.
    #[serde(rename = "transferredTo", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub transferred_to: Option<TransferTarget>,
    /// Whether a bot sent the message.
    pub bot: bool,
    /// The message was forwarded.
    pub forwarded: bool,
    /// Address of the file; empty without one. It expires after a while: the thread is refetched.
    #[serde(rename = "message_attachment_url", skip_serializing_if = "String::is_empty")]
    pub attachment_url: String,
    /// Name of the file as the sender gave it; empty without one.
    #[serde(rename = "fileName", skip_serializing_if = "String::is_empty")]
    pub file_name: String,
    /// Size of the file in bytes; 0 if unknown.
    #[serde(rename = "fileSize", skip_serializing_if = "is_zero")]
    pub file_size: u64,
    /// Why the bytes of the file are missing; `None` if they are available, or without a file.
    #[serde(rename = "fileState", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub file_state: Option<FileState>,
    /// Contact cards; only for `MessageMedia::Contact`.
    #[serde(rename = "contactCards", skip_serializing_if = "Vec::is_empty")]
    pub contact_cards: Vec<ContactCard>,
    /// Content besides text and files, for example an order.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub details: Option<Box<MessageDetails>>,
    /// The customer edited the text or the caption after sending it.
    #[serde(skip_serializing_if = "is_false")]
    pub edited: bool,
    /// The customer revoked the message, so its content is deleted.
    #[serde(skip_serializing_if = "is_false")]
    pub revoked: bool,
    /// Reactions, at most one of each person.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub reactions: Vec<Reaction>,
    /// The message that this one answers.
    #[serde(rename = "messageAnswered", skip_serializing_if = "Option::is_none")]
    pub answered: Option<AnsweredMessage>,
    /// The template that the message was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<TemplateShown>,
    /// The campaign that sent the message.
    #[serde(rename = "strategyCampaign", skip_serializing_if = "Option::is_none")]
    pub strategy_campaign: Option<StrategyCampaign>,
    /// Name of the agent that the customer saw; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub header_agent_name: String,
    /// The customer saw the agent's name.
    #[serde(skip_serializing_if = "is_false")]
    pub header_show_agent_name: bool,
    /// The customer saw the agent's complete name.
    #[serde(skip_serializing_if = "is_false")]
    pub header_show_complete_agent_name: bool,
    /// Further fields of the provider, in its own shape.
    #[serde(rename = "customFields", skip_serializing_if = "Option::is_none")]
    pub custom_fields: Option<Value>,
}

impl Message {
    /// The server's own id: the part of `message_id` before `|`, or all of it (WAP-011, WAP-017).
    pub fn id_primary(&self) -> &str {
        self.message_id.split_once('|').map_or(self.message_id.as_str(), |(primary, _)| primary)
    }

    /// The provider's id: the part of `message_id` after `|`; empty without one (WAP-011).
    pub fn id_secondary(&self) -> &str {
        self.message_id.split_once('|').map_or("", |(_, secondary)| secondary)
    }

    /// The kind of its file; `None` for text, `Unsupported` for a message that this version cannot show.
    pub fn media(&self) -> Option<MessageMedia> {
        if self.kind == MessageKind::Unsupported { Some(MessageMedia::Unsupported) } else { self.message_media_type }
    }

    /// Whether this version can show the message.
    pub fn is_supported(&self) -> bool {
        self.media() != Some(MessageMedia::Unsupported)
    }
}

pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

/// The message that another one answers, with the values that the bubble shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct AnsweredMessage {
    /// `message_id` of the answered message.
    pub message_id: String,
    /// Text or caption of the message; empty if the server does not know the message.
    pub message: String,
    /// The kind of its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_media_type: Option<MessageMedia>,
    /// The sender of the message.
    #[serde(rename = "senderType")]
    pub sender_type: SenderType,
    /// The agent who sent it; empty for other senders.
    #[serde(skip_serializing_if = "AgentId::is_empty")]
    pub agent_id: AgentId,
    /// Name of the agent who sent it; empty for other senders.
    pub agent_name: String,
    /// The customer revoked that message.
    #[serde(skip_serializing_if = "is_false")]
    pub revoked: bool,
}

/// The destination of a transfer: an agent, or a queue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferTarget {
    /// The agent who got the attendance; empty if a queue did.
    #[serde(skip_serializing_if = "AgentId::is_empty")]
    pub agent_id: AgentId,
    /// Name of that agent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub agent_name: String,
    /// Name of the queue.
    pub queue_name: String,
}

/// A template as the customer saw it; its text is that of the message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct TemplateShown {
    /// Name of the template at the provider.
    pub name: String,
    /// Line above the text; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub header: String,
    /// Address of the file above the text, if the message itself has no file; empty without one.
    #[serde(rename = "headerLink", skip_serializing_if = "String::is_empty")]
    pub header_link: String,
    /// Line below the text; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub footer: String,
    /// Labels of the buttons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<String>,
}

/// The campaign that sent a message (WAP-004).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct StrategyCampaign {
    /// Id of the campaign.
    pub id: String,
    /// Name of the campaign.
    pub name: String,
    /// Id of the list of receivers.
    pub mailing_id: String,
    /// Name of the list of receivers.
    pub mailing_name: String,
    /// Id of the template.
    pub template_id: String,
}

/// The readable part of an unreadable message: position, sender and time.
#[derive(Default, ReadObject)]
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
    #[serde(rename = "placedAt", deserialize_with = "or_default")]
    placed_at: Option<Wall>,
}

impl Item for Message {
    /// `None` without a `seq`: the message has no position in the thread.
    fn unsupported(text: &str) -> Option<Self> {
        let MessagePlace { protocol, seq, message_id, sender_type, time, placed_at } =
            super::tolerant::from_object(text).ok()?;
        let kind = MessageKind::Unsupported;
        (seq > 0).then(|| Self { protocol, seq, message_id, sender_type, time, placed_at, kind, ..Self::default() })
    }
}

/// Body of `POST /chat/messages`. The server remembers (agent, protocol, `custom_id`): a repeated request gets the first
/// answer; the same id with another content is refused with 409 `customIdReused`. A text beside `media_id` is its caption.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendMessageRequest {
    /// The attendance.
    pub protocol: Protocol,
    /// The message's id; every retry repeats it.
    pub custom_id: CustomId,
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The agent's org unit.
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    /// 1 to 65,536 UTF-8 bytes; may be empty for a file.
    pub message: String,
    /// The uploaded file (`MediaReply::id`); empty without one.
    #[serde(rename = "mediaId", default, skip_serializing_if = "String::is_empty")]
    pub media_id: String,
    /// `message_id` of the message of this attendance that this one answers; empty without one.
    #[serde(rename = "messageAnswered", default, skip_serializing_if = "String::is_empty")]
    pub answered: String,
}

/// Answer of `POST /chat/messages`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct SendMessageReply {
    /// Two ids, `a|b`: the server's id and the provider's id.
    pub message_id: String,
    /// The id of the request.
    pub custom_id: CustomId,
    /// Position in the thread.
    pub seq: u64,
    /// When the server accepted the message.
    pub time: Option<Wall>,
    /// Delivery at that moment; an unknown word is read as sent.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_sent")]
    pub status: MessageStatus,
}

fn is_sent(status: &MessageStatus) -> bool {
    *status == MessageStatus::Sent
}
