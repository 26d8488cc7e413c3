//! Requests of a supervisor. The telephone system decides on their result.

use super::shown::{take_over_refusal, view};
use super::{MAX_SUPERVISORS, command, end_supervision, given_up_at, recorded};
use crate::audit::{self, Subject};
use crate::auth::{NamesAgent, SupervisorCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::due::Due;
use crate::http::{Failure, Listed, json};
use crate::security::{self, SecurityAction};
use crate::store::{
    CallPhase, CallRow, CallSupervisionRow, JobRow, JobState, StoreResult, SupervisionRulesRow, VoiceAccountRow,
};
use crate::voice::settings::{VoiceNode, WebRtcSettings, own_node, web_rtc_of};
use crate::voice::{RoomCommand, accounts, room};
use serde::Serialize;
use std::collections::BTreeMap;
use wire::limits::OBSERVATION_MAX_CHARS;
use wire::{
    AgentId, CallSupervision, CallSupervisionRequest, Channel, OrgUnitId, Success, SupervisionEnd, SupervisionMode,
    SupervisionModeRequest, SupervisionRules, SupervisionStatus, TakeOverRequest,
};

/// Creates the extension of a hidden telephone: it belongs to no agent or customer and is no number.
const EXTENSION: &str = "sup-";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    supervision: CallSupervision,
    web_rtc: WebRtcSettings,
    nodes: Vec<VoiceNode>,
}

impl NamesAgent for CallSupervisionRequest {
    fn agent(&self) -> Option<&AgentId> {
        Some(&self.agent_id)
    }
}

/// `POST /call-supervision`: a hidden telephone for the call of an agent of the own org unit.
pub(crate) fn begin(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let caller = call.caller;
    let CallSupervisionRequest { agent_id } = call.body(tx)?;
    if !tx.config.voice.is_embedded() {
        return Err(Failure::cause("notSupportedByNode"));
    }
    let found = call_of(tx, &agent_id)?.filter(|(job, _)| job.org_unit_id == caller.org_unit_id);
    let Some((job, of_agent)) = found else { return Err(Failure::cause("noCall")) };
    let there = tx.store.call_supervisions_in(&of_agent.unique_id)?;
    if there.iter().filter(|row| row.supervisor_id != caller.agent_id).count() >= MAX_SUPERVISORS {
        return Err(Failure::cause("full"));
    }
    if let Some(former) = tx.store.call_supervision_of(&caller.agent_id)? {
        end_supervision(tx, former, SupervisionEnd::SessionEnded)?;
    }
    let id = tx.context.random_hex(8);
    let mut account = VoiceAccountRow {
        exten: format!("{EXTENSION}{id}"),
        agent_id: AgentId::default(),
        secret_hash: String::new(),
        registered: false,
        version: 0,
        hidden: true,
        customer: None,
    };
    let secret = accounts::issue_secret(tx, &mut account);
    tx.store.insert_voice_account(&account)?;
    let rules = tx.store.supervision_rules(&caller.org_unit_id)?;
    let row = CallSupervisionRow {
        id,
        supervisor_id: (*caller.agent_id).clone(),
        supervisor_name: caller.agent_name.clone(),
        org_unit_id: caller.org_unit_id.clone(),
        protocol: job.protocol,
        unique_id: of_agent.unique_id,
        exten: account.exten,
        party: 0,
        status: SupervisionStatus::Connecting,
        mode: SupervisionMode::Listen,
        wanted: SupervisionMode::Listen,
        version: 1,
        asked_at: tx.now(),
        since: None,
        mode_since: None,
        answered_at: of_agent.answered_at,
        agent_is_told: rules.agent_is_told,
        hears_consultations: rules.hears_consultations,
    };
    tx.store.insert_call_supervision(&row)?;
    let until = given_up_at(tx, &row);
    tx.set_due(Due::CallSupervision, row.supervisor_id.as_str(), until)?;
    let detail = format!("supervises call {}", row.protocol);
    security::note_by(tx, SecurityAction::Supervised, &agent_id, (*caller.agent_id).clone(), detail);
    let supervision = view(tx, &row)?;
    let web_rtc = web_rtc_of(tx, row.exten, secret);
    json(&Reply { supervision, web_rtc, nodes: vec![own_node(tx)] })
}

/// The answered call of an attendance that the agent has, or in whose room the agent is.
fn call_of(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<(JobRow, CallRow)>> {
    for job in tx.store.jobs_of_agent_in(agent, JobState::Active)? {
        if job.channel == Channel::Voice
            && let Some(call) = tx.store.call(&job.protocol)?.filter(|call| call.phase == CallPhase::Talking)
        {
            return Ok(Some((job, call)));
        }
    }
    let Some(call) = tx.store.guest_call_of(agent)? else { return Ok(None) };
    Ok(tx.store.job(&call.protocol)?.map(|job| (job, call)))
}

/// `GET /call-supervision`: the caller's open supervision.
pub(crate) fn own(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let row = tx.store.call_supervision_of(&call.caller.agent_id)?;
    let data = row.map(|row| view(tx, &row)).transpose()?.into_iter().collect();
    json(&Listed { data })
}

/// The caller's open supervision with the id of the path.
fn named(tx: &Transaction<'_, '_>, call: &SupervisorCall<'_>) -> StoreResult<Option<CallSupervisionRow>> {
    let row = tx.store.call_supervision_of(&call.caller.agent_id)?;
    Ok(row.filter(|row| row.id == call.request().param("id")))
}

/// Like `named`, for a supervisor who is in the call.
fn active(tx: &Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Result<CallSupervisionRow, Failure> {
    let row = named(tx, call)?.ok_or_else(|| Failure::not_found("supervision"))?;
    if row.is_active() { Ok(row) } else { Err(Failure::cause("notActive")) }
}

/// `PUT /call-supervision/{id}`.
pub(crate) fn set_mode(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let SupervisionModeRequest { mode } = call.request().body()?;
    let row = active(tx, call)?;
    if row.wanted == mode {
        return json(&view(tx, &row)?);
    }
    let row = CallSupervisionRow { wanted: mode, ..row };
    tx.store.put_call_supervision(&row)?;
    command(tx, &row, RoomCommand::ChangeSupervision { party: row.party, mode })?;
    json(&view(tx, &row)?)
}

/// `POST /call-supervision/{id}/take-over`. A repeated request succeeds while the supervisor's telephone is called.
pub(crate) fn take_over(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let TakeOverRequest { observation } = call.request().body()?;
    let row = active(tx, call)?;
    let note = observation.trim();
    if note.chars().count() > OBSERVATION_MAX_CHARS {
        return Err(Failure::field("observation", "tooLong"));
    }
    let of_call = tx.store.call(&row.protocol)?.filter(|call| call.unique_id == row.unique_id);
    let (Some(job), Some(of_call)) = (tx.store.job(&row.protocol)?, of_call) else {
        return Err(Failure::cause("noCall"));
    };
    if room::is_transferred_to(&of_call, &row.supervisor_id) {
        return json(&Success { success: true });
    }
    if let Some(refusal) = take_over_refusal(tx, &row.supervisor_id, &job, &of_call)? {
        return Err(Failure::cause(refusal));
    }
    let exten = channels::row_of(tx, &row.supervisor_id, Channel::Voice)?.exten;
    let supervisor = (row.supervisor_id.clone(), row.supervisor_name.clone(), exten);
    room::transfer_to_supervisor(tx, job, of_call, supervisor, note)?;
    recorded::took_over(tx, &row, note)?;
    json(&Success { success: true })
}

/// `DELETE /call-supervision/{id}`: the supervisor leaves. If it is over already, the request succeeds.
pub(crate) fn end_by_supervisor(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    if let Some(row) = named(tx, call)? {
        end_supervision(tx, row, SupervisionEnd::BySupervisor)?;
    }
    json(&Success { success: true })
}

/// `GET /org-unit/{id}/call-supervision`.
pub(crate) fn rules(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let id = OrgUnitId::from(call.request().param("id"));
    call.caller.must_belong_to(&id)?;
    json(&tx.store.supervision_rules(&id)?)
}

/// `PUT /org-unit/{id}/call-supervision`: the rules for supervisions that begin later.
pub(crate) fn set_rules(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let caller = call.caller;
    let id = OrgUnitId::from(call.request().param("id"));
    caller.must_belong_to(&id)?;
    let rules: SupervisionRules = call.request().body()?;
    let before = tx.store.supervision_rules(&id)?;
    tx.store.put_supervision_rules(&SupervisionRulesRow::of(id.clone(), rules))?;
    let subject = |rules: SupervisionRules| Subject {
        kind: "orgUnit",
        id: id.to_string(),
        name: id.to_string(),
        fields: BTreeMap::from([
            ("agentIsTold".to_owned(), rules.agent_is_told.to_string()),
            ("hearsConsultations".to_owned(), rules.hears_consultations.to_string()),
        ]),
    };
    audit::record(tx, caller, "setCallSupervision", &subject(rules), Some(&subject(before)))?;
    json(&Success { success: true })
}
