//! The types that domain and transport exchange about providers. They contain no format of a single provider.

use serde::{Deserialize, Serialize};
use wire::{ContactCard, MessageDetails, MessageMedia, Protocol, Wall};

/// One item that a provider reports about a route.
#[derive(Clone, Debug, PartialEq)]
pub enum WhatsAppInbound {
    /// A customer wrote a message.
    Message(Box<WhatsAppInboundMessage>),
    /// A customer changed a message.
    Change(WhatsAppChange),
    /// The network reports something about a customer, or the customer sent something that cannot be shown.
    Notice(WhatsAppNotice),
    /// The delivery state of a sent message.
    Receipt(WhatsAppReceipt),
    /// The customer allowed or forbade messages that the company begins.
    Consent {
        /// Number or account of the customer.
        customer: String,
        /// Whether messages are allowed.
        granted: bool,
        /// When the customer said so; `None`: now.
        at: Option<Wall>,
    },
}

/// A change of a message by a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppChange {
    /// Provider's id of the changed message.
    pub message_id: String,
    /// Number or account of the customer; a leading `+` is not significant.
    pub customer: String,
    /// When the customer changed it; `None`: now.
    pub sent_at: Option<Wall>,
    /// The change.
    pub kind: WhatsAppChangeKind,
}

/// A change that a customer makes to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppChangeKind {
    /// The message has this text or caption now.
    Edited(String),
    /// The message was removed.
    Revoked,
    /// The customer's reaction is this emoji now; empty: removed.
    Reacted(String),
}

/// A notice of a network about a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppNotice {
    /// Id that the provider gave; a notice with the same id is a repetition.
    pub provider_id: String,
    /// Number or account of the customer; a leading `+` is not significant.
    pub customer: String,
    /// When the notice was sent; `None`: now.
    pub sent_at: Option<Wall>,
    /// Content of the notice.
    pub kind: WhatsAppNoticeKind,
}

/// Contents of notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppNoticeKind {
    /// The customer has another number or user id. This does not join the two conversations.
    AddressChanged {
        /// The new number or user id; empty if the network does not report it.
        to: String,
    },
    /// The customer has another device, or installed the messenger again.
    IdentityChanged,
    /// The customer sent something that cannot be shown.
    Unsupported {
        /// The provider's name for the kind of item.
        kind: String,
    },
}

/// A message of a customer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatsAppInboundMessage {
    /// Id that the provider gave; a message with the same id is a repetition.
    pub provider_id: String,
    /// Number or account of the customer; a leading `+` is not significant.
    pub customer: String,
    /// Id that the network gave the customer beside a number; empty without one.
    pub user_id: String,
    /// Name that the customer gave; empty if unknown.
    pub name: String,
    /// When the customer sent it; `None`: now.
    pub sent_at: Option<Wall>,
    /// The text, or the caption of a file.
    pub text: String,
    /// The file, if the message has one.
    pub file: Option<WhatsAppInboundFile>,
    /// Contact cards.
    pub contact_cards: Vec<ContactCard>,
    /// Further content beside text, file and contact cards.
    pub details: Option<Box<MessageDetails>>,
    /// Provider's id of the message that the customer answers.
    pub answered_id: Option<String>,
    /// Whether the customer forwarded the message.
    pub forwarded: bool,
}

/// A file of a customer's message, before its content is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppInboundFile {
    /// Where the content is, in the transport's own terms.
    pub reference: String,
    /// Kind of the file, as the provider claims.
    pub kind: MessageMedia,
    /// MIME type, as the provider claims; empty if unknown.
    pub mimetype: String,
    /// Name as the customer gave it; empty if unknown.
    pub file_name: String,
}

/// Body of the effect `FetchFile`: a file of a customer's message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileOrder {
    /// Provider of the route.
    pub provider: String,
    /// Whether customers of the route are simulated.
    pub is_simulated: bool,
    /// The attendance.
    pub protocol: Protocol,
    /// Position of the message in its thread.
    pub seq: u64,
    /// `WhatsAppInboundFile::reference`.
    pub reference: String,
    /// Kind of the file, as the provider claims.
    pub kind: MessageMedia,
    /// MIME type, as the provider claims; empty if unknown.
    pub mimetype: String,
    /// Name as the customer gave it; empty if unknown.
    pub file_name: String,
}

impl WhatsAppOutcome {
    /// The receipt of a message that the provider accepted under this id, without the customer's account.
    pub fn accepted(provider_id: &str) -> Self {
        Self::Accepted { provider_id: provider_id.to_owned(), customer: String::new() }
    }
}

/// The outcome of an attempt to fetch a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOutcome {
    /// The content of the file is stored.
    Fetched(FetchedFile),
    /// The file can never be fetched.
    Refused(FileRefusal),
    /// Another attempt may succeed.
    Failed {
        /// The cause, for the log.
        cause: String,
        /// Milliseconds that the provider asked to wait.
        retry_after_ms: Option<u64>,
    },
}

/// A file whose content the transport stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedFile {
    /// Identifier of the stored content.
    pub media_id: String,
    /// Kind of the file.
    pub kind: MessageMedia,
    /// MIME type detected from the content.
    pub mimetype: String,
    /// Name for the agent; empty if unknown.
    pub file_name: String,
    /// Size in bytes.
    pub size: u64,
}

/// Why a file can never be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// The file is larger than the limit.
    TooLarge,
    /// The type or the content of the file is not allowed.
    NotAllowed,
    /// The provider no longer has the file.
    Gone,
}

/// A report about the delivery of a sent message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppReceipt {
    /// Id that the provider gave to the message.
    pub provider_id: String,
    /// The id of the effect that sent it, if the provider returns it. By it a message is found whose send has no known
    /// outcome.
    pub key: Option<String>,
    /// The new state.
    pub status: WhatsAppDelivery,
}

/// States of a sent message that providers report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppDelivery {
    /// The provider accepted the message.
    Sent,
    /// The message is on the customer's device.
    Delivered,
    /// The customer opened the message.
    Read,
    /// The message will not arrive, with the reason of `WhatsAppStatusEvent`.
    Failed(String),
}

/// Body of the effect `SendWhatsApp`: a message to a customer. A message of a broadcast has this form too, but is not stored in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhatsAppSend {
    /// Provider of the route.
    pub provider: String,
    /// Account of the company in the provider's terms.
    pub account: String,
    /// Whether customers of the route are simulated.
    pub is_simulated: bool,
    /// Route of the conversation.
    pub route_id: String,
    /// Number or account of the customer.
    pub to: String,
    /// The attendance; empty for a message of a broadcast, which is in no thread.
    pub protocol: Protocol,
    /// Position of the message in its thread; 0 for a message of a broadcast.
    pub seq: u64,
    /// Whether the customer wrote within the conversation window.
    pub window_open: bool,
    /// Provider's id of the message that this one answers.
    pub answered_id: Option<String>,
    /// Content of the message.
    pub content: WhatsAppSendContent,
}

/// Content of a message to a customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhatsAppSendContent {
    /// Text.
    Text(String),
    /// A file.
    Media {
        /// Identifier of the stored content.
        media_id: String,
        /// Kind of the file.
        kind: MessageMedia,
        /// MIME type.
        mimetype: String,
        /// Caption; empty without one.
        caption: String,
        /// Name that the customer sees.
        file_name: String,
        /// Whether the file is sent as a voice message if the network has them. Absent in effects of an older server.
        #[serde(default)]
        voice: bool,
    },
    /// An approved template.
    Template {
        /// Identifier of the template at the provider.
        id: String,
        /// Language of the template.
        language: String,
        /// Names and values of the variables, in order.
        variables: Vec<(String, String)>,
        /// The complete text that the customer sees.
        text: String,
        /// The file in the header. Absent in effects of an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        header: Option<WhatsAppTemplateFile>,
    },
    /// Contact cards.
    Contacts(Vec<ContactCard>),
}

/// The file in the header of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppTemplateFile {
    /// Where the content is.
    pub source: WhatsAppFileSource,
    /// Kind of the file.
    pub kind: MessageMedia,
    /// MIME type; empty if unknown.
    pub mimetype: String,
    /// Name that the customer sees; empty if unknown.
    pub file_name: String,
}

/// Where the content of a file for a customer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhatsAppFileSource {
    /// Identifier of the stored content.
    Stored(String),
    /// An external address, which the provider opens and this server does not.
    Link(String),
}

/// The outcome of an attempt to send a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppOutcome {
    /// The provider accepted the message.
    Accepted {
        /// The provider's id of the message.
        provider_id: String,
        /// The customer's account as the network names it; empty if the provider did not report it.
        customer: String,
    },
    /// The provider will never accept the message, with the reason of `WhatsAppStatusEvent`.
    Refused(String),
    /// The provider may have accepted the message: it is not sent again, and a later receipt with its key can still
    /// settle the outcome.
    Unknown,
    /// The message was not accepted, and another attempt may succeed.
    Failed(WhatsAppFailure),
}

/// A failed attempt after which another one may succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppFailure {
    /// The cause, for the log.
    pub cause: String,
    /// Milliseconds that the provider asked to wait.
    pub retry_after_ms: Option<u64>,
    /// The consequence of the failure for the route.
    pub about: WhatsAppFailureAbout,
}

/// The consequence of a failed attempt for its route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhatsAppFailureAbout {
    /// No connection: every message of the route would fail.
    Route,
    /// An answer with an error: it may be about this message alone.
    Message,
    /// As `Message`, and the answer does not say why: the provider may have accepted the message all the same.
    Unexplained,
    /// The provider responds and wants fewer messages: nothing is wrong with the route.
    Pace,
    /// The provider restricts the number because customers reported it: like `Pace`, but a broadcast must stop.
    Spam,
}
