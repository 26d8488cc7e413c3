//! The embedded broker: `GET /broker` becomes a WebSocket with STOMP 1.2. The origin of the page is checked here, the
//! credentials of CONNECT by the session.

mod admission;
mod link;

pub(crate) use link::acknowledge;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{HeaderMap, ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::http::own_host;
use crate::server::AppState;

const SUBPROTOCOL: &str = "v12.stomp";
/// Larger than the largest frame the decoder accepts, so that the decoder's error tells the client why.
const MAX_MESSAGE_BYTES: usize = 128 * 1024;

pub async fn open(State(app): State<AppState>, request: Request) -> Response {
    if !is_origin_allowed(request.headers(), &app.allowed_origins) {
        tracing::warn!("a broker connection from another origin was refused");
        return (StatusCode::FORBIDDEN, "this origin may not open the broker").into_response();
    }
    if app.faults.is_broker_away() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the broker is not available").into_response();
    }
    let (mut parts, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &app).await {
        Ok(upgrade) => upgrade.protocols([SUBPROTOCOL]).max_message_size(MAX_MESSAGE_BYTES),
        Err(refusal) => return refusal.into_response(),
    };
    // A client that names no subprotocol negotiates the version in its CONNECT frame.
    if upgrade.selected_protocol().is_none() && parts.headers.contains_key(SEC_WEBSOCKET_PROTOCOL) {
        return (StatusCode::BAD_REQUEST, "of the subprotocols only v12.stomp is spoken").into_response();
    }
    let links = app.links.clone();
    upgrade.on_upgrade(move |socket| links.track_future(link::run(socket, app)))
}

/// Whether the request comes from a page of this host or of an allowed origin. A client without an `origin` header is
/// not a browser; it has no cookies to misuse and needs credentials like every other.
pub(crate) fn is_origin_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str().map(str::to_ascii_lowercase) else { return false };
    if allowed.contains(&origin) {
        return true;
    }
    let of_origin =
        origin.parse::<Uri>().ok().and_then(|uri| uri.authority().map(|authority| authority.as_str().to_owned()));
    match (of_origin, own_host(headers)) {
        (Some(of_origin), Some(host)) => of_origin == host.to_ascii_lowercase(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::HOST;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::same_host(Some("http://localhost:8080"), "localhost:8080", true)]
    #[case::same_host_behind_tls(Some("https://desk.example"), "desk.example", true)]
    #[case::capitals(Some("https://Desk.Example"), "desk.example", true)]
    #[case::no_browser(None, "localhost:8080", true)]
    #[case::allowed(Some("https://other.example"), "localhost:8080", true)]
    #[case::other_host(Some("https://evil.example"), "localhost:8080", false)]
    #[case::other_port(Some("http://localhost:9999"), "localhost:8080", false)]
    #[case::host_as_prefix(Some("http://localhost:8080.evil.example"), "localhost:8080", false)]
    #[case::sandboxed_page(Some("null"), "localhost:8080", false)]
    fn only_pages_of_allowed_origins_connect_to_the_broker(
        #[case] origin: Option<&str>,
        #[case] host: &str,
        #[case] welcome: bool,
    ) {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        assert_eq!(is_origin_allowed(&headers, &["https://other.example".to_owned()]), welcome);
    }
}
