//! The domain's store in one SQLite file with migrations. It stores and returns rows and holds no rules.

mod open;
mod presence;
mod sqlite;

pub use open::{DATABASE, OpenError, OpenStore, open, open_in_memory};
pub use sqlite::SqliteStore;
