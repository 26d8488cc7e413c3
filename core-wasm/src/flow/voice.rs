//! Commands to the browser for voice. The page transports frames, session descriptions and tracks; it decides nothing.

use crate::wire::{IceServer, Secret};
use serde::Serialize;

/// A command to the browser for voice. `link` and `call` are numbers of links and calls: reports about earlier ones are
/// ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VoiceCommand {
    /// Opens a WebSocket.
    OpenSocket {
        /// The link.
        link: u32,
        /// Address.
        url: String,
        /// Sub-protocol.
        protocol: &'static str,
    },
    /// Closes the socket, or aborts the HTTP requests of the link.
    CloseLink {
        /// The link.
        link: u32,
    },
    /// Sends a text on the socket.
    Send {
        /// The link.
        link: u32,
        /// The text; it contains secrets.
        text: Secret<String>,
    },
    /// Sends a text by POST.
    Post {
        /// The link.
        link: u32,
        /// Address.
        url: String,
        /// Identifies the request; the report of its end contains it.
        transaction: String,
        /// The text; it contains secrets.
        text: Secret<String>,
    },
    /// Asks for events by a long poll.
    Poll {
        /// The link.
        link: u32,
        /// Address; it contains secrets.
        url: Secret<String>,
        /// Longest time until an answer.
        timeout_ms: u64,
    },
    /// Does something with the peer connection of a call.
    Peer {
        /// The call.
        call: u32,
        /// The command for the peer connection.
        command: PeerCommand,
    },
    /// The relay servers of all calls from now on (RTC-029).
    Relays(Vec<IceServer>),
    /// Closes all links and peer connections without a report: the session ended, or another tab took it.
    Release,
    /// Opens the microphone of a call that has lost it.
    OpenMicrophone {
        /// The call.
        call: u32,
    },
    /// Sends the microphone's audio, or silence.
    Mute {
        /// The call.
        call: u32,
        /// True: silence.
        muted: bool,
    },
}

/// A command to a peer connection. Session descriptions are audio only (VOI-028).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PeerCommand {
    /// Opens a peer connection and makes an offer.
    Offer,
    /// Makes an offer with new ICE candidates.
    RestartIce,
    /// Applies the offer and makes an answer.
    Answer {
        /// The offer.
        sdp: String,
    },
    /// Applies the answer.
    Complete {
        /// The answer.
        sdp: String,
    },
    /// Adds a remote candidate.
    AddCandidate {
        /// The candidate; `None` is the end of the candidates.
        candidate: Option<RemoteCandidate>,
    },
    /// Sends tones.
    Tones {
        /// The tones: 0 to 9, `*`, `#`, A to D.
        tones: String,
        /// Length of each tone.
        duration_ms: u32,
        /// Gap between two tones.
        gap_ms: u32,
    },
    /// Closes the peer connection, if it is open.
    Close,
}

/// A candidate of the voice server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RemoteCandidate {
    /// The candidate line.
    pub candidate: String,
    /// The media section, by name.
    pub sdp_mid: Option<String>,
    /// The media section, by index.
    pub sdp_m_line_index: Option<u32>,
}
