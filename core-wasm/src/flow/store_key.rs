//! What is kept on the agent's machine, one record per entity, and where (PER-001 to PER-006, BEY-012).

use crate::wire::{AgentId, CustomId, Protocol};
use std::cmp::Ordering;

/// Three places with three lives: local storage (token, preferences), the local database (cleared with the session) and
/// the unsent database (drafts and outbox, kept at most 24 h for the same agent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StorePlace {
    LocalStorage,
    Database,
    Unsent,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

impl PartialOrd for StoreKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Nobody sees this order: attendances are compared by their numbers.
impl Ord for StoreKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let (own, others) = (self.parts(), other.parts());
        own.0
            .cmp(&others.0)
            .then_with(|| match (own.1, others.1) {
                (Some(own), Some(others)) => own.0.cmp_by_number(&others.0),
                _ => Ordering::Equal,
            })
            .then_with(|| self.words().cmp(&other.words()))
    }
}

impl StoreKey {
    /// Kind and attendance.
    fn parts(&self) -> (u64, Option<&Protocol>) {
        match self {
            StoreKey::Token => (0, None),
            StoreKey::Preferences => (1, None),
            StoreKey::Authentication => (2, None),
            StoreKey::Agent => (3, None),
            StoreKey::System => (4, None),
            StoreKey::Channel => (5, None),
            StoreKey::Pause => (6, None),
            StoreKey::Jobs => (7, None),
            StoreKey::AttendanceGroups => (8, None),
            StoreKey::Notifications => (9, None),
            StoreKey::Connection => (10, None),
            StoreKey::Job(protocol) => (11, Some(protocol)),
            StoreKey::Thread(protocol) => (12, Some(protocol)),
            StoreKey::Qualification(protocol) => (13, Some(protocol)),
            StoreKey::Draft(_, protocol) => (14, Some(protocol)),
            StoreKey::Outbox(_, protocol, _) => (15, Some(protocol)),
            StoreKey::Events(page) => (16_u64.saturating_add(*page), None),
        }
    }

    /// What else tells two apart.
    fn words(&self) -> Option<(&AgentId, Option<&CustomId>)> {
        match self {
            StoreKey::Draft(agent, _) => Some((agent, None)),
            StoreKey::Outbox(agent, _, custom_id) => Some((agent, Some(custom_id))),
            _ => None,
        }
    }

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
