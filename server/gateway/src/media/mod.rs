//! Media: sound of the legs, mixed in frames of 20 ms. The engine is a state machine over packets and time; `driver`
//! gives it the socket and the clock.

mod driver;
mod dtmf;
mod echo;
mod engine;
mod faults;
pub mod g711;
mod jitter;
mod mix;
mod peer;
mod recording;
mod sdp;
pub mod sound;
mod stun;

use std::fmt;
use std::time::Duration;

pub use driver::{MediaHandle, MediaLimits, RecordingOutput, start};
pub use dtmf::is_key;
pub use recording::{
    BYTES_PER_SECOND, Channels, HEADER_BYTES, Notice, Portion, RecordingChange, RecordingCommand, RecordingId, header,
};
pub use sdp::Description;
pub use sound::Sound;

/// One leg of a call: a browser, or a simulated customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LegId(pub u64);

impl fmt::Display for LegId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "leg {}", self.0)
    }
}

/// The mix that a leg hears.
#[derive(Clone, Debug, PartialEq)]
pub enum Hear {
    /// Other legs, and at most one sound.
    Mix(Mix),
    /// The echo test.
    Echo,
}

/// Other legs, and at most one sound of the gateway.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mix {
    /// Legs that are summed.
    pub legs: Vec<LegId>,
    /// The sound that is heard with them.
    pub sound: Option<Sound>,
    /// The sound is heard only while none of these legs sends packets; always if there is none. A leg that is muted in the
    /// gateway stands here and not in `legs`.
    pub instead_of: Vec<LegId>,
}

impl Hear {
    /// The leg hears nothing.
    #[must_use]
    pub fn silence() -> Self {
        Self::Mix(Mix::default())
    }

    /// A sound alone.
    #[must_use]
    pub fn sound(sound: Sound) -> Self {
        Self::Mix(Mix { sound: Some(sound), ..Mix::default() })
    }

    /// Other legs, and music while none of them sends packets (BEY-139).
    #[must_use]
    pub fn voices(legs: Vec<LegId>) -> Self {
        Self::Mix(Mix { instead_of: legs.clone(), sound: Some(Sound::Music), legs })
    }
}

/// A command of the signalling.
#[derive(Clone, Debug, PartialEq)]
pub enum MediaCommand {
    /// Answers an offer; creates the leg or changes its connection.
    Answer {
        /// The leg.
        leg: LegId,
        /// The offer to answer.
        offer: String,
    },
    /// Makes an offer; creates the leg.
    Offer {
        /// The leg.
        leg: LegId,
    },
    /// Makes an offer that changes the connection: `sends` says whether the leg still sends sound.
    Reoffer {
        /// The leg.
        leg: LegId,
        /// `false`: the leg only receives (it is on hold).
        sends: bool,
    },
    /// Accepts the answer to an offer.
    AcceptAnswer {
        /// The leg.
        leg: LegId,
        /// The answer.
        answer: String,
    },
    /// Adds a candidate of the other side.
    Candidate {
        /// The leg.
        leg: LegId,
        /// The line, beginning with `candidate:`.
        candidate: String,
    },
    /// Creates a simulated leg, which speaks without a browser.
    Simulate {
        /// The leg.
        leg: LegId,
        /// The sound that it sends.
        sound: Sound,
    },
    /// Changes the mix that a leg hears.
    Hear {
        /// The leg.
        leg: LegId,
        /// The mix that the leg hears from now on.
        hear: Hear,
    },
    /// Sends a key's tone to a leg.
    Tone {
        /// The leg.
        leg: LegId,
        /// The key.
        digit: char,
        /// Duration of the tone.
        duration: Duration,
    },
    /// Ends a leg.
    Close {
        /// The leg.
        leg: LegId,
    },
    /// Begin, change or end a recording.
    Record {
        /// The recording.
        recording: RecordingId,
        /// The command for the recording.
        command: RecordingCommand,
    },
}

impl MediaCommand {
    /// The leg that the command is for; `None`: it is for a recording.
    #[must_use]
    pub const fn leg(&self) -> Option<LegId> {
        match self {
            Self::Answer { leg, .. }
            | Self::Offer { leg }
            | Self::Reoffer { leg, .. }
            | Self::AcceptAnswer { leg, .. }
            | Self::Candidate { leg, .. }
            | Self::Simulate { leg, .. }
            | Self::Hear { leg, .. }
            | Self::Tone { leg, .. }
            | Self::Close { leg } => Some(*leg),
            Self::Record { .. } => None,
        }
    }
}

/// An event of the media, for the signalling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaEvent {
    /// An offer was answered.
    Answered {
        /// The leg.
        leg: LegId,
        /// The answer.
        description: Description,
    },
    /// An offer was made.
    Offered {
        /// The leg.
        leg: LegId,
        /// The offer.
        description: Description,
    },
    /// An answer was accepted.
    AnswerAccepted {
        /// The leg.
        leg: LegId,
    },
    /// A description has no audio that the gateway can carry.
    NotAcceptable {
        /// The leg.
        leg: LegId,
    },
    /// The connection is established.
    Up {
        /// The leg.
        leg: LegId,
    },
    /// Packets arrive, or no longer arrive.
    Receiving {
        /// The leg.
        leg: LegId,
        /// `a=mid` of the audio.
        mid: String,
        /// Whether packets arrive.
        receiving: bool,
    },
    /// The other side of a leg pressed a key.
    Tone {
        /// The leg.
        leg: LegId,
        /// The key.
        digit: char,
    },
    /// The echo test of a leg was played.
    EchoEnded {
        /// The leg.
        leg: LegId,
    },
    /// The other side closed the connection.
    Closed {
        /// The leg.
        leg: LegId,
    },
    /// No packet arrived within the loss limit, or the connection failed inside.
    Lost {
        /// The leg.
        leg: LegId,
    },
    /// A recording changed.
    Recording {
        /// The recording.
        recording: RecordingId,
        /// The change of the recording.
        change: RecordingChange,
    },
}

impl MediaEvent {
    /// The leg that the event is of; `None`: it is of a recording.
    #[must_use]
    pub const fn leg(&self) -> Option<LegId> {
        match self {
            Self::Answered { leg, .. }
            | Self::Offered { leg, .. }
            | Self::AnswerAccepted { leg }
            | Self::NotAcceptable { leg }
            | Self::Up { leg }
            | Self::Receiving { leg, .. }
            | Self::Tone { leg, .. }
            | Self::EchoEnded { leg }
            | Self::Closed { leg }
            | Self::Lost { leg } => Some(*leg),
            Self::Recording { .. } => None,
        }
    }
}
