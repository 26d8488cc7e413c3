//! Lists of the server: one loader with cursor, retry and back-off for all of them (docs/decisions/0072-one-list-loader.md).

mod choices;
mod id_list;
mod items;
mod loader;
mod progress;

pub use choices::Choices;
pub use id_list::{IdList, IdPortion};
pub use items::{List, ListAnswer};
pub use loader::{Asked, ListState, Loader};
pub use progress::{ListEvent, ListStep, Portion, Progress};
