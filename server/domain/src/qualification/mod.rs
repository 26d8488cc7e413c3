//! Qualifying an attendance and listing qualifications (spec session §3 "Qualification", §5, §7 "Qualify payload").
//!
//! One transaction checks the choice, ends the attendance if it is active and stores the payload. A repetition is a success
//! and changes nothing.

use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::chat;
use crate::http::{Failure, Listed, json};
use crate::jobs;
use crate::scripts;
use crate::store::{JobRow, JobState, QualificationRow, StoredQualification};
use serde::Deserialize;
use std::collections::BTreeSet;
use wire::{
    Channel, QualificationId, QualificationRecord, QualifiedAttendanceEvent, QualifyPayload, QueueId, Success, events,
};

/// `POST /job/chat/qualify`.
pub(crate) fn qualify_chat(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    qualify(tx, call, caller, Channel::Chat)
}

/// `POST /job/voice/qualify`.
pub(crate) fn qualify_voice(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    qualify(tx, call, caller, Channel::Voice)
}

/// `POST /job/whatsapp/qualify`.
pub(crate) fn qualify_whatsapp(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    qualify(tx, call, caller, Channel::Whatsapp)
}

fn qualify(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller, channel: Channel) -> Answer {
    let payload: QualifyPayload = call.body()?;
    let mut job = chat::assigned_job(tx, caller, &payload.protocol)?;
    if payload.channel != Some(channel) || job.channel != channel {
        return Err(Failure::field("channel", "invalid"));
    }
    if job.state == JobState::Qualified {
        return json(&Success { success: true });
    }
    check_choice(tx, &job, &payload.qualify_id)?;
    if job.observation_required && payload.observation.trim().is_empty() {
        return Err(Failure::field("observation", "required"));
    }
    jobs::find_contact(tx, &mut job)?;
    if job.contact_id.is_none() && !may_stay_unregistered(tx, &job)? {
        return Err(Failure::reason("CONTACT_NOT_REGISTERED", Default::default()));
    }
    scripts::keep_answers(tx, &job, &payload.fields_form)?;
    let finish_dialing = tx.store.qualification(&payload.qualify_id)?.is_some_and(|row| row.record.finish_dialing);
    let was_open = job.state == JobState::Active;
    if was_open {
        job = tx.rules(channel).end_by_agent(tx, job)?;
    }
    let event = QualifiedAttendanceEvent { protocol: job.protocol.clone(), channel: Some(job.channel) };
    job.state = JobState::Qualified;
    job.qualification = Some(StoredQualification { payload, agent_id: caller.agent_id.clone(), at: tx.now() });
    let job = jobs::save(tx, job)?;
    tx.publish_event(&caller.agent_id, events::qualification::Event::Qualified(event))?;
    tx.rules(channel).qualified(tx, &job, finish_dialing)?;
    if was_open {
        jobs::release_agent(tx, &job)?;
    }
    json(&Success { success: true })
}

/// Whether the queue lets an agent end this conversation without a registered contact: in the web chat, if nobody confirmed the customer's
/// identifier.
fn may_stay_unregistered(tx: &Transaction<'_, '_>, job: &JobRow) -> Result<bool, Failure> {
    let is_anonymous = tx.rules(job.channel).has_strangers() && job.identifier_verified != Some(true);
    Ok(is_anonymous && tx.store.queue_settings(&job.queue_id)?.anonymous_finish)
}

/// Accepts a qualification of the queue or the campaign, or a qualification without a list (`unqualified`) of the
/// attendance's org unit.
fn check_choice(tx: &Transaction<'_, '_>, job: &JobRow, id: &QualificationId) -> Result<(), Failure> {
    let chosen = tx.store.qualification(id)?;
    let campaign = tx.rules(job.channel).campaign_of(tx, job)?;
    let fits = chosen.is_some_and(|row| match row.list {
        Some(list) => list == job.queue_id || Some(list) == campaign,
        None => row.org_unit_id.is_empty() || row.org_unit_id == job.org_unit_id,
    });
    if fits { Ok(()) } else { Err(Failure::field("qualify_id", "unknown")) }
}

/// `GET qualifications/{id}`: the list of a queue or a campaign of the agent's org unit.
pub(crate) fn of_queue(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    list(offered(tx, caller, &QueueId::from(call.param("id")))?)
}

/// Body of `POST qualifications/on-demand`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QualificationsRequest {
    ids: Vec<QueueId>,
}

/// `POST qualifications/on-demand`: the lists of several queues and campaigns as one, in their order. A queue without a list
/// adds nothing.
pub(crate) fn on_demand(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let QualificationsRequest { ids } = call.body()?;
    if ids.is_empty() {
        return Err(Failure::field("ids", "required"));
    }
    let mut rows: Vec<QualificationRow> = Vec::new();
    let mut asked = BTreeSet::new();
    for id in ids {
        if asked.insert(id.clone()) {
            rows.extend(offered(tx, caller, &id)?);
        }
    }
    list(rows)
}

/// Qualifications of a queue or a campaign of the caller's org unit.
fn offered(tx: &Transaction<'_, '_>, caller: &Caller, id: &QueueId) -> Result<Vec<QualificationRow>, Failure> {
    let org_unit = match tx.store.queue(id)? {
        Some(queue) => Some(queue.org_unit_id),
        None => match tx.store.campaign(id)? {
            Some(campaign) => Some(campaign.org_unit_id),
            None => tx.store.whatsapp_campaign(id)?.map(|campaign| campaign.org_unit_id),
        },
    };
    caller.must_belong_to(&org_unit.ok_or_else(|| Failure::not_found("queue"))?)?;
    Ok(tx.store.qualifications_of(id)?)
}

/// `GET qualifications?qualify_alias=`: the qualification with this alias, of the agent's org unit, else of all org
/// units.
pub(crate) fn by_alias(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let alias = call.query("qualify_alias").ok_or_else(|| Failure::field("qualify_alias", "required"))?;
    match tx.store.qualification_by_alias(alias, &caller.org_unit_id)? {
        Some(row) => list(vec![row]),
        None => Err(Failure::not_found("qualification")),
    }
}

fn list(rows: Vec<QualificationRow>) -> Answer {
    json(&Listed::<QualificationRecord> { data: rows.into_iter().map(|row| row.record).collect() })
}

#[cfg(test)]
mod tests;
