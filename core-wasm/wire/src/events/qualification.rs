//! Events of qualification.

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{Channel, Protocol};
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of qualification.
    Qualified(QualifiedAttendanceEvent) = "QualifiedAttendanceEvent",
}

/// The attendance was qualified; the core removes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct QualifiedAttendanceEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel of the attendance; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
}
