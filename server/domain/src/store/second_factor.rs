//! Second factors of accounts.

use super::StoreResult;
use super::backend::{Backend, delete, get, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Row, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, Wall};

/// The authenticator app of an agent and the recovery codes beside it. Key: `agent_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactorRow {
    /// Owner.
    pub agent_id: AgentId,
    /// Secret that the app shares with the server, encrypted for this agent.
    pub sealed_secret: String,
    /// Whether a sign-in asks for a code; `false` while the agent sets the factor up.
    pub active: bool,
    /// Time step of the last accepted code: this and earlier codes are refused.
    pub last_step: Option<u64>,
    /// Keyed hashes of the unused recovery codes.
    pub recovery_hashes: Vec<String>,
    /// When the set-up began, or when the factor became active.
    pub since: Wall,
}

/// Look-ups of second factors.
pub trait SecondFactorStore: Backend {
    /// The agent's second factor.
    fn second_factor(&self, agent: &AgentId) -> StoreResult<Option<SecondFactorRow>> {
        get(self, [Value::text(agent)])
    }
    /// Inserts or replaces the factor by `agent_id`.
    fn put_second_factor(&mut self, row: &SecondFactorRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the agent's second factor; an agent without one changes nothing.
    fn delete_second_factor(&mut self, agent: &AgentId) -> StoreResult<()> {
        delete::<SecondFactorRow>(self, [Value::text(agent)])
    }
}

impl<B: Backend> SecondFactorStore for B {}

impl Row for SecondFactorRow {
    const TABLE: &'static Table =
        &Table { name: "second_factor", columns: &[Column::text("agent_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("one for each agent")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id)]
    }
}
