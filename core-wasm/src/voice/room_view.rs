//! Views of a call with several parties: its parties, its transfer, and the destinations of a transfer.

use crate::channels::ChannelStatusView;
use crate::flow::{ListState, Text};
use crate::wire::{CallMode, CallPartyRole, DestinationKind, TransferKind, TransferPhase};
use serde::Serialize;

/// A call with several parties, as the server reported it last.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallRoomView {
    /// Which parties talk to each other.
    pub mode: CallMode,
    /// Since when, on the server's clock.
    pub since: f64,
    /// The parties: this agent first, then the others by their numbers.
    pub parties: Vec<CallPartyView>,
    /// The open transfer.
    pub transfer: Option<CallTransferView>,
    /// Why the last transfer or invitation failed; `None` once the agent has closed the message or started another
    /// transfer.
    pub failure: Option<TransferFailureView>,
    /// The attendance is this agent's. Otherwise the agent is a guest, who can only mute and leave.
    pub owned: bool,
    /// Name of the party who takes the customer over when this agent leaves the conference; `None` if there is none.
    pub successor: Option<String>,
    /// A request of the agent about the room is pending, so its controls are disabled.
    pub pending: bool,
}

/// One party of the call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallPartyView {
    /// Number of the party in this call.
    pub party: u64,
    /// Role of the party.
    pub role: CallPartyRole,
    /// The party is this agent.
    pub own: bool,
    /// Name of the party, otherwise the number.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Extension or number of the party.
    pub number: String,
    /// The party is called and has not answered.
    pub ringing: bool,
    /// The party hears music: it is on hold, or the agent talks to another party.
    pub music: bool,
    /// The agent put the party on hold.
    pub held: bool,
    /// The party is muted: by itself, or by this agent.
    pub muted: bool,
    /// When the party joined, began to ring or began to hear music, on the server's clock.
    pub since: f64,
    /// This agent can put the party on hold, mute it and remove it now.
    pub controls: bool,
}

/// The open transfer. The flags of TRF-004 are derived from its phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallTransferView {
    /// Blind or assisted transfer.
    pub kind: TransferKind,
    /// The phase of the transfer.
    pub phase: TransferPhase,
    /// Kind of the destination.
    pub destination_kind: DestinationKind,
    /// Name of the destination, else its number.
    pub name: String,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When the phase began, on the server's clock.
    pub since: f64,
    /// The server has begun the transfer (TRF-005).
    pub accepted: bool,
    /// The transfer waits for the destination (TRF-010).
    pub waiting_for_confirmation: bool,
    /// The transfer can be completed now.
    pub can_complete: bool,
    /// The transfer can be cancelled now.
    pub can_cancel: bool,
}

/// Why a transfer or an invitation failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TransferFailureView {
    /// Name of the destination, else its number.
    pub name: String,
    /// The text of the reason.
    pub text: Text,
    /// When, on the server's clock.
    pub at: f64,
}

/// The data that the receiver of a transfer sees in the dialog of the incoming call from the first ring on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TransferOfferView {
    /// Blind or assisted.
    pub kind: TransferKind,
    /// The agent is asked to join a conference; otherwise it is a transfer.
    pub conference: bool,
    /// Name of the agent who calls.
    pub from: String,
    /// Initials of that name.
    pub from_initials: String,
    /// `#RRGGBB` of that agent's avatar.
    pub from_color: String,
    /// Extension of that agent.
    pub from_extension: String,
    /// The note of the sender; empty without one.
    pub note: String,
    /// Tags of the attendance: name and `#RRGGBB`.
    pub tags: Vec<OfferTagView>,
    /// Id of the contact, which can be opened; `None` if the customer is not registered.
    pub contact_id: Option<String>,
    /// Since when the customer hears music, on the server's clock; `None` if the customer is in conversation.
    pub on_hold_since: Option<f64>,
}

/// A tag of a transferred attendance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OfferTagView {
    /// Name of the tag.
    pub name: String,
    /// Color of the tag as `#RRGGBB`.
    pub color: String,
}

/// An agent to whom a call can be transferred.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallDestinationAgentView {
    /// Id of the agent.
    pub id: String,
    /// Name of the agent.
    pub name: String,
    /// Initials of the name.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Extension; empty while disconnected.
    pub extension: String,
    /// Status of the voice channel.
    pub status: ChannelStatusView,
    /// Since when, on the server's clock.
    pub since: f64,
    /// Name of the agent's pause; empty outside a pause.
    pub pause: String,
    /// Names of the attendance groups.
    pub groups: Vec<String>,
    /// Open attendances in all channels.
    pub open: u32,
    /// Why the agent cannot receive the call now; `None`: the agent can.
    pub refusal: Option<Text>,
}

/// A queue or campaign of calls as a destination.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallDestinationGroupView {
    /// `queue` or `campaign`.
    pub kind: DestinationKind,
    /// Id of the queue or campaign.
    pub id: String,
    /// Name of the group.
    pub name: String,
    /// The attendance belongs to this queue or campaign.
    pub current: bool,
    /// Agents who are free for a call; `None` if the server does not report it.
    pub agents_available: Option<u32>,
    /// Connected agents; `None` if the server does not report it.
    pub agents: Option<u32>,
    /// Number of waiting customers; `None` if the server does not report it.
    pub waiting: Option<u32>,
    /// Since when the longest waiting customer waits, on the server's clock; `None` if no customer waits.
    pub waiting_since: Option<f64>,
    /// Why the queue or campaign cannot receive the call now; `None`: it can.
    pub refusal: Option<Text>,
}

/// The agents, queues and campaigns to which the call of the call bar can be transferred, or who can be added to it
/// (TRF-026, BEY-059).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallDestinationsView {
    /// Load state of `agents`.
    pub agents_state: ListState,
    /// Agents; those who can receive the call now come first.
    pub agents: Vec<CallDestinationAgentView>,
    /// Load state of `groups`.
    pub groups_state: ListState,
    /// Queues, then campaigns; the one of the attendance comes first.
    pub groups: Vec<CallDestinationGroupView>,
    /// The request is pending.
    pub pending: bool,
    /// Text why the last request was refused; `None` once the agent chooses again.
    pub failure: Option<Text>,
    /// The present text of the note for the receiver.
    pub note: String,
}
