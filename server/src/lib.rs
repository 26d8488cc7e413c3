//! The I/O half of the contact centre.
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod api;
pub mod broker;
pub mod faults;
pub mod http;
pub mod hub;
pub mod logging;
pub mod rabbit;
pub mod server;
pub mod service;
pub mod settings;
pub mod simulation;
pub mod stomp;
pub mod store;
pub mod web_chat;
