//! Parts of a message besides its text and its file: contact cards, reactions, and content that networks send in forms
//! of their own (docs/contract.md "Changes of messages" and "Details of messages"). The interface has their texts.

use super::message::SenderType;
use super::tolerant::or_default;
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// A reaction to a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct Reaction {
    /// The emoji.
    pub emoji: String,
    /// The kind of sender who reacted.
    #[serde(rename = "senderType")]
    pub sender_type: SenderType,
}

/// A contact card of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ContactCard {
    /// Name on the card; empty without one.
    pub name: String,
    /// Telephone numbers, as the sender wrote them.
    pub phones: Vec<String>,
    /// The WhatsApp numbers of `phones`, in the same order, for beginning a conversation. A text is empty if the
    /// network sends none.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub whatsapp: Vec<String>,
    /// E-mail addresses.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub emails: Vec<String>,
    /// Company and position; empty without them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub company: String,
}

/// Content of a message besides text, file and contact cards. A message may have several: a first message from an ad
/// that asks about a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct MessageDetails {
    /// An order of the catalogue; the customer's note is the text of the message.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub order: Option<Order>,
    /// Answers to a form.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub form: Vec<FormAnswer>,
    /// Second line of the row of a list that the customer chose; its title is the text of the message.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub choice: String,
    /// The advertisement or post from which the customer came.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub referral: Option<Referral>,
    /// The product that the customer asks about.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub product: Option<Product>,
    /// A post, reel or story of Instagram.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub shared: Option<Shared>,
}

/// An order of the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct Order {
    /// Id of the catalogue; empty if unknown.
    pub catalog: String,
    /// The ordered products.
    pub items: Vec<OrderItem>,
}

/// One line of an order. Numbers are as the network writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct OrderItem {
    /// The number that the company gave the product.
    pub product: String,
    /// Number of pieces.
    pub quantity: String,
    /// Price of one piece; empty if unknown.
    pub price: String,
    /// Currency (ISO 4217); empty if unknown.
    pub currency: String,
}

/// One answer to a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct FormAnswer {
    /// Name of the field, as the company wrote it.
    pub field: String,
    /// The answer.
    pub value: String,
}

/// An advertisement or post from which a customer came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct Referral {
    /// Heading; empty without one.
    pub headline: String,
    /// Text; empty without one.
    pub body: String,
    /// Address of the advertisement or post; empty if unknown.
    pub url: String,
}

/// A product of the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct Product {
    /// Id of the catalogue; empty if unknown.
    pub catalog: String,
    /// The number that the company gave the product.
    pub product: String,
}

/// Kinds of content that customers share from Instagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SharedKind {
    /// A reel.
    Reel,
    /// The customer's story in which the company is mentioned.
    StoryMention,
    /// The company's story that the customer answers.
    StoryReply,
    /// A post; also a kind that this version does not know.
    #[default]
    #[serde(other)]
    Post,
}

/// Content that a customer shares from Instagram.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct Shared {
    /// Kind of the content.
    pub kind: SharedKind,
    /// Title of the content; empty without one.
    pub title: String,
    /// Address of the content; empty if unknown. It may become invalid.
    pub url: String,
}
