//! State machine of one STOMP connection.
//!
//! States: `AwaitingConnect` (only CONNECT is accepted, for a limited time), `Authenticating` (the credentials are
//! being checked; bytes are buffered), `Connected`, `Closed` (inputs are ignored). A protocol violation leads to an
//! ERROR frame and `Closed`, as STOMP requires.
//!
//! The session knows the only queue that its agent may subscribe to and the destinations of pongs. It does not
//! interpret messages; a delivery stays in the store until `Output::Acknowledge` names it.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use super::decoder::{Decoded, Decoder};
use super::frame::{Command, Frame};
use super::heartbeat::Heartbeat;
use super::traffic::{Admission, CloseReason, Credentials, Delivery, DeliveryId, Input, Output, SessionPolicy};

/// The state machine of one connection.
#[derive(Debug)]
pub struct StompSession {
    policy: SessionPolicy,
    decoder: Decoder,
    phase: Phase,
    heartbeat: Heartbeat,
    subscription: Option<Subscription>,
    outstanding: VecDeque<Outstanding>,
    last_ack_tag: u64,
}

#[derive(Debug)]
enum Phase {
    AwaitingConnect,
    Authenticating { heart_beat: Option<String> },
    Connected(Admission),
    Closed,
}

#[derive(Debug)]
struct Subscription {
    id: String,
    mode: AckMode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AckMode {
    Auto,
    Cumulative,
    Individual,
}

#[derive(Debug)]
struct Outstanding {
    tag: u64,
    delivery: DeliveryId,
}

/// Why a frame closes the connection: `message` of the ERROR frame.
struct ProtocolViolation(String);

impl<T: fmt::Display> From<T> for ProtocolViolation {
    fn from(reason: T) -> Self {
        Self(reason.to_string())
    }
}

impl StompSession {
    /// A new connection.
    pub fn new(policy: SessionPolicy) -> Self {
        let decoder = Decoder::new(policy.limits);
        Self {
            policy,
            decoder,
            phase: Phase::AwaitingConnect,
            heartbeat: Heartbeat::disabled(),
            subscription: None,
            outstanding: VecDeque::new(),
            last_ack_tag: 0,
        }
    }

    /// Handles an input at time `now`, since the connection was opened.
    pub fn handle(&mut self, now: Duration, input: Input<'_>) -> Vec<Output> {
        let mut out = Vec::new();
        match (&self.phase, input) {
            (Phase::Closed, _) => {}
            (_, Input::End(reason)) => self.close(reason, &mut out),
            (_, Input::Wake) => self.wake(now, &mut out),
            (Phase::Authenticating { .. }, Input::Received(bytes)) => {
                self.heartbeat.note_received(now);
                self.decoder.push(bytes);
            }
            (_, Input::Received(bytes)) => {
                self.heartbeat.note_received(now);
                self.decoder.push(bytes);
                self.drain(now, &mut out);
            }
            (Phase::Authenticating { heart_beat }, Input::Admitted(admission)) => {
                let heart_beat = heart_beat.clone();
                self.admit(now, admission, heart_beat.as_deref(), &mut out);
            }
            (Phase::Authenticating { .. }, Input::Refused) => self.close(CloseReason::Refused, &mut out),
            (_, Input::Deliver(delivery)) => self.deliver(delivery, &mut out),
            (_, Input::CloseNotice(body)) => {
                if let Some(message) = self.message("farewell", body, false) {
                    transmit(message, &mut out);
                }
            }
            (_, Input::Typing(body)) => {
                if let Some(message) = self.message("typing", body, false) {
                    transmit(message, &mut out);
                }
            }
            // A reply that no request waits for is ignored.
            (_, Input::Admitted(_) | Input::Refused) => {}
        }
        if out.iter().any(|output| matches!(output, Output::Transmit(_))) {
            self.heartbeat.note_sent(now);
        }
        out
    }

    /// When `Input::Wake` is due at the latest.
    pub fn deadline(&self) -> Option<Duration> {
        match self.phase {
            Phase::AwaitingConnect | Phase::Authenticating { .. } => Some(self.policy.connect_within),
            Phase::Connected(_) => self.heartbeat.deadline(),
            Phase::Closed => None,
        }
    }

    /// Number of further deliveries that the client accepts.
    pub fn credit(&self) -> usize {
        match (&self.phase, &self.subscription) {
            (Phase::Connected(_), Some(_)) => self.policy.prefetch.saturating_sub(self.outstanding.len()),
            _ => 0,
        }
    }

    fn wake(&mut self, now: Duration, out: &mut Vec<Output>) {
        match self.phase {
            Phase::AwaitingConnect | Phase::Authenticating { .. } if now >= self.policy.connect_within => {
                self.close(CloseReason::NotConnectedInTime, out);
            }
            Phase::Connected(_) if self.heartbeat.peer_timed_out(now) => self.close(CloseReason::Silent, out),
            Phase::Connected(_) if self.heartbeat.beat_due(now) => out.push(Output::Transmit(b"\n".to_vec())),
            _ => {}
        }
    }

    fn drain(&mut self, now: Duration, out: &mut Vec<Output>) {
        while matches!(self.phase, Phase::AwaitingConnect | Phase::Connected(_)) {
            match self.decoder.decode() {
                Ok(None) => return,
                Ok(Some(Decoded::HeartBeat)) => {}
                Ok(Some(Decoded::Frame(frame))) => {
                    let receipt = frame.header("receipt").map(str::to_owned);
                    if let Err(violation) = self.frame(now, frame, out) {
                        self.fail(violation, receipt.as_deref(), out);
                    }
                }
                Err(error) => self.fail(error.into(), None, out),
            }
        }
    }

    fn frame(&mut self, now: Duration, frame: Frame, out: &mut Vec<Output>) -> Result<(), ProtocolViolation> {
        match &self.phase {
            Phase::AwaitingConnect if frame.command == Command::Connect => return self.connect(now, &frame, out),
            Phase::AwaitingConnect => return Err("CONNECT is expected first".into()),
            _ => {}
        }
        if frame.header("transaction").is_some() {
            return Err("transactions are not supported".into());
        }
        match frame.command {
            Command::Subscribe => self.subscribe(&frame, out)?,
            Command::Unsubscribe => self.unsubscribe(&frame, out)?,
            Command::Ack => self.acknowledge(&frame, AckKind::Ack, out)?,
            Command::Nack => self.acknowledge(&frame, AckKind::Nack, out)?,
            Command::Send => self.send(&frame, out)?,
            Command::Disconnect => {}
            Command::Connect => return Err("already connected".into()),
            Command::Begin | Command::Commit | Command::Abort => return Err("transactions are not supported".into()),
            Command::Connected | Command::Message | Command::Receipt | Command::Error => {
                return Err("this frame is for clients".into());
            }
        }
        if let Some(receipt) = frame.header("receipt") {
            transmit(Frame::new(Command::Receipt).with_header("receipt-id", receipt), out);
        }
        if frame.command == Command::Disconnect {
            self.close(CloseReason::Disconnected, out);
        }
        Ok(())
    }

    fn connect(&mut self, now: Duration, frame: &Frame, out: &mut Vec<Output>) -> Result<(), ProtocolViolation> {
        let versions = frame.header("accept-version").unwrap_or("1.0");
        if !versions.split(',').any(|version| version.trim() == "1.2") {
            return Err("only version 1.2 is spoken here".into());
        }
        // The specification requires `host`, but stompjs sends it only if configured; there is one virtual host.
        if frame.header("host") == Some("") {
            return Err("host is empty".into());
        }
        let (Some(login), Some(passcode)) = (frame.header("login"), frame.header("passcode")) else {
            return Err("login and passcode are required".into());
        };
        let heart_beat = frame.header("heart-beat").map(str::to_owned);
        if Heartbeat::negotiate(&self.policy.heartbeat, heart_beat.as_deref(), now).is_none() {
            return Err("heart-beat is malformed".into());
        }
        self.phase = Phase::Authenticating { heart_beat };
        out.push(Output::Authenticate(Credentials { login: login.to_owned(), passcode: passcode.to_owned() }));
        Ok(())
    }

    fn admit(&mut self, now: Duration, admission: Admission, heart_beat: Option<&str>, out: &mut Vec<Output>) {
        if let Some(heartbeat) = Heartbeat::negotiate(&self.policy.heartbeat, heart_beat, now) {
            self.heartbeat = heartbeat;
        }
        self.phase = Phase::Connected(admission);
        let connected = Frame::new(Command::Connected)
            .with_header("version", "1.2")
            .with_header("server", concat!("workspace-server/", env!("CARGO_PKG_VERSION")))
            .with_header("heart-beat", self.policy.heartbeat.offer());
        transmit(connected, out);
        self.drain(now, out);
    }

    fn subscribe(&mut self, frame: &Frame, out: &mut Vec<Output>) -> Result<(), ProtocolViolation> {
        let Phase::Connected(admission) = &self.phase else { return Ok(()) };
        let id = required(frame, "id")?;
        if required(frame, "destination")? != admission.queue {
            return Err("this destination may not be read".into());
        }
        if self.subscription.is_some() {
            return Err("the queue is already subscribed".into());
        }
        let mode = match frame.header("ack") {
            None | Some("auto") => AckMode::Auto,
            Some("client") => AckMode::Cumulative,
            Some("client-individual") => AckMode::Individual,
            Some(_) => return Err("ack must be auto, client or client-individual".into()),
        };
        self.subscription = Some(Subscription { id: id.to_owned(), mode });
        // Unacknowledged deliveries of an earlier subscription are delivered again.
        self.outstanding.clear();
        out.push(Output::Consume);
        Ok(())
    }

    fn unsubscribe(&mut self, frame: &Frame, out: &mut Vec<Output>) -> Result<(), ProtocolViolation> {
        let id = required(frame, "id")?;
        match &self.subscription {
            Some(subscription) if subscription.id == id => {
                self.subscription = None;
                out.push(Output::StopConsuming);
                Ok(())
            }
            _ => Err("no such subscription".into()),
        }
    }

    fn deliver(&mut self, delivery: Delivery, out: &mut Vec<Output>) {
        let message_id = format!("{}-{}", delivery.id.epoch_index, delivery.id.seq);
        let Some(message) = self.message(&message_id, delivery.body, delivery.redelivered) else { return };
        transmit(message, out);
        match self.subscription {
            Some(Subscription { mode: AckMode::Auto, .. }) => out.push(Output::Acknowledge(vec![delivery.id])),
            _ => self.outstanding.push_back(Outstanding { tag: self.last_ack_tag, delivery: delivery.id }),
        }
    }

    /// A MESSAGE, with an acknowledgement id if the subscription requires one.
    fn message(&mut self, message_id: &str, body: String, redelivered: bool) -> Option<Frame> {
        let (Phase::Connected(admission), Some(subscription)) = (&self.phase, &self.subscription) else { return None };
        let mut message = Frame::new(Command::Message)
            .with_header("subscription", subscription.id.as_str())
            .with_header("message-id", message_id)
            .with_header("destination", admission.queue.as_str());
        if subscription.mode != AckMode::Auto {
            self.last_ack_tag += 1;
            message = message.with_header("ack", self.last_ack_tag.to_string());
        }
        if redelivered {
            message = message.with_header("redelivered", "true");
        }
        Some(message.with_body("application/json;charset=utf-8", body))
    }

    fn acknowledge(&mut self, frame: &Frame, kind: AckKind, out: &mut Vec<Output>) -> Result<(), ProtocolViolation> {
        let tag: u64 = required(frame, "id")?.parse().map_err(|_| "no such acknowledgement id")?;
        if tag == 0 || tag > self.last_ack_tag {
            return Err("no such acknowledgement id".into());
        }
        let cumulative =
            self.subscription.as_ref().is_some_and(|subscription| subscription.mode == AckMode::Cumulative);
        let mut settled = Vec::new();
        // An unknown tag was acknowledged before; a repetition changes nothing.
        self.outstanding.retain(|entry| {
            let hit = if cumulative { entry.tag <= tag } else { entry.tag == tag };
            if hit {
                settled.push(entry.delivery);
            }
            !hit
        });
        if kind == AckKind::Ack && !settled.is_empty() {
            out.push(Output::Acknowledge(settled));
        }
        Ok(())
    }

    fn send(&mut self, frame: &Frame, out: &mut Vec<Output>) -> Result<(), ProtocolViolation> {
        #[derive(Deserialize)]
        struct Pong {
            event: String,
            client: String,
        }
        let Phase::Connected(admission) = &self.phase else { return Ok(()) };
        let destination = required(frame, "destination")?;
        let route = self.policy.pong_routes.iter().find(|route| route.destination == destination);
        let Some(route) = route else { return Err("nothing may be sent to this destination".into()) };
        match serde_json::from_slice::<Pong>(&frame.body) {
            Ok(pong) if pong.event == route.event && pong.client == admission.client => {
                out.push(Output::Pong(route.clone()));
                Ok(())
            }
            _ => Err("only this agent's own pong may be sent to this destination".into()),
        }
    }

    fn fail(&mut self, violation: ProtocolViolation, receipt: Option<&str>, out: &mut Vec<Output>) {
        transmit(error_frame(&violation.0, receipt), out);
        self.close(CloseReason::Protocol, out);
    }

    fn close(&mut self, reason: CloseReason, out: &mut Vec<Output>) {
        if let Some(message) = reason.error_message() {
            transmit(error_frame(message, None), out);
        }
        if self.subscription.take().is_some() {
            out.push(Output::StopConsuming);
        }
        self.outstanding.clear();
        self.phase = Phase::Closed;
        out.push(Output::Close(reason));
    }
}

/// ACK or NACK. A message refused by NACK stays in the queue for the next connection: dropping it would lose an event,
/// and redelivering it at once would cause a loop.
#[derive(PartialEq, Eq)]
enum AckKind {
    Ack,
    Nack,
}

fn required<'a>(frame: &'a Frame, name: &str) -> Result<&'a str, ProtocolViolation> {
    match frame.header(name) {
        Some(value) if !value.is_empty() => Ok(value),
        _ => Err(format!("header {name} is required").into()),
    }
}

fn error_frame(message: &str, receipt: Option<&str>) -> Frame {
    let mut frame = Frame::new(Command::Error).with_header("message", message).with_header("version", "1.2");
    if let Some(receipt) = receipt {
        frame = frame.with_header("receipt-id", receipt);
    }
    frame
}

fn transmit(frame: Frame, out: &mut Vec<Output>) {
    out.push(Output::Transmit(frame.encode()));
}
