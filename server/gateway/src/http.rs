//! The two transports of the Janus protocol: WebSocket, and HTTP with long poll.

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;

use crate::gateway::{Gateway, Link};
use crate::signalling::Input;

/// Sub-protocol of the WebSocket.
const SUB_PROTOCOL: &str = "janus-protocol";
/// Session descriptions have a few kilobytes.
const MAX_FRAME: usize = 64 * 1024;
/// Maximum of events that one long poll answers.
const MAX_EVENTS: usize = 100;

pub fn router(gateway: Gateway) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .route("/janus", post(post_root))
        .route("/janus/info", get(info))
        .route("/janus/{session}", get(poll).post(post_session))
        .route("/janus/{session}/{handle}", post(post_handle))
        .layer(DefaultBodyLimit::max(MAX_FRAME))
        .with_state(gateway)
}

async fn socket(upgrade: WebSocketUpgrade, State(gateway): State<Gateway>) -> Response {
    upgrade
        .protocols([SUB_PROTOCOL])
        .max_message_size(MAX_FRAME)
        .on_upgrade(move |socket| async move { run_socket(socket, gateway.open_link()).await })
}

async fn run_socket(socket: WebSocket, mut link: Link) {
    let (mut sender, mut receiver) = socket.split();
    loop {
        tokio::select! {
            frame = link.next_frame() => {
                let Some(frame) = frame else { return };
                if sender.send(Message::text(frame.to_string())).await.is_err() {
                    return;
                }
            }
            message = receiver.next() => match message {
                Some(Ok(Message::Text(text))) => link.input(Input::Frame { link: link.id, text: text.to_string() }),
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
        }
    }
}

async fn info(State(gateway): State<Gateway>) -> Response {
    let text = r#"{"janus":"info","transaction":""}"#.to_owned();
    request(&gateway, None, None, text).await
}

async fn post_root(State(gateway): State<Gateway>, body: Bytes) -> Response {
    request(&gateway, None, None, text_of(&body)).await
}

async fn post_session(State(gateway): State<Gateway>, Path(session): Path<u64>, body: Bytes) -> Response {
    request(&gateway, Some(session), None, text_of(&body)).await
}

async fn post_handle(
    State(gateway): State<Gateway>,
    Path((session, handle)): Path<(u64, u64)>,
    body: Bytes,
) -> Response {
    request(&gateway, Some(session), Some(handle), text_of(&body)).await
}

/// Bytes that are not UTF-8 are not JSON either, which the signalling answers.
fn text_of(body: &Bytes) -> String {
    String::from_utf8_lossy(body).into_owned()
}

async fn request(gateway: &Gateway, session: Option<u64>, handle: Option<u64>, text: String) -> Response {
    let link = gateway.open_link();
    link.input(Input::Post { link: link.id, session, handle, text });
    answer(link).await
}

#[derive(Deserialize)]
struct PollQuery {
    #[serde(rename = "maxev")]
    max_events: Option<usize>,
    token: Option<String>,
    #[serde(rename = "apisecret")]
    api_secret: Option<String>,
}

async fn poll(State(gateway): State<Gateway>, Path(session): Path<u64>, Query(query): Query<PollQuery>) -> Response {
    let link = gateway.open_link();
    let PollQuery { max_events, token, api_secret } = query;
    let max_events = max_events.map(|count| count.clamp(1, MAX_EVENTS));
    link.input(Input::Poll { link: link.id, session, max_events, token, api_secret });
    answer(link).await
}

/// Errors of the protocol are answers with status 200, as Janus sends them.
async fn answer(mut link: Link) -> Response {
    match link.next_frame().await {
        Some(frame) => ([(header::CONTENT_TYPE, "application/json")], frame.to_string()).into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}
