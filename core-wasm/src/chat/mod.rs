//! Web chat: the end of its attendances and the reports of the customer's page (spec conversation §4 "Chat").

mod area;
mod machine;
mod registry;

pub use machine::{Chat, Exit};
