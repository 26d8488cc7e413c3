//! Rows and look-ups of the assignment: the agents of a group who may get an attendance, in the order of choice, and the
//! number of waiting customers as last published. No look-up reads more rows than it returns.

use super::backend::{Backend, first, get, list, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::{AgentMarks, ChannelRow, GroupRow, JobRow, JobState, MembershipRow, StoreResult};
use serde::{Deserialize, Serialize};
use wire::{AgentId, AttendanceGroupId, Channel, QueueId, Wall};

/// An agent whose channel allows attendances of a group; the router checks later whether the agent can be reached.
/// `put_channel` and `put_group` update the rows. Key: (`agent_id`, `channel`, `group_id`); look-up: `group_id` and
/// `channel`, in the order of choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateRow {
    /// The agent.
    pub agent_id: AgentId,
    /// Channel of the attendances.
    pub channel: Channel,
    /// The group.
    pub group_id: AttendanceGroupId,
    /// Active attendances of the agent on the channel; agents with the fewest come first.
    pub open_jobs: u32,
    /// Since when the agent has been waiting; among equals the longest idle agent comes first.
    pub idle_since: Wall,
}

/// Number of customers who wait for a group, as last published to its agents. Key: `group_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnHoldRow {
    /// The group.
    pub group_id: AttendanceGroupId,
    /// Channel of the group.
    pub channel: Channel,
    /// Number of customers.
    pub on_hold: u32,
}

impl JobRow {
    /// An agent has the attendance from `now` on, without the marks of the one before.
    pub(crate) fn assigned(&mut self, now: Wall) {
        self.assigned_at = Some(now);
        self.first_assigned_at.get_or_insert(now);
        self.marks = AgentMarks::default();
    }
}

impl CandidateRow {
    const BY_CHOICE: &'static Index =
        &Index::new("candidate_by_choice", &["group_id", "channel", "open_jobs", "idle_since"]);
}

impl Row for CandidateRow {
    const TABLE: &'static Table = &Table {
        name: "candidate",
        columns: &[
            Column::text("agent_id"),
            Column::text("channel"),
            Column::text("group_id"),
            Column::number("open_jobs"),
            Column::number("idle_since"),
        ],
        key: 3,
        indexes: &[CandidateRow::BY_CHOICE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::Work("written and deleted with the channels and groups of agents")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.agent_id),
            Value::text(self.channel.as_str()),
            Value::text(&self.group_id),
            Value::number(self.open_jobs),
            self.idle_since.into(),
        ]
    }
}

impl Row for OnHoldRow {
    const TABLE: &'static Table =
        &Table { name: "group_on_hold", columns: &[Column::text("group_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("one for each group")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("a number of customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.group_id)]
    }
}

/// Look-ups and changes of candidates, of waiting customers and of their published number; part of `Store`.
pub trait AssignmentStore: Backend {
    /// At most `limit` candidates of the group: fewest active attendances first, then the longest idle, then by agent.
    fn candidate_agents(
        &self,
        group: &AttendanceGroupId,
        channel: Channel,
        limit: usize,
    ) -> StoreResult<Vec<CandidateRow>> {
        let of_group = [Value::text(group), Value::text(channel.as_str())];
        list(self, &Scan::of::<CandidateRow>().by(CandidateRow::BY_CHOICE).equal(of_group).limit(limit))
    }
    /// Number of candidates of the group.
    fn candidate_count(&self, group: &AttendanceGroupId, channel: Channel) -> StoreResult<usize> {
        let of_group = [Value::text(group), Value::text(channel.as_str())];
        self.count(&Scan::of::<CandidateRow>().by(CandidateRow::BY_CHOICE).equal(of_group))
    }
    /// Whether the agent is a candidate of the group.
    fn is_candidate(&self, group: &AttendanceGroupId, channel: Channel, agent: &AgentId) -> StoreResult<bool> {
        let key = [Value::text(agent), Value::text(channel.as_str()), Value::text(group)];
        Ok(get::<CandidateRow>(self, key)?.is_some())
    }
    /// Writes the candidate rows of all channels of the agent again, even if they are unchanged: a concurrent transaction
    /// that deletes them then fails with `StoreError::Conflict`.
    fn restore_candidates(&mut self, agent: &AgentId) -> StoreResult<()> {
        for channel in Channel::ALL {
            if let Some(row) = channel_row(self, agent, channel)? {
                write_candidates(self, &row)?;
            }
        }
        Ok(())
    }
    /// Writes the candidate rows of a channel that has none, for rows of an older server.
    fn add_missing_candidates(&mut self, row: &ChannelRow) -> StoreResult<()> {
        let of_channel =
            Scan::of::<CandidateRow>().equal([Value::text(&row.agent_id), Value::text(row.channel.as_str())]);
        match first::<CandidateRow>(self, of_channel)? {
            Some(_) => Ok(()),
            None => write_candidates(self, row),
        }
    }
    /// Deletes the candidates of the agent.
    fn delete_candidates(&mut self, agent: &AgentId) -> StoreResult<()> {
        self.delete(&Scan::of::<CandidateRow>().equal([Value::text(agent)]))
    }
    /// The groups of the agent, by identifier.
    fn memberships_of(&self, agent: &AgentId) -> StoreResult<Vec<MembershipRow>> {
        list(self, &Scan::of::<MembershipRow>().equal([Value::text(agent)]))
    }
    /// At most `limit` members of the group with a greater identifier, by identifier.
    fn members_after(
        &self,
        group: &AttendanceGroupId,
        after: Option<&AgentId>,
        limit: usize,
    ) -> StoreResult<Vec<MembershipRow>> {
        let members = Scan::of::<MembershipRow>().by(MembershipRow::BY_GROUP).equal([Value::text(group)]).limit(limit);
        list(self, &Scan { after: after.map(Value::text), ..members })
    }

    /// Waiting attendances of the group that wait since a time after `after`, in the order of the queue: `limit` of them
    /// and all that wait since the same time as the last one, or all if there are fewer.
    fn waiting_after(&self, group: &AttendanceGroupId, after: Option<Wall>, limit: usize) -> StoreResult<Vec<JobRow>> {
        let scan = Scan { after: after.map(Value::from), ..waiting_of(group).limit(limit) };
        let mut rows: Vec<JobRow> = list(self, &scan)?;
        let last = rows.last().map(|row| row.waiting_since);
        if let Some(last) = last.filter(|_| rows.len() == limit) {
            rows.retain(|row| row.waiting_since != last);
            let mut same_time = waiting_of(group);
            same_time.prefix.push(last.into());
            rows.extend(list::<JobRow>(self, &same_time)?);
        }
        Ok(rows)
    }
    /// Number of waiting attendances of the group.
    fn waiting_count(&self, group: &AttendanceGroupId) -> StoreResult<usize> {
        self.count(&waiting_of(group))
    }
    /// Number of waiting attendances of the queue that wait since a time before `before`.
    fn waiting_before(&self, queue: &QueueId, before: Wall) -> StoreResult<usize> {
        self.count(&waiting_in(queue).before(before.into()))
    }
    /// Position of the waiting attendance in its queue, from 1.
    fn position_of(&self, job: &JobRow) -> StoreResult<usize> {
        let mut same_time = waiting_in(&job.queue_id).before(Value::text(&job.protocol));
        same_time.prefix.push(job.waiting_since.into());
        Ok(self.waiting_before(&job.queue_id, job.waiting_since)? + self.count(&same_time)? + 1)
    }

    /// The last published number of customers who wait for the group.
    fn on_hold_of(&self, group: &AttendanceGroupId) -> StoreResult<Option<OnHoldRow>> {
        get(self, [Value::text(group)])
    }
    /// Inserts or replaces the row by `group_id`.
    fn put_on_hold(&mut self, row: &OnHoldRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> AssignmentStore for B {}

pub(super) fn waiting_of(group: &AttendanceGroupId) -> Scan {
    let waiting = [Value::text(group), Value::text(JobState::Waiting.as_str())];
    Scan::of::<JobRow>().by(JobRow::BY_GROUP).equal(waiting)
}

fn waiting_in(queue: &QueueId) -> Scan {
    let waiting = [Value::text(queue), Value::text(JobState::Waiting.as_str())];
    Scan::of::<JobRow>().by(JobRow::BY_QUEUE).equal(waiting)
}

fn channel_row(store: &(impl Backend + ?Sized), agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>> {
    get(store, [Value::text(agent), Value::text(channel.as_str())])
}

/// The values that order the candidates; `None`: the channel allows no attendance.
fn rank(row: &ChannelRow) -> Option<(u32, Wall)> {
    let is_able = row.connected && row.pause.is_none() && row.scheduled_pause.is_none();
    is_able.then_some((row.open_jobs, row.idle_since))
}

/// Stores the channel, and its candidate rows if their order changes.
pub(super) fn put_channel(store: &mut (impl Backend + ?Sized), row: &ChannelRow) -> StoreResult<()> {
    let before = channel_row(store, &row.agent_id, row.channel)?;
    put(store, row)?;
    if before.as_ref().and_then(rank) == rank(row) { Ok(()) } else { write_candidates(store, row) }
}

fn write_candidates(store: &mut (impl Backend + ?Sized), row: &ChannelRow) -> StoreResult<()> {
    let (agent, channel) = (Value::text(&row.agent_id), Value::text(row.channel.as_str()));
    if rank(row).is_none() {
        return store.delete(&Scan::of::<CandidateRow>().equal([agent, channel]));
    }
    let memberships: Vec<MembershipRow> = list(store, &Scan::of::<MembershipRow>().equal([agent]))?;
    memberships.iter().try_for_each(|membership| write_candidate(store, membership, row))
}

fn write_candidate(
    store: &mut (impl Backend + ?Sized),
    membership: &MembershipRow,
    row: &ChannelRow,
) -> StoreResult<()> {
    let Some((open_jobs, idle_since)) = rank(row) else { return Ok(()) };
    if membership.channel.is_some_and(|channel| channel != row.channel) {
        return Ok(());
    }
    let (agent_id, group_id) = (membership.agent_id.clone(), membership.group_id.clone());
    put(store, &CandidateRow { agent_id, channel: row.channel, group_id, open_jobs, idle_since })
}

/// Stores the group with its members and candidate rows.
pub(super) fn put_group(store: &mut (impl Backend + ?Sized), row: &GroupRow) -> StoreResult<()> {
    put(store, row)?;
    let group_id = row.group.id.clone();
    store.delete(&Scan::of::<MembershipRow>().by(MembershipRow::BY_GROUP).equal([Value::text(&group_id)]))?;
    store.delete(&Scan::of::<CandidateRow>().by(CandidateRow::BY_CHOICE).equal([Value::text(&group_id)]))?;
    for agent in &row.members {
        let channel = row.group.channel;
        let membership = MembershipRow { agent_id: agent.clone(), group_id: group_id.clone(), channel };
        put(store, &membership)?;
        for channel in Channel::ALL {
            if let Some(row) = channel_row(store, agent, channel)? {
                write_candidate(store, &membership, &row)?;
            }
        }
    }
    Ok(())
}
