//! The link to the broker: connecting, subscribing, what comes in and when it is acknowledged (spec session §7,
//! design: wire, Broker).

mod gate;
mod health;
mod machine;
mod view;

pub use gate::{EventGate, GateRecord, Passage};
pub use health::{Health, Problem, VoiceHealth, WebRtcStatus};
pub use machine::{Connection, Exit, Frame, HEARTBEAT_MS, RECONNECT_DELAY_MS, State};
pub use view::{LinkState, LinkView};
