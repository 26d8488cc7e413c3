//! Messages, receipts and templates in the form that all providers share.

use serde::{Deserialize, Serialize};
use wire::MessageDetails;

pub use crate::reasons::RefusalReason;

/// One item of a webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Inbound {
    /// A customer wrote a message.
    Message(Box<InboundMessage>),
    /// The customer has another number or user id.
    AddressChanged(AddressChange),
    /// A report about the delivery of a sent message.
    Receipt(Receipt),
    /// The customer allowed or forbade messages of the business.
    OptIn(OptIn),
    /// An item that needs no action, with the reason. It is logged and never shown.
    Ignored(String),
}

/// A message of a customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboundMessage {
    /// Id that the provider gave. A repeated webhook has the same id.
    pub provider_id: String,
    /// The account of the business in the provider's terms: phone number id, page id or number.
    pub account: String,
    /// The customer: digits of the number, or the id that WhatsApp or Instagram gave the customer for this business.
    pub from: String,
    /// The account as the customer sees it: digits of the number, or the account again.
    pub to: String,
    /// Id that the network gave the customer beside a number.
    #[serde(default)]
    pub user_id: Option<String>,
    /// Name of the customer's profile.
    pub profile_name: Option<String>,
    /// Milliseconds since 1970; `None` if the provider does not report it; then the time of arrival counts.
    pub at_ms: Option<u64>,
    /// Content of the message.
    pub content: InboundContent,
    /// Provider id of the message that the customer quotes.
    pub quoted_id: Option<String>,
    /// Address of the Instagram story that the customer answers.
    pub story: Option<String>,
    /// Whether the customer forwarded the message.
    #[serde(default)]
    pub forwarded: bool,
    /// Further content, in the form that agents receive.
    #[serde(default)]
    pub details: Option<Box<MessageDetails>>,
}

/// A customer's new number or user id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressChange {
    /// Id that the provider gave; a change with the same id is a repetition.
    pub provider_id: String,
    /// The account of the business.
    pub account: String,
    /// The customer before the change: digits of the number, or a user id.
    pub from: String,
    /// The customer after the change, in the same form; empty if the provider does not report it.
    pub to: String,
    /// Milliseconds since 1970.
    pub at_ms: Option<u64>,
}

/// Content of a customer's message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum InboundContent {
    /// Text.
    Text(String),
    /// A file that must be downloaded.
    Media(InboundMedia),
    /// Contact cards.
    Contacts(Vec<ContactCard>),
    /// A location.
    Location(Location),
    /// The customer pressed a button or chose a row of a list.
    Reply {
        /// Label that the customer saw.
        title: String,
        /// Value that the business gave to the button.
        payload: String,
    },
    /// A reaction to a message; an empty emoji removes it.
    Reaction {
        /// The emoji of the reaction.
        emoji: String,
        /// Provider id of the message.
        message_id: String,
    },
    /// The customer changed the text or caption of an earlier message.
    Edit {
        /// The new text of the message.
        text: String,
        /// Provider id of the message.
        message_id: String,
    },
    /// The customer removed an earlier message.
    Revoke {
        /// Provider id of the message.
        message_id: String,
    },
    /// The customer has another device, or installed the messenger again.
    IdentityChanged,
    /// A kind that this crate or the provider does not support.
    Unsupported {
        /// The provider's name of the kind.
        kind: String,
    },
}

/// A file of a customer's message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboundMedia {
    /// How the message shows the file.
    pub kind: MediaKind,
    /// Caption below the file.
    pub caption: Option<String>,
    /// Type as the provider claims; the content decides (`media::sniff`).
    pub mime: Option<String>,
    /// Name as the customer's device gave it. Never part of a path.
    pub file_name: Option<String>,
    /// Where the content of the file is.
    pub reference: MediaReference,
}

/// Kinds of files in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MediaKind {
    /// A picture.
    Image,
    /// A video.
    Video,
    /// Sound.
    Audio {
        /// Sound that was recorded in the messenger, not a chosen file.
        voice: bool,
    },
    /// A sticker.
    Sticker,
    /// Any other file.
    Document,
}

/// Where the content of an inbound file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MediaReference {
    /// An id that the provider exchanges for an address.
    Id(String),
    /// An address. It is untrusted: only the downloader of `media` may open it.
    Address(String),
}

impl MediaReference {
    /// The address; `None`: the provider reports a file that it does not have, for example because its own download failed.
    pub fn address_or_nowhere(address: Option<String>) -> Self {
        Self::Address(address.unwrap_or_default())
    }

    /// The provider does not have the file.
    pub fn is_nowhere(&self) -> bool {
        matches!(self, Self::Address(address) if address.is_empty())
    }
}

/// A contact card, inbound or outbound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContactCard {
    /// Full name.
    pub name: String,
    /// Phone numbers as written.
    pub phones: Vec<String>,
    /// The WhatsApp numbers of `phones`, in the same order; empty texts if the provider gives none.
    #[serde(default)]
    pub whatsapp: Vec<String>,
    /// E-mail addresses.
    #[serde(default)]
    pub emails: Vec<String>,
    /// Company and position.
    #[serde(default)]
    pub company: String,
}

/// A location that a customer shared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Name of the place.
    pub name: Option<String>,
    /// Postal address.
    pub address: Option<String>,
}

/// A report about the delivery of a sent message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The id that `SendOutcome::Accepted` carried.
    pub provider_id: String,
    /// The key of the `Outbound`, if the provider returns it. By the key the message is found if the receipt arrives before the
    /// answer.
    pub key: Option<String>,
    /// The new state of the message.
    pub status: ReceiptStatus,
    /// Why the delivery failed.
    pub failure: Option<Refusal>,
    /// Milliseconds since 1970.
    pub at_ms: Option<u64>,
}

/// States that providers report, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReceiptStatus {
    /// The provider passed the message on.
    Sent,
    /// The message is on the customer's device.
    Delivered,
    /// The customer opened the message.
    Read,
    /// The message will not arrive.
    Failed,
}

/// A customer's consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OptIn {
    /// The account of the business.
    pub account: String,
    /// The customer: digits of the number.
    pub from: String,
    /// Whether the consent was given or withdrawn.
    pub granted: bool,
    /// Milliseconds since 1970.
    pub at_ms: Option<u64>,
}

/// A message to a customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outbound {
    /// Key of the message on our side; a message with the same key is a repetition.
    pub key: String,
    /// The account of the business: `InboundMessage::account`.
    pub account: String,
    /// The customer: `InboundMessage::from`.
    pub to: String,
    /// Provider id of the message that the agent quotes.
    pub quoted_id: Option<String>,
    /// Whether the customer wrote within the last 24 hours.
    pub window_open: bool,
    /// Content of the message.
    pub content: OutboundContent,
}

/// Content of a message to a customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OutboundContent {
    /// Text.
    Text(String),
    /// A file.
    Media(OutboundMedia),
    /// An approved template.
    Template(TemplateUse),
    /// Contact cards.
    Contacts(Vec<ContactCard>),
}

/// A file for a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutboundMedia {
    /// How the message shows the file.
    pub kind: MediaKind,
    /// Where the provider finds the content of the file.
    pub source: MediaSource,
    /// Type of the content.
    pub mime: String,
    /// Caption below the file.
    pub caption: Option<String>,
    /// Name that the customer sees.
    pub file_name: Option<String>,
}

/// Where the provider finds the content of an outbound file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MediaSource {
    /// An address that the provider can open, for example a `media::SignedAddress`.
    Address(String),
    /// The id returned by an earlier `Provider::upload_request`.
    Uploaded(String),
}

/// A template with its variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TemplateUse {
    /// `Template::id`.
    pub id: String,
    /// `Template::language`.
    pub language: String,
    /// Names and values in the order of `Template::variables`.
    pub variables: Vec<(String, String)>,
    /// Picture, video or document of the header.
    pub header: Option<OutboundMedia>,
}

/// An approved template of the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// The name by which a message refers to it, or its id if the provider has ids.
    pub id: String,
    /// Name that agents see.
    pub name: String,
    /// Language code, for example `pt_BR`.
    pub language: String,
    /// The provider's category.
    pub category: Option<String>,
    /// Kind of the header.
    pub header: Option<TemplateHeader>,
    /// Text with its placeholders, `{{1}}` or `{{name}}`.
    pub body: String,
    /// Names of the placeholders of header and body, in their order, each once.
    pub variables: Vec<String>,
    /// Labels of the buttons.
    pub buttons: Vec<String>,
}

/// Header of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TemplateHeader {
    /// Text, possibly with a placeholder.
    Text(String),
    /// A file of this kind.
    Media(MediaKind),
    /// Another kind, by the provider's name.
    Other(String),
}

/// One portion of the provider's templates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplatePage {
    /// Approved templates only.
    pub templates: Vec<Template>,
    /// Argument of the next `Provider::templates_request`.
    pub next: Option<String>,
}

/// Outcome of a send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SendOutcome {
    /// The provider accepted the message; receipts name it by this id.
    Accepted {
        /// The provider's id.
        provider_id: String,
        /// The customer as the network names the account of that number, if the provider reports it.
        customer: Option<String>,
    },
    /// The provider will never accept this message.
    Refused(Refusal),
    /// Another attempt may succeed.
    Failed {
        /// Milliseconds that the provider asked to wait.
        retry_after_ms: Option<u64>,
        /// Whether the provider may have accepted the message: another attempt could send it twice unless a receipt with its key
        /// settles the outcome.
        uncertain: bool,
        /// The consequence of the failure for other messages.
        about: FailureAbout,
        /// The cause for the log, without credentials.
        cause: String,
    },
}

impl SendOutcome {
    /// The provider accepted the message and reports no account of the customer.
    pub fn accepted(provider_id: String) -> Self {
        Self::Accepted { provider_id, customer: None }
    }
}

/// The consequence of a failed attempt for other messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureAbout {
    /// There is no connection: every message would fail.
    Connection,
    /// The provider answered with an error, which may be about this message alone.
    Message,
    /// The provider answered with a fault of its own (5xx) without a code that explains it. Most accepted nothing, but it is not certain.
    Unexplained,
    /// The provider wants fewer messages (429, or its own code for it).
    Pace,
    /// Like `Pace`: customers reported the number.
    Spam,
}

/// Why a provider refused a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The provider's code; empty if it has none.
    pub code: String,
    /// The provider's text.
    pub text: String,
    /// The reason that the code stands for.
    pub reason: RefusalReason,
}

impl Refusal {
    /// A refusal that this crate decides before any request.
    pub fn local(reason: RefusalReason, text: &str) -> Self {
        Self { code: String::new(), text: text.to_owned(), reason }
    }
}
