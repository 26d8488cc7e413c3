//! Absent mode (spec session §4): a supervisor sets it, the agent or a supervisor ends it. The router assigns no new
//! attendances meanwhile; channels, pauses and active attendances are unchanged.

use crate::auth::{AgentCall, SupervisorCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::json;
use crate::store::{AbsenceFact, AgentRow};
use serde::Serialize;
use wire::{AbsenceRecord, AgentAbsent, AgentRecord, events};

#[derive(Serialize)]
struct AbsenceReply {
    success: bool,
    #[serde(flatten)]
    absence: AbsenceRecord,
}

/// Absent mode of the agent, as in events and replies.
pub(crate) fn record_of(agent: &AgentRow) -> AbsenceRecord {
    AbsenceRecord {
        version: agent.absence_version,
        agent_id: agent.id.clone(),
        agent_absent_enabled: agent.record.agent_absent.agent_absent_enabled,
        since: agent.absence.as_ref().map(|fact| fact.since),
        supervisor_name: agent.absence.as_ref().map(|fact| fact.supervisor_name.clone()).unwrap_or_default(),
    }
}

/// `PUT /agents/{id}/set-absent-mode`: by a supervisor.
pub(crate) fn set(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let agent = call.agent(tx)?.into_row();
    let fact = AbsenceFact { since: tx.now(), supervisor_name: call.caller.agent_name.clone() };
    change_absence(tx, agent, Some(fact))
}

/// `PUT /agents/{id}/remove-absent-mode`: by the agent or by a supervisor.
pub(crate) fn remove(tx: &mut Transaction<'_, '_>, call: AgentCall) -> Answer {
    change_absence(tx, call.into_agent().into_row(), None)
}

/// A repetition is a success and publishes nothing.
fn change_absence(tx: &mut Transaction<'_, '_>, mut agent: AgentRow, wanted: Option<AbsenceFact>) -> Answer {
    if agent.absence.is_some() != wanted.is_some() {
        let agent_absent = AgentAbsent { agent_absent_enabled: wanted.is_some() };
        let absence_version = tx.store.next_version(&format!("agent-absence/{}", agent.id))?;
        let record = AgentRecord { agent_absent, ..agent.record };
        agent = AgentRow { record, absence: wanted, absence_version, ..agent };
        tx.store.put_agent(&agent)?;
        tx.publish_event(&agent.id, events::absence::Event::Changed(record_of(&agent)))?;
        tx.board_changed(&agent.id)?;
        if agent.absence.is_some() {
            tx.store.delete_candidates(&agent.id)?;
        } else {
            tx.store.restore_candidates(&agent.id)?;
        }
        tx.agent_is_free(&agent.id)?;
    }
    json(&AbsenceReply { success: true, absence: record_of(&agent) })
}

#[cfg(test)]
mod tests;
