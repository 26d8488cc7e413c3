//! A call is a room of parties: who is in it, and who hears whom. Roles, modes and commands without state; the rooms
//! themselves are in `signalling`.

use std::fmt;

/// Parties of a room at most, those that still ring among them. Supervisors are not counted.
pub const MAX_PARTIES: usize = 6;
/// Supervisors of a room at most.
pub const MAX_SUPERVISORS: usize = 4;

/// One party of a call. The first two have `CALLER` and `CALLEE`; the contact centre chooses the others, each number once in a
/// call, so that a repeated command is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartyId(pub u64);

impl PartyId {
    /// Who called, or who waits in a queue.
    pub const CALLER: Self = Self(1);
    /// Who was called, or the agent that a waiting call was connected to.
    pub const CALLEE: Self = Self(2);
}

impl fmt::Display for PartyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "party {}", self.0)
    }
}

/// The role of a party in its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The customer.
    Customer,
    /// The agent whose attendance the call is.
    Agent,
    /// Somebody whom the agent consults.
    Consulted,
    /// Somebody else of a conference.
    Colleague,
    /// A supervisor, who is not counted as a party.
    Supervisor(Supervision),
}

impl Role {
    /// Whether the party is counted. A supervisor is not: the presence of one changes nothing for the others.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        !matches!(self, Self::Supervisor(_))
    }

    /// Whether the party belongs to the contact centre and can keep a customer.
    #[must_use]
    pub const fn can_keep_customer(self) -> bool {
        matches!(self, Self::Agent | Self::Consulted | Self::Colleague)
    }
}

/// What a supervisor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supervision {
    /// Hears the conversation; the microphone is closed.
    Listen,
    /// Is heard by the agent only.
    Whisper,
    /// Is heard by all.
    Barge,
}

/// Which parties of a room talk with one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All.
    Together,
    /// The agent with the consulted party. The customer has music, or the colleagues of the conference.
    Consulting {
        /// Whether supervisors hear the consultation (a rule of the org unit).
        is_supervised: bool,
    },
    /// The agent with the customer and the colleagues. The consulted party has music.
    Swapped {
        /// As in `Consulting`, for the next swap.
        is_supervised: bool,
    },
}

/// Whether `listener` hears `speaker`, who is another party of its room. Nobody hears who is on hold or has not answered: that
/// is decided for the party, not for its role.
#[must_use]
pub const fn hears(listener: Role, speaker: Role, mode: Mode) -> bool {
    use Role as R;
    use Supervision as S;
    match (listener, speaker) {
        (_, R::Supervisor(S::Listen)) => false,
        (_, R::Supervisor(S::Whisper)) => matches!(listener, R::Agent),
        (R::Agent, R::Supervisor(S::Barge)) => true,
        (R::Supervisor(_), R::Supervisor(S::Barge)) => match mode {
            Mode::Together | Mode::Swapped { .. } => true,
            Mode::Consulting { is_supervised } => is_supervised,
        },
        // Supervisors hear the conversation of the agent, a consultation where the rule allows it. A customer on hold talks to
        // nobody, so nobody listens.
        (other, R::Supervisor(S::Barge)) | (R::Supervisor(_), other) => match mode {
            Mode::Together => true,
            Mode::Consulting { is_supervised } => is_supervised && matches!(other, R::Agent | R::Consulted),
            Mode::Swapped { .. } => !matches!(other, R::Consulted),
        },
        (listener, speaker) => match mode {
            Mode::Together => true,
            Mode::Consulting { .. } => is_in_consultation(listener) == is_in_consultation(speaker),
            Mode::Swapped { .. } => matches!(listener, R::Consulted) == matches!(speaker, R::Consulted),
        },
    }
}

const fn is_in_consultation(role: Role) -> bool {
    matches!(role, Role::Agent | Role::Consulted)
}

/// Whom a command calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A registered extension.
    Extension(String),
    /// A number, which leads where `CallControl::route` says for the agent.
    Number(String),
}

/// A command for an answered call. One that changes nothing has no answer, one that the state does not allow is answered by
/// `CallFact::Refused`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomCommand {
    /// The agent consults somebody, who is called. The customer has music from the first ring on, until the consultation is
    /// cancelled, swapped, joined or completed.
    Consult {
        /// The new party.
        party: PartyId,
        /// Whom to call.
        to: Destination,
        /// Whether supervisors hear the consultation.
        is_supervised: bool,
    },
    /// The agent of a consultation talks with the customer, or again with the consulted party.
    TalkWith {
        /// With whom.
        partner: Partner,
    },
    /// All of a consultation are in one conversation from now on.
    Join,
    /// The consulted party leaves, or is called no longer; the customer is back.
    CancelConsultation,
    /// The consulted party takes over and the agent leaves: at once, or when the consulted party answers.
    Complete,
    /// Somebody is called for a conference; the others go on talking.
    Invite {
        /// The new party.
        party: PartyId,
        /// Whom to call.
        to: Destination,
    },
    /// Puts one party on hold, or takes it back. It hears music and nobody hears it; the others go on talking.
    Hold {
        /// The party.
        party: PartyId,
        /// Whether it is on hold.
        held: bool,
    },
    /// Closes the microphone of a party in the gateway, or opens it.
    Mute {
        /// The party.
        party: PartyId,
        /// Whether it is closed.
        muted: bool,
    },
    /// Ends one party, or stops calling it; also a supervisor. The agent leaves by `Leave`.
    Remove {
        /// The party.
        party: PartyId,
    },
    /// The agent leaves a conference, and another party is the agent from now on.
    Leave {
        /// The new agent.
        successor: PartyId,
    },
    /// The agent and everybody of the agent's side leave, and the customer waits with music until the call is connected to another
    /// agent (`CallFact::Unattended`).
    ToQueue,
    /// A supervisor joins. The telephone of the supervisor accepts by itself: its invitation has the role.
    Supervise {
        /// The new party.
        party: PartyId,
        /// Extension of the supervisor's own account.
        extension: String,
        /// What the supervisor does, from the first packet on.
        supervision: Supervision,
    },
    /// Changes what a supervisor does.
    ChangeSupervision {
        /// The supervisor.
        party: PartyId,
        /// From now on.
        supervision: Supervision,
    },
}

/// With whom the agent of a consultation talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// The customer, and colleagues of the conference.
    Customer,
    /// The consulted party.
    Consulted,
}

/// Why a command was refused. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The call is not answered, or nobody talks with the customer.
    NotTalking,
    /// The call has no such party.
    UnknownParty,
    /// The number of the new party is or was another party's.
    PartyTaken,
    /// The party has not answered.
    NotAnswered,
    /// Somebody is consulted already.
    AlreadyConsulting,
    /// Nobody is consulted.
    NotConsulting,
    /// The consultation has to end first.
    Consulting,
    /// The room is full: `MAX_PARTIES` or `MAX_SUPERVISORS`.
    Full,
    /// The party is a supervisor, who has no hold, no mute and no attendance.
    Supervisor,
    /// The party is no supervisor.
    NoSupervisor,
    /// The party is the agent, who leaves by `Leave`.
    Agent,
    /// The party is no colleague who could keep the customer.
    NoColleague,
    /// Nobody would remain to talk with: the call is to be ended.
    NobodyRemains,
}

/// What happened to a party. Of the first two parties keys, sound and their own hold are facts of their sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartyChange {
    /// It is called.
    Ringing,
    /// It answered and is in the room.
    Answered,
    /// It did not answer; the SIP code says why. The others stay.
    Failed(u16),
    /// It is on hold, or no longer.
    Held(bool),
    /// It put the others on hold by its own telephone, or took them back.
    Holds(bool),
    /// Its microphone is closed in the gateway, or open.
    Muted(bool),
    /// It has another role.
    Role(Role),
    /// Its sound arrives, or arrives no longer.
    Receiving(bool),
    /// It pressed a key.
    Key(char),
    /// It left; the others stay.
    Left(LeaveCause),
}

/// Why a party left while the call goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveCause {
    /// It hung up.
    HungUp,
    /// A command took it out.
    Removed,
    /// Another party took over.
    HandedOver,
    /// Its page closed the connection.
    Closed,
    /// No packet came for the loss limit.
    Lost,
}

#[cfg(test)]
mod tests;
