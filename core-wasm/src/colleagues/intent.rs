//! Intents of colleagues.

use super::ColleagueFilter;
use crate::flow::FromPage;
use crate::wire::AgentId;

/// Written by the ui as `{ area: "colleagues", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ColleaguesIntent {
    /// Loads the list again.
    ReloadColleagues,
    /// Changes which colleagues the list shows.
    FilterColleagues {
        /// All values of the filter.
        filter: ColleagueFilter,
    },
    /// The page shows these rows: presence is requested only for them (INT-015).
    ShownColleagues {
        /// Ids of the agents.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
        agent_ids: Vec<AgentId>,
    },
    /// Calls a colleague (INT-001).
    CallColleague {
        /// The colleague to call.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
    },
    /// Accepts the call of a colleague.
    AcceptColleague,
    /// Declines the call of a colleague.
    DeclineColleague,
    /// Hangs up the internal call, or cancels it before it is answered.
    HangUpColleague,
}
