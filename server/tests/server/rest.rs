//! Tests of HTTP behaviour that every request below /api has in common.

use rstest::rstest;
use serde_json::json;
use workspace_server::settings::Settings;

use crate::http_client::request;
use crate::test_server::{TestServer, settings};

#[tokio::test]
async fn a_reply_of_the_api_is_json_that_must_not_be_cached() {
    let test_server = TestServer::open().await;
    let reply = test_server.get("/api/system").await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(
        reply.header("content-security-policy"),
        Some("default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    );
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert!(reply.header("x-request-id").is_some());
}

#[tokio::test]
async fn the_request_id_of_a_proxy_is_kept_if_it_is_short_and_plain() {
    let without_proxy = TestServer::open().await;
    let chosen = request(&without_proxy.host(), "GET", "/healthz", &[("x-request-id", "edge-42")], "").await;
    assert_ne!(chosen.header("x-request-id"), Some("edge-42"), "anybody could choose it");
    let test_server = TestServer::open_with(Settings { behind_proxy: true, ..settings() }).await;
    let kept = request(&test_server.host(), "GET", "/healthz", &[("x-request-id", "edge-42")], "").await;
    assert_eq!(kept.header("x-request-id"), Some("edge-42"));
    let forged = request(&test_server.host(), "GET", "/healthz", &[("x-request-id", "a b=\"c\"")], "").await;
    assert_ne!(forged.header("x-request-id"), Some("a b=\"c\""));
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_with_413() {
    let test_server = TestServer::open().await;
    let reply =
        test_server.call("POST", "/api/chat/messages", "x", json!({ "message": "á".repeat(2 * 1024 * 1024) })).await;
    assert_eq!((reply.status, reply.json()["reason"].as_str()), (413, Some("PAYLOAD_TOO_LARGE")));
}

#[rstest]
#[case::truncated_json("{\"login\":")]
#[case::plain_words("hello")]
#[case::empty_body("")]
#[tokio::test]
async fn malformed_json_is_refused_with_its_reason(#[case] body: &str) {
    let test_server = TestServer::open().await;
    let reply = request(&test_server.host(), "POST", "/api/auth/login", &[], body).await;
    assert_eq!((reply.status, reply.json()["reason"].as_str()), (400, Some("MALFORMED_JSON")));
}

#[rstest]
#[case::unknown_route("GET", "/api/nothing/here", 404)]
#[case::base_path_alone("GET", "/api", 404)]
#[case::wrong_method("DELETE", "/api/auth/login", 405)]
#[case::missing_token("GET", "/api/agents/101", 401)]
#[case::path_outside_the_api("GET", "/etc/passwd", 404)]
#[tokio::test]
async fn a_request_to_an_unknown_route_gets_an_error_as_json(
    #[case] method: &str,
    #[case] path: &str,
    #[case] status: u16,
) {
    let test_server = TestServer::open().await;
    let reply = request(&test_server.host(), method, path, &[], "").await;
    assert_eq!((reply.status, reply.header("content-type")), (status, Some("application/json")));
    assert!(reply.json()["message"].is_string(), "{}", reply.body);
}

#[rstest]
#[case::route_with_one_method("/api/auth/login", "POST")]
#[case::route_with_two_methods("/api/contacts/7", "GET, PUT")]
#[tokio::test]
async fn the_refusal_of_a_wrong_method_lists_the_allowed_ones(#[case] path: &str, #[case] allowed: &str) {
    let test_server = TestServer::open().await;
    let reply = request(&test_server.host(), "PATCH", path, &[], "").await;
    assert_eq!((reply.status, reply.header("allow")), (405, Some(allowed)));
}

#[tokio::test]
async fn the_token_in_the_reply_header_authorises_the_next_request() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let reply = test_server.call("GET", &format!("/api/agents/{}", agent.id), &agent.token, json!(null)).await;
    assert_eq!((reply.status, reply.json()["agentId"].as_str()), (200, Some(agent.id.as_str())));
}

#[tokio::test]
async fn the_openapi_description_is_served() {
    let test_server = TestServer::open().await;
    let reply = test_server.get("/api/openapi.json").await;
    assert_eq!(reply.status, 200);
    let paths = reply.json()["paths"].as_object().unwrap().len();
    assert!(paths > 20, "{paths}");
}

#[tokio::test]
async fn health_probes_and_the_start_page_respond() {
    let test_server = TestServer::open().await;
    assert_eq!(test_server.get("/healthz").await.json()["status"], "up");
    assert_eq!(test_server.get("/readyz").await.json()["status"], "ready");
    let front = test_server.get("/").await;
    assert_eq!((front.status, front.header("location")), (307, Some("/new-agent/")));
}
