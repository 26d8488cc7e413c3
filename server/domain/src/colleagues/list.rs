//! The list of colleagues and their presence, and whether the org unit lets its agents call each other.

use crate::auth::{Caller, OwnCall, SupervisorCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::http::{Failure, json};
use crate::store::{AgentRow, StoreResult};
use crate::voice;
use std::collections::BTreeSet;
use wire::limits::EXTENSION_MAX_CHARS;
use wire::{
    AgentCallsRequest, AgentId, AgentRole, Channel, Colleague, ColleagueChannel, ColleagueList, ColleagueStatus,
    ColleagueStatusReply, ColleagueStatusRequest, OrgUnitId, PerChannel, Success,
};

/// Maximum of extensions in one request for statuses.
const MAX_EXTENSIONS: usize = 200;

/// `GET /internal-call/list?username=`: the other agents of the caller's org unit, by name.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    must_be_login(tx, caller, call.query("username").unwrap_or_default())?;
    let mut data = Vec::new();
    for agent in tx.store.agents_of_unit(&caller.org_unit_id, AgentRole::Agent)? {
        if agent.id != caller.agent_id {
            data.push(colleague(tx, agent)?);
        }
    }
    data.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    let extension = channels::row_of(tx, &caller.agent_id, Channel::Voice)?.exten;
    let agent_call_org_unit_blocked = is_blocked(tx, &caller.org_unit_id)?;
    json(&ColleagueList { agent_call_org_unit_blocked, extension, data: data.into() })
}

/// `POST /internal-call/status`: presence of the colleagues with these extensions. Unknown extensions are left out.
pub(crate) fn status(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let ColleagueStatusRequest { exten_list, username } = call.body()?;
    must_be_login(tx, caller, &username)?;
    if exten_list.len() > MAX_EXTENSIONS {
        return Err(Failure::too_long("extenList", MAX_EXTENSIONS));
    }
    if exten_list.iter().any(|exten| exten.len() > EXTENSION_MAX_CHARS) {
        return Err(Failure::field("extenList", "invalid"));
    }
    let mut data = Vec::new();
    for exten in exten_list.into_iter().collect::<BTreeSet<_>>() {
        let Some(agent) = of_extension(tx, caller, &exten)? else { continue };
        let status = presence(tx, &agent)?;
        // A colleague who connected with another telephone meanwhile is found by that extension.
        if status.extension == exten {
            data.push(status);
        }
    }
    json(&ColleagueStatusReply { agent_call_org_unit_blocked: is_blocked(tx, &caller.org_unit_id)?, data: data.into() })
}

/// Whether agents of the org unit may not call each other (INT-013).
pub(super) fn is_blocked(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId) -> StoreResult<bool> {
    Ok(tx.store.org_unit(org_unit)?.is_some_and(|unit| unit.agent_call_org_unit_blocked))
}

/// `PUT /org-unit/{id}/agent-calls`: a supervisor allows or blocks calls between the agents of the own org unit. Calls that go on are not ended.
pub(crate) fn set_blocked(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let id = OrgUnitId::from(call.request().param("id"));
    call.caller.must_belong_to(&id)?;
    let AgentCallsRequest { blocked } = call.request().body()?;
    let mut unit = tx.store.org_unit(&id)?.ok_or_else(|| Failure::not_found("org unit"))?;
    unit.agent_call_org_unit_blocked = blocked;
    tx.store.put_org_unit(&unit)?;
    json(&Success { success: true })
}

/// The other agent of the caller's org unit with this extension: the agent who is connected with it, else the agent
/// whose account it is.
pub(super) fn of_extension(tx: &Transaction<'_, '_>, caller: &Caller, exten: &str) -> StoreResult<Option<AgentRow>> {
    let agent = match tx.store.channel_of_extension(exten)?.filter(|_| !exten.is_empty()) {
        Some(row) => Some(row.agent_id),
        None => tx.store.voice_account(exten)?.map(|account| account.agent_id).filter(|agent| !agent.is_empty()),
    };
    let Some(agent) = agent.filter(|agent| *agent != caller.agent_id) else { return Ok(None) };
    let is_colleague =
        |row: &AgentRow| row.record.org_unit_id == caller.org_unit_id && row.record.role == AgentRole::Agent;
    Ok(tx.store.agent(&agent)?.filter(is_colleague))
}

/// Names of the agent's attendance groups, each once.
pub(super) fn groups_of(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Vec<String>> {
    let names: BTreeSet<String> = tx
        .store
        .groups_of_agent(agent)?
        .into_iter()
        .map(|row| row.group.name)
        .filter(|name| !name.is_empty())
        .collect();
    Ok(names.into_iter().collect())
}

fn colleague(tx: &Transaction<'_, '_>, agent: AgentRow) -> StoreResult<Colleague> {
    let status = presence(tx, &agent)?;
    let groups = groups_of(tx, &agent.id)?;
    Ok(Colleague { id: agent.id, name: agent.record.agent_name, avatar: agent.record.avatar, groups, status })
}

fn presence(tx: &Transaction<'_, '_>, agent: &AgentRow) -> StoreResult<ColleagueStatus> {
    let mut shown = PerChannel::default();
    let mut open_attendances = 0_u32;
    for channel in &agent.record.channels {
        let row = channels::row_of(tx, &agent.id, *channel)?;
        open_attendances = open_attendances.saturating_add(row.open_jobs);
        let state = channels::state(&row);
        *shown.of_mut(*channel) = Some(ColleagueChannel {
            status: state.status,
            since: state.since,
            pause: state.pause.or(state.scheduled_pause),
            active_attendances: row.open_jobs,
        });
    }
    let voice = channels::row_of(tx, &agent.id, Channel::Voice)?;
    let in_call = voice.open_jobs > 0 || voice::is_reserved(tx, &agent.id)?;
    let extension = if voice.exten.is_empty() {
        tx.store.voice_account_of(&agent.id)?.map(|account| account.exten).unwrap_or_default()
    } else {
        voice.exten
    };
    Ok(ColleagueStatus { extension, channels: shown, open_attendances, in_call })
}

/// The parameter `username` names the caller.
fn must_be_login(tx: &Transaction<'_, '_>, caller: &Caller, username: &str) -> Result<(), Failure> {
    if username.is_empty() {
        return Err(Failure::field("username", "required"));
    }
    let agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    if agent.record.login_identifier == username { Ok(()) } else { Err(Failure::forbidden()) }
}
