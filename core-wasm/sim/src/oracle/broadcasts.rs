//! Comparison of broadcasts and of the entries of the opened one with the server.

use super::{Differences, Page};
use contact_centre::store::{BroadcastEntryRow, BroadcastStore};
use contact_centre::wire::{BroadcastId, ScheduleId};
use core_wasm::View;
use core_wasm::broadcasts::{BroadcastFilter, BroadcastProgress, BroadcastsPhase, BroadcastsSlice};
use core_wasm::flow::SliceKey;

pub(super) fn broadcasts(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::Broadcasts(shown)) = view else { return };
    // The lists are loaded when the page opens, and kept from then on.
    if shown.phase == BroadcastsPhase::Ready && shown.filter == BroadcastFilter::default() {
        let there = page.server.store.broadcasts_of(&page.agent, usize::MAX).expect("store").len();
        found.compare("the number of broadcasts", shown.counts.all as usize, there);
    }
}

pub(super) fn card(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::BroadcastCard(card)) = view else { return };
    found.must(card.busy.is_none(), || format!("a change of the broadcast {} is still pending", card.id));
    let row = page.server.store.broadcast(&card.id.as_str().into()).expect("store");
    let Some(row) = row else {
        return found.must(false, || format!("the server has no broadcast {}", card.id));
    };
    let progress = BroadcastProgress::of(&row.counts, row.cancelled_at.is_some());
    let there = (row.name, progress, row.retryable, row.cancelled_at.is_some(), row.finished_at.is_some());
    let here = (card.name, card.progress, card.retryable, card.cancelled_at.is_some(), card.finished_at.is_some());
    found.compare("a broadcast", here, there);
}

pub(super) fn entry(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::BroadcastEntry(entry)) = view else { return };
    let Some((list, id)) = key.ids::<(BroadcastId, ScheduleId)>() else { return };
    let row = BroadcastEntryRow::position_of(&list, &id)
        .and_then(|position| page.server.store.broadcast_entry(&list, position).expect("store"));
    let there = row.map(|row| (row.status, row.attempt, row.is_retryable));
    found.compare("an entry of a broadcast", Some((entry.status, entry.attempt, entry.retryable)), there);
}
