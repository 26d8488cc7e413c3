//! A reply of the domain as an HTTP response.

use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, HeaderValue, RETRY_AFTER};
use axum::response::Response;
use contact_centre::HttpReply;

use super::body::{internal_error, json};
use super::rate::Authenticated;

/// The reply with its headers; a verified credential is passed to the limits by an extension.
pub fn into_response(reply: HttpReply) -> Response {
    let Ok(status) = StatusCode::from_u16(reply.status) else { return internal_error() };
    let mut answer = json(status, reply.body);
    if reply.authenticated {
        answer.extensions_mut().insert(Authenticated);
    }
    if let Some(seconds) = reply.retry_after_seconds {
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let Some(token) = reply.authorization.and_then(|token| HeaderValue::from_str(&token).ok()) {
        answer.headers_mut().insert(AUTHORIZATION, token);
    }
    answer
}
