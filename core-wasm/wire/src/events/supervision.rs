//! Events of the supervisor's board.

use super::{AreaEvent, events};
use crate::AgentBoardEvent;

events! {
    /// An event of the supervisor's board.
    Board(Box<AgentBoardEvent>) = "AgentBoardEvent",
}
