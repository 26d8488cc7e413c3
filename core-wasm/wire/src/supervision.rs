//! Absent mode and the supervisor's live board (docs/contract.md "Absence and supervision").

use super::{AgentId, Channel, Items, ReportedStatus, Wall};
use serde::{Deserialize, Serialize};

/// `AgentAbsentEvent`, and the answers of `PUT /agents/{id}/set-absent-mode` and `…/remove-absent-mode`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AbsenceRecord {
    pub version: u64,
    pub agent_id: AgentId,
    pub agent_absent_enabled: bool,
    pub since: Option<Wall>,
    pub supervisor_name: String,
}

/// `GET /supervisor/{id}/board`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Board {
    /// Events of the supervisor's queue up to this number are in the answer.
    #[serde(rename = "asOfSeq")]
    pub as_of_seq: u64,
    pub epoch: String,
    pub data: Items<BoardRow>,
}

/// One agent on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct BoardRow {
    pub agent_id: AgentId,
    pub agent_name: String,
    pub login_identifier: String,
    pub logged: bool,
    /// The broker link beats.
    pub linked: bool,
    /// Of the session, or of its end.
    pub since: Option<Wall>,
    pub agent_absent_enabled: bool,
    pub absent_since: Option<Wall>,
    pub channels: BoardChannels,
}

/// A channel the agent may not work on is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardChannels {
    pub voice: Option<BoardChannel>,
    pub whatsapp: Option<BoardChannel>,
    pub chat: Option<BoardChannel>,
}

impl BoardChannels {
    pub fn of(&self, channel: Channel) -> Option<&BoardChannel> {
        match channel {
            Channel::Voice => self.voice.as_ref(),
            Channel::Whatsapp => self.whatsapp.as_ref(),
            Channel::Chat => self.chat.as_ref(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct BoardChannel {
    pub connected: bool,
    pub status: ReportedStatus,
    pub since: Option<Wall>,
    pub pause: Option<String>,
    pub scheduled_pause: Option<String>,
    pub pause_exceeded: bool,
    pub active_attendances: u32,
}

/// `AgentBoardEvent`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentBoardEvent {
    /// Grows by agent.
    pub version: u64,
    pub agent: BoardRow,
}
