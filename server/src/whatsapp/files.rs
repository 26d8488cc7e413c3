//! The files of messages: `POST /api/whatsapp/media` and `POST /api/chat/media` store files that an agent sends, `POST
//! /outside/api/chats/{protocol}/media` those of a web chat's customer; `GET /api/media/{id}` serves a file by an address
//! that the server signed.

use std::io;
use std::path::Path as FilePath;

use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    HeaderMap, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use contact_centre::wire::{Channel, Protocol, Secret, limits};
use contact_centre::{HttpReply, MediaUpload, Uploader};
use messaging::media::{BlobId, Disposition, SniffFault, content_disposition, is_inline};
use serde::Deserialize;

use super::Messaging;
use super::judging::{FileFault, UnjudgedFile};
use crate::api::{self, failed_request};
use crate::disk;
use crate::http::body::{HeldBody, Sender, busy, internal_error, read_bytes, refusal};
use crate::http::caller_address;
use crate::http::reply::into_response;
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;
use crate::service::RequestError;
use crate::store::Mode;
use crate::web_chat;

pub static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/api/media/{id}", RequiredAccess::MediaSignature, || get(file)),
    HttpRoute::new("/api/whatsapp/media", RequiredAccess::Token, || post(upload_to_whatsapp).fallback(api::answer)),
    HttpRoute::new("/api/chat/media", RequiredAccess::Token, || post(upload_to_chat).fallback(api::answer)),
    HttpRoute::new("/outside/api/chats/{protocol}/media", RequiredAccess::ChatSecret, || {
        post(upload_of_customer).fallback(web_chat::answer)
    }),
];

/// Cache time, shorter than the validity of an address, so that a file that is shown again is requested once.
const CACHED: HeaderValue = HeaderValue::from_static("private, max-age=3000");
/// A served file can never run scripts or load anything, even if a browser shows it in a tab of its own.
const SEALED: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox");

#[derive(Deserialize)]
struct Signed {
    expires: i64,
    signature: String,
}

#[derive(Deserialize)]
struct AgentQuery {
    protocol: String,
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct CustomerQuery {
    #[serde(default)]
    name: String,
}

async fn upload_to_whatsapp(State(app): State<AppState>, request: Request) -> Response {
    upload_of_agent(app, Channel::Whatsapp, request).await
}

async fn upload_to_chat(State(app): State<AppState>, request: Request) -> Response {
    upload_of_agent(app, Channel::Chat, request).await
}

async fn upload_of_agent(app: AppState, channel: Channel, request: Request) -> Response {
    let Ok(Query(AgentQuery { protocol, name })) = Query::try_from_uri(request.uri()) else {
        return invalid("the attendance is missing");
    };
    let authorization = header_of(request.headers(), AUTHORIZATION);
    upload(app, Uploader::Agent { authorization, channel }, protocol, name, request).await
}

async fn upload_of_customer(State(app): State<AppState>, Path(protocol): Path<String>, request: Request) -> Response {
    let Ok(Query(CustomerQuery { name })) = Query::try_from_uri(request.uri()) else {
        return invalid("the name cannot be read");
    };
    let authorization = header_of(request.headers(), AUTHORIZATION);
    upload(app, Uploader::Customer { authorization }, protocol, name, request).await
}

fn invalid(reason: &str) -> Response {
    refusal(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_FIELDS", reason)
}

fn header_of(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Nothing of the body is read before the caller is known, and never more than the limit.
async fn upload(app: AppState, uploader: Uploader, protocol: String, name: String, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    if app.disk.is_full() {
        return disk::full();
    }
    if name.chars().count() > limits::FIELD_MAX_CHARS || protocol.chars().count() > limits::FIELD_MAX_CHARS {
        return invalid("a name is too long");
    }
    let claimed = header_of(&parts.headers, CONTENT_TYPE);
    let protocol = Protocol::from(protocol);
    let (of, caller) = (protocol.clone(), uploader.clone());
    let checked =
        app.service.request(Mode::Read, move |scope| scope.centre.may_upload(scope.store, scope.context, &caller, &of));
    let agent = match checked.await {
        Ok(Ok(agent)) => agent,
        Ok(Err(reply)) => return into_response(reply),
        Err(error) => return failed_request(&error),
    };
    let is_customers = matches!(uploader, Uploader::Customer { .. });
    // At most this number of files beyond a chat's limit is read at the same time and then refused.
    let place = app.uploads.take(Some(protocol.as_str()).filter(|_| is_customers));
    let Some(_place) = place else { return busy("too many files are uploaded") };
    let limit = usize::try_from(app.messaging.inner.attachment_max_bytes).unwrap_or(usize::MAX);
    let HeldBody { bytes, permit: _permit } = match read_bytes(&app, &parts, body, Sender::Known(limit)).await {
        Ok(held) => held,
        Err(fault) => return fault.into_response(),
    };
    let file = UnjudgedFile { bytes, claimed, name: (!name.is_empty()).then_some(name), archives: !is_customers };
    let (bytes, sniffed) = match app.messaging.judge(file).await {
        Ok(judged) => judged,
        Err(FileFault::Sniff(SniffFault::TooLarge { .. })) => {
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", "the file is too large");
        }
        Err(FileFault::Sniff(SniffFault::Empty)) => return invalid("the file is empty"),
        Err(FileFault::Sniff(fault)) => {
            return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "MEDIA_TYPE_NOT_ALLOWED", &fault.to_string());
        }
        Err(FileFault::Infected) => {
            return refusal(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "MEDIA_TYPE_NOT_ALLOWED",
                "the virus scanner refuses the file",
            );
        }
        Err(FileFault::NotJudged) => return busy("the file cannot be checked now"),
    };
    let counted = match is_customers {
        true => app.quotas.bytes(caller_address(&parts, app.behind_proxy).as_deref(), bytes.len()),
        false => app.quotas.agent_bytes(&agent, bytes.len()),
    };
    if let Err(exceeded) = counted {
        return exceeded.into_response("TOO_MUCH_DATA", "too much was sent today");
    }
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let id = match app.messaging.write_blob(bytes).await {
        Ok(id) => id,
        Err(error) => {
            tracing::error!(%error, "a file was not written");
            return internal_error();
        }
    };
    let kept = MediaUpload {
        media_id: id.as_str().to_owned(),
        kind: messaging_adapter::medium(sniffed.kind),
        mimetype: sniffed.mime,
        file_name: sniffed.file_name,
        size,
    };
    let answered = app.service.request(Mode::Write, move |scope| {
        scope.centre.uploaded(scope.store, scope.context, &uploader, &protocol, &kept)
    });
    let answered = answered.await;
    // If the outcome is unknown, there may be a row: then the sweep decides.
    if matches!(&answered, Ok(HttpReply { status: 400..=499, .. }) | Err(RequestError::Busy)) {
        app.messaging.delete_blob(id.as_str()).await;
    }
    match answered {
        Ok(reply) => into_response(reply),
        Err(error) => failed_request(&error),
    }
}

async fn file(State(app): State<AppState>, Path(id): Path<String>, uri: Uri) -> Response {
    let unknown = || refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "no such file, or the address no longer works");
    let Ok(Query(Signed { expires, signature })) = Query::try_from_uri(&uri) else { return unknown() };
    let (of, now) = (id.clone(), app.service.now());
    let read =
        app.service.read(move |scope| scope.centre.media_of_address(&*scope.store, now, &of, expires, &signature));
    let media = match read.await.flatten() {
        Ok(Some(media)) => media,
        Ok(None) => return unknown(),
        Err(error) => {
            tracing::error!(%error, "a file's address cannot be checked");
            return internal_error();
        }
    };
    let Some(blob) = BlobId::new(&id) else { return unknown() };
    let reader = match app.messaging.inner.blobs.read(&blob).await {
        Ok(Some(reader)) => reader,
        Ok(None) => return unknown(),
        Err(error) => {
            tracing::error!(%error, "a file cannot be read");
            return internal_error();
        }
    };
    let shown = if is_inline(&media.mimetype) { Disposition::Inline } else { Disposition::Attachment };
    let mut answer = Body::from_stream(reader.chunks).into_response();
    let headers = answer.headers_mut();
    let header =
        |text: &str| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    headers.insert(CONTENT_TYPE, header(&media.mimetype));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(reader.length));
    let disposition = content_disposition(shown, Some(&media.file_name), &media.mimetype);
    headers.insert(
        CONTENT_DISPOSITION,
        HeaderValue::from_str(&disposition).unwrap_or(HeaderValue::from_static("attachment")),
    );
    headers.insert(CACHE_CONTROL, CACHED);
    headers.insert(CONTENT_SECURITY_POLICY, SEALED);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}

impl Messaging {
    /// An address of the file that a provider can open; `None` without a public address of the server.
    pub async fn public_address(&self, id: &str) -> Option<String> {
        if self.inner.public_url.is_empty() {
            return None;
        }
        let of = id.to_owned();
        let now = self.inner.service.now();
        let address = self.inner.service.read(move |scope| scope.centre.address_of_media(now, &of)).await.ok()?;
        Some(self.public_url(&address))
    }
}

/// The key for addresses: the setting, else a key that is created at the first start and stored beside the files.
///
/// # Errors
/// The key cannot be read or written.
pub fn media_key(setting: &Secret<String>, folder: &FilePath) -> io::Result<String> {
    if !setting.expose().is_empty() {
        return Ok(setting.expose().clone());
    }
    let path = folder.with_extension("key");
    match std::fs::read_to_string(&path) {
        Ok(key) if key.len() >= 32 => return Ok(key),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    let key = hex::encode(random);
    write_private(&path, &key)?;
    Ok(key)
}

fn write_private(path: &FilePath, text: &str) -> io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
