//! What an agent may read about other people of the org unit (spec session §7): who is available, details of
//! supervisors and users. Nothing about other org units or credentials.

use crate::auth::{Caller, NamesAgent, SupervisorCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::channels;
use crate::http::{Failure, Listed, json};
use crate::store::AgentRow;
use serde::{Deserialize, Serialize};
use wire::{AgentId, AgentRole, ChannelStatus, OpenUrlEvent, OrgUnitId, Success, events};

#[derive(Serialize)]
struct Person {
    id: AgentId,
    name: String,
    email: String,
    avatar: String,
    role: AgentRole,
    org_unit_id: OrgUnitId,
}

impl From<AgentRow> for Person {
    fn from(row: AgentRow) -> Self {
        Self {
            id: row.id,
            name: row.record.agent_name,
            email: row.record.email,
            avatar: row.record.avatar,
            role: row.record.role,
            org_unit_id: row.record.org_unit_id,
        }
    }
}

#[derive(Serialize)]
struct AvailableAgent {
    #[serde(flatten)]
    person: Person,
    channels: Statuses,
}

#[derive(Serialize)]
struct Statuses {
    voice: ChannelStatus,
    whatsapp: ChannelStatus,
    chat: ChannelStatus,
}

/// `GET /agents/available`: agents who are signed in, have a live broker link and are not absent, without the caller.
pub(crate) fn available(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    let mut data = Vec::new();
    for session in tx.store.linked_sessions_of(&caller.org_unit_id)? {
        if session.agent_id == caller.agent_id || session.ended_at.is_some() {
            continue;
        }
        let is_listed = |agent: &AgentRow| {
            let of_unit = agent.record.org_unit_id == caller.org_unit_id && agent.record.role == AgentRole::Agent;
            of_unit && !agent.record.agent_absent.agent_absent_enabled
        };
        let Some(agent) = tx.store.agent(&session.agent_id)?.filter(is_listed) else { continue };
        let status = channels::status_of(tx, &agent.id)?;
        let channels = Statuses {
            voice: status.voice.status.status,
            whatsapp: status.whatsapp.status.status,
            chat: status.chat.status.status,
        };
        data.push(AvailableAgent { person: agent.into(), channels });
    }
    json(&Listed { data })
}

/// `GET /users/{id}/details`.
pub(crate) fn user_details(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    json(&Person::from(of_unit(tx, call, caller)?))
}

/// `GET /supervisor/{id}`.
pub(crate) fn supervisor(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let row = of_unit(tx, call, caller)?;
    if row.record.role != AgentRole::Supervisor {
        return Err(Failure::not_found("supervisor"));
    }
    json(&Person::from(row))
}

/// A user of the caller's org unit; other users and unknown ids get the same refusal.
fn of_unit(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller) -> Result<AgentRow, Failure> {
    let row = tx.store.agent(&AgentId::from(call.param("id")))?;
    row.filter(|row| row.record.org_unit_id == caller.org_unit_id).ok_or_else(Failure::forbidden)
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenUrlRequest {
    pub url: String,
}

impl NamesAgent for OpenUrlRequest {
    fn agent(&self) -> Option<&AgentId> {
        None
    }
}

const LONGEST_URL: usize = 2_048;

/// `POST /agents/{id}/open-url`: a supervisor sends an agent a URL; the agent's page decides how to open it.
pub(crate) fn open_url(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let agent = call.agent(tx)?;
    let OpenUrlRequest { url } = call.body(tx)?;
    let url = url.trim();
    match url.len() {
        0 => return Err(Failure::field("url", "required")),
        length if length > LONGEST_URL => return Err(Failure::field("url", "tooLong")),
        _ if url.chars().any(|letter| letter.is_control() || letter.is_whitespace()) => {
            return Err(Failure::field("url", "invalid"));
        }
        _ => {}
    }
    tx.publish_event(&agent.id, events::shell::Event::OpenUrl(OpenUrlEvent { url: url.to_owned() }))?;
    json(&Success { success: true })
}

#[cfg(test)]
mod tests;
