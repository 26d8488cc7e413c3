//! One call of the agent: its state machine, its candidates, its renegotiation, and the cause of its end. The SIP
//! plugin has one call per handle, so there is one call at a time.

mod actions;
mod candidates;
mod cause;
mod machine;
mod negotiation;
#[cfg(test)]
mod tables;
mod types;

pub use cause::{CallEnd, EndCause, EndedBy};
pub use machine::{Call, UNAVAILABLE};
#[cfg(test)]
pub(crate) use tables::{table_of_calls, table_of_negotiations};
pub use types::{
    CallAction, CallEvent, CallReport, CallTimer, FarEnd, HoldState, LegState, PeerEffect, Refusal, Step, TONE_GAP_MS,
    TONE_MS,
};
