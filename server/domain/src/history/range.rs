//! The range of the history: whole days of the agent's time zone (HIS-002 to HIS-005).

use crate::call::Call;
use crate::http::Failure;
use wire::limits::HISTORY_MAX_MONTHS;
use wire::{FieldErrors, Wall, rfc3339};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Number of days before today that a history without dates shows.
const DEFAULT_DAYS: i64 = 7;
/// Time zones are at most this many minutes east of UTC, and fewer west of it.
const MAX_OFFSET_MINUTES: i64 = 14 * 60;

/// The offset at the end of the last day, if it differs from that at the beginning of the first day.
const END_OFFSET: &str = "utc_offset_end";

/// Includes `start`, excludes `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub start: Wall,
    pub end: Wall,
}

/// A day of the calendar, as midnight in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Day(Wall);

impl Day {
    fn parse(text: &str) -> Option<Self> {
        if text.len() != "YYYY-MM-DD".len() { None } else { Wall::parse(&format!("{text}T00:00:00Z")).map(Self) }
    }

    /// The day of this time; `offset` is the time by which local clocks are ahead of UTC.
    fn of(now: Wall, offset_ms: i64) -> Self {
        let there = now.plus_ms(offset_ms);
        Self(there.plus_ms(-there.0.rem_euclid(DAY_MS)))
    }

    fn plus(self, days: i64) -> Self {
        Self(self.0.plus_ms(days * DAY_MS))
    }

    /// The same day of the month, this number of months later, or the last day of that month.
    fn plus_months(self, months: u32) -> Self {
        let text = rfc3339(self.0);
        let number = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok());
        let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else { return self };
        let (year, month) = (year + (month - 1 + months) / 12, (month - 1 + months) % 12 + 1);
        let mut days = (1..=day).rev();
        days.find_map(|day| Day::parse(&format!("{year:04}-{month:02}-{day:02}"))).unwrap_or(self)
    }
}

/// `initial_date` and `final_date` (`YYYY-MM-DD`, both belong to the range), `utc_offset` and `utc_offset_end`, the minutes that the agent's
/// clock is ahead of UTC when the first day begins and when the last one ends. Without dates: the last days including today.
pub(super) fn read(now: Wall, call: &Call) -> Result<Range, Failure> {
    let offset = offset_ms(call, "utc_offset")?;
    // The offset may change within the range.
    let end_offset = if call.query(END_OFFSET).is_some() { offset_ms(call, END_OFFSET)? } else { offset };
    let mut errors = FieldErrors::new();
    let mut day = |name: &str, default: Day| match call.query(name).filter(|text| !text.is_empty()) {
        None => default,
        Some(text) => Day::parse(text).unwrap_or_else(|| {
            errors.insert(name.to_owned(), "invalid".to_owned());
            default
        }),
    };
    let today = Day::of(now, end_offset);
    let last = day("final_date", today);
    let first = day("initial_date", last.plus(1 - DEFAULT_DAYS));
    if errors.is_empty() {
        errors = faults(first, last, today);
    }
    if !errors.is_empty() {
        return Err(Failure::fields(errors));
    }
    Ok(Range { start: first.0.plus_ms(-offset), end: last.plus(1).0.plus_ms(-end_offset) })
}

/// The first moment of the query's `initial_date` (`YYYY-MM-DD`) on the agent's clock; `None` without the date.
pub(super) fn first_moment(call: &Call) -> Result<Option<Wall>, Failure> {
    let Some(text) = call.query("initial_date").filter(|text| !text.is_empty()) else { return Ok(None) };
    let day = Day::parse(text).ok_or_else(|| Failure::field("initial_date", "invalid"))?;
    Ok(Some(day.0.plus_ms(-offset_ms(call, "utc_offset")?)))
}

/// The offset in the query under this name, in milliseconds; 0 without one.
fn offset_ms(call: &Call, name: &str) -> Result<i64, Failure> {
    let Some(text) = call.query(name) else { return Ok(0) };
    let minutes = text.parse::<i64>().ok().filter(|minutes| minutes.abs() <= MAX_OFFSET_MINUTES);
    Ok(minutes.ok_or_else(|| Failure::field(name, "invalid"))? * MINUTE_MS)
}

fn faults(first: Day, last: Day, today: Day) -> FieldErrors {
    let mut errors = FieldErrors::new();
    if last > today {
        errors.insert("final_date".to_owned(), "afterNow".to_owned());
    } else if last > first.plus_months(HISTORY_MAX_MONTHS) {
        errors.insert("final_date".to_owned(), "tooLong".to_owned());
    }
    if first > today {
        errors.insert("initial_date".to_owned(), "afterNow".to_owned());
    } else if first > last {
        errors.insert("initial_date".to_owned(), "startAfterEnd".to_owned());
    }
    errors
}
