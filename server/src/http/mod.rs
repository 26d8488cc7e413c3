//! Helpers for all HTTP handlers, and the handlers that do not need the domain.

pub mod access_log;
mod address;
pub mod body;
pub mod connections;
pub mod front_door;
pub mod health;
mod keyed;
pub mod quotas;
pub mod rate;
pub mod reply;
mod security;
pub mod workspace_files;

pub use address::{caller_address, web_socket_origin};
pub use front_door::is_origin_allowed;
pub use security::{Audience, guard, own_host, protect};
