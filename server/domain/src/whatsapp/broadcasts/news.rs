//! Publishes changes of entries to the agent of the list: the changes of half a second in one event.

use super::entry;
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::StoreResult;
use wire::events::broadcasts::Event;
use wire::limits::BROADCAST_ENTRIES_PER_PAGE;
use wire::{BroadcastId, BroadcastScheduleEvent, BroadcastSchedulesEvent, ScheduleUpdate, Wall};

/// Changes within this time are published together.
const TOGETHER_MS: i64 = 500;

/// Called when an entry of the list changed.
pub(super) fn entry_changed(tx: &mut Transaction<'_, '_>, list: &BroadcastId) -> StoreResult<()> {
    // The same due time for all changes within this interval, so that one transaction publishes them.
    let at = Wall((tx.now().0 / TOGETHER_MS + 1) * TOGETHER_MS);
    tx.mark_due(Due::BroadcastNews, list.as_str(), at)
}

/// Publishes the entries of the list that changed since the last publication.
pub(crate) fn are_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let id = BroadcastId::from(subject);
    let Some(mut list) = tx.store.broadcast(&id)? else { return Ok(()) };
    let changed = tx.store.changed_broadcast_entries(&id, list.published_version, BROADCAST_ENTRIES_PER_PAGE)?;
    let Some(last) = changed.last() else { return Ok(()) };
    list.published_version = last.version;
    tx.store.put_broadcast(&list)?;
    let (counts, retryable, version) = (list.counts, entry::retryable(&list), list.version);
    let event = match changed.as_slice() {
        [only] => {
            let shown = entry::entry_view(&list, only);
            Event::Schedule(BroadcastScheduleEvent {
                agent_id: list.agent_id.clone(),
                broadcast_id: id.clone(),
                update: ScheduleUpdate::UpdateSchedule,
                schedule_id: shown.schedule_id,
                attempt: shown.attempt,
                status: shown.status,
                reason: shown.reason,
                counts,
                retryable,
                version,
            })
        }
        several => Event::Schedules(BroadcastSchedulesEvent {
            agent_id: list.agent_id.clone(),
            broadcast_id: id.clone(),
            schedules: several.iter().map(|row| entry::entry_view(&list, row)).collect::<Vec<_>>().into(),
            counts,
            retryable,
            version,
        }),
    };
    tx.publish_event(&list.agent_id, event)?;
    if changed.len() == BROADCAST_ENTRIES_PER_PAGE { entry_changed(tx, &id) } else { Ok(()) }
}
