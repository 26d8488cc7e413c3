//! The filter of the attendance list: hidden channels and the search.

use super::bench::Bench;
use super::samples::{chat_job, visitor_job, with};
use crate::flow::{EntityKind, JobGroup};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::shell::{ListTags, PreferencesChange, ShellIntent, TagVisibility};
use crate::tags::TagsIntent;
use crate::wire::MetaType;
use rstest::rstest;
use serde_json::{Value, json};

const ACTIVE: &str = "GET agents/101/jobs/active";

/// A call of an unknown caller in the list with the chats.
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
fn bey_056_the_attendances_of_a_hidden_channel_are_in_no_list_but_counted_and_the_choice_is_stored() {
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
fn the_list_filter_shows_instagram_attendances_by_the_switch_of_instagram_and_not_by_that_of_whatsapp() {
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
#[case::a_text_that_finds_no_attendance("zz", &[])]
#[case::an_empty_search_text("  ", &["P1", "V1"])]
fn the_list_holds_the_attendances_that_the_search_finds(#[case] text: &str, #[case] expected: &[&str]) {
    let mut bench = with_a_call();
    bench.intent(Intent::Jobs(JobsIntent::SearchJobs { text: text.to_owned() }));
    assert_eq!(bench.order(JobGroup::Active), expected);
    assert_eq!(bench.summary().hidden, 2 - u32::try_from(expected.len()).expect("a short list"));
}

#[test]
fn during_a_search_an_attendance_with_a_new_matching_name_is_listed_and_one_that_ends_changes_its_group() {
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
fn with_a_hidden_channel_a_message_marks_the_same_number_of_slices_whatever_the_number_of_attendances() {
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

/// Two chats: P1 with tags of contact, company and attendance, P2 with others of the same kinds.
fn with_tagged() -> Bench {
    let tag = |id: &str, name: &str| json!({ "tag_item_id": id, "tag_item_name": name, "tag_item_color": "#2E7D32" });
    let contact = |id: &str, tags: Value, of_company: Value| json!({ "id": id, "fullname": "Ana", "tags": tags, "employer_tags": of_company.to_string() });
    let mut bench = Bench::signed_in();
    bench.answer("GET tags/protocol/P1", 200, json!([tag("51", "Renovação")]));
    bench.answer("GET tags/protocol/P2", 200, json!([tag("52", "2ª via")]));
    let one = contact("5", json!([tag("31", "VIP")]), json!([tag("41", "Varejo")]));
    let other = contact("6", json!([tag("32", "Fibra")]), json!([tag("41", "Varejo"), tag("42", "Saúde")]));
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "contact": one })) }));
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P2"), json!({ "contact": other })) }));
    bench
}

fn prefers(bench: &mut Bench, change: PreferencesChange) {
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
}

fn with_chosen(contact: &[u32], employer: &[u32], attendance: &[u32]) -> Vec<String> {
    let mut bench = with_tagged();
    let list_tags =
        ListTags { contact: contact.to_vec(), employer: employer.to_vec(), attendance: attendance.to_vec() };
    prefers(&mut bench, PreferencesChange { list_tags: Some(list_tags), ..Default::default() });
    let mut listed = bench.order(JobGroup::Active);
    listed.sort();
    listed
}

#[rstest]
#[case::job_023_contact_tags(&[31], &[], &[], &["P1"])]
#[case::job_023_employer_tags(&[], &[42], &[], &["P2"])]
#[case::job_023_attendance_tags(&[], &[], &[51], &["P1"])]
#[case::job_026_any_tag_of_one_kind_is_enough(&[31, 32], &[], &[], &["P1", "P2"])]
#[case::job_026_a_tag_of_each_chosen_kind_must_match(&[31], &[41], &[52], &[])]
#[case::job_026_both_kinds_chosen(&[32], &[41], &[52], &["P2"])]
#[case::job_026_an_empty_selection_does_not_filter(&[], &[], &[], &["P1", "P2"])]
#[case::a_tag_of_no_attendance(&[99], &[], &[], &[])]
fn the_list_shows_attendances_with_the_chosen_tags(
    #[case] contact: &[u32],
    #[case] employer: &[u32],
    #[case] attendance: &[u32],
    #[case] expected: &[&str],
) {
    assert_eq!(with_chosen(contact, employer, attendance), expected);
}

#[test]
fn job_026_channels_and_tags_must_both_hold_and_an_empty_channel_selection_shows_nothing() {
    let mut bench = with_tagged();
    let list_tags = ListTags { contact: vec![31], ..ListTags::default() };
    prefers(&mut bench, PreferencesChange { list_tags: Some(list_tags), ..Default::default() });
    hide(&mut bench, &["voice", "whatsapp", "instagram"]);
    assert_eq!(bench.order(JobGroup::Active), ["P1"]);
    hide(&mut bench, &["chat"]);
    assert_eq!((bench.order(JobGroup::Active).len(), bench.summary().hidden), (0, 2));
    prefers(&mut bench, PreferencesChange { list_tags: Some(ListTags::default()), ..Default::default() });
    hide(&mut bench, &["voice", "whatsapp", "instagram", "chat"]);
    assert_eq!((bench.order(JobGroup::Active).len(), bench.summary().hidden), (0, 2));
}

#[test]
fn the_tag_filter_applies_to_tags_that_the_agent_adds_and_is_stored() {
    let mut bench = with_tagged();
    let list_tags = ListTags { attendance: vec![52], ..ListTags::default() };
    prefers(&mut bench, PreferencesChange { list_tags: Some(list_tags), ..Default::default() });
    bench.answer("POST new-tag/agent/job/P2/remove-tag/52", 200, json!([]));
    bench.intent(Intent::Tags(TagsIntent::RemoveTagItem {
        kind: EntityKind::Attendance,
        id: "P2".to_owned(),
        item_id: "52".to_owned(),
    }));
    assert_eq!(bench.order(JobGroup::Active).len(), 0);
    bench.advance(1_000).hold(ACTIVE).reload().start("/attendance");
    assert_eq!((bench.order(JobGroup::Active).len(), bench.summary().hidden), (0, 2));
}

#[test]
fn job_024_all_kinds_of_tags_show_in_the_list_by_default() {
    let bench = with_tagged();
    assert_eq!(shown_tags(&bench), ["Renovação", "VIP", "Varejo"]);
    assert_eq!(TagVisibility::default(), TagVisibility { attendance: true, contact: true, employer: true });
}

fn shown_tags(bench: &Bench) -> Vec<String> {
    bench.row("P1").tags.into_iter().map(|tag| tag.name).collect()
}

#[rstest]
#[case::job_025_attendance(TagVisibility { attendance: false, ..TagVisibility::default() }, &["VIP", "Varejo"])]
#[case::job_025_contact(TagVisibility { contact: false, ..TagVisibility::default() }, &["Renovação", "Varejo"])]
#[case::job_025_employer(TagVisibility { employer: false, ..TagVisibility::default() }, &["Renovação", "VIP"])]
fn the_list_shows_no_tags_of_a_hidden_kind(#[case] visibility: TagVisibility, #[case] expected: &[&str]) {
    let mut bench = with_tagged();
    prefers(&mut bench, PreferencesChange { tag_visibility: Some(visibility), ..Default::default() });
    assert_eq!(shown_tags(&bench), expected);
    // The header of the conversation keeps the tags of the attendance.
    assert_eq!(bench.job("P1").tags.len(), 1);
}
