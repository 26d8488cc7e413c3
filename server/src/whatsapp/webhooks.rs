//! The addresses of webhooks: `/webhooks/{provider}/{account}`. A request without a valid signature is refused before it
//! is parsed. Source of the rules: the documents named in `server/messaging`.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use messaging::{RawCall, SignatureFault};

use crate::http::body::{Sender, busy, internal_error, read_bytes, refusal};
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;

/// Largest request: "Webhooks payloads can be up to 3 MB" (Meta, Webhooks). Other providers send one message in each
/// request.
const MAX_CALL_BYTES: usize = 3 * 1024 * 1024;
/// Maximum of requests that are read at the same time; further ones are repeated by their provider.
pub const MAX_CALLS: usize = 64;
/// Longest account in the log, in characters. Numbers and identifiers of providers are shorter.
const MAX_ACCOUNT_CHARS: usize = 64;

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

/// Account and address are texts of the caller, so the log contains none of them.
fn refused(provider: &str, fault: SignatureFault) -> Response {
    tracing::debug!(provider, %fault, "a webhook was refused");
    refusal(StatusCode::UNAUTHORIZED, "SIGNATURE_INVALID", "the signature does not fit")
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
    let mut call = RawCall { url: app.messaging.public_url(path), headers, body: Vec::new() };
    if account.chars().count() > MAX_ACCOUNT_CHARS {
        return unknown();
    }
    // The body is not read for a caller who does not know the secret.
    if let Err(fault) = connection.provider.verify_headers(&call) {
        return refused(&provider, fault);
    }
    let Ok(_permit) = app.messaging.inner.webhook_calls.try_acquire() else {
        return busy("too many webhooks are read");
    };
    let body = match read_bytes(&app, &parts, body, Sender::Stranger(MAX_CALL_BYTES)).await {
        Ok(body) => body,
        Err(fault) => return fault.into_response(),
    };
    call.body = body.bytes;
    if let Err(fault) = connection.provider.verify_signature(&call) {
        return refused(&provider, fault);
    }
    let items = match connection.provider.read(&call) {
        Ok(items) => items,
        Err(fault) => {
            tracing::warn!(provider, account, %fault, "a webhook was not read");
            return refusal(StatusCode::BAD_REQUEST, "MALFORMED_CALL", "the call cannot be read");
        }
    };
    match app.messaging.take(&provider, &account, items).await {
        Ok(true) => StatusCode::OK.into_response(),
        Ok(false) => unknown(),
        Err(error) => {
            tracing::error!(provider, account, %error, "a webhook was not taken");
            internal_error()
        }
    }
}
