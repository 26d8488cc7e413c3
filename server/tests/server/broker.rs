//! Tests of the broker from the side of a client: admission, delivery, lost connections.

use std::time::Duration;

use rstest::rstest;
use serde_json::json;
use tokio_tungstenite::tungstenite::Error;

use crate::http_client::request;
use crate::stomp_client::StompClient;
use crate::test_server::{Agent, TestServer};

#[tokio::test]
async fn con_017_an_agents_own_queue_delivers_json_events_with_a_name() {
    let test_server = TestServer::open().await;
    let (_, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    // The helper `event` fails unless every message is JSON with the name of its event.
    let (frame, event) = link.event("NewChatEvent").await;
    assert_eq!(event["job"]["protocol"], json!(customer.protocol), "{event}");
    assert_eq!(frame.header("redelivered"), None);
    assert_eq!(frame.header("content-type"), Some("application/json;charset=utf-8"));
}

#[tokio::test]
async fn subscribing_to_another_agents_queue_is_refused() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let other = test_server.demo().agents[1].id.clone();
    let mut link = test_server.link(&agent).await;
    link.say(&format!("SUBSCRIBE\nid:1\ndestination:/queue/agent.{other}\n\n\0")).await;
    assert_eq!(link.error().await, "this destination may not be read");
}

#[tokio::test]
async fn a_wrong_passcode_is_refused_by_the_broker() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let mut link = StompClient::open(&test_server.host()).await;
    link.connect(&agent.login, "not-the-passcode", "0,0").await;
    assert_eq!(link.error().await, "access refused");
}

#[tokio::test]
async fn an_access_token_is_not_accepted_as_a_broker_credential() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let mut link = StompClient::open(&test_server.host()).await;
    link.connect(&agent.login, &agent.token, "0,0").await;
    assert_eq!(link.error().await, "access refused");
}

#[tokio::test]
async fn unacknowledged_messages_are_redelivered_in_order_to_the_next_connection() {
    let test_server = TestServer::open().await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    for (id, text) in [("AAAAAAAAA1", "um"), ("AAAAAAAAA2", "dois"), ("AAAAAAAAA3", "três")] {
        assert_eq!(test_server.customer_says(&customer, id, text).await.status, 200);
    }
    let mut messages = Vec::new();
    while messages.len() < 3 {
        let frame = link.frame().await;
        let body: serde_json::Value = serde_json::from_slice(&frame.body).unwrap();
        if body["event"] == "ChatMessageEvent" && body["message"]["senderType"] == "customer" {
            messages.push(frame);
        }
    }
    link.acknowledge(&messages[1]).await;
    drop(link);
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client-individual").await;
    let mut texts = Vec::new();
    while texts.len() < 2 {
        let frame = link.frame().await;
        assert_eq!(frame.header("redelivered"), Some("true"));
        let body: serde_json::Value = serde_json::from_slice(&frame.body).unwrap();
        if body["event"] == "ChatMessageEvent" && body["message"]["senderType"] == "customer" {
            texts.push(body["message"]["message"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(texts, ["um", "três"]);
    assert_eq!(test_server.customer_says(&customer, "AAAAAAAAA4", "quatro").await.status, 200);
    let (fresh, body) = link.event("ChatMessageEvent").await;
    assert_eq!((body["message"]["message"].as_str(), fresh.header("redelivered")), (Some("quatro"), None));
}

#[tokio::test]
async fn a_newer_subscription_takes_over_the_queue() {
    let test_server = TestServer::open().await;
    let (agent, mut older) = test_server.agent_at_work(0).await;
    older.event("ChatLoginEvent").await;
    let mut newer = test_server.link(&agent).await;
    newer.subscribe(&agent, "client-individual").await;
    let mut last = older.frame().await;
    let mut told = serde_json::Value::Null;
    while last.command.as_str() == "MESSAGE" {
        told = serde_json::from_slice(&last.body).unwrap();
        last = older.frame().await;
    }
    assert_eq!((&told["event"], &told["agentId"]), (&json!("TabDisabledEvent"), &json!(agent.id)));
    assert_eq!(told["seq"], json!(null), "it stands outside the queue");
    assert_eq!(last.header("message"), Some("the queue was taken over by a newer connection"));
    assert_eq!(older.next().await, None);
    test_server.customer("Marina").await;
    newer.event("NewChatEvent").await;
}

/// Ends a session in one of several ways; returns after the reply.
#[derive(Clone, Copy)]
enum End {
    LogOff,
    BySupervisor,
    NewPassword,
}

async fn end_session(test_server: &TestServer, agent: &Agent, end: End) {
    let supervisor = test_server.sign_in(2).await;
    let (path, token) = match end {
        End::LogOff => ("/api/auth/logoff".to_owned(), &agent.token),
        End::BySupervisor => (format!("/api/agents/{}/force-disconnect", agent.id), &supervisor.token),
        End::NewPassword => (format!("/api/agents/{}/reset-password", agent.id), &supervisor.token),
    };
    let bearer = format!("Bearer {token}");
    let reply = request(&test_server.host(), "POST", &path, &[("authorization", &bearer)], "").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
}

/// The client keeps reading without closing; its attendance continues without it.
#[rstest]
#[case::log_off(End::LogOff)]
#[case::ended_by_a_supervisor(End::BySupervisor)]
#[case::password_reset(End::NewPassword)]
#[tokio::test]
async fn bey_128_after_the_end_of_a_session_its_link_receives_nothing_and_closes_at_once(#[case] end: End) {
    let test_server = TestServer::open().await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    end_session(&test_server, &agent, end).await;
    let written = test_server.customer_says(&customer, "AAAAAAAAA1", "Depois do fim").await;
    assert_eq!(written.status, 200, "{}", written.body);
    let rest = async {
        let mut delivered = Vec::new();
        while let Some(frame) = link.next().await {
            delivered.push(String::from_utf8_lossy(&frame.body).into_owned());
        }
        delivered
    };
    let delivered = tokio::time::timeout(Duration::from_secs(5), rest).await.expect("the link closes at once");
    assert!(!delivered.iter().any(|text| text.contains("Depois do fim")), "{delivered:?}");
    let mut again = StompClient::open(&test_server.host()).await;
    again.connect(&agent.login, &agent.passcode, "0,0").await;
    assert_eq!(again.error().await, "access refused");
}

#[tokio::test]
async fn log_off_ends_the_links_of_the_session() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client").await;
    let bearer = format!("Bearer {}", agent.token);
    let headers = [("authorization", bearer.as_str())];
    let reply = crate::http_client::request(&test_server.host(), "POST", "/api/auth/logoff", &headers, "").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let mut last = link.frame().await;
    while last.command.as_str() == "MESSAGE" {
        last = link.frame().await;
    }
    assert_eq!(last.header("message"), Some("the session has ended"));
    assert_eq!(link.next().await, None);
    let mut again = StompClient::open(&test_server.host()).await;
    again.connect(&agent.login, &agent.passcode, "0,0").await;
    assert_eq!(again.error().await, "access refused");
}

#[tokio::test]
async fn a_slow_consumer_gets_at_most_the_prefetch_limit() {
    let test_server = TestServer::open().await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    drop(link);
    // Each message publishes one event.
    for number in 0..300 {
        assert_eq!(test_server.customer_says(&customer, &format!("AAAAAAA{number:03}"), "Bom dia").await.status, 200);
    }
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client").await;
    for _ in 0..256 {
        assert_eq!(link.frame().await.command.as_str(), "MESSAGE");
    }
    // At the prefetch limit only the reply to an error can follow.
    link.say("UNSUBSCRIBE\nid:other\n\n\0").await;
    assert_eq!(link.frame().await.command.as_str(), "ERROR");
    assert_eq!(link.next().await, None);
    // Each acknowledgement allows one more delivery.
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client-individual").await;
    let first = link.frame().await;
    let mut last = first.clone();
    for _ in 1..256 {
        last = link.frame().await;
    }
    link.acknowledge(&first).await;
    let next = link.frame().await;
    let number = |frame: &workspace_server::stomp::Frame| frame.header("ack").unwrap().parse::<u64>().unwrap();
    assert_eq!(number(&next), number(&last) + 1);
}

#[tokio::test(start_paused = true)]
async fn bey_127_a_client_without_heart_beats_is_dropped() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let mut link = StompClient::open(&test_server.host()).await;
    link.connect(&agent.login, &agent.passcode, "2500,0").await;
    assert_eq!(link.frame().await.header("heart-beat"), Some("2500,2500"));
    let started = tokio::time::Instant::now();
    assert_eq!(link.error().await, "no heart-beat received");
    assert!(started.elapsed() >= Duration::from_millis(5_500), "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn bey_127_a_connection_without_connect_is_dropped_after_ten_seconds() {
    let test_server = TestServer::open().await;
    let started = tokio::time::Instant::now();
    let mut link = StompClient::open(&test_server.host()).await;
    assert_eq!(link.error().await, "no CONNECT received in time");
    assert!(started.elapsed() >= Duration::from_secs(10), "{:?}", started.elapsed());
}

#[rstest]
#[case::page_of_this_host(None, true)]
#[case::page_of_another_host(Some("https://evil.example"), false)]
#[case::sandboxed_page(Some("null"), false)]
#[tokio::test]
async fn only_pages_of_this_host_can_connect_to_the_broker(#[case] origin: Option<&str>, #[case] welcome: bool) {
    let test_server = TestServer::open().await;
    let own = format!("http://{}", test_server.host());
    let opened = StompClient::open_as(&test_server.host(), Some("v12.stomp"), Some(origin.unwrap_or(&own))).await;
    match opened {
        Ok(_) => assert!(welcome),
        Err(Error::Http(reply)) => assert_eq!((welcome, reply.status().as_u16()), (false, 403)),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_client_without_a_subprotocol_negotiates_the_version_by_its_connect_frame() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let opened = StompClient::open_as(&test_server.host(), None, None).await;
    let Ok(mut link) = opened else { panic!("refused") };
    link.connect(&agent.login, &agent.passcode, "0,0").await;
    assert_eq!(link.frame().await.header("version"), Some("1.2"));
}

#[tokio::test]
async fn a_socket_that_does_not_send_stomp_is_closed_with_an_error() {
    let test_server = TestServer::open().await;
    let Err(Error::Http(reply)) = StompClient::open_as(&test_server.host(), Some("mqtt"), None).await else {
        panic!("opened")
    };
    assert_eq!(reply.status().as_u16(), 400);
}
