//! Events of voice calls (spec session §4 "Voice job arrival", "Hangup", "Manual call status", "Dialer/preferential events").

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{
    AgentId, CallRecording, CallRoom, CallSupervisor, CallType, Job, Protocol, QueueId, TransferDestination,
    TransferKind, TransferOffer,
};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

events! {
    /// An event of a voice call.
    New(Box<NewVoiceJobEvent>) = "NewVoiceJobEvent",
    Request(Box<AckCallRequestEvent>) = "AckCallRequestEvent",
    Hangup(HangupEvent) = "HangupEvent",
    Status(ManualCallStatusEvent) = "ManualCallStatusEvent",
    DialerAuto(DialerAutoEvent) = "DialerAutoEvent",
    Preferential(PreferentialCallEvent) = "PreferentialCallEvent",
    Room(Box<CallUpdateEvent>) = "CallUpdateEvent",
    TransferRequest(Box<TransferRequestEvent>) = "TransferRequestEvent",
    TransferResponse(Box<TransferResponseEvent>) = "TransferResponseEvent",
    TransferAccepted(Box<TransferAcceptedEvent>) = "TransferAcceptedEvent",
    ConferenceStart(ConferenceStartEvent) = "ConferenceStartEvent",
    ConferenceStop(ConferenceStopEvent) = "ConferenceStopEvent",
}

/// A new or changed voice attendance for this agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
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
    /// A contact was found: `name` is the name of the contact.
    ContactFound,
    /// No contact has the number; also any word that this version does not know.
    #[default]
    #[serde(other)]
    NotFound,
}

/// A call that waits for the agent (spec session §3 "Call-request info").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
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
    /// Id of the party who transfers.
    pub transfer_from: String,
    /// Name of the party who transfers.
    pub transfer_from_name: String,
    /// Kind of the party who transfers.
    pub transfer_from_type: String,
    /// Company of the contact; empty without one.
    pub employer_name: String,
    /// Details for the receiver of a transfer or of an invitation to a conference; `None` for a call of a queue or
    /// campaign.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub offer: Option<Box<TransferOffer>>,
}

/// A call ended (VOI-037 to VOI-044).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct HangupEvent {
    /// The attendance; empty if there is none.
    pub protocol: Protocol,
    /// Number of the customer, for a call without an attendance.
    pub phone: String,
    /// Id of the call in the telephone system; empty if unknown. A customer may call twice at once.
    pub unique_id: String,
    /// `AGENT`, `FAILURE` or another word.
    pub request_source: String,
}

/// Progress of a manual call, or why it ended (VOI-048 to VOI-061).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ManualCallStatusEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Id of the call; empty (an older server): the present call of the attendance.
    pub unique_id: String,
    /// Dial status in upper case, e.g. `BUSY`; empty if only the SIP cause is known.
    pub status: String,
    /// SIP cause; 0 if unknown.
    pub sip_cause: u16,
    /// The number is on the blacklist.
    pub blacklist: bool,
}

/// The automatic dialler was switched for this agent (CHN-020, CHN-023).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct DialerAutoEvent {
    /// False: the dialler does not call for this agent.
    pub active: bool,
}

/// A preferential customer calls (CHN-021, CHN-022).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct PreferentialCallEvent {
    /// True: the agent is asked to accept.
    pub active: bool,
    /// Name of the customer.
    pub name: String,
    /// Number of the customer.
    pub phone: String,
}

/// The parties of a call have changed. The owner of the attendance gets the event, and every agent in the room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallUpdateEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The room; `None`: only agent and customer are in the call, or the call is over for this agent.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub room: Option<CallRoom>,
    /// Supervisors in the call, if the rule of the org unit shows them to agents.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub supervisors: Vec<CallSupervisor>,
    /// The recording of the call, if it is recorded.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub recording: Option<CallRecording>,
}

/// A transfer began (TRF-005, TRF-006). The sender gets the event when the server has accepted the request, the called
/// agent with the first ring.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferRequestEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The agent who transfers.
    pub from_agent_id: AgentId,
    /// Name of that agent.
    pub from_agent_name: String,
    /// Blind or assisted.
    pub kind: TransferKind,
    /// The destination of the transfer.
    pub destination: TransferDestination,
    /// The ringing call, with its [`TransferOffer`]; `None` for the sender.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub request: Option<Box<AckCallRequestEvent>>,
}

/// A transfer, or an invitation to a conference, ended with a result (TRF-008, TRF-009). Sender and receiver get the
/// event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferResponseEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// Whether the destination answered. Otherwise the customer stays with the sender.
    pub accepted: bool,
    /// A key of the transfer errors (TRF-025, docs/contract.md); empty if accepted.
    pub cause: String,
    /// The destination of the transfer.
    pub destination: TransferDestination,
}

/// The attendance has another owner, waits in a queue, or left the contact centre (TRF-010, TRF-011). The sender gets
/// the event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferAcceptedEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The new owner.
    pub destination: TransferDestination,
}

/// A party joined a conference (TRF-028).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ConferenceStartEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// Number of the party.
    pub party: u64,
    /// Name or number of the party who joined.
    pub user: String,
}

/// A conference has ended: two parties are left (TRF-029).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ConferenceStopEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
}
