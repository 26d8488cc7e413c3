//! The agent's attendances and inbox: read, unread, pin, reopen, finish, close, list.

use super::begin::refusal_of_attendance;
use super::conversation::{self, Place, inbox_view, publish_job};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::chat;
use crate::events::queue_tail;
use crate::http::{Failure, json};
use crate::jobs;
use crate::one_at_a_time::Limit;
use crate::router;
use crate::store::{ConversationRow, EndedBy, JobRow, JobState, StoreResult};
use wire::{
    AgentId, Channel, InboxJobs, JobRequest, Protocol, QueueId, Success, WhatsAppEndEvent, WhatsAppInboxEndEvent,
    WhatsAppJobRequest, events,
};

/// The caller's WhatsApp attendance in any state; another agent's is forbidden, an unknown one `jobNotFound`.
pub(super) fn own(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = chat::assigned_job(tx, caller, protocol)?;
    if job.channel == Channel::Whatsapp { Ok(job) } else { Err(Failure::cause("jobNotFound")) }
}

/// Whether the caller may read the attendance: it is the caller's own, or an earlier one of a conversation that the
/// caller has now.
pub(super) fn may_read(tx: &Transaction<'_, '_>, caller: &Caller, job: &JobRow) -> StoreResult<bool> {
    if job.agent_id == caller.agent_id {
        return Ok(true);
    }
    let owner = Place::of(tx, job)?.conversation.owner;
    Ok(job.org_unit_id == caller.org_unit_id && owner.as_ref() == Some(&caller.agent_id))
}

/// `POST /whatsapp/read-all` and `POST /whatsapp/read`.
pub(crate) fn read(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_conversation(tx, call, caller, |job, conversation| {
        job.messages_not_read = 0;
        job.transfer = None;
        conversation.marked_unread = false;
    })
}

/// `POST /whatsapp/unread`.
pub(crate) fn unread(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_conversation(tx, call, caller, |_, conversation| conversation.marked_unread = true)
}

/// `POST /whatsapp/pin`.
pub(crate) fn pin(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_conversation(tx, call, caller, |_, conversation| conversation.pinned = true)
}

/// `POST /whatsapp/unpin`.
pub(crate) fn unpin(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_conversation(tx, call, caller, |_, conversation| conversation.pinned = false)
}

/// Changes read state or pin of the attendance. Without a difference no event is published.
fn change_conversation(
    tx: &mut Transaction<'_, '_>,
    call: &OwnCall<'_>,
    caller: &Caller,
    set: impl FnOnce(&mut JobRow, &mut ConversationRow),
) -> Answer {
    let request: WhatsAppJobRequest = call.body()?;
    let job = own(tx, caller, &request.protocol)?;
    let conversation = Place::of(tx, &job)?.conversation;
    let (mut changed_job, mut changed) = (job.clone(), conversation.clone());
    set(&mut changed_job, &mut changed);
    if changed_job != job || changed != conversation {
        tx.store.put_conversation(&changed)?;
        let job = jobs::save(tx, changed_job)?;
        match job.state {
            JobState::Inbox => conversation::publish_inbox(tx, &job)?,
            _ => publish_job(tx, &job)?,
        }
    }
    json(&Success { success: true })
}

/// `POST /whatsapp/reopen`: an entry of the inbox, or an ended attendance that is not qualified, becomes active (WAP-050).
pub(crate) fn reopen(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: WhatsAppJobRequest = call.body()?;
    let mut job = own(tx, caller, &request.protocol)?;
    let was_in_inbox = match job.state {
        JobState::Active => return json(&Success { success: true }),
        JobState::Inbox => true,
        JobState::Ended => false,
        JobState::Waiting | JobState::Qualified | JobState::Abandoned => return Err(Failure::cause("jobNotFound")),
    };
    let conversation = Place::of(tx, &job)?.conversation;
    match conversation::current(tx, &conversation)? {
        Some(other) if other.protocol != job.protocol => return Err(refusal_of_attendance(tx, &other)?.into()),
        _ => {}
    }
    // A paused agent must have no open attendance on the channel.
    if channels::row_of(tx, &caller.agent_id, Channel::Whatsapp)?.pause.is_some() {
        return Err(Failure::cause("pause"));
    }
    check_limits(tx, &caller.agent_id, &job.queue_id)?;
    job.state = JobState::Active;
    job.assigned(tx.now());
    job.ended_at = None;
    job.ended_by = None;
    job.start_date_qualification = None;
    jobs::find_contact(tx, &mut job)?;
    let current = Some(job.protocol.clone());
    tx.store.put_conversation(&ConversationRow { current, owner: Some(caller.agent_id.clone()), ..conversation })?;
    let job = jobs::save(tx, job)?;
    router::set_gone_due(tx, &caller.agent_id)?;
    if was_in_inbox {
        let event = WhatsAppInboxEndEvent { protocol: job.protocol.clone() };
        tx.publish_event(&caller.agent_id, events::whatsapp::Event::InboxEnd(event))?;
    }
    publish_job(tx, &job)?;
    channels::recount(tx, &caller.agent_id, Channel::Whatsapp, false)?;
    json(&Success { success: true })
}

/// Refuses a further active attendance of the agent (`limitGlobal`) or of the queue (`limitQueue`).
pub(super) fn check_limits(tx: &mut Transaction<'_, '_>, agent: &AgentId, queue: &QueueId) -> Result<(), Failure> {
    if tx.config.whatsapp.jobs_per_queue > 0 {
        tx.one_at_a_time(Limit::AttendancesOfQueue, queue.as_str())?;
    }
    reached_limit(tx, agent, queue)?.map_or(Ok(()), |cause| Err(Failure::cause(cause)))
}

/// The cause of a refusal of one more active attendance; `None`: there is room. Another call may take the room meanwhile.
pub(super) fn reached_limit(
    tx: &Transaction<'_, '_>,
    agent: &AgentId,
    queue: &QueueId,
) -> StoreResult<Option<&'static str>> {
    if channels::row_of(tx, agent, Channel::Whatsapp)?.open_jobs >= tx.config.jobs_per_channel {
        return Ok(Some("limitGlobal"));
    }
    let limit = tx.config.whatsapp.jobs_per_queue;
    let is_full = limit > 0 && tx.store.active_jobs_of_queue(queue)? >= limit;
    Ok(is_full.then_some("limitQueue"))
}

/// `POST /job/whatsapp/finish`: ends the attendance; the agent still has to qualify it.
pub(crate) fn finish(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    end_attendance(tx, call, caller)
}

/// `POST /job/whatsapp/close`: ends the attendance if it is active; an ended one is unchanged.
pub(crate) fn close(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    end_attendance(tx, call, caller)
}

/// Idempotent: ending an attendance that has ended is a success.
fn end_attendance(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: JobRequest = call.body()?;
    let job = own(tx, caller, &request.protocol)?;
    if job.state == JobState::Active {
        let (job, line) = jobs::end(tx, job, EndedBy::Agent)?;
        tx.publish_message(&job.agent_id, line)?;
        let event = WhatsAppEndEvent { protocol: job.protocol.clone() };
        tx.publish_event(&job.agent_id, events::whatsapp::Event::End(event))?;
        jobs::release_agent(tx, &job)?;
    }
    json(&Success { success: true })
}

/// `GET /agents/{id}/jobs/inbox`.
pub(crate) fn inbox(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let id = caller.agent_id.clone();
    let tail = queue_tail(tx, &id)?;
    let mut data = Vec::new();
    for job in tx.store.jobs_of_agent_in(&id, JobState::Inbox)? {
        data.push(inbox_view(tx, &job)?);
    }
    json(&InboxJobs { as_of_seq: tail.seq, epoch: tail.epoch, data: data.into() })
}
