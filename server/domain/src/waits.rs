//! How long customers wait for the answer of an agent, within the hours of the queue.

use crate::calendar::Calendar;
use crate::centre::Transaction;
use crate::store::{JobState, StoreResult};
use wire::order::LONGEST_DELAY_MS;
use wire::{AgentId, BoardWait, OpenSpan, Wall};

/// The hours reach this far ahead: no session is longer.
const AHEAD_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// The open hours of the queue. They begin before the earliest possible wait (a customer's telephone may have been offline) and end after the
/// longest session.
pub(crate) fn open_hours(now: Wall, unanswered_since: Option<Wall>, calendar: &Calendar) -> Vec<OpenSpan> {
    let from = now.plus_ms(-LONGEST_DELAY_MS);
    let from = unanswered_since.map_or(from, |since| since.min(from));
    calendar.spans(from, now.plus_ms(AHEAD_MS))
}

/// Of the customers whom the agent attends, the one who has waited longest within the queue's open hours; customers of closed queues come last.
pub(crate) fn longest_wait(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<BoardWait>> {
    let mut longest: Option<((bool, u64), BoardWait)> = None;
    for job in tx.store.jobs_of_agent(agent)? {
        let Some(since) = job.unanswered_since.filter(|_| job.state == JobState::Active && job.snoozed.is_none())
        else {
            continue;
        };
        let settings = tx.store.queue_settings(&job.queue_id)?;
        let target_ms = settings.answer_targets().next(job.answered);
        let open_hours = settings.calendar.map(|calendar| open_hours(tx.now(), Some(since), &calendar));
        let waited = match &open_hours {
            None => (true, u64::try_from(tx.now().since_ms(since)).unwrap_or_default()),
            Some(hours) => (OpenSpan::is_open(hours, tx.now()), OpenSpan::open_ms(hours, since, tx.now())),
        };
        if longest.as_ref().is_none_or(|(other, _)| waited > *other) {
            longest = Some((waited, BoardWait { since, target_ms, open_hours }));
        }
    }
    Ok(longest.map(|(_, wait)| wait))
}
