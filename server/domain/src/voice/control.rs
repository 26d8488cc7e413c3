//! What the telephone system and the contact centre say to each other. Calls are named by the identifier that the
//! telephone system gave them, or that the contact centre chose for a call of its own.

use serde::{Deserialize, Serialize};
use wire::{CallMode, CallPartyRole, QueueId, SupervisionMode};

/// News of the telephone system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNews {
    /// A telephone can be called.
    Registered {
        /// Its extension.
        exten: String,
    },
    /// A telephone can no longer be called.
    Unregistered {
        /// Its extension.
        exten: String,
    },
    /// A customer called a queue, or answered a call of the centre, and hears music.
    Queued {
        /// The call.
        call: String,
        /// The calling number: the customer's, or that of a queue if the centre called.
        from: String,
        /// The dialled number: that of a queue, or the customer's.
        to: String,
    },
    /// The called side answered: the agent of a waiting call, or the customer whom the centre calls.
    Answered {
        /// The call.
        call: String,
        /// Extension or number that answered.
        exten: String,
    },
    /// The agent of a waiting call did not answer; the customer waits on.
    Missed {
        /// The call.
        call: String,
        /// The agent's extension.
        exten: String,
    },
    /// Something happened to a party, and the call goes on.
    Party {
        /// The call.
        call: String,
        /// Number of the party.
        party: u64,
        /// What happened.
        news: PartyNews,
    },
    /// Others talk with one another from now on.
    Mode {
        /// The call.
        call: String,
        /// Who.
        mode: CallMode,
    },
    /// Nobody talks with the customer any more, who hears music until the call is connected to an agent.
    Unattended {
        /// The call.
        call: String,
    },
    /// A command for the room was refused and changed nothing.
    Refused {
        /// The call.
        call: String,
        /// The command.
        command: RoomCommand,
        /// Why.
        refusal: RoomRefusal,
    },
    /// The call ended.
    Ended {
        /// The call.
        call: String,
        /// Why.
        end: CallEnd,
    },
}

/// News of one party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartyNews {
    /// Its telephone rings.
    Ringing,
    /// It answered and is in the room.
    Answered,
    /// It did not answer; the SIP code says why.
    Failed(u16),
    /// It is on hold by command, or no longer.
    Held(bool),
    /// Its own telephone has put the other parties on hold, or ended that hold. A party that is alone with it hears music.
    Holds(bool),
    /// Its microphone is closed in the telephone system, or open.
    Muted(bool),
    /// It has another role.
    Role(CallPartyRole),
    /// It is a supervisor, whom others hear from now on.
    Supervision(SupervisionMode),
    /// It left.
    Left,
}

/// Why a command for a room was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomRefusal {
    /// Nobody talks with the customer.
    NotTalking,
    /// The customer is gone, or would be alone.
    NobodyRemains,
    /// There are as many parties as a room has.
    Full,
    /// What the command is about is not so, or not any more.
    Outdated,
}

/// A change of who is in a call, and who hears whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomCommand {
    /// Call somebody whom the agent consults; the customer has music.
    Consult {
        /// The new party.
        party: u64,
        /// Whom to call.
        to: RoomDestination,
        /// Supervisors hear the consultation.
        #[serde(default)]
        is_supervised: bool,
    },
    /// The agent talks with the customer; the consulted party has music.
    TalkWithCustomer,
    /// The agent talks with the consulted party; the customer has music.
    TalkWithConsulted,
    /// Make the consultation a conference.
    Join,
    /// The consulted party leaves, or is called no longer; the customer is back.
    CancelConsultation,
    /// The consulted party takes over: at once, or when it answers.
    Complete,
    /// Call somebody for a conference.
    Invite {
        /// The new party.
        party: u64,
        /// Whom to call.
        to: RoomDestination,
    },
    /// Put a party on hold, or take it back.
    Hold {
        /// The party.
        party: u64,
        /// Whether it is on hold.
        held: bool,
    },
    /// Close the microphone of a party, or open it.
    Mute {
        /// The party.
        party: u64,
        /// Whether it is closed.
        muted: bool,
    },
    /// End a party, or stop calling it.
    Remove {
        /// The party.
        party: u64,
    },
    /// The agent leaves a conference.
    Leave {
        /// Who is the agent from now on.
        successor: u64,
    },
    /// Everybody but the customer leaves, who waits for another agent.
    ToQueue,
    /// Call the hidden telephone of a supervisor, who listens.
    Supervise {
        /// The new party.
        party: u64,
        /// Extension of the telephone.
        exten: String,
    },
    /// Others hear a supervisor from now on, or do not.
    ChangeSupervision {
        /// The supervisor.
        party: u64,
        /// Who.
        mode: SupervisionMode,
    },
}

/// Whom a room command calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomDestination {
    /// The telephone of an agent.
    Extension(String),
    /// A number outside.
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
    /// The called side refused with this SIP code.
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
    /// A side has no sound that the telephone system carries.
    NotAcceptable,
    /// The contact centre ended the call.
    Released,
    /// The sound of a side was lost.
    Lost,
}

/// A command to the telephone system, see `Centre::take_call_commands`. To give it twice is the same as once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallCommand {
    /// Call the agent's telephone, then connect it with the number.
    Dial {
        /// The new call.
        call: String,
        /// The agent's extension.
        exten: String,
        /// The customer's number.
        number: String,
    },
    /// Call a customer, who waits for an agent after the answer.
    Originate {
        /// The new call.
        call: String,
        /// The number that the customer sees.
        from: String,
        /// The customer's number.
        to: String,
    },
    /// Let a waiting call ring at an agent.
    Connect {
        /// The call.
        call: String,
        /// The agent's extension.
        exten: String,
    },
    /// Change who is in a call.
    Room {
        /// The call.
        call: String,
        /// The change.
        command: RoomCommand,
    },
    /// End a call.
    HangUp {
        /// The call.
        call: String,
    },
}

/// A telephone may register, or may not any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountChange {
    /// Its extension.
    pub exten: String,
    /// Number of the change: an older one is told later than a newer one at times, and changes nothing then.
    pub version: u64,
    /// Its account; `None`: it has none any more, and its registrations and calls end.
    pub account: Option<VoiceAccount>,
}

/// What a telephone may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoiceAccount {
    /// It registers with the secret of this hash, see `secret_hash`.
    pub secret_hash: String,
    /// Whose it is.
    pub owner: TelephoneOwner,
}

/// Whose a telephone is, and so whom it calls and who calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TelephoneOwner {
    /// An agent's: the centre calls by it, and agents call it.
    Agent,
    /// A customer's, which calls this queue only.
    Customer(QueueId),
    /// A supervisor's for one supervision: hidden. It calls nobody, and only the centre calls it.
    Supervisor,
}
