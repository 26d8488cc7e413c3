//! Assignment of waiting customers: to the connected agent of the queue's group with the fewest active attendances, the
//! longest idle first; and the customers' positions in the queue. Nothing here ends an attendance.

use crate::broker::{last_seen, link_is_alive};
use crate::centre::Transaction;
use crate::channels;
use crate::due::Due;
use crate::jobs::{self, SystemMessage};
use crate::store::{ChannelRow, GroupRow, JobRow, JobState, StoreResult};
use crate::voice;
use crate::web_chat::WebChatEventKind;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use wire::{AgentId, AttendanceGroupId, Channel, ClientStatus, JobFinishedEvent, NewChatEvent, Wall, events};

/// Assigns waiting customers in queue order while agents are free, then publishes the positions of the others. Called
/// after every change that may free an agent or move a queue. The attendances of an agent are counted once, after the
/// last assignment: with a thousand waiting customers a count per assignment takes the server tens of seconds.
pub(crate) fn assign_waiting(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    let mut free = FreeAgents::default();
    let mut assigned = BTreeSet::new();
    let mut waiting = Vec::new();
    for job in tx.store.jobs_in_state(JobState::Waiting)? {
        if job.channel == Channel::Voice {
            // The customer waits until an agent answers.
            if let Some(call) = voice::offer(tx, &job)?
                && let Some(agent) = free.take_best(tx, &job, &call.excluded)?
            {
                call.ring(tx, &job, &agent)?;
            }
            waiting.push(job);
            continue;
        }
        match free.take_best(tx, &job, &BTreeSet::new())? {
            Some(agent) => {
                assigned.insert((agent.clone(), job.channel));
                assign(tx, job, agent)?;
            }
            None => waiting.push(job),
        }
    }
    for (agent, channel) in assigned {
        channels::recount(tx, &agent, channel, false)?;
    }
    publish_positions(tx, waiting)
}

/// Subject of `Due::Assignment`.
const WAITING: &str = "waiting";

/// Assigns waiting customers after this transaction, once for any number of calls.
pub(crate) fn assign_soon(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    tx.set_due_by(Due::Assignment, WAITING, tx.now())
}

/// Assigns waiting customers at this time at the latest.
pub(crate) fn assign_by(tx: &mut Transaction<'_, '_>, at: Wall) -> StoreResult<()> {
    tx.set_due_by(Due::Assignment, WAITING, at)
}

/// Agents that can take an attendance, with the number of their open ones; read once per change.
#[derive(Default)]
struct FreeAgents {
    groups: BTreeMap<AttendanceGroupId, Option<GroupRow>>,
    channels: BTreeMap<Channel, Vec<ChannelRow>>,
}

impl FreeAgents {
    /// The agent for the attendance, who then has one more; none of the excluded ones.
    fn take_best(
        &mut self,
        tx: &Transaction<'_, '_>,
        job: &JobRow,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Option<AgentId>> {
        let group = match self.groups.entry(job.group_id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(tx.store.group(&job.group_id)?),
        };
        let able = match self.channels.entry(job.channel) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(able_agents(tx, job.channel)?),
        };
        let Some(group) = group else { return Ok(None) };
        let limit = if job.channel == Channel::Voice { 1 } else { tx.config.jobs_per_channel };
        let fits = |row: &ChannelRow| {
            row.open_jobs < limit && group.members.contains(&row.agent_id) && !excluded.contains(&row.agent_id)
        };
        let of_group = able.iter_mut().filter(|row| fits(row));
        let best = of_group.min_by(|one, other| {
            (one.open_jobs, one.idle_since, &one.agent_id).cmp(&(other.open_jobs, other.idle_since, &other.agent_id))
        });
        Ok(best.map(|row| {
            row.open_jobs += 1;
            row.agent_id.clone()
        }))
    }
}

/// Agents of the channel that can take an attendance. An agent whose telephone rings counts as having a call.
fn able_agents(tx: &Transaction<'_, '_>, channel: Channel) -> StoreResult<Vec<ChannelRow>> {
    let ringing = if channel == Channel::Voice { voice::ringing_agents(tx)? } else { BTreeSet::new() };
    let mut able = Vec::new();
    for mut row in tx.store.connected_channels(channel)? {
        if can_take_attendance(tx, &row)? && (channel != Channel::Voice || voice::can_ring(tx, &row)?) {
            row.open_jobs += u32::from(ringing.contains(&row.agent_id));
            able.push(row);
        }
    }
    Ok(able)
}

/// Connected, not paused, no pause scheduled, not absent, and with a link that is alive.
fn can_take_attendance(tx: &Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<bool> {
    if !row.connected || row.pause.is_some() || row.scheduled_pause.is_some() || !link_is_alive(tx, &row.agent_id)? {
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
    set_gone_due(tx, &agent)?;
    let view = jobs::view(tx, &job)?;
    tx.publish_event(&agent, events::chat::Event::New(Box::new(NewChatEvent { job: view })))
}

/// When the agent counts as gone, if no later heartbeat is recorded.
fn gone_at(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Wall> {
    Ok(last_seen(tx, agent)?.map_or(tx.now(), |last| last.plus_ms(tx.config.link_gone_ms)))
}

/// Sets when the attendances of the agent return to the queue if no later heartbeat is recorded. Heartbeats do not move
/// the due time: it is set again when it comes.
pub(crate) fn set_gone_due(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let at = gone_at(tx, agent)?;
    tx.set_due(Due::AgentGone, agent.as_str(), Some(at))
}

/// Returns the active attendances of the agent to the queue, unless the agent was seen meanwhile.
pub(crate) fn return_of_gone_agent(tx: &mut Transaction<'_, '_>, agent: &str) -> StoreResult<()> {
    let agent = AgentId::from(agent);
    let mut jobs = tx.store.jobs_of_agent(&agent)?;
    // The telephone system reports the end of a call.
    jobs.retain(|job| job.state == JobState::Active && job.channel != Channel::Voice);
    if jobs.is_empty() {
        return Ok(());
    }
    if gone_at(tx, &agent)? > tx.now() {
        return set_gone_due(tx, &agent);
    }
    return_to_queue(tx, jobs)?;
    assign_soon(tx)
}

/// Takes active attendances from their agents; the customers keep their earlier positions.
fn return_to_queue(tx: &mut Transaction<'_, '_>, jobs: Vec<JobRow>) -> StoreResult<()> {
    let mut freed = BTreeSet::new();
    for job in jobs {
        freed.insert((job.agent_id.clone(), job.channel));
        return_one(tx, job)?;
    }
    for (agent, channel) in freed {
        channels::recount(tx, &agent, channel, true)?;
    }
    Ok(())
}

fn return_one(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    let agent = std::mem::take(&mut job.agent_id);
    job.state = JobState::Waiting;
    job.assigned_at = None;
    job.returned_to_queue = true;
    if !job.customer_seen {
        // The time without a page counts from the return, so that the customer is not abandoned at once.
        job.page_gone_since = Some(tx.now());
    }
    job.typing = false;
    jobs::notify_customer(tx, &mut job, WebChatEventKind::ReturnedToQueue)?;
    let job = jobs::save(tx, job)?;
    let event = JobFinishedEvent { protocol: job.protocol, channel: Some(job.channel) };
    tx.publish_event(&agent, events::jobs::Event::Finished(event))
}

/// Publishes changed positions to customers and changed numbers of waiting customers to agents. Each queue has its own
/// positions. `jobs` are all that wait, in the order of the queue.
fn publish_positions(tx: &mut Transaction<'_, '_>, jobs: Vec<JobRow>) -> StoreResult<()> {
    let mut lengths = BTreeMap::new();
    let mut waiting = BTreeMap::new();
    for mut job in jobs {
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
