//! Changes of entries and of their list. An entry changes together with the counts of its list, in one function and one transaction, so that the
//! counts equal the entries after every step.

use super::{news, outcome};
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{BroadcastEntryRow, BroadcastRow, EntryStage, StoreResult};
use wire::broadcast_reasons as reasons;
use wire::{
    BroadcastEntry, BroadcastList, BroadcastStatus, BroadcastStatusEvent, EntryStatus, Wall, events::broadcasts::Event,
};

/// Stores the entry as it is after a change, and its list with the counts that follow. A change that agents see gets a version and is
/// published with the other changes of half a second.
pub(super) fn store(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    before: &BroadcastEntryRow,
    after: BroadcastEntryRow,
) -> StoreResult<BroadcastEntryRow> {
    let mut after = after;
    let was_finished = list.finished_at.is_some();
    count(list, before, false);
    count(list, &after, true);
    if shown(before) != shown(&after) {
        list.version += 1;
        after.version = list.version;
        after.changed_at = tx.now();
        news::entry_changed(tx, &list.id)?;
    }
    let has_open = list.counts.queued > 0 || list.counts.sending > 0;
    list.finished_at = if has_open { None } else { list.finished_at.or(Some(tx.now())) };
    if !has_open {
        // A complete list sends nothing, so it is not paused.
        list.paused_reason.clear();
        list.resumes_at = None;
    }
    tx.store.put_broadcast_entry(&after)?;
    let has_begun = list.status == BroadcastStatus::Queued && after.stage == EntryStage::Leased;
    if has_begun {
        list.status = BroadcastStatus::Sending;
    }
    if has_begun || was_finished != list.finished_at.is_some() {
        publish(tx, list)?;
    } else {
        tx.store.put_broadcast(list)?;
    }
    Ok(after)
}

/// What agents see of an entry.
fn shown(row: &BroadcastEntryRow) -> (EntryStatus, &str, u32, bool) {
    (row.status, &row.reason, row.attempt, row.is_retryable)
}

/// Adds the entry to the counts of its list, or takes it out.
pub(super) fn count(list: &mut BroadcastRow, entry: &BroadcastEntryRow, is_added: bool) {
    let change = |number: &mut u32, counts: bool| {
        let by = u32::from(counts);
        *number = if is_added { number.saturating_add(by) } else { number.saturating_sub(by) };
    };
    change(list.counts.of_mut(entry.status), true);
    change(&mut list.retryable, entry.is_retryable);
    change(&mut list.leased, entry.stage == EntryStage::Leased);
}

/// Ends the attempt of the entry with this status.
pub(super) fn end(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    entry: &BroadcastEntryRow,
    status: EntryStatus,
    reason: &str,
    is_retryable: bool,
) -> StoreResult<()> {
    let reason = reason.to_owned();
    let after = BroadcastEntryRow { status, reason, is_retryable, stage: EntryStage::Ended, ..entry.clone() };
    store(tx, list, entry, after).map(|_| ())
}

/// Puts an entry that was leased and not sent back into the queue. Before the first request its status is `QUEUED` still.
pub(super) fn release(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    entry: &BroadcastEntryRow,
    not_before: Wall,
) -> StoreResult<()> {
    let after = BroadcastEntryRow { stage: EntryStage::Waiting, not_before, ..entry.clone() };
    store(tx, list, entry, after)?;
    if list.cancelled_at.is_some() {
        return Ok(());
    }
    tx.mark_due(Due::Broadcast, list.id.as_str(), not_before.max(tx.now()))
}

/// Pauses the list, unless it is paused, cancelled or complete.
pub(super) fn pause(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    reason: &str,
    resumes_at: Option<Wall>,
) -> StoreResult<()> {
    if !list.paused_reason.is_empty() || list.cancelled_at.is_some() || list.finished_at.is_some() {
        return Ok(());
    }
    reason.clone_into(&mut list.paused_reason);
    list.resumes_at = resumes_at;
    publish(tx, list)
}

/// Goes on with a paused list. Earlier failures do not count any more.
pub(super) fn resume(tx: &mut Transaction<'_, '_>, list: &mut BroadcastRow) -> StoreResult<()> {
    list.paused_reason.clear();
    list.resumes_at = None;
    (list.outcomes, list.failures) = (0, 0);
    publish(tx, list)
}

/// Counts an outcome of the provider; too many failures pause the list.
pub(super) fn count_outcome(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    is_failure: bool,
) -> StoreResult<()> {
    list.outcomes = list.outcomes.saturating_add(1);
    count_failure(tx, list, is_failure)
}

/// Counts a failure that a receipt reports of a message that was counted as accepted.
pub(super) fn count_failure(
    tx: &mut Transaction<'_, '_>,
    list: &mut BroadcastRow,
    is_failure: bool,
) -> StoreResult<()> {
    list.failures = list.failures.saturating_add(u32::from(is_failure));
    if is_failure && outcome::are_many(list.failures, list.outcomes) {
        pause(tx, list, reasons::MANY_FAILURES, None)?;
    }
    tx.store.put_broadcast(list)
}

/// A receipt says that a message which was counted as failed was accepted. After a resumed pause the count begins anew, without it.
pub(super) fn uncount_failure(tx: &mut Transaction<'_, '_>, list: &mut BroadcastRow) -> StoreResult<()> {
    list.failures = list.failures.saturating_sub(1);
    tx.store.put_broadcast(list)
}

/// Stores a changed list under its next version and publishes it to its agent.
pub(super) fn publish(tx: &mut Transaction<'_, '_>, list: &mut BroadcastRow) -> StoreResult<()> {
    list.version += 1;
    tx.store.put_broadcast(list)?;
    let event = BroadcastStatusEvent { agent_id: list.agent_id.clone(), status: list.status, broadcast: view(list) };
    tx.publish_event(&list.agent_id, Event::Status(Box::new(event)))
}

/// The list on the wire.
pub(super) fn view(row: &BroadcastRow) -> BroadcastList {
    BroadcastList {
        id: row.id.clone(),
        status: row.status,
        name: row.name.clone(),
        agent_id: row.agent_id.clone(),
        attendance_group_id: row.group_id.clone(),
        attendance_group_name: row.group_name.clone(),
        campaign_id: row.campaign_id.clone(),
        campaign_name: row.campaign_name.clone(),
        route_id: row.route_id.clone(),
        route_name: row.route_name.clone(),
        template_name: row.template_name.clone(),
        template_body: row.template_body.clone(),
        created_at: row.created_at,
        starts_at: row.starts_at,
        finished_at: row.finished_at,
        cancelled_at: row.cancelled_at,
        paused_reason: row.paused_reason.clone(),
        resumes_at: row.resumes_at,
        counts: row.counts,
        retryable: retryable(row),
        version: row.version,
    }
}

/// How many entries may be sent again: none of a cancelled list.
pub(super) fn retryable(row: &BroadcastRow) -> u32 {
    if row.cancelled_at.is_some() { 0 } else { row.retryable }
}

/// The entry on the wire. The reason of an entry that waits is that of its list.
pub(super) fn entry_view(list: &BroadcastRow, row: &BroadcastEntryRow) -> BroadcastEntry {
    let reason = match row.status {
        EntryStatus::Queued if list.cancelled_at.is_some() => reasons::CANCELLED,
        EntryStatus::Queued if !list.paused_reason.is_empty() => reasons::LIST_PAUSED,
        _ => &row.reason,
    };
    BroadcastEntry {
        schedule_id: row.schedule_id(),
        contact_name: row.name.clone(),
        contact_identifier: row.identifier.clone(),
        contact_id: row.contact_id.clone(),
        contact_whatsapp_identifier: row.number.clone(),
        status: row.status,
        reason: reason.to_owned(),
        attempt: row.attempt,
        retryable: row.is_retryable && list.cancelled_at.is_none(),
        changed_at: row.changed_at,
    }
}
