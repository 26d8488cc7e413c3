//! A message in the form that customers receive. It is built field by field: a field added to `wire::Message` reaches no
//! customer unless it is added here too.

use serde::{Deserialize, Serialize};
use wire::{CustomId, Message, MessageMedia, SendMessageReply, SenderType, Wall};

/// A message of either side as the customer receives it. Identifiers of agents and providers, their addresses and delivery
/// states are not part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredMessage")]
pub struct CustomerMessage {
    /// Position in the thread: grows per chat.
    pub seq: u64,
    /// The sender.
    pub sender: SenderType,
    /// Displayed name of the agent who sent it; left out for other senders.
    #[serde(rename = "agentName", skip_serializing_if = "String::is_empty")]
    pub agent_name: String,
    /// The text, or the caption of the file.
    pub text: String,
    /// The file; left out for a message of text alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<CustomerMedia>,
    /// The message that this one answers; left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<CustomerQuote>,
    /// When the server accepted the message.
    pub time: Option<Wall>,
    /// Identifier that the customer's page chose; left out for messages of others.
    #[serde(skip_serializing_if = "CustomId::is_empty")]
    pub custom_id: CustomId,
    /// Key of a system message (`chatStarted`, …); left out for other messages.
    #[serde(rename = "systemKey", skip_serializing_if = "String::is_empty")]
    pub system_key: String,
}

/// The file of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerMedia {
    /// How the page displays the file.
    pub kind: MessageMedia,
    /// MIME type that the server detected from the content.
    pub mimetype: String,
    /// Name that the sender gave.
    pub file_name: String,
    /// Size in bytes.
    pub size: u64,
    /// Address of the file, valid for an hour; loading the event again gives a new one. In the store it names the file.
    pub address: String,
}

/// The message that another one answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerQuote {
    /// The sender.
    pub sender: SenderType,
    /// Displayed name of the agent who sent it; left out for other senders.
    #[serde(default, rename = "agentName", skip_serializing_if = "String::is_empty")]
    pub agent_name: String,
    /// Text or caption of the message.
    pub text: String,
    /// The kind of its file; left out for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<MessageMedia>,
}

/// Answer to a file of a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerUpload {
    /// The token by which a message names the uploaded file.
    #[serde(rename = "mediaId")]
    pub media_id: String,
}

/// Answer to a message of a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerSent {
    /// Position in the thread.
    pub seq: u64,
    /// Identifier of the request.
    pub custom_id: CustomId,
    /// When the server accepted the message.
    pub time: Option<Wall>,
}

/// The stored form. Events of version 5.0.575 were stored with a whole `wire::Message`, whose fields are the aliases
/// here.
#[derive(Deserialize)]
struct StoredMessage {
    seq: u64,
    #[serde(alias = "senderType")]
    sender: SenderType,
    #[serde(default, rename = "agentName", alias = "agent_name")]
    agent_name: String,
    #[serde(alias = "message")]
    text: String,
    #[serde(default)]
    media: Option<CustomerMedia>,
    #[serde(default)]
    quote: Option<CustomerQuote>,
    #[serde(default)]
    time: Option<Wall>,
    #[serde(default)]
    custom_id: CustomId,
    #[serde(default, rename = "systemKey")]
    system_key: String,
}

impl From<StoredMessage> for CustomerMessage {
    fn from(stored: StoredMessage) -> Self {
        let StoredMessage { seq, sender, agent_name, text, media, quote, time, custom_id, system_key } = stored;
        let custom_id = own_id(sender, custom_id);
        Self { seq, sender, agent_name, text, media, quote, time, custom_id, system_key }
    }
}

impl From<&Message> for CustomerMessage {
    fn from(message: &Message) -> Self {
        let media = message.message_media_type.map(|kind| CustomerMedia {
            kind,
            mimetype: message.mimetype.clone(),
            file_name: message.file_name.clone(),
            size: message.file_size,
            address: message.attachment_url.clone(),
        });
        let quote = message.answered.as_ref().map(|answered| CustomerQuote {
            sender: answered.sender_type,
            agent_name: answered.agent_name.clone(),
            text: answered.message.clone(),
            media: answered.message_media_type,
        });
        Self {
            seq: message.seq,
            sender: message.sender_type,
            agent_name: message.agent_name.clone(),
            text: if media.is_some() { message.caption.clone() } else { message.message.clone() },
            media,
            quote,
            time: message.time,
            custom_id: own_id(message.sender_type, message.custom_id.clone()),
            system_key: message.system_key.clone(),
        }
    }
}

impl From<SendMessageReply> for CustomerSent {
    fn from(reply: SendMessageReply) -> Self {
        Self { seq: reply.seq, custom_id: reply.custom_id, time: reply.time }
    }
}

/// The page needs the identifiers of its own messages only.
fn own_id(sender: SenderType, custom_id: CustomId) -> CustomId {
    if sender == SenderType::Customer { custom_id } else { CustomId::default() }
}
