//! Due times: what must happen without a call. Whoever changes a fact sets the due time that follows from it in the same
//! transaction; `tick` runs what is due and knows whose work each kind is. Nothing is found by reading every row.

use crate::centre::Transaction;
use crate::store::StoreResult;
use wire::{AgentId, Wall};

/// Changes of an agent within this time are published together: at most four events a second for each agent.
const BOARD_TOGETHER_MS: i64 = 250;

/// Work that is run one after the other, beside the other lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueLane {
    /// People wait for it.
    Prompt,
    /// Portions of long work.
    Bulk,
}

impl DueLane {
    /// Every lane.
    pub const ALL: [DueLane; 2] = [DueLane::Prompt, DueLane::Bulk];

    /// What runs in it, in the order of `Due::ALL`.
    pub fn kinds(self) -> impl Iterator<Item = Due> {
        Due::ALL.into_iter().filter(move |kind| kind.lane() == self)
    }
}

/// What happens at a due time. The names are stored and stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A command of the operator changed something beside this server. Subject: an `operator::OperatorChange` as JSON.
    Operator,
    /// The agent of active attendances may be gone. Subject: the agent.
    AgentGone,
    /// A session reaches its longest life. Subject: the agent.
    SessionEnd,
    /// A customer's silence or missing page has a consequence. Subject: the protocol.
    Customer,
    /// A conversation whose customer left unanswered closes by itself. Subject: the protocol.
    Abandonment,
    /// A snoozed conversation returns. Subject: the protocol.
    Snooze,
    /// The wrap-up after a call is over. Subject: the agent.
    WrapUp,
    /// A pause reaches its maximum. Subject: agent and channel.
    PauseMaximum,
    /// An agent's telephone rings too long. Subject: the protocol.
    Ring,
    /// An internal call rings too long. Subject: its identifier.
    InternalCall,
    /// The telephone of a supervision may be too late, or the supervisor's own channel changed. Subject: the supervisor.
    CallSupervision,
    /// A customer's telephone has not called. Subject: its extension.
    Telephone,
    /// A browser connected voice, and the gateway may not have its registration. Subject: the agent.
    Registration,
    /// A number is being dialled too long. Subject: the number.
    Dial,
    /// A number of a campaign is due. Subject: the campaign.
    Dialer,
    /// Customers of a group left its queue or returned to it. Subject: the group.
    Assignment,
    /// Customers may wait although an agent is free, or a call may ring again at an agent. Subject: the group.
    AssignmentCheck,
    /// Customers have moved up in a long queue. Subject: the group and where to go on.
    Positions,
    /// Agents of a large group learn how many customers wait. Subject: the group, its channel and where to go on.
    OnHold,
    /// The board shows a change of an agent. Subject: the agent.
    Board,
    /// Effects are due. Subject: the name of an `EffectKind`.
    Effects,
    /// The import of an agent goes on, or expires. Subject: the agent.
    ContactImport,
    /// Contacts of an older server get the rows that find them by each writing of their numbers. Subject: the last contact that has them.
    ContactAddresses,
    /// Numbers of an older server get their canonical form. Subject: the table and the last row that was read (`stored_numbers`).
    StoredNumbers,
    /// Texts of messages of an older server get the rows that find them. Subject: the last text that has one.
    MessageTexts,
    /// Rows are old enough to be deleted. Subject: the name of a `store::KeptFor`.
    Retention,
}

impl Due {
    /// Every kind, in the order in which `tick` runs those that are due at the same time.
    pub const ALL: [Due; 26] = [
        Due::Operator,
        Due::AgentGone,
        Due::SessionEnd,
        Due::Customer,
        Due::Abandonment,
        Due::Snooze,
        Due::WrapUp,
        Due::PauseMaximum,
        Due::Ring,
        Due::InternalCall,
        Due::CallSupervision,
        Due::Telephone,
        Due::Registration,
        Due::Dial,
        Due::Dialer,
        Due::Assignment,
        Due::AssignmentCheck,
        Due::Positions,
        Due::OnHold,
        Due::Board,
        Due::Effects,
        Due::ContactImport,
        Due::ContactAddresses,
        Due::StoredNumbers,
        Due::MessageTexts,
        Due::Retention,
    ];

    /// Name in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Due::Operator => "operator",
            Due::AgentGone => "agent_gone",
            Due::SessionEnd => "session_end",
            Due::Customer => "customer",
            Due::Abandonment => "abandonment",
            Due::Snooze => "snooze",
            Due::WrapUp => "wrap_up",
            Due::PauseMaximum => "pause_maximum",
            Due::Ring => "ring",
            Due::InternalCall => "internal_call",
            Due::CallSupervision => "call_supervision",
            Due::Telephone => "telephone",
            Due::Registration => "registration",
            Due::Dial => "dial",
            Due::Dialer => "dialer",
            Due::Assignment => "assignment",
            Due::AssignmentCheck => "assignment_check",
            Due::Positions => "positions",
            Due::OnHold => "on_hold",
            Due::Board => "board",
            Due::Effects => "effects",
            Due::ContactImport => "contact_import",
            Due::ContactAddresses => "contact_addresses",
            Due::StoredNumbers => "stored_numbers",
            Due::MessageTexts => "message_texts",
            Due::Retention => "retention",
        }
    }

    /// The lane that it runs in.
    pub fn lane(self) -> DueLane {
        match self {
            Due::ContactImport | Due::ContactAddresses | Due::StoredNumbers | Due::MessageTexts | Due::Retention => {
                DueLane::Bulk
            }
            Due::Operator
            | Due::AgentGone
            | Due::SessionEnd
            | Due::Customer
            | Due::Abandonment
            | Due::Snooze
            | Due::WrapUp
            | Due::PauseMaximum
            | Due::Ring
            | Due::InternalCall
            | Due::CallSupervision
            | Due::Telephone
            | Due::Registration
            | Due::Dial
            | Due::Dialer
            | Due::Assignment
            | Due::AssignmentCheck
            | Due::Positions
            | Due::OnHold
            | Due::Board
            | Due::Effects => DueLane::Prompt,
        }
    }
}

impl Transaction<'_, '_> {
    /// Sets the due time of the subject, or deletes it.
    pub fn set_due(&mut self, kind: Due, subject: &str, at: Option<Wall>) -> StoreResult<()> {
        if let Some(at) = at {
            self.context.note_due(at);
        }
        let now = self.now();
        self.store.set_due(kind.as_str(), subject, at, now)
    }

    /// The subject is checked at this time or earlier, by a transaction that sees what this one writes.
    pub fn mark_due(&mut self, kind: Due, subject: &str, at: Wall) -> StoreResult<()> {
        self.context.note_due(at);
        let now = self.now();
        self.store.mark_due(kind.as_str(), subject, at, now)
    }

    /// The board shows a change of the agent: supervisors get its row soon, by a transaction of its own. The change itself writes nothing that
    /// another agent's change or a supervisor's queue writes too, so that changes of a thousand agents never wait for each other.
    pub fn board_changed(&mut self, agent: &AgentId) -> StoreResult<()> {
        // The same for all changes of this time, so that one transaction publishes them.
        let at = Wall((self.now().0 / BOARD_TOGETHER_MS + 1) * BOARD_TOGETHER_MS);
        self.context.note_due(at);
        // That time may be over before this transaction is: a mark of its own, not one that another transaction takes meanwhile.
        self.store.add_mark(Due::Board.as_str(), agent.as_str(), at)
    }
}
