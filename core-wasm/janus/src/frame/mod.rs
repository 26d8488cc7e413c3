//! The texts on the link: requests that the client writes, frames that it reads, and the bodies of the SIP plugin
//! inside both. Sources: the Janus documentation ("WebSockets and REST API", "SIP plugin") and spec session §7 "Voice
//! signalling". Reading is tolerant: an unknown field is ignored, a field of another type counts as missing, and an
//! unknown frame or event is kept by its name.

mod json;
mod reply;
mod request;
mod sip_event;
mod sip_request;
#[cfg(test)]
mod tests;

pub use reply::{FrameBody, ServerFrame, read_frames};
pub use request::{Credentials, Request, RequestBody};
pub use sip_event::{SipEvent, SipEventBody, SipHangup};
pub use sip_request::SipRequest;

use json::{flag, number, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Name of the SIP plugin (RTC-001 "plugin sip").
pub const SIP_PLUGIN: &str = "janus.plugin.sip";

/// The type of a session description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JsepKind {
    /// Proposes media.
    Offer,
    /// Answers an offer.
    Answer,
}

/// A session description of WebRTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jsep {
    /// Offer or answer.
    #[serde(rename = "type")]
    pub kind: JsepKind,
    /// The description, as the browser made it.
    pub sdp: String,
}

impl Jsep {
    fn read(value: &Value) -> Option<Self> {
        Self::deserialize(value).ok().filter(|jsep| !jsep.sdp.is_empty())
    }
}

/// An ICE candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The candidate line.
    pub candidate: String,
    /// The media section it belongs to, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sdp_mid: Option<String>,
    /// The media section it belongs to, by index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sdp_m_line_index: Option<u32>,
}

/// A candidate, or the end of the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trickle {
    /// One more candidate.
    Candidate(Candidate),
    /// No more candidates follow.
    Completed,
}

impl Trickle {
    /// `None` if the value has neither a candidate nor the mark of the end.
    fn read(value: &Value) -> Option<Self> {
        if flag(value, "completed") == Some(true) {
            return Some(Self::Completed);
        }
        Some(Self::Candidate(Candidate {
            candidate: text(value, "candidate")?,
            sdp_mid: text(value, "sdpMid"),
            sdp_m_line_index: number(value, "sdpMLineIndex").and_then(|index| u32::try_from(index).ok()),
        }))
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Candidate(candidate) => serde_json::json!(candidate),
            Self::Completed => serde_json::json!({ "completed": true }),
        }
    }
}
