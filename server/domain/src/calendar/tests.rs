//! Tests of calendars over daylight saving, holidays, zones, and days that are open or closed as a whole.

use super::{Calendar, CalendarError};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{OpenSpan, Wall};

const MINUTE_MS: u64 = 60_000;

fn at(text: &str) -> Wall {
    Wall::parse(text).expect("a moment")
}

fn calendar(value: Value) -> Calendar {
    serde_json::from_value(value).expect("a calendar")
}

/// Monday to Friday, closed at Christmas and with short hours on New Year's Eve.
fn office(zone: &str) -> Calendar {
    let day = ["08:00-12:00", "13:00-18:00"];
    calendar(json!({
        "zone": zone,
        "days": { "mon": day, "tue": day, "wed": day, "thu": day, "fri": day },
        "holidays": { "2026-12-25": [], "2026-12-31": ["08:00-12:00"], "2026-12-27": ["09:00-10:00"] },
    }))
}

/// A calendar with these hours on every day of the week.
fn daily(zone: &str, hours: &str) -> Calendar {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let days: serde_json::Map<String, Value> = days.map(|day| (day.to_owned(), json!([hours]))).into_iter().collect();
    calendar(json!({ "zone": zone, "days": days }))
}

// 2026-11-20 is a Friday; São Paulo is at UTC-3 all year.
#[rstest]
#[case::before_the_opening("2026-11-20T10:59:59.999Z", false)]
#[case::the_opening("2026-11-20T11:00:00Z", true)]
#[case::the_last_moment_before_lunch("2026-11-20T14:59:59.999Z", true)]
#[case::lunch("2026-11-20T15:00:00Z", false)]
#[case::after_lunch("2026-11-20T16:00:00Z", true)]
#[case::the_end("2026-11-20T21:00:00Z", false)]
#[case::saturday("2026-11-21T14:00:00Z", false)]
#[case::a_holiday_on_a_friday("2026-12-25T14:00:00Z", false)]
#[case::a_short_day("2026-12-31T14:59:00Z", true)]
#[case::the_closed_half_of_a_short_day("2026-12-31T17:00:00Z", false)]
#[case::a_sunday_with_hours_of_its_own("2026-12-27T12:30:00Z", true)]
fn a_calendar_is_open_within_its_hours_only(#[case] moment: &str, #[case] expected: bool) {
    assert_eq!(office("America/Sao_Paulo").is_open(at(moment)), expected);
}

#[rstest]
#[case::the_same_day("2026-11-20T10:00:00Z", Some("2026-11-20T11:00:00Z"))]
#[case::at_an_opening("2026-11-20T11:00:00Z", Some("2026-11-20T16:00:00Z"))]
#[case::over_the_weekend("2026-11-20T21:00:00Z", Some("2026-11-23T11:00:00Z"))]
#[case::over_a_holiday("2026-12-24T21:00:00Z", Some("2026-12-27T12:00:00Z"))]
#[case::within_the_hours_the_opening_after_lunch("2026-11-20T12:00:00Z", Some("2026-11-20T16:00:00Z"))]
fn the_next_opening_is_the_first_one_after_the_moment(#[case] moment: &str, #[case] expected: Option<&str>) {
    assert_eq!(office("America/Sao_Paulo").next_opening(at(moment)), expected.map(at));
}

#[test]
fn a_calendar_that_never_closes_has_no_next_opening_and_is_always_open() {
    let always = daily("America/Sao_Paulo", "00:00-24:00");
    let (from, until) = (at("2026-11-20T13:45:00Z"), at("2026-12-20T13:45:00Z"));
    assert_eq!(always.next_opening(from), None);
    assert_eq!(always.spans(from, until), [OpenSpan { from, until }], "days that touch are one span");
    assert_eq!(always.open_ms(from, until), 30 * 24 * 60 * MINUTE_MS);
}

#[rstest]
#[case::a_span_within_the_hours("2026-11-20T12:00:00Z", "2026-11-20T12:30:00Z", 30)]
#[case::a_span_over_lunch("2026-11-20T14:30:00Z", "2026-11-20T16:30:00Z", 60)]
#[case::a_span_between_two_closed_moments("2026-11-20T03:00:00Z", "2026-11-21T03:00:00Z", 9 * 60)]
#[case::a_span_over_the_weekend("2026-11-20T20:00:00Z", "2026-11-23T12:00:00Z", 2 * 60)]
#[case::a_span_that_is_closed_throughout("2026-11-21T03:00:00Z", "2026-11-22T03:00:00Z", 0)]
#[case::a_span_over_christmas("2026-12-24T20:00:00Z", "2026-12-28T12:00:00Z", 60 + 60 + 60)]
#[case::a_span_whose_end_is_before_its_start("2026-11-20T12:30:00Z", "2026-11-20T12:00:00Z", 0)]
#[case::an_empty_span("2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z", 0)]
fn the_open_time_between_two_moments_leaves_out_closed_hours(
    #[case] from: &str,
    #[case] until: &str,
    #[case] minutes: u64,
) {
    assert_eq!(office("America/Sao_Paulo").open_ms(at(from), at(until)), minutes * MINUTE_MS);
}

#[rstest]
// New York: 2026-03-08 02:00 becomes 03:00, 2026-11-01 02:00 becomes 01:00.
#[case::a_day_of_23_hours("America/New_York", "00:00-24:00", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23 * 60)]
#[case::a_day_of_25_hours("America/New_York", "00:00-24:00", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", 25 * 60)]
#[case::an_end_at_a_skipped_time("America/New_York", "01:00-02:30", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 60)]
#[case::an_opening_at_a_skipped_time(
    "America/New_York",
    "02:30-04:00",
    "2026-03-08T05:00:00Z",
    "2026-03-09T04:00:00Z",
    60
)]
#[case::hours_within_the_skipped_time(
    "America/New_York",
    "02:00-03:00",
    "2026-03-08T05:00:00Z",
    "2026-03-09T04:00:00Z",
    0
)]
#[case::hours_that_occur_twice("America/New_York", "01:00-02:00", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", 2 * 60)]
#[case::an_end_at_a_time_that_occurs_twice(
    "America/New_York",
    "00:00-01:30",
    "2026-11-01T04:00:00Z",
    "2026-11-02T05:00:00Z",
    150
)]
#[case::an_opening_at_a_time_that_occurs_twice(
    "America/New_York",
    "01:30-03:00",
    "2026-11-01T04:00:00Z",
    "2026-11-02T05:00:00Z",
    150
)]
// São Paulo until 2019: midnight was skipped, and the hour before midnight came twice.
#[case::a_skipped_midnight("America/Sao_Paulo", "00:00-24:00", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z", 23 * 60)]
#[case::a_repeated_evening("America/Sao_Paulo", "23:00-24:00", "2018-02-17T02:00:00Z", "2018-02-18T03:00:00Z", 2 * 60)]
// Lord Howe changes its clocks by half an hour.
#[case::half_an_hour_at_lord_howe("Australia/Lord_Howe", "00:00-24:00", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z", 24 * 60 + 30)]
// Nepal's offset has minutes, and Kiritimati has the largest offset.
#[case::the_zone_of_nepal("Asia/Kathmandu", "08:00-09:00", "2026-11-20T02:15:00Z", "2026-11-20T03:15:00Z", 60)]
#[case::the_zone_of_kiritimati("Pacific/Kiritimati", "08:00-09:00", "2026-11-19T18:00:00Z", "2026-11-19T19:00:00Z", 60)]
fn changes_of_the_clock_do_not_change_the_sum_of_open_time(
    #[case] zone: &str,
    #[case] hours: &str,
    #[case] from: &str,
    #[case] until: &str,
    #[case] minutes: u64,
) {
    assert_eq!(daily(zone, hours).open_ms(at(from), at(until)), minutes * MINUTE_MS);
}

#[test]
fn open_time_adds_up_over_every_change_of_a_year() {
    for zone in ["America/New_York", "America/Sao_Paulo", "Europe/Lisbon", "Australia/Lord_Howe", "UTC"] {
        let calendar = office(zone);
        let (start, end) = (at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"));
        let mut sum = 0;
        let mut from = start;
        while from < end {
            // An odd step, so that the parts end both within and between open hours.
            let until = from.plus_ms(7_654_321).min(end);
            sum += calendar.open_ms(from, until);
            from = until;
        }
        assert_eq!(sum, calendar.open_ms(start, end), "{zone}");
        assert!(sum > 0);
    }
}

#[rstest]
#[case::an_unknown_zone(json!({ "zone": "America/Campinas", "days": { "mon": ["08:00-18:00"] } }), CalendarError::Zone("America/Campinas".into()))]
#[case::an_unknown_day(json!({ "zone": "UTC", "days": { "seg": ["08:00-18:00"] } }), CalendarError::Day("seg".into()))]
#[case::a_day_without_hours(json!({ "zone": "UTC", "days": { "mon": [] } }), CalendarError::NeverOpen)]
#[case::a_calendar_without_days(json!({ "zone": "UTC" }), CalendarError::NeverOpen)]
#[case::overlapping_hours(json!({ "zone": "UTC", "days": { "mon": ["11:00-18:00", "08:00-12:00"] } }), CalendarError::Overlap("mon".into()))]
#[case::a_holiday_that_is_no_date(json!({ "zone": "UTC", "days": { "mon": ["08:00-18:00"] }, "holidays": { "25/12/2026": [] } }), CalendarError::Holiday("25/12/2026".into()))]
#[case::a_date_that_does_not_exist(json!({ "zone": "UTC", "days": { "mon": ["08:00-18:00"] }, "holidays": { "2026-02-30": [] } }), CalendarError::Holiday("2026-02-30".into()))]
fn an_invalid_calendar_is_refused_with_its_reason(#[case] value: Value, #[case] expected: CalendarError) {
    let refused = serde_json::from_value::<Calendar>(value).expect_err("no calendar");
    assert_eq!(refused.to_string(), expected.to_string());
}

#[rstest]
#[case("18:00-08:00")]
#[case("08:00-08:00")]
#[case("8:00-18:00")]
#[case("08:00-24:01")]
#[case("08:60-10:00")]
#[case("08:00")]
#[case("+8:00-09:00")]
#[case("")]
fn invalid_hours_are_refused(#[case] hours: &str) {
    let value = json!({ "zone": "UTC", "days": { "mon": [hours] } });
    let refused = serde_json::from_value::<Calendar>(value).expect_err("no hours");
    assert_eq!(refused.to_string(), CalendarError::Hours { day: "mon".into(), hours: hours.into() }.to_string());
}

#[test]
fn a_calendar_is_read_back_as_it_was_written() {
    let calendar = office("America/Sao_Paulo");
    let text = serde_json::to_value(&calendar).expect("JSON");
    assert_eq!(text["days"]["mon"], json!(["08:00-12:00", "13:00-18:00"]));
    assert_eq!(serde_json::from_value::<Calendar>(text).expect("a calendar"), calendar);
}
