//! Intents of the supervision of calls.

use crate::flow::FromPage;
use crate::wire::{AgentId, SupervisionMode};

/// Written by the ui as `{ area: "callSupervision", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CallSupervisionIntent {
    /// Starts to supervise the call of an agent; another supervision ends.
    Supervise {
        /// The agent.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
    },
    /// Requests a mode of the supervision.
    ChooseMode {
        /// The mode.
        mode: SupervisionMode,
    },
    /// Mutes or unmutes the supervisor's own microphone.
    MuteSupervisor {
        /// True: muted, so that nobody hears the supervisor in any mode.
        muted: bool,
    },
    /// Takes the attendance over from the agent.
    TakeOver,
    /// Leaves the call, which continues, or closes the drawer about an ended supervision.
    LeaveSupervision,
}
