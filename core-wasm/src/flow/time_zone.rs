//! The computer's time zone, for calendar days. With daylight saving time each time has the offset of its own season,
//! not today's. The host answers the offset at a single time; the core finds the changes in between and reads no clock.

use crate::wire::Wall;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Times before or after the known period have the offset of its beginning or end.
const PAST_DAYS: i64 = 3 * 366;
const FUTURE_DAYS: i64 = 366;
/// Shorter than every period of daylight saving time, and than its interruption in Morocco.
const STEP_DAYS: i64 = 14;
/// If two zones have the same offsets at these times before now, their difference does not matter.
const SAMPLE_DAYS: [i64; 5] = [0, 91, 182, 273, 364];

/// Offsets from UTC in minutes, as they are added to UTC (São Paulo: −180). The default is UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeZone {
    first_minutes: i32,
    /// The start of each later offset, in order.
    changes: Vec<(Wall, i32)>,
}

impl TimeZone {
    /// The zone around `now`; `offset_at` returns the offset in minutes at a given time.
    pub fn read(now: Wall, offset_at: impl Fn(Wall) -> i32) -> Self {
        let start = Wall(now.0.div_euclid(MINUTE_MS) * MINUTE_MS - PAST_DAYS * DAY_MS);
        let mut zone = Self { first_minutes: offset_at(start), changes: Vec::new() };
        let (mut from, mut held) = (start, zone.first_minutes);
        for _ in 0..(PAST_DAYS + FUTURE_DAYS) / STEP_DAYS {
            let to = from.plus_ms(STEP_DAYS * DAY_MS);
            let next = offset_at(to);
            if next != held {
                zone.changes.push((change_between(from, to, next, &offset_at), next));
            }
            (from, held) = (to, next);
        }
        zone
    }

    /// Whether this is still the computer's zone.
    pub fn agrees_with(&self, now: Wall, offset_at: impl Fn(Wall) -> i32) -> bool {
        SAMPLE_DAYS
            .iter()
            .map(|days| now.plus_ms(-days * DAY_MS))
            .all(|moment| offset_at(moment) == self.minutes(moment))
    }

    /// The number of the local calendar day at a time.
    pub fn day(&self, moment: Wall) -> i64 {
        moment.plus_ms(i64::from(self.minutes(moment)) * MINUTE_MS).0.div_euclid(DAY_MS)
    }

    /// The offset in minutes at the beginning of a local calendar day. If the clocks are put forward at midnight, the
    /// later offset of that day.
    pub fn minutes_at_midnight(&self, day: i64) -> i32 {
        let midnight = Wall(day * DAY_MS);
        let of = |minutes: i32| self.minutes(midnight.plus_ms(-i64::from(minutes) * MINUTE_MS));
        of(of(self.minutes(midnight)))
    }

    /// The offset from UTC in minutes at a time.
    pub fn minutes(&self, moment: Wall) -> i32 {
        let past = self.changes.iter().rev().find(|(from, _)| *from <= moment);
        past.map_or(self.first_minutes, |(_, minutes)| *minutes)
    }
}

/// The first minute with the offset `next`: after `before`, at the latest `at_latest`.
fn change_between(before: Wall, at_latest: Wall, next: i32, offset_at: impl Fn(Wall) -> i32) -> Wall {
    let (mut before, mut at_latest) = (before.0 / MINUTE_MS, at_latest.0 / MINUTE_MS);
    while at_latest - before > 1 {
        let middle = before.midpoint(at_latest);
        if offset_at(Wall(middle * MINUTE_MS)) == next {
            at_latest = middle;
        } else {
            before = middle;
        }
    }
    Wall(at_latest * MINUTE_MS)
}

#[cfg(test)]
mod tests {
    use super::TimeZone;
    use crate::wire::Wall;

    fn wall(text: &str) -> Wall {
        serde_json::from_value(text.into()).expect("a moment")
    }

    /// New York in 2026: daylight saving time from 8 March, 07:00 UTC, to 1 November, 06:00 UTC.
    fn new_york(moment: Wall) -> i32 {
        let summer = wall("2026-03-08T07:00:00.000Z")..wall("2026-11-01T06:00:00.000Z");
        if summer.contains(&moment) { -240 } else { -300 }
    }

    #[test]
    fn the_local_day_of_a_time_follows_from_the_offset_at_that_time() {
        let zone = TimeZone::read(wall("2026-11-22T15:00:12.345Z"), new_york);
        let days = |one: &str, other: &str| zone.day(wall(other)) - zone.day(wall(one));
        assert_eq!(days("2026-07-10T03:59:59.999Z", "2026-07-10T04:00:00.000Z"), 1, "midnight in summer");
        assert_eq!(days("2026-07-10T04:00:00.000Z", "2026-07-11T03:59:59.999Z"), 0);
        assert_eq!(days("2026-11-10T04:59:59.999Z", "2026-11-10T05:00:00.000Z"), 1, "midnight in winter");
        assert_eq!(days("2026-02-10T04:59:59.999Z", "2026-02-10T05:00:00.000Z"), 1, "the winter before");
        assert_eq!(
            days("2026-11-01T03:59:59.999Z", "2026-11-01T04:00:00.000Z"),
            1,
            "the day of the change begins in summer"
        );
        assert_eq!(days("2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"), 0, "and has 25 hours");
    }

    #[test]
    fn a_zone_without_daylight_saving_has_no_changes_and_differs_from_another_zone_in_winter_too() {
        let now = wall("2026-11-22T15:00:00.000Z");
        let zone = TimeZone::read(now, |_| -300);
        assert_eq!(zone, TimeZone { first_minutes: -300, changes: Vec::new() });
        assert!(zone.agrees_with(now, |_| -300));
        assert!(!zone.agrees_with(now, new_york), "the offset of today is the same");
        assert!(TimeZone::read(now, new_york).agrees_with(wall("2027-01-10T12:00:00.000Z"), new_york));
    }
}
