//! Moments on the wire: RFC 3339 in UTC with milliseconds; epoch milliseconds are read too (design: wire, REST).

use ::time::format_description::well_known::Rfc3339;
use ::time::{OffsetDateTime, macros::format_description};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Milliseconds since 1970-01-01T00:00:00Z on the server's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall(pub i64);

impl Wall {
    pub fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    pub fn since_ms(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// For views: a JavaScript time value (`new Date(value)`).
    pub fn as_js(self) -> f64 {
        self.0 as f64
    }

    pub fn parse(text: &str) -> Option<Self> {
        let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000_000)).ok().map(Self)
    }
}

/// `2026-11-20T13:45:00.120Z`; a moment outside the years 0–9999 prints as the epoch.
pub fn rfc3339(wall: Wall) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(wall.0) * 1_000_000)
        .ok()
        .and_then(|moment| moment.format(&format).ok())
        .unwrap_or_else(|| "1970-01-01T00:00:00.000Z".to_owned())
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

    fn visit_i64<E>(self, ms: i64) -> Result<Wall, E> {
        Ok(Wall(ms))
    }

    fn visit_u64<E>(self, ms: u64) -> Result<Wall, E> {
        Ok(Wall(i64::try_from(ms).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E>(self, ms: f64) -> Result<Wall, E> {
        Ok(Wall(ms as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_as_text_or_number_and_print_with_milliseconds() {
        let text: Wall = serde_json::from_str("\"2026-11-20T13:45:00.12Z\"").expect("text");
        let number: Wall = serde_json::from_str("1795182300120").expect("number");
        assert_eq!(text, number);
        assert_eq!(rfc3339(text), "2026-11-20T13:45:00.120Z");
        assert_eq!(Wall::parse("2026-11-20T10:45:00.120-03:00"), Some(text));
        assert_eq!(Wall::parse("yesterday"), None);
    }
}
