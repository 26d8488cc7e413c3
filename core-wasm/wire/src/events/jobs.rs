//! Events of attendances of any channel.

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{Channel, Protocol};
use serde::{Deserialize, Serialize};

events! {
    /// An event of an attendance of any channel.
    Finished(JobFinishedEvent) = "JobFinishedEvent",
}

/// The server removes an attendance without qualification (returned to the queue, ended by a supervisor…).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobFinishedEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel of the attendance; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
}
