//! Reservations of agents by calls that are not yet their attendances, or are attendances of other agents. `put_call` and `insert_dial` update the
//! rows, so that no rule can forget them.

use super::backend::{Backend, delete, first, get, insert, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::{CallPhase, CallRow, DialRow, PartyFact, RoomFact, StoreResult};
use serde::{Deserialize, Serialize};
use wire::AgentId;

/// The reservation of an agent by a call: the agent's telephone rings, the agent is asked about the call or dials it, a campaign dials its number for
/// the agent, or the agent is in the room of another agent's call. Key: `agent_id`; look-up: `unique_id`. On PostgreSQL two transactions that choose
/// the same agent conflict on the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservationRow {
    /// The agent.
    pub agent_id: AgentId,
    /// Identifier of the call in the telephone system.
    pub unique_id: String,
}

impl ReservationRow {
    const BY_CALL: &'static Index = &Index::new("agent_reservation_by_call", &["unique_id"]);
}

impl Row for ReservationRow {
    const TABLE: &'static Table = &Table {
        name: "agent_reservation",
        columns: &[Column::text("agent_id"), Column::text("unique_id")],
        key: 1,
        indexes: &[ReservationRow::BY_CALL],
    };

    const RETENTION: &'static [Retention] = &[Retention::Work("deleted when the call is answered or ends")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id), Value::text(&self.unique_id)]
    }
}

/// Look-ups and changes of reservations; part of `Store`.
pub trait ReservationStore: Backend {
    /// The reservation of the agent.
    fn reservation_of(&self, agent: &AgentId) -> StoreResult<Option<ReservationRow>> {
        get(self, [Value::text(agent)])
    }
    /// The call of another agent's attendance in whose room this agent is; `None` while the telephone still rings for it.
    fn guest_call_of(&self, agent: &AgentId) -> StoreResult<Option<CallRow>> {
        let Some(reservation) = self.reservation_of(agent)? else { return Ok(None) };
        let call = Scan::of::<CallRow>().by(CallRow::BY_UNIQUE_ID).equal([Value::text(&reservation.unique_id)]);
        let is_guest = |room: &RoomFact| room.present().any(|party| party.guest() == Some(agent));
        Ok(first(self, call)?
            .filter(|call: &CallRow| call.phase == CallPhase::Talking && call.room.as_ref().is_some_and(is_guest)))
    }
    /// Reserves the dialling agent until `put_call` stores a phase after `Dialling`. `StoreError::Conflict` if another
    /// call has reserved the agent.
    fn reserve_agent(&mut self, agent: &AgentId, unique_id: &str) -> StoreResult<()> {
        insert(self, &ReservationRow { agent_id: agent.clone(), unique_id: unique_id.to_owned() })
    }
    /// Writes the reservation for a call or a dial of an older server, unless the agent has one.
    fn add_missing_reservation(&mut self, agent: &AgentId, unique_id: &str) -> StoreResult<()> {
        if self.reservation_of(agent)?.is_some() {
            return Ok(());
        }
        put(self, &ReservationRow { agent_id: agent.clone(), unique_id: unique_id.to_owned() })
    }
}

impl<B: Backend> ReservationStore for B {}

/// The reservations that follow from the row of a call. The row does not contain the agent who dials.
fn of_call(call: &CallRow) -> Vec<ReservationRow> {
    let ring = call.ring.iter().filter(|_| matches!(call.phase, CallPhase::Asking | CallPhase::Ringing));
    let room = call.room.iter().filter(|_| call.phase == CallPhase::Talking);
    let guests = room.flat_map(|room| room.parties.iter().filter_map(PartyFact::guest));
    let agents = ring.map(|ring| &ring.agent_id).chain(guests).cloned();
    agents.map(|agent_id| ReservationRow { agent_id, unique_id: call.unique_id.clone() }).collect()
}

/// Stores the call, and reserves or releases its agent.
pub(super) fn put_call(store: &mut (impl Backend + ?Sized), row: &CallRow) -> StoreResult<()> {
    let before: Option<CallRow> = get(store, [Value::text(&row.protocol)])?;
    put(store, row)?;
    let had = before.as_ref().map(of_call).unwrap_or_default();
    let has = of_call(row);
    for lost in had.iter().filter(|had| !has.contains(had)) {
        delete::<ReservationRow>(store, [Value::text(&lost.agent_id)])?;
    }
    if let Some(before) = before.filter(|before| is_dialling(before) && !is_dialling(row)) {
        release(store, &before.unique_id)?;
    }
    has.iter().filter(|has| !had.contains(has)).try_for_each(|has| insert(store, has))
}

fn is_dialling(call: &CallRow) -> bool {
    call.phase == CallPhase::Dialling
}

pub(super) fn release(store: &mut (impl Backend + ?Sized), unique_id: &str) -> StoreResult<()> {
    store.delete(&Scan::of::<ReservationRow>().by(ReservationRow::BY_CALL).equal([Value::text(unique_id)]))
}

/// Stores the dial and reserves its agent.
pub(super) fn insert_dial(store: &mut (impl Backend + ?Sized), row: &DialRow) -> StoreResult<()> {
    insert(store, row)?;
    insert(store, &ReservationRow { agent_id: row.agent_id.clone(), unique_id: row.unique_id.clone() })
}

/// Deletes the dial and releases its agent.
pub(super) fn delete_dial(store: &mut (impl Backend + ?Sized), unique_id: &str) -> StoreResult<()> {
    let call = Scan::of::<DialRow>().by(DialRow::BY_UNIQUE_ID).equal([Value::text(unique_id)]);
    let Some(row) = first::<DialRow>(store, call)? else { return Ok(()) };
    release(store, &row.unique_id)?;
    delete::<DialRow>(store, [Value::text(&row.org_unit_id), Value::text(&row.phone)])
}
