//! HTTP requests and answers as plain data. The providers build and parse them without I/O.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wire::Secret;

/// Name of this client in every request: some file hosts refuse requests without a name.
pub(crate) const USER_AGENT: &str = concat!("workspace-server/", env!("CARGO_PKG_VERSION"));

/// Method of a request to a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
}

/// A request that the worker sends to a provider.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequestData {
    /// Method.
    pub method: Method,
    /// Full address with its query.
    pub url: String,
    /// Headers by name; values may be credentials.
    pub headers: Vec<(&'static str, Secret<String>)>,
    /// Body; empty for GET.
    pub body: Vec<u8>,
}

impl HttpRequestData {
    /// A GET request without headers.
    pub fn get(url: String) -> Self {
        Self { method: Method::Get, url, headers: Vec::new(), body: Vec::new() }
    }

    /// A POST request with its body and the type of the body.
    pub fn post(url: String, content_type: &str, body: Vec<u8>) -> Self {
        Self { method: Method::Post, url, headers: Vec::new(), body }.with("content-type", content_type.to_owned())
    }

    /// A POST request with a JSON body.
    pub fn post_json(url: String, body: &serde_json::Value) -> Self {
        Self::post(url, "application/json", body.to_string().into_bytes())
    }

    /// A POST request with a form.
    pub fn post_form(url: String, fields: &[(&str, &str)]) -> Self {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Self::post(url, "application/x-www-form-urlencoded", body.into_bytes())
    }

    /// The request with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, Secret::new(value)));
        self
    }

    /// Value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.expose().as_str())
    }
}

impl fmt::Debug for HttpRequestData {
    /// The debug output omits the query, the values of headers and the body: they contain credentials and customers'
    /// texts.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| *name).collect();
        formatter
            .debug_struct("HttpRequestData")
            .field("method", &self.method)
            .field("url", &without_query(&self.url))
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

/// The answer of a provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpAnswer {
    /// Status code.
    pub status: u16,
    /// Headers; names in any case.
    pub headers: Vec<(String, String)>,
    /// Body.
    pub body: Vec<u8>,
}

impl HttpAnswer {
    /// Value of a header, whatever the case of its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// Status 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// A webhook request of a provider, as it arrived.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RawCall {
    /// The full public address of the request, with its query; signatures of Twilio cover it.
    pub url: String,
    /// Headers; names in any case.
    pub headers: Vec<(String, String)>,
    /// Body as it arrived; signatures cover every byte.
    pub body: Vec<u8>,
}

impl RawCall {
    /// Value of a header, whatever the case of its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// Decoded value of a field of the query.
    pub fn query(&self, name: &str) -> Option<String> {
        let (_, query) = self.url.split_once('?')?;
        query_value(query, name)
    }
}

impl fmt::Debug for RawCall {
    /// The debug output omits the query, the values of headers and the body: they contain credentials and customers'
    /// texts.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        formatter
            .debug_struct("RawCall")
            .field("url", &without_query(&self.url))
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

/// Decoded value of a field of a query without its question mark.
pub fn query_value(query: &str, name: &str) -> Option<String> {
    let query = query.strip_prefix('?').unwrap_or(query);
    form_urlencoded::parse(query.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// Unreserved characters (RFC 3986 §2.3) stay as they are.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes an untrusted text as one segment of a path, so that it cannot change other segments. `.` and `..` would do so, even
/// encoded.
pub(crate) fn segment(text: &str) -> String {
    match text {
        "." | ".." => "_".to_owned(),
        _ => utf8_percent_encode(text, SEGMENT).to_string(),
    }
}

/// The known hosts of a provider and the host of its configured base address.
pub(crate) fn hosts_with_base(base: &str, known: &[&str]) -> Vec<String> {
    let base = url::Url::parse(base).ok().and_then(|base| base.host_str().map(str::to_owned));
    base.into_iter().chain(known.iter().map(|host| (*host).to_owned())).collect()
}

/// Whether the address has the host of the base address.
pub(crate) fn is_same_origin(address: &str, base: &str) -> bool {
    let origin = |text: &str| url::Url::parse(text).ok().map(|url| url.origin());
    origin(address).is_some_and(|found| Some(found) == origin(base))
}

/// Whether an address in a webhook is a place of the provider's files: https, this host, and this path, in which `*` stands for
/// any single segment. Credentials are sent only to such addresses, because a webhook could name any other request of the same
/// host.
pub(crate) fn is_file_address(address: &str, base: &str, path: &[&str]) -> bool {
    let Ok(parsed) = url::Url::parse(address) else { return false };
    let Some(segments) = parsed.path_segments() else { return false };
    let mut segments: Vec<&str> = segments.collect();
    // The address ends with a slash.
    segments.pop_if(|last| last.is_empty());
    let is_wanted = |(segment, wanted): (&&str, &&str)| !segment.is_empty() && (*wanted == "*" || segment == wanted);
    is_same_origin(address, base) && segments.len() == path.len() && segments.iter().zip(path).all(is_wanted)
}

fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

fn without_query(url: &str) -> &str {
    url.split_once('?').map_or(url, |(address, _)| address)
}
