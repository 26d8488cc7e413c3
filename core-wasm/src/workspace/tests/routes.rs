//! Which page is shown, and which navigations the core makes.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, with};
use crate::flow::{Effect, StorePlace};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::session::SessionPhaseView::{Checking, InOtherTab, Ready, SignedOut};
use crate::shell;
use rstest::rstest;
use serde_json::{Value, json};

const ACTIVE: &str = "GET agents/101/jobs/active";
const PATHS: [&str; 9] = [
    "/",
    "/login",
    "/reset-password",
    "/unsupported-browser",
    "/tab-disabled",
    "/lost-connection",
    "/attendance",
    "/attendance/P1",
    "/nowhere",
];

fn opens(bench: &mut Bench, protocol: &str) {
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol.into() }));
}

fn asks_for(bench: &mut Bench, path: &str) -> String {
    bench.page(PageInput::RouteRequested { path: path.to_owned() }).path()
}

/// A job that is not in attendance.
fn idle(protocol: &str, channel: &str) -> Value {
    json!({ "job": with(chat_job(protocol), json!({ "activeAttendance": false, "channel": channel })) })
}

#[test]
fn nav_002_the_login_page_is_shown_without_a_session() {
    let mut bench = Bench::new();
    bench.start("/login");
    assert_eq!((bench.path().as_str(), bench.session().phase, bench.names()), ("/login", SignedOut, vec![]));
}

#[test]
fn nav_004_the_page_for_unsupported_browsers_is_shown_without_a_session() {
    let mut bench = Bench::new();
    bench.start_in("Safari/605.1.15", "/unsupported-browser");
    assert_eq!((bench.path().as_str(), bench.names()), ("/unsupported-browser", vec![]));
}

#[rstest]
#[case::nav_007_from_the_root("/", "/attendance")]
#[case::nav_008_without_a_protocol("/attendance", "/attendance")]
#[case::nav_008_with_a_protocol("/attendance/P2", "/attendance/P2")]
#[case::nav_019_an_unknown_path("/nowhere/at/all", "/attendance")]
#[case::nav_040_an_unknown_protocol("/attendance/P9", "/attendance")]
fn a_page_loaded_with_a_session_shows_the_expected_route(#[case] path: &str, #[case] shown: &str) {
    let mut bench = Bench::with_token();
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1"), chat_job("P2")])).start(path);
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, shown));
    let navigated = if path == shown { vec![] } else { vec![shown] };
    assert_eq!(bench.navigated(), navigated);
}

#[rstest]
#[case::nav_008_without_a_protocol("/attendance")]
#[case::nav_019_an_unknown_path("/nowhere")]
fn an_address_of_the_attendance_area_needs_a_session(#[case] path: &str) {
    let mut bench = Bench::new();
    bench.start(path);
    assert_eq!(bench.path(), "/login");
}

#[test]
fn nav_020_only_the_session_decides_which_route_is_shown() {
    let outside: Vec<String> = PATHS.map(|path| asks_for(Bench::new().start("/login"), path)).into();
    let login = "/login".to_owned();
    let expected = [
        "/login",
        "/login",
        "/reset-password",
        "/login",
        "/tab-disabled",
        "/lost-connection",
        "/login",
        "/login",
        "/login",
    ];
    assert_eq!(outside, expected);
    // Every agent reaches every authenticated route, also an agent without channels or groups.
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, json!({ "agentId": "101", "channels": [], "role": "agent" }));
    bench.answer("GET attendance-group/agent", 403, json!({})).start("/login").sign_in().attends("P1");
    for path in PATHS.iter().filter(|path| !outside.contains(&(**path).to_owned()) || **path == login) {
        let shown = asks_for(&mut bench, path);
        assert!(shown.starts_with("/attendance"), "{path} shows {shown}");
    }
    assert_eq!(asks_for(&mut bench, "/attendance/P1"), "/attendance/P1");
}

#[rstest]
#[case("/")]
#[case("/attendance/P1")]
#[case("/nowhere")]
fn nav_021_without_a_token_state_and_database_are_cleared_and_the_login_page_is_shown(#[case] path: &str) {
    let mut bench = Bench::with_token();
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1")])).start("/attendance").advance(1_000);
    assert!(bench.stored(StorePlace::Database, "jobs/P1").is_some());
    bench.disk.remove(&(StorePlace::LocalStorage, "token".to_owned()));
    bench.reload().start(path);
    assert_eq!((bench.path().as_str(), bench.names(), bench.summary().total), ("/login", vec![], 0));
    assert!(bench.effects.contains(&Effect::ClearStorage) && bench.disk.is_empty());
}

#[test]
fn no_route_is_changed_before_the_check_at_the_start_has_ended() {
    let mut bench = Bench::with_token();
    bench.hold("POST auth/validate").start("/nowhere");
    assert_eq!((bench.session().phase, bench.navigated(), bench.session().agent), (Checking, vec![], None));
    bench.reply("POST auth/validate", 200, super::samples::validate_reply());
    assert_eq!((bench.session().phase, bench.navigated()), (Ready, vec!["/attendance"]));
}

#[rstest]
#[case("/tab-disabled")]
#[case("/lost-connection")]
fn nav_025_public_pages_are_shown_without_the_check_at_the_start(#[case] path: &str) {
    let mut bench = Bench::with_token();
    bench.start(path).advance(9_999);
    assert_eq!((bench.path().as_str(), bench.names(), bench.navigated()), (path, vec![], vec![]));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), Some("kept"));
}

#[test]
fn the_session_check_is_repeated_on_the_page_of_a_lost_connection_and_not_on_the_page_of_a_disabled_tab() {
    let mut bench = Bench::with_token();
    bench.start("/lost-connection").advance(10_000);
    assert_eq!((bench.path().as_str(), bench.session().phase), ("/attendance", Ready));
    let mut bench = Bench::with_token();
    bench.start("/tab-disabled").advance(3_600_000);
    assert_eq!((bench.path().as_str(), bench.session().phase, bench.names()), ("/tab-disabled", InOtherTab, vec![]));
}

#[test]
fn nav_026_without_a_token_the_check_ends_without_a_request() {
    for path in ["/login", "/reset-password"] {
        let mut bench = Bench::new();
        bench.start(path);
        assert_eq!((bench.session().phase, bench.path().as_str(), bench.names()), (SignedOut, path, vec![]));
    }
}

#[test]
fn nav_035_an_activated_job_opens_the_route_of_its_conversation() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").forget();
    opens(&mut bench, "P2");
    assert_eq!((bench.path().as_str(), bench.navigated()), ("/attendance/P2", vec!["/attendance/P2"]));
    opens(&mut bench, "P1");
    assert_eq!(bench.navigated(), ["/attendance/P2", "/attendance/P1"]);
}

#[rstest]
#[case::chat("chat", "/attendance/P1")]
#[case::whatsapp("whatsapp", "/attendance/P1")]
fn nav_036_a_job_without_an_active_attendance_is_not_navigated_to(#[case] channel: &str, #[case] stays: &str) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").event("NewChatEvent", idle("P2", channel)).forget();
    opens(&mut bench, "P2");
    assert_eq!((bench.path().as_str(), bench.navigated(), bench.row("P2").navigable), (stays, vec![], false));
}

#[test]
fn nav_038_the_only_job_is_opened_when_it_arrives_and_when_the_others_are_removed() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    assert_eq!(bench.path(), "/attendance/P1");
    bench.attends("P2");
    assert_eq!(bench.path(), "/attendance/P1");
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    assert_eq!(bench.path(), "/attendance/P2");
}

#[test]
fn nav_038_the_only_job_of_a_restored_list_is_opened() {
    let mut bench = Bench::new();
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1")])).start("/login").sign_in();
    assert_eq!(bench.path(), "/attendance/P1");
}

#[test]
fn nav_039_a_single_job_that_is_not_in_attendance_is_not_opened() {
    let mut bench = Bench::signed_in();
    bench.event("NewChatEvent", idle("P1", "chat"));
    assert_eq!(bench.path(), "/attendance");
}

#[test]
fn the_job_in_the_address_becomes_active_and_a_change_to_the_same_route_is_ignored() {
    let mut bench = Bench::with_token();
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1"), chat_job("P2")])).start("/attendance/P2");
    assert_eq!(bench.workspace.jobs.active_job(), Some(&"P2".into()));
    bench.forget();
    assert_eq!(asks_for(&mut bench, "/attendance/P2"), "/attendance/P2");
    assert!(bench.effects.is_empty() && bench.calls.is_empty() && !bench.dirty.contains(&shell::slices::ROUTE.key()));
}
