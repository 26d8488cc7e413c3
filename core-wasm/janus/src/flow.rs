//! Inputs, effects and events of the state machines, as data.

use crate::call::{CallReport, PeerEffect};
use crate::fault::Fault;
use crate::frame::{Credentials, Jsep, Request, Trickle};
use crate::ids::{CallNumber, HandleId, LinkNumber, SessionId, Transaction};
use crate::node::Node;
use serde::{Deserialize, Serialize};
use wire::Secret;

/// Sub-protocol of the WebSocket (Janus documentation, "WebSockets").
pub const SUB_PROTOCOL: &str = "janus-protocol";

/// The agent's voice account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Identifier of the agent.
    pub agent: String,
    /// Extension of the agent.
    pub extension: String,
    /// Password of the extension: a setting of the server; by default the agent's id.
    pub secret: Secret<String>,
    /// Host of the SIP proxy.
    pub proxy_host: String,
}

/// How an incoming call is answered (spec session §4 "Incoming call").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerMode {
    /// The agent accepts or declines each call.
    #[default]
    Manual,
    /// Agent channel: the call is answered automatically; the agent accepts with the tone `#` and rejects with `*`.
    AgentChannel,
}

/// The data that a connection needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The node list.
    pub nodes: Vec<Node>,
    /// Credentials of the Janus server.
    pub credentials: Credentials,
    /// Name of the plugin.
    pub plugin: String,
    /// The voice account.
    pub account: Account,
    /// How incoming calls are answered.
    pub answer_mode: AnswerMode,
    /// The session that the page had before its reload.
    pub resume: Option<Resume>,
}

/// The data that is stored so that a session can be claimed after a reload (BEY-024).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resume {
    /// The node that has the session.
    pub node: Node,
    /// The session.
    pub session: SessionId,
    /// The handle of the SIP plugin.
    pub handle: HandleId,
    /// Whether the extension was registered.
    pub registered: bool,
    /// The call that the server has.
    pub call: ResumedCall,
}

/// The call of a session that is claimed after a reload: the page had its peer connection, so it is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ResumedCall {
    /// The session has no call.
    #[default]
    None,
    /// The call is established, and continues with new media.
    Established,
    /// The call is established and on hold, and continues with new media.
    Held,
    /// The call rings for the agent: its offer is lost, so it is declined.
    Ringing,
    /// The call was not established yet, or was being hung up: it is hung up.
    Unfinished,
}

/// A command of the voice area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Connects and registers. Ignored while a connection exists.
    Connect(Box<Setup>),
    /// Connects again after [`Event::Lost`]: claims the session, or makes a new one.
    Reconnect,
    /// Sets the account for the next registration and the credentials for the next requests, because a server may issue
    /// new ones at each load. Ignored before [`Command::Connect`].
    Renew(Box<Account>, Credentials),
    /// Asks the server at once whether the session still exists, because the computer slept. Without an answer the link
    /// counts as lost.
    Check,
    /// Registers again after [`Event::RegistrationRefused`], or before the next retry.
    Register,
    /// Ends call and session.
    Disconnect,
    /// Calls a number, or a SIP address that begins with `sip:`.
    Dial(String),
    /// Accepts the incoming call; in agent-channel mode sends the tone `#`.
    Accept,
    /// Declines the incoming call; in agent-channel mode sends the tone `*`.
    Decline,
    /// Hangs up.
    HangUp,
    /// Puts the call on hold.
    Hold,
    /// Resumes the call.
    Unhold,
    /// Sends DTMF tones: 0 to 9, `*`, `#`, A to D.
    Tones(String),
    /// The network changed: negotiates new candidates (BEY-023).
    RestartIce,
}

/// Why an HTTP request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpFailure {
    /// No connection.
    Network,
    /// No answer in time.
    TimedOut,
    /// An error status.
    Status(u16),
}

impl HttpFailure {
    /// The error of the specification (RTC-044 to RTC-046).
    pub fn fault(self) -> Fault {
        match self {
            Self::Network => Fault::Network,
            Self::TimedOut => Fault::TimedOut,
            Self::Status(_) => Fault::CallFailed,
        }
    }
}

/// A report of the browser about a peer connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerInput {
    /// The local description that was asked for.
    Described(Jsep),
    /// The description could not be made or applied.
    Failed(Fault),
    /// A local candidate.
    Candidate(Trickle),
    /// The browser cannot send these tones by RTP.
    TonesRefused(String),
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The capabilities of the browser; the first input.
    Environment {
        /// Whether the browser has WebRTC.
        web_rtc: bool,
    },
    /// A command of the area.
    Command(Command),
    /// The socket is open.
    Opened(LinkNumber),
    /// The socket is closed, or could not be opened.
    Closed(LinkNumber),
    /// A text arrived on the socket.
    Text(LinkNumber, String),
    /// A POST ended: the body of the answer, or the failure.
    Posted(LinkNumber, Transaction, Result<String, HttpFailure>),
    /// A long poll ended.
    Polled(LinkNumber, Result<String, HttpFailure>),
    /// A report about a call's peer connection.
    Peer(CallNumber, PeerInput),
    /// A timer is due.
    Timer(Timer),
}

/// The timers. Setting a timer again replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timer {
    /// A request of the session got no answer in time.
    Request,
    /// The next keep-alive.
    KeepAlive,
    /// The answer to a registration is overdue, or the next attempt is due.
    Registration,
    /// The next step of the call is overdue, or a request is repeated.
    Call,
    /// The browser's description for a renegotiation, or the other party's answer, is overdue.
    Negotiation,
}

/// A side effect that the browser executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Opens a WebSocket with [`SUB_PROTOCOL`].
    OpenSocket {
        /// Number of the link, which its inputs contain.
        link: LinkNumber,
        /// Address.
        url: String,
    },
    /// Closes the socket, or aborts what runs over HTTP.
    CloseLink(LinkNumber),
    /// Sends a frame on the socket.
    Send(LinkNumber, Box<Request>),
    /// Sends a frame by POST.
    Post {
        /// The link.
        link: LinkNumber,
        /// Address.
        url: String,
        /// The frame.
        request: Box<Request>,
    },
    /// Asks for events. The address carries the credentials.
    Poll {
        /// The link.
        link: LinkNumber,
        /// Address.
        url: Secret<String>,
        /// Longest time without an answer.
        timeout_ms: u64,
    },
    /// Sets a timer.
    SetTimer(Timer, u64),
    /// Cancels a timer.
    CancelTimer(Timer),
    /// An action on a peer connection.
    Peer(CallNumber, PeerEffect),
}

/// What the area is notified of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The session is open. The registration follows, unless the session was claimed with one.
    Connected {
        /// Whether the session from before a reload was claimed.
        claimed: bool,
    },
    /// The connection is lost; the session may still exist.
    Lost(Fault),
    /// The session ended on the server; a new one is created.
    SessionEnded,
    /// Everything is closed after [`Command::Disconnect`].
    Disconnected,
    /// The extension is registered.
    Registered,
    /// The registration failed and is repeated.
    RegistrationRetries {
        /// SIP code.
        code: u16,
        /// Milliseconds until the next attempt.
        after_ms: u64,
    },
    /// The registration is refused because of a wrong password or an unknown extension. It is not repeated.
    RegistrationRefused {
        /// SIP code.
        code: u16,
    },
    /// A report about a call.
    Call(CallNumber, CallReport),
    /// A call that arrived during another one.
    Missed {
        /// SIP address of the caller.
        caller: String,
        /// Name of the caller.
        display_name: String,
    },
    /// An error, for the agent or for error reports.
    Fault(Fault),
    /// An unknown frame or event, for error reports.
    Unregistered(String),
}

/// The result of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Side effects, in order.
    pub effects: Vec<Effect>,
    /// Events for the voice area, in order.
    pub events: Vec<Event>,
}
