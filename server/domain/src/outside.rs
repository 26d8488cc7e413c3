//! The customers' side: start a chat, write, type, end, and read what is new. A customer proves itself by the secret of
//! the chat; nothing of other customers or of the agents' side is told here, except the name of the agent.

mod wire;

pub use wire::{
    OutsideEvent, OutsideEventKind, OutsideEvents, OutsideQueue, OutsideReply, OutsideRequest, OutsideStarted,
};

use crate::centre::{Centre, Work};
use crate::chat;
use crate::contacts;
use crate::context::{Context, sha256_hex};
use crate::http::{Failure, HttpReply, HttpRequest};
use crate::jobs;
use crate::router;
use crate::store::{EndedBy, JobRow, JobState, OutsideEventRow, Store, StoreError, StoreResult};
use core_wasm::wire::{
    AgentId, BrokerEvent, Channel, ChatEndEvent, ChatInactiveEvent, ChatTypingEvent, ClientStatus, CustomId, Message,
    MessageKind, MessageStatus, Protocol, QueueId, SenderType, Wall,
};

/// As the sender of idempotent sends.
const CUSTOMER: &str = "customer";
const EVENTS_PER_READ: usize = 500;
const NAME_LIMIT: usize = 200;
/// 32 random bytes in hexadecimal.
const SECRET_LENGTH: usize = 64;

pub(crate) fn event_row(
    protocol: &Protocol,
    number: u64,
    at: Wall,
    kind: OutsideEventKind,
) -> StoreResult<OutsideEventRow> {
    let text =
        serde_json::to_string(&OutsideEvent { number, at, kind }).map_err(|fault| StoreError(fault.to_string()))?;
    Ok(OutsideEventRow { protocol: protocol.clone(), number, text })
}

impl Centre {
    pub fn outside(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &OutsideRequest) -> OutsideReply {
        self.transact(store, context, |work| answer(work, request)).unwrap_or_else(|failure| {
            let (status, body) = failure.into_parts();
            OutsideReply::Refused { status, body: Box::new(body) }
        })
    }

    /// The same as JSON, for everything below the customers' base address but the stream of events.
    pub fn outside_http(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpReply {
        match OutsideRequest::from_http(request) {
            Ok(request) => self.outside(store, context, &request).to_http(),
            Err(reply) => reply,
        }
    }
}

fn answer(work: &mut Work<'_, '_>, request: &OutsideRequest) -> Result<OutsideReply, Failure> {
    match request {
        OutsideRequest::Queues => {
            let queues = work.store.queues(Channel::Chat)?;
            let names = queues.into_iter().map(|row| OutsideQueue { id: row.id, name: row.name });
            Ok(OutsideReply::Queues(names.collect()))
        }
        OutsideRequest::Start { name, identifier, queue, secret } => {
            start(work, name, identifier.as_deref(), queue, secret.as_deref())
        }
        OutsideRequest::Message { protocol, secret, custom_id, text } => {
            let job = own_chat(work, protocol, secret)?;
            send(work, job, custom_id, text)
        }
        OutsideRequest::Typing { protocol, secret, typing, custom_id } => {
            let job = own_chat(work, protocol, secret)?;
            set_typing(work, job, *typing, custom_id.as_ref())
        }
        OutsideRequest::End { protocol, secret } => {
            let job = own_chat(work, protocol, secret)?;
            leave(work, job)?;
            Ok(OutsideReply::Done)
        }
        OutsideRequest::Events { protocol, secret, after } => {
            let job = own_chat(work, protocol, secret)?;
            read_events(work, &job, *after)
        }
        OutsideRequest::Page { protocol, secret, open } => {
            let job = own_chat(work, protocol, secret)?;
            set_page(work, job, *open)
        }
    }
}

/// A wrong secret and an unknown chat look the same.
fn own_chat(work: &Work<'_, '_>, protocol: &Protocol, secret: &str) -> Result<JobRow, Failure> {
    work.store
        .job(protocol)?
        .filter(|job| job.secret_hash == sha256_hex(secret))
        .ok_or_else(|| Failure::not_found("chat"))
}

fn start(
    work: &mut Work<'_, '_>,
    name: &str,
    identifier: Option<&str>,
    queue: &QueueId,
    secret: Option<&str>,
) -> Result<OutsideReply, Failure> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Failure::field("name", "required"));
    }
    if name.chars().count() > NAME_LIMIT {
        return Err(Failure::field("name", "tooLong"));
    }
    let queue = work
        .store
        .queue(queue)?
        .filter(|row| row.channel == Channel::Chat)
        .ok_or_else(|| Failure::field("queue", "unknown"))?;
    let group = work.store.group(&queue.group_id)?.ok_or_else(|| Failure::field("queue", "unknown"))?;
    let identifier = match identifier.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => contacts::clean_identifier("identifier", text)?,
        None => format!("visitor-{}", work.context.random_hex(6)),
    };
    let secret = match secret {
        Some(own) => match begun_before(work, own, name, &queue.id)? {
            Some(begun) => return Ok(begun),
            None => own.to_owned(),
        },
        None => work.context.random_hex(32),
    };
    let now = work.now();
    let job = JobRow {
        protocol: jobs::next_protocol(work)?,
        channel: Channel::Chat,
        state: JobState::Waiting,
        agent_id: AgentId::default(),
        queue_id: queue.id,
        queue_name: queue.name,
        group_id: queue.group_id,
        group_name: group.group.name,
        observation_required: group.group.observation_required,
        org_unit_id: queue.org_unit_id,
        customer_name: name.to_owned(),
        chat_identifier: identifier,
        secret_hash: sha256_hex(&secret),
        contact_id: None,
        tags: queue.tags,
        created_at: now,
        waiting_since: now,
        position_told: 0,
        assigned_at: None,
        ended_at: None,
        ended_by: None,
        start_date_qualification: None,
        qualification: None,
        seq: 0,
        version: 0,
        last_message: None,
        messages_not_read: 0,
        typing: false,
        client_status: ClientStatus::Online,
        last_customer_activity: now,
        page_gone_since: None,
        customer_seen: false,
        returned_to_queue: false,
        outside_number: 0,
    };
    let protocol = job.protocol.clone();
    jobs::save(work, job)?;
    router::assign_waiting(work)?;
    let position = work.store.job(&protocol)?.map_or(0, |job| job.position_told);
    Ok(OutsideReply::Started(OutsideStarted { protocol, secret, position }))
}

/// The chat of a secret that the customer chose: a start whose answer was lost is repeated. A secret is never another chat's.
fn begun_before(
    work: &Work<'_, '_>,
    secret: &str,
    name: &str,
    queue: &QueueId,
) -> Result<Option<OutsideReply>, Failure> {
    if secret.len() != SECRET_LENGTH || !secret.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Failure::field("secret", "invalid"));
    }
    match work.store.job_by_secret(&sha256_hex(secret))? {
        Some(job) if job.customer_name == name && job.queue_id == *queue => {
            let position = if job.state == JobState::Waiting { job.position_told } else { 0 };
            Ok(Some(OutsideReply::Started(OutsideStarted {
                protocol: job.protocol,
                secret: secret.to_owned(),
                position,
            })))
        }
        Some(_) => Err(Failure::field("secret", "reused")),
        None => Ok(None),
    }
}

fn send(work: &mut Work<'_, '_>, mut job: JobRow, custom_id: &CustomId, text: &str) -> Result<OutsideReply, Failure> {
    chat::check_send(work, custom_id, text, "text")?;
    if let Some(first) = chat::first_answer(work, CUSTOMER, &job.protocol, custom_id, text)? {
        return Ok(OutsideReply::Sent(first));
    }
    must_be_open(&job)?;
    let message = Message {
        custom_id: custom_id.clone(),
        from: job.chat_identifier.clone(),
        to: job.agent_id.0.clone(),
        sender_type: SenderType::Customer,
        message: text.to_owned(),
        kind: MessageKind::Text,
        status: MessageStatus::Sent,
        ..Message::default()
    };
    let message = jobs::add_message(work, &mut job, message)?;
    let reply = chat::keep_send(work, CUSTOMER, &message)?;
    job.messages_not_read += 1;
    job.typing = false;
    is_here(work, &mut job);
    jobs::tell_customer(work, &mut job, OutsideEventKind::Message { message: Box::new(message.clone()) })?;
    let job = jobs::save(work, job)?;
    if job.state == JobState::Active {
        work.tell_message(&job.agent_id, message)?;
    }
    Ok(OutsideReply::Sent(reply))
}

fn set_typing(
    work: &mut Work<'_, '_>,
    mut job: JobRow,
    typing: bool,
    custom_id: Option<&CustomId>,
) -> Result<OutsideReply, Failure> {
    must_be_open(&job)?;
    if chat::came_too_late(work, CUSTOMER, &job.protocol, custom_id)? {
        return Ok(OutsideReply::Done);
    }
    job.typing = typing;
    is_here(work, &mut job);
    let job = jobs::save(work, job)?;
    tell_typing(work, &job)?;
    Ok(OutsideReply::Done)
}

/// Typing tells the agent that the customer is here, too.
fn tell_typing(work: &mut Work<'_, '_>, job: &JobRow) -> StoreResult<()> {
    if job.state != JobState::Active {
        return Ok(());
    }
    let event = ChatTypingEvent { protocol: job.protocol.clone(), typing: job.typing };
    work.tell_agent(&job.agent_id, BrokerEvent::ChatTyping(event))
}

fn is_here(work: &Work<'_, '_>, job: &mut JobRow) {
    job.last_customer_activity = work.now();
    job.client_status = ClientStatus::Online;
    job.page_gone_since = None;
    job.customer_seen = true;
}

fn must_be_open(job: &JobRow) -> Result<(), Failure> {
    match job.state {
        JobState::Waiting | JobState::Active => Ok(()),
        JobState::Ended | JobState::Qualified | JobState::Abandoned => Err(Failure::cause("jobEnded")),
    }
}

/// The customer ends the chat. A repetition changes nothing.
fn leave(work: &mut Work<'_, '_>, job: JobRow) -> StoreResult<()> {
    match job.state {
        JobState::Waiting => {
            abandon(work, job, EndedBy::Customer)?;
            router::assign_waiting(work)
        }
        JobState::Active => {
            let (job, line) = jobs::end(work, job, EndedBy::Customer)?;
            work.tell_message(&job.agent_id, line)?;
            let event = ChatEndEvent { protocol: job.protocol.clone() };
            work.tell_agent(&job.agent_id, BrokerEvent::ChatEnd(event))?;
            jobs::freed(work, &job)
        }
        JobState::Ended | JobState::Qualified | JobState::Abandoned => Ok(()),
    }
}

/// Takes a waiting customer out of the line; the caller moves the line up.
pub(crate) fn abandon(work: &mut Work<'_, '_>, mut job: JobRow, by: EndedBy) -> StoreResult<()> {
    job.state = JobState::Abandoned;
    job.ended_at = Some(work.now());
    job.ended_by = Some(by);
    jobs::tell_customer(work, &mut job, OutsideEventKind::Ended { by })?;
    jobs::save(work, job)?;
    Ok(())
}

fn read_events(work: &Work<'_, '_>, job: &JobRow, after: u64) -> Result<OutsideReply, Failure> {
    let mut data = Vec::new();
    for row in work.store.outside_events_after(&job.protocol, after, EVENTS_PER_READ)? {
        data.push(serde_json::from_str::<OutsideEvent>(&row.text).map_err(|fault| StoreError(fault.to_string()))?);
    }
    let last = data.last().map_or(after, |event| event.number);
    let ended = matches!(job.state, JobState::Ended | JobState::Qualified | JobState::Abandoned);
    Ok(OutsideReply::Events(OutsideEvents { last, ended, data }))
}

fn set_page(work: &mut Work<'_, '_>, mut job: JobRow, open: bool) -> Result<OutsideReply, Failure> {
    let was_online = job.client_status == ClientStatus::Online;
    if must_be_open(&job).is_err() {
        return Ok(OutsideReply::Done);
    }
    if open {
        is_here(work, &mut job);
    } else {
        job.page_gone_since = Some(work.now());
    }
    let job = jobs::save(work, job)?;
    if open && !was_online {
        tell_typing(work, &job)?;
    }
    Ok(OutsideReply::Done)
}

/// The customer of an open chat has been silent, or the page has been gone, for long enough.
pub(crate) fn set_inactive(work: &mut Work<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    job.client_status = ClientStatus::Inactive;
    job.typing = false;
    let job = jobs::save(work, job)?;
    let event = ChatInactiveEvent { protocol: job.protocol.clone() };
    work.tell_agent(&job.agent_id, BrokerEvent::ChatInactive(event))
}

#[cfg(test)]
mod tests;
