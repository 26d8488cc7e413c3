//! Web chat: how its attendances end, and what the customer's page reports (spec conversation §4 "Chat").

#![warn(missing_docs)]

mod area;
mod intent;
mod machine;
mod registry;

pub use intent::ChatIntent;
pub use machine::{Chat, Exit};
