//! The agent's own record, channel status, attendance groups, org unit and preferences (spec session §3).

use crate::absence;
use crate::auth::{Caller, NamesAgent, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::channels::{self, seconds};
use crate::colleagues;
use crate::events::queue_tail;
use crate::http::{Failure, Listed, json};
use crate::jobs;
use crate::store::{JobState, StoreResult};
use crate::voice;
use serde::Deserialize;
use std::collections::BTreeMap;
use wire::{
    ActiveJobs, AgentId, AgentPreferences, AgentStatus, AttendanceGroup, CampaignDefaultRequest, Channel, Job,
    OrgUnitId, QueueId, Success, TimeInformations,
};

/// `GET /agents/{id}`.
pub(crate) fn record(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let id = caller.agent_id.clone();
    let agent = tx.store.agent(&id)?.ok_or_else(|| Failure::not_found("agent"))?;
    let mut record = agent.record;
    record.second_factor = tx.config.second_factor.policy_of(&record.org_unit_id);
    record.logged = true;
    record.time_informations = times_of(tx, &id)?;
    json(&record)
}

/// `GET /agents/{id}/informations/time`.
pub(crate) fn times(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    json(&times_of(tx, &caller.agent_id)?)
}

fn times_of(tx: &Transaction<'_, '_>, id: &AgentId) -> StoreResult<TimeInformations> {
    let session = tx.store.session(id)?;
    Ok(TimeInformations {
        total_login_time_duration: session.map_or(0.0, |session| seconds(tx.now().since_ms(session.started_at))),
        chat: channels::times(tx, id, Channel::Chat)?,
        voice: channels::times(tx, id, Channel::Voice)?,
        whatsapp: channels::times(tx, id, Channel::Whatsapp)?,
    })
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotifyRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The number of the part: 0 or 1.
    pub notify: u8,
}

impl NamesAgent for NotifyRequest {
    fn agent(&self) -> Option<&AgentId> {
        Some(&self.agent_id)
    }
}

/// `PUT /agents/{id}/whatsapp-notify-message`.
pub(crate) fn notify_whatsapp(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    set_preference(tx, call, caller, |preferences, on| preferences.notify_whats_app_message = on)
}

/// `PUT /agents/{id}/chat-notify-message`.
pub(crate) fn notify_chat(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    set_preference(tx, call, caller, |preferences, on| preferences.notify_chat_message = on)
}

fn set_preference(
    tx: &mut Transaction<'_, '_>,
    call: &OwnCall<'_>,
    caller: &Caller,
    set: impl FnOnce(&mut AgentPreferences, bool),
) -> Answer {
    let request: NotifyRequest = call.body()?;
    if request.notify > 1 {
        return Err(Failure::field("notify", "invalid"));
    }
    let mut agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    set(&mut agent.record.agent_preferences, request.notify == 1);
    tx.store.put_agent(&agent)?;
    json(&Success { success: true })
}

/// `GET /agents/{id}/jobs/active`: `chat` lists active attendances, `chatClosed` those ended without qualification;
/// the lists of voice and WhatsApp are present if the agent has such attendances.
pub(crate) fn active_jobs(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let id = caller.agent_id.clone();
    let tail = queue_tail(tx, &id)?;
    let mut answer = ActiveJobs { as_of_seq: tail.seq, epoch: tail.epoch, ..ActiveJobs::default() };
    let list_of =
        |channel: Channel, closed: bool| format!("{}{}", channel.as_str(), if closed { "Closed" } else { "" });
    let mut lists: BTreeMap<String, Vec<Job>> =
        [false, true].map(|closed| (list_of(Channel::Chat, closed), Vec::new())).into();
    for row in tx.store.jobs_of_agent(&id)? {
        lists.entry(list_of(row.channel, row.state != JobState::Active)).or_default().push(jobs::view(tx, &row)?);
    }
    answer.data = lists.into_iter().map(|(name, jobs)| (name, jobs.into())).collect();
    answer.internal_calls = Some(colleagues::of_agent(tx, &id)?.into_iter().collect());
    answer.call_requests = Some(voice::ringing_at(tx, &id)?.into_iter().collect());
    answer.guest_calls = Some(voice::guest_calls(tx, &id)?);
    json(&answer)
}

/// `PUT /agents/{id}/set-campaign-default`; an empty campaign sets none.
pub(crate) fn set_default_campaign(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let CampaignDefaultRequest { channel, campaign_id, .. } = call.body()?;
    tx.rules(channel).check_default_campaign(tx, &caller.agent_id, &campaign_id)?;
    let QueueId(campaign) = campaign_id;
    let mut agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    match channel {
        Channel::Whatsapp => agent.record.campaign_whatsapp_default = campaign,
        Channel::Voice | Channel::Chat => agent.record.campaign_voice_default = campaign,
    }
    tx.store.put_agent(&agent)?;
    json(&Success { success: true })
}

/// `GET /agents/{id}/status`.
pub(crate) fn status(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let id = caller.agent_id.clone();
    let agent = tx.store.agent(&id)?.ok_or_else(|| Failure::not_found("agent"))?;
    let channels = channels::status_of(tx, &id)?;
    let tail = queue_tail(tx, &id)?;
    let absence = Some(absence::record_of(&agent));
    json(&AgentStatus { agent_id: id, as_of_seq: tail.seq, epoch: tail.epoch, channels, absence })
}

/// `GET /agents/{id}/member/attendance-groups`.
pub(crate) fn member_groups(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    json(&groups(tx, &caller.agent_id)?)
}

/// `GET attendance-group/agent?agent=`.
pub(crate) fn groups_by_query(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    call.query("agent").ok_or_else(|| Failure::field("agent", "required"))?;
    json(&groups(tx, &caller.agent_id)?)
}

fn groups(tx: &Transaction<'_, '_>, id: &AgentId) -> Result<Listed<AttendanceGroup>, Failure> {
    Ok(Listed { data: tx.store.groups_of_agent(id)?.into_iter().map(|row| row.group).collect() })
}

/// `GET /org-unit/{id}`.
pub(crate) fn org_unit(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = OrgUnitId::from(call.param("id"));
    caller.must_belong_to(&id)?;
    json(&tx.store.org_unit(&id)?.ok_or_else(|| Failure::not_found("org unit"))?)
}

#[cfg(test)]
mod tests;
