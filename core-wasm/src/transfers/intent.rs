//! Intents of the transfers.

use crate::flow::FromPage;
use crate::wire::{AgentId, Protocol, QueueId};

/// An action of the agent; the page writes `{ area: "transfers", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TransfersIntent {
    /// Loads the agents, queues and campaigns that an attendance can be transferred to; the customer has to be registered
    /// (TRF-003).
    LoadDestinations {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The dialog of the attendance opens: loads its lists now and every few seconds until `LeaveDestinations` (BEY-059).
    WatchDestinations {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The dialog of the attendance closes: its lists are not loaded again automatically.
    LeaveDestinations {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The agent writes the note for the receiver; it is kept while the dialog is closed.
    NoteTransfer {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The note so far.
        note: String,
    },
    /// The agent chooses a campaign of WhatsApp in the dialog: its agents are loaded (API-120).
    ChooseCampaign {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The campaign; empty: none.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        campaign_id: QueueId,
    },
    /// Loads the earlier transfers of an attendance of any channel (JOB-040).
    LoadTransfers {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Transfers an attendance to an agent, a queue or a campaign (TRF-031, TRF-041); the customer has to be registered
    /// (TRF-003).
    Transfer {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The agent who receives the attendance; empty: any agent of the queue or campaign.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        to_agent_id: AgentId,
        /// The queue that receives the attendance; empty: it stays in its queue.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        queue_id: QueueId,
        /// The campaign of WhatsApp that receives the attendance, in the place of a queue; empty: none.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        campaign_id: QueueId,
        /// A note for the receiver.
        #[serde(default)]
        observation: String,
    },
}
