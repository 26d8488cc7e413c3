//! States, events, actions and reports of a call.

use super::CallEnd;
use crate::fault::Fault;
use crate::frame::{Jsep, SipHangup, SipRequest, Trickle};
use std::collections::BTreeMap;

/// Length of a tone (RTC-036).
pub const TONE_MS: u32 = 500;
/// Gap between two tones (RTC-036).
pub const TONE_GAP_MS: u32 = 50;

/// The progress of an outgoing call at the other party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarEnd {
    /// The call was sent.
    Dialling,
    /// The other telephone rings.
    Ringing,
    /// Media arrives before the answer: announcements or ringing of the network.
    EarlyMedia,
}

/// Whether an established call is on hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldState {
    /// The call is active: both parties talk.
    Active,
    /// Hold was requested.
    Holding,
    /// On hold.
    Held,
    /// The end of hold was requested.
    Resuming,
}

/// State of the call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegState {
    /// No call.
    #[default]
    Idle,
    /// The agent calls: the browser makes the offer.
    Offering,
    /// The agent calls: the request was sent.
    Outgoing(FarEnd),
    /// A call arrives.
    Incoming,
    /// The agent accepted: the browser makes the answer.
    Answering,
    /// The acceptance was sent.
    Accepting,
    /// The call is established, with its state of hold.
    InCall(HoldState),
    /// The end was requested; reported when the server confirms it.
    HangingUp(CallEnd),
}

/// A request of the call, by which an answer is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `call`.
    Dial,
    /// `accept`.
    Accept,
    /// `decline` or `hangup`.
    End,
    /// `hold`.
    Hold,
    /// `unhold`.
    Unhold,
    /// `update`.
    Update,
    /// `dtmf_info`.
    Tone,
}

impl Step {
    /// Whether the request carries a session description.
    pub fn has_description(self) -> bool {
        match self {
            Self::Dial | Self::Accept | Self::Update => true,
            Self::End | Self::Hold | Self::Unhold | Self::Tone => false,
        }
    }
}

/// The request does not fit the state of the handle (Janus `JANUS_SIP_ERROR_WRONG_STATE`).
const WRONG_STATE: u16 = 447;

/// Why a request was not executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Code of the Janus core or of the plugin.
    Code(u16),
    /// The request never reached the server.
    Fault(Fault),
}

impl Refusal {
    /// Whether the server reports that it has no established call.
    pub fn says_no_call(self) -> bool {
        self == Self::Code(WRONG_STATE)
    }
}

/// An event of the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// The agent calls a SIP address.
    Dial(String),
    /// The agent accepts.
    Accept,
    /// The agent declines.
    Decline,
    /// The agent hangs up.
    HangUp,
    /// The agent puts the call on hold.
    Hold,
    /// The agent resumes the call.
    Unhold,
    /// The agent sends tones.
    Tones(String),
    /// The network changed.
    RestartIce,
    /// The browser made the description.
    Described(Jsep),
    /// The browser could not make or apply a description.
    DescriptionFailed(Fault),
    /// The browser cannot send DTMF tones by RTP.
    TonesRefused(String),
    /// The other telephone rings.
    Ringing,
    /// Media arrived before the answer.
    Progress(Option<Jsep>),
    /// A call arrives.
    Incoming {
        /// SIP address of the caller.
        caller: String,
        /// Name of the caller.
        display_name: String,
        /// SIP headers of the contact centre.
        headers: BTreeMap<String, String>,
        /// The offer.
        offer: Option<Jsep>,
    },
    /// The call is established, or the other party answered our update.
    Accepted(Option<Jsep>),
    /// The other side offers new media.
    UpdatingCall(Option<Jsep>),
    /// Our answer to new media was sent; with a session description, the other party answered our update.
    Updated(Option<Jsep>),
    /// Hold was sent.
    Holding,
    /// The end of hold was sent.
    Resuming,
    /// The call ended.
    HungUp(SipHangup),
    /// A request was refused or failed.
    Refused(Step, Refusal),
    /// The server closed the peer connection.
    PeerClosed,
    /// The server closed the peer connection because it was asked to.
    ConnectionClosed,
    /// A timer is due.
    TimerDue(CallTimer),
    /// The session was claimed after a reload, with a call that is active or on hold.
    Resumed(HoldState),
    /// The session is gone.
    SessionEnded,
    /// The agent ends the session.
    Disconnected,
}

/// Timers of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallTimer {
    /// The next step of the call did not come in time, or a request is repeated.
    Step,
    /// The next step of a renegotiation did not come in time.
    Negotiation,
}

/// An action of the browser on the peer connection of the call. Session descriptions are audio only (VOI-028).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerEffect {
    /// Opens a peer connection and makes an offer.
    Offer,
    /// Makes an offer with new candidates.
    RestartIce,
    /// Applies the offer and makes an answer. Opens a peer connection if there is none; drops an own offer that is not
    /// answered.
    Answer(String),
    /// Applies the answer.
    Complete(String),
    /// Adds a remote candidate.
    AddCandidate(Trickle),
    /// Sends tones by RTP.
    Tones {
        /// 0 to 9, `*`, `#`, A to D.
        tones: String,
        /// Length of each.
        duration_ms: u32,
        /// Gap between two.
        gap_ms: u32,
    },
    /// Closes the peer connection, if it is open.
    Close,
}

/// An action that the call requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallAction {
    /// A new call begins: it gets the next number.
    Begin,
    /// Send a request to the plugin.
    Send(Step, SipRequest, Option<Jsep>),
    /// Ask the server to close the call's peer connection. Without a SIP call the plugin keeps a peer connection that
    /// was offered to it, and the next call would get it.
    CloseConnection,
    /// Send local candidates.
    Trickle(Vec<Trickle>),
    /// The browser has to do an action.
    Peer(PeerEffect),
    /// Set a timer.
    SetTimer(CallTimer, u64),
    /// Cancel a timer.
    CancelTimer(CallTimer),
    /// Notify the area.
    Report(CallReport),
    /// Report an error.
    Fault(Fault),
}

/// A report to the voice area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallReport {
    /// The call was sent.
    Dialling,
    /// The other telephone rings.
    Ringing,
    /// Media before the answer.
    EarlyMedia,
    /// A call arrives.
    Incoming {
        /// SIP address of the caller.
        caller: String,
        /// Name of the caller.
        display_name: String,
        /// SIP headers of the contact centre.
        headers: BTreeMap<String, String>,
    },
    /// The call is established.
    Accepted,
    /// The call from before a reload continues.
    Resumed,
    /// The call is on hold.
    Held,
    /// The call is no longer on hold.
    Unheld,
    /// The media were negotiated again.
    Renegotiated,
    /// The peer connection with the server is established.
    MediaUp,
    /// The server receives the agent's audio, or stopped receiving it.
    AudioReceived(bool),
    /// Packets are lost.
    SlowLink {
        /// True: lost between the browser and the server.
        uplink: bool,
        /// Lost packets.
        lost: u64,
    },
    /// The other party sent a SIP INFO, for example a tone.
    Info {
        /// Content type of the INFO.
        kind: String,
        /// Content of the INFO.
        content: String,
    },
    /// The call ended.
    Ended(CallEnd),
}
