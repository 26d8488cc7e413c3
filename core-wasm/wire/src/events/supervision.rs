//! Events of the supervisor's board and of the supervision of calls.

use super::{AreaEvent, events};
use crate::{AgentBoardEvent, CallSupervision};

events! {
    /// An event for supervisors.
    Board(Box<AgentBoardEvent>) = "AgentBoardEvent",
    Call(Box<CallSupervision>) = "CallSupervisionEvent",
}
