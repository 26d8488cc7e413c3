//! Transfers of attendances on WhatsApp and web chat: blind, to an agent or to a queue, and the lists of possible
//! receivers (spec conversation §7 and §8; TRF-031 to TRF-041).
//!
//! The receiver gets the attendance with its messages, the sender's page removes it. A customer of the web chat sees the
//! receiver's name, or the position in the queue.

mod records;

pub(crate) use records::records;

use crate::auth::{Caller, OwnCall};
use crate::broker::link_is_alive;
use crate::call::{Answer, Call};
use crate::centre::{CustomerNews, Transaction};
use crate::channels;
use crate::chat;
use crate::fold::folded;
use crate::http::{Failure, Listed, json};
use crate::jobs::{self, SystemMessage};
use crate::queues;
use crate::router;
use crate::store::{AgentRow, CampaignFact, GroupRow, JobRow, JobState, QueueRow, StoreResult, WhatsAppJobRow};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use wire::limits::OBSERVATION_MAX_CHARS;
use wire::{
    AgentId, AgentLoad, AttendanceGroupId, Channel, ChannelStatus, ChatTransferResponseEvent, JobTransfer, Message,
    OrgUnitId, Protocol, QueueId, QueueRecord, Success, TransferAgent, TransferRequest, TransferTarget, Wall,
    WhatsAppTransferResponseEvent, events,
};

/// `POST /job/chat/transfer`.
pub(crate) fn chat(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    transfer(tx, call, caller, Channel::Chat)
}

/// `POST /job/whatsapp/transfer`.
pub(crate) fn whatsapp(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    transfer(tx, call, caller, Channel::Whatsapp)
}

/// `GET /queues/{id}/chat/agents-available?agentId=`.
pub(crate) fn chat_agents(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    agents(tx, call, caller, Channel::Chat)
}

/// `GET /queues/whatsapp/{id}/agents-available?agentId=`.
pub(crate) fn whatsapp_agents(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    agents(tx, call, caller, Channel::Whatsapp)
}

/// `GET /campaigns/whatsapp/{id}/agents-available?agentId=`: the agents who work on the campaign.
pub(crate) fn campaign_agents(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = QueueId::from(call.param("id"));
    let campaign = tx.store.whatsapp_campaign(&id)?.ok_or_else(|| Failure::not_found("campaign"))?;
    caller.must_belong_to(&campaign.org_unit_id)?;
    agents_of(tx, caller, Channel::Whatsapp, &campaign.group_id)
}

/// `GET /queues/chat/org-unit/{id}`.
pub(crate) fn chat_queues(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    queues_of_unit(tx, call, caller, Channel::Chat)
}

/// `GET /queues/whatsapp/agent/org-unit/{id}`.
pub(crate) fn whatsapp_queues(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    queues_of_unit(tx, call, caller, Channel::Whatsapp)
}

fn transfer(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller, channel: Channel) -> Answer {
    let request: TransferRequest = call.body()?;
    let job = chat::assigned_job(tx, caller, &request.protocol)?;
    if job.channel != channel {
        return Err(Failure::cause("jobNotFound"));
    }
    if job.state != JobState::Active {
        return Err(Failure::cause("jobEnded"));
    }
    if request.observation.chars().count() > OBSERVATION_MAX_CHARS {
        return Err(Failure::field("observation", "tooLong"));
    }
    let place = destination_of(tx, caller, &job, &request)?;
    if !request.to_agent_id.is_empty() {
        check_receiver(tx, caller, channel, &place.group, &request.to_agent_id)?;
    }
    let job = transfer_to(tx, job, place, &request)?;
    // Before the new assignment: the only agent of a queue gets the attendance back.
    publish_departure(tx, caller, channel, request.protocol)?;
    if request.to_agent_id.is_empty() {
        to_queue(tx, job)?;
    } else {
        to_agent(tx, job, request.to_agent_id)?;
    }
    channels::recount(tx, &caller.agent_id, channel, true)?;
    router::agent_is_free(tx, &caller.agent_id)?;
    json(&Success { success: true })
}

/// The destination of a transfer of an attendance.
struct Place {
    queue: QueueRow,
    group: GroupRow,
    campaign: Option<CampaignFact>,
}

/// The queue and the group of the destination: a campaign has a queue and a group of its own, a queue has the group
/// that works on it.
fn destination_of(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    job: &JobRow,
    request: &TransferRequest,
) -> Result<Place, Failure> {
    let is_own = |unit: &OrgUnitId| *unit == caller.org_unit_id;
    let unknown = || Failure::field(if request.campaign_id.is_empty() { "queueId" } else { "campaignId" }, "unknown");
    let campaign = match &request.campaign_id {
        id if id.is_empty() => None,
        _ if job.channel != Channel::Whatsapp => return Err(unknown()),
        id => Some(tx.store.whatsapp_campaign(id)?.filter(|row| is_own(&row.org_unit_id)).ok_or_else(unknown)?),
    };
    let queue_id = match &campaign {
        Some(campaign) => &campaign.queue_id,
        None if request.queue_id.is_empty() => &job.queue_id,
        None => &request.queue_id,
    };
    let queue = tx.store.queue(queue_id)?.filter(|row| row.channel == job.channel && is_own(&row.org_unit_id));
    let queue = queue.ok_or_else(unknown)?;
    let group_id = campaign.as_ref().map_or(&queue.group_id, |campaign| &campaign.group_id);
    let group = tx.store.group(group_id)?.ok_or_else(unknown)?;
    let campaign = campaign.map(|row| CampaignFact { id: row.id, name: row.name });
    Ok(Place { queue, group, campaign })
}

/// The page of the agent who transferred removes the attendance.
fn publish_departure(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    channel: Channel,
    protocol: Protocol,
) -> StoreResult<()> {
    if channel == Channel::Whatsapp {
        let event = WhatsAppTransferResponseEvent { protocol };
        return tx.publish_event(&caller.agent_id, events::whatsapp::Event::TransferResponse(event));
    }
    let event = ChatTransferResponseEvent { protocol };
    tx.publish_event(&caller.agent_id, events::chat::Event::TransferResponse(event))
}

/// The other members of the queue's group, by their names.
fn agents(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller, channel: Channel) -> Answer {
    let queue = queues::row(tx, channel, call, caller)?;
    agents_of(tx, caller, channel, &queue.group_id)
}

/// The other members of the group, by their names.
fn agents_of(tx: &Transaction<'_, '_>, caller: &Caller, channel: Channel, group: &AttendanceGroupId) -> Answer {
    let mut data = Vec::new();
    for agent in other_members(tx, caller, group)? {
        let status = receiver_status(tx, &agent, channel)?;
        let load = if status == ChannelStatus::Disconnected { None } else { Some(load_of(tx, &agent.id, channel)?) };
        data.push(TransferAgent { id: agent.id, name: agent.record.agent_name, status: status.into(), load });
    }
    data.sort_by_key(|agent| folded(&agent.name));
    json(&Listed { data })
}

/// The queues by their names, with the number of other agents who can get an attendance: those who are candidates of the queue's group.
fn queues_of_unit(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller, channel: Channel) -> Answer {
    let org_unit = OrgUnitId::from(call.param("id"));
    caller.must_belong_to(&org_unit)?;
    let mut data = Vec::new();
    let mut counted: BTreeMap<AttendanceGroupId, u32> = BTreeMap::new();
    for queue in tx.store.queues_of_unit(&org_unit, channel)? {
        let available = match counted.entry(queue.group_id.clone()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(unknown) => {
                let all = tx.store.candidate_count(unknown.key(), channel)?;
                let own = usize::from(tx.store.is_candidate(unknown.key(), channel, &caller.agent_id)?);
                *unknown.insert(u32::try_from(all.saturating_sub(own)).unwrap_or(u32::MAX))
            }
        };
        // Counts everybody who waits in the queue: nobody waits since a later time than this.
        let waiting = tx.store.waiting_before(&queue.id, Wall(i64::MAX))?;
        let waiting = Some(u32::try_from(waiting).unwrap_or(u32::MAX));
        data.push(QueueRecord { agents_available: Some(available), waiting, ..queues::record(tx, queue)? });
    }
    data.sort_by_key(|queue| folded(&queue.name));
    json(&Listed { data })
}

/// The members of the group without the caller.
fn other_members(tx: &Transaction<'_, '_>, caller: &Caller, group: &AttendanceGroupId) -> StoreResult<Vec<AgentRow>> {
    let members = tx.store.group(group)?.map(|group| group.members).unwrap_or_default();
    let mut agents = Vec::new();
    for id in members.iter().filter(|id| **id != caller.agent_id) {
        agents.extend(tx.store.agent(id)?.filter(|row| row.record.org_unit_id == caller.org_unit_id));
    }
    Ok(agents)
}

/// The status of an agent's channel in the list of a transfer.
fn receiver_status(tx: &Transaction<'_, '_>, agent: &AgentRow, channel: Channel) -> StoreResult<ChannelStatus> {
    let channel = channels::row_of(tx, &agent.id, channel)?;
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

/// Number of the agent's attendances in the channel.
fn load_of(tx: &Transaction<'_, '_>, agent: &AgentId, channel: Channel) -> StoreResult<AgentLoad> {
    let open = channels::row_of(tx, agent, channel)?.open_jobs;
    Ok(AgentLoad { open, limit: tx.config.jobs_per_channel })
}

/// Why an agent with this status gets no attendance.
fn refusal(status: ChannelStatus) -> Option<&'static str> {
    match status {
        ChannelStatus::Disconnected => Some("offline"),
        ChannelStatus::Paused | ChannelStatus::ScheduledPause => Some("pause"),
        ChannelStatus::Available | ChannelStatus::InAttendance => None,
    }
}

/// The order of the reasons: disconnected, then not in the queue, then paused.
fn check_receiver(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    channel: Channel,
    group: &GroupRow,
    receiver: &AgentId,
) -> Result<(), Failure> {
    let agent = tx.store.agent(receiver)?.filter(|row| row.record.org_unit_id == caller.org_unit_id);
    let Some(agent) = agent.filter(|_| receiver != &caller.agent_id) else {
        return Err(Failure::field("toAgentId", "unknown"));
    };
    let status = receiver_status(tx, &agent, channel)?;
    if status != ChannelStatus::Disconnected && !group.members.contains(receiver) {
        return Err(Failure::cause("queue"));
    }
    refusal(status).map_or(Ok(()), |cause| Err(Failure::cause(cause)))
}

/// The attendance in its new queue, with the note for the receiver, to whom it is unread since the last answer; the caller
/// stores it.
fn transfer_to(
    tx: &mut Transaction<'_, '_>,
    job: JobRow,
    place: Place,
    request: &TransferRequest,
) -> StoreResult<JobRow> {
    let Place { queue, group, campaign } = place;
    if let (Some(campaign), Some(row)) = (campaign, tx.store.whatsapp_job(&job.protocol)?) {
        tx.store.put_whatsapp_job(&WhatsAppJobRow { campaign: Some(campaign), ..row })?;
    }
    let mut job = JobRow {
        queue_id: queue.id,
        queue_name: queue.name,
        group_id: group.group.id,
        group_name: group.group.name,
        observation_required: group.group.observation_required,
        transfer_count: job.transfer_count.saturating_add(1),
        messages_not_read: jobs::unanswered(tx, &job)?,
        ..job
    };
    let target = TransferTarget {
        agent_id: request.to_agent_id.clone(),
        agent_name: jobs::agent_name(tx, &request.to_agent_id)?,
        queue_name: job.queue_name.clone(),
    };
    let note = request.observation.trim().to_owned();
    let content = Message { message: note.clone(), transferred_to: Some(target), ..Message::default() };
    let sender = job.agent_id.clone();
    let line = jobs::add_system_text(tx, &mut job, SystemMessage::Transferred, Some(&sender), content)?;
    job.transfer = Some(JobTransfer { agent_id: sender, agent_name: line.agent_name, note, seq: line.seq });
    Ok(job)
}

fn to_agent(tx: &mut Transaction<'_, '_>, mut job: JobRow, receiver: AgentId) -> StoreResult<()> {
    let agent_name = tx.store.agent(&receiver)?.map(|row| row.record.agent_name).unwrap_or_default();
    job.agent_id = receiver;
    job.assigned(tx.now());
    jobs::notify_customer(tx, &job, CustomerNews::AgentJoined(agent_name))?;
    let job = jobs::save(tx, job)?;
    router::set_gone_due(tx, &job.agent_id)?;
    tx.rules(job.channel).transferred(tx, &job)?;
    channels::recount(tx, &job.agent_id, job.channel, false)
}

fn to_queue(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    job.transferred_by = Some(std::mem::take(&mut job.agent_id));
    job.state = JobState::Waiting;
    job.assigned_at = None;
    job.waiting_since = tx.now();
    job.returned_to_queue = true;
    jobs::notify_customer(tx, &job, CustomerNews::ReturnedToQueue)?;
    tx.rules(job.channel).returned(tx, &job)?;
    let job = jobs::save(tx, job)?;
    router::customer_entered(tx, &job.protocol, &job.group_id).map(|_| ())
}

#[cfg(test)]
mod tests;
