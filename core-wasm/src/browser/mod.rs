//! The binding to the browser (wasm32 only): one exported class, REST, and an inbox that makes it safe to dispatch from
//! inside a subscriber. It contains no rules; effects are executed here or passed to the TypeScript ports.

mod effects;
mod http;
mod script_value;
mod snapshots;
mod store;
mod voice_report;

pub use store::{WorkspaceHost, WorkspaceStore};
