//! Reports of the page about signalling and media. A report contains the number of its link or call; the core ignores
//! reports of earlier ones. `browser/voice_report.rs` reads them field by field, because a derived reader makes the
//! module 4 KB larger.

use super::Exit;
use super::connection::{IceState, VoiceConnectionEvent};
use super::machine::Voice;
use super::media::{Levels, Quality};
use super::microphone::problem_of;
use crate::flow::{Context, Text};
use crate::shell::SnackbarKind;
use janus::frame::{Candidate, Jsep, JsepKind, Trickle};
use janus::{CallNumber, Fault, HttpFailure, Input, LinkNumber, PeerInput, Transaction};

/// A report of the voice ports.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum VoiceReport {
    /// The voice ports are loaded; this is the first report.
    Ready {
        /// Whether the browser has WebRTC (RTC-051).
        web_rtc: bool,
    },
    /// The socket is open.
    Opened {
        /// Number of the link.
        link: u32,
    },
    /// The socket closed, or could not be opened.
    Closed {
        /// The link.
        link: u32,
    },
    /// A text arrived on the socket.
    Text {
        /// The link.
        link: u32,
        /// The received text.
        text: String,
    },
    /// A POST request ended.
    Posted {
        /// The link.
        link: u32,
        /// Identifies the request.
        transaction: String,
        /// The answer or the failure.
        outcome: HttpOutcome,
    },
    /// A long poll ended.
    Polled {
        /// The link.
        link: u32,
        /// Answer or failure.
        outcome: HttpOutcome,
    },
    /// The local session description that was requested.
    Described {
        /// Number of the call.
        call: u32,
        /// The session description.
        description: Description,
    },
    /// The session description could not be made or applied.
    Failed {
        /// The call.
        call: u32,
        /// The reason of the failure.
        failure: MediaFailure,
    },
    /// A local candidate.
    Candidate {
        /// The call.
        call: u32,
        /// The candidate; `None` if no more follow.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "RTCIceCandidateInit | null"))]
        candidate: Option<LocalCandidate>,
    },
    /// The browser cannot send these DTMF tones by RTP.
    TonesRefused {
        /// The call.
        call: u32,
        /// The tones to send.
        tones: String,
    },
    /// The state of ICE changed.
    Ice {
        /// The call.
        call: u32,
        /// The ICE state.
        state: IceState,
    },
    /// The lost microphone was replaced by another one (BEY-021).
    MicrophoneReplaced {
        /// The call.
        call: u32,
        /// Name of the microphone in use.
        label: String,
    },
    /// The microphone is gone, and there is no other one.
    MicrophoneLost {
        /// The call.
        call: u32,
        /// Why no other microphone was opened.
        failure: MediaFailure,
    },
    /// The last microphone of the computer was removed.
    NoMicrophone,
    /// The computer has a microphone again, or the agent has allowed the browser to use one.
    MicrophoneFound,
    /// The browser plays nothing before a gesture of the agent.
    PlaybackBlocked {
        /// The call.
        call: u32,
    },
    /// Levels of the last 200 ms.
    Levels {
        /// The call.
        call: u32,
        /// The measured levels.
        levels: Levels,
    },
    /// A measurement of the quality in the last second.
    Quality {
        /// The call.
        call: u32,
        /// The measured values.
        sample: Quality,
    },
    /// The computer's network changed (BEY-023).
    NetworkChanged,
}

impl VoiceReport {
    /// The number of the report's link or call; `None` for a report about the page.
    pub fn number_mut(&mut self) -> Option<&mut u32> {
        match self {
            Self::Opened { link }
            | Self::Closed { link }
            | Self::Text { link, .. }
            | Self::Posted { link, .. }
            | Self::Polled { link, .. } => Some(link),
            Self::Described { call, .. }
            | Self::Failed { call, .. }
            | Self::Candidate { call, .. }
            | Self::TonesRefused { call, .. }
            | Self::Ice { call, .. }
            | Self::MicrophoneReplaced { call, .. }
            | Self::MicrophoneLost { call, .. }
            | Self::PlaybackBlocked { call }
            | Self::Levels { call, .. }
            | Self::Quality { call, .. } => Some(call),
            Self::Ready { .. } | Self::NoMicrophone | Self::MicrophoneFound | Self::NetworkChanged => None,
        }
    }
}

/// The end of an HTTP request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum HttpOutcome {
    /// The request was answered with success.
    Answered {
        /// Body of the answer.
        body: String,
    },
    /// The request got no answer.
    Failed {
        /// Why the request failed.
        reason: HttpProblem,
    },
    /// The request was answered with an error status.
    Refused {
        /// The HTTP status.
        status: u16,
    },
}

/// Why an HTTP request got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
#[serde(rename_all = "camelCase")]
pub enum HttpProblem {
    /// There was no connection.
    Network,
    /// No answer arrived in time.
    TimedOut,
}

impl HttpOutcome {
    /// The outcome for the signalling.
    pub fn result(self) -> Result<String, HttpFailure> {
        match self {
            Self::Answered { body } => Ok(body),
            Self::Failed { reason: HttpProblem::Network } => Err(HttpFailure::Network),
            Self::Failed { reason: HttpProblem::TimedOut } => Err(HttpFailure::TimedOut),
            Self::Refused { status } => Err(HttpFailure::Status(status)),
        }
    }
}

/// The type of a session description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
#[serde(rename_all = "lowercase")]
pub enum DescriptionType {
    /// A description that proposes media.
    Offer,
    /// A description that answers an offer.
    Answer,
}

/// A session description of WebRTC.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
pub struct Description {
    /// The type: offer or answer.
    #[serde(rename = "type")]
    pub kind: DescriptionType,
    /// The text of the description, as the browser made it.
    pub sdp: String,
}

impl From<Description> for Jsep {
    fn from(description: Description) -> Self {
        let kind = match description.kind {
            DescriptionType::Offer => JsepKind::Offer,
            DescriptionType::Answer => JsepKind::Answer,
        };
        Self { kind, sdp: description.sdp }
    }
}

/// An ICE candidate of the browser (`RTCIceCandidateInit`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize), serde(default, rename_all = "camelCase"))]
pub struct LocalCandidate {
    /// The candidate line.
    pub candidate: String,
    /// The media section, by its name.
    pub sdp_mid: Option<String>,
    /// The media section, by its index.
    pub sdp_m_line_index: Option<u32>,
}

/// The candidate for the signalling; `None` if no more follow.
fn trickle(candidate: Option<LocalCandidate>) -> Trickle {
    candidate.map_or(Trickle::Completed, |LocalCandidate { candidate, sdp_mid, sdp_m_line_index }| {
        Trickle::Candidate(Candidate { candidate, sdp_mid, sdp_m_line_index })
    })
}

/// An error of the browser's media.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
#[serde(rename_all = "camelCase")]
pub enum MediaFault {
    /// The browser has no WebRTC.
    NoWebRtc,
    /// There is no audio device.
    NoDevice,
    /// There is no microphone.
    NoAudioDevice,
    /// A session description is unusable.
    InvalidJsep,
}

/// Why no microphone can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
#[serde(rename_all = "camelCase")]
pub enum CaptureProblem {
    /// There is no microphone.
    Missing,
    /// The agent or the browser refuses access to it.
    Refused,
    /// Another program uses the microphone.
    InUse,
}

/// A failure of the browser's media.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Deserialize))]
pub struct MediaFailure {
    /// The error.
    pub fault: MediaFault,
    /// Why the microphone cannot be opened; `None` for another error.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub problem: Option<CaptureProblem>,
}

impl MediaFailure {
    /// The error for the signalling.
    pub fn fault(self) -> Fault {
        match self.fault {
            MediaFault::NoWebRtc => Fault::NoWebRtc,
            MediaFault::NoDevice => Fault::NoDevice,
            MediaFault::NoAudioDevice => Fault::NoAudioDevice,
            MediaFault::InvalidJsep => Fault::InvalidJsep,
        }
    }

    /// Translation key of what the agent can do about it.
    pub fn key(self) -> &'static str {
        match self.problem {
            Some(CaptureProblem::Missing) => "voice.devices.problem.missing",
            Some(CaptureProblem::Refused) => "voice.devices.problem.refused",
            Some(CaptureProblem::InUse) => "voice.devices.problem.inUse",
            None => self.fault().key(),
        }
    }
}

impl Voice {
    /// A report of the page. Levels and measurements have functions of their own.
    pub fn on_report(&mut self, context: &mut Context, report: VoiceReport) -> Vec<Exit> {
        let current = self.call_number;
        let is_current = |call: u32| call == current;
        let mut exits = match &report {
            VoiceReport::Ready { web_rtc } => return self.on_ports(context, *web_rtc),
            VoiceReport::Ice { call, state } => return self.on_ice(context, *call, *state),
            VoiceReport::NetworkChanged => return self.on_network_changed(context),
            VoiceReport::MicrophoneLost { call, failure } if is_current(*call) => {
                return self.on_microphone_lost(context, *failure);
            }
            VoiceReport::MicrophoneReplaced { call, label } if is_current(*call) => self.on_microphone_replaced(label),
            VoiceReport::NoMicrophone => return self.on_no_microphone(context),
            VoiceReport::MicrophoneFound => return self.on_microphone_found(context),
            VoiceReport::PlaybackBlocked { call } if is_current(*call) => vec![Exit::SoundBlocked],
            VoiceReport::Failed { call, failure } if is_current(*call) => {
                if failure.problem.is_some() {
                    self.device = Some(problem_of(*failure));
                }
                vec![Exit::Snackbar(SnackbarKind::Error, Text::key(failure.key()))]
            }
            _ => Vec::new(),
        };
        let cannot_be_heard =
            matches!(&report, VoiceReport::Failed { call, failure } if is_current(*call) && failure.problem.is_some());
        if let Some(input) = signalling_input(report) {
            exits.extend(self.on_signalling(context, input));
        }
        if cannot_be_heard {
            // Otherwise the next calls would ring for an agent who cannot answer them.
            exits.extend(self.on_media_stopped(context));
        }
        exits
    }

    /// The page has loaded its ports: the connection may begin.
    pub fn on_ports(&mut self, context: &mut Context, web_rtc: bool) -> Vec<Exit> {
        self.ports = Some(web_rtc);
        let mut exits = self.on_signalling(context, Input::Environment { web_rtc });
        if self.logged {
            exits.extend(self.on_connection_event(context, VoiceConnectionEvent::SessionLogged));
        }
        exits
    }
}

/// Reports that the signalling handles itself.
pub fn signalling_input(report: VoiceReport) -> Option<Input> {
    let peer = |call, input| Some(Input::Peer(CallNumber(call), input));
    match report {
        VoiceReport::Opened { link } => Some(Input::Opened(LinkNumber(link))),
        VoiceReport::Closed { link } => Some(Input::Closed(LinkNumber(link))),
        VoiceReport::Text { link, text } => Some(Input::Text(LinkNumber(link), text)),
        VoiceReport::Posted { link, transaction, outcome } => {
            Some(Input::Posted(LinkNumber(link), Transaction(transaction), outcome.result()))
        }
        VoiceReport::Polled { link, outcome } => Some(Input::Polled(LinkNumber(link), outcome.result())),
        VoiceReport::Described { call, description } => peer(call, PeerInput::Described(description.into())),
        VoiceReport::Failed { call, failure } => peer(call, PeerInput::Failed(failure.fault())),
        VoiceReport::Candidate { call, candidate } => peer(call, PeerInput::Candidate(trickle(candidate))),
        VoiceReport::TonesRefused { call, tones } => peer(call, PeerInput::TonesRefused(tones)),
        VoiceReport::Ready { .. }
        | VoiceReport::Ice { .. }
        | VoiceReport::MicrophoneReplaced { .. }
        | VoiceReport::MicrophoneLost { .. }
        | VoiceReport::NoMicrophone
        | VoiceReport::MicrophoneFound
        | VoiceReport::PlaybackBlocked { .. }
        | VoiceReport::Levels { .. }
        | VoiceReport::Quality { .. }
        | VoiceReport::NetworkChanged => None,
    }
}
