//! The addresses that providers call: `/webhooks/{provider}/{account}`. A call without a valid signature is refused before
//! anything of it is read. Source of the rules: the documents named in `server/messaging`.

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use messaging::RawCall;

use crate::http::body::{internal_error, refusal};
use crate::server::{AppState, HttpRoute, RequiredAccess};

/// Largest call; 100 texts of the longest kind are less.
const MAX_CALL_BYTES: usize = 8 * 1024 * 1024;

pub static ROUTES: &[HttpRoute] =
    &[HttpRoute::new("/webhooks/{provider}/{account}", RequiredAccess::ProviderSignature, || {
        get(subscribe).post(receive)
    })];

fn unknown() -> Response {
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "no such provider")
}

/// Answers the request by which a provider checks the address.
async fn subscribe(
    State(app): State<AppState>,
    Path((provider, _)): Path<(String, String)>,
    request: Request,
) -> Response {
    let connection = app.messaging.provider(&provider);
    let query = request.uri().query().unwrap_or_default();
    match connection.and_then(|connection| connection.provider.verify_subscription(query)) {
        Some(challenge) => ([(CONTENT_TYPE, "text/plain; charset=utf-8")], challenge).into_response(),
        None => refusal(StatusCode::FORBIDDEN, "FORBIDDEN", "the subscription is not known"),
    }
}

async fn receive(
    State(app): State<AppState>,
    Path((provider, account)): Path<(String, String)>,
    request: Request,
) -> Response {
    let Some(connection) = app.messaging.provider(&provider) else { return unknown() };
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |target| target.as_str());
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
    let headers = headers.collect();
    let Ok(body) = to_bytes(Body::new(body), MAX_CALL_BYTES).await else {
        return refusal(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", "the call is too large");
    };
    let call = RawCall { url: app.messaging.public_url(path), headers, body: body.to_vec() };
    if let Err(fault) = connection.provider.verify_signature(&call) {
        tracing::warn!(provider, account, %fault, "a webhook was refused");
        return refusal(StatusCode::UNAUTHORIZED, "SIGNATURE_INVALID", "the signature does not fit");
    }
    let items = match connection.provider.read(&call) {
        Ok(items) => items,
        Err(fault) => {
            tracing::warn!(provider, account, %fault, "a webhook was not read");
            return refusal(StatusCode::BAD_REQUEST, "MALFORMED_CALL", "the call cannot be read");
        }
    };
    match app.messaging.take(connection, &provider, &account, items).await {
        Ok(true) => StatusCode::OK.into_response(),
        Ok(false) => unknown(),
        Err(error) => {
            tracing::error!(provider, account, %error, "a webhook was not taken");
            internal_error()
        }
    }
}
