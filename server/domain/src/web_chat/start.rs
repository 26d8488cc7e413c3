//! Starting a web chat: validation, the chat's secret, and repeated starts.

use super::puzzle::{self, SolvedPuzzle};
use super::{WebChatReply, WebChatStarted};
use crate::centre::Transaction;
use crate::contacts;
use crate::digest::sha256_hex;
use crate::http::Failure;
use crate::identifier::{self, IdentifierSignature, Typed};
use crate::jobs;
use crate::names::customer_name;
use crate::one_at_a_time::Limit;
use crate::router;
use crate::store::{JobRow, JobState, QueueRow, WebChatRow};
use std::collections::BTreeSet;
use wire::limits::NAME_MAX_CHARS;
use wire::{Channel, ErrorBody, OrgUnitId, QueueId};

/// 32 random bytes in hexadecimal.
const SECRET_LENGTH: usize = 64;
/// Minimum of different digits in a secret. A random secret has fewer with a probability under 10⁻¹⁰.
const SECRET_MIN_DIGITS: usize = 10;

/// The chat queue with this identifier; a page can start chats only in the queues of its org unit.
pub(super) fn queue_of_page(tx: &Transaction<'_, '_>, unit: &OrgUnitId, queue: &QueueId) -> Result<QueueRow, Failure> {
    tx.store
        .queue(queue)?
        .filter(|row| row.channel == Channel::Chat && &row.org_unit_id == unit)
        .ok_or_else(|| Failure::field("queue", "unknown"))
}

/// Starts a chat and assigns it if an agent is free.
pub(super) fn start(
    tx: &mut Transaction<'_, '_>,
    name: &str,
    identifier: Option<&str>,
    signature: Option<&IdentifierSignature>,
    queue: QueueRow,
    secret: Option<&str>,
    proof: Option<&SolvedPuzzle>,
) -> Result<WebChatReply, Failure> {
    let name = customer_name(name)?;
    let group = tx.store.group(&queue.group_id)?.ok_or_else(|| Failure::field("queue", "unknown"))?;
    let typed = identifier.map(str::trim).filter(|text| !text.is_empty());
    let identifier = match typed {
        Some(text) if text.chars().count() > NAME_MAX_CHARS => return Err(Failure::field("identifier", "tooLong")),
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
    puzzle::take_solution(tx, proof)?;
    let identifier_verified = match (typed, signature) {
        (Some(_), signature) => Some(identifier::is_verified(tx, Typed::Identifier, &identifier, signature)?),
        (None, Some(_)) => return Err(Failure::field("identifier", "required")),
        (None, None) => None,
    };
    let address_hash = tx.context.address.as_deref().map(sha256_hex);
    check_open_chats(tx, address_hash.as_deref())?;
    let waiting = JobRow::waiting(jobs::next_protocol(tx)?, Channel::Chat, tx.now());
    let job = JobRow {
        queue_id: queue.id,
        queue_name: queue.name,
        group_id: queue.group_id,
        group_name: group.group.name,
        observation_required: group.group.observation_required,
        org_unit_id: queue.org_unit_id,
        customer_name: name.to_owned(),
        chat_identifier: identifier,
        identifier_verified,
        tags: queue.tags,
        ..waiting
    };
    let (protocol, group) = (job.protocol.clone(), job.group_id.clone());
    let chat = WebChatRow::new(protocol.clone(), sha256_hex(&secret), tx.now());
    tx.store.put_web_chat(&WebChatRow { address_hash, ..chat })?;
    jobs::save(tx, job)?;
    let position = router::customer_entered(tx, &protocol, &group)?;
    Ok(WebChatReply::Started(WebChatStarted { protocol, secret, position }))
}

/// Refuses a further open chat from one address with 429.
fn check_open_chats(tx: &mut Transaction<'_, '_>, address_hash: Option<&str>) -> Result<(), Failure> {
    let limit = tx.config.chats_per_address;
    let Some(address_hash) = address_hash.filter(|_| limit > 0) else { return Ok(()) };
    tx.one_at_a_time(Limit::ChatsOfAddress, address_hash)?;
    if tx.store.open_chats_of_address(address_hash)? < limit {
        return Ok(());
    }
    let body = ErrorBody {
        reason: Some("TOO_MANY_CHATS".to_owned()),
        message: "too many open chats from this address".to_owned(),
        ..ErrorBody::default()
    };
    Err(Failure::refused(429, body))
}

/// Whether the text is 32 bytes in hexadecimal that can be random: nearly all 16 digits occur among 64. This detects a page
/// that uses one fixed secret for every customer (ASVS 7.2.3).
fn is_random(secret: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let digits: BTreeSet<u8> = secret.bytes().collect();
    secret.len() == SECRET_LENGTH && secret.bytes().all(is_digit) && digits.len() >= SECRET_MIN_DIGITS
}

/// The chat that was started earlier with this secret: a page repeats a start whose reply was lost. A secret belongs to
/// only one chat.
fn find_started(
    tx: &Transaction<'_, '_>,
    secret: &str,
    name: &str,
    queue: &QueueId,
) -> Result<Option<WebChatReply>, Failure> {
    if !is_random(secret) {
        return Err(Failure::field("secret", "invalid"));
    }
    let Some(chat) = tx.store.web_chat_by_secret(&sha256_hex(secret))? else { return Ok(None) };
    match tx.store.job(&chat.protocol)? {
        Some(job) if job.customer_name == name && job.queue_id == *queue => {
            let position = if job.state == JobState::Waiting { chat.published_position } else { 0 };
            Ok(Some(WebChatReply::Started(WebChatStarted {
                protocol: job.protocol,
                secret: secret.to_owned(),
                position,
            })))
        }
        _ => Err(Failure::field("secret", "reused")),
    }
}
