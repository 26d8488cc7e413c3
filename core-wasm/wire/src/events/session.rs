//! Events that end a session.

use super::{AreaEvent, events};
use crate::AgentId;
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event that ends a session.
    ForcedDisconnect(ForcedDisconnectEvent) = "ForcedDisconnectEvent",
    TabDisabled(TabDisabledEvent) = "TabDisabledEvent",
}

/// The session was ended by the system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ForcedDisconnectEvent {
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// `takenOver`, `supervisor`, `passwordChanged`, `expired`, `idle` or `secondFactorReset`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Applies to links that were opened with a credential up to this number; `None` applies to all.
    #[serde(rename = "upTo", skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u64>,
}

/// Another tab of the agent took the session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct TabDisabledEvent {
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// Like `up_to` of `ForcedDisconnectEvent`.
    #[serde(rename = "upTo", skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u64>,
}
