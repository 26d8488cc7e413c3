//! Business hours: the open days and hours in one time zone, with holidays. Pure functions of a calendar and of times; the crate jiff
//! knows zones and daylight saving. A queue has a calendar; nothing here depends on queues.
//!
//! A local time that the clocks skip means the moment of the change. A local time that occurs twice means the first moment for an
//! opening and the second for an end.

mod text;

pub use text::CalendarError;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use text::CalendarText;
use wire::{OpenSpan, Wall};

/// Minutes in a day.
const DAY_MINUTES: u16 = 24 * 60;
/// Number of days in which the next opening is searched.
const SEARCHED_DAYS: i32 = 400;

/// Open hours within a day, in minutes of the local clock: `from` is in them, `until` (at most 24:00) is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hours {
    from: u16,
    until: u16,
}

/// The days and hours of business in one time zone. Written as JSON:
/// `{"zone":"America/Sao_Paulo","days":{"mon":["08:00-18:00"]},"holidays":{"2026-12-25":[]}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "CalendarText", into = "CalendarText")]
pub struct Calendar {
    zone: TimeZone,
    /// Open hours by day of the week from Monday on; ordered, without overlaps.
    days: [Vec<Hours>; 7],
    /// Days with special hours; a day with an empty list is closed.
    holidays: BTreeMap<Date, Vec<Hours>>,
}

impl Calendar {
    /// The same days and hours in another zone; `None`: the zone is unknown.
    pub fn in_zone(&self, zone: &str) -> Option<Self> {
        Some(Self { zone: TimeZone::get(zone).ok()?, ..self.clone() })
    }

    /// Whether the calendar is open at this moment.
    pub fn is_open(&self, at: Wall) -> bool {
        !self.spans(at, at.plus_ms(1)).is_empty()
    }

    /// The first moment after `at` at which the calendar opens; `None`: not within 400 days.
    pub fn next_opening(&self, at: Wall) -> Option<Wall> {
        let day = self.day_of(at);
        // Spans that touch are joined: a day that follows without a break is not an opening.
        let mut previous_end = None;
        for offset in -1..=SEARCHED_DAYS {
            for span in self.spans_of_day(day.checked_add(offset.days()).ok()?) {
                if span.from > at && previous_end != Some(span.from) {
                    return Some(span.from);
                }
                previous_end = Some(span.until);
            }
        }
        None
    }

    /// Open time between two moments, in milliseconds; 0 if `until` is not later.
    pub fn open_ms(&self, from: Wall, until: Wall) -> u64 {
        OpenSpan::open_ms(&self.spans(from, until), from, until)
    }

    /// The open times between two moments, in order; spans that touch are joined.
    pub fn spans(&self, from: Wall, until: Wall) -> Vec<OpenSpan> {
        let mut spans: Vec<OpenSpan> = Vec::new();
        // A day of the zone may begin on the previous day in UTC.
        let (mut day, last) = (self.day_of(from), self.day_of(until));
        while day <= last {
            for span in self.spans_of_day(day) {
                let span = OpenSpan { from: span.from.max(from), until: span.until.min(until) };
                match spans.last_mut() {
                    _ if span.from >= span.until => {}
                    Some(previous) if previous.until >= span.from => previous.until = span.until,
                    _ => spans.push(span),
                }
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
        spans
    }

    fn day_of(&self, at: Wall) -> Date {
        // A moment outside the years that jiff supports does not occur in a queue.
        let timestamp = Timestamp::from_millisecond(at.0).unwrap_or_default();
        self.zone.to_datetime(timestamp).date()
    }

    fn spans_of_day(&self, day: Date) -> Vec<OpenSpan> {
        let of_week = || self.days.get(usize::from(day.weekday().to_monday_zero_offset().unsigned_abs()));
        let hours = self.holidays.get(&day).or_else(of_week);
        let span = |hours: &Hours| {
            let (from, until) = (self.moment(day, hours.from, true)?, self.moment(day, hours.until, false)?);
            (from < until).then_some(OpenSpan { from, until })
        };
        hours.into_iter().flatten().filter_map(span).collect()
    }

    /// The moment of a local time, `minutes` after midnight.
    fn moment(&self, day: Date, minutes: u16, is_opening: bool) -> Option<Wall> {
        let local = local(day, minutes)?;
        let ambiguous = self.zone.to_ambiguous_timestamp(local);
        let timestamp = match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { .. } => ambiguous.compatible().ok()?,
            AmbiguousOffset::Fold { .. } if is_opening => ambiguous.earlier().ok()?,
            AmbiguousOffset::Fold { .. } => ambiguous.later().ok()?,
            // `earlier` is before the change of the clock, by less than the skipped time.
            AmbiguousOffset::Gap { .. } => self.zone.following(ambiguous.earlier().ok()?).next()?.timestamp(),
        };
        Some(Wall(timestamp.as_millisecond()))
    }
}

fn local(day: Date, minutes: u16) -> Option<DateTime> {
    if minutes == DAY_MINUTES {
        return Some(day.tomorrow().ok()?.to_datetime(Time::midnight()));
    }
    let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
    Some(day.to_datetime(Time::new(hour, minute, 0, 0).ok()?))
}

#[cfg(test)]
mod tests;
