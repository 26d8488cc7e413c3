//! Calls of agents: the checks, the attendance, and redialling (spec session §8 "Voice call", VOI-063 to VOI-078). The
//! agent's telephone is called first; then, audible for the agent, the customer's telephone. With external nodes
//! nothing calls the agent's telephone: the page calls the number (`page_calls`).

use super::ring::call_of;
use super::{
    CallCommand, Source, campaigns, command, digits_of, new_job, new_unique_id, page_calls, preferential, publish,
    publish_job, recording, ring, same_number,
};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::http::{Failure, json};
use crate::jobs;
use crate::refusal::Refusal;
use crate::store::{CallPhase, CallRow, CampaignFact, CampaignRow, GroupRow, JobRow, JobState, StoreResult};
use crate::suppression;
use serde_json::Value;
use wire::{
    ActiveSessionsReply, ActiveVoiceJobReply, ActiveVoiceJobRequest, CallType, Channel, ContactId,
    ManualCallStatusEvent, Protocol, RedialReply, VoiceCallRequest, events,
};

/// `POST /job/voice/active-job`.
pub(crate) fn active_job(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ActiveVoiceJobRequest = call.body()?;
    let (campaign, phone) = requested_call(tx, caller, &request)?;
    if let Some(refusal) = refusal(tx, caller, &phone)? {
        return Err(refusal.into());
    }
    let source = source_of(tx, caller, campaign.as_ref())?;
    let mut job = new_job(tx, &phone, source)?;
    job.state = JobState::Active;
    job.agent_id = caller.agent_id.clone();
    job.assigned(tx.now());
    job.contact_id = Some(request.contact_id).filter(|id| !id.is_empty());
    jobs::find_contact(tx, &mut job)?;
    let job = jobs::save(tx, job)?;
    let row = CallRow {
        protocol: job.protocol.clone(),
        unique_id: String::new(),
        call_type: CallType::Manual,
        phone,
        telephone: None,
        outgoing: true,
        campaign: campaign.map(|row| CampaignFact { id: row.id, name: row.name }),
        schedule: request.schedule,
        phase: CallPhase::Dialling,
        answered_at: None,
        ring: None,
        missed: Vec::new(),
        room: None,
        last_party: 0,
        transfers: Vec::new(),
    };
    let (phone, unique_id) = begin(tx, &job, row)?;
    json(&ActiveVoiceJobReply { success: true, protocol: job.protocol, phone, unique_id })
}

/// `POST /job/voice/check-active-job`: what `active_job` would refuse the same request for.
pub(crate) fn check_active_job(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let (_, phone) = requested_call(tx, caller, &call.body()?)?;
    let (cause, details) = refusal(tx, caller, &phone)?.map(Refusal::into_parts).unwrap_or_default();
    let agent_name = details.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    json(&ActiveSessionsReply {
        active: cause == "alreadyInAttendance",
        protocol: Protocol::default(),
        agent_name,
        cause,
        details,
    })
}

/// The campaign and the number that the request names.
fn requested_call(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    request: &ActiveVoiceJobRequest,
) -> Result<(Option<CampaignRow>, String), Failure> {
    if request.channel != Channel::Voice {
        return Err(Failure::field("channel", "invalid"));
    }
    let campaign = match &request.campaign_id {
        id if id.is_empty() => None,
        id => Some(campaigns::of_caller(tx, caller, id)?),
    };
    Ok((campaign, number_of(tx, caller, request)?))
}

/// Stores the call under a new identifier and lets the telephone system dial. Returns the number, if the page makes the call,
/// and the identifier.
fn begin(tx: &mut Transaction<'_, '_>, job: &JobRow, call: CallRow) -> StoreResult<(String, String)> {
    let unique_id = new_unique_id(tx);
    let call = CallRow { unique_id, phase: CallPhase::Dialling, answered_at: None, outgoing: true, ..call };
    ring::put(tx, &call)?;
    tx.store.reserve_agent(&job.agent_id, &call.unique_id)?;
    publish_job(tx, job)?;
    channels::recount(tx, &job.agent_id, Channel::Voice, false)?;
    if page_calls::page_dials(tx, &job.agent_id)? {
        return Ok((call.phone, call.unique_id));
    }
    let exten = channels::row_of(tx, &job.agent_id, Channel::Voice)?.exten;
    command(tx, &CallCommand::Dial { call: call.unique_id.clone(), exten, number: call.phone })?;
    Ok((String::new(), call.unique_id))
}

/// The dialled number, or the contact's own.
fn number_of(tx: &Transaction<'_, '_>, caller: &Caller, request: &ActiveVoiceJobRequest) -> Result<String, Failure> {
    let contact = contact_of(tx, caller, &request.contact_id)?;
    let number = if request.phone.trim().is_empty() { contact } else { Some(request.phone.clone()) };
    let number = number.filter(|number| !number.is_empty()).ok_or_else(|| Failure::field("phone", "required"))?;
    digits_of(&number).ok_or_else(|| Failure::field("phone", "invalid"))
}

/// The contact's telephone number.
fn contact_of(tx: &Transaction<'_, '_>, caller: &Caller, id: &ContactId) -> Result<Option<String>, Failure> {
    if id.is_empty() {
        return Ok(None);
    }
    let row = tx.store.contact(id)?.ok_or_else(|| Failure::field("contactId", "unknown"))?;
    if !row.org_unit_id.is_empty() && row.org_unit_id != caller.org_unit_id {
        return Err(Failure::field("contactId", "unknown"));
    }
    Ok(Some(row.contact.identifiers.phone1))
}

/// The first condition that holds is the cause of the refusal.
fn refusal(tx: &Transaction<'_, '_>, caller: &Caller, phone: &str) -> Result<Option<Refusal>, Failure> {
    let row = channels::row_of(tx, &caller.agent_id, Channel::Voice)?;
    let can_dial = ring::can_ring(tx, &row)? || page_calls::page_dials(tx, &caller.agent_id)?;
    if !row.connected || !can_dial {
        return Ok(Some(Refusal::of("agentVoiceDisconnected")));
    }
    if row.pause.is_some() {
        return Ok(Some(Refusal::of("pause")));
    }
    if row.open_jobs > 0 || ring::is_reserved(tx, &caller.agent_id)? {
        return Ok(Some(Refusal::of("agentInCall")));
    }
    if tx.store.voice_account(phone)?.is_some_and(|account| !account.is_customers()) {
        // An attendance is always with a customer; agents call each other by internal calls (VOI-073).
        return Ok(Some(Refusal::of("agentCallOrgUnitBlocked")));
    }
    if suppression::is_blocked(tx, &caller.org_unit_id, phone)? {
        return Ok(Some(Refusal::of("blacklist")));
    }
    let owner = preferential::owner_of(tx, &caller.org_unit_id, phone)?.filter(|owner| owner != &caller.agent_id);
    if let Some(owner) = owner
        && let Some(agent) = tx.store.agent(&owner)?
    {
        let refusal = Refusal::of("alreadyPreferential").with("id", owner.0).with("name", agent.record.agent_name);
        return Ok(Some(refusal));
    }
    if let Some(attempt) = same_number::dial_of(tx, &caller.org_unit_id, phone)?
        && let Some(agent) = tx.store.agent(&attempt.agent_id)?
    {
        let refusal = Refusal::of("alreadyInAttendance").with("id", agent.id.0).with("name", agent.record.agent_name);
        return Ok(Some(refusal));
    }
    for call in same_number::open_calls_of(tx, phone)? {
        let Some(job) = tx.store.job(&call.protocol)?.filter(|job| job.org_unit_id == caller.org_unit_id) else {
            continue;
        };
        let Some(agent) = tx.store.agent(&job.agent_id)? else {
            return Ok(Some(Refusal::of("clientOnHold").with("position", tx.store.position_of(&job)?)));
        };
        let refusal = Refusal::of("alreadyInAttendance").with("id", agent.id.0).with("name", agent.record.agent_name);
        return Ok(Some(refusal));
    }
    Ok(None)
}

/// The group of the campaign, else the agent's first voice group.
fn source_of(tx: &Transaction<'_, '_>, caller: &Caller, campaign: Option<&CampaignRow>) -> Result<Source, Failure> {
    let group: Option<GroupRow> = match campaign {
        Some(campaign) => tx.store.group(&campaign.group_id)?,
        None => {
            let groups = tx.store.groups_of_agent(&caller.agent_id)?;
            groups.into_iter().find(|row| row.group.channel == Some(Channel::Voice))
        }
    };
    let group = group.ok_or_else(|| Failure::cause("noAttendanceGroup"))?;
    Ok(Source::of_group(tx, group)?)
}

/// The customer answered.
pub(super) fn answered(tx: &mut Transaction<'_, '_>, job: &JobRow, call: CallRow) -> StoreResult<()> {
    let call = CallRow { phase: CallPhase::Talking, answered_at: Some(tx.now()), ..call };
    ring::put(tx, &call)?;
    recording::answered(tx, job, &call)?;
    let event = ManualCallStatusEvent {
        protocol: job.protocol.clone(),
        unique_id: call.unique_id,
        status: "ANSWER".to_owned(),
        ..ManualCallStatusEvent::default()
    };
    publish(tx, &job.agent_id, &events::voice::Event::Status(event))
}

/// `POST /voice/redial`: an ended attendance that is not qualified is opened again.
pub(crate) fn redial(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VoiceCallRequest = call.body()?;
    let refused = |cause: &str| RedialReply { cause: cause.to_owned(), ..RedialReply::default() };
    let reply = match call_of(tx, caller, &request)? {
        Some(call) => redial_call(tx, caller, call)?.unwrap_or_else(refused),
        None => refused("jobNotFound"),
    };
    json(&reply)
}

/// Fails with the cause of the refusal.
fn redial_call(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    call: CallRow,
) -> Result<Result<RedialReply, &'static str>, Failure> {
    let job = tx.store.job(&call.protocol)?.filter(|job| job.agent_id == caller.agent_id);
    let Some(mut job) = job.filter(|job| job.state == JobState::Ended) else { return Ok(Err("jobNotFound")) };
    if digits_of(&call.phone).is_none() {
        return Ok(Err("cannotCallToContact"));
    }
    if let Some(refusal) = refusal(tx, caller, &call.phone)? {
        return Ok(Err(refusal.cause));
    }
    job.state = JobState::Active;
    job.ended_at = None;
    job.ended_by = None;
    job.start_date_qualification = None;
    let job = jobs::save(tx, job)?;
    let (phone, unique_id) = begin(tx, &job, call)?;
    Ok(Ok(RedialReply { success: true, cause: String::new(), phone, unique_id }))
}
