//! Chat requests of the agent: send, type, finish, close (spec conversation §7, design: wire "Sending").
//!
//! A send is stored under (agent, protocol, `custom_id`): a repetition gets the first reply, also after the chat ended.
//! `qualification` qualifies; `web_chat` handles the customer's requests.

mod marks;

pub(crate) use marks::{pin, read, unpin, unread};

use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::{CustomerNews, Transaction};
use crate::context::CustomerTyping;
use crate::http::{Failure, json};
use crate::jobs;
use crate::media;
use crate::store::{EndedBy, JobRow, JobState, SendRow};
use wire::{
    AgentId, AnsweredMessage, Channel, CustomId, JobRequest, Message, MessageKind, MessageStatus, Protocol,
    SendMessageReply, SendMessageRequest, SenderType, Success, TypingRequest,
};

/// `POST /chat/messages`.
pub(crate) fn send_message(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: SendMessageRequest = call.body()?;
    check_send(tx, &request.custom_id, &request.message, &request.media_id, "message")?;
    let sender = jobs::sender_of(&caller.agent_id);
    let is_text = request.media_id.is_empty() && request.answered.is_empty();
    let given = if is_text { request.message.clone() } else { json(&request)? };
    if let Some(first) = first_answer(tx, &sender, &request.protocol, &request.custom_id, &given)? {
        return json(&first);
    }
    let mut job = open_job(tx, caller, &request.protocol)?;
    let answered = answered_message(tx, &job, &request.answered)?;
    let content = content_of(tx, &job, &caller.agent_id, &request.message, &request.media_id)?;
    let message = Message {
        custom_id: request.custom_id,
        from: caller.agent_id.0.clone(),
        to: job.chat_identifier.clone(),
        sender_type: SenderType::Agent,
        answered,
        kind: MessageKind::Text,
        status: MessageStatus::Sent,
        agent_id: caller.agent_id.clone(),
        agent_name: caller.agent_name.clone(),
        ..content
    };
    let message = jobs::add_message(tx, &mut job, message)?;
    jobs::agent_wrote(tx, &mut job)?;
    job.transfer = None;
    let reply = record_send(tx, &sender, &message, given)?;
    jobs::notify_customer(tx, &job, CustomerNews::Message(&message))?;
    jobs::save(tx, job)?;
    tx.publish_message(&caller.agent_id, message)?;
    json(&reply)
}

/// The text or the uploaded file of a message, of an agent or of the customer; a text beside a file is its caption.
pub(crate) fn content_of(
    tx: &mut Transaction<'_, '_>,
    job: &JobRow,
    agent_id: &AgentId,
    text: &str,
    media_id: &str,
) -> Result<Message, Failure> {
    if media_id.is_empty() {
        return Ok(Message { message: text.to_owned(), ..Message::default() });
    }
    media::use_upload(tx, &job.protocol, agent_id, media_id, text)
}

/// The answered message of the same attendance, as a bubble quotes it; `None` without an id.
fn answered_message(tx: &Transaction<'_, '_>, job: &JobRow, id: &str) -> Result<Option<AnsweredMessage>, Failure> {
    if id.is_empty() {
        return Ok(None);
    }
    let is_quotable = |message: &Message| message.protocol == job.protocol && !message.system_message;
    let message = jobs::message_by_id(tx, id)?.filter(is_quotable);
    message.map(|message| Some(jobs::answered_of(message))).ok_or_else(|| Failure::field("messageAnswered", "unknown"))
}

/// Rules for every sent message, for agents and customers: a `custom_id` of 10 characters A–Z0–9, and a text of 1 byte
/// to `message_limit_bytes`; a message with a file may have an empty text.
pub(crate) fn check_send(
    tx: &Transaction<'_, '_>,
    custom_id: &CustomId,
    text: &str,
    media_id: &str,
    text_field: &str,
) -> Result<(), Failure> {
    check_custom_id(custom_id)?;
    if text.trim().is_empty() && media_id.is_empty() {
        return Err(Failure::field(text_field, "required"));
    }
    if text.len() > tx.config.message_limit_bytes {
        return Err(Failure::field(text_field, "tooLong"));
    }
    Ok(())
}

pub(crate) fn check_custom_id(custom_id: &CustomId) -> Result<(), Failure> {
    let id = custom_id.as_str();
    if id.len() != 10 || !id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        return Err(Failure::field("custom_id", "invalid"));
    }
    Ok(())
}

/// The reply to an earlier request with this `custom_id`; the same id with another content (`given`) is refused.
pub(crate) fn first_answer(
    tx: &Transaction<'_, '_>,
    sender: &str,
    protocol: &Protocol,
    custom_id: &CustomId,
    given: &str,
) -> Result<Option<SendMessageReply>, Failure> {
    match tx.store.send(sender, protocol, custom_id)? {
        Some(first) if first.text == given => Ok(Some(first.reply)),
        Some(_) => Err(Failure::cause("customIdReused")),
        None => Ok(None),
    }
}

/// Stores the reply to a send; a repetition must have the same content, `given`.
pub(crate) fn record_send(
    tx: &mut Transaction<'_, '_>,
    sender: &str,
    message: &Message,
    given: String,
) -> Result<SendMessageReply, Failure> {
    let reply = SendMessageReply {
        message_id: message.message_id.clone(),
        custom_id: message.custom_id.clone(),
        seq: message.seq,
        time: message.time,
        status: message.status,
    };
    tx.store.insert_send(&SendRow {
        sender: sender.to_owned(),
        protocol: message.protocol.clone(),
        custom_id: message.custom_id.clone(),
        text: given,
        reply: reply.clone(),
    })?;
    Ok(reply)
}

/// Whether the message being typed was sent already: typing and sending may arrive out of order over two connections.
pub(crate) fn is_already_sent(
    tx: &Transaction<'_, '_>,
    sender: &str,
    protocol: &Protocol,
    custom_id: Option<&CustomId>,
) -> Result<bool, Failure> {
    let Some(id) = custom_id else { return Ok(false) };
    check_custom_id(id)?;
    Ok(tx.store.send(sender, protocol, id)?.is_some())
}

/// `POST /chat/typing`. Writes nothing: the typing is sent to the customer's stream only.
pub(crate) fn typing(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: TypingRequest = call.body()?;
    let job = open_job(tx, caller, &request.protocol)?;
    if !is_already_sent(tx, &jobs::sender_of(&caller.agent_id), &request.protocol, request.custom_id.as_ref())? {
        let typing = CustomerTyping { protocol: job.protocol, at: tx.now(), typing: request.typing };
        tx.context.recipients.customers_of_typing.push(typing);
    }
    json(&Success { success: true })
}

/// `POST /job/chat/finish`: ends the attendance for the customer; the agent still has to qualify it.
pub(crate) fn finish(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    end_own(tx, call, caller)
}

/// `POST /job/chat/close`: ends the attendance if it is active; an ended one is kept as it is.
pub(crate) fn close(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    end_own(tx, call, caller)
}

/// Idempotent: ending an attendance that has ended is a success.
fn end_own(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: JobRequest = call.body()?;
    let job = own_chat(tx, caller, &request.protocol)?;
    if job.state == JobState::Active {
        let (job, line) = jobs::end(tx, job, EndedBy::Agent)?;
        tx.publish_message(&job.agent_id, line)?;
        jobs::release_agent(tx, &job)?;
    }
    json(&Success { success: true })
}

/// The caller's attendance in any state; an unknown or unassigned one is `jobNotFound`, another agent's is forbidden.
pub(crate) fn assigned_job(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    match tx.store.job(protocol)? {
        Some(job) if job.agent_id == caller.agent_id => Ok(job),
        Some(job) if !job.agent_id.is_empty() => Err(Failure::forbidden()),
        _ => Err(Failure::cause("jobNotFound")),
    }
}

/// Like `assigned_job`; an attendance of another channel is treated as unknown.
fn own_chat(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = assigned_job(tx, caller, protocol)?;
    if job.channel == Channel::Chat { Ok(job) } else { Err(Failure::cause("jobNotFound")) }
}

/// The caller's active attendance; an ended one is refused with `jobEnded`.
fn open_job(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = own_chat(tx, caller, protocol)?;
    if job.state == JobState::Active { Ok(job) } else { Err(Failure::cause("jobEnded")) }
}

#[cfg(test)]
mod tests;
