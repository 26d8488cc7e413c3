//! Web chat: the end of its attendances and the reports of the customer's page (spec conversation §4 "Chat").

#![warn(missing_docs)]

mod area;
mod intent;
mod machine;
mod registry;

pub use intent::ChatIntent;
pub use machine::{Chat, Exit};
