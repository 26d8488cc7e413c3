//! The voice gateway: browsers use the Janus session protocol and the requests of its SIP plugin, and the gateway
//! carries the audio of their calls itself. Signalling and media are state machines without I/O; `gateway` gives them
//! tasks, sockets and the clock. The contact centre decides through `CallControl`.

#![warn(missing_docs)]

mod budget;
mod config;
mod control;
mod gateway;
mod http;
pub mod media;
mod room;
pub mod signalling;
mod socket;

pub use config::{GatewayConfig, LinkLimits};
pub use control::{
    CallControl, CallFact, CallId, CallOrigin, CallSide, ControlCommand, ECHO_NUMBER, EndCause, RecordOrder,
    RecordingState, Route, SimulatedCustomer,
};
pub use gateway::Gateway;
pub use http::PeerAddress;
pub use room::{
    Destination, LeaveCause, MAX_PARTIES, MAX_SUPERVISORS, Mode, Partner, PartyChange, PartyId, Refusal, Role,
    RoomCommand, Supervision, hears,
};
