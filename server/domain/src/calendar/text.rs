//! A calendar as the operator writes it and the store keeps it. An invalid calendar is refused with one sentence.

use super::{Calendar, DAY_MINUTES, Hours};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Days of the week from Monday on.
const NAMES: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// Maximum of holidays in a calendar.
const MAX_HOLIDAYS: usize = 500;
/// Maximum of open spans in a day.
const MAX_HOURS: usize = 10;

/// The JSON of a calendar.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CalendarText {
    zone: String,
    #[serde(default)]
    days: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    holidays: BTreeMap<String, Vec<String>>,
}

/// Why a text is no calendar; displayed as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CalendarError {
    /// The zone is unknown.
    Zone(String),
    /// A day of the week is unknown.
    Day(String),
    /// A holiday is no date.
    Holiday(String),
    /// Hours cannot be read, or end before they begin.
    Hours {
        /// The day whose hours are invalid.
        day: String,
        /// The invalid hours.
        hours: String,
    },
    /// Hours of a day overlap.
    Overlap(String),
    /// A day has too many hours, or the calendar too many holidays.
    TooMany,
    /// No day has hours.
    NeverOpen,
}

impl fmt::Display for CalendarError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zone(zone) => {
                write!(formatter, "The time zone '{zone}' is unknown: give a name such as America/Sao_Paulo.")
            }
            Self::Day(day) => write!(formatter, "The day '{day}' is unknown: give one of {}.", NAMES.join(", ")),
            Self::Holiday(day) => write!(formatter, "The holiday '{day}' is no date such as 2026-12-25."),
            Self::Hours { day, hours } => write!(
                formatter,
                "The hours '{hours}' of {day} are not valid: give hours such as 08:00-18:00, up to 24:00; over midnight they are two."
            ),
            Self::Overlap(day) => write!(formatter, "Hours of {day} overlap."),
            Self::TooMany => {
                write!(formatter, "A calendar has at most {MAX_HOLIDAYS} holidays and {MAX_HOURS} open times a day.")
            }
            Self::NeverOpen => formatter.write_str("No day of the week has open hours."),
        }
    }
}

impl TryFrom<CalendarText> for Calendar {
    type Error = CalendarError;

    fn try_from(text: CalendarText) -> Result<Self, CalendarError> {
        let zone = TimeZone::get(&text.zone).map_err(|_| CalendarError::Zone(text.zone))?;
        let mut days: [Vec<Hours>; 7] = Default::default();
        for (name, hours) in text.days {
            let known = NAMES.iter().position(|known| *known == name).and_then(|place| days.get_mut(place));
            let Some(day) = known else { return Err(CalendarError::Day(name)) };
            *day = read_hours(&name, &hours)?;
        }
        if days.iter().all(Vec::is_empty) {
            return Err(CalendarError::NeverOpen);
        }
        if text.holidays.len() > MAX_HOLIDAYS {
            return Err(CalendarError::TooMany);
        }
        let mut holidays = BTreeMap::new();
        for (name, hours) in text.holidays {
            let date: Date = name.parse().map_err(|_| CalendarError::Holiday(name.clone()))?;
            holidays.insert(date, read_hours(&name, &hours)?);
        }
        Ok(Self { zone, days, holidays })
    }
}

fn read_hours(day: &str, texts: &[String]) -> Result<Vec<Hours>, CalendarError> {
    if texts.len() > MAX_HOURS {
        return Err(CalendarError::TooMany);
    }
    let invalid = |text: &String| CalendarError::Hours { day: day.to_owned(), hours: text.clone() };
    let read = |text: &String| hours_of(text).ok_or_else(|| invalid(text));
    let mut hours: Vec<Hours> = texts.iter().map(read).collect::<Result<_, _>>()?;
    hours.sort_by_key(|hours| hours.from);
    let overlaps = hours.iter().zip(hours.iter().skip(1)).any(|(one, next)| next.from < one.until);
    if overlaps { Err(CalendarError::Overlap(day.to_owned())) } else { Ok(hours) }
}

fn hours_of(text: &str) -> Option<Hours> {
    let (from, until) = text.split_once('-')?;
    let (from, until) = (minutes_of(from)?, minutes_of(until)?);
    (from < until).then_some(Hours { from, until })
}

fn minutes_of(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let number = |text: &str, most: u16| -> Option<u16> {
        let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| is_number && *number <= most)
    };
    let minutes = number(hour, 24)? * 60 + number(minute, 59)?;
    (minutes <= DAY_MINUTES).then_some(minutes)
}

impl From<Calendar> for CalendarText {
    fn from(calendar: Calendar) -> Self {
        let zone = calendar.zone.iana_name().unwrap_or("UTC").to_owned();
        let days = NAMES.into_iter().zip(&calendar.days).filter(|(_, hours)| !hours.is_empty());
        let days = days.map(|(name, hours)| (name.to_owned(), write_hours(hours))).collect();
        let holidays = calendar.holidays.iter().map(|(date, hours)| (date.to_string(), write_hours(hours))).collect();
        Self { zone, days, holidays }
    }
}

fn write_hours(hours: &[Hours]) -> Vec<String> {
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    hours.iter().map(|hours| format!("{}-{}", clock(hours.from), clock(hours.until))).collect()
}
