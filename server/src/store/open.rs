//! Opens the database: data folder, lock file, integrity check and migrations. Every error is one sentence for the
//! operator.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{M, Migrations};
use thiserror::Error;

use super::schema;
use super::sqlite::SqliteStore;
use super::sqlite_stores::SqliteStores;

/// File name of the database.
pub const DATABASE: &str = "contact-centre.db";
const LOCK: &str = "contact-centre.lock";
/// Number of connections that only read, beside the one that writes.
const READERS: usize = 4;
/// How long a connection waits for a lock of another process, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum of prepared statements that a connection keeps.
const STATEMENTS: usize = 128;
const MIGRATIONS: &[M<'_>] = &[
    M::up(include_str!("migrations/001_contact_centre.sql")),
    M::up(include_str!("migrations/002_presence.sql")),
    M::up(include_str!("migrations/003_chats_by_secret.sql")),
    M::up(include_str!("migrations/004_memberships_as_rows.sql")),
    M::up(include_str!("migrations/005_web_chats.sql")),
];

/// Why the database was not opened; displayed as one sentence.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The data folder cannot be created or written.
    #[error("The data folder {folder} cannot be written: {cause}. Set DATA_DIR to a folder that can.")]
    Folder {
        /// Data folder.
        folder: PathBuf,
        /// Error of the operating system.
        cause: std::io::Error,
    },
    /// Another server holds the lock of the data folder.
    #[error("Another server is already running on the data folder {0}.")]
    InUse(PathBuf),
    /// SQLite reports a damaged file.
    #[error("The database {0} is damaged. Restore a copy, or start anew with --fresh.")]
    Damaged(PathBuf),
    /// The schema is newer than this version.
    #[error("The database {0} was written by a newer version of this server.")]
    Newer(String),
    /// Another server uses the PostgreSQL database.
    #[error("Another server is already running on the database {0}.")]
    DatabaseInUse(String),
    /// A server uses the database, and its tables belong to another version.
    #[error("The server on the database {0} has another version: use the command of that version.")]
    OtherVersion(String),
    /// Another error of the database.
    #[error("The database {database} cannot be opened: {cause}.")]
    Database {
        /// File or address of the database.
        database: String,
        /// Error of the database.
        cause: String,
    },
}

/// An opened database.
pub struct OpenStore {
    /// Connections of the database.
    pub stores: SqliteStores,
    /// Lock of the data folder; the operating system releases it when the process ends.
    pub lock: File,
}

/// Opens the database in `folder`; `fresh` deletes an existing one. Created files are readable by their owner only.
///
/// # Errors
/// See `OpenError`.
pub fn open(folder: &Path, fresh: bool) -> Result<OpenStore, OpenError> {
    let unwritable = |cause| OpenError::Folder { folder: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let lock = open_private(&folder.join(LOCK)).map_err(unwritable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(cause)) => return Err(unwritable(cause)),
    }
    if fresh {
        remove_database(folder).map_err(unwritable)?;
    }
    let file = folder.join(DATABASE);
    // SQLite creates its further files with the permissions of this one.
    open_private(&file).map_err(unwritable)?;
    let failed = |error: rusqlite::Error| describe(&error, &file);
    let writer = prepare(connect(&file).map_err(failed)?, &file)?;
    let readers = (0..READERS).map(|_| connect_reader(&file)).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    Ok(OpenStore { stores: SqliteStores::new(writer, readers), lock })
}

/// Opens the database that a running server has open, for one change of the operator: the tables stay as they are, and SQLite lets only
/// one of both write at a time.
///
/// # Errors
/// See `OpenError`.
pub fn open_beside_server(folder: &Path) -> Result<SqliteStores, OpenError> {
    let file = folder.join(DATABASE);
    let failed = |error: rusqlite::Error| describe(&error, &file);
    let connection = connect(&file).map_err(failed)?;
    let is_declared = schema::is_declared(&connection)
        .map_err(|error| OpenError::Database { database: file.display().to_string(), cause: error.to_string() })?;
    if !is_declared {
        return Err(OpenError::OtherVersion(file.display().to_string()));
    }
    Ok(SqliteStores::new(SqliteStore::new(connection, false), Vec::new()))
}

/// Opens a database in memory, for tests.
///
/// # Errors
/// See `OpenError`.
pub fn open_in_memory() -> Result<SqliteStores, OpenError> {
    let file = PathBuf::from(":memory:");
    let connection = Connection::open_in_memory().map_err(|error| describe(&error, &file))?;
    Ok(SqliteStores::new(prepare(connection, &file)?, Vec::new()))
}

/// Opens a file for writing; creates it for its owner only.
fn open_private(file: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

fn connect(file: &Path) -> Result<Connection, rusqlite::Error> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A committed call must survive power loss, not only the end of the process.
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

fn connect_reader(file: &Path) -> Result<SqliteStore, rusqlite::Error> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(SqliteStore::new(connection, true))
}

fn prepare(mut connection: Connection, file: &Path) -> Result<SqliteStore, OpenError> {
    let failed = |error: rusqlite::Error| describe(&error, file);
    // Foreign keys are off: rebuilding a table must not delete rows of other tables.
    connection.pragma_update(None, "foreign_keys", false).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    let health: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if health != "ok" {
        return Err(OpenError::Damaged(file.to_owned()));
    }
    Migrations::from_slice(MIGRATIONS).to_latest(&mut connection).map_err(|error| match error {
        rusqlite_migration::Error::MigrationDefinition(
            rusqlite_migration::MigrationDefinitionError::DatabaseTooFarAhead,
        ) => OpenError::Newer(file.display().to_string()),
        rusqlite_migration::Error::RusqliteError { err, .. } => describe(&err, file),
        other => OpenError::Database { database: file.display().to_string(), cause: other.to_string() },
    })?;
    let transaction = connection.transaction().map_err(failed)?;
    schema::follow_declarations(&transaction)
        .map_err(|error| OpenError::Database { database: file.display().to_string(), cause: error.to_string() })?;
    transaction.commit().map_err(failed)?;
    Ok(SqliteStore::new(connection, false))
}

fn describe(error: &rusqlite::Error, file: &Path) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => OpenError::Damaged(file.to_owned()),
        _ => OpenError::Database { database: file.display().to_string(), cause: error.to_string() },
    }
}

fn remove_database(folder: &Path) -> std::io::Result<()> {
    for suffix in ["", "-wal", "-shm"] {
        match std::fs::remove_file(folder.join(format!("{DATABASE}{suffix}"))) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(folder: &Path) -> String {
        match open(folder, false) {
            Ok(_) => panic!("the database opened"),
            Err(error) => error.to_string().replace(&folder.display().to_string(), "DIR"),
        }
    }

    #[test]
    fn all_migrations_are_well_formed() {
        assert_eq!(Migrations::from_slice(MIGRATIONS).validate(), Ok(()));
    }

    #[test]
    fn a_damaged_file_is_reported_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(DATABASE), "this is not a database at all".repeat(100)).unwrap();
        let expected = "The database DIR/contact-centre.db is damaged. Restore a copy, or start anew with --fresh.";
        assert_eq!(refusal(folder.path()), expected);
    }

    #[test]
    fn the_option_fresh_replaces_a_damaged_database_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(DATABASE), "garbage".repeat(1000)).unwrap();
        assert!(open(folder.path(), true).is_ok());
    }

    #[test]
    fn a_second_server_on_the_same_folder_is_refused_until_the_first_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), false).unwrap();
        assert_eq!(refusal(folder.path()), "Another server is already running on the data folder DIR.");
        drop(first);
        assert!(open(folder.path(), false).is_ok());
    }

    #[test]
    fn an_operators_command_opens_the_database_of_a_running_server_only_if_it_has_the_same_version() {
        let folder = tempfile::tempdir().unwrap();
        let running = open(folder.path(), false).unwrap();
        assert!(open_beside_server(folder.path()).is_ok());
        let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
        connection.execute_batch("DROP TABLE queue_settings").unwrap();
        let Err(refused) = open_beside_server(folder.path()) else { panic!("the database opened") };
        assert!(refused.to_string().ends_with("has another version: use the command of that version."), "{refused}");
        drop(running);
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_reported_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let Err(error) = open(&file.join("data"), false) else { panic!("the database opened") };
        assert!(error.to_string().starts_with("The data folder "), "{error}");
    }

    #[test]
    fn a_database_of_a_newer_version_is_refused_and_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path(), false).unwrap());
        let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
        connection.pragma_update(None, "user_version", 9_999).unwrap();
        drop(connection);
        assert_eq!(
            refusal(folder.path()),
            "The database DIR/contact-centre.db was written by a newer version of this server."
        );
    }
}
