//! What the agent asks of the board.

use crate::wire::AgentId;
use serde::Deserialize;

/// Written by the ui as `{ area: "supervision", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SupervisionIntent {
    ReloadBoard,
    /// A supervisor marks an agent absent, or takes it back. Asks first, unless `confirmed`.
    SetAbsent {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        absent: bool,
        confirmed: bool,
    },
    /// A supervisor ends an agent's session. Asks first, unless `confirmed`.
    ForceDisconnect {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        confirmed: bool,
    },
}
