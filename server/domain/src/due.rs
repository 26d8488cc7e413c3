//! Due times: what must happen without a call. Whoever changes a fact sets the due time that follows from it in the same
//! transaction; `tick` runs what is due. Nothing is found by reading every row.

use crate::auth;
use crate::centre::Transaction;
use crate::store::StoreResult;
use crate::{effects, imports, pauses, retention, router, voice, web_chat};
use wire::{AttendanceGroupId, Wall};

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
    /// The agent of active attendances may be gone. Subject: the agent.
    AgentGone,
    /// A session reaches its longest life. Subject: the agent.
    SessionEnd,
    /// A customer's silence or missing page has a consequence. Subject: the protocol.
    Customer,
    /// A pause reaches its maximum. Subject: agent and channel.
    PauseMaximum,
    /// An agent's telephone rings too long. Subject: the protocol.
    Ring,
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
    /// Effects are due. Subject: the name of an `EffectKind`.
    Effects,
    /// The import of an agent goes on, or expires. Subject: the agent.
    ContactImport,
    /// Rows are old enough to be deleted. Subject: the name of a `retention::Retained`.
    Retention,
}

impl Due {
    /// Every kind, in the order in which `tick` runs those that are due at the same time.
    pub const ALL: [Due; 16] = [
        Due::AgentGone,
        Due::SessionEnd,
        Due::Customer,
        Due::PauseMaximum,
        Due::Ring,
        Due::Telephone,
        Due::Registration,
        Due::Dial,
        Due::Dialer,
        Due::Assignment,
        Due::AssignmentCheck,
        Due::Positions,
        Due::OnHold,
        Due::Effects,
        Due::ContactImport,
        Due::Retention,
    ];

    /// Name in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Due::AgentGone => "agent_gone",
            Due::SessionEnd => "session_end",
            Due::Customer => "customer",
            Due::PauseMaximum => "pause_maximum",
            Due::Ring => "ring",
            Due::Telephone => "telephone",
            Due::Registration => "registration",
            Due::Dial => "dial",
            Due::Dialer => "dialer",
            Due::Assignment => "assignment",
            Due::AssignmentCheck => "assignment_check",
            Due::Positions => "positions",
            Due::OnHold => "on_hold",
            Due::Effects => "effects",
            Due::ContactImport => "contact_import",
            Due::Retention => "retention",
        }
    }

    /// The lane that it runs in.
    pub fn lane(self) -> DueLane {
        match self {
            Due::ContactImport | Due::Retention => DueLane::Bulk,
            Due::AgentGone
            | Due::SessionEnd
            | Due::Customer
            | Due::PauseMaximum
            | Due::Ring
            | Due::Telephone
            | Due::Registration
            | Due::Dial
            | Due::Dialer
            | Due::Assignment
            | Due::AssignmentCheck
            | Due::Positions
            | Due::OnHold
            | Due::Effects => DueLane::Prompt,
        }
    }

    /// Does what is due. The due time was deleted before; a later one is set like any other.
    pub(crate) fn run(self, tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
        match self {
            Due::AgentGone => router::return_of_gone_agent(tx, subject),
            Due::SessionEnd => auth::session_is_due(tx, subject),
            Due::Customer => web_chat::customer_is_due(tx, subject),
            Due::PauseMaximum => pauses::maximum_reached(tx, subject),
            Due::Ring => voice::ring_is_due(tx, subject),
            Due::Telephone => voice::telephone_is_due(tx, subject),
            Due::Registration => voice::registration_is_due(tx, subject),
            Due::Dial => voice::attempt_is_due(tx, subject),
            Due::Dialer => voice::dialer_is_due(tx, subject),
            Due::Assignment => router::queue_changed(tx, &AttendanceGroupId::from(subject)),
            Due::AssignmentCheck => router::check_queue(tx, &AttendanceGroupId::from(subject)),
            Due::Positions => router::positions_are_due(tx, subject),
            Due::OnHold => router::on_hold_is_due(tx, subject),
            Due::Effects => effects::call_worker(tx, subject),
            Due::ContactImport => imports::is_due(tx, subject),
            Due::Retention => retention::delete_old(tx, subject),
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
}
