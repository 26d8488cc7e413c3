//! What goes into a STOMP session and what comes out of it, as plain data. Nothing here acts.

use std::fmt;
use std::time::Duration;

use super::decoder::Limits;
use super::heartbeat::HeartbeatPolicy;

#[derive(Debug, Clone)]
pub struct SessionPolicy {
    pub limits: Limits,
    pub heartbeat: HeartbeatPolicy,
    /// A connection that has not been admitted by then is closed.
    pub connect_within: Duration,
    /// Deliveries that may be unacknowledged at once: a slow consumer waits instead of filling memory.
    pub prefetch: usize,
    /// The only destinations of SEND, each with the event it takes.
    pub pong_routes: Vec<PongRoute>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PongRoute {
    pub destination: String,
    pub event: String,
}

impl Default for SessionPolicy {
    fn default() -> Self {
        let route = |destination: &str, event: &str| PongRoute { destination: destination.into(), event: event.into() };
        Self {
            limits: Limits::default(),
            heartbeat: HeartbeatPolicy::default(),
            connect_within: Duration::from_secs(10),
            prefetch: 256,
            pong_routes: vec![
                route("/queue/communicator", "PongBrokerAction"),
                route("/queue/whatsapp", "PongBrokerAction"),
                route("/queue/chatvisor", "PongChatvisorBrokerAction"),
            ],
        }
    }
}

/// Times are counted from the opening of the connection.
#[derive(Debug)]
pub enum Input<'a> {
    Received(&'a [u8]),
    /// The answer to `Output::Authenticate`.
    Admitted(Admission),
    Refused,
    /// The next message of the own queue. Ignored without a subscription: it stays in the store.
    Deliver(Delivery),
    /// A last message outside the queue: there is nothing to acknowledge and it is never repeated.
    CloseNotice(String),
    /// The server ends the connection.
    End(CloseReason),
    /// `StompSession::deadline` has come, or any other moment: early and late wake-ups are harmless.
    Wake,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// The one destination that may be subscribed.
    pub queue: String,
    /// How a pong names its client.
    pub client: String,
}

/// The place of a message in its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeliveryId {
    /// How often the queue began a new numbering while this connection read it.
    pub epoch_index: u32,
    pub seq: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub id: DeliveryId,
    pub body: String,
    pub redelivered: bool,
}

/// To be carried out in the given order: a RECEIPT that follows an `Acknowledge` confirms it.
#[derive(Debug, PartialEq, Eq)]
pub enum Output {
    Transmit(Vec<u8>),
    Authenticate(Credentials),
    /// From now on this connection reads the queue; an older consumer has lost it.
    Consume,
    StopConsuming,
    Acknowledge(Vec<DeliveryId>),
    Pong(PongRoute),
    Close(CloseReason),
}

#[derive(PartialEq, Eq)]
pub struct Credentials {
    pub login: String,
    pub passcode: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Credentials({:?}, ***)", self.login)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    /// The client said DISCONNECT.
    Disconnected,
    Protocol,
    Refused,
    Silent,
    NotConnectedInTime,
    /// A newer connection reads the same queue.
    TakenOver,
    /// The agent's session has ended.
    SessionEnded,
    ServerStops,
    /// The server could not do what it promised, for example write an acknowledgement.
    Failure,
}

impl CloseReason {
    /// What the ERROR frame says; `None` where no ERROR is sent.
    pub(super) fn error_message(self) -> Option<&'static str> {
        match self {
            Self::Disconnected | Self::Protocol => None,
            Self::Refused => Some("access refused"),
            Self::Silent => Some("no heart-beat received"),
            Self::NotConnectedInTime => Some("no CONNECT received in time"),
            Self::TakenOver => Some("the queue was taken over by a newer connection"),
            Self::SessionEnded => Some("the session has ended"),
            Self::ServerStops => Some("the server is stopping"),
            Self::Failure => Some("internal error"),
        }
    }
}
