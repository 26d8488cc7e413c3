//! The browser half: one exported class, REST, and the inbox that makes dispatching from inside a subscriber safe.
//! wasm32 only. Nothing here decides anything; what the core asks for is done here or handed to the TypeScript ports.

mod effects;
mod http;
mod script_value;
mod snapshots;
mod store;

pub use store::{WorkspaceHost, WorkspaceStore};
