//! A call is a room of parties: which parties are in it, and which hear each other. Roles, modes and commands without
//! state; the rooms themselves are in `signalling`.

use std::fmt;

/// Maximum of parties in a room, including those that still ring. Supervisors are not counted.
pub const MAX_PARTIES: usize = 6;
/// Maximum of supervisors in a room.
pub const MAX_SUPERVISORS: usize = 4;

/// One party of a call. The first two have `CALLER` and `CALLEE`; the contact centre chooses the numbers of the others, each
/// only once in a call, so that a repeated command is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartyId(pub u64);

impl PartyId {
    /// The party that called, or that waits in a queue.
    pub const CALLER: Self = Self(1);
    /// The party that was called, or the agent that a waiting call was connected to.
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
    /// A party whom the agent consults.
    Consulted,
    /// A further party of a conference.
    Colleague,
    /// A supervisor, who is not counted as a party.
    Supervisor(Supervision),
}

impl Role {
    /// Whether the party is counted. A supervisor is not counted: a supervisor's presence changes nothing for the
    /// others.
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

/// The mode of a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supervision {
    /// The supervisor hears the conversation; the microphone is closed.
    Listen,
    /// Only the agent hears the supervisor.
    Whisper,
    /// All parties hear the supervisor.
    Barge,
}

/// Which parties of a room talk with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All parties talk with each other.
    Together,
    /// The agent talks with the consulted party. The customer hears music, or the colleagues of the conference.
    Consulting {
        /// Whether supervisors hear the consultation (a rule of the org unit).
        is_supervised: bool,
    },
    /// The agent talks with the customer and the colleagues. The consulted party hears music.
    Swapped {
        /// Like in `Consulting`, for the next swap.
        is_supervised: bool,
    },
}

/// Whether `listener` hears `speaker`, who is another party of its room. A party that is on hold or has not answered is heard
/// by nobody; that is decided for the party, not for its role.
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
        // A supervisor hears the agent's conversation, and a consultation if the rule allows it. A customer on hold talks with
        // nobody, so a supervisor does not hear the customer then.
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

/// The destination that a command calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A registered extension.
    Extension(String),
    /// A number; `CallControl::route` for the agent decides where it leads.
    Number(String),
}

/// A command for an answered call. A command that changes nothing has no answer. A command that the state does not allow is
/// answered by `CallFact::Refused`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomCommand {
    /// The agent consults a party, which is called. The customer hears music from the first ring on, until the consultation
    /// is cancelled, swapped, joined or completed.
    Consult {
        /// The new party.
        party: PartyId,
        /// The destination to call.
        to: Destination,
        /// Whether supervisors hear the consultation.
        is_supervised: bool,
    },
    /// The agent of a consultation talks with the customer, or again with the consulted party.
    TalkWith {
        /// The party with whom the agent talks.
        partner: Partner,
    },
    /// All parties of a consultation talk with each other from now on.
    Join,
    /// The consulted party leaves, or is no longer called; the customer is back with the agent.
    CancelConsultation,
    /// The consulted party takes over and the agent leaves: at once, or when the consulted party answers.
    Complete,
    /// A further party is called for a conference; the other parties continue to talk.
    Invite {
        /// The new party.
        party: PartyId,
        /// The destination to call.
        to: Destination,
    },
    /// Puts one party on hold, or ends the hold. A party on hold hears music and nobody hears it; the other parties
    /// continue to talk.
    Hold {
        /// The party.
        party: PartyId,
        /// Whether the party is on hold.
        held: bool,
    },
    /// Closes the microphone of a party in the gateway, or opens it.
    Mute {
        /// The party.
        party: PartyId,
        /// Whether the microphone is closed.
        muted: bool,
    },
    /// Removes one party, also a supervisor, or stops calling it. The agent leaves by `Leave`.
    Remove {
        /// The party.
        party: PartyId,
    },
    /// The agent leaves a conference, and another party is the agent from now on.
    Leave {
        /// The new agent.
        successor: PartyId,
    },
    /// The agent and all parties but the customer leave; the customer hears music until the call is connected to another agent
    /// (`CallFact::Unattended`).
    ToQueue,
    /// A supervisor joins. The supervisor's telephone accepts by itself, because its invitation contains the role.
    Supervise {
        /// The new party.
        party: PartyId,
        /// Extension of the supervisor's own account.
        extension: String,
        /// The mode of the supervisor, from the first packet on.
        supervision: Supervision,
    },
    /// Changes the mode of a supervisor.
    ChangeSupervision {
        /// The supervisor.
        party: PartyId,
        /// The mode from now on.
        supervision: Supervision,
    },
}

/// The party with whom the agent of a consultation talks.
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
    /// Another party has or had the number of the new party.
    PartyTaken,
    /// The party has not answered.
    NotAnswered,
    /// There is a consultation already.
    AlreadyConsulting,
    /// There is no consultation.
    NotConsulting,
    /// The consultation has to end first.
    Consulting,
    /// The room has its maximum of parties (`MAX_PARTIES`) or supervisors (`MAX_SUPERVISORS`).
    Full,
    /// The party is a supervisor, who has no hold, no mute and no attendance.
    Supervisor,
    /// The party is no supervisor.
    NoSupervisor,
    /// The party is the agent, who leaves by `Leave`.
    Agent,
    /// The party is no colleague, so it cannot keep the customer.
    NoColleague,
    /// No party would remain to talk with: the call must be ended instead.
    NobodyRemains,
}

/// A change of a party. Keys, sound and the own hold of the first two parties are reported as facts of their sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartyChange {
    /// The party is called.
    Ringing,
    /// The party answered and is in the room.
    Answered,
    /// The party did not answer; the SIP code says why. The others stay.
    Failed(u16),
    /// The party is on hold, or no longer.
    Held(bool),
    /// The party put the others on hold by its own telephone, or took them back.
    Holds(bool),
    /// The microphone of the party is closed in the gateway, or open.
    Muted(bool),
    /// The party has another role.
    Role(Role),
    /// The sound of the party arrives, or no longer arrives.
    Receiving(bool),
    /// The party pressed a key.
    Key(char),
    /// The party left; the others stay.
    Left(LeaveCause),
}

/// Why a party left while the call continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveCause {
    /// The party hung up.
    HungUp,
    /// A command removed the party.
    Removed,
    /// Another party took over.
    HandedOver,
    /// The page of the party closed the connection.
    Closed,
    /// No packet arrived within the loss limit.
    Lost,
}

#[cfg(test)]
mod tests;
