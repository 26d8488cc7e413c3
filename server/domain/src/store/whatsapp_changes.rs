//! The changes that customers made to their messages, as stored in `ProviderMessageRow`.

use serde::{Deserialize, Serialize};
use wire::Wall;

/// The changes that a customer made to a message. Of two changes of one kind the later one counts, whatever the order
/// of their arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangeFacts {
    /// Changes made by the customer.
    pub customer: String,
    /// The last text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<EditFact>,
    /// Whether the message was removed, which is final.
    pub revoked: bool,
    /// The customer's last reaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaction: Option<ReactionFact>,
}

/// A text that replaces the previous text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditFact {
    /// The text or caption.
    pub text: String,
    /// When the customer changed the message.
    pub at: Wall,
}

/// A reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReactionFact {
    /// The emoji; empty: the reaction was removed.
    pub emoji: String,
    /// When the customer chose it.
    pub at: Wall,
}
