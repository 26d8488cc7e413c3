//! Views of transfers.

use crate::channels::ChannelStatusView;
use crate::flow::{ListState, Text};
use crate::wire::{DestinationKind, TransferKind};
use serde::Serialize;

/// An agent of the attendance's queue or of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationAgentView {
    /// Id of the agent.
    pub id: String,
    /// Name of the agent.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Status of the agent's channel.
    pub status: ChannelStatusView,
    /// The agent can receive the attendance now.
    pub available: bool,
    /// Number of the agent's attendances on this channel; `None` if the server does not report it.
    pub load: Option<LoadView>,
}

/// Number of an agent's attendances on a channel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LoadView {
    /// Open attendances.
    pub open: u32,
    /// Greatest number of attendances that are assigned automatically.
    pub limit: u32,
}

/// A queue of the org unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationQueueView {
    /// Id of the queue.
    pub id: String,
    /// Name of the queue.
    pub name: String,
    /// The attendance is in this queue.
    pub current: bool,
    /// Number of other agents who can receive the attendance now; `None` if the server does not report it.
    pub agents_available: Option<u32>,
    /// Number of customers waiting in the queue; `None` if the server does not report it.
    pub waiting: Option<u32>,
}

/// A campaign of the org unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationCampaignView {
    /// Id of the campaign.
    pub id: String,
    /// Name of the campaign.
    pub name: String,
    /// The attendance belongs to this campaign.
    pub current: bool,
}

/// The campaigns to which an attendance of WhatsApp can be transferred, and the agents of the chosen one (API-120).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationCampaignsView {
    /// Load state of `items`.
    pub state: ListState,
    /// The campaigns; the one of the attendance comes first.
    pub items: Vec<DestinationCampaignView>,
    /// Id of the campaign that `agents` belong to; empty: none is chosen.
    pub chosen: String,
    /// Load state of `agents`.
    pub agents_state: ListState,
    /// The agents who work on the chosen campaign; those who can receive the attendance now come first.
    pub agents: Vec<DestinationAgentView>,
}

/// The agents, queues and campaigns to which an attendance can be transferred (TRF-041). A list that is loaded again keeps its
/// items until the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationsView {
    /// The state of the list `agents`.
    pub agents_state: ListState,
    /// The agents; those who can receive the attendance now come first.
    pub agents: Vec<DestinationAgentView>,
    /// Load state of `queues`.
    pub queues_state: ListState,
    /// The queues; the one of the attendance comes first.
    pub queues: Vec<DestinationQueueView>,
    /// The campaigns; `None` for a web chat, which has none.
    pub campaigns: Option<DestinationCampaignsView>,
    /// The transfer waits for the server's answer.
    pub pending: bool,
    /// The note for the receiver, as far as it was written.
    pub note: String,
}

/// The earlier transfers of an attendance (JOB-040), oldest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TransferListView {
    /// Load state of `items`.
    pub state: ListState,
    /// The transfers.
    pub items: Vec<JobTransferView>,
}

/// One transfer of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobTransferView {
    /// Number of the transfer in the attendance, from 1.
    pub number: u32,
    /// Blind or assisted; `None` for conversations, which are transferred at once.
    pub kind: Option<TransferKind>,
    /// Name of the agent who transferred.
    pub agent: String,
    /// Kind of the destination.
    pub destination_kind: DestinationKind,
    /// Name of the destination, else its number.
    pub destination: String,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When the transfer was requested, on the server's clock.
    pub asked_at: f64,
    /// When the transfer ended, on the server's clock; `None` while it is open.
    pub ended_at: Option<f64>,
    /// Text why the transfer failed; `None` if it was accepted or is open.
    pub failure: Option<Text>,
}
