//! Events of the broker link.

use super::{AreaEvent, events};
use serde::{Deserialize, Serialize};

events! {
    /// An event of the broker link.
    Ping(PingEvent) = "PingEvent",
}

/// The broker asks whether the agent's page is alive (CON-030). It has no fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PingEvent {}
