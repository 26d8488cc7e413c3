//! Ranges of dates and their rules (HIS-002 to HIS-005). Dates are days of the agent's time zone, `YYYY-MM-DD`, which sort
//! as text.

use crate::flow::{Text, TimeZone};
use crate::wire::limits::HISTORY_MAX_MONTHS;
use crate::wire::{Wall, rfc3339};

const DAY_MS: i64 = 86_400_000;
/// Number of days in the default range.
const DEFAULT_DAYS: i64 = 7;

/// A first and a last day, both inclusive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// First day.
    pub from: String,
    /// Last day.
    pub to: String,
}

/// Why a range is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeFault {
    /// A field is empty or contains no date.
    NoDate,
    /// The first day is later than the last one (HIS-002).
    StartAfterEnd,
    /// A day is later than today (HIS-003).
    AfterNow,
    /// The range is longer than three calendar months (HIS-004).
    TooLong,
}

/// The date of a day's number.
pub fn date_of(day: i64) -> String {
    let mut date = rfc3339(Wall(day * DAY_MS));
    date.truncate(10);
    date
}

fn is_date(text: &str) -> bool {
    text.len() == 10 && Wall::parse(&[text, "T00:00:00Z"].concat()).is_some()
}

/// The date this many calendar months later; the last day of the month if that month is shorter.
fn plus_months(date: &str, months: u32) -> Option<String> {
    let number = |part: Option<&str>| part?.parse::<u32>().ok();
    let months = number(date.get(..4))? * 12 + number(date.get(5..7))? - 1 + months;
    let day = number(date.get(8..))?;
    let of_day = |day| format!("{:04}-{:02}-{day:02}", months / 12, months % 12 + 1);
    (1..=day).rev().map(of_day).find(|date| is_date(date))
}

impl Range {
    /// The last seven days.
    pub fn last_days(today: i64) -> Self {
        Self { from: date_of(today - DEFAULT_DAYS + 1), to: date_of(today) }
    }

    /// Why the range is refused; `None` if it is accepted.
    pub fn fault(&self, today: &str) -> Option<RangeFault> {
        let Self { from, to } = self;
        if !is_date(from) || !is_date(to) {
            Some(RangeFault::NoDate)
        } else if from > to {
            Some(RangeFault::StartAfterEnd)
        } else if to.as_str() > today {
            Some(RangeFault::AfterNow)
        } else {
            let last = plus_months(from, HISTORY_MAX_MONTHS);
            last.is_some_and(|last| *to > last).then_some(RangeFault::TooLong)
        }
    }

    /// The offsets from UTC in minutes at the beginning of the first day and at the end of the last one: clocks may be set in between.
    pub fn utc_offsets(&self, zone: &TimeZone) -> (i32, i32) {
        let day = |date: &str| Wall::parse(&[date, "T00:00:00Z"].concat()).unwrap_or_default().0.div_euclid(DAY_MS);
        (zone.minutes_at_midnight(day(&self.from)), zone.minutes_at_midnight(day(&self.to) + 1))
    }

    /// Which of the two days causes the fault.
    pub fn marked(&self, fault: RangeFault, today: &str) -> (bool, bool) {
        match fault {
            RangeFault::NoDate => (!is_date(&self.from), !is_date(&self.to)),
            RangeFault::StartAfterEnd | RangeFault::TooLong => (true, true),
            RangeFault::AfterNow => (self.from.as_str() > today, true),
        }
    }
}

impl RangeFault {
    /// The text for the agent.
    pub fn text(self) -> Text {
        Text::key(match self {
            RangeFault::NoDate => "history.noDate",
            RangeFault::StartAfterEnd => "history.startAfterEnd",
            RangeFault::AfterNow => "history.afterNow",
            RangeFault::TooLong => "history.tooLong",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::RangeFault::{AfterNow, NoDate, StartAfterEnd, TooLong};
    use super::{Range, RangeFault, date_of};
    use crate::flow::TimeZone;
    use crate::wire::Wall;
    use rstest::rstest;

    #[rstest]
    #[case::his_002_start_after_end("2026-11-20", "2026-11-19", Some(StartAfterEnd))]
    #[case::his_002_the_same_day("2026-11-20", "2026-11-20", None)]
    #[case::his_003_end_after_today("2026-11-19", "2026-11-21", Some(AfterNow))]
    #[case::his_003_both_days("2026-11-22", "2026-11-23", Some(AfterNow))]
    #[case::his_003_today("2026-11-19", "2026-11-20", None)]
    #[case::his_004_more_than_three_months("2026-08-12", "2026-11-19", Some(TooLong))]
    #[case::his_004_three_months_inclusive("2026-08-19", "2026-11-19", None)]
    #[case::his_004_a_day_more_than_three_months("2026-08-18", "2026-11-19", Some(TooLong))]
    #[case::his_004_over_the_turn_of_the_year("2025-11-30", "2026-02-28", None)]
    #[case::his_004_a_shorter_month("2025-11-30", "2026-03-01", Some(TooLong))]
    #[case::his_004_a_leap_year("2023-11-30", "2024-02-29", None)]
    #[case::without_a_first_day("", "2026-11-19", Some(NoDate))]
    #[case::a_day_that_does_not_exist("2026-02-30", "2026-11-19", Some(NoDate))]
    fn each_range_is_accepted_or_refused_with_its_fault(
        #[case] from: &str,
        #[case] to: &str,
        #[case] fault: Option<RangeFault>,
    ) {
        let range = Range { from: from.to_owned(), to: to.to_owned() };
        assert_eq!(range.fault("2026-11-20"), fault);
    }

    /// The time zone of Portugal: offset 0 in winter, 60 from 29 March to 25 October 2026, 01:00 UTC.
    fn lisbon() -> TimeZone {
        let [spring, autumn] = ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"].map(|at| Wall::parse(at).unwrap());
        let now = Wall::parse("2026-11-20T12:00:00Z").unwrap();
        TimeZone::read(now, |at| if at >= spring && at < autumn { 60 } else { 0 })
    }

    #[rstest]
    #[case::a_summer_day_requested_in_winter("2026-09-12", "2026-09-12", (60, 60))]
    #[case::a_winter_day("2026-11-12", "2026-11-12", (0, 0))]
    #[case::over_the_change_of_the_clock("2026-10-20", "2026-10-28", (60, 0))]
    #[case::the_day_of_the_change_of_the_clock("2026-10-25", "2026-10-25", (60, 0))]
    #[case::the_day_before_the_change_of_the_clock("2026-10-24", "2026-10-24", (60, 60))]
    fn each_day_of_a_range_begins_by_the_utc_offset_of_its_season(
        #[case] from: &str,
        #[case] to: &str,
        #[case] expected: (i32, i32),
    ) {
        assert_eq!(Range { from: from.to_owned(), to: to.to_owned() }.utc_offsets(&lisbon()), expected);
    }

    #[test]
    fn the_default_range_is_the_last_seven_days() {
        assert_eq!(Range::last_days(20_777), Range { from: "2026-11-14".to_owned(), to: "2026-11-20".to_owned() });
        assert_eq!(date_of(0), "1970-01-01");
    }
}
