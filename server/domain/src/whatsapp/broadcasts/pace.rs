//! How fast messages of broadcasts are sent: a token bucket for each route, one message in six seconds to a customer, and the limit of
//! customers within 24 hours, which the database counts by an index.

use crate::centre::Transaction;
use crate::store::{BroadcastPaceRow, BroadcastUseRow, StoreResult};
use wire::Wall;

/// The network accepts one message in this time to one customer (131056).
const PAIR_MS: i64 = 6_000;
/// The bucket holds the messages of this time.
const BURST_US: i64 = 1_000_000;
/// Pause of a route when the provider asks for fewer messages without a time (130429).
const ASKED_PAUSE_MS: i64 = 2_000;
/// The longest pause that a provider may ask for. A later end is that of a clock that was set back.
const LONGEST_PAUSE_MS: i64 = 60 * 60 * 1000;
/// The network's limit of customers counts this time.
pub(super) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn interval_us(per_second: u32) -> i64 {
    BURST_US / i64::from(per_second.max(1))
}

/// Until when the taken messages use up the rate. A time that no taken message explains is that of a clock that was set back.
fn used_until(row: &BroadcastPaceRow, now_us: i64) -> i64 {
    if row.used_until_us > now_us + 2 * BURST_US { now_us } else { row.used_until_us.max(now_us) }
}

fn is_paused(row: &BroadcastPaceRow, now: Wall) -> bool {
    (1..=LONGEST_PAUSE_MS).contains(&row.paused_until.since_ms(now))
}

/// Number of messages that the route may send now.
fn free(row: &BroadcastPaceRow, per_second: u32, now: Wall) -> usize {
    if is_paused(row, now) {
        return 0;
    }
    let now_us = now.0.saturating_mul(1_000);
    let left = now_us + BURST_US - used_until(row, now_us);
    usize::try_from(left / interval_us(per_second)).unwrap_or_default()
}

fn taken(row: &BroadcastPaceRow, per_second: u32, now: Wall, messages: usize) -> BroadcastPaceRow {
    let used = interval_us(per_second).saturating_mul(i64::try_from(messages).unwrap_or(i64::MAX));
    let used_until_us = used_until(row, now.0.saturating_mul(1_000)).saturating_add(used);
    BroadcastPaceRow { used_until_us, ..row.clone() }
}

fn row_of(tx: &Transaction<'_, '_>, route_id: &str) -> StoreResult<BroadcastPaceRow> {
    let known = tx.store.broadcast_pace(route_id)?;
    let (used_until_us, paused_until) = (0, Wall(0));
    Ok(known.unwrap_or_else(|| BroadcastPaceRow { route_id: route_id.to_owned(), used_until_us, paused_until }))
}

/// Number of messages that the route may send now.
pub(super) fn messages_free(tx: &Transaction<'_, '_>, route_id: &str) -> StoreResult<usize> {
    Ok(free(&row_of(tx, route_id)?, tx.config.whatsapp.broadcasts.per_second, tx.now()))
}

/// Takes messages from the bucket of the route.
pub(super) fn take(tx: &mut Transaction<'_, '_>, route_id: &str, messages: usize) -> StoreResult<()> {
    if messages == 0 {
        return Ok(());
    }
    let row = row_of(tx, route_id)?;
    tx.store.put_broadcast_pace(&taken(&row, tx.config.whatsapp.broadcasts.per_second, tx.now(), messages))
}

/// The provider asked for fewer messages of the route, for this time.
pub(super) fn pause_route(tx: &mut Transaction<'_, '_>, route_id: &str, asked_ms: Option<u64>) -> StoreResult<()> {
    let asked = asked_ms.and_then(|ms| i64::try_from(ms).ok()).unwrap_or(ASKED_PAUSE_MS);
    let paused_until = tx.now().plus_ms(asked.clamp(1, LONGEST_PAUSE_MS));
    let row = row_of(tx, route_id)?;
    tx.store.put_broadcast_pace(&BroadcastPaceRow { paused_until, ..row })
}

/// The earliest moment of the next message to the customer.
pub(super) fn pair_free_at(tx: &Transaction<'_, '_>, route_id: &str, number: &str) -> StoreResult<Wall> {
    let last = tx.store.broadcast_use(route_id, number)?.map(|row| row.at);
    // A time in the future is that of a clock that was set back.
    Ok(last.filter(|at| *at <= tx.now()).map_or(tx.now(), |at| at.plus_ms(PAIR_MS).max(tx.now())))
}

/// Whether the customer counts in the limit of 24 hours already.
pub(super) fn is_counted(tx: &Transaction<'_, '_>, route_id: &str, number: &str) -> StoreResult<bool> {
    Ok(tx.store.broadcast_use(route_id, number)?.is_some_and(|row| tx.now().since_ms(row.at) < DAY_MS))
}

/// Number of customers of the last 24 hours.
pub(super) fn customers_of_day(tx: &Transaction<'_, '_>, route_id: &str) -> StoreResult<usize> {
    tx.store.broadcast_uses_after(route_id, tx.now().plus_ms(-DAY_MS))
}

/// Number of further customers to whom the route may begin a conversation; `None`: no limit.
pub(super) fn customers_free(tx: &Transaction<'_, '_>, route_id: &str) -> StoreResult<Option<usize>> {
    let Some(limit) = tx.config.whatsapp.broadcasts.daily_customers else { return Ok(None) };
    Ok(Some((limit as usize).saturating_sub(customers_of_day(tx, route_id)?)))
}

/// Whether a message to the customer would exceed the limit of 24 hours.
pub(super) fn is_beyond_day(tx: &Transaction<'_, '_>, route_id: &str, number: &str) -> StoreResult<bool> {
    Ok(customers_free(tx, route_id)? == Some(0) && !is_counted(tx, route_id, number)?)
}

/// When the first customer leaves the limit of 24 hours.
pub(super) fn day_free_at(tx: &Transaction<'_, '_>, route_id: &str) -> StoreResult<Wall> {
    let first = tx.store.first_broadcast_use(route_id, tx.now().plus_ms(-DAY_MS))?;
    Ok(first.map_or(tx.now(), |row| row.at).plus_ms(DAY_MS + 1))
}

/// Stores that a message to the customer is sent now.
pub(super) fn note_message(tx: &mut Transaction<'_, '_>, route_id: &str, number: &str) -> StoreResult<()> {
    let (route_id, customer, at) = (route_id.to_owned(), number.to_owned(), tx.now());
    tx.store.put_broadcast_use(&BroadcastUseRow { route_id, customer, at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const NOW: Wall = Wall(1_000_000);

    fn row(used_until_us: i64, paused_until: i64) -> BroadcastPaceRow {
        BroadcastPaceRow { route_id: "r".to_owned(), used_until_us, paused_until: Wall(paused_until) }
    }

    #[rstest]
    #[case::an_unused_route(row(0, 0), 80)]
    #[case::half_of_a_second_is_used(row(1_000_500_000, 0), 40)]
    #[case::a_whole_second_is_used(row(1_001_000_000, 0), 0)]
    #[case::the_provider_asked_to_wait(row(0, 1_000_001), 0)]
    #[case::the_wait_is_over(row(0, 1_000_000), 80)]
    #[case::used_before_the_clock_was_set_back(row(4_600_000_000, 0), 80)]
    #[case::asked_before_the_clock_was_set_back(row(0, 1_000_001 + LONGEST_PAUSE_MS), 80)]
    fn a_route_sends_at_most_its_rate(#[case] row: BroadcastPaceRow, #[case] expected: usize) {
        assert_eq!(free(&row, 80, NOW), expected);
    }

    #[test]
    fn taken_messages_use_up_the_rate_and_a_second_gives_it_back() {
        let used = taken(&row(0, 0), 80, NOW, 80);
        assert_eq!([NOW, NOW.plus_ms(100), NOW.plus_ms(1_000)].map(|at| free(&used, 80, at)), [0, 8, 80]);
    }
}
