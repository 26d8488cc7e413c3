//! Frames that the gateway sends.

use serde_json::{Value, json};

use super::error::{ProtocolError, SipError};
use super::request::Known;
use crate::media::Description;

/// Name of the plugin.
pub const PLUGIN: &str = "janus.plugin.sip";

/// A handle's address in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The session.
    pub session: u64,
    /// The handle.
    pub handle: u64,
}

/// A description to send, with its kind.
pub enum OutgoingJsep<'a> {
    /// An offer.
    Offer(&'a Description),
    /// An answer.
    Answer(&'a Description),
}

pub fn error(known: &Known, error: &ProtocolError) -> Value {
    let mut frame = json!({"janus": "error", "error": {"code": error.code, "reason": error.reason}});
    set(&mut frame, "transaction", known.transaction.as_deref());
    if let Some(session) = known.session {
        set(&mut frame, "session_id", Some(session));
    }
    frame
}

pub fn ack(session: u64, transaction: &str) -> Value {
    json!({"janus": "ack", "session_id": session, "transaction": transaction})
}

pub fn pong(transaction: &str) -> Value {
    json!({"janus": "pong", "transaction": transaction})
}

pub fn success(session: Option<u64>, transaction: &str) -> Value {
    let mut frame = json!({"janus": "success", "transaction": transaction});
    set(&mut frame, "session_id", session);
    frame
}

/// The answer to `create` and `attach`.
pub fn created(session: Option<u64>, transaction: &str, id: u64) -> Value {
    let mut frame = success(session, transaction);
    set(&mut frame, "data", Some(json!({"id": id})));
    frame
}

pub fn info(transaction: Option<&str>, session_timeout_s: u64, claim_timeout_s: u64) -> Value {
    let mut frame = json!({
        "janus": "server_info",
        "name": "Voice gateway",
        "version_string": env!("CARGO_PKG_VERSION"),
        "session-timeout": session_timeout_s,
        "reclaim-session-timeout": claim_timeout_s,
        "full-trickle": true,
        "ice-lite": false,
        "plugins": {PLUGIN: {"name": "SIP plugin of the voice gateway"}},
    });
    set(&mut frame, "transaction", transaction);
    frame
}

/// The answer to a long poll when nothing happened.
pub fn keep_alive() -> Value {
    json!({"janus": "keepalive"})
}

pub fn timeout(session: u64) -> Value {
    json!({"janus": "timeout", "session_id": session})
}

pub fn detached(sender: Sender) -> Value {
    json!({"janus": "detached", "session_id": sender.session, "sender": sender.handle})
}

pub fn webrtc_up(sender: Sender) -> Value {
    json!({"janus": "webrtcup", "session_id": sender.session, "sender": sender.handle})
}

pub fn media(sender: Sender, mid: &str, receiving: bool, silence_s: u64) -> Value {
    let mut frame = json!({"janus": "media", "session_id": sender.session, "sender": sender.handle, "mid": mid,
        "type": "audio", "receiving": receiving});
    if !receiving {
        set(&mut frame, "seconds", Some(silence_s));
    }
    frame
}

pub fn hangup(sender: Sender, reason: &str) -> Value {
    json!({"janus": "hangup", "session_id": sender.session, "sender": sender.handle, "reason": reason})
}

/// The gateway's candidates, one frame each, and the end of the list.
pub fn trickle(sender: Sender, description: &Description) -> impl Iterator<Item = Value> {
    let of = move |candidate: Value| json!({"janus": "trickle", "session_id": sender.session, "sender": sender.handle, "candidate": candidate});
    let mid = description.mid.clone();
    let candidates = description.candidates.clone().into_iter();
    candidates
        .map(move |line| of(json!({"sdpMid": mid, "sdpMLineIndex": 0, "candidate": line})))
        .chain(std::iter::once(of(json!({"completed": true}))))
}

/// An event of the plugin.
pub fn event(
    sender: Sender,
    transaction: Option<&str>,
    call_id: Option<&str>,
    result: Value,
    jsep: Option<OutgoingJsep<'_>>,
) -> Value {
    let mut data = json!({"sip": "event", "result": result});
    set(&mut data, "call_id", call_id);
    let mut frame = plugin_frame(sender, transaction, data);
    let jsep = jsep.map(|jsep| match jsep {
        OutgoingJsep::Offer(description) => json!({"type": "offer", "sdp": description.sdp}),
        OutgoingJsep::Answer(description) => json!({"type": "answer", "sdp": description.sdp}),
    });
    set(&mut frame, "jsep", jsep);
    frame
}

/// An error of the plugin.
pub fn sip_error(sender: Sender, transaction: &str, error: &SipError) -> Value {
    let data = json!({"sip": "event", "error_code": error.code, "error": error.reason});
    plugin_frame(sender, Some(transaction), data)
}

fn plugin_frame(sender: Sender, transaction: Option<&str>, data: Value) -> Value {
    let mut frame = json!({"janus": "event", "session_id": sender.session, "sender": sender.handle,
        "plugindata": {"plugin": PLUGIN, "data": data}});
    set(&mut frame, "transaction", transaction);
    frame
}

/// Adds a field that may be absent.
fn set(frame: &mut Value, field: &str, value: Option<impl Into<Value>>) {
    if let (Some(object), Some(value)) = (frame.as_object_mut(), value) {
        object.insert(field.to_owned(), value.into());
    }
}
