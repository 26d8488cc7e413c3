//! Intents of the supervisor's board.

use super::BoardFilter;
use crate::flow::FromPage;
use crate::wire::AgentId;

/// Written by the ui as `{ area: "supervision", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SupervisionIntent {
    /// Loads the board again, and the effects that were given up.
    ReloadBoard,
    /// Changes which agents the board shows, and their order.
    FilterBoard {
        /// The whole filter.
        filter: BoardFilter,
    },
    /// Marks an agent absent or removes the mark. A dialog asks first.
    SetAbsent {
        /// The agent to mark.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        /// True sets the mark, false removes it.
        absent: bool,
        /// The supervisor confirmed the dialog.
        confirmed: bool,
    },
    /// Ends an agent's session. A dialog asks first.
    ForceDisconnect {
        /// The agent to disconnect.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        /// The supervisor confirmed the dialog.
        confirmed: bool,
    },
    /// Opens the dialog of the rules of calls, or reads them again.
    OpenCallRules,
    /// Saves the rules of calls of the org unit.
    SaveCallRules {
        /// Agents see who supervises their call.
        agent_is_told: bool,
        /// Supervisors hear consultations between agents.
        hears_consultations: bool,
        /// Agents may not call each other.
        agent_calls_blocked: bool,
    },
}
