//! The delivery of the agents' messages: queued, sent, delivered, read, or an error. A state never goes back.

use super::conversation::Place;
use crate::centre::Transaction;
use crate::jobs;
use crate::store::{ConversationRow, MessagePlace, ReceiptFact, StoreResult};
use wire::{Message, MessageStatus, SenderType, WhatsAppStatusEvent, events};

/// The error of a number that has no WhatsApp.
const NOT_EXISTS: &str = "WHATSAPP_NOT_EXISTS";
/// Refusals that concern the number and not the message: the event names no message (WAP-040, WAP-041). An agent's page treats
/// every event without an id as one about the number.
const ABOUT_NUMBER: [&str; 2] = [NOT_EXISTS, "INACTIVE_SESSION_NOT_OPTED_IN"];

/// The reason of a message whose send has no known outcome: the provider may have accepted it.
pub(super) const UNKNOWN: &str = "DELIVERY_UNKNOWN";

/// The state of a message that the provider accepted.
pub(super) fn taken() -> ReceiptFact {
    ReceiptFact { status: MessageStatus::Sent, reason: String::new() }
}

/// Whether a reported state replaces the known state of the message. A report about a message whose outcome was unknown always does.
fn follows(message: &Message, fact: &ReceiptFact) -> bool {
    let is_unknown = message.status == MessageStatus::Error && message.error == UNKNOWN;
    if is_unknown { fact.reason != UNKNOWN } else { is_later(message.status, fact.status) }
}

/// Whether the state `new` may replace `known`. An error replaces only states before delivery, and is final.
pub(super) fn is_later(known: MessageStatus, new: MessageStatus) -> bool {
    match (known, new) {
        (MessageStatus::Error, _) | (_, MessageStatus::Queued) => false,
        (MessageStatus::Queued, _) => true,
        (_, MessageStatus::Sent) => false,
        (MessageStatus::Sent, _) => true,
        (_, MessageStatus::Error) => false,
        (MessageStatus::Delivered | MessageStatus::Read, new) => new > known,
    }
}

/// Applies a later state of an agent's message and publishes it to the agent. `is_taken`: the provider accepted the
/// message.
pub(super) fn apply(
    tx: &mut Transaction<'_, '_>,
    place: &MessagePlace,
    fact: ReceiptFact,
    is_taken: bool,
) -> StoreResult<()> {
    let Some(mut message) = tx.store.message(&place.protocol, place.seq)? else { return Ok(()) };
    let Some(mut job) = tx.store.job(&place.protocol)? else { return Ok(()) };
    if message.sender_type != SenderType::Agent || !follows(&message, &fact) {
        return Ok(());
    }
    message.status = fact.status;
    message.status_version = message.status_version.saturating_add(1);
    message.error.clone_from(&fact.reason);
    tx.store.put_message(&message)?;
    if fact.reason == NOT_EXISTS {
        let conversation = Place::of(tx, &job)?.conversation;
        tx.store.put_conversation(&ConversationRow { number_not_exists: true, ..conversation })?;
    }
    if let Some(last) = job.last_message.as_mut().filter(|last| last.seq == message.seq) {
        *last = message.clone();
        job = jobs::save(tx, job)?;
    }
    if job.agent_id.is_empty() {
        return Ok(());
    }
    let names_message = is_taken || !ABOUT_NUMBER.contains(&fact.reason.as_str());
    let event = WhatsAppStatusEvent {
        protocol: job.protocol.clone(),
        unique_id: if names_message { message.message_id } else { String::new() },
        custom_id: message.custom_id,
        status: fact.status,
        status_version: message.status_version,
        reason: fact.reason,
    };
    tx.publish_event(&job.agent_id, events::whatsapp::Event::Status(event))
}
