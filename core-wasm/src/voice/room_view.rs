//! What the agent sees of a call of several: its parties, its transfer, and whom it can be transferred to.

use crate::channels::ChannelStatusView;
use crate::flow::{ListState, Text};
use crate::wire::{CallMode, CallPartyRole, DestinationKind, TransferKind, TransferPhase};
use serde::Serialize;

/// A call of several, as the server told it last.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallRoomView {
    /// Who talks with whom.
    pub mode: CallMode,
    /// Since when, on the server's clock.
    pub since: f64,
    /// The parties: this agent first, then by their numbers.
    pub parties: Vec<CallPartyView>,
    /// The open transfer.
    pub transfer: Option<CallTransferView>,
    /// Why the last transfer or invitation came back; `None` once the agent has closed the note or begun another.
    pub failure: Option<TransferFailureView>,
    /// The attendance is this agent's: without it the agent is a guest, who can mute, leave and nothing else.
    pub owned: bool,
    /// Who keeps the customer when this agent leaves the conference, by name; `None` if nobody could.
    pub successor: Option<String>,
    /// A request of the agent about the room waits for its answer: its controls wait too.
    pub pending: bool,
}

/// One party.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallPartyView {
    /// Number of the party in this call.
    pub party: u64,
    /// Its role.
    pub role: CallPartyRole,
    /// This agent.
    pub own: bool,
    /// Name, else the number.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Extension or number.
    pub number: String,
    /// It is called and has not answered.
    pub ringing: bool,
    /// It has music: on hold, or the agent talks with another party.
    pub music: bool,
    /// The agent put it on hold.
    pub held: bool,
    /// Its microphone is closed: by its own page, or by this agent.
    pub muted: bool,
    /// When it joined, began to ring or got music, on the server's clock.
    pub since: f64,
    /// This agent can put it on hold, mute it and remove it now.
    pub controls: bool,
}

/// The open transfer: the flags of TRF-004 are a view of its phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallTransferView {
    /// Blind or assisted.
    pub kind: TransferKind,
    /// How far it has come.
    pub phase: TransferPhase,
    /// What it leads to.
    pub destination_kind: DestinationKind,
    /// Name of the destination, else its number.
    pub name: String,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When the phase began, on the server's clock.
    pub since: f64,
    /// The server has begun it (TRF-005).
    pub accepted: bool,
    /// It waits for the destination (TRF-010).
    pub waiting_for_confirmation: bool,
    /// It can be completed now.
    pub can_complete: bool,
    /// It can be cancelled now.
    pub can_cancel: bool,
}

/// Why a transfer or an invitation came back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TransferFailureView {
    /// Name of the destination, else its number.
    pub name: String,
    /// The reason in words.
    pub text: Text,
    /// When, on the server's clock.
    pub at: f64,
}

/// What the receiver of a transfer sees with the first ring, beside the incoming call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TransferOfferView {
    /// Blind or assisted.
    pub kind: TransferKind,
    /// It is no transfer: the agent is asked to join a conference.
    pub conference: bool,
    /// Name of the agent who calls.
    pub from: String,
    /// Initials of that name.
    pub from_initials: String,
    /// `#RRGGBB` of that agent's avatar.
    pub from_color: String,
    /// Extension of that agent.
    pub from_extension: String,
    /// The note; empty without one.
    pub note: String,
    /// Tags of the attendance: name and `#RRGGBB`.
    pub tags: Vec<OfferTagView>,
    /// The contact, to be opened; `None` if not registered.
    pub contact_id: Option<String>,
    /// Since when the customer has music, on the server's clock; `None` if the customer talks.
    pub on_hold_since: Option<f64>,
}

/// A tag of a transferred attendance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OfferTagView {
    /// Its name.
    pub name: String,
    /// `#RRGGBB`.
    pub color: String,
}

/// A call or its transfer can lead to this agent.
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
    /// Name of the pause; empty outside one.
    pub pause: String,
    /// Names of the attendance groups.
    pub groups: Vec<String>,
    /// Open attendances in all channels.
    pub open: u32,
    /// Why the agent cannot get the call now; `None`: the agent can.
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
    /// Its name.
    pub name: String,
    /// The attendance is of it.
    pub current: bool,
    /// Agents who are free for a call; `None` if the server does not say it.
    pub agents_available: Option<u32>,
    /// Connected agents; `None` if the server does not say it.
    pub agents: Option<u32>,
    /// Customers who wait; `None` if the server does not say it.
    pub waiting: Option<u32>,
    /// Since when the customer waits who waits longest, on the server's clock; `None` if nobody waits.
    pub waiting_since: Option<f64>,
    /// Why it cannot get the call now; `None`: it can.
    pub refusal: Option<Text>,
}

/// Whom the call of the call bar can be transferred to, or who can be added to it (TRF-026, BEY-059).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallDestinationsView {
    /// How much of `agents` was loaded.
    pub agents_state: ListState,
    /// Agents who can get the call now before the others.
    pub agents: Vec<CallDestinationAgentView>,
    /// How much of `groups` was loaded.
    pub groups_state: ListState,
    /// Queues, then campaigns; the attendance's own first.
    pub groups: Vec<CallDestinationGroupView>,
    /// The request waits for the server's answer.
    pub pending: bool,
    /// Why the last request was refused, in words; `None` once the agent chooses anew.
    pub failure: Option<Text>,
    /// The note for the receiver, as far as it was written.
    pub note: String,
}
