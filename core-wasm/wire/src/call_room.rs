//! Parties of a call, its transfer, and the requests that change them (spec session §4 "Transfers", §7 "Voice"; TRF-001 to TRF-030;
//! shapes decided in docs/contract.md "Transfers of calls").
//!
//! The server decides who is in a call and whom the customer hears; a page shows [`CallRoom`] as it was told last, never what
//! its agent wishes.

use super::tolerant::or_default;
use super::{AgentId, Channel, ContactId, JobTag, Protocol, QueueId, ReportedStatus, Wall};
use serde::{Deserialize, Serialize};

/// How a call is transferred (TRF-001).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TransferKind {
    /// The destination gets the customer with its answer.
    #[default]
    Blind,
    /// The agent talks with the destination first.
    Assisted,
}

/// What a call is transferred to (TRF-026).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DestinationKind {
    /// An agent: `id` is the agent's.
    #[default]
    Agent,
    /// A queue of calls: `id` is the queue's.
    Queue,
    /// A campaign of calls: `id` is the campaign's.
    Campaign,
    /// A number outside: `id` is the number, 8 to 15 digits (TRF-002).
    Number,
}

/// A destination, as a request names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DestinationKey {
    /// What it is.
    pub kind: DestinationKind,
    /// Its id, or the number.
    pub id: String,
}

/// A destination with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct TransferDestination {
    /// What it is.
    pub kind: DestinationKind,
    /// Its id, or the number.
    pub id: String,
    /// Name of the agent, queue or campaign; empty for a number.
    pub name: String,
}

/// How far an open transfer of a call has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TransferPhase {
    /// The server has accepted the request; nothing rings yet.
    #[default]
    Asked,
    /// The destination's telephone rings. The customer has music.
    Ringing,
    /// The agent talks with the destination. The customer has music.
    Consulting,
    /// The agent talks with the customer. The destination has music.
    WithCustomer,
    /// The destination answered a transfer or the agent completed it; the hand-over is under way.
    Completing,
}

/// The open transfer of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CallTransfer {
    /// Blind, or assisted. A completion while the destination rings makes an assisted transfer a blind one.
    pub kind: TransferKind,
    /// How far it has come.
    pub phase: TransferPhase,
    /// Where it leads.
    pub destination: TransferDestination,
    /// The destination's party in the room; 0 before it is called.
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
    /// The agent whose attendance the call is.
    Agent,
    /// Whom the agent consults.
    Consulted,
    /// Somebody else of a conference.
    Colleague,
}

/// One party of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CallParty {
    /// Number of the party in this call.
    pub party: u64,
    /// Its role.
    pub role: CallPartyRole,
    /// The agent; empty for a customer and a number outside.
    pub agent_id: AgentId,
    /// Name of the agent or contact; empty if unknown.
    pub name: String,
    /// Extension or number.
    pub number: String,
    /// It is called and has not answered.
    pub ringing: bool,
    /// The agent put it on hold: it has music.
    pub held: bool,
    /// Its own telephone has put the other parties on hold: a party that is alone with it hears music. The page of an agent who
    /// holds has this from the telephone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub holds: bool,
    /// Its microphone is closed in the telephone system.
    pub muted: bool,
    /// When it joined or began to ring.
    pub since: Wall,
}

/// Who talks with whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CallMode {
    /// All with all.
    #[default]
    Together,
    /// The agent with the consulted party; the customer has music.
    Consulting,
    /// The agent with the customer; the consulted party has music.
    WithCustomer,
}

/// Why the last transfer of a call, or the last invitation to it, came back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferFailure {
    /// Where it led.
    pub destination: TransferDestination,
    /// A key of the transfer errors (TRF-025) or of docs/contract.md.
    pub cause: String,
    /// When it came back.
    pub at: Wall,
}

/// A call with more than agent and customer, or with an open transfer. A call of two has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Why the last transfer or invitation came back; `None` once the agent begins another.
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
    /// Where the call goes.
    pub destination: DestinationKey,
    /// The note for the receiver; empty without one.
    #[serde(default)]
    pub observation: String,
}

/// `POST /job/voice/transfer-accept`: the agent completes an assisted transfer; while the destination rings it becomes a blind one.
/// `POST /voice/end-conference`: the added parties leave, agent and customer stay.
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

/// `POST /voice/start-conference`: somebody is called for a conference. Agent and customer go on talking.
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
    /// Whom to add: an agent or a number.
    pub destination: DestinationKey,
}

/// What an agent does in a call of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RoomAction {
    /// Takes back a transfer that has not been completed, at every phase; the customer is back.
    CancelTransfer,
    /// Talks with the customer; the consulted party has music.
    TalkWithCustomer,
    /// Talks with the consulted party; the customer has music.
    TalkWithConsulted,
    /// Makes a consultation a conference.
    Join,
    /// Puts a party on hold.
    Hold,
    /// Takes a party back.
    Resume,
    /// Closes the microphone of a party.
    Mute,
    /// Opens the microphone of a party.
    Unmute,
    /// Ends a party, also one that rings.
    Remove,
    /// Leaves a conference: the colleague who joined first keeps the attendance.
    Leave,
}

/// `POST /voice/room`: one action. To do what is already so is a success.
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
    /// The party of hold, resume, mute, unmute and remove; 0 otherwise.
    #[serde(default)]
    pub party: u64,
}

/// An agent as a destination of a call (`GET /agents/voice/agents-available`, `GET /queues/{id}/voice/agents-available`,
/// `GET /campaigns/{id}/voice/agents-available`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Since when.
    pub since: Wall,
    /// Name of the pause; empty outside one.
    pub pause: String,
    /// Names of the attendance groups.
    #[serde(deserialize_with = "or_default")]
    pub groups: Vec<String>,
    /// Open attendances in all channels.
    pub open: u32,
}

/// A queue or campaign as a destination of a call: an item of `GET /queues/voice/org-unit/{id}` and `GET /agents/{id}/campaigns/voice`, with
/// what a server of transfers says of it beside its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct VoiceDestinationGroup {
    /// Id of the queue or campaign.
    pub id: QueueId,
    /// Name shown to the agent.
    pub name: String,
    /// Other agents who are free for a call; `None` if the server does not say it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub agents_available: Option<u32>,
    /// Connected agents; `None` if the server does not say it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub agents: Option<u32>,
    /// Customers who wait; `None` if the server does not say it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub waiting: Option<u32>,
    /// Since when the customer waits who waits longest; `None` if nobody waits.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub waiting_since: Option<Wall>,
}

/// One transfer of an attendance (`GET /job/{id}/transfers`, JOB-040), oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Where it led.
    pub destination: TransferDestination,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When it was asked for.
    pub asked_at: Wall,
    /// When it was over; `None` while open.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub ended_at: Option<Wall>,
    /// Why it came back; empty if it was accepted.
    pub cause: String,
}

/// What the receiver of a transfer sees with the first ring (TRF-006): who calls, why, and about whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TransferOffer {
    /// The attendance.
    pub protocol: Protocol,
    /// Blind or assisted.
    pub kind: TransferKind,
    /// It is no transfer: the agent is asked to join a conference.
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
    /// The contact; empty if not registered. Name, number and company are those of the call request.
    pub contact_id: ContactId,
    /// Since when the customer has music; `None` if the customer talks.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub on_hold_since: Option<Wall>,
    /// Behaviour of the receiver's group: `automatic` takes an assisted transfer at once (VOI-032).
    pub ack_call_assisted_transfer_behavior: String,
}
