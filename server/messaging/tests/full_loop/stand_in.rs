//! The stand-in for all providers.

use std::future;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tokio::net::TcpListener;

/// Key of all signatures and credentials.
pub const SECRET: &str = "secret of the stand-in";
/// The content that every download returns.
pub const PNG: &[u8] = include_bytes!("../../fixtures/files/picture.png");

/// The answer of the simulated provider to a sent message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProviderState {
    Well,
    Silent,
    Busy,
    Broken,
    Down,
    Closed,
}

#[derive(Clone)]
pub struct StandIn {
    pub base: String,
    mood: ProviderState,
    /// Bodies of the received messages.
    sent: Arc<Mutex<Vec<String>>>,
}

impl StandIn {
    pub async fn start(mood: ProviderState) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let this = Self { base, mood, sent: Arc::default() };
        let router = Router::new().fallback(answer).with_state(this.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        this
    }

    pub fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().clone()
    }
}

/// The paths of all providers; they do not overlap.
async fn answer(State(stand_in): State<StandIn>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let is_public = path.starts_with("/cdn/");
    if !has_credentials(request.headers()) && !is_public {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    match path.as_str() {
        "/v23.0/file-1" => json!({ "url": format!("{}/attachments/1", stand_in.base) }).to_string().into_response(),
        "/attachments/1" | "/cdn/1" | "/media/file-1" | "/whatsapp/1/senders/4000/media/file-1" => PNG.into_response(),
        "/2010-04-01/Accounts/AC1/Messages/in-1/Media/ME1" => {
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, "/cdn/1")]).into_response()
        }
        "/v23.0/4000/media" => json!({ "id": "upload-1" }).to_string().into_response(),
        path if ["/messages", "/Messages.json", "/message/text", "/v1/msg"].iter().any(|end| path.ends_with(end)) => {
            let body = axum::body::to_bytes(Body::new(request.into_body()), 1 << 20).await.unwrap();
            take(&stand_in, path, &body).await
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Each provider has a header of its own.
fn has_credentials(headers: &HeaderMap) -> bool {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let basic = format!("Basic {}", STANDARD.encode(format!("AC1:{SECRET}")));
    let known = [format!("Bearer {SECRET}"), format!("App {SECRET}"), basic];
    known.iter().any(|known| known == value("authorization"))
        || [value("apikey"), value("x-api-token")].contains(&SECRET)
}

async fn take(stand_in: &StandIn, path: &str, body: &Bytes) -> Response {
    stand_in.sent.lock().unwrap().push(String::from_utf8(body.to_vec()).unwrap());
    let is_graph = path.starts_with("/v23.0/");
    match stand_in.mood {
        ProviderState::Well => json!({
            "id": "sent-1",
            "sid": "sent-1",
            "messageId": "sent-1",
            "message_id": "sent-1",
            "messages": [{ "id": "sent-1", "messageId": "sent-1" }],
        })
        .to_string()
        .into_response(),
        ProviderState::Silent => future::pending().await,
        ProviderState::Busy => (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "3")]).into_response(),
        ProviderState::Broken => "<html>it works!".into_response(),
        ProviderState::Down => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        ProviderState::Closed if is_graph => {
            let error = json!({ "error": { "code": 131_047, "error_subcode": 2_534_022, "message": "closed" } });
            (StatusCode::BAD_REQUEST, error.to_string()).into_response()
        }
        ProviderState::Closed => {
            let error = json!({ "code": 63016, "message": "closed" });
            let ours = json!({ "code": "1", "text": "closed", "reason": "windowClosed" });
            let text = if path == "/messages" { ours } else { error };
            (StatusCode::BAD_REQUEST, text.to_string()).into_response()
        }
    }
}
