//! The telephones' REST and event stream. A telephone is authenticated by its secret: `Authorization: Bearer …`; an
//! unknown conversation and a wrong secret get the same answer.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use messaging::MediaKind;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;

use crate::changes::Change;
use crate::items::SampleItem;
use crate::limits::MAX_FILE_BYTES;
use crate::messenger::Messenger;
use crate::network::{MediaFile, Refused};
use crate::thread::{Draft, Settings};

/// Interval of keep-alive comments, well below the idle timeouts of proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const RECONNECT_AFTER: Duration = Duration::from_secs(2);

impl Messenger {
    /// The telephones' routes, relative to where they are mounted.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/lines", get(lines))
            .route("/telephones", post(open))
            .route("/telephones/{account}/{number}/events", get(events))
            .route("/telephones/{account}/{number}/messages", post(write))
            .route("/telephones/{account}/{number}/changes", post(change))
            .route("/telephones/{account}/{number}/settings", post(set))
            .route("/telephones/{account}/{number}/seen", post(seen))
            .route("/telephones/{account}/{number}/age", post(age))
            .route(
                "/telephones/{account}/{number}/files",
                post(upload).layer(DefaultBodyLimit::max(MAX_FILE_BYTES.saturating_add(1))),
            )
            .route("/telephones/{account}/{number}/files/{id}", get(file))
            .with_state(self.clone())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, reason, field) = match self {
            Refused::Unknown => (StatusCode::NOT_FOUND, "NOT_FOUND", None),
            Refused::NumberTaken => (StatusCode::CONFLICT, "NUMBER_TAKEN", None),
            Refused::Field(field) => (StatusCode::UNPROCESSABLE_ENTITY, "INVALID_FIELDS", Some((field, "invalid"))),
            Refused::TooLarge(field) => (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE", Some((field, "tooLong"))),
        };
        let mut body = json!({ "reason": reason });
        if let (Some((field, fault)), Some(body)) = (field, body.as_object_mut()) {
            body.insert("errors".to_owned(), json!({ field: fault }));
        }
        (status, Json(body)).into_response()
    }
}

fn secret(headers: &HeaderMap) -> &str {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.strip_prefix("Bearer ").unwrap_or_default()
}

async fn lines(State(messenger): State<Messenger>) -> Response {
    let lines = messenger.lines();
    let data: Vec<_> = lines
        .iter()
        .map(|line| {
            let items: Vec<SampleItem> = SampleItem::ALL.into_iter().filter(|item| item.is_of(line.kind)).collect();
            json!({ "account": line.account, "phone": line.phone, "name": line.name, "kind": line.kind, "items": items })
        })
        .collect();
    Json(json!({ "data": data, "canAge": messenger.can_age() })).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenBody {
    account: String,
    number: String,
    name: String,
    secret: String,
}

async fn open(State(messenger): State<Messenger>, Json(body): Json<OpenBody>) -> Result<Response, Refused> {
    let number = messenger.open(&body.account, &body.number, &body.name, &body.secret)?;
    Ok(Json(json!({ "account": body.account, "number": number })).into_response())
}

async fn write(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    headers: HeaderMap,
    Json(draft): Json<Draft>,
) -> Result<Response, Refused> {
    let written = messenger.write(&account, &number, secret(&headers), draft)?;
    Ok(Json(written.entry).into_response())
}

async fn change(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    headers: HeaderMap,
    Json(change): Json<Change>,
) -> Result<Response, Refused> {
    let written = messenger.change(&account, &number, secret(&headers), &change)?;
    Ok(Json(written.entry).into_response())
}

async fn set(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    headers: HeaderMap,
    Json(settings): Json<Settings>,
) -> Result<Response, Refused> {
    messenger.set(&account, &number, secret(&headers), settings)?;
    Ok(success())
}

async fn seen(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    messenger.seen(&account, &number, secret(&headers))?;
    Ok(success())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgeBody {
    seconds: u64,
}

async fn age(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    headers: HeaderMap,
    Json(body): Json<AgeBody>,
) -> Result<Response, Refused> {
    match messenger.age(&account, &number, secret(&headers), body.seconds)? {
        true => Ok(success()),
        false => Err(Refused::Unknown),
    }
}

fn success() -> Response {
    Json(json!({ "success": true })).into_response()
}

#[derive(Deserialize)]
struct FileQuery {
    kind: String,
    #[serde(default)]
    name: String,
}

async fn upload(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    Query(query): Query<FileQuery>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, Refused> {
    let kind = match query.kind.as_str() {
        "image" => MediaKind::Image,
        "video" => MediaKind::Video,
        "audio" => MediaKind::Audio { voice: false },
        "voice" => MediaKind::Audio { voice: true },
        "sticker" => MediaKind::Sticker,
        "document" => MediaKind::Document,
        _ => return Err(Refused::Field("kind")),
    };
    let mime = headers.get(CONTENT_TYPE).and_then(|mime| mime.to_str().ok()).unwrap_or_default().to_owned();
    let file = MediaFile { mime, name: query.name, kind, bytes: bytes.to_vec() };
    let id = messenger.upload(&account, &number, secret(&headers), file)?;
    Ok(Json(json!({ "id": id })).into_response())
}

/// The customer's own file, for the telephone that sent it. A script shows it from its content; it is never opened as a
/// document.
async fn file(
    State(messenger): State<Messenger>,
    Path((account, number, id)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    messenger.state(&account, &number, secret(&headers), u64::MAX)?;
    let file = messenger.file(&id).ok_or(Refused::Unknown)?;
    let mut answer = file.bytes.into_response();
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

#[derive(Deserialize)]
struct EventsQuery {
    #[serde(default)]
    after: u64,
}

async fn events(
    State(messenger): State<Messenger>,
    Path((account, number)): Path<(String, String)>,
    Query(EventsQuery { after }): Query<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let secret = secret(&headers).to_owned();
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let after = header("last-event-id").and_then(|id| id.parse().ok()).unwrap_or(after);
    let changes = messenger.watch(&account, &number);
    let first = messenger.state(&account, &number, &secret, after)?;
    if !header("accept").is_some_and(|accept| accept.contains("text/event-stream")) {
        return Ok(Json(first).into_response());
    }
    let page = Page { messenger, account, number, secret, changes, after, first: Some(()) };
    let events =
        stream::unfold(
            page,
            |mut page| async move { page.next().await.map(|event| (Ok::<_, Infallible>(event), page)) },
        );
    let mut answer = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(answer)
}

struct Page {
    messenger: Messenger,
    account: String,
    number: String,
    secret: String,
    changes: watch::Receiver<u64>,
    after: u64,
    /// When a stream opens, the present state has not been sent yet.
    first: Option<()>,
}

impl Page {
    async fn next(&mut self) -> Option<Event> {
        loop {
            let is_first = self.first.take().is_some();
            if !is_first {
                self.changes.changed().await.ok()?;
            }
            self.changes.mark_unchanged();
            let state = self.messenger.state(&self.account, &self.number, &self.secret, self.after).ok()?;
            if is_first || state.change > self.after {
                self.after = state.change;
                let text = serde_json::to_string(&state).ok()?;
                return Some(Event::default().id(state.change.to_string()).retry(RECONNECT_AFTER).data(text));
            }
        }
    }
}
