//! Tests of calls over real sockets: clients with WebSockets, and browsers whose peer connection is str0m. Sound is
//! recognised by its level and its frequency.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod centre;
mod conversations;
mod endings;
mod links;
mod transports;
