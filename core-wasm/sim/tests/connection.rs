//! The link to the broker: subscriptions and acknowledgements, broken links, and frames that no real server would send.

use core_wasm::connection::LinkHealth;
use core_wasm::flow::ReportLevel;
use core_wasm::jobs::JobsIntent;
use core_wasm::{Intent, PageInput};
use rstest::rstest;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, minutes, ms, secs};

fn at_work() -> Sim {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim
}

fn count(trace: &str, what: &str) -> usize {
    trace.lines().filter(|line| line.contains(what)).count()
}

#[test]
fn con_024_a_broken_link_is_opened_again_after_a_delay_of_at_most_five_seconds() {
    let mut sim = at_work();
    sim.agent(0).drop_link();
    sim.advance(ms(2_490));
    assert_eq!((sim.agent(0).links_at_broker(), sim.agent(0).link().server), (0, LinkHealth::Lost));
    sim.advance(ms(2_560));
    assert_eq!((sim.agent(0).links_at_broker(), sim.agent(0).link().server), (1, LinkHealth::Ok));
}

#[test]
fn con_025_each_link_subscribes_to_the_queue_exactly_once() {
    let mut sim = at_work();
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs)).page(PageInput::Visible { visible: true });
    sim.advance(secs(10));
    assert_eq!(sim.agent(0).subscriptions().len(), 1);
    // A sleep opens the link again, as a loss does.
    sim.agent(0).page(PageInput::Gap { ms: 60_000.0 });
    sim.advance(secs(10));
    sim.agent(0).drop_link();
    sim.advance(secs(10));
    let subscriptions = sim.agent(0).subscriptions();
    let links: std::collections::BTreeSet<u64> = subscriptions.iter().map(|(link, _)| *link).collect();
    assert_eq!((subscriptions.len(), links.len()), (3, 3), "{subscriptions:?}");
    assert!(subscriptions.iter().all(|(_, queue)| queue == "/queue/agent.101"));
}

#[test]
fn con_031_con_032_the_queue_is_registered_after_sign_in_and_after_each_reconnect() {
    let mut sim = at_work();
    let registrations = |sim: &Sim| count(&sim.trace(), "200 POST system/start-listener-queue");
    assert_eq!(registrations(&sim), 1);
    sim.agent(0).drop_link();
    sim.advance(secs(6));
    assert_eq!(registrations(&sim), 2);
}

#[test]
fn con_026_address_and_credentials_of_the_broker_come_from_the_server_at_run_time() {
    let mut config = CentreConfig::default();
    config.broker.url = "wss://broker.example.com/ws".to_owned();
    let mut sim = Sim::with_config(1, 1, config);
    sim.agent(0).signs_in();
    assert!(sim.trace().contains("> connect wss://broker.example.com/ws"));
    assert_eq!(sim.agent(0).links_at_broker(), 1);
}

#[test]
fn con_026_an_expired_credential_is_renewed_before_the_link_is_opened_again() {
    let mut sim = at_work();
    // Session checks fail for six minutes: the credential, which is valid for five, is not renewed.
    sim.server_fails(Some(503));
    sim.advance(minutes(6));
    sim.server_fails(None);
    let from = sim.trace_length();
    sim.agent(0).drop_link();
    sim.advance(secs(6));
    let trace = sim.trace_since(from);
    assert!(trace.find("200 POST auth/validate").unwrap() < trace.find("link opened").unwrap(), "{trace}");
    assert_eq!(count(&trace, "refused"), 0);
}

#[test]
fn bey_001_after_a_jump_of_the_clock_a_lost_link_is_opened_again() {
    let mut sim = at_work();
    sim.agent(0).sets_clock_ahead(8 * 60 * 60 * 1_000).drop_link();
    sim.advance(secs(12));
    assert_eq!(sim.agent(0).link().server, LinkHealth::Ok);
    sim.expect_agreement();
}

#[test]
fn con_019_a_frame_is_acknowledged_after_its_effects_are_stored_and_only_once() {
    let mut sim = at_work();
    sim.customer("Mariana").starts(SUPPORT);
    let from = sim.trace_length();
    sim.customer("Mariana").writes("Oi");
    let trace = sim.trace_since(from);
    let (arrived, stored, acknowledged) =
        (trace.find("frame ChatMessageEvent"), trace.find(", connection"), trace.find("> acknowledge"));
    assert!(arrived < stored && stored < acknowledged && acknowledged.is_some(), "{trace}");
    assert_eq!(count(&trace, "> acknowledge"), 1);
    assert_eq!(sim.agent(0).unacknowledged(), 0);
    sim.expect_agreement();
}

#[test]
fn con_019_an_unacknowledged_frame_is_redelivered_on_the_next_link_and_changes_nothing() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.hold_disk(true);
    sim.customer("Mariana").writes("Uma vez");
    let unread = sim.agent(0).row(&chat).unwrap().unread;
    sim.agent(0).drop_link();
    sim.hold_disk(false).advance(secs(6));
    let again = |line: &str| line.contains("frame ChatMessageEvent") && line.ends_with("again");
    assert!(sim.trace().lines().any(again), "{}", sim.trace());
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Uma vez"]);
    assert!(sim.agent(0).row(&chat).unwrap().unread <= unread);
    sim.expect_agreement();
}

#[test]
fn con_020_an_unknown_event_is_logged_acknowledged_and_otherwise_ignored() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let from = sim.trace_length();
    sim.agent(0).receives_frame(r#"{"event":"MoonPhaseEvent","eventId":"m1","phase":"full"}"#);
    let report = sim.agent(0).reports().last().unwrap().clone();
    assert_eq!((report.code.as_str(), report.detail.as_str()), ("unregisteredEvent", "MoonPhaseEvent"));
    assert_eq!(sim.agent(0).unacknowledged(), 0);
    assert_eq!(count(&sim.trace_since(from), "GET "), 0);
    sim.agent(0).expect_rows(&["Mariana"]).expect_no_snackbar().expect_route(&format!("/attendance/{chat}"));
}

#[rstest]
#[case::con_021_not_json("this is not JSON")]
#[case::con_021_cut_off(r#"{"event":"NewChatEvent","job":{"#)]
#[case::con_021_no_event_name(r#"{"protocol":"1"}"#)]
#[case::con_021_empty("")]
#[case::con_021_a_list("[1,2]")]
#[case::con_021_a_body_that_does_not_fit(r#"{"event":"ChatMessageEvent","message":"Oi"}"#)]
fn an_unreadable_frame_is_acknowledged_and_changes_nothing(#[case] body: &str) {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).receives_frame(body);
    let report = sim.agent(0).reports().last().unwrap().clone();
    assert_eq!((report.level, report.code.as_str()), (ReportLevel::Warning, "undecodableEvent"));
    assert_eq!(sim.agent(0).unacknowledged(), 0);
    sim.customer("Mariana").writes("Continua?");
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Continua?"]);
    sim.expect_agreement();
}

#[test]
fn frames_that_arrive_twice_are_applied_once() {
    let mut sim = at_work();
    sim.double_frames(true);
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).focuses(false);
    sim.customer("Mariana").writes("Uma vez");
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Uma vez"]);
    assert_eq!(sim.agent(0).row(&chat).unwrap().unread, 1);
    assert_eq!(sim.agent(0).notifications()[0].count, 1);
    sim.expect_agreement();
}

#[test]
fn an_event_that_is_redelivered_after_a_later_one_is_not_applied_again() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let typing = |id: &str, typing: bool| {
        format!(r#"{{"event":"ChatTypingEvent","eventId":"{id}","protocol":"{chat}","typing":{typing}}}"#)
    };
    sim.agent(0).receives_frame(&typing("t1", true));
    assert!(sim.agent(0).row(&chat).unwrap().typing);
    sim.agent(0).receives_frame(&typing("t2", false)).receives_frame(&typing("t1", true));
    assert!(!sim.agent(0).row(&chat).unwrap().typing);
    sim.agent(0).reload().receives_frame(&typing("t1", true));
    assert!(!sim.agent(0).row(&chat).unwrap().typing);
    assert_eq!(sim.agent(0).unacknowledged(), 0);
}

#[test]
fn messages_that_arrive_in_the_wrong_order_are_shown_in_the_right_order() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.hold_frames();
    for text in ["um", "dois", "três"] {
        sim.customer("Mariana").writes(text);
    }
    sim.release_frames_backwards().settle();
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: um", "customer: dois", "customer: três"]);
    sim.expect_agreement();
}

#[test]
fn a_refused_credential_is_renewed_unless_the_session_has_ended() {
    let mut sim = at_work();
    sim.config().broker_credential_ms = 0;
    sim.agent(0).drop_link();
    sim.advance(minutes(5));
    sim.config().broker_credential_ms = 300_000;
    sim.advance(secs(20));
    assert_eq!(sim.agent(0).link().server, LinkHealth::Ok);
    sim.fail_next("auth/validate", FailKind::Answer(401, r#"{"cause":"invalidToken"}"#));
    sim.advance(minutes(6));
    sim.agent(0).drop_link();
    sim.advance(secs(6));
    sim.agent(0).expect_route("/login");
    assert_eq!(sim.agent(0).session().notice.unwrap().key, "session.notice.lost");
}

#[test]
fn an_outage_of_the_server_loses_no_message_and_no_draft() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.server_down();
    sim.agent(0).presses_send(&chat, "Durante a queda");
    sim.advance(secs(45));
    sim.server_up().advance(secs(60));
    sim.customer("Mariana").expect_hears("Ana Souza: Durante a queda");
    sim.agent(0).expect_rows(&["Mariana"]);
    sim.expect_agreement();
}
