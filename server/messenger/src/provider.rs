//! The messenger's side of the provider's interface (`messaging::simulated`): requests of the centre, and signed webhooks
//! to the centre.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hmac::{Hmac, KeyInit, Mac};
use messaging::simulated::SIGNATURE_HEADER;
use messaging::{Outbound, RawCall, SendOutcome};
use serde_json::json;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::messenger::{Messenger, OutgoingItem};

#[derive(Clone)]
struct Business {
    messenger: Messenger,
    secret: String,
}

impl Messenger {
    /// The routes for business accounts, relative to the provider's base address. `secret` is their bearer token.
    pub fn provider_router(&self, secret: &str) -> Router {
        Router::new()
            .route("/messages", post(deliver))
            .route("/media/{id}", get(media))
            .route("/templates", get(templates))
            .with_state(Business { messenger: self.clone(), secret: secret.to_owned() })
    }
}

impl OutgoingItem {
    /// The webhook request with these items, signed with `secret`.
    pub fn webhook(&self, secret: &str) -> RawCall {
        let body = json!({ "items": self.items }).to_string().into_bytes();
        // A key of any length is allowed.
        let signature = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map(|mut mac| {
            mac.update(&body);
            hex::encode(mac.finalize().into_bytes())
        });
        let headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            (SIGNATURE_HEADER.to_owned(), format!("sha256={}", signature.unwrap_or_default())),
        ];
        RawCall { url: String::new(), headers, body }
    }
}

impl Business {
    fn admits(&self, headers: &HeaderMap) -> bool {
        let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let token = value.strip_prefix("Bearer ").unwrap_or_default();
        token.as_bytes().ct_eq(self.secret.as_bytes()).into()
    }
}

async fn deliver(State(business): State<Business>, headers: HeaderMap, Json(outbound): Json<Outbound>) -> Response {
    if !business.admits(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    match business.messenger.deliver(&outbound) {
        SendOutcome::Accepted { provider_id, .. } => Json(json!({ "id": provider_id })).into_response(),
        SendOutcome::Refused(refusal) => (StatusCode::CONFLICT, Json(refusal)).into_response(),
        SendOutcome::Failed { cause, .. } => (StatusCode::SERVICE_UNAVAILABLE, cause).into_response(),
    }
}

async fn media(State(business): State<Business>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if !business.admits(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    match business.messenger.file(&id) {
        Some(file) => ([(CONTENT_TYPE, file.mime)], file.bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn templates(State(business): State<Business>, headers: HeaderMap) -> Response {
    if !business.admits(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let lines = business.messenger.lines();
    let templates: Vec<_> = lines.iter().flat_map(|line| &line.templates).collect();
    Json(json!({ "templates": templates })).into_response()
}
