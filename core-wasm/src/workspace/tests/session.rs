//! Sign-in, the session check at the start of the page, and the events that end a session.

use super::bench::Bench;
use super::samples::{active_jobs, agent_record, agent_status, chat_job, validate_reply};
use super::words::said;
use crate::channels::ChannelsIntent;
use crate::contacts::ContactsIntent;
use crate::conversation::ConversationIntent;
use crate::flow::{BrokerCommand, HttpFailure, StorePlace};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::qualification::QualificationIntent;
use crate::session::SessionIntent;
use crate::session::SessionPhaseView::{Checking, Ready, Reconnecting, SignedOut, SigningIn};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

/// A working day: sign-in, channel, chat, message, contact, finish, qualify, log-off.
fn a_working_day() -> Bench {
    let mut bench = Bench::signed_in();
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }));
    bench.attends_visitor("V1").customer_writes("V1", 1, "Bom dia!");
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "V1".into(),
        text: "Olá".to_owned(),
    }));
    bench.sends("V1", "Olá!");
    bench
        .intent(Intent::Contacts(ContactsIntent::SearchContacts { protocol: "V1".into(), text: "Rodrigo".to_owned() }));
    bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: "V1".into(), contact_id: "5".into() }));
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "V1".into() }));
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: "V1".into(),
        fullname: "Rodrigo Farias".to_owned(),
        identifier: String::new(),
        email: String::new(),
    }));
    bench.finishes("V1");
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "V1".into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    bench
}

#[test]
fn ses_001_api_006_valid_credentials_open_the_shell_from_which_channels_are_connected() {
    let mut bench = Bench::new();
    bench.answer("GET agents/101/status", 200, json!({ "channels": {} })).start("/login").sign_in();
    let login = bench.call("POST auth/login");
    assert_eq!((login.json(), &login.token), (json!({ "login": "ana.souza", "password": "agente123" }), &None));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), Some("token-1"));
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, "/attendance"));
    assert_eq!(bench.session().agent.expect("the agent").name, "Ana Souza");
    for channel in Channel::ALL {
        bench.intent(super::channels::connecting(channel));
        assert!(bench.channel(channel).connected, "{channel:?}");
    }
}

#[test]
fn api_001_ses_002_every_request_except_the_sign_in_carries_the_token() {
    let bench = a_working_day();
    let bare: Vec<&str> = bench
        .calls
        .iter()
        .filter(|call| call.token.as_deref() != Some("token-1"))
        .map(|call| call.name.as_str())
        .collect();
    assert_eq!(bare, ["POST auth/login"]);
    assert!(bench.calls.len() > 25, "{:?}", bench.names());
}

#[test]
fn ses_003_a_token_in_any_answer_replaces_the_stored_one() {
    let mut bench = Bench::signed_in();
    bench.answer_with_token("GET tags/protocol/P1", "Bearer token-2", json!([])).attends("P1");
    bench.forget().sends("P1", "Olá!");
    assert_eq!(bench.call("POST chat/messages").token.as_deref(), Some("token-2"));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), Some("token-2"));
}

#[rstest]
#[case::ses_007_wrong_password(401, json!({ "reason": "INVALID_CREDENTIALS" }), "Usuário ou senha inválidos")]
#[case::ses_007_unknown_user(404, json!({}), "Usuário ou senha inválidos")]
#[case::ses_008_connected_elsewhere(409, json!({ "reason": "ALREADY_CONNECTED" }), "Agente já está conectado")]
#[case::ses_009_refused(422, json!({}), "Não foi possível realizar o login")]
#[case::ses_009_server_fault(503, json!({}), "Não foi possível realizar o login")]
#[case::ses_005_an_answer_without_agent(200, json!({ "org_unit_id": "1" }), "Não foi possível realizar o login")]
fn a_refused_sign_in_stays_on_the_page_without_a_token(
    #[case] status: u16,
    #[case] body: Value,
    #[case] sentence: &str,
) {
    let mut bench = Bench::new();
    bench.answer("POST auth/login", status, body).start("/login").sign_in();
    assert_eq!(said(&bench.session().error.expect("an error")), sentence);
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), None);
    assert_eq!(bench.session().login, "ana.souza");
}

#[rstest]
#[case::the_request_timed_out(HttpFailure::TimedOut)]
#[case::the_network_failed(HttpFailure::NoAnswer)]
fn ses_009_a_sign_in_without_an_answer_shows_that_it_failed(#[case] failure: HttpFailure) {
    let mut bench = Bench::new();
    bench.fail("POST auth/login", failure).start("/login").sign_in();
    assert_eq!(said(&bench.session().error.expect("an error")), "Não foi possível realizar o login");
    assert_eq!(bench.path(), "/login");
}

#[test]
fn sec_001_ses_005_an_answer_without_an_agent_is_a_failed_sign_in() {
    let mut bench = Bench::new();
    let nobody = json!({ "agentName": "Visitante", "org_unit_id": "1" });
    bench.answer_with_token("POST auth/login", "token-9", nobody).start("/login").sign_in();
    assert_eq!((bench.session().phase, bench.session().agent), (SignedOut, None));
    assert_eq!((bench.names(), bench.stored(StorePlace::LocalStorage, "token")), (vec!["POST auth/login"], None));
}

#[test]
fn sec_003_every_request_is_for_the_own_agent_and_org_unit() {
    let bench = a_working_day();
    let mut named = 0;
    for call in &bench.calls {
        let body = call.body.clone().unwrap_or_default();
        let agents = ["agent_id", "agentId", "agent"]
            .map(|field| body[field].clone())
            .into_iter()
            .chain([body["data"]["agent"].clone()]);
        let queried =
            call.query.iter().filter(|(name, _)| name == "agent" || name == "agentId").map(|(_, id)| json!(id));
        let in_path = call.name.split("agents/").nth(1).or(call.name.split("agent/").nth(1));
        let in_path = in_path.and_then(|rest| rest.split('/').next()).filter(|id| *id != "notifications");
        let in_path = in_path.map(|id| json!(id));
        for agent in agents.chain(queried).chain(in_path).filter(|agent| !agent.is_null()) {
            assert_eq!(agent, "101", "{}", call.name);
            named += 1;
        }
        assert!(body["org_unit_id"].is_null() || body["org_unit_id"] == "1", "{}", call.name);
    }
    let with_org_unit = ["POST auth/validate", "POST chat/messages", "POST job/chat/finish", "POST job/chat/close"];
    assert!(with_org_unit.iter().all(|name| bench.call(name).json()["org_unit_id"] == "1"));
    assert!(named >= 15, "{named}");
}

#[test]
fn api_008_api_009_ses_034_a_stored_token_is_checked_then_agent_and_status_are_loaded() {
    let mut bench = Bench::with_token();
    bench.hold("POST auth/validate").hold("GET agents/101").hold("GET agents/101/status").start("/attendance");
    let check = bench.call("POST auth/validate");
    assert_eq!(check.json(), json!({ "agent_id": "101", "org_unit_id": "1" }));
    assert_eq!((check.time_limit_ms, check.token.as_deref()), (10_000, Some("kept")));
    assert_eq!((bench.names(), bench.session().phase), (vec!["POST auth/validate"], Checking));
    bench.reply("POST auth/validate", 200, validate_reply());
    assert_eq!(bench.names(), ["POST auth/validate", "GET agents/101"]);
    bench.reply("GET agents/101", 200, agent_record());
    assert_eq!(bench.names(), ["POST auth/validate", "GET agents/101", "GET agents/101/status"]);
    assert_eq!(bench.session().phase, Checking);
    bench.reply("GET agents/101/status", 200, agent_status("available"));
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, "/attendance"));
}

#[rstest]
#[case::expired(json!({ "cause": "expired" }), "Sessão expirada")]
#[case::expired_by_message(json!({ "message": "Provided token is expired." }), "Sessão expirada")]
#[case::invalid_token(json!({ "cause": "invalidToken" }), "Sua sessão não é mais válida")]
fn api_008_a_check_refused_with_401_ends_the_session_by_its_cause(#[case] body: Value, #[case] sentence: &str) {
    let mut bench = Bench::with_token();
    bench.answer("POST auth/validate", 401, body).start("/attendance");
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert!(said(&bench.session().notice.expect("a notice")).starts_with(sentence));
}

#[rstest]
#[case::no_answer_within_the_time_limit(HttpFailure::TimedOut)]
#[case::the_network_failed(HttpFailure::NoAnswer)]
fn api_008_ses_036_if_the_server_does_not_answer_the_token_is_kept_and_the_check_repeated(
    #[case] failure: HttpFailure,
) {
    let mut bench = Bench::with_token();
    bench.fail("POST auth/validate", failure).start("/attendance").advance(1_999);
    assert_eq!((bench.session().phase, bench.calls.len()), (Reconnecting, 1));
    bench.advance(1);
    assert_eq!((bench.session().attempt, bench.calls.len()), (2, 2));
    bench.answer("POST auth/validate", 200, validate_reply()).advance(4_000);
    assert_eq!((bench.session().phase, bench.stored(StorePlace::LocalStorage, "token")), (Ready, Some("kept")));
}

#[test]
fn api_008_a_session_check_answered_with_a_200_without_success_ends_the_session() {
    let mut bench = Bench::with_token();
    bench.answer("POST auth/validate", 200, json!({ "success": false })).start("/attendance");
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
}

#[test]
fn ses_036_an_offline_browser_sends_no_check_and_shows_lost_connection() {
    let mut bench = Bench::with_token();
    bench.start_offline("/attendance/P1");
    assert_eq!((bench.names(), bench.path().as_str()), (vec![], "/lost-connection"));
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")]));
    bench.page(PageInput::Online { online: true });
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, "/attendance/P1"));
}

#[rstest]
#[case::api_010_system("GET system", "", 15_000)]
#[case::api_011_datetime("GET system/datetime", "", 5_000)]
#[case::api_016_agent("GET agents/101", "", 15_000)]
#[case::api_032_org_unit("GET org-unit/1", "", 15_000)]
#[case::api_020_membership("GET agents/101/member/attendance-groups", "", 15_000)]
#[case::api_035_groups("GET attendance-group/agent", "agent=101", 15_000)]
#[case::api_021_active_jobs("GET agents/101/jobs/active", "", 15_000)]
fn a_sign_in_loads_the_data_of_the_agent(#[case] name: &str, #[case] query: &str, #[case] time_limit_ms: u32) {
    let bench = Bench::signed_in();
    let calls = bench.calls_of(name);
    assert!(!calls.is_empty(), "{:?}", bench.names());
    for call in calls {
        assert_eq!((call.query_text().as_str(), call.time_limit_ms, &call.body), (query, time_limit_ms, &None));
    }
}

#[test]
fn api_010_api_016_api_032_agent_org_unit_and_version_are_shown() {
    let session = Bench::signed_in().session();
    let agent = session.agent.expect("the agent");
    assert_eq!((session.server_version.as_str(), agent.org_unit_name.as_str()), ("5.0.575", "Central Aurora"));
    assert_eq!(
        (agent.name.as_str(), agent.login_identifier.as_str(), agent.initials.as_str()),
        ("Ana Souza", "ana.souza", "AS")
    );
}

#[test]
fn api_019_the_status_is_loaded_and_decides_the_channels() {
    let mut bench = Bench::new();
    bench.answer("GET agents/101/status", 200, agent_status("paused")).start("/login").sign_in();
    assert!(bench.calls_of("GET agents/101/status").iter().all(|call| call.query.is_empty() && call.body.is_none()));
    assert_eq!(bench.channel(Channel::Chat).pause.as_deref(), Some("Almoço"));
}

#[test]
fn api_020_api_035_the_loaded_groups_say_whether_an_observation_is_required() {
    let mut bench = Bench::new();
    bench.answer(
        "GET attendance-group/agent",
        200,
        json!([{ "id": 10, "name": "Renovações", "observation_required": true }]),
    );
    bench.start("/login").sign_in().attends("P1").finishes("P1");
    assert!(bench.qualification("P1").observation_required);
    let member: Vec<_> = bench.workspace.session.member_groups().iter().map(|group| group.name.as_str()).collect();
    assert_eq!(member, ["Renovações"]);
}

#[test]
fn the_session_names_the_groups_of_the_agent_each_once() {
    let mut bench = Bench::new();
    let group = |id: u32, name: &str| json!({ "id": id, "name": name });
    let groups = json!([group(2, "Vendas"), group(1, "Suporte"), group(3, "Vendas")]);
    bench.answer("GET agents/101/member/attendance-groups", 200, groups);
    bench.start("/login").sign_in();
    assert_eq!(bench.session().agent.expect("an agent").groups, ["Suporte", "Vendas"]);
}

#[test]
fn ses_008_a_refused_sign_in_says_since_when_the_agent_is_connected_elsewhere() {
    let mut bench = Bench::new();
    let refusal = json!({ "reason": "ALREADY_CONNECTED", "details": { "since": 1_795_000_000_000_i64 } });
    bench.answer("POST auth/login", 409, refusal).start("/login").sign_in();
    let error = bench.session().error.expect("an error");
    assert_eq!(said(&error), "Agente já está conectado");
    assert_eq!(error.params.get("since").map(String::as_str), Some("1795000000000"));
}

#[test]
fn api_011_the_servers_time_applies_to_the_middle_of_the_round_trip_and_after_a_failure_the_browsers_clock_is_used() {
    let mut bench = Bench::new();
    bench.hold("GET system/datetime").start("/login").sign_in().advance(400);
    bench.reply("GET system/datetime", 200, json!({ "datetime": "2026-11-20T13:50:00.000Z" }));
    assert_eq!(bench.session().clock_offset_ms, 300_000.0 - 200.0);
    let mut silent = Bench::new();
    silent.fail("GET system/datetime", HttpFailure::TimedOut).start("/login").sign_in();
    assert_eq!((silent.session().clock_offset_ms, silent.session().phase), (0.0, Ready));
}

#[test]
fn the_servers_time_is_requested_with_every_session_check_until_it_is_known() {
    const TIME: &str = "GET system/datetime";
    let mut bench = Bench::new();
    bench.fail(TIME, HttpFailure::TimedOut).start("/login").sign_in().forget();
    bench.advance(20_000);
    assert_eq!(bench.calls_of(TIME).len(), 2);
    let server = serde_json::to_value(bench.now.wall.plus_ms(300_000 + 10_000)).expect("a time");
    bench.answer(TIME, 200, json!({ "datetime": server })).advance(10_000);
    assert_eq!(bench.session().clock_offset_ms, 300_000.0);
    bench.forget().advance(60_000);
    assert_eq!(bench.calls_of(TIME).len(), 0);
}

#[test]
fn api_007_ses_039_a_log_off_is_sent_without_a_body_and_clears_the_token() {
    let mut bench = Bench::signed_in();
    bench.hold("POST auth/logoff").intent(Intent::Session(SessionIntent::SignOut { confirmed: false }));
    let logoff = bench.call("POST auth/logoff");
    assert_eq!((&logoff.body, logoff.query.len(), logoff.token.as_deref()), (&None, 0, Some("token-1")));
    assert_eq!((bench.stored(StorePlace::LocalStorage, "token"), bench.path().as_str()), (None, "/login"));
    bench.forget().sign_in();
    assert_eq!(bench.call("POST auth/login").token, None);
}

#[test]
fn ses_040_ses_041_a_log_off_stops_every_timer_and_closes_the_link() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Olá".to_owned(),
    }));
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true }));
    assert!(bench.wake.is_some());
    let link = bench.link;
    bench.forget().intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!((bench.wake, bench.workspace.timers().count()), (None, 0));
    assert_eq!(bench.broker_commands(), [&BrokerCommand::Disconnect { link }]);
}

#[test]
fn ses_042_after_a_log_off_every_view_is_that_of_a_fresh_page() {
    let mut bench = a_working_day();
    let mut fresh = Bench::new();
    fresh.start("/login");
    let keys = |bench: &Bench| bench.workspace.live_keys();
    assert_eq!(keys(&bench), keys(&fresh));
    for key in keys(&fresh) {
        assert_eq!(bench.workspace.view(&key), fresh.workspace.view(&key), "{key}");
    }
    assert!(bench.disk.is_empty(), "{:?}", bench.disk.keys());
    bench.advance(60_000);
    assert!(bench.disk.is_empty(), "{:?}", bench.disk.keys());
}

#[test]
fn ses_043_a_log_off_with_open_attendances_asks_for_confirmation_and_works_without_the_server() {
    let mut bench = Bench::signed_in();
    bench
        .fail("POST auth/logoff", HttpFailure::NoAnswer)
        .attends("P1")
        .intent(Intent::Session(SessionIntent::SignOut { confirmed: false }));
    assert_eq!(bench.dialog(), Some(crate::shell::Dialog::ConfirmSignOut { open_jobs: 1 }));
    assert_eq!(bench.session().phase, Ready);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
}

#[rstest]
#[case::ses_048_chrome_71("Chrome/71.0.3578.98", "/login")]
#[case::ses_048_chrome_70("Chrome/70.0.3538.110", "/unsupported-browser")]
#[case::ses_049_firefox_60("Firefox/60.0", "/login")]
#[case::ses_049_firefox_59("Firefox/59.0.3", "/unsupported-browser")]
#[case::ses_050_another_browser("Version/17.0 Safari/605.1.15", "/unsupported-browser")]
fn an_opened_application_shows_the_page_for_the_version_of_the_browser(#[case] browser: &str, #[case] path: &str) {
    let mut bench = Bench::new();
    bench.start_in(&format!("Mozilla/5.0 (X11; Linux x86_64) {browser}"), "/");
    assert_eq!((bench.path().as_str(), bench.navigated()), (path, vec![path]));
    assert_eq!(bench.names(), Vec::<&str>::new());
}

#[test]
fn ses_052_the_browser_is_checked_before_the_token() {
    let mut bench = Bench::with_token();
    bench.start_in("Opera/9.80", "/attendance");
    assert_eq!((bench.path().as_str(), bench.names()), ("/unsupported-browser", vec![]));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), Some("kept"));
}

#[test]
fn submitting_the_sign_in_form_twice_sends_one_request() {
    let mut bench = Bench::new();
    bench.hold("POST auth/login").start("/login").sign_in().sign_in();
    assert_eq!((bench.calls.len(), bench.session().phase), (1, SigningIn));
}

#[test]
fn a_token_that_expires_during_work_ends_the_session() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").answer(
        "POST chat/messages",
        401,
        json!({ "cause": "expired", "message": "Provided token is expired." }),
    );
    bench.sends("P1", "Olá!");
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert!(said(&bench.session().notice.expect("a notice")).starts_with("Sessão expirada"));
}

#[test]
fn a_late_refusal_of_an_earlier_session_does_not_end_the_present_one() {
    let mut bench = Bench::signed_in();
    bench
        .hold("GET agents/101/status")
        .intent(Intent::Jobs(JobsIntent::ReloadJobs))
        .intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    bench.answer("GET agents/101/status", 200, agent_status("available")).sign_in();
    assert_eq!(bench.session().phase, Ready);
    bench.reply("GET agents/101/status", 401, json!({ "cause": "invalidToken" }));
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, "/attendance"));
}

#[test]
fn api_002_a_404_is_passed_to_the_area_and_not_shown_as_an_error() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/visitor-1", 404, json!({ "message": "not found" })).attends_visitor("V1");
    assert_eq!(bench.contact("V1").contact, crate::contacts::ContactStateView::Unknown);
    assert_eq!(bench.said(), Vec::<String>::new());
}

#[test]
fn api_003_a_409_is_passed_to_the_area_with_its_reason() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").answer("POST chat/messages", 409, json!({ "cause": "customIdReused" })).sends("P1", "Olá!");
    let message = bench.thread("P1").pop().expect("the message");
    assert_eq!(message.failure.expect("the caller's own reading").key, "chat.cause.customIdReused");
    assert_eq!(bench.session().phase, Ready);
}

#[test]
fn a_reload_immediately_after_a_sign_in_keeps_the_session() {
    let mut bench = Bench::new();
    bench.start("/login").sign_in();
    // No time has passed, so records that wait for the next write are not stored yet.
    bench.reload().start("/attendance");
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, "/attendance"));
}
