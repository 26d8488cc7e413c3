//! The embedded broker: `GET /broker` becomes a WebSocket with STOMP 1.2. The origin of the page is checked here, the
//! credentials of CONNECT by the session.

mod admission;
mod link;

pub(crate) use link::acknowledge;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::header::SEC_WEBSOCKET_PROTOCOL;
use axum::response::{IntoResponse, Response};

use crate::http::is_origin_allowed;
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
