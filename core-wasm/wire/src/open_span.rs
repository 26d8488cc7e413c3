//! Business hours as moments. The server computes them from the calendar of a queue; the page needs no time zones.

use crate::Wall;
use serde::{Deserialize, Serialize};

/// A time in which a queue is open: `from` is in it, `until` is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSpan {
    /// Opening.
    pub from: Wall,
    /// End.
    pub until: Wall,
}

impl OpenSpan {
    /// Open time between two moments, in milliseconds, of spans that do not overlap; 0 if `until` is not later. Outside all spans it is
    /// closed.
    pub fn open_ms(spans: &[Self], from: Wall, until: Wall) -> u64 {
        let of = |span: &Self| u64::try_from(span.until.min(until).since_ms(span.from.max(from))).unwrap_or_default();
        spans.iter().map(of).sum()
    }

    /// Whether it is open at this moment.
    pub fn is_open(spans: &[Self], at: Wall) -> bool {
        spans.iter().any(|span| span.from <= at && at < span.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_time_is_what_lies_within_the_spans() {
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
