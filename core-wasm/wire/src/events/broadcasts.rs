//! Events of broadcasts (spec conversation §4; docs/contract.md, "Broadcasts"). Each goes to the agent who created the list.

use super::{AreaEvent, events};
use crate::tolerant::{Items, or_default};
use crate::{
    AgentId, BroadcastCounts, BroadcastEntry, BroadcastId, BroadcastList, BroadcastStatus, EntryStatus, ScheduleId,
};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

events! {
    /// Events of broadcasts.
    Status(Box<BroadcastStatusEvent>) = "BroadcastStatusEvent",
    Schedule(BroadcastScheduleEvent) = "BroadcastScheduleEvent",
    Schedules(BroadcastSchedulesEvent) = "BroadcastSchedulesEvent",
}

/// A list was created, began, was paused, resumed or cancelled, or is complete (BRD-014, BRD-015).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastStatusEvent {
    /// The agent of the list; an event for another agent is ignored (BRD-013).
    pub agent_id: AgentId,
    /// Status of the list.
    #[serde(deserialize_with = "or_default")]
    pub status: BroadcastStatus,
    /// The list.
    pub broadcast: BroadcastList,
}

/// The kind of a status update (BRD-018, BRD-019).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScheduleUpdate {
    /// Every entry of the list whose status is an earlier one gets the status.
    Default,
    /// The entry with the event's `schedule_id` gets the status. Also a kind of a newer server.
    #[default]
    #[serde(other)]
    UpdateSchedule,
}

/// One entry, or every entry, of a list has another status (BRD-016, BRD-018, BRD-019).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastScheduleEvent {
    /// The agent of the list.
    pub agent_id: AgentId,
    /// The list.
    #[serde(rename = "whatsapp_broadcast_list_id")]
    pub broadcast_id: BroadcastId,
    /// Which entries change.
    #[serde(rename = "type", deserialize_with = "or_default")]
    pub update: ScheduleUpdate,
    /// The entry; empty for every entry.
    pub schedule_id: ScheduleId,
    /// Number of the entry's attempt; 0 for every entry: each keeps its attempt.
    pub attempt: u32,
    /// The new status.
    #[serde(deserialize_with = "or_default")]
    pub status: EntryStatus,
    /// The reason, as in `BroadcastEntry`.
    pub reason: String,
    /// Counts of the list after the change.
    pub counts: BroadcastCounts,
    /// How many entries may be sent again.
    pub retryable: u32,
    /// Version of the list after the change.
    pub version: u64,
}

/// Several entries of a list have another status (BRD-017, BRD-020): at most 1,000 in an event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastSchedulesEvent {
    /// The agent of the list.
    pub agent_id: AgentId,
    /// The list.
    #[serde(rename = "whatsapp_broadcast_list_id")]
    pub broadcast_id: BroadcastId,
    /// The changed entries.
    pub schedules: Items<BroadcastEntry>,
    /// Counts of the list after the change.
    pub counts: BroadcastCounts,
    /// How many entries may be sent again.
    pub retryable: u32,
    /// Version of the list after the change.
    pub version: u64,
}
