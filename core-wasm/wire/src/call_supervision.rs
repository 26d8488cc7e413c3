//! Supervision of calls (docs/contract.md "Supervision of calls"; BEY-136, BEY-137).
//!
//! A supervisor has a telephone of its own for each supervision, which no customer and no agent can call. The server says in which mode it is; a
//! page shows that, and never what its supervisor wishes.

use super::tolerant::or_default;
use super::{AgentId, CallRoom, Protocol, VoiceNode, Wall, WebRtcSettings};
use serde::{Deserialize, Serialize};

/// Who hears a supervisor.
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

/// How far a supervision has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SupervisionStatus {
    /// The supervisor's telephone is to register, or rings.
    #[default]
    Connecting,
    /// The supervisor is in the call.
    Active,
    /// It is over.
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
    /// The supervisor has the attendance now.
    TookOver,
    /// The telephone did not register, did not answer, or lost its connection.
    ConnectionLost,
    /// The supervisor's session ended, or another supervision was begun.
    SessionEnded,
    /// The telephone system refused, or a word of a later server.
    #[default]
    #[serde(other)]
    Failed,
}

/// `POST /call-supervision`: a supervisor wants to hear the call of an agent of the own org unit. An open supervision of the same supervisor ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallSupervisionRequest {
    /// The agent.
    pub agent_id: AgentId,
}

/// Answer of `POST /call-supervision`: the telephone to register. The server calls it as soon as it is registered; the page answers by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CallSupervisionReply {
    /// The supervision.
    pub supervision: CallSupervision,
    /// Account and relays of the telephone, in the shape of `GET /webrtc`.
    pub web_rtc: WebRtcSettings,
    /// Where it registers, in the shape of `GET /voice/get-nodes/{id}`.
    pub nodes: Vec<VoiceNode>,
}

/// `PUT /call-supervision/{id}`: another mode. The answer is the supervision as it is; the change is an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SupervisionModeRequest {
    /// The wanted mode.
    pub mode: SupervisionMode,
}

/// `POST /call-supervision/{id}/take-over`: the attendance goes to the supervisor, whose own voice channel rings. Until it answers the agent keeps the
/// customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakeOverRequest {
    /// Why, for the agent; empty without a note.
    #[serde(default)]
    pub observation: String,
}

/// A supervision, as its supervisor gets it: `CallSupervisionEvent`, the answers of the requests above, and `GET /call-supervision` (the open one).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CallSupervision {
    /// Its id.
    pub id: String,
    /// Grows with each change; an older one is ignored.
    pub version: u64,
    /// How far it has come.
    pub status: SupervisionStatus,
    /// Who hears the supervisor.
    pub mode: SupervisionMode,
    /// Why it ended; `None` while it is open.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub end: Option<SupervisionEnd>,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The agent who has the attendance: another one after a transfer.
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
    /// Everybody in the call, also if they are only two; supervisors are in no room.
    pub room: CallRoom,
    /// Whether a consultation between agents is heard in this org unit.
    pub hears_consultations: bool,
    /// Whether the agent sees that the supervisor is there.
    pub agent_is_told: bool,
    /// Other supervisors in the same call, by name.
    #[serde(deserialize_with = "or_default")]
    pub others: Vec<CallSupervisor>,
    /// Key of the reason why the supervisor cannot take over (`noVoiceChannel`, `notConnected`, `inCall`, `paused`, `transferOpen`); empty: it is possible.
    pub take_over_refusal: String,
}

/// A supervisor in a call, as agents (by the rule of the org unit) and other supervisors see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct CallSupervisor {
    /// Name.
    pub name: String,
    /// Who hears the supervisor.
    pub mode: SupervisionMode,
}

/// `PUT /org-unit/{id}/call-supervision`: a supervisor sets the rules of the own org unit. They are in force from the next supervision on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SupervisionRules {
    /// Agents see who supervises their call, and how.
    pub agent_is_told: bool,
    /// Supervisors hear a consultation between agents.
    pub hears_consultations: bool,
}
