//! Keys of the records in the browser's storage, one record per entity, and their place (PER-001 to PER-006, BEY-012).

use super::key::{Ids, Key, Kind, Row, RowName};

/// Where a record is stored, which decides how long it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StorePlace {
    /// The browser's local storage, which stays after the session.
    LocalStorage,
    /// The local database, which is cleared at the end of the session.
    Database,
    /// The database of unsent texts, kept for at most 24 h for the same agent.
    Unsent,
}

/// One kind of record.
#[derive(Debug)]
pub struct StoreRow {
    name: RowName,
    place: StorePlace,
    is_retried: bool,
}

impl Row for StoreRow {
    fn name(&self) -> &RowName {
        &self.name
    }
}

/// A kind of record whose keys carry the identifiers `I`.
pub type Record<I> = Kind<StoreRow, I>;

/// The key of one record.
pub type StoreKey = Key<StoreRow>;

impl<I: Ids> Record<I> {
    /// `name` is the name of the record in the specification (session §9).
    pub const fn named(name: &'static str, place: StorePlace) -> Self {
        let is_retried = matches!(place, StorePlace::Unsent);
        Self::new(StoreRow { name: RowName::of::<I>(name), place, is_retried })
    }

    /// A record with facts that the server does not know, for example what the agent intends: a failed write is retried.
    pub const fn retried(name: &'static str, place: StorePlace) -> Self {
        Self::new(StoreRow { name: RowName::of::<I>(name), place, is_retried: true })
    }
}

impl StoreRow {
    /// The storage for records of this kind.
    pub fn place(&self) -> StorePlace {
        self.place
    }
}

impl StoreKey {
    /// The storage for the record.
    pub fn place(&self) -> StorePlace {
        self.row().place
    }

    /// Whether a failed write of the record is retried until it succeeds.
    pub fn is_retried(&self) -> bool {
        self.row().is_retried
    }

    /// The record's name inside its place: `jobs/{protocol}`.
    pub fn name(&self) -> String {
        self.spelling('/')
    }

    /// Reads a record's name; `None` if no row of `rows` has this name.
    pub fn parse(rows: impl Iterator<Item = &'static StoreRow>, name: &str) -> Option<Self> {
        Self::read(rows, name, '/')
    }
}
