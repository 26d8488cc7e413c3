//! Colleagues and internal calls (docs/contract.md "Colleagues"; spec conversation §4 and §7). An internal call has no attendance and no
//! qualification.

use super::channel::PerChannel;
use super::{AgentId, Items, ReportedStatus, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// `GET /internal-call/list`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ColleagueList {
    /// The org unit does not allow calls between agents (INT-013).
    pub agent_call_org_unit_blocked: bool,
    /// The caller's own extension; empty while voice is not connected.
    pub extension: String,
    /// The other agents of the org unit, by name.
    pub data: Items<Colleague>,
}

/// Another agent of the org unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase", remote = "Self")]
pub struct Colleague {
    /// The agent.
    pub id: AgentId,
    /// Full name.
    pub name: String,
    /// Address of the agent's picture; empty without one.
    pub avatar: String,
    /// Names of the attendance groups, each once.
    pub groups: Vec<String>,
    /// Present presence of the colleague.
    #[serde(flatten, skip_deserializing)]
    pub status: ColleagueStatus,
}

crate::flat_struct!(Colleague, status);

/// Presence of a colleague: the values that change while the list is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ColleagueStatus {
    /// Extension of the telephone; empty for an agent without one.
    pub extension: String,
    /// State per channel; `None` for a channel that the agent may not work on.
    pub channels: PerChannel<ColleagueChannel>,
    /// Open attendances of all channels.
    pub open_attendances: u32,
    /// The agent's telephone is in a call, or a call rings.
    pub in_call: bool,
}

/// One channel of a colleague.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ColleagueChannel {
    /// Status as the server reports it.
    pub status: ReportedStatus,
    /// Start of the status.
    pub since: Option<Wall>,
    /// Name of the active pause, or of the scheduled one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<String>,
    /// Open attendances.
    pub active_attendances: u32,
}

/// Body of `POST /internal-call/status`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ColleagueStatusRequest {
    /// Extensions of colleagues.
    pub exten_list: Vec<String>,
    /// Login of the caller.
    pub username: String,
}

/// Answer of `POST /internal-call/status`: one entry per extension that a colleague has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ColleagueStatusReply {
    /// The value as in the list: it may change while the list is shown.
    pub agent_call_org_unit_blocked: bool,
    /// Presence of the colleagues with the requested extensions.
    pub data: Items<ColleagueStatus>,
}

/// Body of `POST /internal-call/call` (INT-014).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct InternalCallRequest {
    /// The caller's own extension.
    pub from: String,
    /// The colleague's extension.
    pub to: String,
}

/// Answer of `POST /internal-call/call`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct InternalCallReply {
    /// Whether the telephones are being called.
    pub success: bool,
    /// The call.
    pub call: InternalCallEvent,
}

/// Body of `POST /internal-call/hangup`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct InternalHangUpRequest {
    /// The own extension.
    pub from: String,
    /// Identifier of the call, so that the request does not apply to a later one; empty for any present call.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unique_id: String,
}

/// The progress of an internal call (INT-002).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum InternalCallStatus {
    /// A telephone is being called.
    #[default]
    Calling,
    /// The call was answered: both agents talk.
    Answer,
    /// A status of a newer server: the call continues.
    #[serde(other)]
    Other,
}

/// `InternalCallEvent`: an incoming or outgoing internal call of the agent (INT-002, INT-004).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct InternalCallEvent {
    /// Identifier of the call in the telephone system: legs name it (`X-Call-Id`).
    pub unique_id: String,
    /// Extension of the caller.
    pub from: String,
    /// Extension of the called agent.
    pub to: String,
    /// Whether the agent of this queue is the caller.
    pub is_caller: bool,
    /// The status of the call.
    pub status: InternalCallStatus,
    /// The other agent.
    pub colleague_id: AgentId,
    /// Name of the other agent.
    pub colleague_name: String,
    /// Names of the other agent's attendance groups.
    pub colleague_groups: Vec<String>,
    /// When the call began.
    pub since: Wall,
    /// When the call was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<Wall>,
}

/// `InternalCallStatusEvent`: an internal call has another status (INT-005).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct InternalCallStatusEvent {
    /// The call.
    pub unique_id: String,
    /// The status of the call.
    pub status: InternalCallStatus,
    /// When the call was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<Wall>,
}

/// Why an internal call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum InternalCallEnd {
    /// One agent hung up while both talked.
    HungUp,
    /// The caller hung up before the answer.
    Cancelled,
    /// The called agent declined.
    Declined,
    /// The called telephone is in another call.
    Busy,
    /// The call was not answered in time.
    NotAnswered,
    /// A telephone cannot be reached.
    Unavailable,
    /// The telephone system failed, or the server was restarted.
    #[default]
    #[serde(other)]
    Failed,
}

/// `InternalCallHangupEvent`: an internal call ended for both sides (INT-006 to INT-008, INT-012).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct InternalCallHangupEvent {
    /// The call.
    pub unique_id: String,
    /// Extension of the caller.
    pub from: String,
    /// Extension of the called agent.
    pub to: String,
    /// The cause of the end.
    pub cause: InternalCallEnd,
    /// Whether the agent of this queue ended the call.
    pub by_you: bool,
}

/// `PUT /org-unit/{id}/agent-calls`: a supervisor allows or blocks calls between the agents of the own org unit (INT-013).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentCallsRequest {
    /// Whether calls between agents are blocked.
    pub blocked: bool,
}
