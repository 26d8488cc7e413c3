//! Comparison of broadcasts and of the entries of the opened one with the server.

use super::{Differences, Page};
use contact_centre::store::{BroadcastEntryRow, BroadcastRow, BroadcastStore};
use contact_centre::wire::{BroadcastId, BroadcastStatus, EntryStatus, ScheduleId, Wall, broadcast_reasons as reasons};
use core_wasm::View;
use core_wasm::broadcasts::{
    self, BroadcastFilter, BroadcastProgress, BroadcastWord, BroadcastsPhase, BroadcastsSlice,
};
use core_wasm::flow::{ListState, SliceKey, camel_case_reason};

/// Maximum of lists in an answer of the server.
const MAX_LISTS: usize = 200;
const ALL: usize = 100_000;

fn list_of(page: &Page<'_>, id: &str) -> Option<BroadcastRow> {
    page.server.store.broadcast(&id.into()).expect("store")
}

/// Whether changes of entries are not published yet: within half a second the page does not know them.
fn has_news(page: &Page<'_>, list: &BroadcastRow) -> bool {
    let changed = page.server.store.changed_broadcast_entries(&list.id, list.published_version, 1);
    !changed.expect("store").is_empty()
}

/// A page that shows the lists has all of them, newest first (BRD-021).
pub(super) fn broadcasts(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::Broadcasts(shown)) = view else { return };
    let is_settled =
        matches!(shown.phase, BroadcastsPhase::Disabled | BroadcastsPhase::Loading | BroadcastsPhase::Ready);
    found.must(is_settled, || format!("the lists of broadcasts are {:?}", shown.phase));
    if shown.phase != BroadcastsPhase::Ready || shown.filter != BroadcastFilter::default() {
        return;
    }
    let there = page.server.store.broadcasts_of(&page.agent, MAX_LISTS).expect("store");
    found.compare("the number of broadcasts", shown.counts.all as usize, there.len());
    if let View::List(order) = page.view(&broadcasts::slices::ORDER.key()) {
        let created = |id: &str| list_of(page, id).map(|list| list.created_at);
        let here: Vec<Option<Wall>> = order.ids.iter().map(|id| created(id.as_str())).collect();
        found.compare("the order of the broadcasts", here, there.iter().map(|list| Some(list.created_at)).collect());
    }
}

/// The state of a list as the agent reads it.
fn word_of(list: &BroadcastRow, now: Wall) -> BroadcastWord {
    let is_planned = list.status == BroadcastStatus::Queued && list.starts_at > now;
    match list {
        BroadcastRow { cancelled_at: Some(_), .. } => BroadcastWord::Cancelled,
        BroadcastRow { paused_reason, .. } if !paused_reason.is_empty() => BroadcastWord::Paused,
        BroadcastRow { finished_at: Some(_), .. } => BroadcastWord::Complete,
        BroadcastRow { status: BroadcastStatus::Sending, .. } => BroadcastWord::Sending,
        BroadcastRow { status: BroadcastStatus::Queued, .. } if is_planned => BroadcastWord::Planned,
        BroadcastRow { status: BroadcastStatus::Queued, .. } => BroadcastWord::Queued,
    }
}

pub(super) fn card(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::BroadcastCard(card)) = view else { return };
    let about = |part: &str| format!("{part} of the broadcast {}", card.id);
    found.must(card.busy.is_none(), || format!("{} is still pending", about("a change")));
    let Some(list) = list_of(page, &card.id) else {
        return found.must(false, || format!("the server has no broadcast {}", card.id));
    };
    let is_cancelled = list.cancelled_at.is_some();
    found.compare(
        &about("names and times"),
        (&card.name, &card.group, &card.campaign, &card.route, &card.template, card.created_at, card.starts_at),
        (
            &list.name,
            &list.group_name,
            &list.campaign_name,
            &list.route_name,
            &list.template_name,
            list.created_at.as_js(),
            list.starts_at.as_js(),
        ),
    );
    found.compare(
        &about("state"),
        (card.word, card.resumes_at, card.finished_at, card.cancelled_at),
        (
            word_of(&list, page.now),
            list.resumes_at.map(Wall::as_js),
            list.finished_at.map(Wall::as_js),
            list.cancelled_at.map(Wall::as_js),
        ),
    );
    if !has_news(page, &list) {
        let retryable = if is_cancelled { 0 } else { list.retryable };
        found.compare(
            &about("progress"),
            (card.progress, card.retryable),
            (BroadcastProgress::of(&list.counts, is_cancelled), retryable),
        );
    }
    let progress = card.progress;
    let sum = progress.read + progress.delivered + progress.sent + progress.queued + progress.not_sent + progress.error;
    found.compare(&about("sum of the progress"), sum, progress.total);
}

/// Every entry of the opened list is loaded.
pub(super) fn opened(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::Broadcast(opened)) = view else { return };
    found.compare("the load of the opened broadcast", opened.state, ListState::Ready);
    let entries = page.server.store.broadcast_entries(&opened.id.as_str().into(), None, ALL).expect("store");
    found.compare("the entries of the opened broadcast", opened.loaded as usize, entries.len());
}

/// The end of the key of the reason's text; `None` without a reason.
fn reason_of(list: &BroadcastRow, entry: &BroadcastEntryRow) -> Option<String> {
    let reason = match entry.status {
        EntryStatus::Queued if list.cancelled_at.is_some() => reasons::CANCELLED,
        EntryStatus::Queued if !list.paused_reason.is_empty() => reasons::LIST_PAUSED,
        _ => &entry.reason,
    };
    match reason {
        "" if entry.status.is_error() => {
            let word = serde_json::to_value(entry.status).expect("a word");
            Some(camel_case_reason(word.as_str().unwrap_or_default()))
        }
        "" => None,
        reason => Some(camel_case_reason(reason)),
    }
}

pub(super) fn entry(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let View::Broadcasts(BroadcastsSlice::BroadcastEntry(shown)) = view else { return };
    let Some((id, schedule)) = broadcasts::slices::ENTRY.ids(key) else { return };
    let (id, schedule): (BroadcastId, ScheduleId) = (id, schedule);
    let position = BroadcastEntryRow::position_of(&id, &schedule);
    let row = position.and_then(|position| page.server.store.broadcast_entry(&id, position).expect("store"));
    let Some((list, row)) = list_of(page, id.as_str()).zip(row) else {
        return found.must(false, || format!("the server has no entry {schedule}"));
    };
    if has_news(page, &list) {
        return;
    }
    let reason = shown.reason.as_ref().and_then(|text| text.key.rsplit('.').next()).map(str::to_owned);
    found.compare(
        &format!("the entry {schedule} of a broadcast"),
        (shown.status, shown.attempt, shown.retryable, reason, &shown.identifier),
        (
            row.status,
            row.attempt,
            row.is_retryable && list.cancelled_at.is_none(),
            reason_of(&list, &row),
            &row.identifier,
        ),
    );
}
