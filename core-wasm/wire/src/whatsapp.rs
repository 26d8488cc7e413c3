//! Bodies of the requests about WhatsApp and Instagram (spec conversation §7; shapes decided in docs/contract.md
//! "WhatsApp and Instagram").

use super::tolerant::{Items, or_default};
use super::{
    AgentId, Channel, Contact, ContactId, CustomId, Message, MessageMedia, MetaType, OrgUnitId, Protocol, QueueId,
    ReportedStatus, SenderType, Wall,
};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Body of `POST /whatsapp/messages`. A repeated request gets the first answer, as on `POST /chat/messages`. Exactly one of
/// text, `media_id`, `template` and `forwarded_from` makes the message; a text beside `media_id` is its caption, and `media_id`
/// beside `template` is the file of its header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendWhatsAppRequest {
    /// The attendance.
    pub protocol: Protocol,
    /// The message's id; every retry repeats it.
    pub custom_id: CustomId,
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The agent's org unit.
    pub org_unit_id: OrgUnitId,
    /// At most 65,536 UTF-8 bytes; empty for a template and for a file without caption.
    pub message: String,
    /// The uploaded file (`MediaReply::id`); empty without one.
    #[serde(rename = "mediaId", default, skip_serializing_if = "String::is_empty")]
    pub media_id: String,
    /// The template to send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<TemplateChoice>,
    /// `message_id` of the message that this one answers; empty without one.
    #[serde(rename = "messageAnswered", default, skip_serializing_if = "String::is_empty")]
    pub answered: String,
    /// `message_id` of the message that is forwarded; the server copies its content. Empty without one.
    #[serde(rename = "forwardedFrom", default, skip_serializing_if = "String::is_empty")]
    pub forwarded_from: String,
    /// The agent recorded the file: if the network has voice messages, it is sent as one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub voice: bool,
}

/// The template of a message and the values of its variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateChoice {
    /// Id of the template.
    pub id: String,
    /// Values of the variables, in order.
    pub variables: Vec<String>,
    /// Address of the header's file in place of an uploaded one; empty without one (`templates::is_header_link`).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub header_link: String,
}

/// Answer of `POST /whatsapp/media?protocol=&name=`, whose body is the file with its MIME type as `content-type`. An upload
/// that no message uses is deleted after an hour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct MediaReply {
    /// Id for `SendWhatsAppRequest::media_id`.
    pub id: String,
    /// Kind of the file, found in its bytes; `None` if unknown.
    #[serde(deserialize_with = "or_default")]
    pub message_media_type: Option<MessageMedia>,
    /// MIME type that the server found in the bytes.
    pub mimetype: String,
    /// Name of the file.
    #[serde(rename = "fileName")]
    pub file_name: String,
    /// Size in bytes.
    #[serde(rename = "fileSize")]
    pub file_size: u64,
    /// Address of the bytes.
    #[serde(rename = "message_attachment_url")]
    pub attachment_url: String,
}

/// Body of `POST /whatsapp/read-all`, `pin`, `unpin`, `read`, `unread` and `reopen`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhatsAppJobRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The attendance or, for `reopen`, the entry of the inbox.
    pub protocol: Protocol,
}

/// A conversation of the agent without an open attendance (WAP-009).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct InboxJob {
    /// Identity of the entry; `reopen` makes it an attendance.
    pub protocol: Protocol,
    /// `whatsapp`; `None` if missing or unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Sub-type; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub meta_type: Option<MetaType>,
    /// Id of the linked contact; empty without one.
    pub contact_id: ContactId,
    /// The customer's number or account, without a leading `+`.
    pub whats_app_phone: String,
    /// Number or account of the route.
    pub route_phone: String,
    /// Provider of the route.
    pub route_whatsapp: String,
    /// Color of the avatar as `#RRGGBB`; empty: the page chooses it by the name.
    pub color: String,
    /// The contact, if exactly one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    /// The customer's identifier.
    pub contact_identifier: String,
    /// Name that the customer gave.
    pub from: String,
    /// Newest message that is not a system message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_message: Option<Message>,
    /// Number of customer messages since the agent read the conversation.
    pub messages_not_read: u32,
    /// When the customer wrote last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_receipt: Option<Wall>,
    /// Grows with every change on the server; an older event is ignored.
    pub version: u64,
}

/// `GET /agents/{id}/jobs/inbox`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct InboxJobs {
    /// `WhatsAppInboxEvent` and `WhatsAppInboxEndEvent` up to this `seq` are contained in the answer.
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to.
    pub epoch: String,
    /// The entries.
    pub data: Items<InboxJob>,
}

/// A route of a queue or campaign: a number or account at a provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppRoute {
    /// Id of the route.
    pub id: String,
    /// Name shown to the agent.
    pub name: String,
    /// Number or account.
    pub phone: String,
    /// Provider: `twilio`, `zenvia`, `infobip`, `gupshup` (official, with a window), `meta`, `simulated` or another word.
    pub route: String,
    /// Sub-type; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub meta_type: Option<MetaType>,
    /// The provider can be reached.
    pub connected: bool,
}

/// A template of a route (WAP-097).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct TemplateRecord {
    /// Id of the template.
    pub id: String,
    /// Name at the provider.
    pub name: String,
    /// Language, for example `pt_BR`.
    pub language: String,
    /// Category of the provider; empty without one.
    pub category: String,
    /// Line above the text; empty without one.
    pub header: String,
    /// Kind of the file above the text, which each message must contain; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub header_media: Option<MessageMedia>,
    /// The text, with placeholders (`templates`).
    pub body: String,
    /// Line below the text; empty without one.
    pub footer: String,
    /// Labels of the buttons.
    pub buttons: Vec<String>,
    /// Names of the variables, in order; an empty name is shown as its number.
    pub variables: Vec<String>,
}

/// A preset message (PRE-002).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct PresetMessage {
    /// Id of the preset.
    pub preset_message_id: String,
    /// Name shown in the list.
    pub preset_message_name: String,
    /// The text that is inserted.
    pub preset_message_description: String,
    /// `text`, or another type whose preset is sent unchanged (PRE-004).
    pub preset_message_template_type: String,
}

/// A bot (`GET /bots`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct BotRecord {
    /// Id of the bot.
    pub id: String,
    /// Name shown to the agent.
    pub name: String,
}

/// `POST /job/whatsapp/active-job` and `POST /job/whatsapp/check-active-sessions` (WAP-073, WAP-100). A field is absent
/// if its value is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActiveWhatsAppJobRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `whatsapp`.
    pub channel: Channel,
    /// The customer's number, in digits; empty: the contact's own.
    #[serde(default)]
    pub phone: String,
    /// The contact; empty for a number.
    #[serde(default, skip_serializing_if = "ContactId::is_empty")]
    pub contact_id: ContactId,
    /// Campaign of the attendance; empty: the agent's default campaign.
    #[serde(default, skip_serializing_if = "QueueId::is_empty")]
    pub campaign_id: QueueId,
    /// Route of the attendance; empty: the first one of the campaign.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub route_id: String,
}

/// Answer of `POST /job/whatsapp/active-job`. The attendance follows as `NewWhatsAppEvent`. A 409 has a `cause` and its
/// `details` (`agentName`, `queueName`, `position`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ActiveWhatsAppJobReply {
    /// Whether the attendance began.
    pub success: bool,
    /// The attendance; empty without success.
    pub protocol: Protocol,
}

/// Answer of `POST /job/whatsapp/check-active-sessions` (WAP-100) and `POST /job/voice/check-active-job`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ActiveSessionsReply {
    /// An attendance with this number (and route) is open.
    pub active: bool,
    /// Protocol of that attendance if it belongs to the requesting agent; empty otherwise.
    pub protocol: Protocol,
    /// Name of the agent to whom it belongs; empty without one.
    pub agent_name: String,
    /// Cause of the refusal in the words of `active-job`; empty if the agent may begin.
    pub cause: String,
    /// Replacements for the text of the cause, as the refusal of `active-job` has them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, Value>,
}

/// `POST /job/whatsapp/transfer` and `POST /job/chat/transfer` (TRF-031, TRF-041): to an agent, or to a queue if `to_agent_id`
/// is empty. A 409 has the cause `offline`, `queue` or `pause`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferRequest {
    /// The attendance.
    pub protocol: Protocol,
    /// The agent who transfers.
    pub agent_id: AgentId,
    /// The agent who receives; empty: any agent of the queue.
    #[serde(default)]
    pub to_agent_id: AgentId,
    /// The queue that receives; empty: the attendance stays in its queue.
    #[serde(default)]
    pub queue_id: QueueId,
    /// The campaign of WhatsApp that receives: its queue, with the agents who work on the campaign; empty: none.
    #[serde(default, skip_serializing_if = "QueueId::is_empty")]
    pub campaign_id: QueueId,
    /// A note for the receiver.
    #[serde(default)]
    pub observation: String,
}

/// An agent of the group of a queue or campaign (`GET /queues/whatsapp/{id}/agents-available`, `GET /campaigns/whatsapp/{id}/agents-available`, `GET /queues/{id}/chat/agents-available`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct TransferAgent {
    /// Id of the agent.
    pub id: AgentId,
    /// Name shown to the agent.
    pub name: String,
    /// Status of the agent's channel for transfers: absent agents are paused, agents without a link are disconnected.
    pub status: ReportedStatus,
    /// The attendances of the agent in this channel; only while the agent is connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<AgentLoad>,
}

/// How many attendances an agent has in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct AgentLoad {
    /// Open attendances.
    pub open: u32,
    /// Greatest number of attendances that are assigned automatically; a transfer may add one more.
    pub limit: u32,
}

/// `POST /gupshup/set-optin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptInRequest {
    /// The customer's number.
    pub user: String,
}

/// A file of a conversation (WAP-008): `GET /contacts/media/whatsapp`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppMedia {
    /// `message_id` of the message with the file.
    pub id: String,
    /// Kind of the file; `None` if missing.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<MessageMedia>,
    /// The attendance.
    pub protocol: Protocol,
    /// Address of the sender.
    pub from: String,
    /// Address of the receiver.
    pub to: String,
    /// Address of the bytes.
    pub media: String,
    /// Caption.
    pub caption: String,
    /// Name of the agent who sent it; empty for other senders.
    pub agent: String,
    /// The agent who sent it; empty for other senders, and from an older server.
    #[serde(skip_serializing_if = "AgentId::is_empty")]
    pub agent_id: AgentId,
    /// When the file was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Wall>,
    /// The sender of the file.
    pub sender_type: SenderType,
    /// Name of the file; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file_name: String,
    /// Size of the file in bytes; 0 if unknown.
    #[serde(skip_serializing_if = "crate::message::is_zero")]
    pub file_size: u64,
    /// MIME type.
    pub mimetype: String,
    /// Further fields of the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_fields: Option<Value>,
}
