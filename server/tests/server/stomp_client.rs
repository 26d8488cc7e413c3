//! A STOMP client over a real WebSocket.

use std::collections::VecDeque;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use workspace_server::stomp::{Decoded, Decoder, Frame, Limits};

use crate::test_server::{Agent, soon};

pub struct StompClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    decoder: Decoder,
    /// Frames received while waiting for another one.
    waiting: VecDeque<Frame>,
}

impl StompClient {
    pub async fn open(host: &str) -> Self {
        Self::open_as(host, Some("v12.stomp"), None).await.unwrap()
    }

    pub async fn open_as(host: &str, subprotocol: Option<&str>, origin: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{host}/broker").into_client_request().unwrap();
        for (name, value) in [("sec-websocket-protocol", subprotocol), ("origin", origin)] {
            if let Some(value) = value {
                request.headers_mut().insert(name, value.parse().unwrap());
            }
        }
        let (socket, _) = soon(connect_async_with_config(request, None, true)).await?;
        // Limit of frames that the server sends; it accepts only smaller ones.
        let limits = Limits { body_bytes: 1024 * 1024, ..Limits::default() };
        Ok(Self { socket, decoder: Decoder::new(limits), waiting: VecDeque::new() })
    }

    pub async fn say(&mut self, wire: &str) {
        self.socket.send(Message::text(wire)).await.unwrap();
    }

    pub async fn connect(&mut self, login: &str, passcode: &str, heart_beat: &str) {
        self.say(&format!(
            "CONNECT\naccept-version:1.2\nhost:/\nlogin:{login}\npasscode:{passcode}\nheart-beat:{heart_beat}\n\n\0"
        ))
        .await;
    }

    /// Subscribes to the agent's queue and waits for the receipt.
    pub async fn subscribe(&mut self, agent: &Agent, ack: &str) {
        let queue = format!("/queue/agent.{}", agent.id);
        self.say(&format!("SUBSCRIBE\nid:s\ndestination:{queue}\nack:{ack}\nreceipt:subscribed\n\n\0")).await;
        self.receipt("subscribed").await;
    }

    /// Acknowledges a message and waits for the receipt.
    pub async fn acknowledge(&mut self, message: &Frame) {
        let id = message.header("ack").unwrap();
        self.say(&format!("ACK\nid:{id}\nreceipt:ack-{id}\n\n\0")).await;
        self.receipt(&format!("ack-{id}")).await;
    }

    /// Waits for this RECEIPT; earlier frames are kept for later.
    pub async fn receipt(&mut self, id: &str) {
        loop {
            let frame = self.arrived().await.expect("a receipt before the end");
            if frame.header("receipt-id") == Some(id) {
                return;
            }
            self.waiting.push_back(frame);
        }
    }

    /// The next frame; heart-beats are skipped.
    pub async fn frame(&mut self) -> Frame {
        self.next().await.expect("a frame before the end")
    }

    /// The next frame, or `None` when the connection was closed.
    pub async fn next(&mut self) -> Option<Frame> {
        match self.waiting.pop_front() {
            Some(frame) => Some(frame),
            None => self.arrived().await,
        }
    }

    async fn arrived(&mut self) -> Option<Frame> {
        loop {
            if let Some(decoded) = self.decoder.decode().unwrap() {
                match decoded {
                    Decoded::HeartBeat => continue,
                    Decoded::Frame(frame) => return Some(frame),
                }
            }
            match soon(self.socket.next()).await {
                Some(Ok(Message::Text(text))) => self.decoder.push(text.as_bytes()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message with this event, and its body; earlier ones are acknowledged.
    pub async fn event(&mut self, name: &str) -> (Frame, Value) {
        loop {
            let frame = self.frame().await;
            assert_eq!(frame.command.as_str(), "MESSAGE", "{frame:?}");
            let body: Value = serde_json::from_slice(&frame.body).unwrap();
            assert!(body["event"].as_str().is_some_and(|event| event.ends_with("Event")), "{body}");
            if body["event"] == name {
                return (frame, body);
            }
            self.acknowledge(&frame).await;
        }
    }

    /// The `message` of the ERROR frame that ends the connection.
    pub async fn error(&mut self) -> String {
        let frame = self.frame().await;
        assert_eq!(frame.command.as_str(), "ERROR", "{frame:?}");
        let message = frame.header("message").unwrap().to_owned();
        assert_eq!(self.next().await, None, "an ERROR is the last frame");
        message
    }
}
