//! Rows and look-ups of pauses, stored notifications, failed sign-ins and telephone extensions.

use super::StoreResult;
use super::backend::{Backend, delete, get, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, Channel, OrgUnitId, Protocol, Wall};

/// A pause that agents of an org unit may take. Key: `id`; look-up: `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Org unit that offers the pause.
    pub org_unit_id: OrgUnitId,
    /// Order within the list.
    pub position: u32,
    /// Channels on which the pause may be taken.
    pub channels: Vec<Channel>,
    /// Maximum length in seconds; 0: no maximum.
    pub max_seconds: u32,
    /// The pause with which a channel connects if its login starts paused; agents cannot choose it.
    pub login: bool,
}

/// A pause of a channel: in force or scheduled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseFact {
    /// Identifier of the `PauseRow`; empty for a pause outside the list (after a lost voice connection).
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Start of the pause, or the time it was scheduled.
    pub since: Wall,
    /// Maximum length in seconds; 0: no maximum.
    pub max_seconds: u32,
    /// Whether the agent was notified of the exceeded maximum.
    pub exceeded: bool,
}

/// A stored notification. Key: `id`; look-ups: `agent_id`, `number`, `read`, `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationRow {
    /// Identifier.
    pub id: String,
    /// Sequence number; newer notifications have greater ones.
    pub number: u64,
    /// Recipient.
    pub agent_id: AgentId,
    /// Time of creation.
    pub at: Wall,
    /// Whether the agent marked it as read.
    pub read: bool,
    /// The wire's `type`, for example `pause`.
    pub kind: String,
    /// Channel that the notification is about.
    pub channel: Option<Channel>,
    /// Attendance that the notification is about; empty: none.
    pub protocol: Protocol,
    /// Text or name to show.
    pub text: String,
    /// The pause it is about.
    pub pause: Option<PauseFact>,
}

/// Failed sign-ins of one account or from one address. Key: `key`; look-up: `last_failed_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptRow {
    /// Key: `pair:{login}@{ip}`, `account:{login}` or `address:{ip}`.
    pub key: String,
    /// Number of failures in a row.
    pub failures: u32,
    /// Time of the last failure.
    pub last_failed_at: Wall,
    /// Time of the failure before it, until the last failure is certain.
    #[serde(default)]
    pub previous_failed_at: Option<Wall>,
}

/// An address from which an account signed in, so that it is known. Key: `key`; look-up: `last_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInPlaceRow {
    /// Key: `{login}@{ip}`.
    pub key: String,
    /// Time of the last sign-in.
    pub last_at: Wall,
}

/// An extension (ramal) of the telephone system. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtensionRow {
    /// Number of the extension.
    pub id: String,
    /// Org unit of the extension.
    pub org_unit_id: OrgUnitId,
    /// Whether the telephone system can originate calls to it.
    pub reachable: bool,
}

/// Look-ups and changes of pauses, notifications, failed sign-ins and extensions; part of `Store`.
pub trait PresenceStore: Backend {
    /// The pause with this identifier.
    fn pause(&self, id: &str) -> StoreResult<Option<PauseRow>> {
        get(self, [Value::text(id)])
    }
    /// Pauses of the org unit, by `position`.
    fn pauses_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<PauseRow>> {
        list(self, &Scan::of::<PauseRow>().by(PauseRow::BY_ORG_UNIT).equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by `id`.
    fn put_pause(&mut self, row: &PauseRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The notification with this identifier.
    fn notification(&self, id: &str) -> StoreResult<Option<NotificationRow>> {
        get(self, [Value::text(id)])
    }
    /// At most `limit` notifications of the agent, newest first.
    fn notifications_of(&self, agent: &AgentId, limit: usize) -> StoreResult<Vec<NotificationRow>> {
        let of_agent = Scan::of::<NotificationRow>().by(NotificationRow::BY_AGENT).equal([Value::text(agent)]);
        list(self, &of_agent.descending().limit(limit))
    }
    /// Unread notifications of the agent, newest first.
    fn unread_notifications_of(&self, agent: &AgentId) -> StoreResult<Vec<NotificationRow>> {
        let unread = [Value::text(agent), false.into()];
        list(self, &Scan::of::<NotificationRow>().by(NotificationRow::UNREAD).equal(unread).descending())
    }
    /// Number of the agent's unread notifications.
    fn unread_notification_count(&self, agent: &AgentId) -> StoreResult<usize> {
        let unread = [Value::text(agent), false.into()];
        self.count(&Scan::of::<NotificationRow>().by(NotificationRow::UNREAD).equal(unread))
    }
    /// Inserts or replaces by `id`.
    fn put_notification(&mut self, row: &NotificationRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the notification with this identifier; an unknown one changes nothing.
    fn delete_notification(&mut self, id: &str) -> StoreResult<()> {
        delete::<NotificationRow>(self, [Value::text(id)])
    }

    /// Failed sign-ins under this key.
    fn attempts(&self, key: &str) -> StoreResult<Option<AttemptRow>> {
        get(self, [Value::text(key)])
    }
    /// Inserts or replaces by `key`.
    fn put_attempts(&mut self, row: &AttemptRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the row of this key; an unknown key changes nothing.
    fn delete_attempts(&mut self, key: &str) -> StoreResult<()> {
        delete::<AttemptRow>(self, [Value::text(key)])
    }

    /// The last sign-in under this key.
    fn sign_in_place(&self, key: &str) -> StoreResult<Option<SignInPlaceRow>> {
        get(self, [Value::text(key)])
    }
    /// Inserts or replaces by `key`.
    fn put_sign_in_place(&mut self, row: &SignInPlaceRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The extension with this number.
    fn extension(&self, id: &str) -> StoreResult<Option<ExtensionRow>> {
        get(self, [Value::text(id)])
    }
    /// Inserts or replaces by `id`.
    fn put_extension(&mut self, row: &ExtensionRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> PresenceStore for B {}

impl AttemptRow {
    const BY_TIME: &'static Index = &Index::new("sign_in_attempt_by_time", &["last_failed_at"]);
}

impl Row for AttemptRow {
    const TABLE: &'static Table = &Table {
        name: "sign_in_attempt",
        columns: &[Column::text("key"), Column::number("last_failed_at")],
        key: 1,
        indexes: &[AttemptRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] = &[Retention::For(KeptFor::Attempts, AttemptRow::BY_TIME, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.key), self.last_failed_at.into()]
    }
}

impl SignInPlaceRow {
    const BY_TIME: &'static Index = &Index::new("sign_in_place_by_time", &["last_at"]);
}

impl Row for SignInPlaceRow {
    const TABLE: &'static Table = &Table {
        name: "sign_in_place",
        columns: &[Column::text("key"), Column::number("last_at")],
        key: 1,
        indexes: &[SignInPlaceRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::SignInPlaces, SignInPlaceRow::BY_TIME, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.key), self.last_at.into()]
    }
}

impl Row for ExtensionRow {
    const TABLE: &'static Table = &Table { name: "extension", columns: &[Column::text("id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id)]
    }
}
