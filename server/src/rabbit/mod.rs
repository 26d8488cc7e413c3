//! RabbitMQ instead of the embedded broker.
//!
//! `amqp` is the connection, `bridge` the task that uses it, `backlog` the frames that are not yet published, `auth_backend` RabbitMQ's access
//! checks, `names` queues and exchanges.

mod amqp;
mod auth_backend;
mod backlog;
mod bridge;
mod names;

pub use auth_backend::ROUTES;
pub use bridge::{Bridge, start};
pub use names::{QUEUES, browser_settings};
