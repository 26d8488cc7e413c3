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
use crate::whatsapp;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use wire::{AgentId, AttendanceGroupId, Channel, ClientStatus, JobFinishedEvent, Wall, events};

/// An agent that became free in a concurrent transaction may not have seen the customers, nor they the agent: PostgreSQL lets
/// both commit. After this time both are visible.
const CHECKED_AFTER_MS: i64 = 1_000;

/// Customers of the group entered its queue, left it or returned: assigns while agents are free, then publishes positions
/// and numbers of waiting customers.
pub(crate) fn queue_changed(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    let Some(row) = tx.store.group(group)? else { return Ok(()) };
    if assign_groups(tx, &[row], true)? == 0 {
        return Ok(());
    }
    // A later change moves the check, and assigns the customers of the group itself.
    let checked_at = tx.now().plus_ms(CHECKED_AFTER_MS);
    tx.set_due(Due::AssignmentCheck, group.as_str(), Some(checked_at))
}

/// Assigns customers of the group who still wait although an agent is free.
pub(crate) fn check_queue(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    let Some(group) = tx.store.group(group)? else { return Ok(()) };
    assign_groups(tx, &[group], false).map(|_| ())
}

/// As `queue_changed`, after this transaction and once for any number of calls.
pub(crate) fn queue_changes_soon(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    tx.set_due_by(Due::Assignment, group.as_str(), tx.now())
}

/// The agent may take attendances now: assigns customers that wait for its groups.
pub(crate) fn agent_is_free(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let groups = tx.store.groups_of_agent(agent)?;
    assign_groups(tx, &groups, false).map(|_| ())
}

/// Dials numbers of the group's campaigns for agents who are free, after the customers who wait.
pub(crate) fn dial_for_group(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    check_queue(tx, group)
}

/// As `agent_is_free`, after this transaction and once for any number of calls.
pub(crate) fn agent_is_free_soon(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let groups = tx.store.groups_of_agent(agent)?;
    groups.iter().try_for_each(|group| queue_changes_soon(tx, &group.group.id))
}

/// Assigns the customers of these groups in the order of their waiting. The attendances of an agent are counted once, after
/// the last assignment: with a thousand waiting customers a count per assignment takes the server tens of seconds. Returns
/// how many still wait.
fn assign_groups(tx: &mut Transaction<'_, '_>, groups: &[GroupRow], has_changed: bool) -> StoreResult<usize> {
    let mut waiting = Vec::new();
    for group in groups {
        waiting.extend(tx.store.waiting_of_group(&group.group.id)?.into_iter().map(|job| (group, job)));
    }
    waiting.sort_by(|(_, one), (_, other)| {
        (one.waiting_since, &one.protocol).cmp(&(other.waiting_since, &other.protocol))
    });
    let mut free = FreeAgents::default();
    let mut assigned = BTreeSet::new();
    let mut left = Vec::new();
    for (group, job) in waiting {
        if job.channel == Channel::Voice {
            // The customer waits until an agent answers.
            offer_call(tx, &mut free, group, &job)?;
            left.push(job);
            continue;
        }
        match free.take_best(tx, group, job.channel, &whatsapp::excluded(tx, &job, group)?)? {
            Some(agent) => {
                assigned.insert((agent.clone(), job.channel));
                assign(tx, job, agent)?;
            }
            None => left.push(job),
        }
    }
    for (agent, channel) in &assigned {
        channels::recount(tx, agent, *channel, false)?;
    }
    for group in groups.iter().filter(|group| group.group.channel == Some(Channel::Voice)) {
        voice::dial_for_group(tx, &mut free, group)?;
    }
    let still_waiting = left.len();
    if has_changed || !assigned.is_empty() {
        publish_positions(tx, left)?;
        publish_on_hold(tx, groups)?;
    }
    Ok(still_waiting)
}

/// Lets a waiting call ring at an agent, or sets when an agent who did not answer it may be called again.
fn offer_call(tx: &mut Transaction<'_, '_>, free: &mut FreeAgents, group: &GroupRow, job: &JobRow) -> StoreResult<()> {
    let Some(call) = voice::offer(tx, job)? else { return Ok(()) };
    if let Some(agent) = free.take_best(tx, group, job.channel, &call.excluded)? {
        return call.ring(tx, job, &agent);
    }
    let Some(again_at) = call.again_at else { return Ok(()) };
    tx.set_due_by(Due::AssignmentCheck, group.group.id.as_str(), again_at)
}

/// Agents that can take an attendance, with the number of their open ones; read once per change.
#[derive(Default)]
pub(crate) struct FreeAgents {
    /// `None`: cannot take one.
    channels: BTreeMap<(AgentId, Channel), Option<ChannelRow>>,
    /// Groups without a free agent.
    exhausted: BTreeSet<(AttendanceGroupId, Channel)>,
    /// Agents whose telephone rang before this change.
    ringing: Option<BTreeSet<AgentId>>,
}

impl FreeAgents {
    /// The agent of the group for an attendance of the channel, who then has one more; none of the excluded ones.
    pub fn take_best(
        &mut self,
        tx: &Transaction<'_, '_>,
        group: &GroupRow,
        channel: Channel,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Option<AgentId>> {
        let searched = (group.group.id.clone(), channel);
        if self.exhausted.contains(&searched) {
            return Ok(None);
        }
        let limit = if channel == Channel::Voice { 1 } else { tx.config.jobs_per_channel };
        let mut best: Option<(u32, Wall, &AgentId)> = None;
        for agent in group.members.iter().filter(|agent| !excluded.contains(*agent)) {
            let Some(row) = self.read(tx, agent, channel)? else { continue };
            let one = (row.open_jobs, row.idle_since, agent);
            if row.open_jobs < limit && best.is_none_or(|best| one < best) {
                best = Some(one);
            }
        }
        let Some((_, _, agent)) = best else {
            if excluded.is_empty() {
                self.exhausted.insert(searched);
            }
            return Ok(None);
        };
        if let Some(Some(row)) = self.channels.get_mut(&(agent.clone(), channel)) {
            row.open_jobs += 1;
        }
        Ok(Some(agent.clone()))
    }

    fn read(
        &mut self,
        tx: &Transaction<'_, '_>,
        agent: &AgentId,
        channel: Channel,
    ) -> StoreResult<Option<&ChannelRow>> {
        if channel == Channel::Voice && self.ringing.is_none() {
            self.ringing = Some(voice::ringing_agents(tx)?);
        }
        let rings = channel == Channel::Voice && self.ringing.as_ref().is_some_and(|ringing| ringing.contains(agent));
        let row = match self.channels.entry((agent.clone(), channel)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let able = able_agent(tx, agent, channel)?;
                // An agent whose telephone rings counts as having a call.
                unknown.insert(able.map(|row| ChannelRow { open_jobs: row.open_jobs + u32::from(rings), ..row }))
            }
        };
        Ok(row.as_ref())
    }
}

/// The channel of the agent, if the agent can take an attendance there.
fn able_agent(tx: &Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>> {
    let Some(row) = tx.store.channel(agent, channel)? else { return Ok(None) };
    let is_able = can_take_attendance(tx, &row)? && (channel != Channel::Voice || voice::can_ring(tx, &row)?);
    Ok(is_able.then_some(row))
}

/// Whether a call can ring at the agent now. `ringing_agents` is not looked at.
pub(crate) fn can_take_call(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    Ok(able_agent(tx, agent, Channel::Voice)?.is_some_and(|row| row.open_jobs == 0))
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
    if job.channel == Channel::Whatsapp {
        whatsapp::assigned(tx, &job)?;
    }
    jobs::publish(tx, &job)
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
    let groups: BTreeSet<AttendanceGroupId> = jobs.iter().map(|job| job.group_id.clone()).collect();
    return_to_queue(tx, jobs)?;
    groups.iter().try_for_each(|group| queue_changes_soon(tx, group))
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
    if job.channel == Channel::Whatsapp {
        whatsapp::returned(tx, &job)?;
    }
    let job = jobs::save(tx, job)?;
    let event = JobFinishedEvent { protocol: job.protocol, channel: Some(job.channel) };
    tx.publish_event(&agent, events::jobs::Event::Finished(event))
}

/// Publishes changed positions to customers. Each queue has its own positions. `jobs` are all that wait for some groups,
/// in the order of the queue.
fn publish_positions(tx: &mut Transaction<'_, '_>, jobs: Vec<JobRow>) -> StoreResult<()> {
    let mut lengths = BTreeMap::new();
    for mut job in jobs {
        let length = lengths.entry(job.queue_id.clone()).or_insert(0_u32);
        *length += 1;
        if job.published_position != *length {
            job.published_position = *length;
            jobs::notify_customer(tx, &mut job, WebChatEventKind::Position { position: *length })?;
            jobs::save(tx, job)?;
        }
    }
    Ok(())
}

/// Publishes changed numbers of waiting customers to the members of the groups.
fn publish_on_hold(tx: &mut Transaction<'_, '_>, groups: &[GroupRow]) -> StoreResult<()> {
    let mut counts = channels::WaitingCounts::default();
    let of_group = |group: &GroupRow| {
        let channel = group.group.channel?;
        Some(group.members.iter().map(|agent| (agent.clone(), channel)).collect::<Vec<_>>())
    };
    let members: BTreeSet<(AgentId, Channel)> = groups.iter().filter_map(of_group).flatten().collect();
    members.iter().try_for_each(|(agent, channel)| channels::publish_on_hold(tx, agent, *channel, &mut counts))
}

#[cfg(test)]
mod tests;
