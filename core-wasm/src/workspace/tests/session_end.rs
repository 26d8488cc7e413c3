//! The ways in which a session ends; each failure is shown once with its own text.

use super::bench::Bench;
use super::samples::validate_reply;
use super::words::said;
use crate::channels::ChannelsIntent;
use crate::contacts::ContactsIntent;
use crate::conversation::ConversationIntent;
use crate::flow::{Effect, HttpFailure, StorePlace};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::pauses::PausesIntent;
use crate::session::SessionIntent;
use crate::session::SessionPhaseView::{Ready, SignedOut};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

const CHECK: &str = "POST auth/validate";
const CONNECT: &str = "POST channels/whatsapp/connect/agent/101";

fn expired() -> Value {
    json!({ "message": "Provided token is expired." })
}

fn clears(bench: &Bench) -> usize {
    bench.effects.iter().filter(|effect| **effect == Effect::ClearStorage).count()
}

fn notice(bench: &Bench) -> String {
    said(&bench.session().notice.expect("a notice"))
}

/// The sign-in page after the session ended; of the session only unsent texts are stored.
fn expect_nothing_left(bench: &Bench) {
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), None);
    assert!(bench.disk.keys().all(|(place, _)| *place != StorePlace::Database), "{:?}", bench.disk.keys());
    assert!(bench.session().agent.is_none() && bench.said().is_empty());
}

#[rstest]
#[case::ses_030_connecting_a_channel(CONNECT, Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }))]
#[case::ses_030_sending_a_message("POST chat/messages", Intent::Conversation(ConversationIntent::SendMessage { protocol: "P1".into(), text: "Olá!".to_owned() }))]
#[case::ses_030_loading_the_list("GET agents/101/jobs/active", Intent::Jobs(JobsIntent::ReloadJobs))]
#[case::ses_030_loading_the_pauses("GET pauses", Intent::Pauses(PausesIntent::ReloadPauses))]
#[case::ses_030_finishing_an_attendance("POST job/chat/finish", Intent::Jobs(JobsIntent::FinishJob { protocol: "P1".into(), confirmed: true, waits: false }))]
fn an_expired_token_ends_the_session_whichever_request_is_refused(#[case] call: &str, #[case] intent: Intent) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").answer(call, 401, expired()).forget().intent(intent);
    assert!(notice(&bench).starts_with("Sessão expirada"));
    expect_nothing_left(&bench);
    assert_eq!(clears(&bench), 1);
}

#[rstest]
#[case::ses_031_in_the_list("/attendance")]
#[case::ses_031_in_a_conversation("/attendance/P1")]
fn ses_031_a_token_removed_from_the_storage_ends_the_session(#[case] at: &str) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").page(PageInput::RouteRequested { path: at.to_owned() }).advance(1_000);
    assert!(bench.disk.contains_key(&(StorePlace::Database, "jobs/P1".to_owned())));
    bench.forget().page(PageInput::TokenMissing);
    assert_eq!(notice(&bench), "Sessão encerrada, token perdido");
    expect_nothing_left(&bench);
    assert_eq!(clears(&bench), 1);
}

#[rstest]
#[case::ses_032_the_sign_in_page("/login")]
#[case::ses_032_the_page_of_the_new_password("/reset-password")]
fn ses_032_no_error_about_a_missing_token_is_shown_on(#[case] at: &str) {
    let mut bench = Bench::new();
    bench.start(at).page(PageInput::TokenMissing);
    assert_eq!((bench.session().notice, bench.path().as_str()), (None, at));
    let mut known = Bench::with_token();
    known.start("/reset-password").page(PageInput::TokenMissing);
    assert_eq!((known.session().notice, known.session().phase), (None, Ready));
}

#[rstest]
#[case::ses_033_expired(401, json!({ "cause": "expired" }))]
#[case::ses_033_invalid(401, json!({ "cause": "invalidToken" }))]
#[case::ses_033_refused(403, json!({}))]
#[case::ses_033_no_success(200, json!({ "success": false }))]
fn ses_033_a_failed_check_at_the_start_removes_state_and_records(#[case] status: u16, #[case] body: Value) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000).answer(CHECK, status, body).reload();
    assert!(bench.disk.contains_key(&(StorePlace::Database, "jobs/P1".to_owned())));
    bench.start("/attendance/P1");
    expect_nothing_left(&bench);
    assert_eq!(clears(&bench), 1);
}

#[test]
fn ses_037_ses_038_a_forced_disconnect_ends_the_session_and_shows_the_reason() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000).event("ForcedDisconnectEvent", json!({ "agentId": "202" }));
    assert_eq!(bench.session().phase, Ready);
    bench.event("ForcedDisconnectEvent", json!({ "agentId": "101" }));
    assert!(notice(&bench).starts_with("Você foi desconectado pelo sistema"));
    expect_nothing_left(&bench);
}

#[test]
fn err_003_two_requests_refused_for_one_expired_token_log_off_once_with_one_text() {
    let mut bench = Bench::signed_in();
    bench.hold(CHECK).hold("GET pauses").advance(10_000).intent(Intent::Pauses(PausesIntent::ReloadPauses)).forget();
    bench.reply(CHECK, 401, json!({ "cause": "expired", "message": "Provided token is expired." }));
    assert!(notice(&bench).starts_with("Sessão expirada"));
    let went = bench.navigated().len();
    bench.reply("GET pauses", 401, expired());
    assert_eq!((clears(&bench), bench.navigated().len(), bench.said().len()), (1, went, 0));
    assert!(notice(&bench).starts_with("Sessão expirada"));
}

#[test]
fn err_003_an_expired_token_that_is_refused_before_the_session_check_logs_off_once_with_one_text() {
    let mut bench = Bench::signed_in();
    bench.hold(CHECK).hold("GET pauses").advance(10_000).intent(Intent::Pauses(PausesIntent::ReloadPauses)).forget();
    bench.reply("GET pauses", 401, expired());
    assert!(notice(&bench).starts_with("Sessão expirada"));
    let went = bench.navigated().len();
    bench.reply(CHECK, 401, json!({ "cause": "expired", "message": "Provided token is expired." }));
    assert_eq!((clears(&bench), bench.navigated().len(), bench.said().len()), (1, went, 0));
    assert!(notice(&bench).starts_with("Sessão expirada"));
    expect_nothing_left(&bench);
}

#[rstest]
#[case::err_002_bad_request(400)]
#[case::err_002_forbidden(403)]
#[case::err_002_fields(422)]
#[case::err_002_server_fault(500)]
#[case::err_002_another_401(401)]
fn a_failed_connection_is_shown_once_with_its_own_text(#[case] status: u16) {
    let mut bench = Bench::signed_in();
    bench.answer(CONNECT, status, json!({ "cause": "invalidToken" })).forget();
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }));
    assert_eq!((bench.said().len(), bench.session().phase), (1, Ready), "err_001: {:?}", bench.said());
    assert!(!bench.channel(Channel::Whatsapp).connected);
    // Only the session check decides that a token is invalid; it runs at once.
    assert_eq!(bench.calls_of(CHECK).len(), usize::from(status == 401));
}

#[test]
fn err_002_a_network_failure_is_shown_by_the_area_that_sent_the_request() {
    let mut bench = Bench::signed_in();
    bench
        .fail(CONNECT, HttpFailure::NoAnswer)
        .intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }))
        .gives_up();
    assert_eq!(bench.said().len(), 1);
}

#[test]
fn err_002_a_401_is_invalid_for_the_session_check_only() {
    let mut bench = Bench::signed_in();
    bench.answer(CHECK, 401, json!({ "cause": "invalidToken" })).answer(CONNECT, 401, json!({}));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }));
    assert!(notice(&bench).starts_with("Sua sessão não é mais válida"));
    expect_nothing_left(&bench);
}

#[rstest]
#[case::err_001_connecting_a_channel(CONNECT, Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }))]
#[case::err_001_finishing_an_attendance("POST job/chat/finish", Intent::Jobs(JobsIntent::FinishJob { protocol: "P1".into(), confirmed: true, waits: false }))]
#[case::err_001_pausing_a_channel("POST pauses/chat/enter/agent/101", Intent::Pauses(PausesIntent::EnterPause { channels: vec![Channel::Chat], pause_id: "1".into() }))]
#[case::err_001_loading_contacts("GET contacts/visitor-1", Intent::Contacts(ContactsIntent::ReloadContact { protocol: "P1".into() }))]
fn err_001_one_failure_shows_one_error_text(#[case] call: &str, #[case] intent: Intent) {
    let mut bench = Bench::signed_in();
    bench.attends_visitor("P1").answer(call, 500, json!({ "reason": "FULL_MOON" })).forget();
    bench.intent(intent);
    assert!(!bench.calls_of(call).is_empty());
    assert_eq!(bench.said().len(), 1, "{:?}", bench.said());
}

#[test]
fn a_log_off_without_network_deletes_all_local_data() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000).page(PageInput::Online { online: false });
    bench
        .fail("POST auth/logoff", HttpFailure::NoAnswer)
        .intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    expect_nothing_left(&bench);
    bench.answer(CHECK, 200, validate_reply()).advance(60_000);
    assert_eq!(bench.session().phase, SignedOut);
}

#[test]
fn shell_047_shell_049_an_open_url_event_opens_the_address_in_another_tab_and_changes_nothing_in_this_one() {
    let mut bench = Bench::signed_in();
    let before = bench.path();
    bench.forget().event("OpenUrlEvent", json!({ "url": "crm.example/5" })).event("OpenUrlEvent", json!({ "url": "" }));
    let opened: Vec<_> = bench.effects.iter().filter(|effect| matches!(effect, Effect::OpenUrl { .. })).collect();
    assert_eq!(opened, [&Effect::OpenUrl { url: "http://crm.example/5".to_owned() }]);
    assert_eq!((bench.path(), bench.session().phase), (before, Ready));
}
