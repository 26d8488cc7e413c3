//! Requests and replies as plain data, refusals, and strict reading of bodies and queries. No rules of the contact
//! centre.

use crate::body::Body;
use crate::context::PasswordTask;
use crate::store::StoreError;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::{ErrorBody, FieldErrors};

/// A request of the workspace or of a customer's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// Method in upper case.
    pub method: String,
    /// Path below the base path, percent-encoded; leading and trailing slashes are ignored (API-004).
    pub path: String,
    /// Query string without the question mark.
    pub query: String,
    /// Value of the `authorization` header.
    pub authorization: Option<String>,
    /// Body as text.
    pub body: String,
}

/// A complete reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpReply {
    /// Status code.
    pub status: u16,
    /// Value of the `authorization` header: a renewed token in the form of the request's header.
    pub authorization: Option<String>,
    /// Value of the `retry-after` header, in seconds; only with status 429.
    pub retry_after_seconds: Option<u32>,
    /// JSON body.
    pub body: String,
}

/// Result of one run of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HttpStep {
    /// The call is complete.
    Done(HttpReply),
    /// Nothing was changed: run the task without holding the store, then run the call again with the outcome in
    /// `Context::password`.
    Password(PasswordTask),
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// Refused by a rule; the reply says why. Nothing was changed unless `keeps` is set.
    Refused { status: u16, body: Box<ErrorBody>, retry_after_seconds: Option<u32>, keeps: bool },
    /// A password must be hashed or verified first.
    Password(PasswordTask),
    /// The store failed: status 500; nothing was changed.
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Store(error)
    }
}

impl Failure {
    pub fn refused(status: u16, body: ErrorBody) -> Self {
        Failure::Refused { status, body: Box::new(body), retry_after_seconds: None, keeps: false }
    }

    /// Commits the changes of this call although it is refused, for example a counted failure or a temporary token.
    pub fn keeping(self) -> Self {
        match self {
            Failure::Refused { status, body, retry_after_seconds, .. } => {
                Failure::Refused { status, body, retry_after_seconds, keeps: true }
            }
            other => other,
        }
    }

    pub fn retry_after(self, seconds: u32) -> Self {
        match self {
            Failure::Refused { status, body, keeps, .. } => {
                Failure::Refused { status, body, retry_after_seconds: Some(seconds), keeps }
            }
            other => other,
        }
    }

    pub fn keeps(&self) -> bool {
        matches!(self, Failure::Refused { keeps: true, .. })
    }

    pub fn malformed_json() -> Self {
        Self::refused(
            400,
            ErrorBody {
                reason: Some("MALFORMED_JSON".to_owned()),
                message: "the body is not JSON".to_owned(),
                ..ErrorBody::default()
            },
        )
    }

    pub fn invalid_credentials() -> Self {
        Self::refused(
            401,
            ErrorBody {
                reason: Some("INVALID_CREDENTIALS".to_owned()),
                message: "unknown login or wrong password".to_owned(),
                ..ErrorBody::default()
            },
        )
    }

    pub fn token_expired() -> Self {
        Self::refused(
            401,
            ErrorBody {
                cause: Some("expired".to_owned()),
                message: "Provided token is expired.".to_owned(),
                ..ErrorBody::default()
            },
        )
    }

    pub fn token_invalid() -> Self {
        Self::refused(
            401,
            ErrorBody {
                cause: Some("invalidToken".to_owned()),
                message: "Provided token is invalid.".to_owned(),
                ..ErrorBody::default()
            },
        )
    }

    /// 403 without detail, so the reply does not reveal whether the record exists.
    pub fn forbidden() -> Self {
        Self::refused(403, ErrorBody { message: "not allowed".to_owned(), ..ErrorBody::default() })
    }

    pub fn not_found(what: &str) -> Self {
        Self::refused(404, ErrorBody { message: format!("{what} not found"), ..ErrorBody::default() })
    }

    pub fn method_not_allowed() -> Self {
        Self::refused(405, ErrorBody { message: "method not allowed".to_owned(), ..ErrorBody::default() })
    }

    /// 409 with `cause` (camelCase).
    pub fn cause(cause: &str) -> Self {
        Self::refused(
            409,
            ErrorBody { cause: Some(cause.to_owned()), message: format!("refused: {cause}"), ..ErrorBody::default() },
        )
    }

    /// 409 with `reason` (`UPPER_SNAKE_CASE`) and the replacements of its text.
    pub fn reason(reason: &str, details: BTreeMap<String, Value>) -> Self {
        Self::refused(
            409,
            ErrorBody {
                reason: Some(reason.to_owned()),
                message: format!("refused: {reason}"),
                details,
                ..ErrorBody::default()
            },
        )
    }

    /// 422 for one field.
    pub fn field(field: &str, fault: &str) -> Self {
        Self::fields(FieldErrors::from([(field.to_owned(), fault.to_owned())]))
    }

    /// 422 for several fields.
    pub fn fields(errors: FieldErrors) -> Self {
        Self::refused(422, ErrorBody { message: "fields refused".to_owned(), errors, ..ErrorBody::default() })
    }

    pub fn into_parts(self) -> (u16, ErrorBody) {
        match self {
            Failure::Refused { status, body, .. } => (status, *body),
            // The cause is for the server's log only.
            Failure::Store(_) | Failure::Password(_) => (
                500,
                ErrorBody {
                    reason: Some("INTERNAL_ERROR".to_owned()),
                    message: "the call failed; nothing was changed".to_owned(),
                    ..ErrorBody::default()
                },
            ),
        }
    }
}

/// The body as JSON.
pub(crate) fn json<T: Serialize>(body: &T) -> Result<String, Failure> {
    serde_json::to_string(body).map_err(|fault| Failure::Store(StoreError(fault.to_string())))
}

impl HttpReply {
    pub(crate) fn from_outcome(outcome: Result<String, Failure>) -> Self {
        match outcome {
            Ok(body) => HttpReply { status: 200, body, ..HttpReply::default() },
            Err(failure) => {
                let retry_after_seconds = match &failure {
                    Failure::Refused { retry_after_seconds, .. } => *retry_after_seconds,
                    Failure::Store(_) | Failure::Password(_) => None,
                };
                let (status, body) = failure.into_parts();
                let body = serde_json::to_string(&body).unwrap_or_default();
                HttpReply { status, authorization: None, retry_after_seconds, body }
            }
        }
    }
}

/// Reads a request body strictly. Text that is not JSON is 400; missing, unknown and malformed fields are 422, and the
/// reply names each of them.
pub(crate) fn read_body<T: DeserializeOwned>(spec: &Body, text: &str) -> Result<T, Failure> {
    let value: Value = serde_json::from_str(text).map_err(|_| Failure::malformed_json())?;
    let example = spec.example_value();
    let mut errors = FieldErrors::new();
    compare(&value, &example, "body", spec.optional, &mut errors);
    if !errors.is_empty() {
        return Err(Failure::fields(errors));
    }
    serde_json::from_value(value.clone()).map_err(|_| Failure::fields(misshapen::<T>(&value, &example)))
}

/// Reports fields of `value` that the example does not have, and the reverse.
fn compare(value: &Value, example: &Value, name: &str, optional: &[&str], errors: &mut FieldErrors) {
    match (value, example) {
        (Value::Object(given), Value::Object(wanted)) => {
            for field in given.keys().filter(|field| !wanted.contains_key(*field)) {
                errors.insert(field.clone(), "unknown".to_owned());
            }
            for (field, wanted) in wanted {
                match given.get(field) {
                    Some(given) => compare(given, wanted, field, optional, errors),
                    None if optional.contains(&field.as_str()) => {}
                    None => {
                        errors.insert(field.clone(), "required".to_owned());
                    }
                }
            }
        }
        (Value::Array(given), Value::Array(wanted)) => {
            if let Some(wanted) = wanted.first() {
                given.iter().for_each(|item| compare(item, wanted, name, optional, errors));
            }
        }
        (_, Value::Object(_) | Value::Array(_)) => {
            errors.insert(name.to_owned(), "invalid".to_owned());
        }
        _ => {}
    }
}

/// The top-level fields that do not deserialize: each is tried in a copy of the example.
fn misshapen<T: DeserializeOwned>(value: &Value, example: &Value) -> FieldErrors {
    let (Some(given), Some(good)) = (value.as_object(), example.as_object()) else {
        return FieldErrors::from([("body".to_owned(), "invalid".to_owned())]);
    };
    given
        .iter()
        .filter(|(field, content)| {
            let mut probe = good.clone();
            probe.insert((*field).clone(), (*content).clone());
            serde_json::from_value::<T>(Value::Object(probe)).is_err()
        })
        .map(|(field, _)| (field.clone(), "invalid".to_owned()))
        .collect()
}

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
    use crate::body;
    use rstest::rstest;
    use wire::{SendMessageRequest, TypingRequest};

    fn field_errors(failure: Failure) -> Vec<String> {
        let (status, body) = failure.into_parts();
        assert_eq!(status, 422);
        body.errors.into_iter().map(|(field, fault)| format!("{field}:{fault}")).collect()
    }

    #[rstest]
    #[case::missing(r#"{"protocol":"1","agentId":"2"}"#, &["typing:required"])]
    #[case::unknown(r#"{"protocol":"1","agentId":"2","typing":true,"extra":1}"#, &["extra:unknown"])]
    #[case::both(r#"{"protocol":"1","typo":"2","typing":true}"#, &["agentId:required", "typo:unknown"])]
    #[case::misshapen(r#"{"protocol":"1","agentId":"2","typing":"yes"}"#, &["typing:invalid"])]
    #[case::null(r#"{"protocol":null,"agentId":"2","typing":true}"#, &["protocol:invalid"])]
    #[case::no_object(r#"[1]"#, &["body:invalid"])]
    fn every_wrong_field_is_named(#[case] text: &str, #[case] expected: &[&str]) {
        let failure = read_body::<TypingRequest>(&body::TYPING_REQUEST, text).expect_err("refused");
        assert_eq!(field_errors(failure), expected);
    }

    #[test]
    fn ids_may_be_numbers() {
        let read: TypingRequest =
            read_body(&body::TYPING_REQUEST, r#"{"protocol":17,"agentId":2,"typing":false}"#).expect("read");
        assert_eq!((read.protocol.as_str(), read.agent_id.as_str()), ("17", "2"));
    }

    #[rstest]
    #[case("")]
    #[case("{")]
    #[case("nonsense")]
    fn malformed_json_is_400(#[case] text: &str) {
        let failure = read_body::<SendMessageRequest>(&body::SEND_MESSAGE_REQUEST, text).expect_err("refused");
        let (status, body) = failure.into_parts();
        assert_eq!((status, body.reason.as_deref()), (400, Some("MALFORMED_JSON")));
    }

    #[test]
    fn queries_and_paths_are_decoded() {
        let query = parse_query("search=Ana%20Souza+Lima&page=2&bare&bad=%zz%4");
        assert_eq!(query.get("search").map(String::as_str), Some("Ana Souza Lima"));
        assert_eq!(query.get("bare").map(String::as_str), Some(""));
        assert_eq!(query.get("bad").map(String::as_str), Some("%zz%4"));
        assert_eq!(path_segments("//contacts/%2B55%2011/"), ["contacts", "+55 11"]);
    }
}
