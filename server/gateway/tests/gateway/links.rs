//! Tests of WebSockets whose client sends too much, does not read, or is dead. The client writes its frames itself, so that
//! it can misbehave.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use voice_gateway::{GatewayConfig, PeerAddress};

use super::centre::Server;
use voice_phone::PATIENCE;

const TEXT: u8 = 0x81;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;
/// Code of a close frame: policy violation.
const POLICY: u16 = 1008;

struct Client {
    socket: TcpStream,
}

impl Client {
    async fn connect(server: &Server) -> Self {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        let request = "GET /voice/ws HTTP/1.1\r\nHost: centre\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
            Sec-WebSocket-Protocol: janus-protocol\r\n\r\n";
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(socket.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"));
        Self { socket }
    }

    /// Writes a frame with the mask 0. The server may have closed the connection already.
    async fn write(&mut self, kind: u8, content: &[u8]) {
        let mut frame = vec![kind, 0x80 | 127];
        frame.extend(u64::try_from(content.len()).unwrap().to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(content);
        if content.len() < 126 {
            frame = [&[kind, 0x80 | u8::try_from(content.len()).unwrap(), 0, 0, 0, 0], content].concat();
        }
        let _ = self.socket.write_all(&frame).await;
    }

    async fn ask(&mut self, mut frame: Value) {
        frame["transaction"] = json!("t");
        frame["token"] = json!("token");
        frame["apisecret"] = json!("api");
        self.write(TEXT, frame.to_string().as_bytes()).await;
    }

    /// The next frame; `None` at the end of the connection.
    async fn read(&mut self) -> Option<(u8, Vec<u8>)> {
        let read = async {
            let kind = self.socket.read_u8().await.ok()?;
            let length = match self.socket.read_u8().await.ok()? {
                126 => self.socket.read_u16().await.ok()?.into(),
                127 => usize::try_from(self.socket.read_u64().await.ok()?).unwrap(),
                short => short.into(),
            };
            let mut content = vec![0; length];
            self.socket.read_exact(&mut content).await.ok()?;
            Some((kind, content))
        };
        timeout(PATIENCE, read).await.expect("a frame or the end")
    }

    async fn answer(&mut self) -> Value {
        loop {
            let (kind, content) = self.read().await.expect("the link is open");
            if kind == TEXT {
                return serde_json::from_slice(&content).unwrap();
            }
        }
    }

    /// Reads to the end; returns the number of text frames, and the code of the close frame.
    async fn read_to_end(&mut self) -> (usize, Option<u16>) {
        let (mut texts, mut code) = (0, None);
        while let Some((kind, content)) = self.read().await {
            texts += usize::from(kind == TEXT);
            if kind == CLOSE {
                code = content.first_chunk().map(|code| u16::from_be_bytes(*code));
            }
        }
        (texts, code)
    }
}

/// A server that lets clients send many messages, so that another limit is reached.
async fn generous(change: impl FnOnce(&mut GatewayConfig)) -> Server {
    Server::with(|config| {
        config.links.messages_per_second = 1_000_000.try_into().unwrap();
        config.links.burst = 1_000_000.try_into().unwrap();
        change(config);
    })
    .await
}

#[tokio::test]
async fn a_client_that_sends_more_messages_than_allowed_is_closed_and_others_are_still_served() {
    let server = Server::with(|config| {
        config.links.messages_per_second = 1.try_into().unwrap();
        config.links.burst = 20.try_into().unwrap();
    })
    .await;
    let (mut flood, mut other) = (Client::connect(&server).await, Client::connect(&server).await);
    for _ in 0..21 {
        flood.ask(json!({"janus": "ping"})).await;
    }
    let (answers, code) = flood.read_to_end().await;
    assert_eq!(code, Some(POLICY));
    assert!(answers <= 20, "{answers}");
    other.ask(json!({"janus": "ping"})).await;
    assert_eq!(other.answer().await["janus"], "pong");
}

#[tokio::test]
async fn a_message_of_more_than_64_kib_closes_the_link() {
    let server = Server::start().await;
    let mut client = Client::connect(&server).await;
    client.ask(json!({"janus": "ping", "padding": "x".repeat(63 * 1024)})).await;
    assert_eq!(client.answer().await["janus"], "pong");
    client.ask(json!({"janus": "ping", "padding": "x".repeat(64 * 1024)})).await;
    assert_eq!(client.read_to_end().await.0, 0, "no answer");
}

#[tokio::test]
async fn a_client_that_sends_no_pong_is_closed_and_its_session_can_be_claimed() {
    let server = Server::with(|config| {
        config.links.ping_every = Duration::from_millis(20);
        config.links.pong_timeout = Duration::from_millis(200);
    })
    .await;
    let mut dead = Client::connect(&server).await;
    dead.ask(json!({"janus": "create"})).await;
    let session = dead.answer().await["data"]["id"].clone();
    assert_eq!(dead.read().await.unwrap().0, PING);
    assert_eq!(dead.read_to_end().await, (0, Some(POLICY)));
    let mut alive = Client::connect(&server).await;
    for _ in 0..30 {
        assert_eq!(alive.read().await.expect("pongs keep the link").0, PING);
        alive.write(PONG, b"").await;
    }
    alive.ask(json!({"janus": "claim", "session_id": session})).await;
    assert_eq!(alive.answer().await["janus"], "success");
}

#[tokio::test]
async fn a_client_that_does_not_read_is_closed() {
    let server = generous(|config| config.links.waiting_frames = 4).await;
    let mut client = Client::connect(&server).await;
    // The answers to these fill the buffers of the connection; then the server stops reading or resets the connection.
    let write = async {
        loop {
            let frame = json!({"janus": "info", "transaction": "t".repeat(60)}).to_string().into_bytes();
            let frame = [&[TEXT, 0x80 | u8::try_from(frame.len()).unwrap(), 0, 0, 0, 0], &frame[..]].concat();
            if client.socket.write_all(&frame).await.is_err() {
                return;
            }
        }
    };
    timeout(PATIENCE, write).await.expect("the server closes the connection");
}

#[tokio::test]
async fn the_sessions_of_an_address_are_limited_over_both_transports() {
    let server = Server::of_address(PeerAddress("192.0.2.7".into())).await;
    let mut client = Client::connect(&server).await;
    client.ask(json!({"janus": "create"})).await;
    let session = client.answer().await["data"]["id"].clone();
    let create = json!({"janus": "create", "transaction": "t", "token": "token", "apisecret": "api"}).to_string();
    let over_http = super::transports::http(&server, "POST", "/janus", &create).await;
    assert!(over_http["data"]["id"].is_u64());
    client.ask(json!({"janus": "create"})).await;
    assert_eq!(client.answer().await["error"]["code"], 472);
    client.ask(json!({"janus": "destroy", "session_id": session})).await;
    assert_eq!(client.answer().await["janus"], "success");
    client.ask(json!({"janus": "create"})).await;
    assert_eq!(client.answer().await["janus"], "success");
}
