//! The server's STOMP machine, from its source: the server around it would take minutes to instrument.
#![allow(dead_code, clippy::all)]

#[path = "../../../server/src/stomp/decoder.rs"]
mod decoder;
#[path = "../../../server/src/stomp/frame.rs"]
mod frame;
#[path = "../../../server/src/stomp/heartbeat.rs"]
mod heartbeat;
#[path = "../../../server/src/stomp/session.rs"]
mod session;
#[path = "../../../server/src/stomp/traffic.rs"]
mod traffic;

pub use decoder::{Decoded, Decoder, Limits};
pub use frame::Frame;
pub use session::StompSession;
pub use traffic::{Admission, Delivery, DeliveryId, Input, Output, SessionPolicy};
