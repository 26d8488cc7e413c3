//! What is kept on the agent's machine, one record per entity, and where (PER-001 to PER-006, BEY-012).

use crate::wire::{AgentId, CustomId, Protocol};

/// Three places with three lives: local storage (token, preferences), the local database (cleared with the session) and
/// the unsent database (drafts and outbox, kept at most 24 h for the same agent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StorePlace {
    LocalStorage,
    Database,
    Unsent,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StoreKey {
    Token,
    Preferences,
    Authentication,
    Agent,
    System,
    Channel,
    Pause,
    Jobs,
    Job(Protocol),
    Thread(Protocol),
    Qualification(Protocol),
    AttendanceGroups,
    Notifications,
    /// The broker's last number.
    Connection,
    /// Identifiers of the last events, a page of them.
    Events(u64),
    Draft(AgentId, Protocol),
    Outbox(AgentId, Protocol, CustomId),
}

impl StoreKey {
    pub fn place(&self) -> StorePlace {
        match self {
            StoreKey::Token | StoreKey::Preferences => StorePlace::LocalStorage,
            StoreKey::Draft(..) | StoreKey::Outbox(..) => StorePlace::Unsent,
            _ => StorePlace::Database,
        }
    }

    /// The record's name inside its place; the first part is the store's name of the specification (session §9).
    pub fn name(&self) -> String {
        match self {
            StoreKey::Token => "token".to_owned(),
            StoreKey::Preferences => "preferences".to_owned(),
            StoreKey::Authentication => "authentication".to_owned(),
            StoreKey::Agent => "agents".to_owned(),
            StoreKey::System => "system".to_owned(),
            StoreKey::Channel => "channel".to_owned(),
            StoreKey::Pause => "pause".to_owned(),
            StoreKey::Jobs => "jobs".to_owned(),
            StoreKey::Job(protocol) => format!("jobs/{protocol}"),
            StoreKey::Thread(protocol) => format!("attendance/{protocol}"),
            StoreKey::Qualification(protocol) => format!("qualification/{protocol}"),
            StoreKey::AttendanceGroups => "attendanceGroups".to_owned(),
            StoreKey::Notifications => "notifications".to_owned(),
            StoreKey::Connection => "connection".to_owned(),
            StoreKey::Events(page) => format!("connection/{page}"),
            StoreKey::Draft(agent, protocol) => format!("draft/{agent}/{protocol}"),
            StoreKey::Outbox(agent, protocol, custom_id) => format!("outbox/{agent}/{protocol}/{custom_id}"),
        }
    }
}
