//! Tests of the protocol over WebSocket and over HTTP with long poll.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::centre::Server;
use voice_phone::PATIENCE;
use voice_phone::Phone;

/// One HTTP request; returns the JSON of its answer.
pub async fn http(server: &Server, method: &str, path: &str, body: &str) -> Value {
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{method} /voice{path} HTTP/1.1\r\nHost: centre\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(PATIENCE, socket.read_to_string(&mut answer)).await.expect("an answer").unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("application/json"), "{head}");
    serde_json::from_str(body).unwrap()
}

async fn post(server: &Server, path: &str, mut frame: Value) -> Value {
    frame["transaction"] = json!("t");
    frame["token"] = json!("token");
    frame["apisecret"] = json!("api");
    http(server, "POST", path, &frame.to_string()).await
}

const PLUGIN: &str = "janus.plugin.sip";

#[tokio::test]
async fn rtc_024_create_attach_info_hangup_and_destroy_over_websocket_and_http() {
    let server = Server::start().await;
    let mut phone = Phone::registered(&server, "2001").await;
    assert_eq!(phone.request(json!({"janus": "info"})).await["janus"], "server_info");
    assert_eq!(phone.handle_request(json!({"janus": "hangup"})).await["janus"], "success");
    assert_eq!(phone.request(json!({"janus": "destroy"})).await["janus"], "success");
    assert_eq!(phone.request(json!({"janus": "keepalive"})).await["error"]["code"], 458);

    assert_eq!(post(&server, "/janus", json!({"janus": "info"})).await["janus"], "server_info");
    let session = post(&server, "/janus", json!({"janus": "create"})).await["data"]["id"].as_u64().unwrap();
    let of_session = format!("/janus/{session}");
    let handle =
        post(&server, &of_session, json!({"janus": "attach", "plugin": PLUGIN})).await["data"]["id"].as_u64().unwrap();
    let hangup = post(&server, &format!("{of_session}/{handle}"), json!({"janus": "hangup"})).await;
    assert_eq!((&hangup["janus"], &hangup["transaction"]), (&json!("success"), &json!("t")));
    assert_eq!(post(&server, &of_session, json!({"janus": "destroy"})).await["janus"], "success");
    assert_eq!(post(&server, &of_session, json!({"janus": "keepalive"})).await["error"]["code"], 458);
}

#[tokio::test]
async fn a_request_without_token_or_secret_is_refused_on_both_transports() {
    let server = Server::start().await;
    let create = json!({"janus": "create", "transaction": "t", "token": "token"}).to_string();
    assert_eq!(http(&server, "POST", "/janus", &create).await["error"]["code"], 403);
    let poll = http(&server, "GET", "/janus/1?maxev=1&token=token&apisecret=wrong", "").await;
    assert_eq!(poll["error"]["code"], 403);
    assert_eq!(http(&server, "GET", "/janus/info", "").await["janus"], "server_info");
    assert_eq!(http(&server, "POST", "/janus", "{").await["error"]["code"], 454);
}

#[tokio::test]
async fn events_are_received_by_long_poll() {
    let server = Server::start().await;
    let session = post(&server, "/janus", json!({"janus": "create"})).await["data"]["id"].as_u64().unwrap();
    let of_session = format!("/janus/{session}");
    let handle =
        post(&server, &of_session, json!({"janus": "attach", "plugin": PLUGIN})).await["data"]["id"].as_u64().unwrap();
    let poll = format!("{of_session}?maxev=10&rid=1&token=token&apisecret=api");
    let register =
        json!({"janus": "message", "body": {"request": "register", "username": "sip:2001@c", "secret": "wrong"}});
    let of_handle = format!("{of_session}/{handle}");
    let (events, ack) = tokio::join!(http(&server, "GET", &poll, ""), post(&server, &of_handle, register));
    assert_eq!(ack["janus"], "ack");
    let names: Vec<&Value> =
        events.as_array().unwrap().iter().map(|event| &event["plugindata"]["data"]["result"]["event"]).collect();
    assert_eq!(names, [&json!("registering"), &json!("registration_failed")]);
}

#[tokio::test]
async fn a_registration_with_a_wrong_secret_is_refused_and_can_be_repeated_with_the_right_one() {
    let server = Server::start().await;
    let mut phone = Phone::registered(&server, "2001").await;
    phone.simple("unregister").await;
    phone.event("unregistered").await;
    phone.register("2001", "wrong").await;
    let failed = phone.event("registration_failed").await;
    assert_eq!(failed["plugindata"]["data"]["result"]["code"], 401);
    phone.register("2001", "secret-2001").await;
    assert_eq!(phone.event("registered").await["plugindata"]["data"]["result"]["username"], "2001");
}

#[tokio::test]
async fn the_media_socket_is_bound_to_loopback_unless_configured() {
    let server = Server::with(|config| config.advertise = Some([192, 0, 2, 7].into())).await;
    assert_eq!(server.gateway.media_address().ip().to_string(), "192.0.2.7");
    assert_ne!(server.gateway.media_address().port(), 0);
    let server = Server::start().await;
    assert!(server.gateway.media_address().ip().is_loopback());
}
