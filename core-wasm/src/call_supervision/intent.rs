//! Intents of the supervision of calls.

use crate::flow::FromPage;
use crate::wire::{AgentId, SupervisionMode};

/// Written by the ui as `{ area: "callSupervision", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CallSupervisionIntent {
    /// Hears the call of an agent; another supervision ends.
    Supervise {
        /// The agent.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
    },
    /// Asks for a mode.
    ChooseMode {
        /// The mode.
        mode: SupervisionMode,
    },
    /// Closes or opens the own microphone.
    MuteSupervisor {
        /// True: nobody hears the supervisor, whatever the mode.
        muted: bool,
    },
    /// Takes the attendance over from the agent.
    TakeOver,
    /// Leaves the call, which goes on, or closes what is shown of one that is over.
    LeaveSupervision,
}
