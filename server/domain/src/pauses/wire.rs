//! Bodies of the pause calls (docs/contract.md, "Pauses").

use crate::store::{PauseFact, PauseRow};
use serde::{Deserialize, Serialize};
use wire::{AgentId, Channel, ChannelStatusRecord, Wall};

/// `POST /pauses/{channel}/enter/agent/{id}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PauseRequest {
    pub pause_id: String,
    pub pause_name: String,
}

/// `POST /pauses/all/enter/agent/{id}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PauseAllRequest {
    pub channels: Vec<Channel>,
    pub pause_id: String,
    pub pause_name: String,
}

/// `POST /pauses/all/leave/agent/{id}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnpauseAllRequest {
    pub channels: Vec<Channel>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PauseReply {
    pub success: bool,
    /// The pause is scheduled (spec session §4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub agended: bool,
    pub channel: Channel,
    #[serde(flatten)]
    pub state: ChannelStatusRecord,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PauseAllReply {
    pub success: bool,
    /// At least one channel's pause is scheduled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub agended: bool,
    pub data: Vec<PauseReply>,
}

/// One pause of `GET /pauses`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PauseRecord {
    pub id: String,
    pub name: String,
    pub channels: Vec<Channel>,
    /// 0: no maximum.
    pub max_duration_seconds: u32,
    pub login_pause: bool,
}

impl From<PauseRow> for PauseRecord {
    fn from(row: PauseRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            channels: row.channels,
            max_duration_seconds: row.max_seconds,
            login_pause: row.login,
        }
    }
}

/// A pause of one channel.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelPause {
    pub pause_id: String,
    pub pause_name: String,
    pub since: Wall,
    pub max_duration_seconds: u32,
    pub exceeded: bool,
}

impl From<PauseFact> for ChannelPause {
    fn from(fact: PauseFact) -> Self {
        Self {
            pause_id: fact.id,
            pause_name: fact.name,
            since: fact.since,
            max_duration_seconds: fact.max_seconds,
            exceeded: fact.exceeded,
        }
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ChannelPauses {
    pub voice: Option<ChannelPause>,
    pub whatsapp: Option<ChannelPause>,
    pub chat: Option<ChannelPause>,
}

impl ChannelPauses {
    pub fn set(&mut self, channel: Channel, pause: Option<ChannelPause>) {
        match channel {
            Channel::Voice => self.voice = pause,
            Channel::Whatsapp => self.whatsapp = pause,
            Channel::Chat => self.chat = pause,
        }
    }
}

/// `GET /pauses/agent/{id}`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentPauses {
    pub agent_id: AgentId,
    pub as_of_seq: u64,
    pub epoch: String,
    /// Pauses that the agent may choose.
    pub data: Vec<PauseRecord>,
    pub active_pauses: ChannelPauses,
    pub scheduled_pauses: ChannelPauses,
}
