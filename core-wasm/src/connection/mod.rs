//! The link to the broker: connecting, subscribing, receiving and acknowledging events, sending (spec session §7,
//! design: wire, Broker).

mod area;
mod gate;
mod health;
mod intent;
mod machine;
mod registry;
mod sending;
mod view;

pub use health::{DeviceProblem, Problem, WebRtcStatus};
pub use intent::ConnectionIntent;
pub use machine::Frame;
pub use registry::{ConnectionSlice, facts, records, slices, timers};
pub use view::{LinkHealth, LinkView};

pub(crate) use gate::GateRecord;
#[cfg(test)]
pub(crate) use gate::{Admission, EventGate};
pub(crate) use health::{VoiceHealth, VoiceHealthChange};
#[cfg(test)]
pub(crate) use machine::reconnect_delay_ms;
pub(crate) use machine::{Access, Connection, Exit, State};
