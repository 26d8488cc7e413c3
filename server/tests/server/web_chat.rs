//! Tests of the web chat over HTTP: the page, its requests and its event stream.

use rstest::rstest;
use serde_json::{Value, json};

use crate::http_client::{OpenReply, Reply, open, request, request_bytes};
use crate::test_server::{Customer, TestServer};
use crate::whatsapp::PIXEL;

async fn stream(test_server: &TestServer, customer: &Customer, last_event_id: &str) -> OpenReply {
    let path = format!("/outside/api/chats/{}/events", customer.protocol);
    let bearer = format!("Bearer {}", customer.secret);
    let headers =
        [("accept", "text/event-stream"), ("authorization", bearer.as_str()), ("last-event-id", last_event_id)];
    open(&test_server.host(), "GET", &path, &headers, "").await
}

async fn next_of(stream: &mut OpenReply, kind: &str) -> Value {
    loop {
        let data = stream.line_after("data: ").await.expect("an event before the end");
        let event: Value = serde_json::from_str(&data).unwrap();
        if event["type"] == kind {
            return event;
        }
    }
}

#[rstest]
#[case::the_page("/outside", "text/html; charset=utf-8")]
#[case::design_tokens("/outside/tokens.css", "text/css; charset=utf-8")]
#[case::styles_of_the_page("/outside/outside.css", "text/css; charset=utf-8")]
#[case::styles_of_the_conversation("/outside/conversation.css", "text/css; charset=utf-8")]
#[case::styles_of_the_faults_panel("/outside/faults.css", "text/css; charset=utf-8")]
#[case::boot_script("/outside/boot.js", "text/javascript; charset=utf-8")]
#[case::main_script("/outside/page.js", "text/javascript; charset=utf-8")]
#[case::script_of_files("/outside/chatFiles.js", "text/javascript; charset=utf-8")]
#[case::worker_of_puzzles("/outside/puzzleWorker.js", "text/javascript; charset=utf-8")]
#[case::script_of_hashes("/outside/sha256.js", "text/javascript; charset=utf-8")]
#[case::script_of_links("/outside/linkify.js", "text/javascript; charset=utf-8")]
#[case::script_of_message_texts("/outside/messageText.js", "text/javascript; charset=utf-8")]
#[case::rules_of_message_texts("/outside/parse.js", "text/javascript; charset=utf-8")]
#[case::numbers_in_message_texts("/outside/numbers.js", "text/javascript; charset=utf-8")]
#[case::icon_file("/outside/icon.svg", "image/svg+xml")]
#[case::font_file("/outside/inter-latin.woff2", "font/woff2")]
#[tokio::test]
async fn the_customers_page_and_its_parts_are_served_under_the_strict_policy(#[case] path: &str, #[case] kind: &str) {
    let test_server = TestServer::open().await;
    let reply = test_server.get(path).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)));
    assert!(reply.header("content-security-policy").unwrap().contains("script-src 'self' 'wasm-unsafe-eval';"));
    let known =
        request(&test_server.host(), "GET", path, &[("if-none-match", reply.header("etag").unwrap())], "").await;
    assert_eq!((known.status, known.body.as_str()), (304, ""));
}

#[tokio::test]
async fn the_customers_page_has_no_inline_script_or_style() {
    let test_server = TestServer::open().await;
    let page = test_server.get("/outside").await.body;
    for inline in ["<style", "style=", "onclick=", "onload=", "javascript:"] {
        assert!(!page.contains(inline), "{inline}");
    }
    assert!(page.split("<script").skip(1).all(|tag| tag.trim_start().contains("src=\"/outside/")), "{page}");
}

#[tokio::test]
async fn a_customer_gets_the_agents_messages_also_after_a_lost_connection() {
    let test_server = TestServer::open().await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    let mut events = stream(&test_server, &customer, "0").await;
    assert_eq!(events.status, 200);
    assert_eq!(next_of(&mut events, "agentJoined").await["agentName"], test_server.demo().agents[0].name);
    assert_eq!(test_server.customer_says(&customer, "AAAAAAAAA1", "Bom dia").await.status, 200);
    let own = next_of(&mut events, "message").await;
    assert_eq!(
        (own["message"]["text"].as_str(), own["message"]["custom_id"].as_str()),
        (Some("Bom dia"), Some("AAAAAAAAA1"))
    );
    drop(events);
    let message = json!({
        "protocol": customer.protocol, "custom_id": "BBBBBBBBB1", "agentId": agent.id, "org_unit_id": "1", "message": "Olá",
    });
    assert_eq!(test_server.call("POST", "/api/chat/messages", &agent.token, message).await.status, 200);
    let mut events = stream(&test_server, &customer, &own["number"].to_string()).await;
    let first = events.line_after("data: ").await.unwrap();
    let first: Value = serde_json::from_str(&first).unwrap();
    assert_eq!((first["type"].as_str(), first["message"]["text"].as_str()), (Some("message"), Some("Olá")));
}

#[tokio::test]
async fn typing_events_reach_the_other_side_without_a_number_and_are_not_redelivered() {
    let test_server = TestServer::open().await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    let mut events = stream(&test_server, &customer, "0").await;
    next_of(&mut events, "agentJoined").await;
    // The page has opened, so the customer counts as active.
    let path = format!("/outside/api/chats/{}/typing", customer.protocol);
    assert_eq!(test_server.call("POST", &path, &customer.secret, json!({ "typing": true })).await.status, 200);
    let (_, frame) = link.event("ChatTypingEvent").await;
    assert_eq!((frame["typing"].as_bool(), &frame["seq"]), (Some(true), &Value::Null));

    let typing = json!({ "protocol": customer.protocol, "agentId": agent.id, "typing": true });
    assert_eq!(test_server.call("POST", "/api/chat/typing", &agent.token, typing).await.status, 200);
    let event = next_of(&mut events, "typing").await;
    assert_eq!((event["typing"].as_bool(), event.get("number")), (Some(true), None));
    // Later events are numbered after the last stored event, so a page that reconnects misses nothing.
    assert_eq!(test_server.customer_says(&customer, "AAAAAAAAA1", "Bom dia").await.status, 200);
    let own = next_of(&mut events, "message").await;
    drop((events, link));
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client-individual").await;
    let (_, body) = link.event("ChatMessageEvent").await;
    assert_eq!(body["message"]["message"], "Bom dia");
    let mut events = stream(&test_server, &customer, "0").await;
    let mut kinds = Vec::new();
    loop {
        let event: Value = serde_json::from_str(&events.line_after("data: ").await.unwrap()).unwrap();
        kinds.push(event["type"].clone());
        if event["number"] == own["number"] {
            break;
        }
    }
    assert_eq!(kinds, ["agentJoined", "message"]);
}

#[tokio::test]
async fn the_event_stream_of_a_customer_ends_with_the_chat() {
    let test_server = TestServer::open().await;
    let customer = test_server.customer("Marina").await;
    let mut events = stream(&test_server, &customer, "0").await;
    let path = format!("/outside/api/chats/{}/end", customer.protocol);
    assert_eq!(test_server.call("POST", &path, &customer.secret, json!(null)).await.status, 200);
    assert_eq!(next_of(&mut events, "ended").await["by"], "customer");
    assert_eq!(events.line_after("data: ").await, None);
}

#[tokio::test]
async fn a_customers_request_with_a_wrong_secret_gets_an_error_and_no_stream() {
    let test_server = TestServer::open().await;
    let Customer { protocol, .. } = test_server.customer("Marina").await;
    let stranger = Customer { protocol, secret: "guess".to_owned() };
    assert_eq!(stream(&test_server, &stranger, "0").await.status, 404);
    assert_eq!(test_server.customer_says(&stranger, "AAAAAAAAA1", "oi").await.status, 404);
}

#[tokio::test]
async fn a_customers_message_that_is_sent_twice_is_stored_once() {
    let test_server = TestServer::open().await;
    let customer = test_server.customer("Marina").await;
    let first = test_server.customer_says(&customer, "AAAAAAAAA1", "Bom dia").await;
    let second = test_server.customer_says(&customer, "AAAAAAAAA1", "Bom dia").await;
    assert_eq!((first.status, first.json()), (200, second.json()));
    let other = test_server.customer_says(&customer, "AAAAAAAAA1", "Boa noite").await;
    assert_eq!(other.status, 409, "{}", other.body);
}

async fn upload(test_server: &TestServer, customer: &Customer, secret: &str, bytes: &[u8]) -> Reply {
    let path = format!("/outside/api/chats/{}/media?name=foto.png", customer.protocol);
    let bearer = format!("Bearer {secret}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "image/png")];
    request_bytes(&test_server.host(), "POST", &path, &headers, bytes).await
}

#[tokio::test]
async fn a_customers_picture_is_stored_sent_and_opened_by_its_address() {
    let test_server = TestServer::open().await;
    let customer = test_server.customer("Rafael").await;
    let kept = upload(&test_server, &customer, &customer.secret, PIXEL).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let path = format!("/outside/api/chats/{}/messages", customer.protocol);
    let message = json!({ "custom_id": "AAAAAAAAA1", "text": "Segue", "mediaId": kept.json()["mediaId"] });
    assert_eq!(test_server.call("POST", &path, &customer.secret, message).await.status, 200);
    let mut events = stream(&test_server, &customer, "").await;
    let media = next_of(&mut events, "message").await["message"]["media"].clone();
    assert_eq!((&media["kind"], &media["size"]), (&json!("image"), &json!(PIXEL.len())));
    let address = media["address"].as_str().unwrap();
    let file = test_server.get(address).await;
    assert_eq!((file.status, file.header("content-type")), (200, Some("image/png")));
    assert_eq!(
        file.header("content-security-policy"),
        Some("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    );
    assert_eq!(test_server.get(&address.replace("signature=", "signature=0")).await.status, 404);
}

#[rstest]
#[case::a_program(b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0", 415)]
#[case::an_empty_file(b"", 422)]
#[case::a_too_large_file(&[0x20; 5 * 1024 * 1024 + 1], 413)]
#[tokio::test]
async fn a_file_that_a_customer_must_not_send_is_refused(#[case] bytes: &'static [u8], #[case] status: u16) {
    let test_server = TestServer::open().await;
    let customer = test_server.customer("Rafael").await;
    assert_eq!(upload(&test_server, &customer, &customer.secret, bytes).await.status, status);
}

#[tokio::test]
async fn bey_103_an_upload_needs_the_secret_of_its_chat() {
    let test_server = TestServer::open().await;
    let (customer, other) = (test_server.customer("Rafael").await, test_server.customer("Otto").await);
    let agent = test_server.sign_in(0).await;
    for secret in ["", "guess", &other.secret, &agent.token] {
        assert_eq!(upload(&test_server, &customer, secret, PIXEL).await.status, 404);
    }
    let path = format!("/api/chat/media?protocol={}&name=foto.png", customer.protocol);
    let bearer = format!("Bearer {}", customer.secret);
    let headers = [("authorization", bearer.as_str()), ("content-type", "image/png")];
    assert_eq!(request_bytes(&test_server.host(), "POST", &path, &headers, PIXEL).await.status, 401);
}
