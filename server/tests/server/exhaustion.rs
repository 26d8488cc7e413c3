//! What a client without a session cannot do to the centre.

use std::time::{Duration, Instant};

use contact_centre::{API_ROUTES, Access};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use workspace_server::settings::Settings;
use workspace_server::store::Location;

use crate::http_client::request;
use crate::test_server::{TestServer, settings, soon};

#[tokio::test]
async fn bey_127_a_new_token_in_each_request_does_not_avoid_the_rate_limit() {
    let test_server = TestServer::open_with(Settings { rate_limit: 2, ..settings() }).await;
    let began = Instant::now();
    let mut accepted = 0;
    for number in 0..300 {
        let bearer = format!("Bearer {number:064x}");
        let reply = request(&test_server.host(), "GET", "/api/system", &[("authorization", &bearer)], "").await;
        match reply.status {
            200 => accepted += 1,
            429 => assert_eq!(reply.header("retry-after"), Some("1")),
            other => panic!("{other}"),
        }
    }
    let refilled = 2 * (began.elapsed().as_secs() + 1);
    assert!(accepted <= 20 + refilled, "{accepted} of 300 within {:?}", began.elapsed());
}

#[tokio::test]
async fn bey_127_chats_with_huge_identifiers_are_refused() {
    let test_server = TestServer::open().await;
    let huge = "x".repeat(1_500_000);
    for _ in 0..60 {
        let body = json!({ "name": "Marina", "identifier": huge, "queue": "20" });
        let reply = test_server.call("POST", "/outside/api/chats", "", body).await;
        assert_eq!((reply.status, &reply.json()["errors"]["identifier"]), (422, &json!("tooLong")));
    }
}

#[tokio::test]
async fn bey_127_an_address_has_a_limited_number_of_open_chats() {
    let test_server = TestServer::open_with(Settings { chats_per_address: Some(3), ..settings() }).await;
    let first = test_server.customer("Marina").await;
    test_server.customer("Helena").await;
    test_server.customer("Rafael").await;
    let start = json!({ "name": "Otto", "queue": "20" });
    let refused = test_server.call("POST", "/outside/api/chats", "", start.clone()).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (429, &json!("TOO_MANY_CHATS")));
    assert_eq!(refused.header("retry-after"), Some("60"));
    let end = format!("/outside/api/chats/{}/end", first.protocol);
    test_server.call("POST", &end, &first.secret, json!(null)).await;
    assert_eq!(test_server.call("POST", "/outside/api/chats", "", start).await.status, 200, "an ended one is not open");
}

/// Whoever repeats public calls keeps nobody from writing, and nobody who writes keeps them waiting.
#[tokio::test]
async fn public_requests_are_answered_while_another_request_writes() {
    let folder = tempfile::tempdir().unwrap();
    let test_server = TestServer::on(&Location::Folder(folder.path().to_owned())).await;
    let writer = rusqlite::Connection::open(folder.path().join("contact-centre.db")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let start = json!({ "name": "Marina", "queue": "20" });
    let mut writing = std::pin::pin!(test_server.call("POST", "/outside/api/chats", "", start));
    let public = API_ROUTES.iter().filter(|route| route.access() == Access::Public && route.method == "GET");
    let mut paths: Vec<String> = public.map(|route| format!("/api{}", route.path)).collect();
    paths.push("/outside/api/queues".to_owned());
    for path in &paths {
        tokio::select! {
            biased;
            reply = &mut writing => panic!("it did not wait for the other writer: {}", reply.body),
            reply = soon(test_server.get(path)) => assert_eq!(reply.status, 200, "{path}"),
        }
    }
    assert!(paths.iter().any(|path| path == "/api/openapi.json"), "{paths:?}");
    writer.execute_batch("ROLLBACK").unwrap();
    assert_eq!(soon(writing).await.status, 200);
}

#[tokio::test]
async fn bey_127_a_connection_whose_headers_do_not_come_is_closed() {
    let test_server = TestServer::with_header_time(Duration::from_millis(200)).await;
    let mut stream = TcpStream::connect(test_server.host()).await.unwrap();
    stream.write_all(b"GET /api/system HTTP/1.1\r\nhost: a\r\nx-slow: ").await.unwrap();
    let mut reply = Vec::new();
    soon(stream.read_to_end(&mut reply)).await.unwrap();
    assert!(!String::from_utf8_lossy(&reply).contains("200 OK"));
}
