//! Assignment of waiting customers: to the connected agent of the queue's group with the fewest active attendances, the
//! longest idle first. Nothing here ends an attendance, and nothing reads all agents or all customers of a chat queue.

mod free_agents;
mod publication;

pub(crate) use publication::{on_hold_is_due, positions_are_due};

use crate::broker::{last_seen, link_is_alive};
use crate::centre::{AgentChoice, CustomerNews, Transaction};
use crate::channels;
use crate::due::Due;
use crate::jobs::{self, SystemMessage};
use crate::store::{ChannelRow, GroupRow, JobRow, JobState, StoreResult};
use free_agents::FreeAgents;
use std::collections::{BTreeSet, VecDeque};
use wire::{AgentId, AttendanceGroupId, Channel, JobFinishedEvent, Protocol, Wall, events};

/// The transaction of an agent who became free and that of a new customer may not see each other, and PostgreSQL lets both
/// commit. After this time both changes are visible.
const CHECKED_AFTER_MS: i64 = 1_000;
/// Number of waiting customers that are read at once.
const PORTION: usize = 16;

/// The customer entered the queue of the group: like `queue_changed`, but the customer gets the position at once. Returns
/// the position; 0 if the customer does not wait any more.
pub(crate) fn customer_entered(
    tx: &mut Transaction<'_, '_>,
    protocol: &Protocol,
    group: &AttendanceGroupId,
) -> StoreResult<u32> {
    queue_changed(tx, group)?;
    match tx.store.job(protocol)? {
        Some(job) if job.state == JobState::Waiting => publication::publish_first_position(tx, &job),
        _ => Ok(0),
    }
}

/// Customers of the group entered its queue, left it or returned: assigns while agents are free, then publishes positions
/// and the number of waiting customers, to many customers later.
pub(crate) fn queue_changed(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    let Some(row) = tx.store.group(group)? else { return Ok(()) };
    assign_groups(tx, std::slice::from_ref(&row))?;
    if publication::queue_changed(tx, &row)? == 0 {
        return Ok(());
    }
    // One check for all changes within this interval. It is a mark, because customers who arrive at the same time must not write the
    // same row.
    let checked_at = tx.now().plus_ms(CHECKED_AFTER_MS);
    tx.mark_due(Due::AssignmentCheck, group.as_str(), checked_at)
}

/// Assigns customers of the group who still wait although an agent is free.
pub(crate) fn check_queue(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    let Some(group) = tx.store.group(group)? else { return Ok(()) };
    assign_and_publish(tx, &[group])
}

/// Like `queue_changed`, but after this transaction and once for any number of calls.
pub(crate) fn queue_changes_soon(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    tx.mark_due(Due::Assignment, group.as_str(), tx.now())
}

/// The agent may get attendances now: assigns customers that wait for its groups.
pub(crate) fn agent_is_free(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let groups = tx.store.groups_of_agent(agent)?;
    assign_and_publish(tx, &groups)
}

/// The agent connected the channel: like `agent_is_free`, and the agent is notified of the number of waiting customers.
pub(crate) fn channel_connected(tx: &mut Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<()> {
    agent_is_free(tx, &row.agent_id)?;
    for group in tx.store.groups_of_agent(&row.agent_id)? {
        if group.group.channel == Some(row.channel) {
            publication::on_hold_may_have_changed(tx, &group)?;
        }
    }
    Ok(())
}

/// Dials numbers of the group's campaigns for agents who are still free after waiting customers were assigned.
pub(crate) fn dial_for_group(tx: &mut Transaction<'_, '_>, group: &AttendanceGroupId) -> StoreResult<()> {
    check_queue(tx, group)
}

/// Like `agent_is_free`, but after this transaction and once for any number of calls.
pub(crate) fn agent_is_free_soon(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let groups = tx.store.groups_of_agent(agent)?;
    groups.iter().try_for_each(|group| queue_changes_soon(tx, &group.group.id))
}

/// Assigns customers of these groups and publishes the resulting changes.
fn assign_and_publish(tx: &mut Transaction<'_, '_>, groups: &[GroupRow]) -> StoreResult<()> {
    let shorter = assign_groups(tx, groups)?;
    for group in groups.iter().filter(|group| shorter.contains(&group.group.id)) {
        publication::queue_changed(tx, group)?;
    }
    Ok(())
}

/// Assigns the customers of these groups in the order of their waiting. The attendances of an agent are counted once, after
/// the last assignment: with a thousand waiting customers a count per assignment takes the server tens of seconds. Returns
/// the groups of the assigned customers.
fn assign_groups(tx: &mut Transaction<'_, '_>, groups: &[GroupRow]) -> StoreResult<BTreeSet<AttendanceGroupId>> {
    let mut lines: Vec<Line<'_>> = groups.iter().map(Line::new).collect();
    let mut free = FreeAgents::default();
    let mut assigned = BTreeSet::new();
    let mut shorter = BTreeSet::new();
    while let Some((group, job)) = next_waiting(tx, &mut free, &mut lines)? {
        if tx.rules(job.channel).is_offered() {
            // The customer waits until an agent accepts.
            offer(tx, &mut free, group, &job)?;
            continue;
        }
        let excluded = excluded(&job, group);
        if let Some(agent) = free.take_best(tx, group, job.channel, &excluded)? {
            assigned.insert((agent.clone(), job.channel));
            shorter.insert(group.group.id.clone());
            assign(tx, job, agent)?;
        }
    }
    for (agent, channel) in &assigned {
        channels::recount(tx, agent, *channel, false)?;
    }
    for group in groups {
        if let Some(channel) = group.group.channel {
            tx.rules(channel).queue_served(tx, &mut free, group)?;
        }
    }
    Ok(shorter)
}

/// Agents that must not get a waiting attendance: the agent who returned it to its queue, if the group has another one.
fn excluded(job: &JobRow, group: &GroupRow) -> BTreeSet<AgentId> {
    let former = job.transferred_by.clone().filter(|_| group.members.len() > 1);
    former.into_iter().collect()
}

/// The waiting customers of a group, read in portions.
struct Line<'g> {
    group: &'g GroupRow,
    /// Customers who were read and are not assigned yet.
    ahead: VecDeque<JobRow>,
    /// Customers who wait since a later time were not read yet.
    read_until: Option<Wall>,
    is_read: bool,
}

impl<'g> Line<'g> {
    fn new(group: &'g GroupRow) -> Self {
        Self { group, ahead: VecDeque::new(), read_until: None, is_read: false }
    }

    /// Reads the next portion when all customers that were read are assigned, if an agent is free. Attendances that are offered are
    /// read in any case, because `offer` may set a due time for them.
    fn read(&mut self, tx: &mut Transaction<'_, '_>, free: &mut FreeAgents) -> StoreResult<()> {
        if let Some(channel) = self.group.group.channel.filter(|channel| !tx.rules(*channel).is_offered())
            && !free.has_any(tx, self.group, channel)?
        {
            self.ahead.clear();
            self.is_read = true;
        }
        if self.is_read || !self.ahead.is_empty() {
            return Ok(());
        }
        let rows = tx.store.waiting_after(&self.group.group.id, self.read_until, PORTION)?;
        self.is_read = rows.len() < PORTION;
        self.read_until = rows.last().map(|row| row.waiting_since);
        self.ahead = rows.into();
        Ok(())
    }
}

/// Takes the customer who has waited longest among those for whom an agent may be free.
fn next_waiting<'g>(
    tx: &mut Transaction<'_, '_>,
    free: &mut FreeAgents,
    lines: &mut [Line<'g>],
) -> StoreResult<Option<(&'g GroupRow, JobRow)>> {
    for line in lines.iter_mut() {
        line.read(tx, free)?;
    }
    let first = lines
        .iter_mut()
        .filter(|line| !line.ahead.is_empty())
        .min_by_key(|line| line.ahead.front().map(|job| (job.waiting_since, job.protocol.clone())));
    Ok(first.and_then(|line| Some((line.group, line.ahead.pop_front()?))))
}

/// Asks an agent to accept the attendance, or sets when an agent who did not accept it may be asked again.
fn offer(tx: &mut Transaction<'_, '_>, free: &mut FreeAgents, group: &GroupRow, job: &JobRow) -> StoreResult<()> {
    let rules = tx.rules(job.channel);
    let Some(offer) = rules.offer(tx, job)? else { return Ok(()) };
    if let Some(agent) = free.take_best(tx, group, job.channel, &offer.excluded)? {
        return rules.ask(tx, job, &agent);
    }
    let Some(again_at) = offer.again_at else { return Ok(()) };
    tx.mark_due(Due::AssignmentCheck, group.group.id.as_str(), again_at)
}

/// The channel of the agent, if the agent can take an attendance there.
fn able_agent(tx: &Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>> {
    let Some(row) = tx.store.channel(agent, channel)? else { return Ok(None) };
    let is_able = can_take_attendance(tx, &row)? && tx.rules(channel).can_reach(tx, &row)?;
    Ok(is_able.then_some(row))
}

/// Whether a call can ring at the agent now. A call that the agent already has is not counted.
pub(crate) fn can_take_call(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    Ok(able_agent(tx, agent, Channel::Voice)?.is_some_and(|row| row.open_jobs == 0))
}

/// Whether the agent's channel is connected, not paused and without a scheduled pause, and the agent is not absent and
/// has a live link.
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
    job.assigned(tx.now());
    job.transferred_by = None;
    tx.rules(job.channel).assigning(tx, &mut job)?;
    jobs::find_contact(tx, &mut job)?;
    if std::mem::take(&mut job.returned_to_queue) {
        jobs::add_system_message(tx, &mut job, SystemMessage::Resumed, Some(&agent))?;
    } else {
        jobs::add_system_message(tx, &mut job, SystemMessage::Started, Some(&agent))?;
    }
    jobs::notify_customer(tx, &job, CustomerNews::AgentJoined(agent_name))?;
    let job = jobs::save(tx, job)?;
    set_gone_due(tx, &agent)?;
    tx.rules(job.channel).assigned(tx, &job)?;
    jobs::publish(tx, &job)
}

/// When the agent counts as offline; `None` while the agent's link responds.
fn gone_at(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<Wall>> {
    if link_is_alive(tx, agent)? {
        return Ok(None);
    }
    Ok(Some(last_seen(tx, agent)?.map_or(tx.now(), |last| last.plus_ms(tx.config.link_gone_ms))))
}

/// Sets when the attendances of an agent whose link does not respond return to the queue. Called with each change of the
/// link and with each attendance that the agent gets.
pub(crate) fn set_gone_due(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let at = gone_at(tx, agent)?;
    tx.set_due(Due::AgentGone, agent.as_str(), at)
}

/// Returns the active attendances of the agent to the queue, unless the agent was seen meanwhile.
pub(crate) fn return_of_gone_agent(tx: &mut Transaction<'_, '_>, agent: &str) -> StoreResult<()> {
    let agent = AgentId::from(agent);
    let mut jobs = tx.store.jobs_of_agent(&agent)?;
    // The telephone system reports the end of a call.
    jobs.retain(|job| job.state == JobState::Active && tx.rules(job.channel).is_written());
    if jobs.is_empty() {
        return Ok(());
    }
    if gone_at(tx, &agent)?.is_none_or(|at| at > tx.now()) {
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
    job.transfer = None;
    tx.rules(job.channel).returning(tx, &job)?;
    jobs::notify_customer(tx, &job, CustomerNews::ReturnedToQueue)?;
    tx.rules(job.channel).returned(tx, &job)?;
    let job = jobs::save(tx, job)?;
    let event = JobFinishedEvent { protocol: job.protocol, channel: Some(job.channel) };
    tx.publish_event(&agent, events::jobs::Event::Finished(event))
}

#[cfg(test)]
mod tests;
