//! Unknown fields of rows that a newer server wrote: an older server reads and writes such rows without losing these
//! fields.

use std::cell::RefCell;
use std::collections::BTreeMap;

use contact_centre::store::{Key, Record, StoreError, StoreResult, UnknownField};
use serde_json::Value;

/// The unknown fields of the rows that the current transaction read.
#[derive(Default)]
pub struct UnknownFields {
    rows: RefCell<BTreeMap<(&'static str, Key), Vec<UnknownField>>>,
}

impl UnknownFields {
    pub fn keep(&self, table: &'static str, key: Key, fields: Vec<UnknownField>) {
        self.rows.borrow_mut().insert((table, key), fields);
    }

    pub fn clear(&self) {
        self.rows.borrow_mut().clear();
    }

    /// The row as JSON, with the fields that it had beyond its type.
    pub fn json_of(&self, record: &Record<'_>) -> StoreResult<String> {
        let json = record.row.to_json()?;
        let rows = self.rows.borrow();
        if rows.is_empty() {
            return Ok(json);
        }
        let key: Key = record.values.iter().take(record.table.key).cloned().collect();
        let Some(fields) = rows.get(&(record.table.name, key)) else { return Ok(json) };
        let failed = |error: serde_json::Error| StoreError::Corrupt(format!("{:?} error in a row", error.classify()));
        let mut row: Value = serde_json::from_str(&json).map_err(failed)?;
        for field in fields {
            add(&mut row, &field.path, &field.value);
        }
        serde_json::to_string(&row).map_err(failed)
    }
}

/// Adds the field, unless its enclosing object no longer exists.
fn add(row: &mut Value, path: &[String], value: &Value) {
    let Some((name, parents)) = path.split_last() else { return };
    let parent = parents.iter().try_fold(row, |object, name| object.get_mut(name));
    if let Some(object) = parent.and_then(Value::as_object_mut) {
        object.entry(name.clone()).or_insert_with(|| value.clone());
    }
}
