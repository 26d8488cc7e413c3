//! Fields of a JSON object: a field of another type counts as missing.

use serde_json::Value;
use std::collections::BTreeMap;

/// A text field.
pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

/// A whole number that is not negative.
pub(super) fn number(value: &Value, name: &str) -> Option<u64> {
    value.get(name)?.as_u64()
}

/// A number that may also be written as a text, as SIP codes are.
pub(super) fn code(value: &Value, name: &str) -> Option<u16> {
    let field = value.get(name)?;
    let number = field.as_u64().or_else(|| field.as_str()?.trim().parse().ok())?;
    u16::try_from(number).ok()
}

/// A boolean field.
pub(super) fn flag(value: &Value, name: &str) -> Option<bool> {
    value.get(name)?.as_bool()
}

/// The entries of an object whose values are texts.
pub(super) fn texts(value: &Value, name: &str) -> BTreeMap<String, String> {
    let entries = value.get(name).and_then(Value::as_object).into_iter().flatten();
    entries.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}
