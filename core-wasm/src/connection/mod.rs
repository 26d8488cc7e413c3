//! The link to the broker: connecting, subscribing, what comes in and when it is acknowledged, what is said to it (spec
//! session §7, design: wire, Broker).

mod area;
mod gate;
mod health;
mod intent;
mod machine;
mod registry;
mod sending;
mod view;

pub use gate::{Admission, EventGate, GateRecord};
pub use health::{Health, Problem, VoiceHealth, WebRtcStatus};
pub use intent::ConnectionIntent;
pub use machine::{Access, Connection, Exit, Frame, HEARTBEAT_MS, RECONNECT_DELAY_MS, State};
pub use registry::{records, slices, timers};
pub use view::{LinkState, LinkView};
