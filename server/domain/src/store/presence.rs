//! What the contact centre remembers of an agent's presence beside session and channels: the pauses that there are, stored
//! notifications, failed sign-ins and the extensions of the telephone system.

use super::StoreResult;
use core_wasm::wire::{AgentId, Channel, OrgUnitId, Protocol, Wall};
use serde::{Deserialize, Serialize};

/// A pause that agents of an org unit may take. Key: `id`; look-up: `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseRow {
    pub id: String,
    pub name: String,
    pub org_unit_id: OrgUnitId,
    pub position: u32,
    pub channels: Vec<Channel>,
    /// 0: as long as the agent likes.
    pub max_seconds: u32,
    /// The one that a channel begins with where login starts paused; an agent does not choose it.
    pub login: bool,
}

/// The pause of a channel: in force, or waiting for the last open attendance to end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseFact {
    /// Empty for a pause that is not in the list (after a lost voice connection).
    pub id: String,
    pub name: String,
    /// Since when it is in force, or since when it waits.
    pub since: Wall,
    /// 0: no maximum.
    pub max_seconds: u32,
    /// The agent was told that the maximum is over.
    pub exceeded: bool,
}

/// Key: `id`; look-ups: `agent_id`, `number` (grows with each), `read`, `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationRow {
    pub id: String,
    pub number: u64,
    pub agent_id: AgentId,
    pub at: Wall,
    pub read: bool,
    /// The wire's `type`, for example `pause`.
    pub kind: String,
    pub channel: Option<Channel>,
    pub protocol: Protocol,
    pub text: String,
    pub pause: Option<PauseFact>,
}

/// Failed sign-ins of one account or from one address. Key: `key`; look-up: `last_failed_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptRow {
    pub key: String,
    pub failures: u32,
    pub last_failed_at: Wall,
}

/// An extension (ramal) of the telephone system. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtensionRow {
    pub id: String,
    pub org_unit_id: OrgUnitId,
    /// A telephone is signed in with it.
    pub registered: bool,
    /// Calls can be originated to it.
    pub reachable: bool,
}

/// The other half of `Store`; the same rules hold.
pub trait PresenceStore {
    fn pause(&self, id: &str) -> StoreResult<Option<PauseRow>>;
    /// By `position`.
    fn pauses_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<PauseRow>>;
    fn put_pause(&mut self, row: &PauseRow) -> StoreResult<()>;

    fn notification(&self, id: &str) -> StoreResult<Option<NotificationRow>>;
    /// The newest first, at most `limit`.
    fn notifications_of(&self, agent: &AgentId, limit: usize) -> StoreResult<Vec<NotificationRow>>;
    /// The newest first.
    fn unread_notifications_of(&self, agent: &AgentId) -> StoreResult<Vec<NotificationRow>>;
    fn put_notification(&mut self, row: &NotificationRow) -> StoreResult<()>;
    /// Removes those from before the moment.
    fn delete_old_notifications(&mut self, before: Wall) -> StoreResult<()>;

    fn attempts(&self, key: &str) -> StoreResult<Option<AttemptRow>>;
    fn put_attempts(&mut self, row: &AttemptRow) -> StoreResult<()>;
    fn delete_attempts(&mut self, key: &str) -> StoreResult<()>;
    /// Removes those whose last failure was before the moment.
    fn delete_old_attempts(&mut self, before: Wall) -> StoreResult<()>;

    fn extension(&self, id: &str) -> StoreResult<Option<ExtensionRow>>;
    fn put_extension(&mut self, row: &ExtensionRow) -> StoreResult<()>;
}
