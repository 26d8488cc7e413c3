//! What customers changed of their messages, as `ProviderMessageRow` keeps it.

use serde::{Deserialize, Serialize};
use wire::Wall;

/// What a customer changed of a message. Of two changes of a kind the later one counts, whatever their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangeFacts {
    /// The customer.
    pub customer: String,
    /// The last text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<EditFact>,
    /// The message was taken back, which is final.
    pub revoked: bool,
    /// The customer's last reaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaction: Option<ReactionFact>,
}

/// A text that replaces the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditFact {
    /// The text or caption.
    pub text: String,
    /// When the customer changed it.
    pub at: Wall,
}

/// A reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReactionFact {
    /// The emoji; empty: taken back.
    pub emoji: String,
    /// When the customer chose it.
    pub at: Wall,
}
