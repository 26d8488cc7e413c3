//! Assignment of waiting customers: to the connected agent of the queue's group with the fewest active attendances, the
//! longest idle first; and the customers' positions in the queue. Nothing here ends an attendance.

use crate::broker::link_is_alive;
use crate::centre::Transaction;
use crate::channels;
use crate::jobs::{self, SystemMessage};
use crate::store::{ChannelRow, JobRow, JobState, StoreResult};
use crate::web_chat::WebChatEventKind;
use std::collections::BTreeMap;
use wire::{AgentId, BrokerEvent, ClientStatus, JobFinishedEvent, NewChatEvent};

/// Assigns waiting customers in queue order while agents are free, then publishes the positions of the others. Called
/// after every change that may free an agent or move a queue.
pub(crate) fn assign_waiting(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    for job in tx.store.jobs_in_state(JobState::Waiting)? {
        if let Some(agent) = best_agent(tx, &job)? {
            assign(tx, job, agent)?;
        }
    }
    publish_positions(tx)
}

fn best_agent(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<AgentId>> {
    let Some(group) = tx.store.group(&job.group_id)? else {
        return Ok(None);
    };
    let mut free: Vec<ChannelRow> = Vec::new();
    for row in tx.store.connected_channels(job.channel)? {
        if group.members.contains(&row.agent_id) && can_take_attendance(tx, &row)? {
            free.push(row);
        }
    }
    free.sort_by(|one, other| {
        (one.open_jobs, one.idle_since, &one.agent_id).cmp(&(other.open_jobs, other.idle_since, &other.agent_id))
    });
    Ok(free.into_iter().next().map(|row| row.agent_id))
}

/// Connected, not paused, no pause scheduled, not absent, below the limit, and with a link that is alive.
fn can_take_attendance(tx: &Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<bool> {
    if !row.connected
        || row.pause.is_some()
        || row.scheduled_pause.is_some()
        || row.open_jobs >= tx.config.jobs_per_channel
        || !link_is_alive(tx, &row.agent_id)?
    {
        return Ok(false);
    }
    let absent = tx.store.agent(&row.agent_id)?.is_none_or(|agent| agent.record.agent_absent.agent_absent_enabled);
    Ok(!absent)
}

fn assign(tx: &mut Transaction<'_, '_>, mut job: JobRow, agent: AgentId) -> StoreResult<()> {
    let agent_name = tx.store.agent(&agent)?.map(|row| row.record.agent_name).unwrap_or_default();
    job.state = JobState::Active;
    job.agent_id = agent.clone();
    job.assigned_at = Some(tx.now());
    job.published_position = 0;
    if job.page_gone_since.is_none() && (job.customer_seen || !job.returned_to_queue) {
        job.client_status = ClientStatus::Online;
        // The silence of a waiting customer does not count.
        job.last_customer_activity = tx.now();
    }
    jobs::find_contact(tx, &mut job)?;
    if std::mem::take(&mut job.returned_to_queue) {
        jobs::add_system_message(tx, &mut job, SystemMessage::Resumed, &agent_name)?;
    } else {
        jobs::add_system_message(tx, &mut job, SystemMessage::Started, "")?;
    }
    jobs::notify_customer(tx, &mut job, WebChatEventKind::AgentJoined { agent_name })?;
    let job = jobs::save(tx, job)?;
    let view = jobs::view(tx, &job)?;
    tx.publish_event(&agent, BrokerEvent::NewChat(Box::new(NewChatEvent { job: view })))?;
    channels::recount(tx, &agent, job.channel, false)
}

/// Takes an active attendance from its agent; the customer keeps the earlier position.
pub(crate) fn return_to_queue(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    let agent = std::mem::take(&mut job.agent_id);
    job.state = JobState::Waiting;
    job.assigned_at = None;
    job.returned_to_queue = true;
    job.typing = false;
    jobs::notify_customer(tx, &mut job, WebChatEventKind::ReturnedToQueue)?;
    let job = jobs::save(tx, job)?;
    let event = JobFinishedEvent { protocol: job.protocol, channel: Some(job.channel) };
    tx.publish_event(&agent, BrokerEvent::JobFinished(event))?;
    channels::recount(tx, &agent, job.channel, true)
}

/// Publishes changed positions to customers and changed numbers of waiting customers to agents. Each queue has its own
/// positions.
fn publish_positions(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    let mut lengths = BTreeMap::new();
    let mut waiting = BTreeMap::new();
    for mut job in tx.store.jobs_in_state(JobState::Waiting)? {
        let length = lengths.entry(job.queue_id.clone()).or_insert(0_u32);
        *length += 1;
        *waiting.entry((job.channel, job.group_id.clone())).or_insert(0_u32) += 1;
        if job.published_position != *length {
            job.published_position = *length;
            jobs::notify_customer(tx, &mut job, WebChatEventKind::Position { position: *length })?;
            jobs::save(tx, job)?;
        }
    }
    channels::publish_on_hold(tx, &waiting)
}

#[cfg(test)]
mod tests;
