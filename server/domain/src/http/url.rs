//! Queries and paths of URLs.

use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;

/// `a=1&b=x%20y` as a map; the last of repeated names is used.
pub(crate) fn parse_query(query: &str) -> BTreeMap<String, String> {
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

/// Decoded segments of a path; empty segments are ignored. Malformed escapes are kept; invalid UTF-8 becomes U+FFFD.
pub(crate) fn path_segments(path: &str) -> Vec<String> {
    let decoded = |segment| percent_decode_str(segment).decode_utf8_lossy().into_owned();
    path.split('/').filter(|segment| !segment.is_empty()).map(decoded).collect()
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
