//! Loading messages over all attendances of a conversation: history, one message, search, files.

use super::attendance::may_read;
use super::conversation::Place;
use super::identity;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::fold::folded;
use crate::http::{Failure, json};
use crate::jobs;
use crate::media;
use crate::store::{JobRow, JobState, StoreResult};
use serde::Serialize;
use wire::events::whatsapp::without_plus;
use wire::{Channel, ListBody, Message, MessageMedia, Protocol, WhatsAppMedia};

/// Maximum of messages in one answer.
const PER_PAGE: usize = 50;
/// Maximum of attendances that one search reads, the newest first.
const SEARCHED_JOBS: usize = 500;
/// Maximum of messages that one search reads, the newest first: a search of long conversations would occupy a connection for
/// seconds.
pub(super) const SEARCHED_MESSAGES: usize = 20_000;

/// `GET /whatsapp/messages/{id}?before=`: messages before it, also of earlier attendances of the conversation, oldest
/// first.
pub(crate) fn history(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let before = match call.query("before") {
        Some(text) => text.parse::<u64>().map_err(|_| Failure::field("before", "invalid"))?,
        None => i64::MAX.unsigned_abs(),
    };
    let job = readable_job(tx, caller, &Protocol::from(call.param("id")))?;
    let place = whatsapp_place(tx, &job)?;
    let mut protocols: Vec<Protocol> = of_customer(tx, caller, &place.conversation.customer)?
        .into_iter()
        .filter(|(_, route_id)| *route_id == place.route.id)
        .map(|(job, _)| job.protocol)
        .filter(|protocol| protocol.order() <= job.protocol.order())
        .collect();
    protocols.reverse();
    let mut found = Vec::new();
    for protocol in protocols {
        let before = if protocol == job.protocol { before } else { i64::MAX.unsigned_abs() };
        found.extend(tx.store.messages_before(&protocol, before, PER_PAGE - found.len())?);
        if found.len() >= PER_PAGE {
            break;
        }
    }
    found.reverse();
    let total = found.len();
    page(tx, found, 1, total)
}

/// An attendance of the caller, or one that the history of the caller's conversation contains.
fn readable_job(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = tx.store.job(protocol)?.ok_or_else(|| Failure::not_found("attendance"))?;
    if job.channel != Channel::Whatsapp || !may_read(tx, caller, &job)? {
        caller.must_be(&job.agent_id)?;
    }
    Ok(job)
}

fn whatsapp_place(tx: &Transaction<'_, '_>, job: &JobRow) -> Result<Place, Failure> {
    if job.channel == Channel::Whatsapp { Ok(Place::of(tx, job)?) } else { Err(Failure::not_found("attendance")) }
}

/// Attendances of the customer that the caller may read, with their routes, the oldest first.
fn of_customer(tx: &Transaction<'_, '_>, caller: &Caller, customer: &str) -> StoreResult<Vec<(JobRow, String)>> {
    let mut readable = Vec::new();
    for customer in identity::customers(tx.store, &caller.org_unit_id, customer)? {
        for facts in tx.store.whatsapp_jobs_of(&customer)? {
            let Some(job) = tx.store.job(&facts.protocol)? else { continue };
            if may_read(tx, caller, &job)? {
                readable.push((job, facts.route_id));
            }
        }
    }
    readable.sort_by(|(one, _), (other, _)| one.protocol.order().cmp(&other.protocol.order()));
    Ok(readable)
}

/// `GET /whatsapp/message/{id}`.
pub(crate) fn one(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let message = jobs::message_by_id(tx, call.param("id"))?.ok_or_else(|| Failure::not_found("message"))?;
    let job = tx.store.job(&message.protocol)?.ok_or_else(|| Failure::not_found("message"))?;
    if job.channel != Channel::Whatsapp {
        caller.must_be(&job.agent_id)?;
        return Err(Failure::not_found("message"));
    }
    if may_read(tx, caller, &job)? { json(&media::with_address(tx, message)) } else { Err(Failure::forbidden()) }
}

/// `GET /whatsapp/messages/search?message&contactIdentifier&agentId&page`: newest first; accents and case are not
/// significant. 204 without a message.
pub(crate) fn search(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let wanted = folded(call.query("message").unwrap_or_default().trim());
    let page_number = page_number(call)?;
    if wanted.is_empty() {
        return Ok(String::new());
    }
    let jobs = searched_jobs(tx, call, caller)?;
    let is_found = |message: &Message| {
        !message.system_message
            && (folded(&message.message).contains(&wanted) || folded(&message.caption).contains(&wanted))
    };
    let found = newest_first(tx, jobs, is_found)?;
    if found.is_empty() {
        return Ok(String::new());
    }
    let total = found.len();
    page(tx, of_page(found, page_number), page_number, total)
}

/// The customer's attendances, or all attendances of the caller; the newest first.
fn searched_jobs(tx: &Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Result<Vec<JobRow>, Failure> {
    let mut jobs = match call.query("contactIdentifier").map(without_plus).filter(|id| !id.is_empty()) {
        Some(customer) => of_customer(tx, caller, customer)?.into_iter().map(|(job, _)| job).collect(),
        None => {
            let mut jobs = Vec::new();
            for state in JobState::ALL {
                jobs.extend(tx.store.jobs_of_agent_in(&caller.agent_id, state)?);
            }
            jobs.retain(|job| job.channel == Channel::Whatsapp);
            jobs
        }
    };
    jobs.sort_by(|one, other| other.protocol.order().cmp(&one.protocol.order()));
    jobs.truncate(SEARCHED_JOBS);
    Ok(jobs)
}

fn newest_first(
    tx: &Transaction<'_, '_>,
    jobs: Vec<JobRow>,
    is_found: impl Fn(&Message) -> bool,
) -> StoreResult<Vec<Message>> {
    let mut found = Vec::new();
    let mut unread = SEARCHED_MESSAGES;
    for job in jobs {
        if unread == 0 {
            break;
        }
        let messages = tx.store.messages_before(&job.protocol, job.seq + 1, unread)?;
        unread = unread.saturating_sub(messages.len());
        found.extend(messages.into_iter().filter(&is_found));
    }
    Ok(found)
}

fn page_number(call: &OwnCall<'_>) -> Result<u32, Failure> {
    match call.query("page") {
        None => Ok(1),
        Some(text) => text.parse().ok().filter(|number| *number > 0).ok_or_else(|| Failure::field("page", "invalid")),
    }
}

fn of_page<T>(found: Vec<T>, page: u32) -> Vec<T> {
    found.into_iter().skip((page as usize - 1).saturating_mul(PER_PAGE)).take(PER_PAGE).collect()
}

fn page(tx: &Transaction<'_, '_>, messages: Vec<Message>, page: u32, total: usize) -> Answer {
    let data = messages.into_iter().map(|message| media::with_address(tx, message)).collect();
    listed(data, page, total)
}

fn listed<T: Serialize>(data: Vec<T>, page: u32, total: usize) -> Answer {
    let total = u32::try_from(total).unwrap_or(u32::MAX);
    json(&ListBody { data: data.into(), current_page: page, per_page: PER_PAGE as u32, total })
}

/// `GET /contacts/media/whatsapp?contactIdentifier|protocol&page`: files, newest first (WAP-008).
pub(crate) fn files(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let page_number = page_number(call)?;
    let jobs = match (call.query("protocol"), call.query("contactIdentifier")) {
        (Some(protocol), _) => vec![jobs::own_job(tx, caller, &Protocol::from(protocol))?],
        (None, Some(_)) => searched_jobs(tx, call, caller)?,
        (None, None) => return Err(Failure::field("contactIdentifier", "required")),
    };
    let is_file = |message: &Message| {
        message
            .message_media_type
            .is_some_and(|kind| !matches!(kind, MessageMedia::Contact | MessageMedia::Unsupported))
    };
    let found = newest_first(tx, jobs, is_file)?;
    let total = found.len();
    let record = |message: Message| {
        let message = media::with_address(tx, message);
        WhatsAppMedia {
            id: message.message_id,
            kind: message.message_media_type,
            protocol: message.protocol,
            from: message.from,
            to: message.to,
            media: message.attachment_url,
            caption: message.caption,
            agent: message.agent_name,
            agent_id: message.agent_id,
            date: message.time,
            sender_type: message.sender_type,
            file_name: message.file_name,
            file_size: message.file_size,
            mimetype: message.mimetype,
            custom_fields: message.custom_fields,
        }
    };
    listed(of_page(found, page_number).into_iter().map(record).collect(), page_number, total)
}
