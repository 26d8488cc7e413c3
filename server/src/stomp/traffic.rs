//! Inputs and outputs of a STOMP session, as plain data.

use std::fmt;
use std::time::Duration;

use super::decoder::Limits;
use super::heartbeat::HeartbeatPolicy;

/// Limits and parameters of a session.
#[derive(Debug, Clone)]
pub struct SessionPolicy {
    /// Limits of the decoder.
    pub limits: Limits,
    /// Parameters of heart-beats.
    pub heartbeat: HeartbeatPolicy,
    /// Maximum time until a connection is admitted.
    pub connect_within: Duration,
    /// Maximum of unacknowledged deliveries.
    pub prefetch: usize,
    /// The only allowed destinations of SEND, each with its event.
    pub pong_routes: Vec<PongRoute>,
}

/// A destination of pongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PongRoute {
    /// Destination of SEND.
    pub destination: String,
    /// Event that the body must contain.
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

/// An input of the session. Times are durations since the connection was opened.
#[derive(Debug)]
pub enum Input<'a> {
    /// Bytes from the peer.
    Received(&'a [u8]),
    /// Reply to `Output::Authenticate`: the credentials are accepted.
    Admitted(Admission),
    /// Reply to `Output::Authenticate`: the credentials are refused.
    Refused,
    /// The next message of the queue; without a subscription it is ignored and stays in the store.
    Deliver(Delivery),
    /// A last message outside the queue; it needs no acknowledgement and is not repeated.
    CloseNotice(String),
    /// A typing frame for the subscription, if there is one. It is not stored and needs no acknowledgement.
    Typing(String),
    /// The server closes the connection.
    End(CloseReason),
    /// `StompSession::deadline` has passed; harmless at any other time.
    Wake,
}

/// The permissions of an admitted connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// The only destination that may be subscribed to.
    pub queue: String,
    /// Name of the client in its pongs.
    pub client: String,
}

/// Position of a message in its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeliveryId {
    /// Number of epochs that this connection has read before.
    pub epoch_index: u32,
    /// Number within the epoch.
    pub seq: u64,
}

/// A message to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Position of the message.
    pub id: DeliveryId,
    /// Body of the message.
    pub body: String,
    /// Whether the frame may have been delivered before.
    pub redelivered: bool,
}

/// An output of the session, to be applied in order: a RECEIPT after an `Acknowledge` confirms it.
#[derive(Debug, PartialEq, Eq)]
pub enum Output {
    /// Bytes to send.
    Transmit(Vec<u8>),
    /// Asks to check these credentials.
    Authenticate(Credentials),
    /// This connection consumes the queue now; an earlier consumer must be closed.
    Consume,
    /// The subscription ended.
    StopConsuming,
    /// The client acknowledged these deliveries.
    Acknowledge(Vec<DeliveryId>),
    /// The client answered a ping.
    Pong(PongRoute),
    /// Asks to close the connection.
    Close(CloseReason),
}

/// Credentials of CONNECT; the debug output omits the passcode.
#[derive(PartialEq, Eq)]
pub struct Credentials {
    /// Login.
    pub login: String,
    /// Passcode.
    pub passcode: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Credentials({:?}, ***)", self.login)
    }
}

/// Why a connection closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    /// The client sent DISCONNECT.
    Disconnected,
    /// The client violated the protocol.
    Protocol,
    /// The credentials were refused.
    Refused,
    /// The client's heart-beats are missing.
    Silent,
    /// There was no CONNECT in time.
    NotConnectedInTime,
    /// A newer connection consumes the queue.
    TakenOver,
    /// The agent's session ended.
    SessionEnded,
    /// The server is stopping.
    ServerStops,
    /// The server failed, for example to write an acknowledgement.
    Failure,
}

impl CloseReason {
    /// `message` of the ERROR frame; `None` if no ERROR frame is sent.
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
