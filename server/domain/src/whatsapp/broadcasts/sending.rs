//! Due work of a list: leases entries within the pace of the route and requests an effect for each.

use super::attempt::BroadcastSend;
use super::audience::{Facts, NumberFact, Omission, omission};
use super::create::CustomerState;
use super::hours::Hours;
use super::{entry, lists, pace};
use crate::centre::Transaction;
use crate::due::Due;
use crate::effects::EffectKind;
use crate::store::{BroadcastEntryRow, BroadcastRow, EffectLane, EntryStage, StoreResult, WhatsAppRouteRow};
use wire::broadcast_reasons as reasons;
use wire::{BroadcastId, Wall};

/// Maximum of entries that one transaction reads.
const PORTION: usize = 100;
/// A list whose pace is used up goes on after this time.
const AGAIN_MS: i64 = 500;
/// The connection of the route of a paused list is looked at again after this time.
const ROUTE_AGAIN_MS: i64 = 60_000;

/// What is done with an entry whose turn has come.
pub(super) enum Turn {
    /// The message may be sent now.
    Now,
    /// Not before this time.
    Later(Wall),
    /// Never in this attempt.
    Never(Omission),
}

/// Decides by what is known of the customer at this moment.
pub(super) fn turn_of(
    tx: &Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    hours: &Hours,
    row: &BroadcastEntryRow,
    state: &CustomerState,
) -> StoreResult<Turn> {
    // An erased customer has no number.
    let number = if row.number.is_empty() { NumberFact::Missing } else { NumberFact::Full(row.number.clone()) };
    let left_out = omission(Facts {
        is_of_unit: true,
        number: &number,
        lacks_value: false,
        is_duplicate: false,
        is_opted_out: state.is_opted_out,
        is_blocked: state.is_blocked,
        lacks_opt_in: false,
        is_in_attendance: state.is_in_attendance,
    });
    if let Some(omission) = left_out {
        return Ok(Turn::Never(omission));
    }
    let at = hours.opening(&row.number, pace::pair_free_at(tx, &route.id, &row.number)?);
    Ok(if at > tx.now() { Turn::Later(at) } else { Turn::Now })
}

/// Leases the next entries of the list.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let id = BroadcastId::from(subject);
    let Some(mut list) = tx.store.broadcast(&id)? else { return Ok(()) };
    if list.cancelled_at.is_some() || list.finished_at.is_some() {
        return Ok(());
    }
    if list.starts_at > tx.now() {
        return tx.set_due(Due::Broadcast, subject, Some(list.starts_at));
    }
    if !lists::is_enabled(tx, &list.org_unit_id)? {
        // Goes on when the agent resumes it in a unit that sends broadcasts again.
        return match list.paused_reason.as_str() {
            reasons::UNIT_DISABLED => Ok(()),
            _ => entry::pause(tx, &mut list, reasons::UNIT_DISABLED, None),
        };
    }
    let Some(route) = tx.store.whatsapp_route(&list.route_id)? else {
        return entry::pause(tx, &mut list, reasons::ROUTE_DISCONNECTED, None);
    };
    if !route.connected {
        return wait_for_route(tx, &mut list, &route);
    }
    match list.paused_reason.as_str() {
        "" => {}
        reasons::ROUTE_DISCONNECTED => entry::resume(tx, &mut list)?,
        reasons::DAILY_LIMIT => match list.resumes_at.filter(|at| *at > tx.now()) {
            Some(at) => return tx.set_due(Due::Broadcast, subject, Some(at)),
            None => entry::resume(tx, &mut list)?,
        },
        _ => return Ok(()),
    }
    let most_leased = tx.config.whatsapp.broadcasts.per_second.max(1) as usize;
    let room = most_leased.saturating_sub(list.leased as usize).min(pace::messages_free(tx, &route.id)?);
    let is_used_up = lease(tx, &mut list, &route, room)?;
    set_next(tx, &list, is_used_up)
}

/// A disconnected route pauses the list. One entry stays under way, because only an attempt detects that the route works again.
fn wait_for_route(tx: &mut Transaction<'_, '_>, list: &mut BroadcastRow, route: &WhatsAppRouteRow) -> StoreResult<()> {
    let again_at = tx.now().plus_ms(ROUTE_AGAIN_MS);
    match list.paused_reason.as_str() {
        "" => entry::pause(tx, list, reasons::ROUTE_DISCONNECTED, Some(again_at))?,
        reasons::ROUTE_DISCONNECTED => {
            list.resumes_at = Some(again_at);
            entry::publish(tx, list)?;
        }
        _ => return Ok(()),
    }
    if list.leased == 0 {
        lease(tx, list, route, 1)?;
    }
    tx.set_due(Due::Broadcast, list.id.as_str(), Some(again_at))
}

/// Leases at most this number of entries. Returns whether entries may be left that could be sent now.
fn lease(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    route: &WhatsAppRouteRow,
    room: usize,
) -> StoreResult<bool> {
    if room == 0 {
        return Ok(true);
    }
    let hours = Hours::of(tx, &list.queue_id)?;
    // Leased entries whose message was begun are counted already.
    let unbegun = list.leased.saturating_sub(list.counts.sending) as usize;
    let mut customers = pace::customers_free(tx, &route.id)?.map(|free| free.saturating_sub(unbegun));
    let waiting = tx.store.waiting_broadcast_entries(&list.id, tx.now(), PORTION)?;
    let is_whole_portion = waiting.len() == PORTION;
    let mut leased = 0;
    for row in waiting {
        if leased == room {
            pace::take(tx, &route.id, leased)?;
            return Ok(true);
        }
        let state = CustomerState::of(tx, route, &row.number)?;
        match turn_of(tx, route, &hours, &row, &state)? {
            Turn::Now => {}
            Turn::Later(not_before) => {
                let after = BroadcastEntryRow { not_before, ..row.clone() };
                entry::store(tx, list, &row, after)?;
                continue;
            }
            Turn::Never(Omission { status, reason, is_retryable }) => {
                entry::end(tx, list, &row, status, reason, is_retryable)?;
                continue;
            }
        }
        if let Some(free) = customers.as_mut()
            && !pace::is_counted(tx, &route.id, &row.number)?
        {
            if *free == 0 {
                pace::take(tx, &route.id, leased)?;
                let resumes_at = pace::day_free_at(tx, &route.id)?;
                entry::pause(tx, list, reasons::DAILY_LIMIT, Some(resumes_at))?;
                return Ok(false);
            }
            *free -= 1;
        }
        let body = BroadcastSend { broadcast_id: list.id.clone(), position: row.position, attempt: row.attempt };
        tx.request_effect_in(EffectKind::SendBroadcast, EffectLane::Mass, &list.org_unit_id, "", &body)?;
        entry::store(tx, list, &row, BroadcastEntryRow { stage: EntryStage::Leased, ..row.clone() })?;
        leased += 1;
    }
    pace::take(tx, &route.id, leased)?;
    Ok(is_whole_portion)
}

/// Sets when the list goes on: soon while its pace is used up, else when the next entry may be sent.
fn set_next(tx: &mut Transaction<'_, '_>, list: &BroadcastRow, is_used_up: bool) -> StoreResult<()> {
    let at = match tx.store.next_broadcast_entry(&list.id)? {
        _ if !list.paused_reason.is_empty() => list.resumes_at,
        Some(_) if is_used_up => Some(tx.now().plus_ms(AGAIN_MS)),
        Some(next) => Some(next.not_before.max(tx.now().plus_ms(AGAIN_MS))),
        None => None,
    };
    tx.set_due(Due::Broadcast, list.id.as_str(), at)
}
