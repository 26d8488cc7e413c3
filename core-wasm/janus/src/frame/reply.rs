//! Frames that the server sends (Janus documentation, "WebSockets and REST API").

use super::json::{code, flag, number, text};
use super::{Jsep, SipEvent, Trickle};
use crate::fault::Fault;
use crate::ids::{HandleId, SessionId, Transaction};
use serde_json::Value;

/// A frame of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFrame {
    /// The request that the frame answers. Janus repeats the last transaction in later events of the handle.
    pub transaction: Option<Transaction>,
    /// The session.
    pub session: Option<SessionId>,
    /// The handle that sent the event.
    pub sender: Option<HandleId>,
    /// The content of the frame.
    pub body: FrameBody,
}

/// The content of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameBody {
    /// The request was received; events follow.
    Ack,
    /// The request succeeded.
    Success {
        /// The new session or handle.
        id: Option<u64>,
    },
    /// The request was refused.
    Error {
        /// Code of `apierror.h`.
        code: u16,
        /// Text for reports.
        reason: String,
    },
    /// An event of the SIP plugin.
    Event {
        /// The event.
        event: Box<SipEvent>,
        /// Session description that the event contains.
        jsep: Option<Jsep>,
    },
    /// A remote candidate.
    Trickle(Trickle),
    /// The peer connection is established.
    WebRtcUp,
    /// Media began to arrive at the server, or stopped arriving.
    Media {
        /// `audio` or `video`.
        kind: String,
        /// Whether the media arrives.
        receiving: bool,
    },
    /// Packets are lost.
    SlowLink {
        /// True: from the browser to the server.
        uplink: bool,
        /// Lost packets.
        lost: u64,
    },
    /// The peer connection is closed.
    HangUp {
        /// Text for reports.
        reason: String,
    },
    /// The handle is detached.
    Detached,
    /// The session ended because no keep-alive arrived in time.
    Timeout,
    /// No event: the end of a long poll.
    KeepAlive,
    /// A description of the server.
    ServerInfo,
    /// A frame of a newer server, by its name.
    Unknown(String),
}

/// The frames in one text: one frame, or a list if several events answered a long poll. Fails with
/// [`Fault::Unparsable`] if the text is not JSON.
pub fn read_frames(body: &str) -> Result<Vec<ServerFrame>, Fault> {
    match serde_json::from_str(body) {
        Ok(Value::Array(frames)) => Ok(frames.iter().map(read_frame).collect()),
        Ok(frame) => Ok(vec![read_frame(&frame)]),
        Err(_) => Err(Fault::Unparsable),
    }
}

fn read_frame(value: &Value) -> ServerFrame {
    ServerFrame {
        transaction: text(value, "transaction").map(Transaction),
        session: number(value, "session_id").map(SessionId),
        sender: number(value, "sender").map(HandleId),
        body: read_body(value),
    }
}

fn read_body(value: &Value) -> FrameBody {
    let name = text(value, "janus").unwrap_or_default();
    let null = Value::Null;
    let part = |name: &str| value.get(name).unwrap_or(&null);
    match name.as_str() {
        "ack" => FrameBody::Ack,
        "success" => FrameBody::Success { id: number(part("data"), "id") },
        "error" => FrameBody::Error {
            code: code(part("error"), "code").unwrap_or_default(),
            reason: text(part("error"), "reason").unwrap_or_default(),
        },
        "event" => FrameBody::Event {
            event: Box::new(SipEvent::read(part("plugindata").get("data").unwrap_or(&null))),
            jsep: Jsep::read(part("jsep")),
        },
        "trickle" => match Trickle::read(part("candidate")) {
            Some(trickle) => FrameBody::Trickle(trickle),
            None => FrameBody::Unknown(name),
        },
        "webrtcup" => FrameBody::WebRtcUp,
        "media" => FrameBody::Media {
            kind: text(value, "type").unwrap_or_default(),
            receiving: flag(value, "receiving").unwrap_or_default(),
        },
        "slowlink" => FrameBody::SlowLink {
            uplink: flag(value, "uplink").unwrap_or_default(),
            lost: number(value, "lost").unwrap_or_default(),
        },
        "hangup" => FrameBody::HangUp { reason: text(value, "reason").unwrap_or_default() },
        "detached" => FrameBody::Detached,
        "timeout" => FrameBody::Timeout,
        "keepalive" => FrameBody::KeepAlive,
        "server_info" => FrameBody::ServerInfo,
        _ => FrameBody::Unknown(name),
    }
}
