//! The web chat: customers start a chat, write, type, end it and read events. The chat's secret authenticates the
//! customer. Customers get whole `Message` values, which include the agent's id and name.

mod wire;

pub use wire::{
    WebChatEvent, WebChatEventKind, WebChatEvents, WebChatQueue, WebChatReply, WebChatRequest, WebChatStarted,
};

use crate::centre::{Centre, Transaction};
use crate::chat;
use crate::contacts;
use crate::context::Context;
use crate::digest::sha256_hex;
use crate::http::{Failure, HttpReply, HttpRequest};
use crate::jobs;
use crate::router;
use crate::store::{EndedBy, JobRow, JobState, Store, StoreError, StoreResult, WebChatEventRow};
use ::wire::{
    AgentId, BrokerEvent, Channel, ChatEndEvent, ChatInactiveEvent, ChatTypingEvent, ClientStatus, CustomId, Message,
    MessageKind, MessageStatus, Protocol, QueueId, SenderType, Wall,
};

/// Sender name of customers in `SendRow`.
const CUSTOMER: &str = "customer";
const EVENTS_PER_READ: usize = 500;
const NAME_LIMIT: usize = 200;
/// 32 random bytes in hexadecimal.
const SECRET_LENGTH: usize = 64;

pub(crate) fn event_row(
    protocol: &Protocol,
    number: u64,
    at: Wall,
    kind: WebChatEventKind,
) -> StoreResult<WebChatEventRow> {
    let text =
        serde_json::to_string(&WebChatEvent { number, at, kind }).map_err(|fault| StoreError(fault.to_string()))?;
    Ok(WebChatEventRow { protocol: protocol.clone(), number, text })
}

impl Centre {
    /// Handles one call of a customer's page.
    pub fn web_chat(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &WebChatRequest) -> WebChatReply {
        self.transact(store, context, |tx| answer(tx, request)).unwrap_or_else(|failure| {
            let (status, body) = failure.into_parts();
            WebChatReply::Refused { status, body: Box::new(body) }
        })
    }

    /// `web_chat` with the request and the reply as HTTP; the event stream itself is the transport's.
    pub fn web_chat_http(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpReply {
        match WebChatRequest::from_http(request) {
            Ok(request) => self.web_chat(store, context, &request).to_http(),
            Err(reply) => reply,
        }
    }
}

fn answer(tx: &mut Transaction<'_, '_>, request: &WebChatRequest) -> Result<WebChatReply, Failure> {
    match request {
        WebChatRequest::Queues => {
            let queues = tx.store.queues(Channel::Chat)?;
            let names = queues.into_iter().map(|row| WebChatQueue { id: row.id, name: row.name });
            Ok(WebChatReply::Queues(names.collect()))
        }
        WebChatRequest::Start { name, identifier, queue, secret } => {
            start(tx, name, identifier.as_deref(), queue, secret.as_deref())
        }
        WebChatRequest::Message { protocol, secret, custom_id, text } => {
            let job = own_chat(tx, protocol, secret)?;
            send(tx, job, custom_id, text)
        }
        WebChatRequest::Typing { protocol, secret, typing, custom_id } => {
            let job = own_chat(tx, protocol, secret)?;
            set_typing(tx, job, *typing, custom_id.as_ref())
        }
        WebChatRequest::End { protocol, secret } => {
            let job = own_chat(tx, protocol, secret)?;
            leave(tx, job)?;
            Ok(WebChatReply::Done)
        }
        WebChatRequest::Events { protocol, secret, after } => {
            let job = own_chat(tx, protocol, secret)?;
            read_events(tx, &job, *after)
        }
        WebChatRequest::Page { protocol, secret, open } => {
            let job = own_chat(tx, protocol, secret)?;
            set_page(tx, job, *open)
        }
    }
}

/// The chat authenticated by the secret. A wrong secret and an unknown chat get the same refusal.
fn own_chat(tx: &Transaction<'_, '_>, protocol: &Protocol, secret: &str) -> Result<JobRow, Failure> {
    tx.store
        .job(protocol)?
        .filter(|job| job.secret_hash == sha256_hex(secret))
        .ok_or_else(|| Failure::not_found("chat"))
}

fn start(
    tx: &mut Transaction<'_, '_>,
    name: &str,
    identifier: Option<&str>,
    queue: &QueueId,
    secret: Option<&str>,
) -> Result<WebChatReply, Failure> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Failure::field("name", "required"));
    }
    if name.chars().count() > NAME_LIMIT {
        return Err(Failure::field("name", "tooLong"));
    }
    let queue = tx
        .store
        .queue(queue)?
        .filter(|row| row.channel == Channel::Chat)
        .ok_or_else(|| Failure::field("queue", "unknown"))?;
    let group = tx.store.group(&queue.group_id)?.ok_or_else(|| Failure::field("queue", "unknown"))?;
    let identifier = match identifier.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => contacts::clean_identifier("identifier", text)?,
        None => format!("visitor-{}", tx.context.random_hex(6)),
    };
    let secret = match secret {
        Some(own) => match find_started(tx, own, name, &queue.id)? {
            Some(begun) => return Ok(begun),
            None => own.to_owned(),
        },
        None => tx.context.random_hex(32),
    };
    let now = tx.now();
    let job = JobRow {
        protocol: jobs::next_protocol(tx)?,
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
        published_position: 0,
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
        web_chat_number: 0,
    };
    let protocol = job.protocol.clone();
    jobs::save(tx, job)?;
    router::assign_waiting(tx)?;
    let position = tx.store.job(&protocol)?.map_or(0, |job| job.published_position);
    Ok(WebChatReply::Started(WebChatStarted { protocol, secret, position }))
}

/// The chat started earlier with this secret: a page repeats a start whose reply was lost. A secret belongs to one chat
/// only.
fn find_started(
    tx: &Transaction<'_, '_>,
    secret: &str,
    name: &str,
    queue: &QueueId,
) -> Result<Option<WebChatReply>, Failure> {
    if secret.len() != SECRET_LENGTH || !secret.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Failure::field("secret", "invalid"));
    }
    match tx.store.job_by_secret(&sha256_hex(secret))? {
        Some(job) if job.customer_name == name && job.queue_id == *queue => {
            let position = if job.state == JobState::Waiting { job.published_position } else { 0 };
            Ok(Some(WebChatReply::Started(WebChatStarted {
                protocol: job.protocol,
                secret: secret.to_owned(),
                position,
            })))
        }
        Some(_) => Err(Failure::field("secret", "reused")),
        None => Ok(None),
    }
}

fn send(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    custom_id: &CustomId,
    text: &str,
) -> Result<WebChatReply, Failure> {
    chat::check_send(tx, custom_id, text, "text")?;
    if let Some(first) = chat::first_answer(tx, CUSTOMER, &job.protocol, custom_id, text)? {
        return Ok(WebChatReply::Sent(first));
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
    let message = jobs::add_message(tx, &mut job, message)?;
    let reply = chat::record_send(tx, CUSTOMER, &message)?;
    job.messages_not_read += 1;
    job.typing = false;
    mark_customer_active(tx, &mut job);
    jobs::notify_customer(tx, &mut job, WebChatEventKind::Message { message: Box::new(message.clone()) })?;
    let job = jobs::save(tx, job)?;
    if job.state == JobState::Active {
        tx.publish_message(&job.agent_id, message)?;
    }
    Ok(WebChatReply::Sent(reply))
}

fn set_typing(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    typing: bool,
    custom_id: Option<&CustomId>,
) -> Result<WebChatReply, Failure> {
    must_be_open(&job)?;
    if chat::is_already_sent(tx, CUSTOMER, &job.protocol, custom_id)? {
        return Ok(WebChatReply::Done);
    }
    job.typing = typing;
    mark_customer_active(tx, &mut job);
    let job = jobs::save(tx, job)?;
    publish_typing(tx, &job)?;
    Ok(WebChatReply::Done)
}

/// Publishes the typing state; for the agent it also means that the customer is online.
fn publish_typing(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    if job.state != JobState::Active {
        return Ok(());
    }
    let event = ChatTypingEvent { protocol: job.protocol.clone(), typing: job.typing };
    tx.publish_event(&job.agent_id, BrokerEvent::ChatTyping(event))
}

fn mark_customer_active(tx: &Transaction<'_, '_>, job: &mut JobRow) {
    job.last_customer_activity = tx.now();
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

/// The customer ends the chat. Repetitions change nothing.
fn leave(tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<()> {
    match job.state {
        JobState::Waiting => {
            abandon(tx, job, EndedBy::Customer)?;
            router::assign_waiting(tx)
        }
        JobState::Active => {
            let (job, line) = jobs::end(tx, job, EndedBy::Customer)?;
            tx.publish_message(&job.agent_id, line)?;
            let event = ChatEndEvent { protocol: job.protocol.clone() };
            tx.publish_event(&job.agent_id, BrokerEvent::ChatEnd(event))?;
            jobs::release_agent(tx, &job)
        }
        JobState::Ended | JobState::Qualified | JobState::Abandoned => Ok(()),
    }
}

/// Removes a waiting customer from the queue; the caller updates the positions of the others.
pub(crate) fn abandon(tx: &mut Transaction<'_, '_>, mut job: JobRow, by: EndedBy) -> StoreResult<()> {
    job.state = JobState::Abandoned;
    job.ended_at = Some(tx.now());
    job.ended_by = Some(by);
    jobs::notify_customer(tx, &mut job, WebChatEventKind::Ended { by })?;
    jobs::save(tx, job)?;
    Ok(())
}

fn read_events(tx: &Transaction<'_, '_>, job: &JobRow, after: u64) -> Result<WebChatReply, Failure> {
    let mut data = Vec::new();
    for row in tx.store.web_chat_events_after(&job.protocol, after, EVENTS_PER_READ)? {
        data.push(serde_json::from_str::<WebChatEvent>(&row.text).map_err(|fault| StoreError(fault.to_string()))?);
    }
    let last = data.last().map_or(after, |event| event.number);
    let ended = matches!(job.state, JobState::Ended | JobState::Qualified | JobState::Abandoned);
    Ok(WebChatReply::Events(WebChatEvents { last, ended, data }))
}

fn set_page(tx: &mut Transaction<'_, '_>, mut job: JobRow, open: bool) -> Result<WebChatReply, Failure> {
    let was_online = job.client_status == ClientStatus::Online;
    if must_be_open(&job).is_err() {
        return Ok(WebChatReply::Done);
    }
    if open {
        mark_customer_active(tx, &mut job);
    } else {
        job.page_gone_since = Some(tx.now());
    }
    let job = jobs::save(tx, job)?;
    if open && !was_online {
        publish_typing(tx, &job)?;
    }
    Ok(WebChatReply::Done)
}

/// The customer of an active chat was silent, or without a page, for the configured time.
pub(crate) fn set_inactive(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    job.client_status = ClientStatus::Inactive;
    job.typing = false;
    let job = jobs::save(tx, job)?;
    let event = ChatInactiveEvent { protocol: job.protocol.clone() };
    tx.publish_event(&job.agent_id, BrokerEvent::ChatInactive(event))
}

#[cfg(test)]
mod tests;
