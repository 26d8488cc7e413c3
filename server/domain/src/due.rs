//! Due times: work that must happen without a request. A function that changes a fact sets the resulting due time in the
//! same transaction. `tick` runs due work and calls the area that each kind belongs to. No due work is found by reading
//! every row.

use crate::centre::Transaction;
use crate::store::StoreResult;
use wire::{AgentId, Wall};

/// Changes of an agent within this time are published together: at most four events a second for each agent.
const BOARD_TOGETHER_MS: i64 = 250;

/// A group of due work whose items run one after the other, concurrently with the other lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueLane {
    /// Work that people wait for.
    Prompt,
    /// Portions of long work.
    Bulk,
}

impl DueLane {
    /// Every lane of due work.
    pub const ALL: [DueLane; 2] = [DueLane::Prompt, DueLane::Bulk];

    /// The kinds of work in this lane, in the order of `Due::ALL`.
    pub fn kinds(self) -> impl Iterator<Item = Due> {
        Due::ALL.into_iter().filter(move |kind| kind.lane() == self)
    }
}

/// The kinds of due work. Their names are stored and must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The operator's command, another process, changed something. Subject: an `operator::OperatorChange` as JSON.
    Operator,
    /// The agent of active attendances may be offline for too long. Subject: the agent.
    AgentGone,
    /// A session reaches its longest life. Subject: the agent.
    SessionEnd,
    /// A customer has been silent or without a page for so long that it has a consequence. Subject: the protocol.
    Customer,
    /// A conversation whose customer left before an answer closes by itself. Subject: the protocol.
    Abandonment,
    /// A snoozed conversation returns. Subject: the protocol.
    Snooze,
    /// The wrap-up after a call is over. Subject: the agent.
    WrapUp,
    /// A pause reaches its maximum. Subject: agent and channel.
    PauseMaximum,
    /// An agent's telephone may ring too long. Subject: the protocol.
    Ring,
    /// An internal call may ring too long. Subject: its identifier.
    InternalCall,
    /// A supervisor's telephone may not have answered in time, or the supervisor's own channel changed. Subject: the
    /// supervisor.
    CallSupervision,
    /// A customer's telephone may not have called in time. Subject: its extension.
    Telephone,
    /// A browser connected voice, and the gateway may not have its registration. Subject: the agent.
    Registration,
    /// A number may be dialled for too long. Subject: the number.
    Dial,
    /// The next number of a campaign is due. Subject: the campaign.
    Dialer,
    /// Customers of a group left its queue or returned to it. Subject: the group.
    Assignment,
    /// Customers may wait although an agent is free, or a call may ring again at an agent. Subject: the group.
    AssignmentCheck,
    /// Customers have moved up in a long queue. Subject: the group and the place to continue at.
    Positions,
    /// Agents of a large group are notified of the number of waiting customers. Subject: the group, its channel and the
    /// place to continue at.
    OnHold,
    /// The board must show a change of an agent. Subject: the agent.
    Board,
    /// Effects are due. Subject: the name of an `EffectKind`.
    Effects,
    /// The import of an agent continues or expires. Subject: the agent.
    ContactImport,
    /// Contacts of an older server get index rows for each form of their numbers. Subject: the last contact that has them.
    ContactAddresses,
    /// Numbers of an older server get their canonical form. Subject: the table and the last row that was read (`stored_numbers`).
    StoredNumbers,
    /// Entries of a broadcast may be sent. Subject: the list.
    Broadcast,
    /// Changes of entries of a broadcast are published. Subject: the list.
    BroadcastNews,
    /// Texts of messages of an older server get the rows that find them. Subject: the last text that has one.
    MessageTexts,
    /// Rows are old enough to be deleted. Subject: the name of a `store::KeptFor`.
    Retention,
}

impl Due {
    /// Every kind, in the order in which `tick` runs those that are due at the same time.
    pub const ALL: [Due; 28] = [
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
        Due::Broadcast,
        Due::BroadcastNews,
        Due::MessageTexts,
        Due::Retention,
    ];

    /// Name of the kind in the store.
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
            Due::Broadcast => "broadcast",
            Due::BroadcastNews => "broadcast_news",
            Due::MessageTexts => "message_texts",
            Due::Retention => "retention",
        }
    }

    /// The lane that the kind runs in.
    pub fn lane(self) -> DueLane {
        match self {
            Due::ContactImport
            | Due::ContactAddresses
            | Due::StoredNumbers
            | Due::Broadcast
            | Due::MessageTexts
            | Due::Retention => DueLane::Bulk,
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
            | Due::BroadcastNews
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

    /// Makes a transaction that sees the changes of this one check the subject at this time or earlier.
    pub fn mark_due(&mut self, kind: Due, subject: &str, at: Wall) -> StoreResult<()> {
        self.context.note_due(at);
        let now = self.now();
        self.store.mark_due(kind.as_str(), subject, at, now)
    }

    /// Marks the agent for the board: a later transaction of its own sends the row to supervisors. The change itself writes no row that
    /// another agent's change or a supervisor's queue also writes, so that changes of a thousand agents never wait for each other.
    pub fn board_changed(&mut self, agent: &AgentId) -> StoreResult<()> {
        // The same due time for all changes within this interval, so that one transaction publishes them.
        let at = Wall((self.now().0 / BOARD_TOGETHER_MS + 1) * BOARD_TOGETHER_MS);
        self.context.note_due(at);
        // That time may be over before this transaction commits: the mark has a value of its own, so that no concurrent
        // transaction takes it.
        self.store.add_mark(Due::Board.as_str(), agent.as_str(), at)
    }
}
