//! The domain's store in a database: SQLite (one file, one writer and several readers) or PostgreSQL. It stores and
//! returns rows and holds no rules.

mod conflicts;
mod open;
pub mod postgres;
mod schema;
mod sql;
mod sqlite;
mod sqlite_stores;
mod texts;
mod unknown;

use std::fmt;
use std::fs::File;
use std::path::PathBuf;

use contact_centre::store::{Backend, StoreResult};

pub use conflicts::ConflictWatch;
pub use open::{DATABASE, OpenError, OpenStore, open, open_beside_server, open_in_memory};
pub use sqlite::SqliteStore;
pub use sqlite_stores::SqliteStores;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// In a file in this folder.
    Folder(PathBuf),
    /// In PostgreSQL.
    Postgres(Box<PostgresLocation>),
}

/// A database of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostgresLocation {
    /// Parameters of the connection. `SslMode::Require` verifies the certificate and its host name; other modes are not
    /// encrypted.
    pub config: tokio_postgres::Config,
    /// PEM file with the trusted authorities, instead of those of the operating system.
    pub authorities: Option<PathBuf>,
}

impl Location {
    /// Whether `--fresh` would delete something, as far as is known without opening the database.
    pub fn may_have_data(&self) -> bool {
        match self {
            Location::Folder(folder) => folder.join(DATABASE).exists(),
            Location::Postgres(_) => true,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Folder(folder) => write!(formatter, "in {}", folder.display()),
            Location::Postgres(location) => formatter.write_str(&postgres::name(&location.config)),
        }
    }
}

/// An opened database.
pub struct OpenDatabase {
    /// Connections of the database.
    pub stores: Box<dyn Stores>,
    /// Lock of the data folder, if it is in one; the operating system releases it when the process ends.
    pub lock: Option<File>,
}

/// Opens the database; `fresh` deletes an existing one.
///
/// # Errors
/// See `OpenError`.
pub async fn open_database(location: &Location, fresh: bool) -> Result<OpenDatabase, OpenError> {
    match location {
        Location::Folder(folder) => {
            let OpenStore { stores, lock } = open(folder, fresh)?;
            Ok(OpenDatabase { stores: Box::new(stores), lock: Some(lock) })
        }
        Location::Postgres(location) => {
            Ok(OpenDatabase { stores: Box::new(postgres::open(location, fresh).await?), lock: None })
        }
    }
}

/// Opens the database, also while a server has it open.
///
/// # Errors
/// See `OpenError`.
pub async fn open_for_change(location: &Location) -> Result<OpenDatabase, OpenError> {
    match (open_database(location, false).await, location) {
        (Err(OpenError::InUse(_)), Location::Folder(folder)) => {
            Ok(OpenDatabase { stores: Box::new(open_beside_server(folder)?), lock: None })
        }
        (Err(OpenError::DatabaseInUse(_)), Location::Postgres(location)) => {
            Ok(OpenDatabase { stores: Box::new(postgres::open_beside_server(location).await?), lock: None })
        }
        (opened, _) => opened,
    }
}

/// Whether a unit of work writes to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Only reads; a write fails with `StoreError::Conflict`. Reading units run concurrently.
    Read,
    /// Reads and writes.
    Write,
}

/// The connections of one database.
pub trait Stores: Send + Sync {
    /// Runs `unit` with a connection that no other unit uses meanwhile; waits for a free one.
    ///
    /// # Errors There is no connection. The result of `unit` itself is passed on.
    fn with(&self, mode: Mode, unit: &mut dyn FnMut(&mut dyn Backend)) -> StoreResult<()>;

    /// Makes the database file complete for a copy.
    ///
    /// # Errors
    /// The database failed; the next start repeats it.
    fn flush(&self) -> StoreResult<()>;

    /// Makes the database overwrite deleted rows in its file from now on, if it does not do so anyway.
    ///
    /// # Errors
    /// The database failed.
    fn overwrite_deleted(&self) -> StoreResult<()> {
        Ok(())
    }
}

#[cfg(test)]
mod size_tests;
#[cfg(test)]
mod tests;
