//! Publishes the state of a queue to customers and agents: the customers' positions, and the number of waiting customers.
//! With few recipients a change is published in its own transaction; with many it is published later, once for several
//! changes and in portions, so that the cost of the request that caused it does not depend on the length of the queue
//! (BEY-132).

use crate::centre::Transaction;
use crate::channels;
use crate::due::Due;
use crate::store::{GroupRow, JobRow, OnHoldRow, StoreError, StoreResult};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use wire::{AgentId, AttendanceGroupId, Channel, QueueId, Wall};

/// Up to this number of customers or agents a change is published in its own transaction.
const FEW: usize = 20;
/// Number of customers or agents in one later transaction.
const PORTION: usize = 50;
/// A later publication is delayed by this time for each recipient: some 200 recipients are written in a second.
const PER_RECIPIENT_MS: usize = 5;
/// Shortest time between a change and its later publication.
const SHORTEST_DELAY_MS: usize = 1_000;

/// Publishes positions and the number of waiting customers of the group, now or later. Returns how many wait.
pub(super) fn queue_changed(tx: &mut Transaction<'_, '_>, group: &GroupRow) -> StoreResult<usize> {
    let id = &group.group.id;
    let waiting = tx.store.waiting_count(id)?;
    if waiting > FEW {
        publish_later(tx, Due::Positions, &(id, None::<Wall>), waiting)?;
    } else if waiting > 0 {
        publish_positions(tx, id, None)?;
    }
    on_hold_changed(tx, group, waiting)?;
    Ok(waiting)
}

/// The number of the group's waiting customers may differ from the published one, because no agent was connected.
pub(super) fn on_hold_may_have_changed(tx: &mut Transaction<'_, '_>, group: &GroupRow) -> StoreResult<()> {
    let waiting = tx.store.waiting_count(&group.group.id)?;
    on_hold_changed(tx, group, waiting)
}

fn on_hold_changed(tx: &mut Transaction<'_, '_>, group: &GroupRow, waiting: usize) -> StoreResult<()> {
    let Some(channel) = group.group.channel.filter(|_| !group.members.is_empty()) else { return Ok(()) };
    let id = &group.group.id;
    if tx.store.on_hold_of(id)?.is_some_and(|row| row.on_hold == number(waiting)) {
        return Ok(());
    }
    if group.members.len() > FEW {
        return publish_later(tx, Due::OnHold, &(id, channel, None::<AgentId>), group.members.len());
    }
    publish_on_hold(tx, id, channel, None).map(|_| ())
}

/// Sets the due time, unless an earlier change has set it.
fn publish_later(
    tx: &mut Transaction<'_, '_>,
    due: Due,
    subject: &impl Serialize,
    recipients: usize,
) -> StoreResult<()> {
    let delay = recipients.saturating_mul(PER_RECIPIENT_MS).max(SHORTEST_DELAY_MS);
    let at = tx.now().plus_ms(i64::try_from(delay).unwrap_or(i64::MAX / 2));
    tx.mark_due(due, &written(subject)?, at)
}

/// Due work: publishes a portion of positions; the next portion is due at once, in a transaction of its own.
pub(crate) fn positions_are_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let (group, after): (AttendanceGroupId, Option<Wall>) = read(subject)?;
    match publish_positions(tx, &group, after)? {
        Some(last) => tx.set_due(Due::Positions, &written(&(group, Some(last)))?, Some(tx.now())),
        None => Ok(()),
    }
}

/// Like `positions_are_due`, for the agents of a group.
pub(crate) fn on_hold_is_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let (group, channel, after): (AttendanceGroupId, Channel, Option<AgentId>) = read(subject)?;
    match publish_on_hold(tx, &group, channel, after.as_ref())? {
        Some(last) => tx.set_due(Due::OnHold, &written(&(group, channel, Some(last)))?, Some(tx.now())),
        None => Ok(()),
    }
}

/// Publishes changed positions to a portion of the customers who wait since a time after `after`. Each queue has its own
/// positions. Returns the place to continue at.
fn publish_positions(
    tx: &mut Transaction<'_, '_>,
    group: &AttendanceGroupId,
    after: Option<Wall>,
) -> StoreResult<Option<Wall>> {
    let jobs = tx.store.waiting_after(group, after, PORTION)?;
    let Some(first) = jobs.first().map(|job| job.waiting_since) else { return Ok(None) };
    let last = jobs.last().map(|job| job.waiting_since).filter(|_| jobs.len() >= PORTION);
    let mut positions: BTreeMap<QueueId, usize> = BTreeMap::new();
    for job in jobs {
        let before = match positions.get(&job.queue_id) {
            Some(before) => *before,
            None if after.is_none() => 0,
            None => tx.store.waiting_before(&job.queue_id, first)?,
        };
        positions.insert(job.queue_id.clone(), before + 1);
        tx.rules(job.channel).tell_position(tx, &job, number(before + 1))?;
    }
    Ok(last)
}

/// Publishes the position to a customer who has none yet. Returns the published one.
pub(super) fn publish_first_position(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<u32> {
    let told = tx.rules(job.channel).last_position(tx, job)?;
    if told != 0 {
        return Ok(told);
    }
    let position = tx.store.position_of(job)?;
    tx.rules(job.channel).tell_position(tx, job, number(position))?;
    Ok(number(position))
}

/// Publishes the number of waiting customers to a portion of the group's agents. Returns where the next portion begins.
fn publish_on_hold(
    tx: &mut Transaction<'_, '_>,
    group: &AttendanceGroupId,
    channel: Channel,
    after: Option<&AgentId>,
) -> StoreResult<Option<AgentId>> {
    if after.is_none() {
        // The portions publish one number, even if another customer arrives between them.
        let on_hold = number(tx.store.waiting_count(group)?);
        tx.store.put_on_hold(&OnHoldRow { group_id: group.clone(), channel, on_hold })?;
    }
    let members = tx.store.members_after(group, after, PORTION)?;
    let mut counts = channels::OnHoldCounts::default();
    for member in &members {
        channels::publish_on_hold(tx, &member.agent_id, channel, &mut counts)?;
    }
    let is_full = members.len() >= PORTION;
    Ok(members.into_iter().next_back().map(|member| member.agent_id).filter(|_| is_full))
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn written(subject: &impl Serialize) -> StoreResult<String> {
    serde_json::to_string(subject).map_err(|error| StoreError::Corrupt(error.to_string()))
}

fn read<T: DeserializeOwned>(subject: &str) -> StoreResult<T> {
    serde_json::from_str(subject).map_err(|error| StoreError::Corrupt(error.to_string()))
}
