//! Voice signalling without I/O: the Janus session protocol over WebSocket or HTTP, and the requests and events of its SIP
//! plugin (spec session §7 "Voice signalling"; issue 12 §1).
//!
//! [`Signalling`] takes inputs (commands, frames, HTTP answers, reports about peer connections, due timers) and returns
//! effects and events as data. It reads no clock: timers are effects. It has no randomness: transaction ids come from
//! the caller's [`Random`]. Each machine is one file: [`link`], [`session`], [`registration`], [`call`]. [`hangup`] is
//! the look-up of the hang-up event that the contact centre sends.

#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod call;
mod client;
mod fault;
mod flow;
pub mod frame;
pub mod hangup;
mod ids;
pub mod link;
mod node;
pub mod registration;
pub mod session;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use client::Signalling;
pub use fault::{FAULTS, Fault, FaultRow};
pub use flow::{
    Account, AnswerMode, Command, Effect, Event, HttpFailure, Input, Outcome, PeerInput, Resume, ResumedCall,
    SUB_PROTOCOL, Setup, Timer,
};
pub use ids::{CallNumber, HandleId, LinkNumber, Random, SessionId, TRANSACTION_LENGTH, Transaction};
pub use node::{Carrier, Endpoint, Node, SECURE_PORT, SIP_PROXY_PORT};
