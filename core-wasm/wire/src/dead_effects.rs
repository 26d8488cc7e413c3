//! Effects that were given up: the list and its items (docs/contract.md, `GET /effects/dead`).

use super::Wall;
use super::tolerant::or_default;
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// What an effect does outside the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum DeadEffectKind {
    /// Ends the queue of events of a session at an external broker.
    EndBrokerQueue,
    /// Sends a message to a customer through a provider.
    SendWhatsapp,
    /// Asks an external service for the churn risk of a contact.
    ScoreChurn,
    /// Gives a command to the telephone system.
    CommandTelephone,
    /// Fetches the file of a customer's message from a provider.
    FetchFile,
    /// Deletes the content of files.
    DeleteFiles,
    /// A kind that this version does not know.
    #[default]
    #[serde(other)]
    Unknown,
}

/// An item of `GET /effects/dead`: an effect that failed for good. Its body is left out, because it may be about a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct DeadEffect {
    /// Id of the effect.
    pub id: String,
    /// What the effect does.
    #[serde(deserialize_with = "or_default")]
    pub kind: DeadEffectKind,
    /// When the server requested it.
    pub created_at: Wall,
    /// When the last attempt failed.
    pub given_up_at: Wall,
    /// Number of attempts.
    pub attempts: u32,
    /// Why the last attempt failed: a text of the server for its operator.
    pub cause: String,
}
