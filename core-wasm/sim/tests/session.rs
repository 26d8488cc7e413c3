//! Sign-in, the session check at the start, the rolling token, and every way in which a session ends.

use core_wasm::Intent;
use core_wasm::channels;
use core_wasm::conversation::DraftView;
use core_wasm::jobs;
use core_wasm::jobs::JobsIntent;
use core_wasm::notifications;
use core_wasm::session::SessionIntent;
use core_wasm::session::SessionPhaseView;
use core_wasm::shell;
use core_wasm::shell::ShellIntent;
use core_wasm::shell::{Dialog, Preferences, PreferencesChange, Theme};
use core_wasm::{PageInput, Restored, Workspace};
use rstest::rstest;
use workspace_sim::{FailKind, SUPPORT, Sim, core_wasm, minutes, secs};

const CHROME_70: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.110";
const CHROME_71: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/71.0.3578.98";

fn requests(trace: &str) -> Vec<&str> {
    trace
        .lines()
        .filter_map(|line| line.split_once(" > ").map(|(_, request)| request))
        .filter(|request| ["GET ", "POST ", "PUT "].iter().any(|method| request.starts_with(method)))
        .collect()
}

#[test]
fn ses_001_ses_005_a_sign_in_keeps_the_token_and_loads_agent_then_status_before_the_shell_opens() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().expect_route("/attendance");
    let trace = sim.trace();
    assert_eq!(
        requests(&trace)[..4],
        ["POST auth/login", "POST auth/validate", "GET agents/101", "GET agents/101/status"]
    );
    assert!(sim.agent(0).stored_token().is_some());
    let agent = sim.agent(0).session().agent.unwrap();
    assert_eq!((agent.name.as_str(), agent.org_unit_name.as_str()), ("Ana Souza", "Central Aurora"));
}

#[rstest]
#[case::ses_007_wrong_password("ana.souza", "wrong", None, "session.login.invalid")]
#[case::ses_007_unknown_user("nobody", "agente123", None, "session.login.invalid")]
#[case::ses_009_server_fault("ana.souza", "agente123", Some(FailKind::Status(503)), "session.login.failed")]
#[case::ses_009_no_answer("ana.souza", "agente123", Some(FailKind::NoAnswer), "session.login.failed")]
#[case::ses_005_an_answer_without_the_fields(
    "ana.souza",
    "agente123",
    Some(FailKind::Answer(200, "{}")),
    "session.login.failed"
)]
fn a_refused_sign_in_shows_its_text_and_keeps_the_sign_in_page(
    #[case] login: &str,
    #[case] password: &str,
    #[case] fault: Option<FailKind>,
    #[case] error: &str,
) {
    let mut sim = Sim::new(1);
    if let Some(fault) = fault {
        sim.fail_next("auth/login", fault);
    }
    sim.agent(0).tries_to_sign_in(login, password).expect_route("/login");
    let session = sim.agent(0).session();
    assert_eq!(session.error.unwrap().key, error);
    assert_eq!(session.phase, SessionPhaseView::SignedOut);
    assert_eq!(sim.agent(0).stored_token(), None);
    sim.agent(0).signs_in().expect_route("/attendance");
}

#[test]
fn ses_008_an_agent_who_is_connected_elsewhere_is_refused_until_that_link_is_silent() {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(0).signs_in();
    sim.agent(1).tries_to_sign_in("ana.souza", "agente123").expect_route("/login");
    assert_eq!(sim.agent(1).session().error.unwrap().key, "session.login.alreadyConnected");
    assert_eq!(sim.agent(1).stored_token(), None);
    sim.agent(0).goes_offline();
    sim.advance(secs(20));
    sim.agent(1).tries_to_sign_in("ana.souza", "agente123").expect_route("/attendance");
    // The first page notices it when it runs again.
    sim.agent(0).comes_online();
    sim.advance(secs(10));
    sim.agent(0).expect_route("/login");
    assert_eq!(sim.agent(0).session().notice.unwrap().key, "session.notice.lost");
    assert_eq!(sim.agent(1).session().phase, SessionPhaseView::Ready);
}

#[test]
fn ses_002_ses_003_every_request_carries_the_token_and_an_answer_renews_it() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in();
    let first = sim.agent(0).stored_token();
    sim.advance(minutes(7 * 60));
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.settle();
    let second = sim.agent(0).stored_token();
    assert_ne!(first, second);
    // After the end of the first token only the second one is accepted by the server.
    sim.advance(minutes(6 * 60));
    let from = sim.trace_length();
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.settle();
    assert!(sim.trace_since(from).contains("200 GET agents/101/jobs/active"));
    assert_eq!(sim.agent(0).session().phase, SessionPhaseView::Ready);
}

#[test]
fn per_004_an_expired_token_empties_memory_and_storage_and_shows_the_reason() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim.customer("Mariana").starts(SUPPORT);
    sim.config().token_ms = 0;
    sim.agent(0).signs_out().signs_in();
    // The token is expired from the beginning: the session check itself is refused.
    sim.agent(0).expect_route("/login").expect_rows(&[]);
    assert_eq!(sim.agent(0).session().notice.unwrap().key, "session.notice.expired");
    assert_eq!((sim.agent(0).stored_token(), sim.agent(0).stored_records()), (None, Vec::new()));
}

#[test]
fn ses_034_ses_035_nav_024_at_the_start_nothing_is_shown_until_session_check_agent_and_status_are_answered_in_this_order()
 {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in();
    sim.fail_next("auth/validate", FailKind::Late(3_000));
    let from = sim.trace_length();
    let started = sim.now();
    sim.agent(0).page(PageInput::Visible { visible: false }).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.agent(0).reload();
    assert!(sim.now().since_ms(started) > 3_000);
    let trace = sim.trace_since(from);
    let after_start = trace.split_once("page starts").unwrap().1;
    assert_eq!(requests(after_start)[..3], ["POST auth/validate", "GET agents/101", "GET agents/101/status"]);
    sim.agent(0).expect_route("/attendance");
}

#[test]
fn ses_036_while_the_server_does_not_answer_at_the_start_the_token_is_kept_and_the_check_repeated() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.server_down();
    sim.agent(0).reload();
    let session = sim.agent(0).session();
    assert_eq!(session.phase, SessionPhaseView::Reconnecting);
    assert!(sim.agent(0).stored_token().is_some());
    sim.advance(secs(20));
    assert!(sim.agent(0).session().attempt > session.attempt);
    sim.server_up().advance(secs(40));
    sim.agent(0).expect_route(&format!("/attendance/{chat}")).expect_rows(&["Mariana"]);
    sim.expect_agreement();
}

#[test]
fn ses_036_nav_025_a_browser_that_is_offline_at_the_start_shows_lost_connection_without_a_request_and_continues_when_online()
 {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().goes_offline();
    let from = sim.trace_length();
    sim.agent(0).reload().expect_route("/lost-connection");
    assert_eq!(requests(&sim.trace_since(from)), Vec::<&str>::new());
    assert!(sim.agent(0).stored_token().is_some());
    sim.agent(0).comes_online();
    sim.advance(secs(10));
    sim.agent(0).expect_route("/attendance");
}

#[test]
fn nav_026_without_a_token_the_check_at_the_start_ends_without_a_request() {
    let mut sim = Sim::new(1);
    sim.advance(secs(5));
    sim.agent(0).expect_route("/login");
    assert_eq!(requests(&sim.trace()), Vec::<&str>::new());
}

#[rstest]
#[case::nav_021_an_authenticated_address("/attendance/20261120000001", "/login")]
#[case::nav_022_a_public_address("/reset-password", "/reset-password")]
#[case::nav_019_an_unknown_address("/no/such/page", "/login")]
fn an_address_opened_without_a_token_shows_its_route(#[case] path: &str, #[case] shown: &str) {
    let mut sim = Sim::new(1);
    sim.agent(0).goes_to(path).expect_route(shown);
}

#[rstest]
#[case::nav_007_the_root("/", "/attendance")]
#[case::nav_019_an_unknown_address("/no/such/page", "/attendance")]
#[case::nav_023_the_sign_in_page("/login", "/attendance")]
#[case::nav_040_an_unknown_protocol("/attendance/77", "/attendance")]
fn an_address_opened_with_a_session_shows_its_route(#[case] path: &str, #[case] shown: &str) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().goes_to(path).expect_route(shown);
    sim.agent(0).starts_at(path, CHROME_71).expect_route(shown);
}

#[test]
fn nav_001_nav_040_a_deep_link_loads_its_attendance_and_an_unknown_one_loads_the_list() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let mariana = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Rafael").starts(SUPPORT);
    sim.agent(0)
        .starts_at(&format!("/attendance/{mariana}"), CHROME_71)
        .expect_route(&format!("/attendance/{mariana}"));
    sim.agent(0).starts_at("/attendance/77", CHROME_71).expect_route("/attendance");
}

#[test]
fn ses_048_ses_050_ses_052_only_a_supported_browser_leaves_the_page_for_unsupported_ones() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in();
    sim.agent(0).starts_at("/attendance", CHROME_70).expect_route("/unsupported-browser");
    sim.agent(0).goes_to("/login").expect_route("/unsupported-browser");
    sim.agent(0).starts_at("/unsupported-browser", CHROME_71).expect_route("/attendance");
}

#[test]
fn ses_043_log_off_with_open_attendances_asks_for_confirmation_and_needs_no_answer_of_the_server() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0)
        .intent(Intent::Session(SessionIntent::SignOut { confirmed: false }))
        .expect_dialog(Some(Dialog::ConfirmSignOut { open_jobs: 1 }));
    sim.agent(0).expect_rows(&["Mariana"]);
    sim.fail_next("auth/logoff", FailKind::Status(500));
    let from = sim.trace_length();
    sim.agent(0).signs_out().expect_route("/login").expect_dialog(None);
    assert_eq!(requests(&sim.trace_since(from)), ["POST auth/logoff"]);
    assert_eq!(sim.agent(0).stored_token(), None);
}

#[test]
fn ses_039_ses_040_ses_041_ses_042_log_off_clears_token_timers_link_and_state() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").writes("Oi");
    sim.agent(0).types(&chat, "Olá, Mar").focuses(false);
    sim.customer("Mariana").writes("Alguém?");
    assert_eq!(sim.agent(0).links_at_broker(), 1);
    assert!(!sim.agent(0).timers().is_empty());
    sim.agent(0).signs_out();
    sim.advance(secs(30));
    assert_eq!(sim.agent(0).stored_token(), None);
    assert_eq!(sim.agent(0).timers(), Vec::<String>::new());
    assert_eq!(sim.agent(0).links_at_broker(), 0);
    let fresh = Workspace::new([0; 32], Restored::default());
    for key in [
        channels::slices::CHANNELS.key(),
        shell::slices::DIALOG.key(),
        jobs::slices::SUMMARY.key(),
        notifications::slices::NOTIFICATIONS.key(),
        shell::slices::SNACKBARS.key(),
    ] {
        assert_eq!(sim.agent(0).view(&key), fresh.view(&key), "{key}");
    }
    assert_eq!((sim.agent(0).job(&chat), sim.agent(0).contact(&chat)), (None, None));
    assert_eq!(sim.agent(0).draft(&chat), DraftView::default());
    assert!(sim.agent(0).session().agent.is_none());
}

#[test]
fn per_004_the_next_agent_of_the_same_browser_sees_no_data_of_the_previous_agent() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").writes("Meu segredo");
    sim.agent(0).types(&chat, "Rascunho da Ana").signs_out();
    assert_eq!(sim.agent(0).stored_records(), Vec::<String>::new());
    sim.agent(0).tries_to_sign_in("bruno.lima", "agente123").expect_rows(&[]).goes_to(&format!("/attendance/{chat}"));
    sim.agent(0).expect_route("/attendance");
    assert_eq!((sim.agent(0).messages(&chat), sim.agent(0).draft(&chat).text), (Vec::new(), String::new()));
    assert!(sim.agent(0).stored_records().iter().all(|name| !name.contains(chat.as_str())));
    // The draft waits for its author (decision on PER-006).
    sim.agent(0).signs_out().tries_to_sign_in("ana.souza", "agente123").expect_rows(&["Mariana"]);
    assert_eq!(sim.agent(0).draft(&chat).text, "Rascunho da Ana");
    sim.expect_agreement();
}

#[test]
fn shell_007_the_preferences_of_the_browser_are_kept_after_log_off_and_reload() {
    let mut sim = Sim::new(1);
    let preferences =
        Preferences { theme: Theme::Dark, language: core_wasm::shell::Language::En, ..Preferences::default() };
    let change = PreferencesChange {
        theme: Some(preferences.theme),
        language: Some(preferences.language),
        ..PreferencesChange::default()
    };
    sim.agent(0).signs_in().intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
    sim.agent(0).signs_out().reload();
    assert_eq!(sim.agent(0).preferences(), preferences);
}

#[test]
fn api_012_a_wrong_clock_of_the_browser_does_not_change_the_times_shown() {
    let mut sim = Sim::new(1);
    sim.agent(0).sets_clock_ahead(3_600_000).signs_in().connects_chat();
    assert!((sim.agent(0).session().clock_offset_ms + 3_600_000.0).abs() < 100.0);
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).presses_send(&chat, "Olá");
    let pressed = sim.agent(0).messages(&chat).last().unwrap().time.unwrap();
    let server = workspace_sim::START.as_js() + sim.now().0 as f64;
    assert!((pressed - server).abs() < 100.0, "{pressed} {server}");
}
