//! The filter of the attendance list: hidden channels and the search.

use super::bench::Bench;
use super::samples::{visitor_job, with};
use crate::flow::JobGroup;
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::shell::{PreferencesChange, ShellIntent};
use crate::wire::MetaType;
use rstest::rstest;
use serde_json::json;

const ACTIVE: &str = "GET agents/101/jobs/active";

/// A call of an unknown caller, beside the chats.
fn with_a_call() -> Bench {
    let mut bench = Bench::signed_in();
    let call = with(visitor_job("V1"), json!({ "channel": "voice", "from": "José Álvares" }));
    bench.attends("P1").event("NewChatEvent", json!({ "job": call }));
    bench
}

fn hide(bench: &mut Bench, channels: &[&str]) {
    let hidden_channels = Some(channels.iter().map(|channel| (*channel).to_owned()).collect());
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences {
        change: PreferencesChange { hidden_channels, ..Default::default() },
    }));
}

#[test]
fn bey_056_given_a_hidden_channel_its_attendances_are_in_no_list_but_counted_and_remembered() {
    let mut bench = with_a_call();
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["P1".to_owned(), "V1".to_owned()], 0));
    hide(&mut bench, &["chat"]);
    assert_eq!(bench.order(JobGroup::Active), ["V1"]);
    assert_eq!((bench.summary().total, bench.summary().hidden), (2, 1));
    bench.attends("P2").customer_writes("P2", 1, "a");
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["V1".to_owned()], 2));
    bench.advance(1_000).hold(ACTIVE).reload().start("/attendance");
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["V1".to_owned()], 2));
    hide(&mut bench, &[]);
    assert_eq!(
        (bench.order(JobGroup::Active), bench.summary().hidden),
        (vec!["P2".into(), "P1".into(), "V1".into()], 0)
    );
}

#[test]
fn given_an_instagram_attendance_the_list_filter_follows_its_own_switch_and_not_whatsapps() {
    let mut bench = Bench::signed_in();
    let job = with(visitor_job("I1"), json!({ "channel": "whatsapp", "metaType": "instagram" }));
    bench.attends("P1").event("NewChatEvent", json!({ "job": job }));
    assert_eq!(bench.row("I1").meta_type, Some(MetaType::Instagram));
    hide(&mut bench, &["instagram"]);
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["P1".to_owned()], 1));
    hide(&mut bench, &["whatsapp"]);
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["I1".to_owned(), "P1".to_owned()], 0));
    hide(&mut bench, &["chat"]);
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["I1".to_owned()], 1));
}

#[rstest]
#[case::name_without_accents("  ALVARES", &["V1"])]
#[case::part_of_the_protocol("p1", &["P1"])]
#[case::identifier("mariana@", &["P1"])]
#[case::nothing("zz", &[])]
#[case::no_search("  ", &["P1", "V1"])]
fn given_a_search_the_list_holds_what_it_finds(#[case] text: &str, #[case] expected: &[&str]) {
    let mut bench = with_a_call();
    bench.intent(Intent::Jobs(JobsIntent::SearchJobs { text: text.to_owned() }));
    assert_eq!(bench.order(JobGroup::Active), expected);
    assert_eq!(bench.summary().hidden, 2 - u32::try_from(expected.len()).expect("a short list"));
}

#[test]
fn given_a_search_an_attendance_that_gets_a_matching_name_is_listed_and_one_that_ends_moves_its_group() {
    let mut bench = with_a_call();
    bench.intent(Intent::Jobs(JobsIntent::SearchJobs { text: "beatriz".to_owned() }));
    let renamed = json!({ "from": "Beatriz", "channel": "voice", "version": 2 });
    bench.event("NewChatEvent", json!({ "job": with(visitor_job("V1"), renamed) }));
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["V1".to_owned()], 1));
    bench
        .intent(Intent::Jobs(JobsIntent::SearchJobs { text: "mariana".to_owned() }))
        .event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!((bench.order(JobGroup::Active), bench.order(JobGroup::ToQualify)), (vec![], vec!["P1".to_owned()]));
}

#[test]
fn given_a_hidden_channel_a_message_marks_as_few_slices_among_many_attendances_as_among_few() {
    let marks = |attendances: u32| {
        let mut bench = with_a_call();
        for number in 2..=attendances {
            bench.attends(&format!("P{number}"));
        }
        hide(&mut bench, &["voice"]);
        bench.forget().customer_writes("P1", 1, "a");
        bench.dirty.len()
    };
    assert_eq!(marks(40), marks(3));
}
