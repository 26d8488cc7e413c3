//! What the domain and the transport say to each other about providers. No provider's own format is known here.

use serde::{Deserialize, Serialize};
use wire::{ContactCard, MessageDetails, MessageMedia, Protocol, Wall};

/// One item that a provider reports about a route.
#[derive(Clone, Debug, PartialEq)]
pub enum WhatsAppInbound {
    /// A customer wrote.
    Message(Box<WhatsAppInboundMessage>),
    /// A customer changed a message.
    Change(WhatsAppChange),
    /// The network says something about a customer, or the customer sent something that cannot be shown.
    Notice(WhatsAppNotice),
    /// What became of a message that was sent.
    Receipt(WhatsAppReceipt),
    /// The customer allowed or forbade messages that the company begins.
    Consent {
        /// Number or account of the customer.
        customer: String,
        /// Allowed.
        granted: bool,
    },
}

/// A change of a message by a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppChange {
    /// Provider's id of the message that is changed.
    pub message_id: String,
    /// Number or account of the customer; a leading `+` is not significant.
    pub customer: String,
    /// When the customer changed it; `None`: now.
    pub sent_at: Option<Wall>,
    /// What is different.
    pub kind: WhatsAppChangeKind,
}

/// What a customer changes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppChangeKind {
    /// The text or the caption is this one now.
    Edited(String),
    /// It was taken back.
    Revoked,
    /// The customer's reaction is this emoji now; empty: taken back.
    Reacted(String),
}

/// What a network says about a customer beside messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppNotice {
    /// Id that the provider gave; the same id is the same notice.
    pub provider_id: String,
    /// Number or account of the customer; a leading `+` is not significant.
    pub customer: String,
    /// When it happened; `None`: now.
    pub sent_at: Option<Wall>,
    /// What it says.
    pub kind: WhatsAppNoticeKind,
}

/// What notices say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppNoticeKind {
    /// The customer has another number or user id. Joining the two conversations is not done here.
    AddressChanged {
        /// The new number or user id; empty if the network does not say.
        to: String,
    },
    /// The customer has another device, or installed the messenger again.
    IdentityChanged,
    /// The customer sent something that cannot be shown.
    Unsupported {
        /// The provider's name of its kind.
        kind: String,
    },
}

/// A message of a customer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatsAppInboundMessage {
    /// Id that the provider gave; the same id is the same message.
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
    /// What it contains beside text, file and contact cards.
    pub details: Option<Box<MessageDetails>>,
    /// Provider's id of the message that the customer answers.
    pub answered_id: Option<String>,
    /// The customer forwarded it.
    pub forwarded: bool,
}

/// A file of a customer's message, before its bytes are fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppInboundFile {
    /// Where its bytes are, in the transport's own terms.
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
    /// Customers of the route are simulated.
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
    /// The provider took the message under this id and said nothing of the customer's account.
    pub fn accepted(provider_id: &str) -> Self {
        Self::Accepted { provider_id: provider_id.to_owned(), customer: String::new() }
    }
}

/// How an attempt to fetch a file ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOutcome {
    /// Its bytes are stored.
    Fetched(FetchedFile),
    /// It will not be had.
    Refused(FileRefusal),
    /// Another attempt may succeed.
    Failed {
        /// For the log.
        cause: String,
        /// Milliseconds that the provider asked to wait.
        retry_after_ms: Option<u64>,
    },
}

/// A file whose bytes the transport stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedFile {
    /// Identifier of the bytes.
    pub media_id: String,
    /// Kind of the file.
    pub kind: MessageMedia,
    /// MIME type found in the bytes.
    pub mimetype: String,
    /// Name for the agent; empty if unknown.
    pub file_name: String,
    /// Size in bytes.
    pub size: u64,
}

/// Why a file will not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// It is larger than the limit.
    TooLarge,
    /// Its type or its content is not allowed.
    NotAllowed,
    /// The provider does not have it any more.
    Gone,
}

/// What became of a message that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppReceipt {
    /// Id that the provider gave to the message.
    pub provider_id: String,
    /// The id of the effect that sent it, where the provider returns it. It finds a message whose send has no known outcome.
    pub key: Option<String>,
    /// The new state.
    pub status: WhatsAppDelivery,
}

/// States of a sent message that providers report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppDelivery {
    /// The provider took it.
    Sent,
    /// It is on the customer's device.
    Delivered,
    /// The customer opened it.
    Read,
    /// It will not arrive, with the reason of `WhatsAppStatusEvent`.
    Failed(String),
}

/// Body of the effect `SendWhatsApp`: a message to a customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhatsAppSend {
    /// Provider of the route.
    pub provider: String,
    /// The company's side in the provider's terms.
    pub account: String,
    /// Customers of the route are simulated.
    pub is_simulated: bool,
    /// Route of the conversation.
    pub route_id: String,
    /// Number or account of the customer.
    pub to: String,
    /// The attendance.
    pub protocol: Protocol,
    /// Position of the message in its thread.
    pub seq: u64,
    /// The customer wrote within the conversation window.
    pub window_open: bool,
    /// Provider's id of the message that this one answers.
    pub answered_id: Option<String>,
    /// What is sent.
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
        /// Identifier of the stored bytes.
        media_id: String,
        /// Kind of the file.
        kind: MessageMedia,
        /// MIME type.
        mimetype: String,
        /// Caption; empty without one.
        caption: String,
        /// Name that the customer sees.
        file_name: String,
        /// Sent as a voice message where the network has them. Missing in sends of an older server.
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
        /// The text as the customer reads it.
        text: String,
        /// The file above the text. Missing in sends of an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        header: Option<WhatsAppTemplateFile>,
    },
    /// Contact cards.
    Contacts(Vec<ContactCard>),
}

/// The file above the text of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppTemplateFile {
    /// Where its bytes are.
    pub source: WhatsAppFileSource,
    /// Kind of the file.
    pub kind: MessageMedia,
    /// MIME type; empty if unknown.
    pub mimetype: String,
    /// Name that the customer sees; empty if unknown.
    pub file_name: String,
}

/// Where the bytes of a file for a customer are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhatsAppFileSource {
    /// Identifier of the stored bytes.
    Stored(String),
    /// An address of somebody else, which the provider opens and this server does not.
    Link(String),
}

/// How a send ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppOutcome {
    /// The provider took the message.
    Accepted {
        /// The provider's id of the message.
        provider_id: String,
        /// The customer's account as the network names it; empty if the provider did not say.
        customer: String,
    },
    /// The provider will never take it, with the reason of `WhatsAppStatusEvent`.
    Refused(String),
    /// The provider may have taken it: it is not sent again, and a receipt with its key can still say more.
    Unknown,
    /// It was not taken, and another attempt may succeed.
    Failed(WhatsAppFailure),
}

/// An attempt that another one may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppFailure {
    /// For the log.
    pub cause: String,
    /// Milliseconds that the provider asked to wait.
    pub retry_after_ms: Option<u64>,
    /// What it says about the route.
    pub about: WhatsAppFailureAbout,
}

/// What a failed attempt says about its route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhatsAppFailureAbout {
    /// No connection: every message of the route would fail.
    Route,
    /// An answer with an error: it may be about this message alone.
    Message,
    /// The provider is there and wants fewer messages: nothing is wrong with the route.
    Pace,
}
