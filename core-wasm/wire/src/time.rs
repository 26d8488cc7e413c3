//! Timestamps: written as RFC 3339 in UTC with milliseconds; epoch milliseconds are read too. The calendar is the `time`
//! crate's; its formats are not used, because they would add 40 KB to the module. A test compares both.

use ::time::{Date, Month};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Milliseconds since 1970-01-01T00:00:00Z on the server's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall(pub i64);

impl Wall {
    /// `ms` milliseconds later (earlier if negative); saturates.
    pub fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds since `earlier`; negative if `earlier` is later.
    pub fn since_ms(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// For views: a JavaScript time value (`new Date(value)`).
    pub fn as_js(self) -> f64 {
        self.0 as f64
    }

    /// Reads an RFC 3339 time; `None` if the text is not one or its year is outside 0–9999.
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = Digits(text.as_bytes());
        let year = i32::try_from(rest.number(4)?).ok()?;
        let month = u8::try_from(rest.skip_mark(b"-")?.number(2)?).ok()?;
        let day = u8::try_from(rest.skip_mark(b"-")?.number(2)?).ok()?;
        let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
        let hour = rest.skip_mark(b"Tt ")?.number_up_to(23)?;
        let minute = rest.skip_mark(b":")?.number_up_to(59)?;
        let second = rest.skip_mark(b":")?.number_up_to(59)?;
        let ms = if rest.skip_mark(b".").is_some() { rest.thousandths()? } else { 0 };
        let offset_minutes = rest.offset()?;
        let days = i64::from(date.to_julian_day()) - UNIX_EPOCH_JULIAN_DAY;
        let minutes = hour * 60 + minute - offset_minutes;
        Self(days * DAY_MS + minutes * 60_000 + second * 1_000 + ms).writable()
    }

    /// The time as RFC 3339 can express it; `None` outside the years 0 to 9999.
    fn writable(self) -> Option<Self> {
        (FIRST_MS..=LAST_MS).contains(&self.0).then_some(self)
    }
}

const UNIX_EPOCH_JULIAN_DAY: i64 = 2_440_588;
const DAY_MS: i64 = 86_400_000;
/// 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
const FIRST_MS: i64 = -62_167_219_200_000;
const LAST_MS: i64 = 253_402_300_799_999;

/// The rest of a timestamp that was not read yet.
struct Digits<'a>(&'a [u8]);

impl Digits<'_> {
    /// Skips the next byte if it is one of `marks`; `None` otherwise.
    fn skip_mark(&mut self, marks: &[u8]) -> Option<&mut Self> {
        let (first, rest) = self.0.split_first()?;
        if !marks.contains(first) {
            return None;
        }
        self.0 = rest;
        Some(self)
    }

    fn digit(&mut self) -> Option<i64> {
        let (first, rest) = self.0.split_first().filter(|(first, _)| first.is_ascii_digit())?;
        self.0 = rest;
        Some(i64::from(first - b'0'))
    }

    fn number(&mut self, digits: u32) -> Option<i64> {
        (0..digits).try_fold(0, |number, _| Some(number * 10 + self.digit()?))
    }

    fn number_up_to(&mut self, most: i64) -> Option<i64> {
        self.number(2).filter(|number| *number <= most)
    }

    /// Reads at least one digit; digits after the third are ignored.
    fn thousandths(&mut self) -> Option<i64> {
        let mut value = self.digit()? * 100;
        let mut weight = 10;
        while let Some(digit) = self.digit() {
            value += digit * weight;
            weight /= 10;
        }
        Some(value)
    }

    /// The offset at the end of the text, `Z` or `±HH:MM`, in minutes.
    fn offset(&mut self) -> Option<i64> {
        let minutes = if self.skip_mark(b"Zz").is_some() {
            0
        } else {
            let sign = if self.skip_mark(b"-").is_some() { -1 } else { self.skip_mark(b"+").map(|_| 1)? };
            sign * (self.number_up_to(23)? * 60 + self.skip_mark(b":")?.number_up_to(59)?)
        };
        self.0.is_empty().then_some(minutes)
    }
}

/// The text such as `2026-11-20T13:45:00.120Z`; a time outside the years 0–9999 prints as the epoch.
pub fn rfc3339(wall: Wall) -> String {
    let julian_day = i32::try_from(wall.0.div_euclid(DAY_MS) + UNIX_EPOCH_JULIAN_DAY).ok();
    let date = julian_day.and_then(|day| Date::from_julian_day(day).ok()).filter(|date| date.year() >= 0);
    let Some((year, month, day)) = date.map(Date::to_calendar_date) else { return rfc3339(Wall::default()) };
    let ms = wall.0.rem_euclid(DAY_MS);
    let mut text = String::with_capacity(24);
    for (value, digits, mark) in [
        (i64::from(year), 4, '-'),
        (i64::from(u8::from(month)), 2, '-'),
        (i64::from(day), 2, 'T'),
        (ms / 3_600_000, 2, ':'),
        (ms / 60_000 % 60, 2, ':'),
        (ms / 1_000 % 60, 2, '.'),
        (ms % 1_000, 3, 'Z'),
    ] {
        for place in (0..digits).rev() {
            let digit = value / 10_i64.pow(place) % 10;
            text.push(u8::try_from(digit).map_or('0', |digit| char::from(b'0' + digit)));
        }
        text.push(mark);
    }
    text
}

impl Serialize for Wall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&rfc3339(*self))
    }
}

impl<'de> Deserialize<'de> for Wall {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MomentVisitor)
    }
}

struct MomentVisitor;

impl serde::de::Visitor<'_> for MomentVisitor {
    type Value = Wall;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an RFC 3339 moment or epoch milliseconds")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Wall, E> {
        Wall::parse(text).ok_or_else(|| E::custom("not an RFC 3339 moment"))
    }

    fn visit_i64<E: serde::de::Error>(self, ms: i64) -> Result<Wall, E> {
        Wall(ms).writable().ok_or_else(|| E::custom("not of the years 0 to 9999"))
    }

    fn visit_u64<E: serde::de::Error>(self, ms: u64) -> Result<Wall, E> {
        self.visit_i64(i64::try_from(ms).unwrap_or(i64::MAX))
    }

    fn visit_f64<E: serde::de::Error>(self, ms: f64) -> Result<Wall, E> {
        self.visit_i64(ms as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::time::{OffsetDateTime, format_description::well_known::Rfc3339};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn timestamps_are_read_and_written_as_the_time_crate_does(ms in -62_000_000_000_000_i64..253_000_000_000_000) {
            let text = rfc3339(Wall(ms));
            let known = OffsetDateTime::parse(&text, &Rfc3339).expect("RFC 3339");
            prop_assert_eq!(known.unix_timestamp_nanos(), i128::from(ms) * 1_000_000);
            prop_assert_eq!(Wall::parse(&known.format(&Rfc3339).expect("text")), Some(Wall(ms)));
        }
    }

    #[test]
    fn invalid_timestamps_are_refused() {
        for text in [
            "",
            "2026",
            "2026-11-20",
            "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T13:60:00Z",
            "2026-11-20T13:45:00",
            "2026-11-20T13:45:00.Z",
            "2026-11-20T13:45:00+0300",
            "2026-11-20T13:45:00Zulu",
            "٢٠٢٦-11-20T13:45:00Z",
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
        ] {
            assert_eq!(Wall::parse(text), None, "{text}");
        }
        for number in ["253402300800000", "-62167219200001", "9223372036854775808", "1e308"] {
            assert!(serde_json::from_str::<Wall>(number).is_err(), "{number}");
        }
        assert_eq!(Wall::parse(&rfc3339(Wall(FIRST_MS))), Some(Wall(FIRST_MS)));
        assert_eq!(Wall::parse(&rfc3339(Wall(LAST_MS))), Some(Wall(LAST_MS)));
        assert_eq!(rfc3339(Wall(i64::MAX)), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn timestamps_are_read_from_text_or_number_and_printed_with_milliseconds() {
        let text: Wall = serde_json::from_str("\"2026-11-20T13:45:00.12Z\"").expect("text");
        let number: Wall = serde_json::from_str("1795182300120").expect("number");
        assert_eq!(text, number);
        assert_eq!(rfc3339(text), "2026-11-20T13:45:00.120Z");
        assert_eq!(Wall::parse("2026-11-20T10:45:00.120-03:00"), Some(text));
        assert_eq!(Wall::parse("yesterday"), None);
    }
}
