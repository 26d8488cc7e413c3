//! Lists of the server: one loader with cursor, retry and back-off for all of them (docs/decisions/0072-one-list-loader.md).

mod items;
mod loader;
mod progress;

pub use items::{List, ListAnswer, ListState};
pub use loader::{Asked, Loader};
pub use progress::{ListEvent, ListStep, Portion, Progress};
