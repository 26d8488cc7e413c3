//! One log line per request, with an id that is also attached to everything logged during it. Query strings are never
//! logged: they may contain search texts.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub async fn log_request(request: Request, next: Next) -> Response {
    let id = forwarded_id(request.headers()).unwrap_or_else(new_id);
    let path = loggable_path(request.uri().path());
    let span = tracing::info_span!("request", id = %id, method = %request.method(), path);
    let started = Instant::now();
    async move {
        let mut answer = next.run(request).await;
        let status = answer.status().as_u16();
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        if answer.status().is_server_error() {
            tracing::error!(status, elapsed_ms, "answered");
        } else {
            tracing::debug!(status, elapsed_ms, "answered");
        }
        if let Ok(id) = HeaderValue::from_str(&id) {
            answer.headers_mut().insert(REQUEST_ID, id);
        }
        answer
    }
    .instrument(span)
    .await
}

/// Hides the broker key.
fn loggable_path(path: &str) -> &str {
    if path.starts_with("/broker-auth/") { "/broker-auth" } else { path }
}

/// Keeps the proxy's request id if it is short and plain.
fn forwarded_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(REQUEST_ID)?.to_str().ok()?;
    let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (plain && (1..=64).contains(&id.len())).then(|| id.to_owned())
}

/// An id that is unique within this process and differs from those of earlier processes.
fn new_id() -> String {
    static PROCESS: std::sync::LazyLock<u64> = std::sync::LazyLock::new(|| RandomState::new().hash_one("request"));
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{:08x}-{:x}", *PROCESS & 0xffff_ffff, COUNT.fetch_add(1, Ordering::Relaxed))
}
