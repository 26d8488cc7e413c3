//! Open supervisions of calls, and the rules of the org units for them. Past supervisions are in the audit.

use super::StoreResult;
use super::backend::{Backend, delete, first, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, OrgUnitId, Protocol, SupervisionMode, SupervisionRules, SupervisionStatus, Wall};

/// An open supervision. Key: `supervisor_id`, as a supervisor has one at most; look-ups: `unique_id`, `exten`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallSupervisionRow {
    /// Identifier of the supervision.
    pub id: String,
    /// The supervisor.
    pub supervisor_id: AgentId,
    /// Name of the supervisor.
    pub supervisor_name: String,
    /// Org unit of the supervisor.
    pub org_unit_id: OrgUnitId,
    /// The supervised attendance.
    pub protocol: Protocol,
    /// The supervised call.
    pub unique_id: String,
    /// Extension of the supervisor's hidden telephone.
    pub exten: String,
    /// Party number of the supervisor in the call; 0 before the telephone is registered.
    pub party: u64,
    /// State of the supervision; never `Ended`.
    pub status: SupervisionStatus,
    /// The parties who hear the supervisor, as last reported by the telephone system.
    pub mode: SupervisionMode,
    /// The parties who shall hear the supervisor, as last requested.
    pub wanted: SupervisionMode,
    /// Number of changes so far.
    pub version: u64,
    /// When the supervision was requested.
    pub asked_at: Wall,
    /// When the supervisor joined the call.
    pub since: Option<Wall>,
    /// When the present mode began.
    pub mode_since: Option<Wall>,
    /// Since when the customer and the first agent talk.
    pub answered_at: Option<Wall>,
    /// Whether the agent is notified, by the rules of the org unit at the begin.
    pub agent_is_told: bool,
    /// Whether consultations are heard, by the rules of the org unit at the begin.
    pub hears_consultations: bool,
}

impl CallSupervisionRow {
    const BY_CALL: &'static Index = &Index::new("call_supervision_by_call", &["unique_id"]);
    const BY_EXTENSION: &'static Index = &Index::unique("call_supervision_by_extension", &["exten"]);

    /// Whether the supervisor is in the call.
    pub fn is_active(&self) -> bool {
        self.status == SupervisionStatus::Active
    }
}

impl Row for CallSupervisionRow {
    const TABLE: &'static Table = &Table {
        name: "call_supervision",
        columns: &[Column::text("supervisor_id"), Column::text("unique_id"), Column::text("exten")],
        key: 1,
        indexes: &[CallSupervisionRow::BY_CALL, CallSupervisionRow::BY_EXTENSION],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::Work("deleted when the supervision ends, at the latest with the call")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("names supervisor and call, no customer");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.supervisor_id), Value::text(&self.unique_id), Value::text(&self.exten)]
    }
}

/// The rules of an org unit for the supervision of its calls. Key: `org_unit_id`; without a row the default holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupervisionRulesRow {
    /// The org unit.
    pub org_unit_id: OrgUnitId,
    /// Whether agents see who supervises their call, and how.
    pub agent_is_told: bool,
    /// Whether supervisors hear a consultation between agents.
    pub hears_consultations: bool,
}

impl SupervisionRulesRow {
    /// The rules of an org unit.
    pub fn of(org_unit_id: OrgUnitId, rules: SupervisionRules) -> Self {
        let SupervisionRules { agent_is_told, hears_consultations } = rules;
        Self { org_unit_id, agent_is_told, hears_consultations }
    }
}

impl Row for SupervisionRulesRow {
    const TABLE: &'static Table =
        &Table { name: "call_supervision_rules", columns: &[Column::text("org_unit_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.org_unit_id)]
    }
}

/// Look-ups and changes of supervisions; part of `Store`.
pub trait CallSupervisionStore: Backend {
    /// The open supervision of this supervisor.
    fn call_supervision_of(&self, supervisor: &AgentId) -> StoreResult<Option<CallSupervisionRow>> {
        get(self, [Value::text(supervisor)])
    }
    /// The supervision with this hidden telephone.
    fn call_supervision_at(&self, exten: &str) -> StoreResult<Option<CallSupervisionRow>> {
        first(self, Scan::of::<CallSupervisionRow>().by(CallSupervisionRow::BY_EXTENSION).equal([Value::text(exten)]))
    }
    /// The supervisions of a call, by supervisor.
    fn call_supervisions_in(&self, unique_id: &str) -> StoreResult<Vec<CallSupervisionRow>> {
        let of_call = Scan::of::<CallSupervisionRow>().by(CallSupervisionRow::BY_CALL).equal([Value::text(unique_id)]);
        list(self, &of_call)
    }
    /// Every open supervision.
    fn call_supervisions(&self) -> StoreResult<Vec<CallSupervisionRow>> {
        list(self, &Scan::of::<CallSupervisionRow>())
    }
    /// Stores a new supervision. `StoreError::Conflict` if the supervisor has one already.
    fn insert_call_supervision(&mut self, row: &CallSupervisionRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Replaces the supervision by `supervisor_id`.
    fn put_call_supervision(&mut self, row: &CallSupervisionRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the supervision if it exists.
    fn delete_call_supervision(&mut self, supervisor: &AgentId) -> StoreResult<()> {
        delete::<CallSupervisionRow>(self, [Value::text(supervisor)])
    }
    /// The rules of an org unit: by default agents are notified, and consultations are not heard.
    fn supervision_rules(&self, org_unit: &OrgUnitId) -> StoreResult<SupervisionRules> {
        let row: Option<SupervisionRulesRow> = get(self, [Value::text(org_unit)])?;
        Ok(row.map_or(SupervisionRules { agent_is_told: true, hears_consultations: false }, |row| SupervisionRules {
            agent_is_told: row.agent_is_told,
            hears_consultations: row.hears_consultations,
        }))
    }
    /// Inserts or replaces the rules by `org_unit_id`.
    fn put_supervision_rules(&mut self, row: &SupervisionRulesRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend + ?Sized> CallSupervisionStore for B {}
