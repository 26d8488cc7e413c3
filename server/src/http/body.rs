//! Reads request bodies within the size limit; refusals that need no domain.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use contact_centre::HttpRequest;
use contact_centre::wire::ErrorBody;
use futures_util::StreamExt;
use tokio::time::timeout;

/// Maximum size of a body, in bytes.
pub const MAX_BODY_BYTES: usize = 2 * 1024 * 1024;
/// Bytes read and discarded so that a client that is still sending receives the refusal.
const MAX_DISCARDED_BYTES: usize = 16 * 1024 * 1024;

/// Time limit of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// Why a body cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub enum BodyFault {
    /// Larger than `MAX_BODY_BYTES`.
    TooLarge,
    /// Not UTF-8.
    NotUtf8,
    /// The connection failed.
    Broken,
    /// Not complete within `BODY_TIMEOUT`.
    TooSlow,
    /// Sent by a page of another site.
    OtherSite,
}

/// Reads a request below `base` as the domain's plain data; also returns the parts for headers that only the transport needs.
///
/// # Errors
/// The body is too large, not UTF-8 or incomplete; a page of another site makes its visitors send it.
pub async fn read_request(request: Request, base: &str) -> Result<(Parts, HttpRequest), BodyFault> {
    let (parts, body) = request.into_parts();
    // Browsers say it themselves; pages cannot change the header.
    let is_of_other_site = parts.headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    if is_of_other_site && !parts.method.is_safe() {
        return Err(BodyFault::OtherSite);
    }
    let body = read_text(&parts.headers, body).await?;
    let request = HttpRequest {
        method: parts.method.as_str().to_owned(),
        path: parts.uri.path().strip_prefix(base).unwrap_or_default().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        authorization: parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).map(str::to_owned),
        body,
    };
    Ok((parts, request))
}

pub async fn read_text(headers: &HeaderMap, body: Body) -> Result<String, BodyFault> {
    timeout(BODY_TIMEOUT, collect_text(headers, body)).await.unwrap_or(Err(BodyFault::TooSlow))
}

async fn collect_text(headers: &HeaderMap, body: Body) -> Result<String, BodyFault> {
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let mut text = Vec::with_capacity(announced.unwrap_or_default().min(MAX_BODY_BYTES));
    let mut discarded = 0_usize;
    let mut too_large = announced.is_some_and(|length| length > MAX_BODY_BYTES);
    if announced.is_some_and(|length| length > MAX_DISCARDED_BYTES) {
        return Err(BodyFault::TooLarge);
    }
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| BodyFault::Broken)?;
        too_large = too_large || text.len() + chunk.len() > MAX_BODY_BYTES;
        if too_large {
            discarded += chunk.len();
            if discarded > MAX_DISCARDED_BYTES {
                break;
            }
        } else {
            text.extend_from_slice(&chunk);
        }
    }
    if too_large {
        return Err(BodyFault::TooLarge);
    }
    String::from_utf8(text).map_err(|_| BodyFault::NotUtf8)
}

impl IntoResponse for BodyFault {
    fn into_response(self) -> Response {
        match self {
            Self::TooLarge => {
                refusal(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", "the body is larger than 2 MB")
            }
            Self::NotUtf8 => refusal(StatusCode::BAD_REQUEST, "MALFORMED_JSON", "the body is not UTF-8"),
            Self::OtherSite => refusal(StatusCode::FORBIDDEN, "OTHER_SITE", "pages of other sites may not call this"),
            Self::TooSlow => refusal(StatusCode::REQUEST_TIMEOUT, "TIMEOUT", "the body did not arrive in time"),
            Self::Broken => refusal(StatusCode::BAD_REQUEST, "MALFORMED_JSON", "the body did not arrive"),
        }
    }
}

pub fn refusal(status: StatusCode, reason: &str, message: &str) -> Response {
    let body = ErrorBody { reason: Some(reason.to_owned()), message: message.to_owned(), ..ErrorBody::default() };
    json(status, serde_json::to_string(&body).unwrap_or_default())
}

pub fn internal_error() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", "the call failed; nothing was changed")
}

/// A JSON response that must not be cached.
pub fn json(status: StatusCode, body: String) -> Response {
    let mut answer = (status, body).into_response();
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
