//! Events of absent mode.

use super::{AreaEvent, events};
use crate::AbsenceRecord;

events! {
    /// An event of absent mode.
    Changed(AbsenceRecord) = "AgentAbsentEvent",
}
