//! The web chat: customers start a chat, write, type, end it and receive events. The chat's secret authenticates the
//! customer. Customers receive types of their own (`CustomerMessage`, …), never a type that agents receive.

mod activity;
mod customer_message;
mod puzzle;
mod rules;
mod sent;
mod start;
mod wire;

pub(crate) use activity::{customer_is_due, set_customer_due};
pub use customer_message::{CustomerMedia, CustomerMessage, CustomerQuote, CustomerSent, CustomerUpload};
pub use puzzle::{Puzzle, SolvedPuzzle};
pub(crate) use rules::WebChatRules;
pub(crate) use sent::{Sent, count_sent, may_send};
pub use wire::{
    SignedNumber, WebChatEvent, WebChatEventKind, WebChatEvents, WebChatQueue, WebChatReply, WebChatRequest,
    WebChatStarted,
};

use crate::centre::{Centre, CustomerNews, Transaction};
use crate::chat;
use crate::context::Context;
use crate::digest::sha256_hex;
use crate::http::{Failure, HttpReply, HttpRequest};
use crate::jobs;
use crate::media;
use crate::router;
use crate::store::{EndedBy, JobRow, JobState, Store, StoreError, StoreResult, WebChatEventRow, WebChatRow};
use crate::voice;
use ::wire::{
    AgentId, AnsweredMessage, Channel, ChatEndEvent, CustomId, Message, MessageKind, MessageStatus, OrgUnitId,
    Protocol, SenderType, Wall, events,
};

/// Sender name of customers in `SendRow`.
const CUSTOMER: &str = "customer";
const EVENTS_PER_READ: usize = 500;
/// Maximum length of the events in one read; a single longer event is read alone.
const BYTES_PER_READ: usize = 256 * 1024;

fn event_row(protocol: &Protocol, number: u64, at: Wall, kind: WebChatEventKind) -> StoreResult<WebChatEventRow> {
    let text = serde_json::to_string(&WebChatEvent { number, at, kind })
        .map_err(|fault| StoreError::Corrupt(fault.to_string()))?;
    Ok(WebChatEventRow { protocol: protocol.clone(), number, text })
}

impl Centre {
    /// Handles one request of a customer's page.
    pub fn web_chat(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &WebChatRequest) -> WebChatReply {
        self.transact(store, context, |tx| answer(tx, request)).unwrap_or_else(|failure| {
            let (status, body) = failure.into_parts();
            WebChatReply::Refused { status, body: Box::new(body) }
        })
    }

    /// Like `web_chat`, with request and reply as HTTP; the transport carries the event stream itself.
    pub fn web_chat_http(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpReply {
        match WebChatRequest::from_http(request) {
            Ok(request) => self.web_chat(store, context, &request).to_http(),
            Err(reply) => reply,
        }
    }
}

fn answer(tx: &mut Transaction<'_, '_>, request: &WebChatRequest) -> Result<WebChatReply, Failure> {
    match request {
        WebChatRequest::Queues { unit } => {
            let unit = &unit_of_page(tx, unit.as_ref())?;
            let queues = tx.store.queues_of_unit(unit, Channel::Chat)?.into_iter();
            let names = queues.map(|row| WebChatQueue { id: row.id, name: row.name });
            Ok(WebChatReply::Queues(names.collect()))
        }
        WebChatRequest::Lines { unit } => {
            let lines = voice::lines(tx, &unit_of_page(tx, unit.as_ref())?)?;
            Ok(WebChatReply::Queues(
                lines.into_iter().map(|line| WebChatQueue { id: line.id, name: line.name }).collect(),
            ))
        }
        WebChatRequest::Puzzle => Ok(WebChatReply::Puzzle(puzzle::new_puzzle(tx)?)),
        WebChatRequest::Call { name, phone, signature, queue, unit, proof } => {
            let unit = unit_of_page(tx, unit.as_ref())?;
            puzzle::take_solution(tx, proof.as_ref())?;
            let number = voice::TypedNumber { phone: phone.as_deref(), signature: signature.as_ref() };
            Ok(WebChatReply::Telephone(Box::new(voice::start_call(tx, name, number, queue, &unit)?)))
        }
        WebChatRequest::SignNumber { phone, unit } => {
            let (phone, signed) = voice::sign_number(tx, phone, &unit_of_page(tx, unit.as_ref())?)?;
            let (phone_expires, phone_signature) = (signed.expires, signed.signature);
            Ok(WebChatReply::Signed(SignedNumber { phone, phone_expires, phone_signature }))
        }
        WebChatRequest::DeskTelephones { unit } => {
            Ok(WebChatReply::DeskTelephones(voice::desk_telephones(tx, &unit_of_page(tx, unit.as_ref())?)?))
        }
        WebChatRequest::DeskTelephone { extension, unit } => {
            let unit = unit_of_page(tx, unit.as_ref())?;
            Ok(WebChatReply::Telephone(Box::new(voice::start_desk_telephone(tx, extension, &unit)?)))
        }
        WebChatRequest::Start { name, identifier, signature, queue, unit, secret, proof } => {
            let queue = start::queue_of_page(tx, &unit_of_page(tx, unit.as_ref())?, queue)?;
            let proof = proof.as_ref();
            start::start(tx, name, identifier.as_deref(), signature.as_ref(), queue, secret.as_deref(), proof)
        }
        WebChatRequest::Message { protocol, secret, custom_id, text, media_id, answered } => {
            let (job, chat) = own_chat(tx, protocol, secret)?;
            send(tx, job, chat, custom_id, Content { text, media_id, answered: *answered })
        }
        WebChatRequest::Typing { protocol, secret, typing, custom_id } => {
            let (job, chat) = own_chat(tx, protocol, secret)?;
            activity::set_typing(tx, job, chat, *typing, custom_id.as_ref())
        }
        WebChatRequest::End { protocol, secret } => {
            let (job, _) = own_chat(tx, protocol, secret)?;
            leave_chat(tx, job)?;
            Ok(WebChatReply::Done)
        }
        WebChatRequest::Events { protocol, secret, after } => {
            let (job, _) = own_chat(tx, protocol, secret)?;
            read_events(tx, &job, *after)
        }
        WebChatRequest::Page { protocol, secret, open } => {
            let (job, chat) = own_chat(tx, protocol, secret)?;
            activity::set_page(tx, job, chat, *open)
        }
    }
}

/// The org unit whose queues a page offers: the org unit that the page names, if it has a page, else the server's.
fn unit_of_page(tx: &Transaction<'_, '_>, named: Option<&OrgUnitId>) -> Result<OrgUnitId, Failure> {
    let units = &tx.config.public_org_units;
    let found = match named {
        Some(named) => units.iter().find(|unit| *unit == named),
        None => units.first(),
    };
    found.cloned().ok_or_else(|| Failure::not_found("org unit"))
}

/// The chat authenticated by the secret. A wrong secret and an unknown chat get the same refusal.
fn own_chat(tx: &Transaction<'_, '_>, protocol: &Protocol, secret: &str) -> Result<(JobRow, WebChatRow), Failure> {
    let unknown = || Failure::not_found("chat");
    let chat = tx.store.web_chat(protocol)?.filter(|chat| chat.secret_hash == sha256_hex(secret));
    let chat = chat.ok_or_else(unknown)?;
    Ok((tx.store.job(protocol)?.ok_or_else(unknown)?, chat))
}

/// Like `own_chat`, but refuses a chat that has ended.
pub(crate) fn open_chat(tx: &Transaction<'_, '_>, protocol: &Protocol, secret: &str) -> Result<JobRow, Failure> {
    let (job, _) = own_chat(tx, protocol, secret)?;
    must_be_open(&job).map(|()| job)
}

/// The message of the chat with this `seq`, as a bubble quotes it; `None` for 0.
fn answered_message(tx: &Transaction<'_, '_>, job: &JobRow, seq: u64) -> Result<Option<AnsweredMessage>, Failure> {
    if seq == 0 {
        return Ok(None);
    }
    let message = tx.store.message(&job.protocol, seq)?.filter(|message| !message.system_message);
    message.map(|message| Some(jobs::answered_of(message))).ok_or_else(|| Failure::field("answered", "unknown"))
}

/// The message that a customer sends, as the fields of `WebChatRequest::Message`.
struct Content<'r> {
    text: &'r str,
    media_id: &'r str,
    answered: u64,
}

fn send(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    mut chat: WebChatRow,
    custom_id: &CustomId,
    Content { text, media_id, answered }: Content<'_>,
) -> Result<WebChatReply, Failure> {
    chat::check_send(tx, custom_id, text, media_id, "text")?;
    let given = if media_id.is_empty() { text.to_owned() } else { format!("{media_id} {text}") };
    let given = if answered == 0 { given } else { format!("{answered}> {given}") };
    if let Some(first) = chat::first_answer(tx, CUSTOMER, &job.protocol, custom_id, &given)? {
        return Ok(WebChatReply::Sent(first.into()));
    }
    must_be_open(&job)?;
    count_sent(tx, &job.protocol, Sent::Message { bytes: u64::try_from(text.len()).unwrap_or(u64::MAX) })?;
    let quote = answered_message(tx, &job, answered)?;
    let content = chat::content_of(tx, &job, &AgentId::default(), text, media_id)?;
    let message = Message {
        custom_id: custom_id.clone(),
        from: job.chat_identifier.clone(),
        to: job.agent_id.0.clone(),
        sender_type: SenderType::Customer,
        answered: quote,
        kind: MessageKind::Text,
        status: MessageStatus::Sent,
        ..content
    };
    let message = jobs::add_message(tx, &mut job, message)?;
    let reply = chat::record_send(tx, CUSTOMER, &message, given)?;
    jobs::customer_wrote(tx, &mut job, &message)?;
    activity::mark_customer_active(tx, &mut job, &mut chat);
    rules::append_event(tx, chat, rules::kind_of(CustomerNews::Message(&message)))?;
    let job = jobs::save(tx, job)?;
    if job.state == JobState::Active {
        tx.publish_message(&job.agent_id, message)?;
    }
    Ok(WebChatReply::Sent(reply.into()))
}

fn must_be_open(job: &JobRow) -> Result<(), Failure> {
    match job.state {
        JobState::Waiting | JobState::Active => Ok(()),
        JobState::Ended | JobState::Qualified | JobState::Abandoned | JobState::Inbox => {
            Err(Failure::cause("jobEnded"))
        }
    }
}

/// The customer ends the chat. A repetition changes nothing.
fn leave_chat(tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<()> {
    match job.state {
        JobState::Waiting => {
            let group = job.group_id.clone();
            abandon(tx, job, EndedBy::Customer)?;
            router::queue_changed(tx, &group)
        }
        JobState::Active => {
            let (job, line) = jobs::end(tx, job, EndedBy::Customer)?;
            tx.publish_message(&job.agent_id, line)?;
            let event = ChatEndEvent { protocol: job.protocol.clone() };
            tx.publish_event(&job.agent_id, events::chat::Event::End(event))?;
            jobs::release_agent(tx, &job)
        }
        JobState::Ended | JobState::Qualified | JobState::Abandoned | JobState::Inbox => Ok(()),
    }
}

/// Removes a waiting customer from the queue; the caller updates the positions of the others.
fn abandon(tx: &mut Transaction<'_, '_>, mut job: JobRow, by: EndedBy) -> StoreResult<()> {
    // An unanswered attendance is part of the contact's history.
    jobs::find_contact(tx, &mut job)?;
    job.state = JobState::Abandoned;
    job.ended_at = Some(tx.now());
    job.ended_by = Some(by);
    jobs::notify_customer(tx, &job, CustomerNews::Ended(by))?;
    jobs::save(tx, job)?;
    Ok(())
}

fn read_events(tx: &Transaction<'_, '_>, job: &JobRow, after: u64) -> Result<WebChatReply, Failure> {
    let mut data = Vec::new();
    let rows = tx.store.web_chat_events_after(&job.protocol, after, EVENTS_PER_READ)?;
    let mut has_more = rows.len() == EVENTS_PER_READ;
    let mut bytes = 0;
    for row in rows {
        bytes += row.text.len();
        if bytes > BYTES_PER_READ && !data.is_empty() {
            has_more = true;
            break;
        }
        let mut event: WebChatEvent =
            serde_json::from_str(&row.text).map_err(|fault| StoreError::Corrupt(fault.to_string()))?;
        if let WebChatEventKind::Message { message } = &mut event.kind
            && let Some(media) = &mut message.media
        {
            media.address = media::address_of_stored(tx, std::mem::take(&mut media.address));
        }
        data.push(event);
    }
    let last = data.last().map_or(after, |event| event.number);
    let ended = matches!(job.state, JobState::Ended | JobState::Qualified | JobState::Abandoned);
    Ok(WebChatReply::Events(WebChatEvents { last, ended, data, has_more }))
}

#[cfg(test)]
mod identifier_tests;
#[cfg(test)]
mod puzzle_tests;
#[cfg(test)]
mod tests;
