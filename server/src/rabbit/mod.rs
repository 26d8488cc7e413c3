//! A RabbitMQ in the place of the broker built in (`BROKER_URL`). Browsers connect there; this server publishes there, asks the
//! agents' pages for signs of life, and is asked by RabbitMQ who may come in.
//!
//! `bridge` is the connection to RabbitMQ, `backlog` what it still has to do there, `auth_backend` what RabbitMQ asks. What an event
//! says and who may read it is the centre's, as with the broker built in.

mod auth_backend;
mod backlog;
mod bridge;
mod names;

pub use auth_backend::ROUTES;
pub use bridge::{Bridge, start};
pub use names::{browser_settings, queue_prefix};
