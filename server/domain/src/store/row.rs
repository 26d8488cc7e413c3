//! How an entity is stored: its table, its key and the columns that look-ups use. One `Row` implementation is all that a
//! new entity needs; every backend stores it without further code.

use super::backend::Backend;
use super::divided::DividedRow;
use super::erasure::{ErasedCustomer, Erasure, erase_entity};
use super::retention::{Retention, says_nothing};
use super::{StoreError, StoreResult};
use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize, Serializer};
use serde_ignored::Path;
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;
use wire::Wall;

/// A value of a key or of a column. Texts are ordered by bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// No value; only in columns that are optional. A UNIQUE index admits it any number of times.
    Null,
    /// A number, a time in milliseconds, or 0 and 1 for false and true.
    Integer(i64),
    /// A text.
    Text(String),
}

impl Value {
    /// The text value of an identifier.
    pub fn text(text: impl AsRef<str>) -> Self {
        Value::Text(text.as_ref().to_owned())
    }

    /// The value of a number; a number that is too large for a database becomes its largest.
    pub fn number(number: impl TryInto<i64>) -> Self {
        Value::Integer(number.try_into().unwrap_or(i64::MAX))
    }

    /// The value of a text, or none if it is empty.
    pub fn text_or_null(text: &str) -> Self {
        if text.is_empty() { Value::Null } else { Value::text(text) }
    }
}

impl From<Wall> for Value {
    fn from(time: Wall) -> Self {
        Value::Integer(time.0)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Integer(flag.into())
    }
}

/// The key of a row: the values of the table's first columns.
pub type Key = Vec<Value>;

/// The table of an entity.
#[derive(Debug)]
pub struct Table {
    /// Name in a database.
    pub name: &'static str,
    /// Columns beside the row itself; the first `key` columns are the key.
    pub columns: &'static [Column],
    /// Number of key columns.
    pub key: usize,
    /// Indexes, besides the key's own.
    pub indexes: &'static [&'static Index],
}

impl Table {
    /// Position of a column; `None` for a name that the table does not have.
    pub fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|found| found.name == column)
    }

    /// Names of the columns that order a scan: those of the index, then the key's.
    pub fn order(&self, index: Option<&Index>) -> Vec<&'static str> {
        let mut order: Vec<&'static str> = index.map(|index| index.columns.to_vec()).unwrap_or_default();
        for column in self.columns.iter().take(self.key) {
            if !order.contains(&column.name) {
                order.push(column.name);
            }
        }
        order
    }
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name in a database.
    pub name: &'static str,
    /// Whether the column holds numbers; otherwise texts.
    pub is_number: bool,
    /// Whether the column may have no value.
    pub is_optional: bool,
}

impl Column {
    /// A column of texts.
    pub const fn text(name: &'static str) -> Self {
        Self { name, is_number: false, is_optional: false }
    }

    /// A column of texts that may have no value.
    pub const fn optional_text(name: &'static str) -> Self {
        Self { name, is_number: false, is_optional: true }
    }

    /// A column of numbers, times or flags.
    pub const fn number(name: &'static str) -> Self {
        Self { name, is_number: true, is_optional: false }
    }
}

/// An index. A scan by it returns rows in the order of its columns, then of the key.
#[derive(Debug, PartialEq, Eq)]
pub struct Index {
    /// Name in a database.
    pub name: &'static str,
    /// Names of its columns.
    pub columns: &'static [&'static str],
    /// Whether no two rows may have the same values, unless one of them is `Null`.
    pub is_unique: bool,
}

impl Index {
    /// An index.
    pub const fn new(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self { name, columns, is_unique: false }
    }

    /// A UNIQUE index.
    pub const fn unique(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self { name, columns, is_unique: true }
    }
}

/// An entity of the store.
pub trait Row: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The table of the entity.
    const TABLE: &'static Table;
    /// Until when rows of the entity are kept.
    const RETENTION: &'static [Retention];
    /// The rule for rows of the entity when a customer is erased.
    const ERASURE: Erasure<Self>;

    /// The values of the table's columns, in their order.
    fn values(&self) -> Vec<Value>;

    /// A stored row of an older version, some of whose fields are of other entities now.
    ///
    /// # Errors
    /// A field is missing or has another type.
    fn divide(stored: String) -> StoreResult<DividedRow> {
        Ok(DividedRow::whole(stored))
    }

    /// Writes the stored form of the row.
    ///
    /// # Errors The serializer failed.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }

    /// Reads the stored form of a row.
    ///
    /// # Errors
    /// A field is missing or has another type.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// A field of a stored row that this version does not know because a newer version wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownField {
    /// Names of the enclosing objects, and the field's own name.
    pub path: Vec<String>,
    /// Value of the field.
    pub value: serde_json::Value,
}

/// A row for a backend that does not know its type.
pub trait AnyRow: Any + Debug + Send + Sync {
    /// The row as JSON.
    ///
    /// # Errors
    /// The row cannot be written as JSON.
    fn to_json(&self) -> StoreResult<String>;
    /// The row, shared, for a backend in memory.
    fn to_shared(&self) -> Arc<dyn AnyRow>;
}

impl<R: Row> AnyRow for R {
    fn to_json(&self) -> StoreResult<String> {
        let mut text = Vec::new();
        Row::write(self, &mut serde_json::Serializer::new(&mut text)).map_err(|error| unreadable(R::TABLE, &error))?;
        String::from_utf8(text).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    fn to_shared(&self) -> Arc<dyn AnyRow> {
        Arc::new(self.clone())
    }
}

/// A row to write.
pub struct Record<'a> {
    /// Table of the row.
    pub table: &'static Table,
    /// Values of the table's columns.
    pub values: Vec<Value>,
    /// The row.
    pub row: &'a dyn AnyRow,
    /// Whether a row with this key must not exist; otherwise it is replaced.
    pub is_new: bool,
}

/// A row that a backend found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The stored row itself.
    Shared(Arc<dyn AnyRow>),
    /// The row as JSON.
    Json(String),
}

impl Found {
    /// Returns the typed row, and the fields beyond its type.
    pub(super) fn into_row<R: Row>(self) -> StoreResult<(R, Vec<UnknownField>)> {
        match self {
            Found::Shared(row) => {
                let row: &dyn Any = &*row;
                let row = row.downcast_ref::<R>().cloned();
                row.map(|row| (row, Vec::new()))
                    .ok_or_else(|| StoreError::Corrupt(format!("a row of another type in {}", R::TABLE.name)))
            }
            Found::Json(text) => read_json(&text),
        }
    }
}

fn read_json<R: Row>(text: &str) -> StoreResult<(R, Vec<UnknownField>)> {
    let failed = |error| unreadable(R::TABLE, &error);
    let mut json = serde_json::Deserializer::from_str(text);
    let mut paths = Vec::new();
    let mut note = |path: Path<'_>| paths.extend(names(&path));
    let row = R::read(serde_ignored::Deserializer::new(&mut json, &mut note)).map_err(failed)?;
    json.end().map_err(failed)?;
    if paths.is_empty() {
        return Ok((row, Vec::new()));
    }
    let all: serde_json::Value = serde_json::from_str(text).map_err(failed)?;
    let field = |path: Vec<String>| {
        let value = path.iter().try_fold(&all, |value, name| value.get(name))?.clone();
        Some(UnknownField { path, value })
    };
    Ok((row, paths.into_iter().filter_map(field).collect()))
}

/// The names of a path through objects; `None` for a path through a list, whose items have no identity.
fn names(path: &Path<'_>) -> Option<Vec<String>> {
    match path {
        Path::Root => Some(Vec::new()),
        Path::Map { parent, key } => {
            let mut names = names(parent)?;
            names.push(key.clone());
            Some(names)
        }
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => names(parent),
        Path::Seq { .. } => None,
    }
}

pub(super) fn unreadable(table: &Table, error: &serde_json::Error) -> StoreError {
    // Not the error's own text, which may quote the row.
    StoreError::Corrupt(format!("a row of {}: {:?} error in column {}", table.name, error.classify(), error.column()))
}

/// Rows of one table, by its key or by an index.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The table.
    pub table: &'static Table,
    /// The index; `None`: the key.
    pub index: Option<&'static Index>,
    /// Values of the index's first columns.
    pub prefix: Vec<Value>,
    /// Only rows whose column after the prefix has a greater value.
    pub after: Option<Value>,
    /// Only rows whose column after the prefix has a smaller value.
    pub before: Option<Value>,
    /// Whether the last row comes first.
    pub is_descending: bool,
    /// Maximum of rows.
    pub limit: Option<usize>,
}

impl Scan {
    /// All rows, by key.
    pub fn of<R: Row>() -> Self {
        Self::of_table(R::TABLE)
    }

    /// All rows of a table, by key.
    pub fn of_table(table: &'static Table) -> Self {
        let (prefix, after, before) = (Vec::new(), None, None);
        Self { table, index: None, prefix, after, before, is_descending: false, limit: None }
    }

    /// Scans by this index.
    pub fn by(self, index: &'static Index) -> Self {
        Self { index: Some(index), ..self }
    }

    /// Only rows that begin with these values.
    pub fn equal(self, prefix: impl Into<Vec<Value>>) -> Self {
        Self { prefix: prefix.into(), ..self }
    }

    /// Only rows whose next column is greater.
    pub fn after(self, value: Value) -> Self {
        Self { after: Some(value), ..self }
    }

    /// Only rows whose next column is smaller.
    pub fn before(self, value: Value) -> Self {
        Self { before: Some(value), ..self }
    }

    /// Last row first.
    pub fn descending(self) -> Self {
        Self { is_descending: true, ..self }
    }

    /// Limits the number of rows.
    pub fn limit(self, limit: usize) -> Self {
        Self { limit: Some(limit), ..self }
    }
}

/// A table, with the operations on its rows that need no type.
pub struct Entity {
    /// The table.
    pub table: &'static Table,
    /// Until when rows of the table are kept.
    pub retention: &'static [Retention],
    /// Whether the entity declares that its rows hold no customer data.
    pub is_without_customers: bool,
    /// The values of the columns of a found row.
    pub values_of: fn(Found) -> StoreResult<Vec<Value>>,
    /// Divides a stored row of an older version; a row of this version stays whole.
    pub divide: fn(String) -> StoreResult<DividedRow>,
    /// Erases a customer in its rows; returns how many it changed.
    pub(super) erase: fn(&mut dyn Backend, &Entity, &ErasedCustomer) -> StoreResult<usize>,
}

impl Entity {
    /// The entity of a row.
    pub const fn of<R: Row>() -> Self {
        assert!(!R::RETENTION.is_empty(), "an entity has a rule of retention");
        Self {
            table: R::TABLE,
            retention: R::RETENTION,
            is_without_customers: says_nothing(&R::ERASURE),
            values_of: |found| Ok(found.into_row::<R>()?.0.values()),
            divide: R::divide,
            erase: erase_entity::<R>,
        }
    }
}
