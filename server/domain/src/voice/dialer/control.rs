//! Campaigns as agents and supervisors see them, and their start and pause.

use super::set_due;
use crate::auth::{Caller, OwnCall, SupervisorCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::http::{Failure, Listed, json};
use crate::router;
use crate::store::{CampaignRow, DialerRow, StoreResult};
use crate::voice::settings::required;
use crate::voice::{campaigns as voice_campaigns, publish};
use serde::Serialize;
use wire::{AgentId, AgentRole, AttendanceGroupId, Channel, DialerAutoEvent, QueueId, Success, events};

#[derive(Serialize)]
struct DialerCampaign {
    id: QueueId,
    attendance_group_id: AttendanceGroupId,
    dialer_execution_status: &'static str,
    name: String,
    dialer_execution: String,
}

/// `GET /campaign-dialer?username=`: the campaigns that the caller works on; those of the org unit for a supervisor.
pub(crate) fn campaigns(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    if agent.record.login_identifier != required(call, "username")? {
        return Err(Failure::forbidden());
    }
    let mut data = Vec::new();
    let rows = if agent.record.role == AgentRole::Supervisor {
        tx.store.campaigns_of_unit(&caller.org_unit_id)?
    } else {
        voice_campaigns::of_agent(tx, &caller.agent_id)?
    };
    for row in rows {
        let dialer_execution_status = status(tx, &row)?;
        data.push(DialerCampaign {
            id: row.id,
            attendance_group_id: row.group_id,
            dialer_execution_status,
            name: row.name,
            dialer_execution: String::new(),
        });
    }
    json(&Listed { data })
}

fn status(tx: &Transaction<'_, '_>, campaign: &CampaignRow) -> StoreResult<&'static str> {
    Ok(match tx.store.dialer(&campaign.id)? {
        Some(dialer) if dialer.running => "RUNNING",
        _ if !tx.store.is_dialling(&campaign.id)? => "STOPPED",
        // Running attempts end by themselves.
        _ => "STOPPING",
    })
}

/// `POST /campaign-dialer/{id}/start`.
pub(crate) fn start(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    switch(tx, call, true)
}

/// `POST /campaign-dialer/{id}/pause`. Running attempts are not ended.
pub(crate) fn pause(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    switch(tx, call, false)
}

/// Starts or stops a dialer. A repeated request succeeds and publishes nothing.
fn switch(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>, running: bool) -> Answer {
    let campaign = voice_campaigns::of_unit(tx, call.caller, &QueueId::from(call.request().param("id")))?;
    let dialer = tx.store.dialer(&campaign.id)?.ok_or_else(|| Failure::cause("noNumbers"))?;
    if dialer.running != running {
        let dialer = DialerRow { running, ..dialer };
        tx.store.put_dialer(&dialer)?;
        for agent in members(tx, &dialer)? {
            let active = is_dialled_for(tx, &agent)?;
            publish(tx, &agent, &events::voice::Event::DialerAuto(DialerAutoEvent { active }))?;
        }
        set_due(tx, &dialer)?;
        router::dial_for_group(tx, &dialer.group_id)?;
    }
    json(&Success { success: true })
}

/// Whether a campaign of the agent is running.
fn is_dialled_for(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    for group in tx.store.groups_of_agent(agent)? {
        if tx.store.dialers_of_group(&group.group.id)?.iter().any(|dialer| dialer.running) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The agents of the campaign who are connected to voice.
fn members(tx: &Transaction<'_, '_>, dialer: &DialerRow) -> StoreResult<Vec<AgentId>> {
    let members = tx.store.group(&dialer.group_id)?.map(|group| group.members).unwrap_or_default();
    let mut connected = Vec::new();
    for agent in members {
        if channels::row_of(tx, &agent, Channel::Voice)?.connected {
            connected.push(agent);
        }
    }
    Ok(connected)
}
