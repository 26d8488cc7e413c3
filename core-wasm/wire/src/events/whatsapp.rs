//! Events of WhatsApp and Instagram (spec conversation §4; shapes decided in docs/contract.md "WhatsApp and Instagram").

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{
    AgentId, AnsweredMessage, ContactCard, CustomId, FileState, InboxJob, Job, Message, MessageDetails, MessageKind,
    MessageMedia, MessageStatus, Protocol, SenderType, StrategyCampaign, Wall,
};
use derive::ReadObject;
use serde::Serialize;
use serde_json::Value;

events! {
    /// An event of WhatsApp or Instagram. The agent's own messages and system messages arrive as `ChatMessageEvent`.
    New(Box<NewWhatsAppEvent>) = "NewWhatsAppEvent",
    Transfer(Box<WhatsAppTransferEvent>) = "WhatsAppTransferEvent",
    Message(Box<WhatsAppMessageEvent>) = "WhatsAppMessageEvent",
    Status(WhatsAppStatusEvent) = "WhatsAppStatusEvent",
    File(Box<WhatsAppFileEvent>) = "WhatsAppFileEvent",
    Change(Box<WhatsAppChangeEvent>) = "WhatsAppChangeEvent",
    End(WhatsAppEndEvent) = "WhatsAppEndEvent",
    Inbox(Box<WhatsAppInboxEvent>) = "WhatsAppInboxEvent",
    InboxEnd(WhatsAppInboxEndEvent) = "WhatsAppInboxEndEvent",
    TransferResponse(WhatsAppTransferResponseEvent) = "WhatsAppTransferResponseEvent",
    ManualRefused(WhatsAppManualRefusedEvent) = "WhatsAppManualRefusedEvent",
    Route(WhatsAppRouteEvent) = "WhatsAppRouteEvent",
}

/// A new or changed attendance for this agent (JOB-007).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct NewWhatsAppEvent {
    /// The attendance.
    pub job: Job,
}

/// An attendance that another agent transferred to this one (JOB-008).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct WhatsAppTransferEvent {
    /// The attendance.
    pub job: Job,
    /// Sets `active_attendance` if the attendance has a campaign (TRF-040).
    pub transfer: bool,
}

/// A message of the customer (WAP-005). `thread_seq` is an addition to the specification.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct WhatsAppMessageEvent {
    /// The attendance, or the entry of the inbox.
    pub protocol: Protocol,
    /// The customer's number or account; a leading `+` is not significant (WAP-072).
    pub identifier: String,
    /// Name that the customer gave.
    pub from: String,
    /// JSON text of a [`WhatsAppContent`]; any other text is the text of the message (WAP-007).
    pub message: String,
    /// When the customer sent the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_sent_at: Option<Wall>,
    /// Time that decides its place in the thread; `None`: when the customer sent it.
    #[serde(rename = "placedAt", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub placed_at: Option<Wall>,
    /// When the message arrived at the server; `None`: when the customer sent it.
    #[serde(rename = "arrivedAt", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub arrived_at: Option<Wall>,
    /// MIME type of the file.
    pub filemime: String,
    /// Caption of the file.
    pub message_caption: String,
    /// Id of the server.
    pub message_id: String,
    /// Id of the provider.
    #[serde(rename = "apiMessageId")]
    pub api_message_id: String,
    /// Kind of its file; `None` for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_media_type: Option<MessageMedia>,
    /// Address of the file.
    pub message_attachment_url: String,
    /// Whether a bot sent the message.
    pub bot: bool,
    /// The message was forwarded.
    pub forwarded: bool,
    /// The message that this one answers.
    #[serde(rename = "messageAnswered", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub answered: Option<AnsweredMessage>,
    /// Further fields. `isAnswered` says that the message is an answer, also where `messageAnswered` is missing.
    #[serde(rename = "customFields", skip_serializing_if = "Option::is_none")]
    pub custom_fields: Option<Value>,
    /// The campaign that the customer answers (WAP-006).
    #[serde(rename = "strategyCampaign", skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub strategy_campaign: Option<IncomingCampaign>,
    /// Position in the thread.
    #[serde(rename = "threadSeq")]
    pub thread_seq: u64,
}

/// `strategyCampaign` of an incoming message (WAP-006).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct IncomingCampaign {
    /// Id of the campaign.
    pub strategy_campaign_id: String,
    /// Name of the campaign.
    pub strategy_campaign_name: String,
    /// Id of the list of receivers.
    pub mailing_id: String,
    /// Name of the list of receivers.
    pub mailing_name: String,
    /// Id of the template.
    pub template_id: String,
}

/// The content of `WhatsAppMessageEvent::message`, as JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppContent {
    /// The text; empty for a file without a caption.
    pub text: String,
    /// Contact cards of `MessageMedia::Contact`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contact_cards: Vec<ContactCard>,
    /// Name of the file; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file_name: String,
    /// Size of the file in bytes; 0 if unknown.
    #[serde(skip_serializing_if = "is_zero")]
    pub file_size: u64,
    /// Why the bytes of the file are not there.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub file_state: Option<FileState>,
    /// Content besides text and files.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub details: Option<Box<MessageDetails>>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl WhatsAppContent {
    /// Reads the field `message`. A text that is no JSON object with at least one known field is the message itself: it
    /// comes from a bridge that does not encode it.
    fn read(text: &str) -> Self {
        let is_content = serde_json::from_str::<serde_json::Map<String, Value>>(text).is_ok_and(|fields| {
            ["text", "contactCards", "fileName", "fileSize", "fileState", "details"]
                .iter()
                .any(|name| fields.contains_key(*name))
        });
        let content = is_content.then(|| crate::from_tolerant(text).ok()).flatten();
        content.unwrap_or_else(|| Self { text: text.to_owned(), ..Self::default() })
    }
}

impl WhatsAppMessageEvent {
    /// Whether the message is an answer to another one, even if the answered message is unknown.
    fn is_answer(&self) -> bool {
        let field = self.custom_fields.as_ref().and_then(|fields| fields.get("isAnswered"));
        self.answered.is_some() || field.and_then(Value::as_bool).unwrap_or_default()
    }

    /// The message of the thread.
    pub fn into_message(self) -> Message {
        let is_answer = self.is_answer();
        let content = WhatsAppContent::read(&self.message);
        let strategy_campaign = self.strategy_campaign.map(|campaign| StrategyCampaign {
            id: campaign.strategy_campaign_id,
            name: campaign.strategy_campaign_name,
            mailing_id: campaign.mailing_id,
            mailing_name: campaign.mailing_name,
            template_id: campaign.template_id,
        });
        let message_id = match self.api_message_id.is_empty() || self.message_id.contains('|') {
            true => self.message_id,
            false => format!("{}|{}", self.message_id, self.api_message_id),
        };
        Message {
            protocol: self.protocol,
            seq: self.thread_seq,
            message_id,
            from: without_plus(&self.identifier).to_owned(),
            sender_type: if self.bot { SenderType::Bot } else { SenderType::Customer },
            message: content.text,
            message_media_type: self.message_media_type,
            kind: if strategy_campaign.is_some() { MessageKind::Send } else { MessageKind::Text },
            time: self.message_sent_at,
            placed_at: self.placed_at,
            arrived_at: self.arrived_at,
            mimetype: self.filemime,
            caption: self.message_caption,
            bot: self.bot,
            forwarded: self.forwarded,
            attachment_url: self.message_attachment_url,
            file_name: content.file_name,
            file_size: content.file_size,
            file_state: content.file_state,
            contact_cards: content.contact_cards,
            details: content.details,
            // An answer to an unknown message is shown as an answer too.
            answered: is_answer.then(|| self.answered.unwrap_or_default()),
            strategy_campaign,
            custom_fields: self.custom_fields,
            ..Message::default()
        }
    }
}

/// An identifier without its leading `+` (WAP-072).
pub fn without_plus(identifier: &str) -> &str {
    identifier.strip_prefix('+').unwrap_or(identifier)
}

/// The provider reports the delivery of a message of the agent (WAP-040 to 043).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppStatusEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// `message_id` of the message; empty if the provider did not take the message.
    pub unique_id: String,
    /// Id that the sending core made; empty for messages of the server.
    pub custom_id: CustomId,
    /// Delivery; an unknown word is read as sent, which changes nothing.
    #[serde(deserialize_with = "or_default")]
    pub status: MessageStatus,
    /// The message's `statusVersion` from now on; 0 where the server does not count.
    #[serde(skip_serializing_if = "is_zero")]
    pub status_version: u64,
    /// Why the message was not delivered: `INACTIVE_SESSION_NOT_OPTED_IN`, `WHATSAPP_NOT_EXISTS`, `WINDOW_CLOSED`,
    /// `TEMPLATE_REFUSED` or another word; empty without a reason.
    pub reason: String,
}

/// The new state of a file in a customer's message, an addition to the specification (docs/contract.md "Files of
/// customers").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppFileEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Position of the message in the thread.
    pub thread_seq: u64,
    /// The message's `statusVersion` from now on.
    pub status_version: u64,
    /// Kind of the file, according to its bytes.
    #[serde(rename = "message_media_type", skip_serializing_if = "Option::is_none")]
    pub message_media_type: Option<MessageMedia>,
    /// MIME type of the file.
    #[serde(rename = "filemime")]
    pub mimetype: String,
    /// Name of the file.
    pub file_name: String,
    /// Size of the file in bytes; 0 if unknown.
    pub file_size: u64,
    /// Address of the file; empty while its bytes are not there.
    #[serde(rename = "message_attachment_url")]
    pub attachment_url: String,
    /// Why the bytes are not there.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub file_state: Option<FileState>,
}

impl WhatsAppFileEvent {
    /// Sets this file in the message.
    pub fn apply_to(&self, message: &mut Message) {
        message.status_version = self.status_version;
        message.message_media_type = self.message_media_type.or(message.message_media_type);
        message.mimetype.clone_from(&self.mimetype);
        message.file_name.clone_from(&self.file_name);
        message.file_size = self.file_size;
        message.attachment_url.clone_from(&self.attachment_url);
        message.file_state = self.file_state;
    }
}

/// The customer edited or revoked a message, or reacted to it, an addition to the specification (docs/contract.md
/// "Changes of messages"). No message becomes unread by it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppChangeEvent {
    /// The changed message, with its `statusVersion`.
    pub message: Message,
    /// `messageChanges` of the attendance from now on.
    pub message_changes: u64,
}

/// The attendance ended and waits for qualification (JOB-018).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct WhatsAppEndEvent {
    /// The attendance.
    pub protocol: Protocol,
}

/// A conversation without an open attendance that belongs to this agent has a message (WAP-039), or its entry changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppInboxEvent {
    /// The entry of the inbox.
    pub inbox_job: InboxJob,
}

/// The entry left the inbox (WAP-048).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct WhatsAppInboxEndEvent {
    /// The entry.
    pub protocol: Protocol,
}

/// The transfer of the agent's attendance was carried out (TRF-039).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct WhatsAppTransferResponseEvent {
    /// The attendance.
    pub protocol: Protocol,
}

/// A manual request was refused after the server had accepted it (WAP-089 to 096).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct WhatsAppManualRefusedEvent {
    /// The attendance that the request would have begun; empty if unknown.
    pub protocol: Protocol,
    /// The customer's number.
    pub phone: String,
    /// `EVALUATION`, `ALREADY_IN_INBOX`, `ALREADY_PREFERENTIAL`, `ROUTE_NUMBER`, `ALREADY_IN_ATTENDANCE`, `CLIENT_ON_HOLD` or
    /// another word.
    pub reason: String,
}

/// The connection of a route of this agent's attendances to its provider changed (WAP-044).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WhatsAppRouteEvent {
    /// The agent.
    pub agent_id: AgentId,
    /// Number or account of the route.
    pub route_phone: String,
    /// The provider can be reached.
    pub connected: bool,
}
