//! A busy server (429, 408): requests wait and are sent again, and no failure is shown. Also the limit of simultaneous
//! requests of one kind, and the random delays of reconnects.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, with};
use crate::input::{BrokerInput, Intent};
use crate::notifications::NotificationsIntent;
use crate::session::SessionIntent;
use crate::voice::VoiceIntent;
use crate::whatsapp::WhatsAppIntent;
use crate::wire::Channel;
use rstest::rstest;
use serde_json::json;

/// The first repetition without a `retry-after` header waits a second and at most a quarter more.
const REPEATED_AFTER_MS: u64 = 1_250;

const BUSY: [u16; 2] = [429, 408];

/// Requests that are sent after a sign-in.
const READ_AT_THE_START: [&str; 12] = [
    "GET agents/101",
    "GET agents/101/status",
    "GET system",
    "GET org-unit/1",
    "GET agents/101/member/attendance-groups",
    "GET attendance-group/agent",
    "GET agents/101/jobs/active",
    "GET agents/101/jobs/inbox",
    "GET agents/notifications/agent",
    "GET pauses",
    "GET pauses/agent/101",
    "GET agents/101/list-views",
];

#[test]
fn requests_at_the_start_wait_for_a_busy_server() {
    let bench = Bench::signed_in();
    let asked: Vec<&str> = READ_AT_THE_START.into_iter().filter(|name| !bench.calls_of(name).is_empty()).collect();
    let others = bench.calls.iter().map(|call| call.name.as_str()).filter(|name| name.starts_with("GET "));
    let others: Vec<&str> = others.filter(|name| !asked.contains(name) && *name != "GET system/datetime").collect();
    assert_eq!(others, [] as [&str; 0], "requests that this table lacks");
    assert_eq!(asked, READ_AT_THE_START, "requests that are not sent any more");
    for (name, status) in READ_AT_THE_START.into_iter().flat_map(|name| BUSY.map(|status| (name, status))) {
        let mut bench = Bench::new();
        bench.hold(name).start("/login").sign_in();
        let before = bench.calls_of(name).len();
        bench.reply(name, status, json!({})).advance(REPEATED_AFTER_MS);
        assert_eq!(bench.calls_of(name).len(), before + 1, "{name} after {status}");
        assert_eq!(bench.snackbars().len(), 0, "{name}");
    }
}

/// A request and the intent that sends it.
type Change = (&'static str, fn() -> Intent);

#[test]
fn a_change_waits_for_a_busy_server_without_a_text_of_a_failure() {
    let changes: [Change; 7] = [
        ("PUT agents/101/chat-notify-message", || {
            Intent::Session(SessionIntent::SetNotify { channel: Channel::Chat, on: true })
        }),
        ("PUT agents/101/set-campaign-default", || {
            Intent::Whatsapp(WhatsAppIntent::SetDefaultCampaign { campaign_id: "31".to_owned() })
        }),
        ("PUT agents/101/set-campaign-default", || {
            Intent::Voice(VoiceIntent::SetDefaultCampaign { campaign_id: "31".to_owned() })
        }),
        ("PUT agents/101/webrtc-auto-reconnect", || Intent::Voice(VoiceIntent::SetAutoReconnect { enabled: true })),
        ("PUT agents/101/ackcall-volume", || Intent::Voice(VoiceIntent::SetRingVolume { volume: 20 })),
        ("POST whatsapp/pin", || Intent::Whatsapp(WhatsAppIntent::Pin { protocol: "W1".into(), pinned: true })),
        ("PUT agents/notifications/read/all", || Intent::Notifications(NotificationsIntent::NotificationsReadAll)),
    ];
    for (name, change) in changes {
        let mut bench = Bench::signed_in();
        bench.event("NotificationEvent", json!({ "agent_notify_id": "8", "type": "chat", "text": "Fila cheia" }));
        bench.attends_whatsapp("W1", json!({})).advance(60_000);
        bench.hold(name).forget().intent(change()).advance(500).reply(name, 429, json!({}));
        bench.advance(REPEATED_AFTER_MS);
        assert_eq!((bench.calls_of(name).len(), bench.snackbars().len()), (2, 0), "{name}");
        let body = bench.calls_of(name)[0].body.clone();
        assert_eq!(bench.calls_of(name)[1].body, body, "{name}: the same request");
        bench.reply(name, 200, json!({ "success": true })).advance(120_000);
        assert_eq!(bench.calls_of(name).len(), 2, "{name}: once it is answered it is not repeated");
    }
}

#[rstest]
#[case::chat("P1", "POST chat/messages")]
#[case::whatsapp("W1", "POST whatsapp/messages")]
fn a_message_waits_for_a_busy_server_and_is_not_marked_as_failed(#[case] protocol: &str, #[case] name: &str) {
    for status in BUSY {
        let mut bench = Bench::signed_in();
        bench.attends("P1").attends_whatsapp("W1", json!({})).customer_sends("W1", 1, "Bom dia!");
        bench.advance(60_000).hold(name).sends(protocol, "Um momento").reply(
            name,
            status,
            json!({ "reason": "TOO_MANY_REQUESTS" }),
        );
        bench.advance(2_000);
        assert_eq!((bench.calls_of(name).len(), bench.snackbars().len()), (2, 0), "{name} after {status}");
    }
}

#[test]
fn a_thread_waits_for_a_busy_server() {
    const MESSAGES: &str = "GET job/P1/messages";
    let mut bench = Bench::signed_in();
    bench.hold(MESSAGES).attends("P1").page(crate::input::PageInput::RouteRequested { path: "/attendance/P1".into() });
    bench.reply(MESSAGES, 429, json!({})).advance(REPEATED_AFTER_MS);
    assert_eq!(bench.calls_of(MESSAGES).len(), 2);
}

#[test]
fn a_request_that_the_server_delays_too_often_fails_in_its_area() {
    const LIST: &str = "GET agents/101/jobs/active";
    let mut bench = Bench::new();
    bench.answer(LIST, 429, json!({})).start("/login").sign_in().forget().advance(240_000);
    assert!(bench.calls_of(LIST).len() > 8);
    assert!(!bench.snackbars().is_empty() || bench.reports().iter().any(|report| report.code == "activeJobsNotLoaded"));
}

#[test]
fn a_request_that_waits_is_dropped_with_its_session() {
    const LIST: &str = "GET agents/101/jobs/active";
    let mut bench = Bench::new();
    bench.hold(LIST).start("/login").sign_in().reply(LIST, 429, json!({}));
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert!(bench.workspace.kernel.http.repetitions.is_empty());
    bench.forget().advance(120_000);
    assert_eq!(bench.calls_of(LIST).len(), 0);
}

#[test]
fn a_reconcile_refetches_four_threads_at_a_time() {
    let protocols: Vec<String> = (1..=10).map(|number| format!("P{number}")).collect();
    let mut bench = Bench::signed_in();
    for protocol in &protocols {
        bench.attends(protocol);
        bench.page(crate::input::PageInput::RouteRequested { path: format!("/attendance/{protocol}") });
    }
    // Each thread has one message more at the server.
    let listed: Vec<_> = protocols.iter().map(|protocol| with(chat_job(protocol), json!({ "seq": 9 }))).collect();
    let names: Vec<String> = protocols.iter().map(|protocol| format!("GET job/{protocol}/messages")).collect();
    for name in &names {
        bench.hold(name);
    }
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&listed)).forget();
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link }).advance(5_000);
    let asked = |bench: &Bench| names.iter().filter(|name| !bench.calls_of(name).is_empty()).count();
    assert_eq!(asked(&bench), 4);
    for read in 1..=6 {
        let next =
            bench.calls.iter().find(|call| names.contains(&call.name) && !call.answered).map(|call| call.name.clone());
        bench.reply(&next.expect("a thread"), 200, json!({ "data": [] }));
        assert_eq!(asked(&bench), 4 + read, "after {read} answers");
    }
}

#[test]
fn con_024_reconnects_of_many_pages_are_spread_within_the_delay() {
    let delays: std::collections::BTreeSet<u64> = (0..40)
        .map(|seed| {
            let mut kernel = crate::flow::Kernel::new([seed; 32]);
            let mut context = crate::flow::Context { now: crate::flow::Now::default(), kernel: &mut kernel };
            crate::connection::reconnect_delay_ms(&mut context, 0)
        })
        .collect();
    assert!(delays.len() > 30, "pages return one after another: {delays:?}");
    assert!(delays.iter().all(|delay| (2_501..=5_000).contains(delay)), "{delays:?}");
}
