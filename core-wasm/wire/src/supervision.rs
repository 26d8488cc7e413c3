//! Absent mode and the supervisor's live board (docs/contract.md "Absence and supervision").

use super::{AgentId, Items, OpenSpan, PerChannel, ReportedStatus, Wall};
use derive::ReadObject;
use serde::Serialize;

/// `AgentAbsentEvent`, and the answers of `PUT /agents/{id}/set-absent-mode` and `…/remove-absent-mode`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AbsenceRecord {
    /// Grows with each change; an older event is ignored.
    pub version: u64,
    /// The agent.
    pub agent_id: AgentId,
    /// Absent mode is on.
    pub agent_absent_enabled: bool,
    /// When absent mode began.
    pub since: Option<Wall>,
    /// The supervisor who set it.
    pub supervisor_name: String,
}

/// `GET /supervisor/{id}/board`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Board {
    /// Events of the supervisor's queue up to this `seq` are contained in the answer.
    #[serde(rename = "asOfSeq")]
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to.
    pub epoch: String,
    /// The agents the supervisor may see.
    pub data: Items<BoardRow>,
}

/// One agent on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BoardRow {
    /// The agent.
    pub agent_id: AgentId,
    /// Full name.
    pub agent_name: String,
    /// The name the agent signs in with.
    pub login_identifier: String,
    /// Address of the agent's picture; empty without one.
    pub avatar: String,
    /// The agent has a session.
    pub logged: bool,
    /// The agent's page has a live link to the broker.
    pub linked: bool,
    /// Start of the session, or its end if the agent is signed out.
    pub since: Option<Wall>,
    /// Absent mode is on.
    pub agent_absent_enabled: bool,
    /// When absent mode began; `None` while it is off.
    pub absent_since: Option<Wall>,
    /// State per channel.
    pub channels: BoardChannels,
    /// The longest waiting customer of the agent; `None`: no customer waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_wait: Option<BoardWait>,
}

/// How long a customer waits for an agent's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BoardWait {
    /// When the first unanswered message was written.
    pub since: Wall,
    /// The queue's target time for the answer in milliseconds; `None` without a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_ms: Option<u64>,
    /// The opening hours of the queue: only they count as waiting time. `None`: always open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_hours: Option<Vec<OpenSpan>>,
}

/// State per channel; `None` for a channel that the agent may not work on.
pub type BoardChannels = PerChannel<BoardChannel>;

/// One channel of an agent on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BoardChannel {
    /// The agent is connected to the channel.
    pub connected: bool,
    /// Status as the server reports it.
    pub status: ReportedStatus,
    /// Start of the status.
    pub since: Option<Wall>,
    /// Name of the active pause.
    pub pause: Option<String>,
    /// Name of the scheduled pause.
    pub scheduled_pause: Option<String>,
    /// Attendances on hold on this channel.
    pub on_hold: u32,
    /// The pause has lasted longer than its maximum.
    pub pause_exceeded: bool,
    /// Number of open attendances.
    pub active_attendances: u32,
}

/// `AgentBoardEvent`: an agent's row of the board changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct AgentBoardEvent {
    /// Grows per agent; an older event is ignored.
    pub version: u64,
    /// The agent's row after the change.
    pub agent: BoardRow,
}
