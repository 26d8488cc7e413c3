//! The rows that the areas register: names, spellings and derived keys.

use super::bench::Bench;
use crate::conversation::ConversationIntent;
use crate::flow::{Entity, EntityKind, FromPage, JobGroup, Row, SliceKey};
use crate::input::Intent;
use crate::shell::ShellIntent;
use crate::view::View;
use crate::workspace::Workspace;
use crate::{
    broadcasts, channels, churn, colleagues, connection, conversation, history, jobs, people, session, shell,
    supervision, tags,
};
use std::collections::{BTreeMap, BTreeSet};

/// Names that two records share: the record of an area, and the one record for each of its entities.
const SHARED: [&str; 2] = ["connection", "jobs"];

fn names<R: Row>(rows: impl Iterator<Item = &'static R>) -> BTreeMap<&'static str, usize> {
    let mut names = BTreeMap::new();
    for row in rows {
        *names.entry(row.name().as_str()).or_insert(0) += 1;
    }
    names
}

#[test]
fn slices_timers_and_records_have_unique_names() {
    let once = |names: BTreeMap<&'static str, usize>, expected: usize| {
        assert_eq!(names.values().sum::<usize>(), expected, "{names:?}");
        let doubled: Vec<&str> = names.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
        assert!(doubled.iter().all(|name| SHARED.contains(name)), "{doubled:?}");
    };
    once(names(Workspace::slice_rows()), 98);
    once(names(Workspace::timer_rows()), 69);
    once(names(Workspace::record_rows()), 23);
}

/// A timer without a row in `TIMERS` could be set, but no function would run when it is due.
#[test]
fn every_declared_timer_has_a_handler() {
    let handled = names(Workspace::timer_rows());
    let mut declared = 0;
    for area in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the areas") {
        let file = area.expect("an entry").path().join("registry.rs");
        let Some(text) = std::fs::read_to_string(file).ok().filter(|text| text.contains("pub mod timers")) else {
            continue;
        };
        for part in text.split("pub static ").skip(1).filter(|part| part.contains(": Timer<")) {
            let Some(name) = part.split('=').nth(1).and_then(|value| value.split('"').nth(1)) else { continue };
            assert!(handled.contains_key(name), "no area handles the timer \"{name}\"");
            declared += 1;
        }
    }
    assert!(declared > 20, "{declared}");
}

#[test]
fn every_view_has_the_name_of_its_slice_for_the_pages_types() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Oi").finishes("P1");
    let mut seen = BTreeSet::new();
    let supervisor = super::absence::at_the_board();
    let calling = super::call_destinations::everything_loaded();
    let whatsapp = super::whatsapp_work::everything_loaded();
    let people = super::companies::all_pages();
    let (tagged, history, risk) =
        (super::tags::with_tags(), super::history::everything_opened(), super::churn::at_risk());
    let found = super::message_search::everything_found();
    let before = [&bench.workspace, &supervisor.workspace, &calling.workspace, &whatsapp.workspace];
    let pages = before.into_iter().chain([&people.workspace, &tagged.workspace, &history.workspace, &risk.workspace]);
    let in_internal_call = super::colleagues::calling();
    let supervising = super::call_supervision::in_the_call();
    let broadcasts = super::broadcasts_draft::everything_opened();
    let pages = pages.chain([&found.workspace, &in_internal_call.workspace, &supervising.workspace]);
    let pages = pages.chain([&broadcasts.workspace]);
    for (workspace, key) in pages.flat_map(|page| page.live_keys().into_iter().map(move |key| (page, key))) {
        let name = key.row().name().as_str();
        match workspace.view(&key) {
            View::Absent => continue,
            View::List(_) => {
                let list = serde_json::to_value(key.row().list()).expect("JSON");
                assert_eq!(list.as_str(), name.split(':').next(), "the page's type of {key}");
            }
            view => {
                // The name of a view in its debug text, for example `Jobs(JobRow(…`.
                let text = format!("{view:?}");
                let variant = text.split('(').nth(1).expect("the area's variant");
                assert!(variant.eq_ignore_ascii_case(name), "{key} has the view {variant}");
            }
        }
        seen.insert(name);
    }
    let all: BTreeSet<&str> = Workspace::slice_rows().map(|row| row.name().as_str()).collect();
    assert_eq!(seen, all);
}

#[test]
fn every_slice_and_record_key_can_be_parsed_from_its_text() {
    let mut keys: Vec<SliceKey> =
        Workspace::slice_rows().filter(|row| row.name().is_global()).map(SliceKey::global).collect();
    keys.extend(
        Workspace::slice_rows()
            .filter(|row| row.name().is_per_job())
            .map(|row| SliceKey::of_job(row, "20261120-0001".into())),
    );
    keys.push(conversation::slices::MESSAGE.of(("20261120-0001".into(), "cAB12".into())));
    keys.push(supervision::slices::ROW.of("101".into()));
    keys.push(colleagues::slices::ROW.of("302".into()));
    keys.push(people::slices::CONTACT_ROW.of("5".into()));
    keys.push(people::slices::COMPANY_ROW.of("7".into()));
    keys.push(tags::slices::OF.of(Entity::new(EntityKind::Contact, "5")));
    keys.push(churn::slices::OF.of(Entity::new(EntityKind::Employer, "8")));
    keys.push(history::slices::OF.of(Entity::new(EntityKind::Contact, "5")));
    keys.push(history::slices::ENTRY.of("20261120-0001".into()));
    keys.push(broadcasts::slices::CARD.of("7".into()));
    keys.push(broadcasts::slices::ENTRY.of(("7".into(), "3".into())));
    keys.push(broadcasts::slices::CONTACT.of("5".into()));
    assert_eq!(keys.len(), Workspace::slice_rows().count());
    for key in keys {
        assert_eq!(Workspace::slice_key(&key.to_string()), Some(key.clone()), "{key}");
    }
    for wrong in ["jobOrder:nobody", "jobOrder", "job:", "job", "session:1", "message:1", "message::c1", "nobody", ""] {
        assert_eq!(Workspace::slice_key(wrong), None, "{wrong}");
    }
}

#[test]
fn an_id_in_a_key_may_contain_the_separator() {
    let key = conversation::slices::MESSAGE.of(("P1".into(), "iwamid:HBg:1".into()));
    assert_eq!(key.to_string(), "message:P1:iwamid:HBg:1");
    assert_eq!(Workspace::slice_key("message:P1:iwamid:HBg:1"), Some(key));
    let outbox = conversation::records::OUTBOX.of(("7".into(), "P1".into(), "A/B".into()));
    assert_eq!(Workspace::record_key(&outbox.name()), Some(outbox));
}

#[test]
fn the_name_of_a_record_gives_its_row_and_its_identifiers() {
    let keys = [
        (jobs::records::JOBS.key(), "jobs"),
        (jobs::records::JOB.of("P1".into()), "jobs/P1"),
        (connection::records::JOURNAL.key(), "connection"),
        (connection::records::EVENTS.of(12), "connection/12"),
        (session::records::AGENT.key(), "agents"),
        (shell::records::PREFERENCES.key(), "preferences"),
        (conversation::records::DRAFT.of(("7".into(), "P1".into())), "draft/7/P1"),
    ];
    for (key, name) in keys {
        assert_eq!(key.name(), name);
        assert_eq!(Workspace::record_key(name), Some(key));
    }
    assert_eq!(connection::records::EVENTS.ids(&connection::records::EVENTS.of(12)), Some(12));
    for wrong in ["jobs/", "connection/last", "agents/7", "draft/7", "unknown"] {
        assert_eq!(Workspace::record_key(wrong), None, "{wrong}");
    }
}

#[test]
fn keys_of_different_kinds_or_identifiers_differ() {
    let job = jobs::slices::JOB.of("P1".into());
    assert_ne!(job, jobs::slices::JOB.of("P2".into()));
    assert_ne!(job, jobs::slices::ROW.of("P1".into()));
    assert_eq!(job, jobs::slices::JOB.of("P1".into()));
    assert!(jobs::slices::JOB.has(&job) && !jobs::slices::ROW.has(&job) && !channels::slices::CHANNELS.has(&job));
    let orders = JobGroup::ALL.map(|group| jobs::order_key(group).to_string());
    assert_eq!(orders, JobGroup::ALL.map(|group| format!("jobOrder:{}", group.as_str())));
}

#[test]
fn timers_of_an_attendance_declare_whether_they_end_with_it() {
    let stops = [
        jobs::timers::CLIENT_TYPING.of("P1".into()),
        jobs::timers::MARK_READ.of("P1".into()),
        conversation::timers::THREAD_RETRY.of("P1".into()),
        conversation::timers::TYPING_SILENCE.of("P1".into()),
    ];
    assert!(stops.iter().all(|key| key.stops_with().is_some_and(|protocol| protocol.as_str() == "P1")));
    let stays = [
        conversation::timers::OUTBOX_RETRY.of("P1".into()),
        conversation::timers::OUTBOX_STORE.of(("P1".into(), "AB".into())),
        crate::notifications::timers::DESKTOP_CLOSE.of("P1".into()),
    ];
    assert!(stays.iter().all(|key| key.stops_with().is_none() && key.protocol().is_some()));
}

#[test]
fn an_intent_names_its_area_and_its_type() {
    let intent = |text| Intent::from_page(&serde_json::from_str::<serde_json::Value>(text).expect("JSON")).ok();
    let sent = r#"{"area":"conversation","type":"sendMessage","protocol":"P1","text":"Oi"}"#;
    let expected = ConversationIntent::SendMessage { protocol: "P1".into(), text: "Oi".to_owned() };
    assert_eq!(intent(sent), Some(Intent::Conversation(expected)));
    let without_fields = r#"{"type":"openPreferences","area":"shell"}"#;
    assert_eq!(intent(without_fields), Some(Intent::Shell(ShellIntent::OpenPreferences)));
    for wrong in [
        r#"{"type":"closeDialog"}"#,
        r#"{"area":"conversation","type":"closeDialog"}"#,
        r#"{"area":"nobody","type":"closeDialog"}"#,
        r#"{"area":"conversation","type":"sendMessage","protocol":"P1"}"#,
    ] {
        assert_eq!(intent(wrong), None, "{wrong}");
    }
}
