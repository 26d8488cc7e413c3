//! `POST /job/whatsapp/transfer`: blind, to an agent or to a queue (TRF-034 to TRF-041), and the lists to choose from.

use super::attendance;
use super::conversation::Place;
use crate::auth::{Caller, OwnCall};
use crate::broker::link_is_alive;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::channels;
use crate::fold::folded;
use crate::http::{Failure, Listed, json};
use crate::jobs::{self, SystemMessage};
use crate::queues;
use crate::router;
use crate::store::{AgentRow, ConversationRow, GroupRow, JobRow, JobState, QueueRow, StoreResult, WhatsAppJobRow};
use std::collections::BTreeSet;
use wire::limits::OBSERVATION_MAX_CHARS;
use wire::{
    AgentId, Channel, ChannelStatus, OrgUnitId, QueueRecord, Success, TransferAgent, TransferWhatsAppRequest,
    WhatsAppTransferEvent, WhatsAppTransferResponseEvent, events,
};

/// `POST /job/whatsapp/transfer`.
pub(crate) fn transfer(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: TransferWhatsAppRequest = call.body()?;
    let job = attendance::own(tx, caller, &request.protocol)?;
    if job.state != JobState::Active {
        return Err(Failure::cause("jobEnded"));
    }
    if request.observation.chars().count() > OBSERVATION_MAX_CHARS {
        return Err(Failure::field("observation", "tooLong"));
    }
    let queue_id = if request.queue_id.is_empty() { &job.queue_id } else { &request.queue_id };
    let queue = tx.store.queue(queue_id)?;
    let queue = queue.filter(|row| row.channel == Channel::Whatsapp && row.org_unit_id == caller.org_unit_id);
    let queue = queue.ok_or_else(|| Failure::field("queueId", "unknown"))?;
    let group = tx.store.group(&queue.group_id)?.ok_or_else(|| Failure::field("queueId", "unknown"))?;
    if request.to_agent_id.is_empty() {
        to_queue(tx, job, queue, group, &request.observation)?;
    } else {
        check_receiver(tx, caller, &group, &request.to_agent_id)?;
        to_agent(tx, job, queue, group, request.to_agent_id, &request.observation)?;
    }
    let event = WhatsAppTransferResponseEvent { protocol: request.protocol };
    tx.publish_event(&caller.agent_id, events::whatsapp::Event::TransferResponse(event))?;
    channels::recount(tx, &caller.agent_id, Channel::Whatsapp, true)?;
    router::agent_is_free(tx, &caller.agent_id)?;
    json(&Success { success: true })
}

/// `GET /queues/whatsapp/{id}/agents-available?agentId=`: the other members of the queue's group, by their names.
pub(crate) fn agents(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let queue = queues::row(tx, Channel::Whatsapp, call, caller)?;
    let mut data = Vec::new();
    for agent in others(tx, caller, &queue)? {
        let status = receiver_status(tx, &agent)?.into();
        data.push(TransferAgent { id: agent.id, name: agent.record.agent_name, status });
    }
    data.sort_by_key(|agent| folded(&agent.name));
    json(&Listed { data })
}

/// `GET /queues/whatsapp/agent/org-unit/{id}`: the queues by their names, with the number of agents who can get an attendance.
pub(crate) fn queues_of_unit(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let org_unit = OrgUnitId::from(call.param("id"));
    caller.must_belong_to(&org_unit)?;
    let mut data = Vec::new();
    for queue in queues::of_unit(tx, Channel::Whatsapp, &org_unit)? {
        let mut available = 0;
        for agent in others(tx, caller, &queue)? {
            available += u32::from(refusal(receiver_status(tx, &agent)?).is_none());
        }
        data.push(QueueRecord { agents_available: Some(available), ..queues::record(tx, queue)? });
    }
    data.sort_by_key(|queue| folded(&queue.name));
    json(&Listed { data })
}

/// The members of the queue's group without the caller.
fn others(tx: &Transaction<'_, '_>, caller: &Caller, queue: &QueueRow) -> StoreResult<Vec<AgentRow>> {
    let members = tx.store.group(&queue.group_id)?.map(|group| group.members).unwrap_or_default();
    let mut agents = Vec::new();
    for id in members.iter().filter(|id| **id != caller.agent_id) {
        agents.extend(tx.store.agent(id)?.filter(|row| row.record.org_unit_id == caller.org_unit_id));
    }
    Ok(agents)
}

/// The status of an agent's channel as a transfer sees it.
fn receiver_status(tx: &Transaction<'_, '_>, agent: &AgentRow) -> StoreResult<ChannelStatus> {
    let channel = channels::row_of(tx, &agent.id, Channel::Whatsapp)?;
    let is_reached = channel.connected && link_is_alive(tx, &agent.id)?;
    let is_absent = agent.record.agent_absent.agent_absent_enabled;
    let is_paused = channel.pause.is_some() || is_absent;
    Ok(match (is_reached, is_paused, channel.scheduled_pause) {
        (false, _, _) => ChannelStatus::Disconnected,
        (true, true, _) => ChannelStatus::Paused,
        (true, false, Some(_)) => ChannelStatus::ScheduledPause,
        (true, false, None) => channel.status,
    })
}

/// Why an agent with this status gets no attendance.
fn refusal(status: ChannelStatus) -> Option<&'static str> {
    match status {
        ChannelStatus::Disconnected => Some("offline"),
        ChannelStatus::Paused | ChannelStatus::ScheduledPause => Some("pause"),
        ChannelStatus::Available | ChannelStatus::InAttendance => None,
    }
}

/// Disconnected before not in the queue before paused.
fn check_receiver(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    group: &GroupRow,
    receiver: &AgentId,
) -> Result<(), Failure> {
    let agent = tx.store.agent(receiver)?.filter(|row| row.record.org_unit_id == caller.org_unit_id);
    let Some(agent) = agent.filter(|_| receiver != &caller.agent_id) else {
        return Err(Failure::field("toAgentId", "unknown"));
    };
    let status = receiver_status(tx, &agent)?;
    if status != ChannelStatus::Disconnected && !group.members.contains(receiver) {
        return Err(Failure::cause("queue"));
    }
    refusal(status).map_or(Ok(()), |cause| Err(Failure::cause(cause)))
}

/// The attendance in its new queue, without its former agent.
fn moved(
    tx: &mut Transaction<'_, '_>,
    job: JobRow,
    queue: QueueRow,
    group: GroupRow,
    observation: &str,
) -> StoreResult<JobRow> {
    let facts = Place::of(tx, &job)?.job;
    let agent_name = tx.store.agent(&job.agent_id)?.map(|row| row.record.agent_name).unwrap_or_default();
    let transferred_by = Some(job.agent_id.clone());
    let transfer_count = facts.transfer_count.saturating_add(1);
    tx.store.put_whatsapp_job(&WhatsAppJobRow { transfer_count, transferred_by, ..facts })?;
    let mut job = JobRow {
        queue_id: queue.id,
        queue_name: queue.name,
        group_id: group.group.id,
        group_name: group.group.name,
        observation_required: group.group.observation_required,
        ..job
    };
    jobs::add_system_text(tx, &mut job, SystemMessage::Transferred, &agent_name, observation.trim())?;
    Ok(job)
}

fn to_agent(
    tx: &mut Transaction<'_, '_>,
    job: JobRow,
    queue: QueueRow,
    group: GroupRow,
    receiver: AgentId,
    observation: &str,
) -> StoreResult<()> {
    let mut job = moved(tx, job, queue, group, observation)?;
    job.agent_id = receiver;
    job.assigned(tx.now());
    super::assigned(tx, &job)?;
    let job = jobs::save(tx, job)?;
    router::set_gone_due(tx, &job.agent_id)?;
    let event = WhatsAppTransferEvent { job: jobs::view(tx, &job)?, transfer: true };
    tx.publish_event(&job.agent_id, events::whatsapp::Event::Transfer(Box::new(event)))?;
    channels::recount(tx, &job.agent_id, Channel::Whatsapp, false)
}

fn to_queue(
    tx: &mut Transaction<'_, '_>,
    job: JobRow,
    queue: QueueRow,
    group: GroupRow,
    observation: &str,
) -> StoreResult<()> {
    let mut job = moved(tx, job, queue, group, observation)?;
    job.agent_id = AgentId::default();
    job.state = JobState::Waiting;
    job.assigned_at = None;
    job.waiting_since = tx.now();
    job.returned_to_queue = true;
    let conversation = Place::of(tx, &job)?.conversation;
    tx.store.put_conversation(&ConversationRow { owner: None, ..conversation })?;
    let job = jobs::save(tx, job)?;
    router::customer_entered(tx, &job.protocol, &job.group_id).map(|_| ())
}

/// Agents that do not get a waiting attendance from its queue: the one who gave it there, if the group has another one.
pub(crate) fn excluded(tx: &Transaction<'_, '_>, job: &JobRow, group: &GroupRow) -> StoreResult<BTreeSet<AgentId>> {
    if job.channel != Channel::Whatsapp || group.members.len() < 2 {
        return Ok(BTreeSet::new());
    }
    Ok(tx.store.whatsapp_job(&job.protocol)?.and_then(|facts| facts.transferred_by).into_iter().collect())
}
