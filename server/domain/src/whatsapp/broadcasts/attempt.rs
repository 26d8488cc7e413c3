//! One attempt to send an entry: the last look before the request to the provider, and its outcome.

use super::audience::Omission;
use super::create::CustomerState;
use super::hours::Hours;
use super::outcome::{UNREACHABLE, refused};
use super::sending::{Turn, turn_of};
use super::{entry, pace, receipt};
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::effects::{self, Effect, EffectOutcome};
use crate::store::{
    BroadcastEntryRow, BroadcastRow, EffectRow, EntryPlace, EntryStage, Store, StoreError, StoreResult,
    WhatsAppRouteRow,
};
use crate::whatsapp::conversation;
use crate::whatsapp::provider::{
    WhatsAppFailure, WhatsAppFailureAbout, WhatsAppFileSource, WhatsAppOutcome, WhatsAppSend, WhatsAppSendContent,
    WhatsAppTemplateFile,
};
use crate::whatsapp::reachability;
use crate::whatsapp::template::file_name_of;
use serde::{Deserialize, Serialize};
use wire::broadcast_reasons as reasons;
use wire::templates::{TemplatePart, filled};
use wire::{BroadcastId, EntryStatus, Protocol};

/// Body of the effect `SendBroadcast`: an attempt of an entry. What is sent is in the rows of the list and of the entry, which do not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadcastSend {
    /// The list.
    pub broadcast_id: BroadcastId,
    /// Position of the entry.
    pub position: u32,
    /// Number of the attempt.
    pub attempt: u32,
}

impl BroadcastSend {
    /// The attempt in an effect's body.
    pub(super) fn read(body: &str) -> StoreResult<Self> {
        serde_json::from_str(body).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    /// The attempt as receipts find it.
    pub(super) fn place(&self) -> EntryPlace {
        let BroadcastSend { broadcast_id, position, attempt } = self.clone();
        EntryPlace { broadcast_id, position, attempt }
    }
}

/// A leased entry with its list and route.
struct Leased {
    list: BroadcastRow,
    entry: BroadcastEntryRow,
    route: WhatsAppRouteRow,
}

/// The leased entry of the attempt; `None`: it was settled otherwise.
fn leased(tx: &Transaction<'_, '_>, send: &BroadcastSend) -> StoreResult<Option<Leased>> {
    let is_leased = |row: &BroadcastEntryRow| row.attempt == send.attempt && row.stage == EntryStage::Leased;
    let Some(list) = tx.store.broadcast(&send.broadcast_id)? else { return Ok(None) };
    let entry = tx.store.broadcast_entry(&send.broadcast_id, send.position)?.filter(is_leased);
    let Some(route) = tx.store.whatsapp_route(&list.route_id)? else { return Ok(None) };
    Ok(entry.map(|entry| Leased { list, entry, route }))
}

impl Centre {
    /// The last look before the message of an attempt goes to the provider: what it sends, or `None` if nothing is sent any more. After this
    /// transaction the message counts as under way. An effect that sends nothing is ended here.
    pub fn begin_broadcast_send(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        effect: &Effect,
    ) -> StoreResult<Option<WhatsAppSend>> {
        self.transact_store(store, context, |tx| begin(tx, effect))
    }

    /// Reports the outcome of an attempt of a broadcast. A second outcome of an effect changes nothing, unless it tells what became of a message
    /// whose outcome was unknown.
    pub fn broadcast_sent(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        effect: &Effect,
        outcome: &WhatsAppOutcome,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| sent(tx, effect, outcome))
    }
}

fn begin(tx: &mut Transaction<'_, '_>, effect: &Effect) -> StoreResult<Option<WhatsAppSend>> {
    let is_current = |row: &EffectRow| !row.is_dead && row.attempts == effect.attempt;
    let Some(row) = tx.store.effect(&effect.id)?.filter(is_current) else { return Ok(None) };
    let send = BroadcastSend::read(&row.body)?;
    let Some(Leased { mut list, entry, route }) = leased(tx, &send)? else {
        effects::end(tx, effect, EffectOutcome::Done)?;
        return Ok(None);
    };
    if list.cancelled_at.is_some() {
        give_back(tx, &mut list, &entry, reasons::CANCELLED)?;
        effects::end(tx, effect, EffectOutcome::Done)?;
        return Ok(None);
    }
    // While the route is disconnected the attempts go on: they detect that it works again.
    if !matches!(list.paused_reason.as_str(), "" | reasons::ROUTE_DISCONNECTED | reasons::DAILY_LIMIT) {
        give_back(tx, &mut list, &entry, reasons::LIST_PAUSED)?;
        effects::end(tx, effect, EffectOutcome::Done)?;
        return Ok(None);
    }
    let state = CustomerState::of(tx, &route, &entry.number)?;
    let hours = Hours::of(tx, &list.queue_id)?;
    match turn_of(tx, &route, &hours, &entry, &state)? {
        Turn::Never(Omission { status, reason, is_retryable }) => {
            entry::end(tx, &mut list, &entry, status, reason, is_retryable)?;
            effects::end(tx, effect, EffectOutcome::Done)?;
            return Ok(None);
        }
        Turn::Later(at) if entry.status == EntryStatus::Queued => {
            entry::release(tx, &mut list, &entry, at)?;
            effects::end(tx, effect, EffectOutcome::Done)?;
            return Ok(None);
        }
        Turn::Later(_) if effects::is_last_attempt(&row) => {
            entry::end(tx, &mut list, &entry, EntryStatus::Failed, UNREACHABLE, true)?;
            effects::end(tx, effect, EffectOutcome::Done)?;
            return Ok(None);
        }
        Turn::Later(at) => {
            let retry_after_ms = u64::try_from(at.since_ms(tx.now())).ok();
            let cause = "the customer gets no message at this time".to_owned();
            effects::end(tx, effect, EffectOutcome::Failed { cause, retry_after_ms })?;
            return Ok(None);
        }
        Turn::Now => {}
    }
    // Other lists of the route may have used up the limit since the entry was leased.
    if entry.status == EntryStatus::Queued && pace::is_beyond_day(tx, &route.id, &entry.number)? {
        let resumes_at = pace::day_free_at(tx, &route.id)?;
        entry::pause(tx, &mut list, reasons::DAILY_LIMIT, Some(resumes_at))?;
        entry::release(tx, &mut list, &entry, tx.now())?;
        effects::end(tx, effect, EffectOutcome::Done)?;
        return Ok(None);
    }
    pace::note_message(tx, &route.id, &entry.number)?;
    let after = BroadcastEntryRow { status: EntryStatus::Sending, ..entry.clone() };
    let entry = entry::store(tx, &mut list, &entry, after)?;
    Ok(Some(message_of(tx, &list, &entry, &route, &state)))
}

/// An entry that is not sent now: before its first request it waits again, later it fails, because its status cannot go back.
fn give_back(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    entry: &BroadcastEntryRow,
    reason: &str,
) -> StoreResult<()> {
    if entry.status == EntryStatus::Queued {
        return entry::release(tx, list, entry, tx.now());
    }
    entry::end(tx, list, entry, EntryStatus::Failed, reason, true)
}

/// The message for the provider.
fn message_of(
    tx: &Transaction<'_, '_>,
    list: &BroadcastRow,
    entry: &BroadcastEntryRow,
    route: &WhatsAppRouteRow,
    state: &CustomerState,
) -> WhatsAppSend {
    let known = state.conversation.as_ref();
    let header = list.header_media.map(|kind| WhatsAppTemplateFile {
        source: WhatsAppFileSource::Link(list.header_link.clone()),
        kind,
        mimetype: String::new(),
        file_name: file_name_of(&list.header_link),
    });
    WhatsAppSend {
        provider: route.provider.clone(),
        account: route.account.clone(),
        is_simulated: route.is_simulated,
        route_id: route.id.clone(),
        to: known.map_or(entry.number.as_str(), |row| row.written()).to_owned(),
        protocol: Protocol::default(),
        seq: 0,
        window_open: known.is_some_and(|row| !conversation::is_closed(route, row, tx.now())),
        answered_id: None,
        content: WhatsAppSendContent::Template {
            id: list.template_id.clone(),
            language: list.language.clone(),
            variables: list.variables.iter().cloned().zip(entry.values.iter().cloned()).collect(),
            text: filled(TemplatePart::Body, &list.template_body, &list.variables, &entry.values),
            header,
        },
    }
}

/// The provider may have accepted the message: the entry ends, and only a receipt can say what became of it.
fn end_unknown(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    entry: &BroadcastEntryRow,
    route: &WhatsAppRouteRow,
    effect: &Effect,
) -> StoreResult<()> {
    let place = BroadcastSend::read(&effect.body)?.place();
    receipt::keep_place(tx, &route.id, &receipt::name_of_key(&effect.id), &place)?;
    entry::end(tx, list, entry, EntryStatus::Failed, reasons::OUTCOME_UNKNOWN, false)?;
    entry::count_outcome(tx, list, true)
}

fn sent(tx: &mut Transaction<'_, '_>, effect: &Effect, outcome: &WhatsAppOutcome) -> StoreResult<()> {
    let send = BroadcastSend::read(&effect.body)?;
    let Some(row) = tx.store.effect(&effect.id)?.filter(|row| !row.is_dead) else {
        return receipt::accepted_late(tx, &send, effect, outcome);
    };
    let Some(Leased { mut list, entry, route }) = leased(tx, &send)? else {
        return effects::end(tx, effect, EffectOutcome::Done);
    };
    match outcome {
        WhatsAppOutcome::Accepted { provider_id, .. } => {
            entry::count_outcome(tx, &mut list, false)?;
            receipt::accepted(tx, &route.id, provider_id, &send.place())?;
        }
        WhatsAppOutcome::Refused(reason) => end_refused(tx, &mut list, &entry, &route, reason)?,
        // The process ended before the request to the provider began.
        WhatsAppOutcome::Unknown if entry.status == EntryStatus::Queued => {
            entry::release(tx, &mut list, &entry, tx.now())?;
        }
        WhatsAppOutcome::Unknown => end_unknown(tx, &mut list, &entry, &route, effect)?,
        // An agent's own message is attempted again after an error without a reason; of a thousand messages some would arrive twice.
        WhatsAppOutcome::Failed(WhatsAppFailure { about: about @ WhatsAppFailureAbout::Unexplained, .. }) => {
            end_unknown(tx, &mut list, &entry, &route, effect)?;
            reachability::attempt_failed(tx, &route.id, effect, *about)?;
            return effects::end(tx, effect, EffectOutcome::Done);
        }
        WhatsAppOutcome::Failed(WhatsAppFailure { about: WhatsAppFailureAbout::Spam, .. }) => {
            end_refused(tx, &mut list, &entry, &route, "SPAM_LIMIT")?;
        }
        WhatsAppOutcome::Failed(failure) => {
            if failure.about == WhatsAppFailureAbout::Pace {
                pace::pause_route(tx, &route.id, failure.retry_after_ms)?;
            }
            let is_over = effects::is_last_attempt(&row) || list.cancelled_at.is_some();
            if !is_over {
                reachability::attempt_failed(tx, &route.id, effect, failure.about)?;
                let WhatsAppFailure { cause, retry_after_ms, .. } = failure.clone();
                return effects::end(tx, effect, EffectOutcome::Failed { cause, retry_after_ms });
            }
            if list.cancelled_at.is_some() {
                give_back(tx, &mut list, &entry, reasons::CANCELLED)?;
            } else {
                end_refused(tx, &mut list, &entry, &route, UNREACHABLE)?;
            }
        }
    }
    reachability::message_ended(tx, &route.id)?;
    effects::end(tx, effect, EffectOutcome::Done)
}

fn end_refused(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    entry: &BroadcastEntryRow,
    route: &WhatsAppRouteRow,
    word: &str,
) -> StoreResult<()> {
    let meaning = refused(word);
    entry::end(tx, list, entry, meaning.status, &meaning.reason, meaning.is_retryable)?;
    receipt::note_refusal(tx, list, route, entry, &meaning)?;
    entry::count_outcome(tx, list, true)
}
