//! Requests about lists that exist: the agent's lists, the entries of one, cancel, resume and retry.

use super::entry;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::due::Due;
use crate::events::queue_tail;
use crate::http::{Failure, json};
use crate::store::{BroadcastEntryRow, BroadcastRow, EntryStage, StoreResult};
use std::collections::BTreeMap;
use wire::limits::BROADCAST_ENTRIES_PER_PAGE;
use wire::{
    BroadcastChangeRequest, BroadcastEntries, BroadcastId, BroadcastLists, BroadcastReply, CancelBroadcastRequest,
    EntryStatus, ErrorBody, FailedAttempt, OrgUnitId,
};

/// Maximum of lists in an answer: the newest ones.
const MAX_LISTS: usize = 200;

/// Refuses agents of an org unit without broadcasts (BRD-005).
pub(super) fn check_enabled(tx: &Transaction<'_, '_>, caller: &Caller) -> Result<(), Failure> {
    if is_enabled(tx, &caller.org_unit_id)? {
        return Ok(());
    }
    let message = "the org unit sends no broadcasts".to_owned();
    let reason = Some("BROADCAST_DISABLED".to_owned());
    Err(Failure::refused(403, ErrorBody { reason, message, ..ErrorBody::default() }))
}

/// Whether the org unit sends broadcasts.
pub(super) fn is_enabled(tx: &Transaction<'_, '_>, org_unit_id: &OrgUnitId) -> StoreResult<bool> {
    Ok(tx.store.org_unit(org_unit_id)?.is_some_and(|unit| unit.broadcast_whatsapp_enabled))
}

/// `GET /broadcast/whatsapp/agent/{agentId}` (API-183).
pub(crate) fn lists(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    check_enabled(tx, caller)?;
    let tail = queue_tail(tx, &caller.agent_id)?;
    let rows = tx.store.broadcasts_of(&caller.agent_id, MAX_LISTS)?;
    let data = rows.iter().map(entry::view).collect::<Vec<_>>().into();
    json(&BroadcastLists { as_of_seq: tail.seq, epoch: tail.epoch, data })
}

/// `GET /broadcast/whatsapp/{id}/contacts?agentId=&after=`: `after` is the position of the last entry that the page has.
pub(crate) fn entries(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let list = own_list(tx, caller, &BroadcastId::from(call.param("id")))?;
    let after = match call.query("after") {
        None | Some("") => None,
        Some(text) => Some(text.parse().map_err(|_| Failure::field("after", "invalid"))?),
    };
    let tail = queue_tail(tx, &caller.agent_id)?;
    let rows = tx.store.broadcast_entries(&list.id, after, BROADCAST_ENTRIES_PER_PAGE)?;
    // Entries are never deleted, so their number says whether there are more.
    let next = rows.last().filter(|row| row.position.saturating_add(1) < list.counts.total());
    let next = next.map(|row| row.position.to_string()).unwrap_or_default();
    let data = rows.iter().map(|row| entry::entry_view(&list, row)).collect::<Vec<_>>().into();
    json(&BroadcastEntries { as_of_seq: tail.seq, epoch: tail.epoch, data, next })
}

/// `PUT /broadcast/whatsapp/cancel` (API-184). Nothing of the list is sent after the answer but what was under way. A repetition, and the
/// cancel of a complete list, change nothing. A list can be cancelled also when the org unit sends no broadcasts any more.
pub(crate) fn cancel(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: CancelBroadcastRequest = call.body()?;
    let mut list = list_of(tx, caller, &request.broadcast_id)?;
    if list.cancelled_at.is_none() && list.finished_at.is_none() {
        list.cancelled_at = Some(tx.now());
        list.paused_reason.clear();
        list.resumes_at = None;
        entry::publish(tx, &mut list)?;
        tx.set_due(Due::Broadcast, list.id.as_str(), None)?;
    }
    answer(&list, 0)
}

/// `PUT /broadcast/whatsapp/{id}/resume`: goes on with a paused list. A list that is not paused is unchanged.
pub(crate) fn resume(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    call.body::<BroadcastChangeRequest>()?;
    let mut list = own_list(tx, caller, &BroadcastId::from(call.param("id")))?;
    check_not_cancelled(&list)?;
    if !list.paused_reason.is_empty() {
        entry::resume(tx, &mut list)?;
        tx.mark_due(Due::Broadcast, list.id.as_str(), tx.now())?;
    }
    answer(&list, 0)
}

/// `POST /broadcast/whatsapp/{id}/retry`: queues failed entries as their next attempt. An entry that is named with another attempt than its
/// newest one, or that may not be sent again, is left as it is, so that a repetition of the request changes nothing.
pub(crate) fn retry(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: BroadcastChangeRequest = call.body()?;
    if request.entries.len() > BROADCAST_ENTRIES_PER_PAGE {
        return Err(Failure::too_long("entries", BROADCAST_ENTRIES_PER_PAGE));
    }
    let mut list = own_list(tx, caller, &BroadcastId::from(call.param("id")))?;
    check_not_cancelled(&list)?;
    let wanted = match request.entries.as_slice() {
        [] => tx.store.retryable_broadcast_entries(&list.id)?,
        named => named_entries(tx, &list, named)?,
    };
    let queued = u32::try_from(wanted.len()).unwrap_or(u32::MAX);
    for row in wanted {
        let after = BroadcastEntryRow {
            status: EntryStatus::Queued,
            reason: String::new(),
            attempt: row.attempt.saturating_add(1),
            is_retryable: false,
            stage: EntryStage::Waiting,
            not_before: tx.now(),
            ..row.clone()
        };
        entry::store(tx, &mut list, &row, after)?;
    }
    if queued > 0 {
        tx.mark_due(Due::Broadcast, list.id.as_str(), tx.now().max(list.starts_at))?;
    }
    answer(&list, queued)
}

/// The entries with these failed attempts that may be sent again, each once.
fn named_entries(
    tx: &Transaction<'_, '_>,
    list: &BroadcastRow,
    named: &[FailedAttempt],
) -> StoreResult<Vec<BroadcastEntryRow>> {
    let mut found = BTreeMap::new();
    for FailedAttempt { schedule_id, attempt } in named {
        let Some(position) = BroadcastEntryRow::position_of(&list.id, schedule_id) else { continue };
        let row = tx.store.broadcast_entry(&list.id, position)?;
        found.extend(row.filter(|row| row.is_retryable && row.attempt == *attempt).map(|row| (position, row)));
    }
    Ok(found.into_values().collect())
}

fn check_not_cancelled(list: &BroadcastRow) -> Result<(), Failure> {
    if list.cancelled_at.is_some() { Err(Failure::cause("cancelled")) } else { Ok(()) }
}

/// The caller's list with this id.
fn own_list(tx: &Transaction<'_, '_>, caller: &Caller, id: &BroadcastId) -> Result<BroadcastRow, Failure> {
    check_enabled(tx, caller)?;
    list_of(tx, caller, id)
}

fn list_of(tx: &Transaction<'_, '_>, caller: &Caller, id: &BroadcastId) -> Result<BroadcastRow, Failure> {
    let list = tx.store.broadcast(id)?.ok_or_else(|| Failure::not_found("broadcast"))?;
    caller.must_be(&list.agent_id)?;
    Ok(list)
}

/// The answer with the list.
pub(super) fn answer(list: &BroadcastRow, queued: u32) -> Answer {
    json(&BroadcastReply { broadcast: entry::view(list), queued })
}
