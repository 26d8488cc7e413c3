//! The link to the broker: opened with the server's settings, subscribed once; each delivery is acknowledged on its
//! own.

use super::bench::Bench;
use super::samples::chat_job;
use crate::connection::{Frame, LinkHealth};
use crate::flow::{BrokerCommand, JobGroup, ReportLevel, StorePlace};
use crate::input::{BrokerInput, PageInput};
use crate::wire::{Channel, ClientStatus, Secret};
use crate::workspace::Restored;
use rstest::rstest;
use serde_json::{Value, json};

fn connects(bench: &Bench) -> Vec<u64> {
    let link =
        |command: &&BrokerCommand| if let BrokerCommand::Connect { link, .. } = command { Some(*link) } else { None };
    bench.broker_commands().iter().filter_map(link).collect()
}

fn subscriptions(bench: &Bench) -> Vec<(u64, &str)> {
    bench
        .broker_commands()
        .into_iter()
        .filter_map(|command| match command {
            BrokerCommand::Subscribe { link, destination } => Some((*link, destination.as_str())),
            _ => None,
        })
        .collect()
}

fn lost(bench: &mut Bench) -> &mut Bench {
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link })
}

#[test]
fn con_026_address_and_credentials_of_the_broker_come_from_the_server_at_run_time() {
    let mut bench = Bench::new();
    bench.answer("GET system", 200, json!({ "broker": { "url": "wss://other.example/stomp" } }));
    let broker = json!({ "login": "agent-101-b2", "passcode": "another", "destination": "/queue/agent.101" });
    bench.answer("POST auth/validate", 200, json!({ "success": true, "broker": broker })).start("/login").sign_in();
    let expected = BrokerCommand::Connect {
        link: bench.link,
        url: "wss://other.example/stomp".to_owned(),
        login: "agent-101-b2".to_owned(),
        passcode: Secret::new("another".to_owned()),
        heartbeat_ms: 2_500,
    };
    assert_eq!(bench.broker_commands()[0], &expected);
}

#[test]
fn con_031_con_032_api_013_the_queue_is_registered_for_listening_after_each_connection() {
    let mut bench = Bench::signed_in();
    let registered = json!({ "agentId": "101", "queue": "/queue/agent.101" });
    assert_eq!(bench.call("POST system/start-listener-queue").json(), registered);
    assert!(bench.workspace.connection.queue_listener());
    bench.forget();
    lost(&mut bench).advance(5_000);
    assert_eq!(bench.call("POST system/start-listener-queue").json(), registered);
}

#[test]
fn a_refused_registration_of_the_queue_is_shown_and_reported() {
    let mut bench = Bench::new();
    bench.answer("POST system/start-listener-queue", 403, json!({})).start("/login").sign_in();
    assert!(!bench.workspace.connection.queue_listener());
    assert_eq!(bench.reports()[0].code, "queueListenerRefused");
}

#[test]
fn con_024_a_lost_link_is_opened_again_after_a_delay_of_at_most_5000_ms() {
    let mut bench = Bench::signed_in();
    bench.forget();
    lost(&mut bench).advance(2_500);
    assert_eq!((connects(&bench).len(), bench.workspace.connection.view().server), (0, LinkHealth::Lost));
    bench.advance(2_500);
    assert_eq!((connects(&bench).len(), bench.workspace.connection.view().server), (1, LinkHealth::Ok));
}

#[test]
fn con_025_after_a_reconnect_the_queue_is_subscribed_once_on_the_new_link() {
    let mut bench = Bench::signed_in();
    let first = bench.link;
    bench.broker(BrokerInput::Opened { link: first });
    assert_eq!(subscriptions(&bench), [(first, "/queue/agent.101")]);
    lost(&mut bench).advance(5_000);
    let second = bench.link;
    assert_ne!(first, second);
    bench.broker(BrokerInput::Opened { link: first }).broker(BrokerInput::Opened { link: second });
    assert_eq!(subscriptions(&bench), [(first, "/queue/agent.101"), (second, "/queue/agent.101")]);
}

#[test]
fn con_017_events_of_the_broker_are_json_with_a_name() {
    let mut bench = Bench::signed_in();
    bench.event("NewChatEvent", json!({ "job": chat_job("P1") }));
    assert_eq!(bench.order(JobGroup::Active), ["P1"]);
    // A frame without an event name, or that is not JSON, is ignored.
    bench.frame(&json!({ "job": chat_job("P2") }).to_string()).frame("NewChatEvent");
    assert_eq!(bench.order(JobGroup::Active), ["P1"]);
}

#[test]
fn con_018_events_are_dispatched_by_their_name() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Bom dia!");
    assert_eq!(bench.texts("P1"), ["Bom dia!"]);
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true }));
    assert!(bench.row("P1").typing);
    bench.event("ChatInactiveEvent", json!({ "protocol": "P1" }));
    assert_eq!(bench.row("P1").client_status, ClientStatus::Inactive);
    bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert!(bench.row("P1").disabled);
    bench.event("ChatLogoffEvent", json!({ "version": 9, "channel": "chat", "connected": false }));
    assert!(!bench.channel(Channel::Chat).connected);
    bench.event("ChatLoginEvent", json!({ "version": 10, "channel": "chat", "connected": true }));
    assert!(bench.channel(Channel::Chat).connected);
    bench.event("AgentStatusEvent", json!({ "version": 11, "channels": { "whatsapp": { "connected": true } } }));
    assert!(bench.channel(Channel::Whatsapp).connected);
    bench.event("NotificationEvent", json!({ "agent_notify_id": "8", "type": "chat", "text": "Fila cheia" }));
    assert_eq!(bench.notifications().items[0].body, "Fila cheia");
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    assert!(!bench.has_job("P1"));
}

#[test]
fn con_019_each_handled_frame_is_acknowledged_on_its_own_after_its_effects_are_stored() {
    let mut bench = Bench::signed_in();
    bench.forget().attends("P1").customer_writes("P1", 1, "Bom dia!");
    assert_eq!(bench.acknowledged(), Vec::<String>::new());
    bench.advance(300);
    assert_eq!(bench.acknowledged(), ["ack-1", "ack-2"]);
    assert!(bench.stored(StorePlace::Database, "attendance/P1").expect("the thread").contains("Bom dia!"));
    bench.forget().customer_writes("P1", 2, "Tudo bem?").advance(300);
    assert_eq!(bench.acknowledged(), ["ack-3"]);
}

#[test]
fn a_late_frame_of_an_old_link_is_neither_handled_nor_acknowledged_on_the_new_link() {
    let mut bench = Bench::signed_in();
    let old = bench.link;
    lost(&mut bench).advance(5_000).forget();
    assert_ne!(bench.link, old);
    let body = json!({ "event": "NewChatEvent", "eventId": "late", "seq": 1, "epoch": "e1", "job": chat_job("P1") });
    let frame = Frame { link: old, ack: "late".to_owned(), body: body.to_string() };
    bench.broker(BrokerInput::Frame(frame)).advance(1_000);
    assert_eq!((bench.has_job("P1"), bench.acknowledged().len()), (false, 0));
}

#[test]
fn a_frame_of_a_lost_link_is_not_acknowledged_and_its_redelivery_changes_nothing() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Bom dia!");
    let twice = json!({ "event": "ChatMessageEvent", "eventId": "event-2", "seq": 2, "epoch": "e1",
        "message": super::samples::customer_message("P1", 1, "Bom dia!") });
    lost(&mut bench).forget().advance(5_000).frame(&twice.to_string()).advance(300);
    assert_eq!(
        (bench.texts("P1"), bench.row("P1").unread, bench.acknowledged().len()),
        (vec!["Bom dia!".to_owned()], 1, 1)
    );
}

#[rstest]
#[case::con_020_unknown_name(
    r#"{"event":"TeleportEvent","eventId":"t1","protocol":"P1"}"#,
    "unregisteredEvent",
    ReportLevel::Info
)]
#[case::con_021_not_json("{", "undecodableEvent", ReportLevel::Warning)]
#[case::con_021_no_name(r#"{"protocol":"P1"}"#, "undecodableEvent", ReportLevel::Warning)]
#[case::a_body_that_does_not_fit(
    r#"{"event":"NewChatEvent","eventId":"t2","job":7}"#,
    "undecodableEvent",
    ReportLevel::Warning
)]
fn an_unknown_frame_is_logged_acknowledged_and_ignored(
    #[case] body: &str,
    #[case] code: &str,
    #[case] level: ReportLevel,
) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000);
    let before = (bench.job("P1"), bench.texts("P1"), bench.said(), bench.path());
    bench.forget().frame(body).advance(300);
    assert_eq!(
        bench.reports().iter().map(|report| (report.code.as_str(), report.level)).collect::<Vec<_>>(),
        [(code, level)]
    );
    assert_eq!(bench.acknowledged().len(), 1);
    assert_eq!((bench.job("P1"), bench.texts("P1"), bench.said(), bench.path()), before);
}

#[test]
fn con_020_an_unregistered_event_sends_no_request() {
    let mut bench = Bench::signed_in();
    bench.forget().event("TeleportEvent", json!({ "protocol": "P1" })).advance(300);
    assert_eq!(bench.names(), Vec::<&str>::new());
    assert_eq!(bench.reports()[0].detail, "TeleportEvent");
}

#[test]
fn a_gap_in_the_event_numbers_starts_one_reconcile() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").forget();
    let late: Value = json!({ "event": "ChatTypingEvent", "eventId": "e9", "seq": 9, "epoch": "e1", "protocol": "P1", "typing": true });
    bench.frame(&late.to_string());
    let compared = [
        "GET job/P1/notes",
        "GET agents/101/jobs/inbox",
        "GET agents/101/jobs/active",
        "GET agents/notifications/agent",
        "GET pauses",
        "GET pauses/agent/101",
        "GET agents/101/status",
    ];
    assert_eq!(bench.names(), compared);
}

#[test]
fn a_refused_credential_is_renewed_by_a_session_check() {
    let mut bench = Bench::signed_in();
    let link = bench.link;
    bench.forget().broker(BrokerInput::Refused { link, message: "bad credentials".to_owned() });
    assert_eq!(bench.names()[0], "POST auth/validate");
    assert_eq!(connects(&bench).len(), 1);
}

#[test]
fn a_broker_that_refuses_every_credential_is_connected_again_every_five_seconds_only() {
    let mut bench = Bench::signed_in();
    bench.broker_opens = false;
    let refuse = |bench: &mut Bench| {
        let link = bench.link;
        bench.broker(BrokerInput::Closed { link }).advance(5_000);
        let link = bench.link;
        bench.broker(BrokerInput::Refused { link, message: "bad credentials".to_owned() });
    };
    refuse(&mut bench);
    let link = bench.link;
    bench.forget().broker(BrokerInput::Refused { link, message: "bad credentials".to_owned() });
    assert_eq!((connects(&bench).len(), bench.workspace.connection.view().server), (0, LinkHealth::Lost));
    bench.advance(4_999);
    assert_eq!(connects(&bench).len(), 0);
    bench.advance(1);
    assert_eq!(connects(&bench).len(), 1);
    // After an accepted link the next refusal counts from the beginning.
    let link = bench.link;
    bench.broker(BrokerInput::Opened { link }).forget();
    refuse(&mut bench);
    assert_eq!(connects(&bench).len(), 2);
}

#[test]
fn when_the_browser_is_online_again_the_link_is_opened_at_once() {
    let mut bench = Bench::signed_in();
    bench.forget().page(PageInput::Online { online: false });
    lost(&mut bench).advance(1_000).page(PageInput::Online { online: true });
    assert_eq!(connects(&bench).len(), 1);
}

#[test]
fn a_frame_that_crashed_an_earlier_instance_is_acknowledged_without_being_handled() {
    let poison = json!({ "event": "NewChatEvent", "eventId": "p", "job": chat_job("P9") }).to_string();
    let mut bench = Bench::new();
    bench.restart(Restored { unhandled_delivery: Some(poison.clone()), ..Restored::default() });
    bench.start("/login").sign_in().forget().frame(&poison).advance(300);
    assert!(!bench.has_job("P9"));
    assert_eq!((bench.reports()[0].code.as_str(), bench.acknowledged().len()), ("deliverySkippedAfterCrash", 1));
}
