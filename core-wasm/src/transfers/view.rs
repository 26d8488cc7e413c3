//! What the page shows of a transfer.

use crate::channels::ChannelStatusView;
use crate::flow::{ListState, Text};
use crate::wire::{DestinationKind, TransferKind};
use serde::Serialize;

/// An agent of the attendance's queue.
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
    /// The agent can get the attendance now.
    pub available: bool,
    /// How many attendances the agent has in this channel; `None` if the server does not say it.
    pub load: Option<LoadView>,
}

/// How many attendances an agent has in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LoadView {
    /// Open attendances.
    pub open: u32,
    /// As many at most are assigned by themselves.
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
    /// How many other agents can get the attendance now; `None` if the server does not say it.
    pub agents_available: Option<u32>,
    /// How many customers wait in the queue; `None` if the server does not say it.
    pub waiting: Option<u32>,
}

/// Whom an attendance can be transferred to (TRF-041). A list that is loaded again keeps its items until the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationsView {
    /// How much of `agents` was loaded.
    pub agents_state: ListState,
    /// Agents who can get the attendance now before the others.
    pub agents: Vec<DestinationAgentView>,
    /// How much of `queues` was loaded.
    pub queues_state: ListState,
    /// The attendance's own queue before the others.
    pub queues: Vec<DestinationQueueView>,
    /// The transfer waits for the server's answer.
    pub pending: bool,
    /// The note for the receiver, as far as it was written.
    pub note: String,
}

/// The transfers that an attendance has had (JOB-040), oldest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TransferListView {
    /// How much of `items` was loaded.
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
    /// Blind or assisted; `None` for conversations, which are handed over at once.
    pub kind: Option<TransferKind>,
    /// Name of the agent who transferred.
    pub agent: String,
    /// What it led to.
    pub destination_kind: DestinationKind,
    /// Name of the destination, else its number.
    pub destination: String,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// When it was asked for, on the server's clock.
    pub asked_at: f64,
    /// When it was over, on the server's clock; `None` while open.
    pub ended_at: Option<f64>,
    /// Why it came back, in words; `None` if it was accepted or is open.
    pub failure: Option<Text>,
}
