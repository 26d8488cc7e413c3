//! REST as data: numbered requests, answers by kind, and the session's token.

use super::{Context, RetryAfter, ServerWrite};
use crate::wire::{ErrorBody, Secret, from_tolerant, json_text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde::de::DeserializeOwned;
use std::fmt;

/// Name of an area; the answer to a request is routed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaName(pub &'static str);

/// Identifies one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId {
    /// The area that sent the request.
    pub area: AreaName,
    /// Number of the request, which grows with time: a later request has a greater number.
    pub number: u64,
}

/// HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
    /// PUT.
    Put,
    /// DELETE.
    Delete,
}

impl Method {
    /// The spelling in HTTP.
    pub fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        }
    }
}

/// One request as data.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpRequest {
    /// HTTP method.
    pub method: Method,
    /// Below the configured base address, without a leading slash.
    pub path: String,
    /// Adds a parameter to the query.
    pub query: Vec<(String, String)>,
    /// JSON text; a `Secret` because a sign-in carries a password.
    pub body: Option<Secret<String>>,
    /// After this many milliseconds the host aborts the request.
    pub time_limit_ms: u32,
    /// The kernel sends the request again after a 429 or 408, so that the area sees only the last answer
    /// (`flow/repeat.rs`).
    pub repeated_when_busy: bool,
    /// Only a limited number of these requests is pending at a time.
    pub in_turn: bool,
    /// The change that the request makes on the server; `None`: it only reads.
    pub write: Option<ServerWrite>,
}

impl HttpRequest {
    /// Time limit of requests for which the specification names no other.
    pub const DEFAULT_TIME_LIMIT_MS: u32 = 15_000;

    /// A GET request with the default time limit.
    pub fn get(path: impl Into<Path>) -> Self {
        Self::new(Method::Get, path.into())
    }

    /// A POST request without a body that only reads. A request that changes something is created by its `ServerWrite`.
    pub fn ask(path: impl Into<Path>) -> Self {
        Self::new(Method::Post, path.into())
    }

    /// A request that changes something, without a body.
    pub(super) fn writing(write: ServerWrite, method: Method, path: Path) -> Self {
        Self { write: Some(write), ..Self::new(method, path) }
    }

    fn new(method: Method, path: Path) -> Self {
        Self {
            method,
            path: path.0,
            query: Vec::new(),
            body: None,
            time_limit_ms: Self::DEFAULT_TIME_LIMIT_MS,
            repeated_when_busy: method == Method::Get,
            in_turn: false,
            write: None,
        }
    }

    /// After a 429 or 408 the kernel sends the request again: for a change that the agent will still want after a
    /// minute.
    pub fn repeat_when_busy(mut self) -> Self {
        self.repeated_when_busy = true;
        self
    }

    /// The area is informed of a 429 or 408 at once: for a request that measures the time until its answer.
    pub fn without_repetition(mut self) -> Self {
        self.repeated_when_busy = false;
        self
    }

    /// Limits the number of pending requests of this kind: for requests that a reconcile sends for every attendance.
    pub fn in_turn(mut self) -> Self {
        self.in_turn = true;
        self
    }

    /// Adds a parameter to the query.
    pub fn query(mut self, name: &str, value: impl ToString) -> Self {
        self.query.push((name.to_owned(), value.to_string()));
        self
    }

    /// Sets the body to `body` as JSON.
    pub fn json<T: serde::Serialize>(self, body: &T) -> Self {
        self.json_text(json_text(body))
    }

    /// Sets the body to JSON text.
    pub fn json_text(mut self, text: String) -> Self {
        self.body = Some(Secret::new(text));
        self
    }

    /// After this many milliseconds the host aborts the request.
    pub fn time_limit_ms(mut self, ms: u32) -> Self {
        self.time_limit_ms = ms;
        self
    }

    /// `path?name=value&…`, percent-encoded, as the browser and the simulation send it.
    pub fn target(&self) -> String {
        let mut target = self.path.clone();
        for (index, (name, value)) in self.query.iter().enumerate() {
            let mark = if index == 0 { '?' } else { '&' };
            target.push_str(&format!("{mark}{}={}", encode_component(name), encode_component(value)));
        }
        target
    }
}

/// Every character except those that `encodeURIComponent` leaves unencoded is encoded.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Percent-encodes one segment of a path, or a name or value of a query.
pub fn encode_component(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, COMPONENT)
}

/// A path below the base address, made of a literal or by `path!`, which encodes each segment so that an identifier with
/// `/` or `?` cannot address another route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// Joins percent-encoded segments; called by `path!`.
    pub fn of(segments: &[&str]) -> Self {
        Self(segments.iter().map(|segment| encode_component(segment).to_string()).collect::<Vec<_>>().join("/"))
    }
}

impl From<&'static str> for Path {
    fn from(literal: &'static str) -> Self {
        Self(literal.to_owned())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// `path!["agents", agent_id, "status"]`: one percent-encoded segment each.
macro_rules! path_of {
    ($($segment:expr),+ $(,)?) => {
        $crate::flow::Path::of(&[$(::core::convert::AsRef::<str>::as_ref(&$segment)),+])
    };
}
pub(crate) use path_of as path;

/// An HTTP answer as the host received it.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpReply {
    /// HTTP status.
    pub status: u16,
    /// The `authorization` header of the answer.
    pub authorization: Option<Secret<String>>,
    /// The `retry-after` header of the answer.
    pub retry_after: Option<RetryAfter>,
    /// The body as text.
    pub body: Secret<String>,
}

/// Why there is no HTTP answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpFailure {
    /// The time limit of the request passed.
    TimedOut,
    /// There was no connection, the name was not found, or the answer was cut off.
    NoAnswer,
}

/// The answer of a busy server, which did not execute the request.
#[derive(Clone, Debug, PartialEq)]
pub struct PutOff {
    /// The status: 429 or 408.
    pub status: u16,
    /// When the request may be repeated; `None` if the server does not say.
    pub retry_after: Option<RetryAfter>,
    /// The body of the answer.
    pub body: ErrorBody,
}

/// An answer by what it means to the caller. 404 and 409 are answers, not errors (API-002, API-003).
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// 2xx, with the body.
    Ok(Secret<String>),
    /// 404.
    NotFound(ErrorBody),
    /// 409.
    Conflict(ErrorBody),
    /// 401: handled by the session; the caller only drops its request.
    Unauthorized(ErrorBody),
    /// 429 or 408: the server did not execute the request; the same request may succeed later.
    TryLater(Box<PutOff>),
    /// Any other 4xx.
    Refused(u16, ErrorBody),
    /// 5xx: may succeed when repeated.
    ServerFault(u16),
    /// There was no HTTP answer.
    Unreachable(HttpFailure),
}

impl Answer {
    /// The answer by the outcome of a request; an unreadable error body is read as empty.
    pub fn of(result: Result<HttpReply, HttpFailure>) -> Self {
        let reply = match result {
            Ok(reply) => reply,
            Err(failure) => return Answer::Unreachable(failure),
        };
        let error = || from_tolerant::<ErrorBody>(reply.body.expose()).unwrap_or_default();
        match reply.status {
            200..=299 => Answer::Ok(reply.body.clone()),
            404 => Answer::NotFound(error()),
            409 => Answer::Conflict(error()),
            401 => Answer::Unauthorized(error()),
            408 | 429 => {
                let (status, retry_after) = (reply.status, reply.retry_after);
                Answer::TryLater(Box::new(PutOff { status, retry_after, body: error() }))
            }
            400..=499 => Answer::Refused(reply.status, error()),
            status => Answer::ServerFault(status),
        }
    }

    /// Whether the same request may succeed later: the server was not reached, or answered 5xx, 429 or 408.
    pub fn is_passing(&self) -> bool {
        matches!(self, Answer::ServerFault(_) | Answer::Unreachable(_) | Answer::TryLater(..))
    }

    /// Whether it is unknown if the server executed the request: no answer came, or the answer reports an unknown
    /// outcome (504 `OUTCOME_UNKNOWN`, a proxy's 502, a success that cannot be read).
    pub fn is_uncertain(&self) -> bool {
        matches!(self, Answer::Unreachable(_) | Answer::ServerFault(200..=299 | 502 | 504))
    }

    /// The delay before a repetition: the server's `retry-after` within limits, but not less than the area's own delay.
    pub fn delay_ms(&self, context: &mut Context, own_ms: u64) -> u64 {
        match self {
            Answer::TryLater(put_off) => match &put_off.retry_after {
                Some(after) => after.delay_ms(context).max(own_ms),
                None => own_ms,
            },
            _ => own_ms,
        }
    }

    /// Reads the body of a 2xx answer. An unreadable body is `ServerFault(200)`; other answers are returned as the error.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, Answer> {
        match self {
            Answer::Ok(body) => from_tolerant(body.expose()).map_err(|_| Answer::ServerFault(200)),
            other => Err(other),
        }
    }

    /// The answer, or `ServerFault(200)` if the body of a 2xx answer cannot be read: the server executed the request,
    /// but this version cannot read the result.
    pub fn readable<T: DeserializeOwned>(self) -> Answer {
        match &self {
            Answer::Ok(body) if from_tolerant::<T>(body.expose()).is_err() => Answer::ServerFault(200),
            _ => self,
        }
    }

    /// The body of a 4xx answer; `None` for other answers.
    pub fn error_body(&self) -> Option<&ErrorBody> {
        match self {
            Answer::NotFound(body) | Answer::Conflict(body) | Answer::Unauthorized(body) | Answer::Refused(_, body) => {
                Some(body)
            }
            Answer::TryLater(put_off) => Some(&put_off.body),
            _ => None,
        }
    }

    /// The server's `reason`, otherwise its `cause`; `None` for other answers and empty bodies.
    pub fn reason(&self) -> Option<&str> {
        let body = self.error_body()?;
        body.reason.as_deref().or(body.cause.as_deref())
    }
}

/// The pending requests of an area. A stale or repeated answer has no entry and is dropped.
pub struct Requests<P> {
    area: AreaName,
    /// A list, because there are few and it needs less code in each area than a tree.
    pending: Vec<(u64, P)>,
}

impl<P> Requests<P> {
    /// No pending requests of `area`.
    pub fn new(area: AreaName) -> Self {
        Self { area, pending: Vec::new() }
    }

    pub(super) fn register(&mut self, number: u64, pending: P) -> RequestId {
        self.pending.push((number, pending));
        RequestId { area: self.area, number }
    }

    /// Removes a pending request; `None` for a stale or repeated answer.
    pub fn take(&mut self, request: RequestId) -> Option<P> {
        let place = self.pending.iter().position(|(number, _)| *number == request.number)?;
        Some(self.pending.remove(place).1)
    }

    /// Whether a pending request matches.
    pub fn any(&self, matches: impl Fn(&P) -> bool) -> bool {
        self.pending.iter().any(|(_, pending)| matches(pending))
    }

    /// Forgets the requests that match; their answers are dropped.
    pub fn forget(&mut self, matches: impl Fn(&P) -> bool) {
        self.pending.retain(|(_, pending)| !matches(pending));
    }

    /// Forgets all requests.
    pub fn clear(&mut self) {
        self.pending.clear();
    }

    /// Whether no request is pending.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_002_api_003_not_found_and_conflict_are_answers() {
        for (status, expected) in
            [(404, "notFound"), (409, "conflict"), (422, "refused"), (429, "later"), (408, "later"), (503, "fault")]
        {
            let answer = Answer::of(Ok(HttpReply {
                status,
                authorization: None,
                retry_after: None,
                body: Secret::new("{\"reason\":\"X\"}".to_owned()),
            }));
            let kind = match answer {
                Answer::NotFound(_) => "notFound",
                Answer::Conflict(_) => "conflict",
                Answer::Refused(..) => "refused",
                Answer::TryLater(..) => "later",
                Answer::ServerFault(_) => "fault",
                _ => "other",
            };
            assert_eq!(kind, expected);
        }
    }

    #[test]
    fn a_target_is_percent_encoded() {
        let request = HttpRequest::get("contacts").query("search", "José & Ana");
        assert_eq!(request.target(), "contacts?search=Jos%C3%A9%20%26%20Ana");
    }

    #[test]
    fn an_identifier_cannot_address_another_route() {
        let request = HttpRequest::get(path!["contacts", "../agents/1?x=#y", "tags"]).query("a", 1).query("b", "c/d");
        assert_eq!(request.target(), "contacts/..%2Fagents%2F1%3Fx%3D%23y/tags?a=1&b=c%2Fd");
    }
}
