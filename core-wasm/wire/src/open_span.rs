//! Opening hours of a queue as times. The server computes them from the calendar of the queue, so that the page needs
//! no time zones.

use crate::Wall;
use serde::{Deserialize, Serialize};

/// A period in which a queue is open: `from` belongs to it, `until` does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSpan {
    /// Time of the opening.
    pub from: Wall,
    /// Time of the end.
    pub until: Wall,
}

impl OpenSpan {
    /// Opening time between two times, in milliseconds, from periods that do not overlap; 0 if `until` is not later.
    /// Outside all periods the queue is closed.
    pub fn open_ms(spans: &[Self], from: Wall, until: Wall) -> u64 {
        let of = |span: &Self| u64::try_from(span.until.min(until).since_ms(span.from.max(from))).unwrap_or_default();
        spans.iter().map(of).sum()
    }

    /// Whether the queue is open at this time.
    pub fn is_open(spans: &[Self], at: Wall) -> bool {
        spans.iter().any(|span| span.from <= at && at < span.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_open_time_is_the_part_of_the_time_inside_the_periods() {
        let span = |from, until| OpenSpan { from: Wall(from), until: Wall(until) };
        let spans = [span(10, 20), span(30, 40)];
        for (from, until, expected) in
            [(0, 50, 20), (0, 10, 0), (15, 35, 10), (20, 30, 0), (12, 14, 2), (14, 12, 0), (39, 90, 1), (45, 90, 0)]
        {
            assert_eq!(OpenSpan::open_ms(&spans, Wall(from), Wall(until)), expected, "{from} to {until}");
        }
        for (at, expected) in [(9, false), (10, true), (19, true), (20, false), (30, true), (40, false)] {
            assert_eq!(OpenSpan::is_open(&spans, Wall(at)), expected, "{at}");
        }
    }
}
