//! Requests, replies and refusals as plain data. No rules of the contact centre.

mod strict;
mod url;

pub(crate) use strict::read_body;
pub(crate) use url::{parse_query, path_segments};

use crate::password_hashing::PasswordTask;
use crate::store::StoreError;
use serde::Serialize;
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
    /// Whether the caller's credential was verified; the transport then limits the caller separately from its address.
    pub authenticated: bool,
    /// Value of the `authorization` header: a renewed token in the form of the request's header.
    pub authorization: Option<String>,
    /// Value of the `retry-after` header, in seconds; only with status 429.
    pub retry_after_seconds: Option<u32>,
    /// JSON body.
    pub body: String,
}

/// Result of one run of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HttpStep {
    /// The request is complete.
    Done(HttpReply),
    /// Run the task without holding the store, then run the request again with the outcome in `Context::password`. At
    /// most the sign-in was counted.
    Password(PasswordTask),
}

/// `retry-after` of a request that the store did not run, in seconds.
const STORE_RETRY_SECONDS: u32 = 1;

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// Refused by a rule; the reply says why. Nothing was changed unless `keeps` is set.
    Refused { status: u16, body: Box<ErrorBody>, retry_after_seconds: Option<u32>, keeps: bool },
    /// A password must be hashed or verified first.
    Password(PasswordTask),
    /// The store failed. After `InDoubt` (status 504) it is unknown whether the change was stored; after every other failure nothing was
    /// changed: status 503 if a repetition may succeed (`Unavailable`, `Conflict`), else 500.
    Store(StoreError),
}

impl From<StoreError> for HttpReply {
    fn from(error: StoreError) -> Self {
        Self::from_outcome(Err(Failure::Store(error)))
    }
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

    /// Commits the changes of this request although it is refused, for example a counted failure or a temporary token.
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

    /// A request that needs a password task keeps its changes too: the counted attempt of a sign-in.
    pub fn keeps(&self) -> bool {
        matches!(self, Failure::Refused { keeps: true, .. } | Failure::Password(_))
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

    /// The session ended because its agent was idle. A page that does not know this cause shows the message of an expired token.
    pub fn session_idle() -> Self {
        Self::refused(
            401,
            ErrorBody {
                cause: Some("idle".to_owned()),
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

    pub fn is_forbidden(&self) -> bool {
        matches!(self, Failure::Refused { status: 403, .. })
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

    /// 422 for a text above a limit.
    pub fn too_long(field: &str, most: usize) -> Self {
        let errors = FieldErrors::from([(field.to_owned(), "tooLong".to_owned())]);
        let details = BTreeMap::from([("most".to_owned(), Value::from(most))]);
        Self::refused(422, ErrorBody { message: "fields refused".to_owned(), errors, details, ..ErrorBody::default() })
    }

    /// 422 for several fields.
    pub fn fields(errors: FieldErrors) -> Self {
        Self::refused(422, ErrorBody { message: "fields refused".to_owned(), errors, ..ErrorBody::default() })
    }

    pub fn into_parts(self) -> (u16, ErrorBody) {
        match self {
            Failure::Refused { status, body, .. } => (status, *body),
            // The cause is logged, but is not part of the reply.
            Failure::Store(StoreError::Unavailable(_) | StoreError::Conflict(_)) => (
                503,
                ErrorBody {
                    reason: Some("STORE_UNAVAILABLE".to_owned()),
                    message: "the store is not available; nothing was changed".to_owned(),
                    ..ErrorBody::default()
                },
            ),
            Failure::Store(StoreError::InDoubt(_)) => (
                504,
                ErrorBody {
                    reason: Some("OUTCOME_UNKNOWN".to_owned()),
                    message: "the store did not answer; the change may have been made".to_owned(),
                    ..ErrorBody::default()
                },
            ),
            Failure::Store(StoreError::Corrupt(_)) | Failure::Password(_) => (
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
    serde_json::to_string(body).map_err(|fault| Failure::Store(StoreError::Corrupt(fault.to_string())))
}

impl HttpReply {
    pub(crate) fn from_outcome(outcome: Result<String, Failure>) -> Self {
        match outcome {
            Ok(body) => HttpReply { status: 200, body, ..HttpReply::default() },
            Err(failure) => {
                let retry_after_seconds = match &failure {
                    Failure::Refused { retry_after_seconds, .. } => *retry_after_seconds,
                    Failure::Store(StoreError::Unavailable(_) | StoreError::Conflict(_)) => Some(STORE_RETRY_SECONDS),
                    Failure::Store(StoreError::Corrupt(_) | StoreError::InDoubt(_)) | Failure::Password(_) => None,
                };
                let (status, body) = failure.into_parts();
                let body = serde_json::to_string(&body).unwrap_or_default();
                HttpReply { status, retry_after_seconds, body, ..HttpReply::default() }
            }
        }
    }
}

/// A list without portions.
#[derive(Serialize)]
pub(crate) struct Listed<T> {
    pub data: Vec<T>,
}
