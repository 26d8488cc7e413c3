//! A telephone for tests of the gateway and of the server: a client of the Janus protocol over a WebSocket, with a browser
//! whose sound is recognised by its level and its frequency. A wait that lasts too long panics.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod browser;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub use browser::{Browser, Counted};

/// Guards every wait; a passing test does not reach it.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A telephone.
pub struct Phone {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub browser: Browser,
    pub session: u64,
    handle: u64,
    requests: u64,
    /// Frames that arrived before the one a test waited for.
    skipped: Vec<Value>,
}

async fn connect(server: SocketAddr) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let mut request = format!("ws://{server}/voice/ws").into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "janus-protocol".parse().unwrap());
    let (socket, response) = connect_async(request).await.unwrap();
    assert_eq!(response.headers()["sec-websocket-protocol"], "janus-protocol");
    socket
}

impl Phone {
    /// A client with a session and a handle.
    pub async fn open(server: impl Into<SocketAddr>) -> Self {
        let socket = connect(server.into()).await;
        let mut phone =
            Self { socket, browser: Browser::open().await, session: 0, handle: 0, requests: 0, skipped: vec![] };
        phone.session = phone.request(json!({"janus": "create"})).await["data"]["id"].as_u64().unwrap();
        let attach = json!({"janus": "attach", "plugin": "janus.plugin.sip"});
        phone.handle = phone.request(attach).await["data"]["id"].as_u64().unwrap();
        phone
    }

    /// A client with a session, a handle and an extension.
    pub async fn registered(server: impl Into<SocketAddr>, extension: &str) -> Self {
        let mut phone = Self::open(server).await;
        phone.register(extension, &format!("secret-{extension}")).await;
        phone.event("registered").await;
        phone
    }

    pub async fn register(&mut self, extension: &str, secret: &str) {
        let username = format!("sip:{extension}@centre");
        self.ask(json!({"request": "register", "username": username, "secret": secret}), None).await;
    }

    async fn send(&mut self, mut frame: Value) -> String {
        self.requests += 1;
        let transaction = format!("t{}", self.requests);
        frame["transaction"] = json!(transaction);
        frame["token"] = json!("token");
        frame["apisecret"] = json!("api");
        if self.session != 0 {
            frame["session_id"] = json!(self.session);
        }
        self.socket.send(Message::text(frame.to_string())).await.unwrap();
        transaction
    }

    /// Sends a frame and returns its answer.
    pub async fn request(&mut self, frame: Value) -> Value {
        let transaction = self.send(frame).await;
        self.frame("an answer", |frame| frame["transaction"] == json!(transaction)).await
    }

    /// Sends a frame for the handle and returns its answer.
    pub async fn handle_request(&mut self, mut frame: Value) -> Value {
        frame["handle_id"] = json!(self.handle);
        self.request(frame).await
    }

    /// Sends a request of the plugin, which is acknowledged.
    pub async fn ask(&mut self, body: Value, jsep: Option<(&str, String)>) {
        let mut frame = json!({"janus": "message", "body": body});
        if let Some((kind, sdp)) = jsep {
            frame["jsep"] = json!({"type": kind, "sdp": sdp});
        }
        assert_eq!(self.handle_request(frame).await["janus"], "ack");
    }

    /// The first frame that `wanted` accepts; candidates are passed to the browser.
    pub async fn frame(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.skipped.iter().position(&wanted) {
            return self.skipped.remove(at);
        }
        let found = timeout(PATIENCE, async {
            loop {
                let message = self.socket.next().await.expect("the link is open").unwrap();
                let Message::Text(text) = message else { continue };
                let frame: Value = serde_json::from_str(&text).unwrap();
                if let Some(candidate) = frame["candidate"]["candidate"].as_str() {
                    self.browser.candidate(candidate);
                }
                if wanted(&frame) {
                    return frame;
                }
                self.skipped.push(frame);
            }
        });
        found.await.unwrap_or_else(|_| panic!("no frame: {what}"))
    }

    /// The next event of the plugin with this name.
    pub async fn event(&mut self, name: &str) -> Value {
        self.frame(name, |frame| frame["plugindata"]["data"]["result"]["event"] == name).await
    }

    /// The code of the next `hangup` event.
    pub async fn hangup_code(&mut self) -> u64 {
        let hangup = self.event("hangup").await;
        hangup["plugindata"]["data"]["result"]["code"].as_u64().unwrap()
    }

    pub async fn dial(&mut self, number: &str) {
        let offer = self.browser.offer().await;
        let uri = format!("sip:{number}@centre");
        self.ask(json!({"request": "call", "uri": uri}), Some(("offer", offer))).await;
    }

    /// Waits for the event with the answer, and passes it to the browser.
    pub async fn take_answer(&mut self, event: &str) {
        let event = self.event(event).await;
        self.browser.take_answer(event["jsep"]["sdp"].as_str().expect("an answer"));
    }

    /// Accepts the call that rings.
    pub async fn accept(&mut self) {
        let incoming = self.event("incomingcall").await;
        let answer = self.browser.answer(incoming["jsep"]["sdp"].as_str().expect("an offer")).await;
        self.ask(json!({"request": "accept"}), Some(("answer", answer))).await;
        self.event("accepted").await;
    }

    pub async fn simple(&mut self, request: &str) {
        self.ask(json!({"request": request}), None).await;
    }

    /// Cuts the WebSocket without closing the session.
    pub async fn cut(&mut self) {
        self.socket.close(None).await.unwrap();
    }

    /// Opens a new WebSocket and claims the session.
    pub async fn claim(&mut self, server: impl Into<SocketAddr>) -> Value {
        self.socket = connect(server.into()).await;
        self.request(json!({"janus": "claim"})).await
    }
}
