//! The decisions of the agent workspace. One input gives one step; no I/O, no clock, no randomness but the given seed.
//! docs/architecture.md is the map of the code.

#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)] // wasm-bindgen's generated glue
mod browser;
mod input;
mod view;
mod workspace;

pub mod absence;
pub mod broadcasts;
pub mod call_supervision;
pub mod channels;
pub mod chat;
pub mod churn;
pub mod colleagues;
pub mod connection;
pub mod contacts;
pub mod conversation;
#[cfg(test)]
mod counter;
pub mod dead_effects;
pub mod flow;
pub mod history;
pub mod imports;
pub mod jobs;
pub mod list_views;
pub mod message_search;
pub mod notes;
pub mod notifications;
pub mod pauses;
pub mod people;
pub mod qualification;
pub mod scripts;
pub mod session;
pub mod shell;
pub mod supervision;
pub mod tags;
pub mod transfers;
pub mod voice;
pub mod whatsapp;

#[cfg(target_arch = "wasm32")]
pub use browser::{WorkspaceHost, WorkspaceStore};
pub use input::{BrokerInput, Input, Intent, PageInput, StoreFailure};
pub use view::View;
pub use wire;
pub use workspace::{Restored, Step, Workspace};
