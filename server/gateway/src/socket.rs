//! A WebSocket as a link: limits for the messages and the silence of its client, and for a client that does not read.

use axum::body::Bytes;
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde_json::Value;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Instant, interval_at, timeout};

use crate::config::LinkLimits;
use crate::gateway::{Gateway, Link};
use crate::signalling::Input;

/// How long sending the close frame to a client that does not read is tried.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Carries frames in both directions until a side closes or a limit is exceeded.
pub async fn run(socket: WebSocket, gateway: &Gateway, address: Option<String>) {
    let (link, mut frames) = gateway.open_link(address);
    let limits = gateway.link_limits();
    let (mut sender, mut receiver) = socket.split();
    let exceeded = tokio::select! {
        written = frames.next_or_cut(async |frames| write(&mut sender, frames, limits.ping_every).await) => match written {
            Some(()) => None,
            None => Some("frames are not read"),
        },
        exceeded = read(&mut receiver, &link, limits) => exceeded,
    };
    if let Some(reason) = exceeded {
        let code: CloseCode = close_code::POLICY;
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // The client may be gone, or may not read this close frame.
        let _ = timeout(CLOSE_TIMEOUT, sender.send(close)).await;
    }
}

/// Sends frames and pings until sending fails.
async fn write(sender: &mut SplitSink<WebSocket, Message>, frames: &mut Receiver<Value>, ping_every: Duration) {
    let mut pings = interval_at(Instant::now() + ping_every, ping_every);
    loop {
        let message = tokio::select! {
            frame = frames.recv() => match frame {
                Some(frame) => Message::text(frame.to_string()),
                None => return,
            },
            _ = pings.tick() => Message::Ping(Bytes::new()),
        };
        if sender.send(message).await.is_err() {
            return;
        }
    }
}

/// Reads until the socket ends; returns the limit that was exceeded. The next frame is read after the signalling has processed
/// the last one.
async fn read(receiver: &mut SplitStream<WebSocket>, link: &Link, limits: &LinkLimits) -> Option<&'static str> {
    let quota = Quota::per_second(limits.messages_per_second).allow_burst(limits.burst);
    let rate: DefaultDirectRateLimiter = RateLimiter::direct(quota);
    loop {
        let Ok(message) = timeout(limits.pong_timeout, receiver.next()).await else { return Some("no pong") };
        // An error is a connection that ended, a message that is too large, or a frame that breaks the protocol.
        let Some(Ok(message)) = message else { return None };
        if rate.check().is_err() {
            return Some("too many messages");
        }
        match message {
            Message::Text(text) => link.input(Input::Frame { link: link.id, text: text.to_string() }).await,
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return None,
        }
    }
}
