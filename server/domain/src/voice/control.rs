//! Reports of the telephone system and commands of the contact centre. Calls are named by the identifier that the
//! telephone system gave them, or that the contact centre chose for a call of its own.

use crate::store::RecordingRule;
use serde::{Deserialize, Serialize};
use wire::{CallMode, CallPartyRole, QueueId, SupervisionMode};

/// A report of the telephone system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNews {
    /// A telephone can be called.
    Registered {
        /// Extension of the telephone.
        exten: String,
    },
    /// A telephone can no longer be called.
    Unregistered {
        /// Extension of the telephone.
        exten: String,
    },
    /// A customer called a queue, or answered a call of the centre, and hears music.
    Queued {
        /// The call.
        call: String,
        /// The calling number: the number of the customer, or of a queue if the centre called.
        from: String,
        /// The dialled number: the number of a queue, or of the customer.
        to: String,
    },
    /// The called side answered: the agent of a waiting call, or the customer whom the centre calls.
    Answered {
        /// The call.
        call: String,
        /// Extension or number that answered.
        exten: String,
    },
    /// The agent of a waiting call did not answer; the customer still waits.
    Missed {
        /// The call.
        call: String,
        /// The agent's extension.
        exten: String,
    },
    /// A party changed while the call continues.
    Party {
        /// The call.
        call: String,
        /// Number of the party.
        party: u64,
        /// The change.
        news: PartyNews,
    },
    /// The parties that talk with each other changed.
    Mode {
        /// The call.
        call: String,
        /// The parties that talk with each other.
        mode: CallMode,
    },
    /// Nobody talks with the customer any more, who hears music until the call is connected to an agent.
    Unattended {
        /// The call.
        call: String,
    },
    /// A command for the room was refused and had no effect.
    Refused {
        /// The call.
        call: String,
        /// The command.
        command: RoomCommand,
        /// The reason of the refusal.
        refusal: RoomRefusal,
    },
    /// The recording of a call changed.
    Recording {
        /// The call.
        call: String,
        /// The recording.
        recording: String,
        /// The change of the recording.
        news: RecordingNews,
    },
    /// The call ended.
    Ended {
        /// The call.
        call: String,
        /// The reason of the end.
        end: CallEnd,
    },
}

/// News of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingNews {
    /// The notice is over: sound is recorded.
    Began,
    /// Silence is recorded, or sound again.
    Paused(bool),
    /// The recording ended.
    Ended,
    /// The recording cannot continue.
    Stopped,
}

/// A command for the recording of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordOrder {
    /// Begin, after the notice that the rule names.
    Begin(RecordingRule),
    /// Record silence, or sound again.
    Pause(bool),
    /// End the recording; the call continues.
    End,
}

/// News of one party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartyNews {
    /// The telephone of the party rings.
    Ringing,
    /// The party answered and is in the room.
    Answered,
    /// The party did not answer; the SIP code says why.
    Failed(u16),
    /// The party is on hold by command, or no longer.
    Held(bool),
    /// The party's own telephone has put the other parties on hold, or ended that hold. A party that is alone with it
    /// hears music.
    Holds(bool),
    /// The microphone of the party is closed in the telephone system, or open.
    Muted(bool),
    /// The party has another role.
    Role(CallPartyRole),
    /// The party is a supervisor; these parties hear the supervisor from now on.
    Supervision(SupervisionMode),
    /// The party left.
    Left,
}

/// The reason for refusing a command for a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomRefusal {
    /// Nobody talks with the customer.
    NotTalking,
    /// The customer is gone, or would be alone.
    NobodyRemains,
    /// The room has its maximum of parties.
    Full,
    /// The state that the command requires does not hold, or no longer.
    Outdated,
}

/// A command that changes who is in a call, or who hears whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomCommand {
    /// Calls a party whom the agent consults; the customer hears music.
    Consult {
        /// The new party.
        party: u64,
        /// The destination to call.
        to: RoomDestination,
        /// Whether supervisors hear the consultation.
        #[serde(default)]
        is_supervised: bool,
    },
    /// The agent talks with the customer; the consulted party hears music.
    TalkWithCustomer,
    /// The agent talks with the consulted party; the customer hears music.
    TalkWithConsulted,
    /// Makes the consultation a conference.
    Join,
    /// Ends the consultation: the consulted party leaves, or is no longer called, and the customer is back with the
    /// agent.
    CancelConsultation,
    /// The consulted party takes over the call: at once, or when it answers.
    Complete,
    /// Calls a further party for a conference.
    Invite {
        /// The new party.
        party: u64,
        /// The destination to call.
        to: RoomDestination,
    },
    /// Puts a party on hold, or takes it back.
    Hold {
        /// The party.
        party: u64,
        /// Whether the party is on hold.
        held: bool,
    },
    /// Closes the microphone of a party, or opens it.
    Mute {
        /// The party.
        party: u64,
        /// Whether the microphone is closed.
        muted: bool,
    },
    /// Removes a party, or stops calling it.
    Remove {
        /// The party.
        party: u64,
    },
    /// The agent leaves a conference.
    Leave {
        /// The party who is the agent from now on.
        successor: u64,
    },
    /// All parties but the customer leave; the customer waits for another agent.
    ToQueue,
    /// Calls the hidden telephone of a supervisor, who listens.
    Supervise {
        /// The new party.
        party: u64,
        /// Extension of the telephone.
        exten: String,
    },
    /// Changes which parties hear a supervisor.
    ChangeSupervision {
        /// The supervisor.
        party: u64,
        /// The parties who hear the supervisor.
        mode: SupervisionMode,
    },
}

/// The destination that a room command calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomDestination {
    /// The telephone of an agent.
    Extension(String),
    /// An external number.
    Number(String),
}

/// Why a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// The calling side hung up.
    ByCaller,
    /// The called side hung up.
    ByCallee,
    /// The calling side hung up before the answer.
    Cancelled,
    /// The called side rejected the call with this SIP code.
    Declined(u16),
    /// Nobody answered in time.
    NotAnswered,
    /// There is no such number.
    NotFound,
    /// The number is busy.
    Busy,
    /// The telephone cannot be reached.
    Unavailable,
    /// The operator does not connect calls to the number.
    Blacklisted,
    /// A side has no codec that the telephone system supports.
    NotAcceptable,
    /// The contact centre ended the call.
    Released,
    /// The sound of a side was lost.
    Lost,
}

/// A command to the telephone system, see `Centre::take_call_commands`. Giving it twice has the same result as giving
/// it once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallCommand {
    /// Calls the agent's telephone, then connects it with the number.
    Dial {
        /// The new call.
        call: String,
        /// The agent's extension.
        exten: String,
        /// The customer's number.
        number: String,
    },
    /// Calls a customer, who waits for an agent after the answer.
    Originate {
        /// The new call.
        call: String,
        /// The number that the customer sees.
        from: String,
        /// The customer's number.
        to: String,
    },
    /// Lets a waiting call ring at an agent.
    Connect {
        /// The call.
        call: String,
        /// The agent's extension.
        exten: String,
    },
    /// Changes the room of a call.
    Room {
        /// The call.
        call: String,
        /// The change.
        command: RoomCommand,
    },
    /// Begin, pause or end the recording of a call.
    Record {
        /// The call.
        call: String,
        /// The recording.
        recording: String,
        /// The command for the recording.
        order: RecordOrder,
    },
    /// End a call.
    HangUp {
        /// The call.
        call: String,
    },
}

/// Allows a telephone to register, or forbids it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountChange {
    /// Extension of the telephone.
    pub exten: String,
    /// Number of the change: an older change that arrives after a newer one has no effect.
    pub version: u64,
    /// Account of the telephone; `None`: the account was deleted, and its registrations and calls end.
    pub account: Option<VoiceAccount>,
}

/// The account of a telephone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoiceAccount {
    /// Hash of the secret with which it registers, see `secret_hash`.
    pub secret_hash: String,
    /// Owner of the telephone.
    pub owner: TelephoneOwner,
}

/// The owner of a telephone, which decides whom it may call and who may call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TelephoneOwner {
    /// A telephone of an agent: the centre calls through it, and other agents can call it.
    Agent,
    /// A telephone of a customer, which can call only this queue.
    Customer(QueueId),
    /// A hidden telephone of a supervisor for one supervision: it can call nobody, and only the centre can call it.
    Supervisor,
}
