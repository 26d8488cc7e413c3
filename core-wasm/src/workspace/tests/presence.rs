//! Whether the session is valid, how its end is shown to the agent, and which tab is active.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, validate_reply};
use crate::channels::ChannelsIntent;
use crate::connection;
use crate::connection::ConnectionIntent;
use crate::connection::ConnectionSlice;
use crate::connection::{LinkHealth, LinkView, Problem};
use crate::conversation::ConversationIntent;
use crate::flow::{BrokerCommand, Effect, HttpFailure, StorePlace};
use crate::input::{Intent, PageInput, StoreFailure};
use crate::jobs::JobsIntent;
use crate::session::SessionIntent;
use crate::session::SessionPhaseView::{InOtherTab, Ready, Reconnecting, SignedOut};
use crate::session::ValidationResult::{Expired, InvalidToken, Logged, Timeout};
use crate::shell;
use crate::shell::Dialog;
use crate::shell::ShellIntent;
use crate::shell::ShellSlice;
use crate::view::View;
use crate::wire::Channel;
use serde_json::json;

const CHECK: &str = "POST auth/validate";
const ACTIVE: &str = "GET agents/101/jobs/active";

fn checks(bench: &Bench) -> usize {
    bench.calls.iter().filter(|call| call.name == CHECK).count()
}

fn dialog(bench: &Bench) -> Option<Dialog> {
    match bench.workspace.view(&shell::slices::DIALOG.key()) {
        View::Shell(ShellSlice::Dialog(dialog)) => dialog,
        other => panic!("{other:?}"),
    }
}

fn link(bench: &Bench) -> LinkView {
    match bench.workspace.view(&connection::slices::LINK.key()) {
        View::Connection(ConnectionSlice::Link(link)) => link,
        other => panic!("{other:?}"),
    }
}

/// Signs in; from now on the session check gets no answer.
fn unanswered() -> Bench {
    let mut bench = Bench::signed_in();
    bench.fail(CHECK, HttpFailure::TimedOut).forget();
    bench
}

fn timeouts(bench: &Bench) -> u32 {
    bench.workspace.session.validation().timeouts
}

#[test]
fn ses_029_the_session_is_checked_every_10_s_and_when_the_page_is_visible_again_one_check_at_a_time() {
    let mut bench = Bench::signed_in();
    bench.forget().advance(9_999);
    assert_eq!(checks(&bench), 0);
    bench.advance(1);
    assert_eq!(checks(&bench), 1);
    bench.advance(20_000);
    assert_eq!(checks(&bench), 3);
    bench.page(PageInput::Visible { visible: false }).page(PageInput::Visible { visible: true });
    assert_eq!(checks(&bench), 4);
    bench.page(PageInput::Online { online: false }).page(PageInput::Online { online: true });
    assert_eq!(checks(&bench), 5);
    bench.hold(CHECK).advance(10_000);
    bench.page(PageInput::Visible { visible: true }).page(PageInput::Online { online: true }).advance(30_000);
    assert_eq!(checks(&bench), 6, "one waits for its answer");
    bench.reply(CHECK, 200, validate_reply()).advance(10_000);
    assert_eq!(checks(&bench), 7);
    assert!(bench.calls.iter().filter(|call| call.name == CHECK).all(|call| call.time_limit_ms == 10_000));
}

#[test]
fn ses_011_ses_013_a_successful_session_check_is_logged_and_the_connection_panel_shows_its_round_trip() {
    let mut bench = Bench::signed_in();
    assert_eq!(bench.workspace.session.validation().result, Logged);
    bench.hold(CHECK).advance(10_000).advance(120).reply(CHECK, 200, validate_reply());
    assert_eq!((bench.workspace.session.validation().result, link(&bench).latency_ms), (Logged, Some(120)));
}

#[test]
fn ses_023_ses_024_ses_026_the_fifth_timeout_in_a_row_opens_the_dialog_and_makes_the_product_unavailable() {
    let mut bench = unanswered();
    bench.advance(40_000);
    assert_eq!((timeouts(&bench), dialog(&bench), link(&bench).product), (4, None, LinkHealth::Connecting));
    bench.advance(10_000);
    assert_eq!((timeouts(&bench), dialog(&bench)), (5, Some(Dialog::ConnectionProblem)));
    let reported = link(&bench);
    assert_eq!((reported.product, reported.problem, reported.attempts), (LinkHealth::Lost, Some(Problem::Internet), 5));
}

#[test]
fn ses_025_a_successful_session_check_after_four_timeouts_resets_the_number_of_timeouts() {
    let mut bench = unanswered();
    bench.advance(40_000).answer(CHECK, 200, validate_reply()).advance(10_000).fail(CHECK, HttpFailure::NoAnswer);
    bench.advance(40_000);
    assert_eq!((timeouts(&bench), dialog(&bench)), (4, None));
    assert!(bench.workspace.connection.health().product_available());
}

#[test]
fn ses_020_ses_022_a_successful_check_closes_the_dialog_and_makes_the_product_available() {
    let mut bench = unanswered();
    bench.advance(60_000).answer(CHECK, 200, validate_reply());
    assert_eq!(dialog(&bench), Some(Dialog::ConnectionProblem));
    bench.intent(Intent::Connection(ConnectionIntent::RetryConnection));
    assert_eq!((dialog(&bench), link(&bench).product, link(&bench).problem), (None, LinkHealth::Ok, None));
}

#[test]
fn a_dialog_that_the_connection_problem_replaced_is_shown_again_after_it() {
    let mut bench = unanswered();
    bench.intent(Intent::Shell(ShellIntent::OpenPreferences)).advance(50_000);
    assert_eq!(dialog(&bench), Some(Dialog::ConnectionProblem));
    bench.answer(CHECK, 200, validate_reply()).advance(10_000);
    assert_eq!(dialog(&bench), Some(Dialog::Preferences));
}

#[test]
fn con_005_after_an_answer_with_an_error_the_problem_is_the_product_and_not_the_internet() {
    let mut bench = unanswered();
    bench.advance(50_000).answer(CHECK, 503, json!({})).advance(10_000);
    let reported = link(&bench);
    assert_eq!(
        (reported.internet, reported.product, reported.problem),
        (LinkHealth::Ok, LinkHealth::Lost, Some(Problem::Backend))
    );
}

#[test]
fn ses_027_an_expired_session_ends_with_its_connection_on_the_sign_in_page() {
    let mut bench = Bench::signed_in();
    let last = bench.link;
    bench.answer(CHECK, 401, json!({ "cause": "expired" })).forget().advance(10_000);
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert_eq!(bench.workspace.session.validation().result, Expired);
    assert!(bench.broker_commands().contains(&&BrokerCommand::Disconnect { link: last }));
}

#[test]
fn ses_028_an_unknown_token_ends_the_session_with_its_connection_on_the_sign_in_page() {
    let mut bench = Bench::signed_in();
    let last = bench.link;
    bench.answer(CHECK, 401, json!({ "cause": "invalidToken" })).forget().advance(10_000);
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert_eq!(bench.workspace.session.validation().result, InvalidToken);
    assert!(bench.broker_commands().contains(&&BrokerCommand::Disconnect { link: last }));
    bench.forget().advance(60_000);
    assert_eq!(checks(&bench), 0);
}

#[test]
fn con_006_an_agent_who_stops_waiting_sees_the_lost_connection_page_and_returns_to_the_same_route() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    assert_eq!(bench.path(), "/attendance/P1");
    bench
        .fail(CHECK, HttpFailure::TimedOut)
        .advance(50_000)
        .intent(Intent::Connection(ConnectionIntent::GiveUpConnection));
    assert_eq!((bench.path().as_str(), bench.session().phase), ("/lost-connection", Reconnecting));
    assert_eq!(dialog(&bench), None);
    bench.answer(CHECK, 200, validate_reply()).answer(ACTIVE, 200, active_jobs(&[chat_job("P1")]));
    bench.intent(Intent::Session(SessionIntent::RetrySession));
    assert_eq!((bench.path().as_str(), bench.session().phase), ("/attendance/P1", Ready));
    assert_eq!(link(&bench).server, LinkHealth::Ok);
}

#[test]
fn bey_010_the_connection_panel_shows_the_time_of_the_last_reconcile() {
    let mut bench = Bench::signed_in();
    let first = link(&bench).reconciled_at.expect("compared at the start");
    bench.advance(30_000).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(link(&bench).reconciled_at, Some(first + 30_000.0));
}

#[test]
fn ses_047_a_tab_that_becomes_active_claims_the_session() {
    let claims = |bench: &Bench| bench.effects.iter().filter(|effect| **effect == Effect::ClaimSession).count();
    let mut bench = Bench::new();
    bench.start("/login");
    assert_eq!(claims(&bench), 0, "no agent is signed in");
    bench.sign_in();
    assert_eq!(claims(&bench), 1);
    let mut bench = Bench::with_token();
    bench.start("/attendance");
    assert_eq!(claims(&bench), 1);
}

#[test]
fn ses_045_ses_046_a_tab_that_loses_the_session_disconnects_and_shows_that_it_is_disabled() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Meia frase".to_owned(),
    }));
    let last = bench.link;
    bench.page(PageInput::TabDisabled);
    assert_eq!((bench.session().phase, bench.path().as_str()), (InOtherTab, "/tab-disabled"));
    assert!(bench.broker_commands().contains(&&BrokerCommand::Disconnect { link: last }));
    bench.forget().page(PageInput::RouteRequested { path: "/login".to_owned() });
    bench.page(PageInput::Online { online: true }).advance(3_600_000);
    assert_eq!((bench.path().as_str(), bench.names(), bench.broker_commands().len()), ("/tab-disabled", vec![], 0));
}

#[test]
fn ses_045_a_tab_that_loses_the_session_stores_everything_for_the_other_tab() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000).forget();
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Meia frase".to_owned(),
    }));
    bench.page(PageInput::TabDisabled);
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), Some("token-1"));
    assert!(bench.stored(StorePlace::Database, "jobs/P1").is_some());
    assert!(bench.stored(StorePlace::Unsent, "draft/101/P1").is_some_and(|kept| kept.contains("Meia frase")));
    assert!(!bench.effects.contains(&Effect::ClearStorage));
    // The page is reloaded, and this tab takes the session back.
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1")])).reload().start("/");
    assert_eq!((bench.session().phase, bench.draft("P1").text.as_str()), (Ready, "Meia frase"));
}

#[test]
fn ses_045_a_disabled_tab_neither_restores_nor_changes_the_stored_state_of_the_other_tab() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000);
    // The page of a disabled tab is loaded while all records are stored.
    bench.reload().start("/tab-disabled").forget();
    assert!(bench.workspace.jobs.get(&"P1".into()).is_none(), "what the disk holds is the other tab's");
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "P1".into(), confirmed: true, waits: false }));
    bench.intent(Intent::Conversation(ConversationIntent::SendMessage {
        protocol: "P1".into(),
        text: "Olá".to_owned(),
    }));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat })).advance(5_000);
    assert_eq!((bench.names(), bench.session().phase), (vec![], InOtherTab));
}

#[test]
fn ses_045_a_disabled_tab_whose_last_writes_failed_does_not_overwrite_the_notifications_of_the_other_tab() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000);
    bench.storage = Some(Err(StoreFailure::Full));
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Meia frase".to_owned(),
    }));
    bench.page(PageInput::TabDisabled).forget().advance(1_000);
    let words = |effect: &&Effect| matches!(effect, Effect::Persist(_, key, _) if key.place() != StorePlace::Unsent);
    assert_eq!((bench.effects.iter().find(words), bench.said()), (None, vec![]));
}

#[test]
fn ses_046_an_event_of_the_broker_disables_the_tab_too() {
    let mut bench = Bench::signed_in();
    bench.event("TabDisabledEvent", json!({ "agentId": "102" }));
    assert_eq!(bench.session().phase, Ready, "another agent's");
    bench.event("TabDisabledEvent", json!({ "agentId": "101" }));
    assert_eq!((bench.session().phase, bench.path().as_str()), (InOtherTab, "/tab-disabled"));
}

#[test]
fn another_tab_does_not_disable_the_sign_in_page() {
    let mut bench = Bench::new();
    bench.start("/login").page(PageInput::TabDisabled);
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
}

#[test]
fn ses_016_no_answer_within_10_s_or_a_failed_network_counts_as_a_timeout() {
    for failure in [HttpFailure::TimedOut, HttpFailure::NoAnswer] {
        let mut bench = Bench::signed_in();
        bench.forget().fail(CHECK, failure).advance(10_000);
        assert_eq!(bench.call(CHECK).time_limit_ms, 10_000);
        assert_eq!((bench.workspace.session.validation().result, timeouts(&bench)), (Timeout, 1));
    }
}
