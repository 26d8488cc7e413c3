//! The supervisor's live board: sign-in, absence and channels of the org unit's agents. Read once, then updated per
//! agent over the supervisor's own queue, only for supervisors with an open session. A change marks its agent; due work publishes the rows of
//! marked agents a few times a second.

use crate::auth::{self, SupervisorCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::due::Due;
use crate::events::queue_tail;
use crate::http::json;
use crate::store::{AgentRow, StoreResult};
use crate::waits;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use wire::{
    AgentBoardEvent, AgentId, AgentRole, Board, BoardChannel, BoardChannels, BoardRow, OrgUnitId, Success, events,
};

/// `GET /supervisor/{id}/board`.
pub(crate) fn read(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let caller = call.caller;
    caller.must_be(&AgentId::from(call.request().param("id")))?;
    let mut data = Vec::new();
    for agent in tx.store.agents_of_unit(&caller.org_unit_id, AgentRole::Agent)? {
        data.push(row_of(tx, agent)?);
    }
    let tail = queue_tail(tx, &caller.agent_id)?;
    json(&Board { as_of_seq: tail.seq, epoch: tail.epoch, data: data.into() })
}

/// `POST /agents/{id}/force-disconnect`: a supervisor ends an agent's session; without an open session nothing happens.
pub(crate) fn force_disconnect(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let agent = call.agent(tx)?;
    if let Some(session) = tx.store.session(&agent.id)?.filter(|session| session.ended_at.is_none()) {
        auth::force_end_session(tx, &session, "supervisor")?;
    }
    json(&Success { success: true })
}

/// Maximum of agents whose rows are published in one transaction.
const PORTION: usize = 50;

/// Publishes the row of the agent, and the rows of other agents that are due.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, agent: &str) -> StoreResult<()> {
    let mut readers = Readers::new();
    if let Some(shown) = row_of_id(tx, &AgentId::from(agent))? {
        publish(tx, &mut readers, shown)?;
    }
    for other in tx.store.due_until(Due::Board.as_str(), tx.now(), PORTION)? {
        // A row that cannot be read is left to its own due work, which postpones it.
        let Ok(shown) = row_of_id(tx, &AgentId::from(&*other.subject)) else { continue };
        if tx.store.take_due(&other.kind, &other.subject, tx.now())?
            && let Some(shown) = shown
        {
            publish(tx, &mut readers, shown)?;
        }
    }
    Ok(())
}

/// Supervisors with an open session, by org unit.
type Readers = BTreeMap<OrgUnitId, Vec<AgentId>>;

fn publish(
    tx: &mut Transaction<'_, '_>,
    readers: &mut Readers,
    (org_unit, row): (OrgUnitId, BoardRow),
) -> StoreResult<()> {
    let readers = match readers.entry(org_unit) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(unknown) => {
            let found = readers_of(tx, unknown.key())?;
            unknown.insert(found)
        }
    };
    if readers.is_empty() {
        return Ok(());
    }
    let version = tx.store.next_version(&format!("agent-board/{}", row.agent_id))?;
    let event = AgentBoardEvent { version, agent: row };
    for reader in readers {
        tx.publish_event(reader, events::supervision::Event::Board(Box::new(event.clone())))?;
    }
    Ok(())
}

fn readers_of(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId) -> StoreResult<Vec<AgentId>> {
    let mut readers = Vec::new();
    for supervisor in tx.store.agents_of_unit(org_unit, AgentRole::Supervisor)? {
        if tx.store.session(&supervisor.id)?.is_some_and(|session| session.ended_at.is_none()) {
            readers.push(supervisor.id);
        }
    }
    Ok(readers)
}

/// Org unit and row of an agent; `None` for supervisors and unknown accounts.
fn row_of_id(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<(OrgUnitId, BoardRow)>> {
    let agent = tx.store.agent(agent)?.filter(|agent| agent.record.role == AgentRole::Agent);
    let Some(agent) = agent else { return Ok(None) };
    Ok(Some((agent.record.org_unit_id.clone(), row_of(tx, agent)?)))
}

fn row_of(tx: &Transaction<'_, '_>, agent: AgentRow) -> StoreResult<BoardRow> {
    let session = tx.store.session(&agent.id)?;
    let logged = session.as_ref().is_some_and(|session| session.ended_at.is_none());
    let mut board = BoardChannels::default();
    for channel in agent.record.channels {
        let row = channels::row_of(tx, &agent.id, channel)?;
        let state = channels::state(&row);
        *board.of_mut(channel) = Some(BoardChannel {
            connected: state.connected,
            status: state.status,
            since: state.since,
            pause: state.pause,
            scheduled_pause: state.scheduled_pause,
            active_attendances: row.open_jobs,
            on_hold: state.on_hold,
            pause_exceeded: row.pause.is_some_and(|pause| pause.exceeded),
        });
    }
    let longest_wait = waits::longest_wait(tx, &agent.id)?;
    Ok(BoardRow {
        longest_wait,
        agent_id: agent.id,
        agent_name: agent.record.agent_name,
        login_identifier: agent.record.login_identifier,
        avatar: agent.record.avatar,
        logged,
        linked: logged && session.as_ref().is_some_and(|session| session.linked),
        since: session.map(|session| session.ended_at.unwrap_or(session.started_at)),
        agent_absent_enabled: agent.record.agent_absent.agent_absent_enabled,
        absent_since: agent.absence.map(|fact| fact.since),
        channels: board,
    })
}

#[cfg(test)]
mod tests;
