//! The interface to the contact centre, which decides who may register and where a number leads, and receives the facts
//! of calls.

use std::fmt;
use std::time::Duration;

use crate::media::{Notice, RecordingId};
use crate::room::{Mode, PartyChange, PartyId, Refusal, RoomCommand};

/// Number of the echo test; the gateway answers it itself.
pub const ECHO_NUMBER: &str = "*43";

/// SIP header of a leg's invitation that names the call: `CallId::sip_call_id`.
pub const CALL_HEADER: &str = "X-Call-Id";
/// SIP header of a leg's invitation that names the leg: its number in this gateway.
pub const LEG_HEADER: &str = "X-Leg-Id";
/// SIP header of the invitation of a further party: its role in the call (`consulted`, `colleague`, `supervisor`).
pub const ROLE_HEADER: &str = "X-Party-Role";

/// One call, from its request to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

impl CallId {
    /// The Call-ID of SIP, which all events of a call carry as `call_id`.
    #[must_use]
    pub fn sip_call_id(self) -> String {
        format!("{:x}", self.0)
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

/// Decisions of the contact centre. The functions run on the signalling task and must answer without waiting for a network.
pub trait CallControl: Send + Sync + 'static {
    /// Whether a request with this token and API secret may use the gateway.
    fn admits(&self, token: Option<&str>, api_secret: Option<&str>) -> bool;
    /// Whether `secret` is the secret of `extension`.
    fn may_register(&self, extension: &str, secret: &str) -> bool;
    /// Whether a reloaded page of `extension` can claim its session: its call then waits for the new connection.
    fn claims_after_reload(&self, extension: &str) -> bool;
    /// Whether a telephone of `extension` may call at all, also the echo test. The hidden telephone of a supervisor cannot
    /// call, it can only be called.
    fn may_call(&self, extension: &str) -> bool;
    /// The destination of a call to `number`.
    fn route(&self, origin: CallOrigin<'_>, number: &str) -> Route;
    /// Receives a fact. Facts of one call arrive in order. If an extension registers and unregisters more often than once a
    /// second, some states in between are not reported; the last one always is.
    fn report(&self, fact: CallFact);
}

/// The calling party, with the number that the callee sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOrigin<'a> {
    /// A registered handle: the extension of its account.
    Telephone(&'a str),
    /// The contact centre for an agent (`ControlCommand::Dial`): the agent's extension.
    Dialled(&'a str),
    /// The contact centre (`ControlCommand::Originate`): the number that it shows.
    Centre(&'a str),
    /// A customer of the telephone network (`ControlCommand::CustomerCall`): the customer's number.
    Network(&'a str),
}

impl<'a> CallOrigin<'a> {
    /// The calling extension or number.
    #[must_use]
    pub const fn number(self) -> &'a str {
        match self {
            Self::Telephone(number) | Self::Dialled(number) | Self::Centre(number) | Self::Network(number) => number,
        }
    }
}

/// The destination of a dialled number.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// A registered extension rings.
    Ring {
        /// The extension.
        extension: String,
    },
    /// The gateway answers the call and plays music until `Gateway::connect` gives it an agent.
    Queue,
    /// A simulated customer without a browser answers.
    Simulated(SimulatedCustomer),
    /// The echo test.
    Echo,
    /// The number is busy (486).
    Busy,
    /// The number rings and nobody answers (408 after the ring time).
    NoAnswer,
    /// There is no such number (404).
    Unknown,
    /// The number must not be called (403).
    Blacklisted,
}

/// A customer whose speech the gateway generates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedCustomer {
    /// Ringing time until the customer answers; unused for a customer who calls.
    pub answers_after: Duration,
    /// Talking time after which the customer hangs up.
    pub hangs_up_after: Option<Duration>,
    /// Pitch of the generated speech in Hz.
    pub pitch: f64,
}

/// The two sides of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallSide {
    /// The party that called, or that waits in a queue.
    Caller,
    /// The party that was called, or the agent that a waiting call was connected to.
    Callee,
}

impl CallSide {
    /// The party that has this side at the start of the call.
    #[must_use]
    pub const fn party(self) -> PartyId {
        match self {
            Self::Caller => PartyId::CALLER,
            Self::Callee => PartyId::CALLEE,
        }
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Caller => Self::Callee,
            Self::Callee => Self::Caller,
        }
    }
}

/// Why a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// A side hung up an answered call.
    HungUp(CallSide),
    /// The caller hung up before the answer.
    Cancelled,
    /// The callee declined with this SIP code.
    Declined(u16),
    /// The ring time passed.
    NotAnswered,
    /// The number is unknown.
    NotFound,
    /// The callee is in another call.
    Busy,
    /// The extension is not registered.
    Unavailable,
    /// The number must not be called.
    Blacklisted,
    /// A side offered no audio that the gateway carries.
    NotAcceptable,
    /// The contact centre ended the call.
    Released,
    /// The page of a side closed the connection.
    Closed(CallSide),
    /// No packet came from a side for the loss limit.
    Lost(CallSide),
}

/// A command for the recording of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordOrder {
    /// Begin the recording, after a notice to all in the call. A call that is not answered answers
    /// `RecordingState::Ended`.
    Begin(Notice),
    /// Record silence from now on, or sound again.
    Pause(bool),
    /// End the recording. The call continues.
    End,
}

/// The state of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingState {
    /// The notice is over: sound is recorded from now on.
    Began,
    /// Silence is recorded, or sound again.
    Paused(bool),
    /// The recording ended: by a command, with the call, or because the customer left the call.
    Ended,
    /// The recording cannot continue: its portions are not accepted.
    Stopped,
}

/// A fact of a call or a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFact {
    /// An extension can be called.
    Registered {
        /// The extension.
        extension: String,
    },
    /// An extension can no longer be called.
    Unregistered {
        /// The extension.
        extension: String,
    },
    /// A call began.
    Started {
        /// The call.
        call: CallId,
        /// The caller's extension or number.
        from: String,
        /// The dialled number.
        to: String,
    },
    /// A call was answered by the gateway and waits for an agent.
    Queued {
        /// The call.
        call: CallId,
    },
    /// The callee rings.
    Ringing {
        /// The call.
        call: CallId,
        /// The callee's extension or number.
        extension: String,
    },
    /// The callee answered.
    Answered {
        /// The call.
        call: CallId,
        /// The callee's extension or number.
        extension: String,
    },
    /// An agent did not answer a call, or the call no longer waits for one; the call itself continues.
    Missed {
        /// The call.
        call: CallId,
        /// The agent's extension.
        extension: String,
        /// SIP code of the refusal.
        code: u16,
    },
    /// A side pressed a key.
    Tone {
        /// The call.
        call: CallId,
        /// The side that pressed the key.
        side: CallSide,
        /// The key.
        digit: char,
    },
    /// A side put the other on hold, or took it back.
    Held {
        /// The call.
        call: CallId,
        /// The side that put the other on hold, or ended the hold.
        side: CallSide,
        /// Whether the other side is on hold.
        held: bool,
    },
    /// Sound of a side arrives, or arrives no longer.
    Media {
        /// The call.
        call: CallId,
        /// The side whose sound it is.
        side: CallSide,
        /// Whether sound arrives.
        receiving: bool,
    },
    /// A party changed while the call continues.
    Party {
        /// The call.
        call: CallId,
        /// The party.
        party: PartyId,
        /// The change.
        change: PartyChange,
    },
    /// The parties that talk with each other changed.
    Mode {
        /// The call.
        call: CallId,
        /// The parties that talk with each other.
        mode: Mode,
    },
    /// Nobody talks with the customer any more; the customer hears music until the call is connected to an agent.
    Unattended {
        /// The call.
        call: CallId,
    },
    /// A command for a room was refused and had no effect.
    Refused {
        /// The call.
        call: CallId,
        /// The command.
        command: RoomCommand,
        /// The reason of the refusal.
        cause: Refusal,
    },
    /// The recording of the call changed, and the call continues.
    Recording {
        /// The call.
        call: CallId,
        /// The recording.
        recording: RecordingId,
        /// The state of the recording.
        state: RecordingState,
    },
    /// The call ended.
    Ended {
        /// The call.
        call: CallId,
        /// The reason of the end.
        cause: EndCause,
    },
}

/// A command of the contact centre. Each command is answered by a fact, even if it comes too late; a repeated command changes
/// nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlCommand {
    /// A simulated customer calls.
    CustomerCall {
        /// The new call.
        call: CallId,
        /// The customer's number.
        from: String,
        /// The dialled number.
        to: String,
        /// The customer.
        customer: SimulatedCustomer,
    },
    /// The centre calls a customer, who waits for an agent after the answer.
    Originate {
        /// The new call.
        call: CallId,
        /// Number that the customer sees.
        from: String,
        /// The customer's number.
        to: String,
    },
    /// The gateway calls an agent's telephone; when it answers, it calls a number for the agent.
    Dial {
        /// The new call.
        call: CallId,
        /// The agent's extension.
        extension: String,
        /// The number.
        to: String,
    },
    /// A waiting call rings at an agent. If it still rings at another agent, that ring ends (`Missed`). For a call that does
    /// not wait the answer is `Missed`, for an unknown call `Ended`.
    Connect {
        /// The call.
        call: CallId,
        /// The agent's extension.
        extension: String,
    },
    /// Changes who is in an answered call, and who hears whom. For an unknown call the answer is `Ended`.
    Room {
        /// The call.
        call: CallId,
        /// The change.
        command: RoomCommand,
    },
    /// Begins, pauses or ends the recording of a call. An unknown call answers `Ended`.
    Record {
        /// The call.
        call: CallId,
        /// The recording. A call has one at most; a command for another one than it has changes nothing.
        recording: RecordingId,
        /// The command for the recording.
        order: RecordOrder,
    },
    /// The account of an extension is gone: its handles are unregistered, and their calls end.
    Unregister {
        /// The extension.
        extension: String,
    },
    /// Ends a call for all its parties: for the contact centre, for an agent, or for a simulated side. For an unknown call the
    /// answer is `Ended`.
    HangUp {
        /// The call.
        call: CallId,
        /// The side that hangs up; `None`: the centre hangs up.
        by: Option<CallSide>,
    },
}
