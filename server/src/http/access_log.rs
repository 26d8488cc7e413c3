//! One log line per request, with an id that is also attached to everything logged during it. Query strings and
//! parameters of the API's paths are never logged: they may contain search texts and customers' identifiers.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;
use contact_centre::route_path;
use tracing::Instrument;

use crate::api;

/// Paths that contain a key, the id that claims a session, or a number of a customer.
const SECRET_PATHS: [&str; 3] = ["/broker-auth", "/voice/janus", "/outside/messenger"];
/// Longest path in the log, in characters; no route is longer.
const MAX_PATH_CHARS: usize = 200;
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// `behind_proxy`: whether the request id of the proxy is used.
pub async fn log_request(State(behind_proxy): State<bool>, request: Request, next: Next) -> Response {
    let forwarded = forwarded_id(request.headers()).filter(|_| behind_proxy);
    let id = forwarded.unwrap_or_else(new_id);
    let path = loggable_path(request.uri().path());
    let span = tracing::info_span!("request", id = %id, method = %request.method(), %path);
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

/// Hides the broker key and the parameters of the API's paths.
fn loggable_path(path: &str) -> Cow<'_, str> {
    if let Some(base) = SECRET_PATHS.iter().find(|base| path.starts_with(**base)) {
        return (*base).into();
    }
    match path.strip_prefix(api::BASE).filter(|rest| rest.starts_with('/')) {
        Some(rest) => format!("{}{}", api::BASE, route_path(rest).unwrap_or_default()).into(),
        // Shortens the path: callers choose it.
        None => match path.char_indices().nth(MAX_PATH_CHARS).and_then(|(end, _)| path.get(..end)) {
            Some(start) => start.into(),
            None => path.into(),
        },
    }
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

#[cfg(test)]
mod tests {
    use super::loggable_path;
    use rstest::rstest;

    #[rstest]
    #[case::path_with_an_identifier("/api/contacts/helena%40example.com", "/api/contacts/{id}")]
    #[case::route_with_the_fewest_parameters("/api/queues/chat/org-unit/1", "/api/queues/chat/org-unit/{id}")]
    #[case::unknown_path("/api/contact/helena%40example.com", "/api")]
    #[case::path_with_a_key("/broker-auth/secret/user", "/broker-auth")]
    #[case::path_with_a_session_of_voice("/voice/janus/4711/12", "/voice/janus")]
    #[case::path_with_a_number_of_a_customer(
        "/outside/messenger/telephones/551140004000/5511955550101/messages",
        "/outside/messenger"
    )]
    #[case::path_outside_the_api("/apiary", "/apiary")]
    #[case::long_path(&format!("/{}", "a".repeat(300)), &format!("/{}", "a".repeat(199)))]
    fn a_logged_path_contains_no_parameters(#[case] path: &str, #[case] expected: &str) {
        assert_eq!(loggable_path(path), expected);
    }
}
