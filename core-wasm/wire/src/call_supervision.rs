//! Supervision of calls (docs/contract.md "Supervision of calls"; BEY-136, BEY-137).
//!
//! A supervisor has a separate telephone for each supervision, which no customer and no agent can call. The server
//! reports the mode of the supervision; a page shows that mode and never the one that its supervisor requested.

use super::tolerant::or_default;
use super::{AgentId, CallRoom, Protocol, VoiceNode, Wall, WebRtcSettings};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// Which participants hear a supervisor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SupervisionMode {
    /// Nobody hears the supervisor.
    #[default]
    Listen,
    /// Only the agent hears the supervisor, also while the customer has music.
    Whisper,
    /// Everybody in the agent's conversation hears the supervisor.
    Barge,
}

/// The progress of a supervision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SupervisionStatus {
    /// The supervisor's telephone has to register, or rings.
    #[default]
    Connecting,
    /// The supervisor is in the call.
    Active,
    /// The supervision has ended.
    Ended,
}

/// Why a supervision ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SupervisionEnd {
    /// The supervisor left.
    BySupervisor,
    /// The call ended, or left the contact centre.
    CallEnded,
    /// The supervisor has taken the attendance over.
    TookOver,
    /// The telephone did not register, did not answer, or lost its connection.
    ConnectionLost,
    /// The supervisor's session ended, or another supervision was begun.
    SessionEnded,
    /// The telephone system refused; also any reason that this version does not know.
    #[default]
    #[serde(other)]
    Failed,
}

/// `POST /call-supervision`: a supervisor requests to hear the call of an agent of the own org unit. An open
/// supervision of the same supervisor ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallSupervisionRequest {
    /// The agent.
    pub agent_id: AgentId,
}

/// Answer of `POST /call-supervision`: the account of the telephone. The server calls it as soon as it is registered;
/// the page answers automatically.
#[derive(Clone, Debug, Default, PartialEq, Eq, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallSupervisionReply {
    /// The supervision.
    pub supervision: CallSupervision,
    /// Account and relays of the telephone, in the shape of `GET /webrtc`.
    pub web_rtc: WebRtcSettings,
    /// The nodes at which the telephone registers, in the shape of `GET /voice/get-nodes/{id}`.
    pub nodes: Vec<VoiceNode>,
}

/// `PUT /call-supervision/{id}`: requests another mode. The answer is the present supervision; the change is reported
/// by an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SupervisionModeRequest {
    /// The requested mode.
    pub mode: SupervisionMode,
}

/// `POST /call-supervision/{id}/take-over`: the supervisor takes the attendance over; the supervisor's own voice
/// channel rings. Until it is answered the agent keeps the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakeOverRequest {
    /// A note to the agent about the reason; empty without one.
    #[serde(default)]
    pub observation: String,
}

/// A supervision, as its supervisor receives it: in `CallSupervisionEvent`, in the answers of the requests above, and
/// in `GET /call-supervision` (the open one).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallSupervision {
    /// Id of the supervision.
    pub id: String,
    /// Version of the supervision: grows with each change; an older version is ignored.
    pub version: u64,
    /// The status of the supervision.
    pub status: SupervisionStatus,
    /// The mode, which says who hears the supervisor.
    pub mode: SupervisionMode,
    /// Why the supervision ended; `None` while it is open.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub end: Option<SupervisionEnd>,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The agent to whom the attendance belongs: another one after a transfer.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
    /// Name of the contact, or the number.
    pub customer_name: String,
    /// Number of the customer.
    pub phone: String,
    /// Name of the queue or campaign.
    pub place: String,
    /// Since when the customer and the first agent talk.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub answered_at: Option<Wall>,
    /// Since when the supervisor is in the call.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub since: Option<Wall>,
    /// The room with all parties, also if there are only two; supervisors are not in it.
    pub room: CallRoom,
    /// Whether a consultation between agents is heard in this org unit.
    pub hears_consultations: bool,
    /// Whether the agent sees that a supervisor is in the call.
    pub agent_is_told: bool,
    /// Other supervisors in the same call, by name.
    #[serde(deserialize_with = "or_default")]
    pub others: Vec<CallSupervisor>,
    /// Key of the reason why the supervisor cannot take over (`noVoiceChannel`, `notConnected`, `inCall`, `paused`, `transferOpen`); empty: it is possible.
    pub take_over_refusal: String,
}

/// A supervisor in a call, as other supervisors and (by the rule of the org unit) agents see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct CallSupervisor {
    /// Name.
    pub name: String,
    /// Who hears the supervisor.
    pub mode: SupervisionMode,
}

/// `PUT /org-unit/{id}/call-supervision`: a supervisor sets the rules of the own org unit. They apply from the next
/// supervision on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SupervisionRules {
    /// Agents see which supervisors are in their call, and in which mode.
    pub agent_is_told: bool,
    /// Supervisors hear a consultation between agents.
    pub hears_consultations: bool,
}
