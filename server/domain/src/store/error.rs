//! The errors of the store.

use std::fmt;

/// Why the store failed; the text is the cause for the log. The caller rolls back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// A concurrent transaction changed the same rows, or a row that must be new exists: nothing was overwritten. The
    /// call is run again on the new state.
    Conflict(String),
    /// The store cannot be reached or written now (disk, lock, connection).
    Unavailable(String),
    /// The answer to a COMMIT was lost: the changes may have been made or not.
    InDoubt(String),
    /// A row or an answer is not what this version understands.
    Corrupt(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict(cause) => write!(formatter, "store: conflict: {cause}"),
            StoreError::Unavailable(cause) => write!(formatter, "store: unavailable: {cause}"),
            StoreError::InDoubt(cause) => write!(formatter, "store: the outcome is unknown: {cause}"),
            StoreError::Corrupt(cause) => write!(formatter, "store: corrupt: {cause}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Result of every method of the store.
pub type StoreResult<T> = Result<T, StoreError>;
