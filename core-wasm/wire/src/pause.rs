//! Pauses: what there is to choose from, what is held, and the calls (spec session §3 "Pause", §7 "Pauses").

use super::tolerant::{or_default, readable};
use super::{AgentId, Channel, ChannelStatusRecord, Items, PauseId, Wall};
use serde::{Deserialize, Serialize};

/// One reason of `GET /pauses`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PauseRecord {
    pub id: PauseId,
    pub name: String,
    #[serde(deserialize_with = "readable")]
    pub channels: Vec<Channel>,
    /// The pause that a channel begins with where the agent's record says so; nobody chooses it.
    pub login_pause: bool,
    /// 0: no maximum.
    pub max_duration_seconds: u32,
}

/// A pause in force, or one that waits for the open attendances to end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HeldPause {
    pub pause_id: PauseId,
    pub pause_name: String,
    pub since: Option<Wall>,
    /// 0: no maximum.
    pub max_duration_seconds: u32,
    pub exceeded: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PausesByChannel {
    pub voice: Option<HeldPause>,
    pub whatsapp: Option<HeldPause>,
    pub chat: Option<HeldPause>,
}

impl PausesByChannel {
    pub fn of(&self, channel: Channel) -> Option<&HeldPause> {
        match channel {
            Channel::Voice => self.voice.as_ref(),
            Channel::Whatsapp => self.whatsapp.as_ref(),
            Channel::Chat => self.chat.as_ref(),
        }
    }

    pub fn of_mut(&mut self, channel: Channel) -> &mut Option<HeldPause> {
        match channel {
            Channel::Voice => &mut self.voice,
            Channel::Whatsapp => &mut self.whatsapp,
            Channel::Chat => &mut self.chat,
        }
    }
}

/// `GET /pauses/agent/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentPauses {
    pub agent_id: AgentId,
    pub data: Items<PauseRecord>,
    pub active_pauses: PausesByChannel,
    pub scheduled_pauses: PausesByChannel,
}

/// `POST /pauses/{channel}/enter/agent/{id}` (API-056).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PauseRequest {
    pub pause_id: PauseId,
    pub pause_name: String,
}

/// `POST /pauses/all/enter/agent/{id}` (API-054).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PauseAllRequest {
    pub channels: Vec<Channel>,
    pub pause_id: PauseId,
    pub pause_name: String,
}

/// `POST /pauses/all/leave/agent/{id}` (API-055).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnpauseAllRequest {
    pub channels: Vec<Channel>,
}

/// Answer of entering or leaving on one channel. `agended` (the documents' spelling): the pause waits for open attendances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PauseReply {
    pub success: bool,
    pub agended: bool,
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    #[serde(flatten)]
    pub state: ChannelStatusRecord,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PauseAllReply {
    pub success: bool,
    pub agended: bool,
    pub data: Items<PauseReply>,
}
