//! Chat calls of the agent: send, type, finish, close (spec conversation §7, design: wire "Sending").
//!
//! A send is stored under (agent, protocol, `custom_id`): a repetition gets the first reply, also after the chat ended.
//! `qualification` qualifies; `web_chat` handles the customer's calls.

use crate::auth::Caller;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::jobs;
use crate::routes::{Answer, Call};
use crate::store::{EndedBy, JobRow, JobState, SendRow};
use crate::web_chat::{CustomerMessage, WebChatEventKind};
use wire::{
    Channel, CustomId, JobRequest, Message, MessageKind, MessageStatus, Protocol, SendMessageReply, SendMessageRequest,
    SenderType, Success, TypingRequest,
};

/// `POST /chat/messages`.
pub(crate) fn send_message(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: SendMessageRequest = call.body()?;
    caller.must_be(&request.agent_id)?;
    caller.must_belong_to(&request.org_unit_id)?;
    check_send(tx, &request.custom_id, &request.message, "message")?;
    let sender = jobs::sender_of(&caller.agent_id);
    if let Some(first) = first_answer(tx, &sender, &request.protocol, &request.custom_id, &request.message)? {
        return json(&first);
    }
    let mut job = open_job(tx, caller, &request.protocol)?;
    let message = Message {
        custom_id: request.custom_id,
        from: caller.agent_id.0.clone(),
        to: job.chat_identifier.clone(),
        sender_type: SenderType::Agent,
        message: request.message,
        kind: MessageKind::Text,
        status: MessageStatus::Sent,
        agent_id: caller.agent_id.clone(),
        agent_name: caller.agent_name.clone(),
        ..Message::default()
    };
    let message = jobs::add_message(tx, &mut job, message)?;
    job.messages_not_read = 0;
    let reply = record_send(tx, &sender, &message)?;
    jobs::notify_customer(tx, &mut job, WebChatEventKind::Message { message: CustomerMessage::from(&message) })?;
    jobs::save(tx, job)?;
    tx.publish_message(&caller.agent_id, message)?;
    json(&reply)
}

/// Rules of every send, for agents and customers: a `custom_id` of 10 characters A–Z0–9 and a text of 1 byte to
/// `message_limit_bytes`.
pub(crate) fn check_send(
    tx: &Transaction<'_, '_>,
    custom_id: &CustomId,
    text: &str,
    text_field: &str,
) -> Result<(), Failure> {
    check_custom_id(custom_id)?;
    if text.trim().is_empty() {
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

/// The reply to an earlier request with this `custom_id`; the same id with another text is refused.
pub(crate) fn first_answer(
    tx: &Transaction<'_, '_>,
    sender: &str,
    protocol: &Protocol,
    custom_id: &CustomId,
    text: &str,
) -> Result<Option<SendMessageReply>, Failure> {
    match tx.store.send(sender, protocol, custom_id)? {
        Some(first) if first.text == text => Ok(Some(first.reply)),
        Some(_) => Err(Failure::cause("customIdReused")),
        None => Ok(None),
    }
}

pub(crate) fn record_send(
    tx: &mut Transaction<'_, '_>,
    sender: &str,
    message: &Message,
) -> Result<SendMessageReply, Failure> {
    record_send_as(tx, sender, message, message.message.clone())
}

/// As `record_send`; `given` is what a repetition must have too.
pub(crate) fn record_send_as(
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

/// `POST /chat/typing`.
pub(crate) fn typing(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: TypingRequest = call.body()?;
    caller.must_be(&request.agent_id)?;
    let mut job = open_job(tx, caller, &request.protocol)?;
    if is_already_sent(tx, &jobs::sender_of(&caller.agent_id), &request.protocol, request.custom_id.as_ref())? {
        return json(&Success { success: true });
    }
    jobs::notify_customer(tx, &mut job, WebChatEventKind::Typing { typing: request.typing })?;
    jobs::save(tx, job)?;
    json(&Success { success: true })
}

/// `POST /job/chat/finish`: ends the attendance for the customer; the agent still has to qualify it.
pub(crate) fn finish(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    end_own(tx, call, caller)
}

/// `POST /job/chat/close`: ends the attendance if it is active; an ended one is kept as it is.
pub(crate) fn close(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    end_own(tx, call, caller)
}

/// Idempotent: an attendance that has ended is a success.
fn end_own(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: JobRequest = call.body()?;
    caller.must_be(&request.agent_id)?;
    caller.must_belong_to(&request.org_unit_id)?;
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

/// As `assigned_job`; an attendance of another channel is unknown here.
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
