//! The tolerant reader: nulls count as missing, and a list may be the body itself or its `data` field.

use super::json_text;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads `text` as `T`; where a direct read fails, once more with nulls taken out (they mean "missing").
pub fn from_tolerant<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    match serde_json::from_str::<T>(text) {
        Ok(value) => Ok(value),
        Err(_) => serde_json::from_str(&without_nulls(text)?),
    }
}

/// As text again, not read by `from_value`: a second deserialiser for every type would double the module.
pub fn without_nulls(text: &str) -> Result<String, serde_json::Error> {
    let stripped: Value = strip_nulls(serde_json::from_str(text)?);
    Ok(json_text(&stripped))
}

/// Removes every object entry whose value is null, at all depths.
pub fn strip_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            // One by one: collecting would bring a sort for this map alone.
            let mut kept = Map::new();
            for (name, field) in fields {
                if !field.is_null() {
                    kept.insert(name, strip_nulls(field));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) => Value::Array(items.into_iter().map(strip_nulls).collect()),
        other => other,
    }
}
