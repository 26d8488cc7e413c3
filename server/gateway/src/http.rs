//! The two transports of the Janus protocol: WebSocket, and HTTP with long poll.

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::gateway::{Gateway, LinkFrames};
use crate::signalling::Input;
use crate::socket;

/// Sub-protocol of the WebSocket.
const SUB_PROTOCOL: &str = "janus-protocol";
/// Session descriptions have a few kilobytes.
const MAX_FRAME: usize = 64 * 1024;
/// Maximum of events in the answer to one long poll.
const MAX_EVENTS: usize = 100;

/// Network address of a client, as an extension of its request. The server behind a proxy knows it; without it the sessions of
/// a client are not limited by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress(pub String);

type Peer = Option<Extension<PeerAddress>>;

pub fn router(gateway: Gateway) -> Router {
    Router::new()
        .route("/ws", get(websocket))
        .route("/janus", post(post_root))
        .route("/janus/info", get(info))
        .route("/janus/{session}", get(poll).post(post_session))
        .route("/janus/{session}/{handle}", post(post_handle))
        .layer(DefaultBodyLimit::max(MAX_FRAME))
        .with_state(gateway)
}

async fn websocket(upgrade: WebSocketUpgrade, State(gateway): State<Gateway>, peer: Peer) -> Response {
    upgrade
        .protocols([SUB_PROTOCOL])
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| async move { socket::run(socket, &gateway, address_of(peer)).await })
}

fn address_of(peer: Peer) -> Option<String> {
    peer.map(|Extension(PeerAddress(address))| address)
}

async fn info(State(gateway): State<Gateway>, peer: Peer) -> Response {
    let text = r#"{"janus":"info","transaction":""}"#.to_owned();
    request(&gateway, peer, None, None, text).await
}

async fn post_root(State(gateway): State<Gateway>, peer: Peer, body: Bytes) -> Response {
    request(&gateway, peer, None, None, text_of(&body)).await
}

async fn post_session(State(gateway): State<Gateway>, Path(session): Path<u64>, peer: Peer, body: Bytes) -> Response {
    request(&gateway, peer, Some(session), None, text_of(&body)).await
}

async fn post_handle(
    State(gateway): State<Gateway>,
    Path((session, handle)): Path<(u64, u64)>,
    peer: Peer,
    body: Bytes,
) -> Response {
    request(&gateway, peer, Some(session), Some(handle), text_of(&body)).await
}

/// Bytes that are not UTF-8 are not JSON either; the signalling answers with an error.
fn text_of(body: &Bytes) -> String {
    String::from_utf8_lossy(body).into_owned()
}

async fn request(gateway: &Gateway, peer: Peer, session: Option<u64>, handle: Option<u64>, text: String) -> Response {
    let (link, frames) = gateway.open_link(address_of(peer));
    link.input(Input::Post { link: link.id, session, handle, text }).await;
    answer(frames).await
}

#[derive(Deserialize)]
struct PollQuery {
    #[serde(rename = "maxev")]
    max_events: Option<usize>,
    token: Option<String>,
    #[serde(rename = "apisecret")]
    api_secret: Option<String>,
}

async fn poll(
    State(gateway): State<Gateway>,
    Path(session): Path<u64>,
    Query(query): Query<PollQuery>,
    peer: Peer,
) -> Response {
    let (link, frames) = gateway.open_link(address_of(peer));
    let PollQuery { max_events, token, api_secret } = query;
    let max_events = max_events.map(|count| count.clamp(1, MAX_EVENTS));
    link.input(Input::Poll { link: link.id, session, max_events, token, api_secret }).await;
    answer(frames).await
}

/// Errors of the protocol are answers with status 200, as Janus sends them.
async fn answer(mut frames: LinkFrames) -> Response {
    match frames.next().await {
        Some(frame) => ([(header::CONTENT_TYPE, "application/json")], frame.to_string()).into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}
