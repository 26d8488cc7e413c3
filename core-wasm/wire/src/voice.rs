//! Bodies of the requests about voice (spec session §7 "Voice", VOI-084; shapes decided in docs/contract.md "Voice").

use super::tolerant::{Items, or_default};
use super::{AgentId, AttendanceGroupId, Channel, Contact, ContactId, Protocol, QueueId, ScriptField, Secret};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a call began (VOI-001).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "UPPERCASE")]
pub enum CallType {
    /// The agent dialled.
    Manual,
    /// A customer called a queue.
    Queue,
    /// A campaign called the customer.
    Dialer,
}

impl CallType {
    /// The spelling in `Job::call_type`.
    pub fn as_str(self) -> &'static str {
        match self {
            CallType::Manual => "MANUAL",
            CallType::Queue => "QUEUE",
            CallType::Dialer => "DIALER",
        }
    }

    /// Reads the word of an attendance; `None` for another channel's attendance and for an unknown word.
    pub fn of_word(word: &str) -> Option<Self> {
        [CallType::Manual, CallType::Queue, CallType::Dialer].into_iter().find(|call| call.as_str() == word)
    }
}

/// `GET /webrtc`: the agent's voice account and what every peer connection uses (RTC-001, RTC-023, RTC-029).
#[derive(Clone, Debug, Default, PartialEq, Eq, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WebRtcSettings {
    /// Extension of the agent.
    pub exten: String,
    /// Password of the extension. A setting of the server; the agent's id by default.
    pub secret: Secret<String>,
    /// Host of the SIP proxy; empty: the host of the voice node in use.
    pub sip_proxy: String,
    /// Name of the signalling plugin; empty: the SIP plugin.
    pub plugin: String,
    /// Token of the signalling; empty if the nodes require none.
    pub token: Secret<String>,
    /// API secret of the signalling; empty if the nodes require none.
    #[serde(rename = "apisecret")]
    pub api_secret: Secret<String>,
    /// `Y`: agent-channel mode, `N`: each call is accepted. Empty: `useWebRTC` of the agent's record decides.
    pub agent_channel: String,
    /// `Y`: the page itself calls the numbers that the agent dials, because no telephone system calls the agent's
    /// telephone.
    pub page_dials: String,
    /// Relay servers; an empty list leaves host candidates (RTC-030).
    #[serde(deserialize_with = "or_default")]
    pub ice_servers: Vec<IceServer>,
}

/// Addresses of relay servers with their shared credential, in the browser's own spelling (`RTCIceServer`).
#[derive(Clone, Debug, Default, PartialEq, Eq, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct IceServer {
    /// `stun:` and `turn:` addresses.
    pub urls: Vec<String>,
    /// User of a `turn:` server; empty for `stun:`.
    pub username: String,
    /// Password of a `turn:` server; empty for `stun:`.
    pub credential: Secret<String>,
}

/// An item of `GET /voice/get-nodes/{agent_id}`; the first one is used first (RTC-002).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct VoiceNode {
    /// Host name or address.
    pub host: String,
    /// Full address; without it the secure WebSocket on port 8989 of `host`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
}

/// `POST /job/voice/active-job`: the agent dials (VOI-065). A field is absent if its value is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActiveVoiceJobRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The number to dial; empty if the contact's own number is dialled.
    #[serde(default)]
    pub phone: String,
    /// The contact to call; empty for a number.
    #[serde(default, skip_serializing_if = "ContactId::is_empty")]
    pub contact_id: ContactId,
    /// Campaign of the call; empty: none.
    #[serde(default, skip_serializing_if = "QueueId::is_empty")]
    pub campaign_id: QueueId,
    /// The schedule that the call belongs to, in the server's own shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Value>,
}

/// Answer of `POST /job/voice/active-job`. The attendance follows as `NewVoiceJobEvent`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ActiveVoiceJobReply {
    /// Whether the call began (VOI-063).
    pub success: bool,
    /// The attendance; empty without success.
    pub protocol: Protocol,
    /// The number that the page itself calls; empty: the telephone system calls the agent's telephone.
    pub phone: String,
    /// Id of the call that the page makes, for its reports; empty without `phone`.
    pub unique_id: String,
}

/// `POST /job/voice/reject`, `POST /voice/hang-up` and `POST /voice/redial` (VOI-084).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VoiceCallRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The attendance; empty for a call request without one.
    #[serde(default)]
    pub protocol: Protocol,
    /// Id of the call in the telephone system.
    #[serde(default)]
    pub unique_id: String,
}

/// Answer of `POST /voice/redial`: without a cause the number is dialled again (VOI-077, VOI-078).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct RedialReply {
    /// Whether the server carried the call out.
    pub success: bool,
    /// Why the number is not dialled again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cause: String,
    /// The number that the page calls; empty: the telephone system calls the agent's telephone.
    pub phone: String,
    /// Id of the call that the page makes, for its reports; empty without `phone`.
    pub unique_id: String,
}

/// The progress of a call that the page makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PageCallState {
    /// The customer answered.
    Answered,
    /// The agent hung up.
    EndedByAgent,
    /// The customer hung up, or the network did not connect the call.
    EndedByCustomer,
    /// The call was lost, or could not be made.
    Failed,
}

/// `POST /voice/call-report`: the progress of a call that the page makes (`pageDials`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VoiceCallReportRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The attendance.
    pub protocol: Protocol,
    /// Id of the call.
    pub unique_id: String,
    /// Progress of the call.
    pub state: PageCallState,
    /// SIP code of an end; 0 if there is none.
    pub sip_cause: u16,
}

/// `POST /voice/confirm-preferencial-call` (CHN-022; spelled so by the specification).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreferentialCallRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The channel, always `voice`.
    pub channel: Channel,
}

/// `PUT /agents/{id}/set-campaign-default` (API-025).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignDefaultRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// Channel of the campaign.
    pub channel: Channel,
    /// The campaign; empty: none.
    pub campaign_id: QueueId,
}

/// `PUT /agents/{id}/ackcall-volume` (API-027).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AckCallVolumeRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// Volume from 0 to 100 (API-028).
    pub volume: u32,
}

/// `PUT /agents/{id}/webrtc-auto-reconnect` (API-029).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AutoReconnectRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// Whether the page reconnects automatically.
    pub web_rtc_auto_reconnect: bool,
}

/// `GET /campaigns/voice/{id}`, and an item of `GET /agents/{id}/campaigns/voice`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CampaignRecord {
    /// Id of the campaign.
    pub id: QueueId,
    /// Name shown to the agent.
    pub name: String,
    /// Id of its attendance group.
    pub attendance_group_id: AttendanceGroupId,
}

/// The lookup of a contact on the arrival of a call: an id and a list; the item with that id is the contact (VOI-082).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct ContactLookup {
    /// Id of the contact; empty if the server named none.
    pub id: ContactId,
    /// The contacts that were found.
    pub data: Items<Contact>,
}

/// `GET /campaigns/voice/{id}/script`, `GET /queues/voice/{id}/script` and `GET /script/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ScriptRecord {
    /// Id of the script; empty if there is none.
    pub id: String,
    /// Name shown to the agent.
    pub name: String,
    /// Text that the agent follows.
    pub text: String,
}

/// Kind of a script field (QUA-022).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ScriptFieldKind {
    /// A number.
    Number,
    /// A day.
    Date,
    /// One of `options`.
    Select,
    /// Yes or no.
    Checkbox,
    /// Free text; also a kind that this version does not know.
    #[default]
    #[serde(other)]
    Text,
}

/// An item of `GET /script/{id}/fields` (QUA-020, QUA-022).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ScriptFieldRecord {
    /// Id of the field.
    pub id: String,
    /// Label shown to the agent.
    pub name: String,
    /// Kind of the field.
    #[serde(rename = "type")]
    pub kind: ScriptFieldKind,
    /// The value that the server has for this contact.
    pub value: String,
    /// Choices of a `select` field.
    pub options: Vec<String>,
}

/// `POST /job/answer/{protocol}` (API-079).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptAnswerRequest {
    /// The changed fields.
    pub fields: Vec<ScriptField>,
    /// Channel of the attendance.
    pub channel: Channel,
}
