//! Events of internal calls.

use super::{AreaEvent, events};
use crate::{InternalCallEvent, InternalCallHangupEvent, InternalCallStatusEvent};

events! {
    /// An event of an internal call.
    Call(Box<InternalCallEvent>) = "InternalCallEvent",
    Status(InternalCallStatusEvent) = "InternalCallStatusEvent",
    Hangup(InternalCallHangupEvent) = "InternalCallHangupEvent",
}
