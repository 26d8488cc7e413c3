//! The domain's memory on disk: one SQLite file with migrations. Rows in, rows out; which rows belong together is the domain's
//! business, and so is every rule.

mod open;
mod presence;
mod sqlite;

pub use open::{DATABASE, OpenError, OpenStore, open, open_in_memory};
pub use sqlite::SqliteStore;
