//! STOMP 1.2 for a server, without I/O: inputs are bytes and time, outputs are bytes and facts.
//!
//! `frame` is a frame and its encoding, `decoder` parses bytes into frames within fixed limits, `heartbeat` negotiates
//! and watches heart-beats, `session` is the state machine of one connection, `traffic` its inputs and outputs. The
//! module opens no sockets, reads no clock, does not interpret events and keeps deliveries only until they are
//! acknowledged.
//!
//! Source: the STOMP 1.2 specification (stomp.github.io/stomp-specification-1.2.html).

mod decoder;
mod frame;
mod heartbeat;
mod session;
mod traffic;

#[cfg(test)]
mod decoder_tests;
#[cfg(test)]
mod session_tests;

pub use decoder::{DecodeError, Decoded, Decoder, Limits};
pub use frame::{Command, Frame};
pub use heartbeat::HeartbeatPolicy;
pub use session::StompSession;
pub use traffic::{Admission, CloseReason, Credentials, Delivery, DeliveryId, Input, Output, PongRoute, SessionPolicy};
