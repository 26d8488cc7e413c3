//! The tolerant reader: nulls count as missing, and a list may be the body itself or its `data` field.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads `text` as `T`; where a direct read fails, once more with nulls taken out (they mean "missing").
pub fn from_tolerant<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    match serde_json::from_str::<T>(text) {
        Ok(value) => Ok(value),
        Err(_) => {
            // Through text again, not `from_value`: a second deserialiser for every type would double the module.
            let stripped: Value = strip_nulls(serde_json::from_str(text)?);
            serde_json::from_str(&stripped.to_string())
        }
    }
}

/// Removes every object entry whose value is null, at all depths.
pub fn strip_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(_, field)| !field.is_null())
                .map(|(name, field)| (name, strip_nulls(field)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(strip_nulls).collect()),
        other => other,
    }
}
