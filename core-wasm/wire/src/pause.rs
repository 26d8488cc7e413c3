//! Pauses: the list to choose from, the active pauses and the requests (spec session §3 "Pause", §7 "Pauses").

use super::tolerant::{or_default, readable};
use super::{AgentId, Channel, ChannelStatusRecord, Items, PauseId, PerChannel, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// One reason of `GET /pauses`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct PauseRecord {
    /// Id of the pause.
    pub id: PauseId,
    /// Name shown to the agent.
    pub name: String,
    /// Channels on which the pause can be taken, as far as this version knows them.
    #[serde(deserialize_with = "readable")]
    pub channels: Vec<Channel>,
    /// The pause with which a channel starts if the agent's record says so; the agent cannot choose it.
    pub login_pause: bool,
    /// Longest duration in seconds; 0: no limit.
    pub max_duration_seconds: u32,
}

/// An active pause, or a scheduled one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct HeldPause {
    /// Id of the pause.
    pub pause_id: PauseId,
    /// Name shown to the agent.
    pub pause_name: String,
    /// Start of the pause; `None` if the server does not say.
    pub since: Option<Wall>,
    /// 0: no maximum.
    pub max_duration_seconds: u32,
    /// Whether the pause has lasted longer than its limit.
    pub exceeded: bool,
}

impl HeldPause {
    /// Whether no field has a value.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// At most one pause per channel.
pub type PausesByChannel = PerChannel<HeldPause>;

/// `GET /pauses/agent/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentPauses {
    /// The agent.
    pub agent_id: AgentId,
    /// Events of the agent's queue up to this `seq` are contained in the answer.
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to.
    pub epoch: String,
    /// Pauses that the agent can take.
    pub data: Items<PauseRecord>,
    /// Active pauses.
    pub active_pauses: PausesByChannel,
    /// Pauses that begin when the open attendances end.
    pub scheduled_pauses: PausesByChannel,
}

/// `POST /pauses/{channel}/enter/agent/{id}` (API-056).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PauseRequest {
    /// Id of the pause.
    pub pause_id: PauseId,
    /// Name of the pause.
    pub pause_name: String,
}

/// `POST /pauses/all/enter/agent/{id}` (API-054).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PauseAllRequest {
    /// Channels to pause.
    pub channels: Vec<Channel>,
    /// Id of the pause.
    pub pause_id: PauseId,
    /// Name of the pause.
    pub pause_name: String,
}

/// `POST /pauses/all/leave/agent/{id}` (API-055).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnpauseAllRequest {
    /// Channels whose pause ends.
    pub channels: Vec<Channel>,
}

/// The change of one channel by entering or leaving a pause. `agended` is the specification's spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, remote = "Self")]
pub struct ChannelPauseReply {
    /// Whether the server executed the request.
    pub success: bool,
    /// The pause begins when the open attendances end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub agended: bool,
    /// Channel of the answer; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Facts of the channel after the request.
    #[serde(flatten, skip_deserializing)]
    pub state: ChannelStatusRecord,
}

crate::flat_struct!(ChannelPauseReply, state);

/// Answer of entering or leaving a pause on one channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, remote = "Self")]
pub struct PauseReply {
    /// Events of this agent's queue up to this number are already in the answer.
    #[serde(rename = "asOfSeq")]
    pub as_of_seq: u64,
    /// Numbering to which `as_of_seq` belongs; empty if the server numbers no answer of this kind.
    pub epoch: String,
    /// The change of the channel.
    #[serde(flatten, skip_deserializing)]
    pub change: ChannelPauseReply,
}

crate::flat_struct!(PauseReply, change);

/// Answer of entering or leaving on several channels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct PauseAllReply {
    /// Whether the server carried the call out.
    pub success: bool,
    /// At least one pause begins later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub agended: bool,
    /// Events of this agent's queue up to this number are already in the answer.
    #[serde(rename = "asOfSeq")]
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to; empty if the server numbers no answer of this kind.
    pub epoch: String,
    /// The change of each channel.
    pub data: Items<ChannelPauseReply>,
}
