//! Parties of a call, its transfer, and the requests that change them (spec session §4 "Transfers", §7 "Voice"; TRF-001 to TRF-030;
//! shapes decided in docs/contract.md "Transfers of calls").
//!
//! The server decides which parties are in a call and which party the customer hears. A page shows the last reported
//! [`CallRoom`] and never the state that its agent requested.

use super::tolerant::or_default;
use super::{AgentId, Channel, ContactId, JobTag, Protocol, QueueId, ReportedStatus, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// How a call is transferred (TRF-001).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TransferKind {
    /// The destination gets the customer when it answers.
    #[default]
    Blind,
    /// The agent talks to the destination first.
    Assisted,
}

/// The kind of a transfer's destination (TRF-026).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DestinationKind {
    /// An agent: `id` is the id of the agent.
    #[default]
    Agent,
    /// A queue of calls: `id` is the id of the queue.
    Queue,
    /// A campaign of calls: `id` is the id of the campaign.
    Campaign,
    /// An external number: `id` is the number, 8 to 15 digits (TRF-002).
    Number,
}

/// A destination in a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DestinationKey {
    /// Kind of the destination.
    pub kind: DestinationKind,
    /// Id of the destination, or the number.
    pub id: String,
}

/// A destination with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct TransferDestination {
    /// Kind of the destination.
    pub kind: DestinationKind,
    /// Id of the destination, or the number.
    pub id: String,
    /// Name of the agent, queue or campaign; empty for a number.
    pub name: String,
}

/// The progress of an open transfer of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TransferPhase {
    /// The server has accepted the request; no telephone rings yet.
    #[default]
    Asked,
    /// The destination's telephone rings. The customer hears music.
    Ringing,
    /// The agent talks to the destination. The customer hears music.
    Consulting,
    /// The agent talks to the customer. The destination hears music.
    WithCustomer,
    /// The destination answered a transfer or the agent completed it; the hand-over is running.
    Completing,
}

/// The open transfer of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallTransfer {
    /// Blind or assisted. If an assisted transfer is completed while the destination rings, it becomes a blind one.
    pub kind: TransferKind,
    /// The phase of the transfer.
    pub phase: TransferPhase,
    /// The destination of the transfer.
    pub destination: TransferDestination,
    /// The destination's party in the room; 0 until the destination is called.
    pub party: u64,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When the phase began.
    pub since: Wall,
}

/// Role of a party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CallPartyRole {
    /// The customer.
    #[default]
    Customer,
    /// The agent to whom the attendance belongs.
    Agent,
    /// The agent or number that is consulted.
    Consulted,
    /// Another participant of a conference.
    Colleague,
}

/// One party of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallParty {
    /// Number of the party in this call.
    pub party: u64,
    /// Role of the party.
    pub role: CallPartyRole,
    /// Id of the agent; empty for a customer and an external number.
    pub agent_id: AgentId,
    /// Name of the agent or contact; empty if unknown.
    pub name: String,
    /// Extension or number.
    pub number: String,
    /// The party is called and has not answered.
    pub ringing: bool,
    /// The agent put the party on hold: it hears music.
    pub held: bool,
    /// The party's own telephone has put the other parties on hold: a party that is alone with it hears music. The page
    /// of an agent who holds the call has this fact from the telephone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub holds: bool,
    /// The party is muted in the telephone system.
    pub muted: bool,
    /// When the party joined or began to ring.
    pub since: Wall,
}

/// Who talks with whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CallMode {
    /// All parties talk to each other.
    #[default]
    Together,
    /// The agent talks to the consulted party; the customer hears music.
    Consulting,
    /// The agent talks to the customer; the consulted party hears music.
    WithCustomer,
}

/// Why the last transfer of a call, or the last invitation to it, failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferFailure {
    /// The destination of the transfer.
    pub destination: TransferDestination,
    /// A key of the transfer errors (TRF-025) or of docs/contract.md.
    pub cause: String,
    /// When the transfer failed.
    pub at: Wall,
}

/// A call with more than agent and customer, or with an open transfer. A call of two has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallRoom {
    /// Who talks with whom.
    pub mode: CallMode,
    /// The parties, by their numbers.
    #[serde(deserialize_with = "or_default")]
    pub parties: Vec<CallParty>,
    /// The open transfer.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub transfer: Option<CallTransfer>,
    /// Why the last transfer or invitation failed; `None` once the agent begins another one.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub failure: Option<TransferFailure>,
}

/// `POST /job/voice/transfer` (blind) and `POST /job/voice/transfer-request` (assisted). A refusal is 409 with a cause (TRF-013 to
/// TRF-025), 422 for a bad field; an unregistered contact is 409 like for every transfer (TRF-003).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VoiceTransferRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The destination of the call.
    pub destination: DestinationKey,
    /// The note for the receiver; empty without one.
    #[serde(default)]
    pub observation: String,
}

/// `POST /job/voice/transfer-accept`: the agent completes an assisted transfer; while the destination rings it becomes
/// a blind one. `POST /voice/end-conference`: the added parties leave; agent and customer stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VoiceRoomRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
}

/// `POST /voice/start-conference`: an agent or a number is called for a conference. Agent and customer continue to
/// talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConferenceRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// The agent or number to add.
    pub destination: DestinationKey,
}

/// An action of an agent in a call with several parties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RoomAction {
    /// Cancels a transfer that has not been completed, in any phase; the agent talks to the customer again.
    CancelTransfer,
    /// Switches to the customer; the consulted party hears music.
    TalkWithCustomer,
    /// Switches to the consulted party; the customer hears music.
    TalkWithConsulted,
    /// Turns a consultation into a conference.
    Join,
    /// Puts a party on hold.
    Hold,
    /// Resumes a party from hold.
    Resume,
    /// Mutes a party.
    Mute,
    /// Unmutes a party.
    Unmute,
    /// Ends a party, also one that rings.
    Remove,
    /// Leaves a conference: the colleague who joined first gets the attendance.
    Leave,
    /// Silence is recorded from now on, for example while the customer says the number of a card.
    PauseRecording,
    /// Sound is recorded again.
    ResumeRecording,
}

/// `POST /voice/room`: one action. An action whose result exists already is a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomActionRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// `voice`.
    pub channel: Channel,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// What the agent does.
    pub action: RoomAction,
    /// The party to hold, resume, mute, unmute or remove; 0 otherwise.
    #[serde(default)]
    pub party: u64,
}

/// An agent as a destination of a call (`GET /agents/voice/agents-available`, `GET /queues/{id}/voice/agents-available`,
/// `GET /campaigns/{id}/voice/agents-available`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct VoiceDestinationAgent {
    /// Id of the agent.
    pub id: AgentId,
    /// Name shown to the agent.
    pub name: String,
    /// Extension; empty while disconnected.
    pub extension: String,
    /// Status of the voice channel; absent agents are paused, agents without a link are disconnected.
    pub status: ReportedStatus,
    /// Start of the status.
    pub since: Wall,
    /// Name of the pause; empty outside one.
    pub pause: String,
    /// Names of the attendance groups.
    #[serde(deserialize_with = "or_default")]
    pub groups: Vec<String>,
    /// Open attendances in all channels.
    pub open: u32,
}

/// A queue or campaign as a destination of a call: an item of `GET /queues/voice/org-unit/{id}` and `GET
/// /agents/{id}/campaigns/voice`, with its state for transfers, if the server sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct VoiceDestinationGroup {
    /// Id of the queue or campaign.
    pub id: QueueId,
    /// Name shown to the agent.
    pub name: String,
    /// Other agents who are free for a call; `None` if the server does not report it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub agents_available: Option<u32>,
    /// Connected agents; `None` if the server does not report the number.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub agents: Option<u32>,
    /// Customers who wait; `None` if the server does not report the number.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub waiting: Option<u32>,
    /// Since when the longest waiting customer waits; `None` if no customer waits.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub waiting_since: Option<Wall>,
}

/// One transfer of an attendance, an item of `GET /job/{id}/transfers` (JOB-040); oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferRecord {
    /// Number of the transfer in the attendance, from 1.
    pub number: u32,
    /// Blind or assisted; `None` for conversations, which are handed over at once.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub kind: Option<TransferKind>,
    /// The agent who transferred.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
    /// The destination of the transfer.
    pub destination: TransferDestination,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When the transfer was requested.
    pub asked_at: Wall,
    /// When the transfer ended; `None` while it is open.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub ended_at: Option<Wall>,
    /// Why the transfer failed; empty if it was accepted.
    pub cause: String,
}

/// The data that the receiver of a transfer gets with the first ring (TRF-006): the sender, the note and the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferOffer {
    /// The attendance.
    pub protocol: Protocol,
    /// Blind or assisted.
    pub kind: TransferKind,
    /// The agent is asked to join a conference; there is no transfer.
    pub conference: bool,
    /// Extension of the agent who transfers.
    pub from_extension: String,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// Name of the attendance's queue or campaign.
    pub place: String,
    /// Tags of the attendance.
    #[serde(deserialize_with = "or_default")]
    pub tags: Vec<JobTag>,
    /// Id of the contact; empty if not registered. Name, number and company are in the call request.
    pub contact_id: ContactId,
    /// Since when the customer hears music; `None` if the customer is in conversation.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub on_hold_since: Option<Wall>,
    /// Behaviour of the receiver's group: `automatic` accepts an assisted transfer at once (VOI-032).
    pub ack_call_assisted_transfer_behavior: String,
}
