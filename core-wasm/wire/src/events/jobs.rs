//! Events of attendances of any channel.

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{Channel, Protocol, SnoozeEnd};
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of an attendance of any channel.
    Finished(JobFinishedEvent) = "JobFinishedEvent",
    SnoozeEnded(SnoozeEndedEvent) = "SnoozeEndedEvent",
}

/// The server removes an attendance without qualification (returned to the queue, ended by a supervisor…).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct JobFinishedEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel of the attendance; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
}

/// An attendance is no longer snoozed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct SnoozeEndedEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Why the snooze ended.
    #[serde(deserialize_with = "or_default")]
    pub cause: SnoozeEnd,
    /// Version of the attendance: an older one than the one held is ignored.
    pub version: u64,
}
