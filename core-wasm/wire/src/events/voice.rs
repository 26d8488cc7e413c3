//! Events of voice calls (spec session §4 "Voice job arrival", "Hangup", "Manual call status", "Dialer/preferential events").

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{AgentId, CallType, Job, Protocol, QueueId};
use serde::{Deserialize, Serialize};

events! {
    /// An event of a voice call.
    New(Box<NewVoiceJobEvent>) = "NewVoiceJobEvent",
    Request(Box<AckCallRequestEvent>) = "AckCallRequestEvent",
    Hangup(HangupEvent) = "HangupEvent",
    Status(ManualCallStatusEvent) = "ManualCallStatusEvent",
    DialerAuto(DialerAutoEvent) = "DialerAutoEvent",
    Preferential(PreferentialCallEvent) = "PreferentialCallEvent",
}

/// A new or changed voice attendance for this agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewVoiceJobEvent {
    /// The attendance.
    pub job: Job,
}

/// Whether the caller of a call request is a contact (VOI-007).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CallerType {
    /// `name` is the contact's.
    ContactFound,
    /// No contact has the number; also any word that this version does not know.
    #[default]
    #[serde(other)]
    NotFound,
}

/// A call that waits for the agent (spec session §3 "Call-request info").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AckCallRequestEvent {
    /// Id of the contact or of the request.
    pub id: String,
    /// Name of the contact; empty for `notFound`.
    pub name: String,
    /// Number of the caller.
    pub phone_number: String,
    /// Whether the operator's site confirmed a number that the caller typed; absent for numbers of the telephone network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_verified: Option<bool>,
    /// Id of the call in the telephone system.
    pub unique_id: String,
    /// The agent who is called.
    pub agent_id: AgentId,
    /// Whether the caller is a contact.
    #[serde(rename = "type")]
    pub kind: CallerType,
    /// The queue; one that begins with `1111` is accepted without the agent (VOI-029).
    pub queue_id: QueueId,
    /// How the call began; `None` if missing or unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub call_type: Option<CallType>,
    /// Behaviour of the attendance group: `ring` or another word (VOI-031).
    pub ack_call_behavior: String,
    /// Whether the call is a transfer.
    pub transfer: bool,
    /// Kind of the transfer.
    pub transfer_type: String,
    /// Id of who transfers.
    pub transfer_from: String,
    /// Name of who transfers.
    pub transfer_from_name: String,
    /// Kind of who transfers.
    pub transfer_from_type: String,
    /// Company of the contact; empty without one.
    pub employer_name: String,
}

/// A call ended (VOI-037 to VOI-044).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HangupEvent {
    /// The attendance; empty if there is none.
    pub protocol: Protocol,
    /// Number of the customer, for a call that no attendance has.
    pub phone: String,
    /// Id of the call in the telephone system; empty if unknown. A customer may call twice at once.
    pub unique_id: String,
    /// `AGENT`, `FAILURE` or another word.
    pub request_source: String,
}

/// How far a manual call has come, or why it ended (VOI-048 to VOI-061).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ManualCallStatusEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call; empty: the attendance's present one (an older server).
    pub unique_id: String,
    /// Dial status in upper case, e.g. `BUSY`; empty if only the SIP cause is known.
    pub status: String,
    /// SIP cause; 0 if unknown.
    pub sip_cause: u16,
    /// The number is on the blacklist.
    pub blacklist: bool,
}

/// The automatic dialler was switched for this agent (CHN-020, CHN-023).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DialerAutoEvent {
    /// False: the dialler does not call for this agent.
    pub active: bool,
}

/// A preferential customer calls (CHN-021, CHN-022).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreferentialCallEvent {
    /// True: the agent is asked.
    pub active: bool,
    /// Name of the customer.
    pub name: String,
    /// Number of the customer.
    pub phone: String,
}
