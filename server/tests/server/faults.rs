//! Tests that fault injection does what was requested, and only with `--faults`.

use std::time::Duration;

use serde_json::{Value, json};
use workspace_server::settings::Settings;

use crate::http_client::{Reply, request};
use crate::stomp_client::StompClient;
use crate::test_server::{TestServer, settings};

async fn test_server() -> TestServer {
    TestServer::open_with(Settings { faults: true, ..settings() }).await
}

async fn control(test_server: &TestServer, what: &str, body: Value) -> Value {
    let reply = request(&test_server.host(), "POST", &format!("/control/{what}"), &[], &body.to_string()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn status(test_server: &TestServer, token: &str) -> Reply {
    test_server.call("GET", "/api/agents/101/status", token, json!(null)).await
}

#[tokio::test]
async fn dropped_sockets_close_without_a_close_frame() {
    let test_server = test_server().await;
    let (ana, mut link) = test_server.agent_at_work(0).await;
    link.event("ChatLoginEvent").await;
    assert_eq!(control(&test_server, "sockets", json!({ "action": "drop" })).await["frozen"], false);
    let mut last = None;
    while let Some(frame) = link.next().await {
        last = Some(frame);
    }
    assert!(last.is_none_or(|frame| frame.command.as_str() == "MESSAGE"), "no ERROR, no farewell");
    let mut again = test_server.link(&ana).await;
    again.subscribe(&ana, "client-individual").await;
}

#[tokio::test]
async fn frozen_sockets_stay_open_and_send_nothing_until_they_are_released() {
    let test_server = test_server().await;
    let (_ana, mut link) = test_server.agent_at_work(0).await;
    link.event("ChatLoginEvent").await;
    link.event("AgentStatusEvent").await;
    assert_eq!(control(&test_server, "sockets", json!({ "action": "freeze" })).await["frozen"], true);
    test_server.customer("Marina").await;
    let silent = tokio::time::timeout(Duration::from_millis(300), link.next()).await;
    assert!(silent.is_err(), "{silent:?}");
    control(&test_server, "sockets", json!({ "action": "thaw" })).await;
    link.event("NewChatEvent").await;
}

#[tokio::test]
async fn requests_to_a_chosen_path_fail_for_the_chosen_number_of_times() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    control(&test_server, "rest", json!({ "path": "/agents/101/status", "status": 503, "times": 2 })).await;
    for expected in [503, 503, 200] {
        assert_eq!(status(&test_server, &ana.token).await.status, expected);
    }
    control(&test_server, "rest", json!({ "path": "/agents", "status": 500 })).await;
    assert_eq!(status(&test_server, &ana.token).await.status, 500);
    assert_eq!(test_server.get("/api/system").await.status, 200, "another path");
    let cleared = request(&test_server.host(), "DELETE", "/control/rest", &[], "").await;
    assert_eq!(cleared.json()["rest"], json!([]));
    assert_eq!(status(&test_server, &ana.token).await.status, 200);
}

#[tokio::test]
async fn a_reply_can_be_lost_after_the_request_was_executed() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    control(&test_server, "rest", json!({ "path": "/channels", "status": 502, "done": true, "times": 1 })).await;
    let connect = test_server.call("POST", "/api/channels/chat/connect/agent/101", &ana.token, json!(null)).await;
    assert_eq!(connect.status, 502);
    assert_eq!(status(&test_server, &ana.token).await.json()["channels"]["chat"]["status"], "available");
}

#[tokio::test(start_paused = true)]
async fn requests_are_delayed_by_the_chosen_time() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    control(&test_server, "rest", json!({ "path": "/agents/101/status", "delayMs": 7_000 })).await;
    let started = tokio::time::Instant::now();
    assert_eq!(status(&test_server, &ana.token).await.status, 200);
    assert!(started.elapsed() >= Duration::from_secs(7), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_token_that_was_made_to_expire_is_refused_with_its_cause() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    control(&test_server, "expire-tokens", json!({ "agentId": "101" })).await;
    let refused = status(&test_server, &ana.token).await;
    let told = (refused.status, refused.json()["cause"].clone(), refused.json()["message"].clone());
    assert_eq!(told, (401, json!("expired"), json!("Provided token is expired.")));
}

#[tokio::test]
async fn the_broker_can_be_restarted_and_unavailable_for_a_while() {
    let test_server = test_server().await;
    let (ana, mut link) = test_server.agent_at_work(0).await;
    link.event("ChatLoginEvent").await;
    link.event("AgentStatusEvent").await;
    assert_eq!(control(&test_server, "restart-broker", json!({ "awayMs": 3_600_000 })).await["brokerAway"], true);
    assert_eq!(link.error().await, "the server is stopping");
    assert!(StompClient::open_as(&test_server.host(), Some("v12.stomp"), None).await.is_err(), "away");
    assert_eq!(control(&test_server, "restart-broker", json!({})).await["brokerAway"], false);
    let mut again = test_server.link(&ana).await;
    again.subscribe(&ana, "client-individual").await;
}

#[tokio::test]
async fn an_agents_session_can_be_ended() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    control(&test_server, "force-disconnect", json!({ "agentId": "101" })).await;
    assert_eq!(status(&test_server, &ana.token).await.json()["cause"], "invalidToken");
}

#[tokio::test]
async fn a_password_reset_returns_a_link_to_set_a_new_password() {
    let test_server = test_server().await;
    let path = control(&test_server, "reset-password", json!({ "agentId": "101" })).await["path"].clone();
    let link = path.as_str().expect("an address");
    let token = link.strip_prefix("/new-agent/reset-password#agent=101&token=").expect("what the page takes");
    let new = json!({ "agentId": "101", "password": "nova-senha-1" });
    assert_eq!(test_server.call("PUT", "/api/agents/101/change-password", token, new).await.status, 200);
    let nobody = r#"{"agentId":"999"}"#;
    assert_eq!(request(&test_server.host(), "POST", "/control/reset-password", &[], nobody).await.status, 404);
}

#[tokio::test]
async fn the_clock_offset_applies_to_the_whole_server() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    let hours = 13 * 60 * 60 * 1000;
    assert_eq!(control(&test_server, "clock", json!({ "offsetMs": hours })).await["clockOffsetMs"], hours);
    let told = test_server.get("/api/system/datetime").await.json()["datetime"].as_str().unwrap().to_owned();
    assert_eq!(status(&test_server, &ana.token).await.json()["cause"], "expired");
    control(&test_server, "clock", json!({ "offsetMs": 0 })).await;
    let now = test_server.get("/api/system/datetime").await.json()["datetime"].as_str().unwrap().to_owned();
    assert!(told > now, "{told} {now}");
    assert_eq!(status(&test_server, &ana.token).await.status, 200);
}

#[tokio::test]
async fn the_customers_page_shows_the_faults_panel_only_with_fault_injection() {
    let (open, shut) = (test_server().await, TestServer::open().await);
    assert!(open.get("/outside").await.body.contains("<html data-faults "));
    assert!(!shut.get("/outside").await.body.contains("data-faults"));
    assert_eq!(open.get("/outside/faults.js").await.status, 200);
}

#[tokio::test]
async fn any_event_can_be_sent_to_an_agent() {
    let test_server = test_server().await;
    let (_ana, mut link) = test_server.agent_at_work(0).await;
    let event = json!({ "agentId": "101", "event": "OpenUrlEvent", "fields": { "url": "example.com" } });
    let shown = control(&test_server, "event", event).await;
    assert_eq!(shown["agents"][0], json!({ "agentId": "101", "agentName": "Ana Souza" }));
    let (_, told) = link.event("OpenUrlEvent").await;
    assert_eq!(told["url"], "example.com");
    assert!(told["seq"].is_u64() && told["eventId"].is_string(), "{told}");
}

#[tokio::test]
async fn bey_102_a_token_is_renewed_by_the_header_expires_and_is_revoked_by_log_off() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    let hours = |hours: i64| json!({ "offsetMs": hours * 60 * 60 * 1000 });
    assert_eq!(status(&test_server, &ana.token).await.header("authorization"), None);
    control(&test_server, "clock", hours(7)).await;
    let renewed = status(&test_server, &ana.token).await;
    let second = renewed.header("authorization").expect("a new token").trim_start_matches("Bearer ").to_owned();
    assert_eq!(status(&test_server, &ana.token).await.status, 200, "the first lives until its own end");
    control(&test_server, "clock", hours(13)).await;
    assert_eq!(status(&test_server, &ana.token).await.json()["cause"], "expired");
    assert_eq!(status(&test_server, &second).await.status, 200);
    assert_eq!(test_server.call("POST", "/api/auth/logoff", &second, json!(null)).await.status, 200);
    assert_eq!(status(&test_server, &second).await.json()["cause"], "invalidToken");
}

#[tokio::test]
async fn a_page_of_another_origin_cannot_inject_faults() {
    let test_server = test_server().await;
    let headers = [("origin", "https://evil.example")];
    for (method, path) in [("POST", "/control/sockets"), ("POST", "/control/clock"), ("DELETE", "/control/rest")] {
        let reply = request(&test_server.host(), method, path, &headers, r#"{"action":"freeze"}"#).await;
        assert_eq!(reply.status, 403, "{path}");
    }
    let shown = test_server.get("/control").await.json();
    assert_eq!((&shown["frozen"], &shown["clockOffsetMs"]), (&json!(false), &json!(0)));
    let wrong = request(&test_server.host(), "POST", "/control/sockets", &[], r#"{"action":"explode"}"#).await;
    assert_eq!(wrong.status, 422);
}
