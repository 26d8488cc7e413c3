//! Internal calls: from agent to agent, without an attendance. Like `put_call`, the changes here also reserve and release the agents.

use super::StoreResult;
use super::backend::{Backend, delete, first, get, insert, list, put};
use super::erasure::Erasure;
use super::reservations::{ReservationRow, release};
use super::retention::Retention;
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, Wall};

/// An open internal call. Key: `unique_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InternalCallRow {
    /// Identifier of the call in the telephone system.
    pub unique_id: String,
    /// The calling agent.
    pub caller_id: AgentId,
    /// The called agent.
    pub callee_id: AgentId,
    /// Extension of the calling agent.
    pub from: String,
    /// Extension of the called agent.
    pub to: String,
    /// When the call began.
    pub since: Wall,
    /// When the call was answered; `None`: it rings.
    pub answered_at: Option<Wall>,
}

impl InternalCallRow {
    /// Whether the call must still be dialled: nobody has answered it.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.answered_at.is_none()
    }

    const BY_CALLER: &'static Index = &Index::unique("internal_call_by_caller", &["caller_id"]);
    const BY_CALLEE: &'static Index = &Index::unique("internal_call_by_callee", &["callee_id"]);

    /// The reservation of the caller. A call has two agents, and reservations are found by the call's identifier, so the
    /// caller's needs an identifier of its own.
    fn callers_reservation(&self) -> String {
        format!("{}-caller", self.unique_id)
    }
}

impl Row for InternalCallRow {
    const TABLE: &'static Table = &Table {
        name: "internal_call",
        columns: &[Column::text("unique_id"), Column::text("caller_id"), Column::text("callee_id")],
        key: 1,
        indexes: &[InternalCallRow::BY_CALLER, InternalCallRow::BY_CALLEE],
    };

    const RETENTION: &'static [Retention] = &[Retention::Work("deleted when the call ends")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.unique_id), Value::text(&self.caller_id), Value::text(&self.callee_id)]
    }
}

/// Look-ups and changes of internal calls; part of `Store`.
pub trait InternalCallStore: Backend {
    /// The call with this identifier.
    fn internal_call(&self, unique_id: &str) -> StoreResult<Option<InternalCallRow>> {
        get(self, [Value::text(unique_id)])
    }
    /// The call that the agent makes or gets.
    fn internal_call_of(&self, agent: &AgentId) -> StoreResult<Option<InternalCallRow>> {
        let by = |index| Scan::of::<InternalCallRow>().by(index).equal([Value::text(agent)]);
        match first(self, by(InternalCallRow::BY_CALLER))? {
            Some(row) => Ok(Some(row)),
            None => first(self, by(InternalCallRow::BY_CALLEE)),
        }
    }
    /// Every call.
    fn internal_calls(&self) -> StoreResult<Vec<InternalCallRow>> {
        list(self, &Scan::of::<InternalCallRow>())
    }
    /// Stores a new call and reserves both agents. `StoreError::Conflict` if another call has reserved one of them.
    fn insert_internal_call(&mut self, row: &InternalCallRow) -> StoreResult<()> {
        insert(self, row)?;
        let (agent_id, unique_id) = (row.callee_id.clone(), row.unique_id.clone());
        insert(self, &ReservationRow { agent_id, unique_id })?;
        insert(self, &ReservationRow { agent_id: row.caller_id.clone(), unique_id: row.callers_reservation() })
    }
    /// Replaces the call by `unique_id`.
    fn put_internal_call(&mut self, row: &InternalCallRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the call and releases both agents.
    fn delete_internal_call(&mut self, row: &InternalCallRow) -> StoreResult<()> {
        release(self, &row.unique_id)?;
        release(self, &row.callers_reservation())?;
        delete::<InternalCallRow>(self, [Value::text(&row.unique_id)])
    }
}

impl<B: Backend + ?Sized> InternalCallStore for B {}
