//! Tolerant parsing of JSON from providers: a missing field is `None`, a number where a text is documented becomes its
//! text.

use serde::de::DeserializeOwned;
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::provider::ReadFault;

/// The body as JSON. One unreadable character does not affect the rest (`readable`).
pub(crate) fn parse(body: &[u8]) -> Result<Value, ReadFault> {
    parse_as(body)
}

/// The body as JSON of a known shape.
pub(crate) fn parse_as<T: DeserializeOwned>(body: &[u8]) -> Result<T, ReadFault> {
    serde_json::from_str(&readable(body)).map_err(|error| ReadFault::NotJson(error.to_string()))
}

/// Repairs single characters for which the JSON parser would refuse the whole text: bytes that are no UTF-8, half of a surrogate
/// pair (`\ud83d` alone, cut by a program) and unknown escapes become U+FFFD, other control characters are escaped, and U+0000
/// is left out, because databases do not store it.
fn readable(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut written = String::with_capacity(text.len());
    let mut is_in_text = false;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        rest = match letter {
            '\0' => after,
            '"' => {
                is_in_text = !is_in_text;
                written.push(letter);
                after
            }
            '\\' if is_in_text => escape(after, &mut written),
            control if is_in_text && control < ' ' => {
                written.push_str(&format!("\\u{:04x}", u32::from(control)));
                after
            }
            other => {
                written.push(other);
                after
            }
        };
    }
    written
}

/// Writes the escape after a backslash, and returns the rest.
fn escape<'a>(after: &'a str, written: &mut String) -> &'a str {
    const REPLACEMENT: &str = "\\ufffd";
    let Some(letter) = after.chars().next() else { return after };
    let next = after.get(letter.len_utf8()..).unwrap_or_default();
    if letter != 'u' {
        if "\"\\/bfnrt".contains(letter) {
            written.extend(['\\', letter]);
            return next;
        }
        written.push_str(REPLACEMENT);
        return after;
    }
    let Some((unit, following)) = unit(next) else {
        written.push_str(REPLACEMENT);
        return next;
    };
    let low = following.strip_prefix("\\u").and_then(self::unit).filter(|(low, _)| (0xdc00..0xe000).contains(low));
    match (unit, low) {
        (0, _) => {}
        (0xd800..0xdc00, Some((low, following))) => {
            written.push_str(&format!("\\u{unit:04x}\\u{low:04x}"));
            return following;
        }
        (0xd800..0xe000, _) => written.push_str(REPLACEMENT),
        (unit, _) => written.push_str(&format!("\\u{unit:04x}")),
    }
    following
}

/// Four hexadecimal digits, and the rest.
fn unit(text: &str) -> Option<(u32, &str)> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    Some((u32::from_str_radix(digits, 16).ok()?, text.get(4..)?))
}

/// The value of a form field; its bytes that are no UTF-8 were already decoded as U+FFFD.
pub(crate) fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
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

/// `true` only for the JSON value `true`.
pub(crate) fn flag(value: &Value, path: &[&str]) -> bool {
    at(value, path) == Some(&Value::Bool(true))
}

/// A number, also if it is written as a text.
pub(crate) fn float(value: &Value, path: &[&str]) -> Option<f64> {
    match at(value, path)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

/// A whole number, also if it is written as a text.
pub(crate) fn whole(value: &Value, path: &[&str]) -> Option<u64> {
    match at(value, path)? {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The elements of a list; none if there is no list.
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

/// A customer of WhatsApp: the digits of a number, which providers write with a plus sign or a prefix, or the id of a customer who hides the number.
pub(crate) fn customer(text: &str) -> String {
    let text = text.trim();
    let name = text.strip_prefix("whatsapp:").unwrap_or(text);
    if name.chars().any(char::is_alphabetic) { name.to_owned() } else { digits(name) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case::bey_172_first_half_of_a_surrogate_pair(br#"["a\ud83d"]"#, "a\u{fffd}")]
    #[case::bey_172_second_half_of_a_surrogate_pair(br#"["\ude00b"]"#, "\u{fffd}b")]
    #[case::bey_172_halves_in_the_wrong_order(br#"["\ude00\ud83d"]"#, "\u{fffd}\u{fffd}")]
    #[case::bey_172_first_half_before_another_escape(br#"["\ud83d\n"]"#, "\u{fffd}\n")]
    #[case::bey_172_first_half_before_a_letter(br#"["\ud83d\u0041"]"#, "\u{fffd}A")]
    #[case::bey_172_complete_surrogate_pair(br#"["\ud83d\ude00"]"#, "😀")]
    #[case::bey_172_bytes_that_are_no_utf8(b"[\"a\xff\xf0\x9fb\"]", "a\u{fffd}\u{fffd}b")]
    #[case::bey_172_escaped_nul(br#"["a\u0000b"]"#, "ab")]
    #[case::bey_172_raw_nul(b"[\"a\0b\"]", "ab")]
    #[case::bey_172_raw_control_character(b"[\"a\x01\nb\"]", "a\u{1}\nb")]
    #[case::bey_172_unknown_escape(br#"["a\xb"]"#, "a\u{fffd}xb")]
    #[case::bey_172_truncated_escape(br#"["a\u12"]"#, "a\u{fffd}12")]
    #[case::bey_172_byte_order_mark(b"\xef\xbb\xbf[\"a\"]", "a")]
    #[case::bey_172_escaped_backslash(br#"["\\ud83d"]"#, "\\ud83d")]
    fn one_invalid_character_of_a_json_text_does_not_affect_the_others(#[case] body: &[u8], #[case] expected: &str) {
        assert_eq!(parse(body).expect("JSON"), serde_json::json!([expected]));
    }

    proptest! {
        #[test]
        fn bey_172_valid_json_is_not_changed(text in "[^\\x00]*", key in "[a-z\\\\\"]{0,9}") {
            let value = serde_json::json!({ key: [text, 1.5, null, true] });
            prop_assert_eq!(parse(value.to_string().as_bytes()).expect("JSON"), value);
        }

        #[test]
        fn bey_172_a_text_with_any_bytes_is_parsed(bytes in prop::collection::vec(any::<u8>().prop_filter("ends the text", |byte| *byte != b'"'), 0..40)) {
            // A backslash at the end would escape the closing quotation mark.
            let body = [b"[\"", bytes.as_slice(), b" \"]"].concat();
            prop_assert!(parse(&body).is_ok(), "{:?}", String::from_utf8_lossy(&body));
        }
    }
}
