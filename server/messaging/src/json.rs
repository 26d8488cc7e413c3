//! Tolerant reading of JSON from providers: a missing field is `None`, a number where text is documented is its text.

use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::provider::ReadFault;

/// The body as JSON.
pub(crate) fn parse(body: &[u8]) -> Result<Value, ReadFault> {
    serde_json::from_slice(body).map_err(|error| ReadFault::NotJson(error.to_string()))
}

/// The value at a path of keys.
pub(crate) fn at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| value.get(key)).filter(|value| !value.is_null())
}

/// The text at a path of keys; a number is its text.
pub(crate) fn text(value: &Value, path: &[&str]) -> Option<String> {
    match at(value, path)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The text at a path of keys, if it is not empty.
pub(crate) fn filled(value: &Value, path: &[&str]) -> Option<String> {
    text(value, path).filter(|text| !text.is_empty())
}

/// True only for `true`.
pub(crate) fn flag(value: &Value, path: &[&str]) -> bool {
    at(value, path) == Some(&Value::Bool(true))
}

/// A number, also as text.
pub(crate) fn float(value: &Value, path: &[&str]) -> Option<f64> {
    match at(value, path)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

/// A whole number, also as text.
pub(crate) fn whole(value: &Value, path: &[&str]) -> Option<u64> {
    match at(value, path)? {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The elements of a list; nothing when there is no list.
pub(crate) fn items<'a>(value: &'a Value, path: &[&str]) -> &'a [Value] {
    at(value, path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Milliseconds since 1970 of a date and time (RFC 3339, also with an offset `+0000`).
pub(crate) fn instant_ms(value: &Value, path: &[&str]) -> Option<u64> {
    let mut text = text(value, path)?;
    let has_short_offset = text.len() > 5
        && text.bytes().rev().take(4).all(|byte| byte.is_ascii_digit())
        && matches!(text.bytes().nth_back(4), Some(b'+' | b'-'))
        && text.contains('T');
    if has_short_offset {
        text.insert(text.len() - 2, ':');
    }
    let nanoseconds = OffsetDateTime::parse(&text, &Rfc3339).ok()?.unix_timestamp_nanos();
    u64::try_from(nanoseconds / 1_000_000).ok()
}

/// Digits of a number; providers write it with a plus sign or a prefix.
pub(crate) fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Names of the placeholders `{{name}}` in the texts, in their order, each once.
pub(crate) fn placeholders(texts: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for text in texts {
        for part in text.split("{{").skip(1) {
            if let Some((name, _)) = part.split_once("}}") {
                let name = name.trim();
                if !name.is_empty() && !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
    }
    names
}
