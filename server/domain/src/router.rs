//! Who gets the customer that waits: the connected agent of the queue's group with the fewest open attendances, the
//! longest idle first; and what the waiting customers are told about their place. Nothing here ends an attendance.

use crate::broker::link_is_alive;
use crate::centre::Work;
use crate::channels;
use crate::jobs::{self, SystemLine};
use crate::outside::OutsideEventKind;
use crate::store::{ChannelRow, JobRow, JobState, StoreResult};
use core_wasm::wire::{AgentId, BrokerEvent, ClientStatus, JobFinishedEvent, NewChatEvent};
use std::collections::BTreeMap;

/// Serves the waiting line in its order as far as agents are free, then tells the others where they stand. Called after
/// every change that may free an agent or move the line.
pub(crate) fn assign_waiting(work: &mut Work<'_, '_>) -> StoreResult<()> {
    for job in work.store.jobs_in_state(JobState::Waiting)? {
        if let Some(agent) = best_agent(work, &job)? {
            assign(work, job, agent)?;
        }
    }
    tell_positions(work)
}

fn best_agent(work: &Work<'_, '_>, job: &JobRow) -> StoreResult<Option<AgentId>> {
    let Some(group) = work.store.group(&job.group_id)? else {
        return Ok(None);
    };
    let mut free: Vec<ChannelRow> = Vec::new();
    for row in work.store.connected_channels(job.channel)? {
        if group.members.contains(&row.agent_id) && takes_new(work, &row)? {
            free.push(row);
        }
    }
    free.sort_by(|one, other| {
        (one.open_jobs, one.idle_since, &one.agent_id).cmp(&(other.open_jobs, other.idle_since, &other.agent_id))
    });
    Ok(free.into_iter().next().map(|row| row.agent_id))
}

/// Connected, not paused nor about to pause, not absent, below the limit, and somebody listens.
fn takes_new(work: &Work<'_, '_>, row: &ChannelRow) -> StoreResult<bool> {
    if !row.connected
        || row.pause.is_some()
        || row.scheduled_pause.is_some()
        || row.open_jobs >= work.config.jobs_per_channel
        || !link_is_alive(work, &row.agent_id)?
    {
        return Ok(false);
    }
    let absent = work.store.agent(&row.agent_id)?.is_none_or(|agent| agent.record.agent_absent.agent_absent_enabled);
    Ok(!absent)
}

fn assign(work: &mut Work<'_, '_>, mut job: JobRow, agent: AgentId) -> StoreResult<()> {
    let agent_name = work.store.agent(&agent)?.map(|row| row.record.agent_name).unwrap_or_default();
    job.state = JobState::Active;
    job.agent_id = agent.clone();
    job.assigned_at = Some(work.now());
    job.position_told = 0;
    if job.page_gone_since.is_none() && (job.customer_seen || !job.returned_to_queue) {
        job.client_status = ClientStatus::Online;
        // Silence counts from here: who waits has nobody to talk to.
        job.last_customer_activity = work.now();
    }
    jobs::find_contact(work, &mut job)?;
    if std::mem::take(&mut job.returned_to_queue) {
        jobs::add_system_line(work, &mut job, SystemLine::Resumed, &agent_name)?;
    } else {
        jobs::add_system_line(work, &mut job, SystemLine::Started, "")?;
    }
    jobs::tell_customer(work, &mut job, OutsideEventKind::AgentJoined { agent_name })?;
    let job = jobs::save(work, job)?;
    let view = jobs::view(work, &job)?;
    work.tell_agent(&agent, BrokerEvent::NewChat(Box::new(NewChatEvent { job: view })))?;
    channels::recount(work, &agent, job.channel, false)
}

/// Takes an open attendance from its agent; the customer keeps the place of the first waiting.
pub(crate) fn return_to_queue(work: &mut Work<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    let agent = std::mem::take(&mut job.agent_id);
    job.state = JobState::Waiting;
    job.assigned_at = None;
    job.returned_to_queue = true;
    job.typing = false;
    jobs::tell_customer(work, &mut job, OutsideEventKind::ReturnedToQueue)?;
    let job = jobs::save(work, job)?;
    let event = JobFinishedEvent { protocol: job.protocol, channel: Some(job.channel) };
    work.tell_agent(&agent, BrokerEvent::JobFinished(event))?;
    channels::recount(work, &agent, job.channel, true)
}

/// Each queue has its own line; a customer is told only a place that changed, an agent only another number of those who wait.
fn tell_positions(work: &mut Work<'_, '_>) -> StoreResult<()> {
    let mut lengths = BTreeMap::new();
    let mut waiting = BTreeMap::new();
    for mut job in work.store.jobs_in_state(JobState::Waiting)? {
        let length = lengths.entry(job.queue_id.clone()).or_insert(0_u32);
        *length += 1;
        *waiting.entry((job.channel, job.group_id.clone())).or_insert(0_u32) += 1;
        if job.position_told != *length {
            job.position_told = *length;
            jobs::tell_customer(work, &mut job, OutsideEventKind::Position { position: *length })?;
            jobs::save(work, job)?;
        }
    }
    channels::count_on_hold(work, &waiting)
}

#[cfg(test)]
mod tests;
