//! What all HTTP handlers share, and the handlers that do not need the domain.

pub mod access_log;
mod address;
pub mod body;
pub mod connections;
pub mod health;
pub mod rate;
mod security;
pub mod workspace_files;

pub use address::{caller_address, web_socket_origin};
pub use security::{Audience, guard, own_host, protect};
