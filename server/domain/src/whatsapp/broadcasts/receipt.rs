//! Receipts of messages of broadcasts. They may come before the answer to the send, twice, in any order, and after the list was cancelled.

use super::attempt::BroadcastSend;
use super::entry;
use super::outcome::{Refused, refused};
use crate::centre::Transaction;
use crate::effects::{self, Effect, EffectKind, EffectOutcome};
use crate::store::{
    BroadcastEntryRow, BroadcastRow, ConversationRow, EffectRow, EntryPlace, EntryStage, ProviderMessageRow,
    ReceiptFact, StoreResult, WhatsAppRouteRow,
};
use crate::whatsapp::conversation;
use crate::whatsapp::delivery;
use crate::whatsapp::provider::WhatsAppOutcome;
use crate::whatsapp::reachability;
use wire::broadcast_reasons as reasons;
use wire::{EntryStatus, MessageStatus};

/// The name under which the store keeps a message whose send has no known outcome. No provider gives such an id.
pub(super) fn name_of_key(key: &str) -> String {
    format!("key:{key}")
}

/// Stores the provider's id, by which receipts find the entry from now on.
pub(super) fn keep_place(
    tx: &mut Transaction<'_, '_>,
    route_id: &str,
    provider_id: &str,
    place: &EntryPlace,
) -> StoreResult<()> {
    let changes = tx.store.provider_message(route_id, provider_id)?.and_then(|row| row.changes);
    tx.store.put_provider_message(&ProviderMessageRow {
        route_id: route_id.to_owned(),
        provider_id: provider_id.to_owned(),
        message: None,
        early: None,
        entry: Some(place.clone()),
        changes,
        at: tx.now(),
    })
}

/// The provider accepted the message. A receipt that arrived earlier says more.
pub(super) fn accepted(
    tx: &mut Transaction<'_, '_>,
    route_id: &str,
    provider_id: &str,
    place: &EntryPlace,
) -> StoreResult<()> {
    let early = tx.store.provider_message(route_id, provider_id)?.and_then(|row| row.early);
    keep_place(tx, route_id, provider_id, place)?;
    receipt_of_entry(tx, place, &delivery::taken())?;
    early.map_or(Ok(()), |fact| receipt_of_entry(tx, place, &fact))
}

/// The outcome of an attempt arrives after the attempt was ended: it settles a message whose outcome was unknown.
pub(super) fn accepted_late(
    tx: &mut Transaction<'_, '_>,
    send: &BroadcastSend,
    effect: &Effect,
    outcome: &WhatsAppOutcome,
) -> StoreResult<()> {
    let WhatsAppOutcome::Accepted { provider_id, .. } = outcome else { return Ok(()) };
    let Some(list) = tx.store.broadcast(&send.broadcast_id)? else { return Ok(()) };
    match settle_entry(tx, &list.route_id, provider_id, &effect.id)? {
        Some(place) => receipt_of_entry(tx, &place, &delivery::taken()),
        None => Ok(()),
    }
}

/// The attempt that was sent with this key and has no known outcome; the provider accepted it under this id. `None`: there is none.
pub(in crate::whatsapp) fn settle_entry(
    tx: &mut Transaction<'_, '_>,
    route_id: &str,
    provider_id: &str,
    key: &str,
) -> StoreResult<Option<EntryPlace>> {
    let known = tx.store.provider_message(route_id, &name_of_key(key))?.and_then(|row| row.entry);
    let place = match known {
        Some(place) => place,
        None => {
            let is_send =
                |row: &EffectRow| row.kind == EffectKind::SendBroadcast.as_str() && row.attempts > 0 && !row.is_dead;
            let Some(row) = tx.store.effect(key)?.filter(is_send) else { return Ok(None) };
            let place = BroadcastSend::read(&row.body)?.place();
            let list = tx.store.broadcast(&place.broadcast_id)?;
            let Some(mut list) = list.filter(|list| list.route_id == route_id) else { return Ok(None) };
            // The answer to the send, which comes later, finds no attempt.
            entry::count_outcome(tx, &mut list, false)?;
            // A later report of its worker changes nothing.
            let effect = Effect { id: row.id, body: row.body, attempt: row.attempts, is_uncertain: false };
            effects::end(tx, &effect, EffectOutcome::Done)?;
            place
        }
    };
    keep_place(tx, route_id, provider_id, &place)?;
    reachability::message_ended(tx, route_id)?;
    Ok(Some(place))
}

/// Applies a receipt to the entry of this attempt.
pub(in crate::whatsapp) fn receipt_of_entry(
    tx: &mut Transaction<'_, '_>,
    place: &EntryPlace,
    fact: &ReceiptFact,
) -> StoreResult<()> {
    let Some(mut list) = tx.store.broadcast(&place.broadcast_id)? else { return Ok(()) };
    let Some(row) = tx.store.broadcast_entry(&place.broadcast_id, place.position)? else { return Ok(()) };
    let meaning = meaning_of(fact);
    if !follows(&row, place, &meaning) {
        return Ok(());
    }
    entry::end(tx, &mut list, &row, meaning.status, &meaning.reason, meaning.is_retryable)?;
    // An unknown outcome was counted as a failure when it ended.
    let is_counted = is_unknown(&row);
    if !meaning.status.is_error() {
        return if is_counted { entry::uncount_failure(tx, &mut list) } else { Ok(()) };
    }
    if let Some(route) = tx.store.whatsapp_route(&list.route_id)? {
        note_refusal(tx, &mut list, &route, &row, &meaning)?;
        entry::count_failure(tx, &mut list, !is_counted)?;
    }
    Ok(())
}

fn is_unknown(row: &BroadcastEntryRow) -> bool {
    row.status == EntryStatus::Failed && row.reason == reasons::OUTCOME_UNKNOWN
}

fn meaning_of(fact: &ReceiptFact) -> Refused {
    let good =
        |status| Refused { status, reason: String::new(), is_retryable: false, pauses_list: "", is_opt_out: false };
    match fact.status {
        MessageStatus::Error => refused(&fact.reason),
        MessageStatus::Queued | MessageStatus::Sent => good(EntryStatus::Sent),
        MessageStatus::Delivered => good(EntryStatus::Delivered),
        MessageStatus::Read => good(EntryStatus::Read),
    }
}

/// Whether a receipt of this attempt changes the entry. A message whose outcome was unknown takes every receipt. The delivery of an earlier attempt
/// counts as long as the next one was not sent: then the customer has the message, and it is not sent again. That an earlier attempt was sent says
/// nothing, because it failed after that.
fn follows(row: &BroadcastEntryRow, place: &EntryPlace, new: &Refused) -> bool {
    if row.attempt != place.attempt {
        let is_delivery = matches!(new.status, EntryStatus::Delivered | EntryStatus::Read);
        return row.attempt > place.attempt && row.status == EntryStatus::Queued && is_delivery;
    }
    is_unknown(row) || (row.stage != EntryStage::Waiting && row.status.is_replaced_by(new.status))
}

/// The consequences of a refusal beyond its entry: an opt-out, and a list that is paused.
pub(super) fn note_refusal(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    route: &WhatsAppRouteRow,
    entry: &BroadcastEntryRow,
    meaning: &Refused,
) -> StoreResult<()> {
    if meaning.is_opt_out && !entry.number.is_empty() {
        let known = conversation::load(tx, route, &entry.number)?;
        let consent_at = Some(tx.now());
        tx.store.put_conversation(&ConversationRow { opted_out: true, consent_at, ..known })?;
    }
    if meaning.pauses_list.is_empty() { Ok(()) } else { entry::pause(tx, list, meaning.pauses_list, None) }
}
