//! STOMP 1.2 for a server, without I/O: bytes and the time go in, bytes and facts come out.
//!
//! `frame` is the value and its spelling, `decoder` reads a stream of bytes into frames within fixed limits, `heartbeat`
//! negotiates and watches silence, `session` is one connection's life, `traffic` its inputs and outputs. Nothing in here
//! opens a socket, reads a clock, knows what an event means or keeps a message longer than until it is acknowledged.
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
