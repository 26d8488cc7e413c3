//! Queries and paths of URLs.

use std::collections::BTreeMap;

/// `a=1&b=x%20y` as a map; the last of repeated names is used.
pub(crate) fn parse_query(query: &str) -> BTreeMap<String, String> {
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (percent_decode(&name.replace('+', " ")), percent_decode(&value.replace('+', " ")))
        })
        .collect()
}

/// Decoded segments of a path; empty segments are ignored.
pub(crate) fn path_segments(path: &str) -> Vec<String> {
    path.split('/').filter(|segment| !segment.is_empty()).map(percent_decode).collect()
}

/// Malformed escapes are kept; invalid UTF-8 becomes U+FFFD.
fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escaped = match (first, tail) {
            (b'%', [high, low, after @ ..]) => {
                hex_digit(*high).zip(hex_digit(*low)).map(|(high, low)| (high * 16 + low, after))
            }
            _ => None,
        };
        match escaped {
            Some((byte, after)) => {
                bytes.push(byte);
                rest = after;
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_and_paths_are_decoded() {
        let query = parse_query("search=Ana%20Souza+Lima&page=2&bare&bad=%zz%4");
        assert_eq!(query.get("search").map(String::as_str), Some("Ana Souza Lima"));
        assert_eq!(query.get("bare").map(String::as_str), Some(""));
        assert_eq!(query.get("bad").map(String::as_str), Some("%zz%4"));
        assert_eq!(path_segments("//contacts/%2B55%2011/"), ["contacts", "+55 11"]);
    }
}
