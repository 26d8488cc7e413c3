//! Reads request bodies within limits of size (which depends on the sender), time, and memory for all bodies and for
//! those of one address. Also the refusals that do not need the domain.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER,
};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use contact_centre::HttpRequest;
use contact_centre::wire::ErrorBody;
use futures_util::{StreamExt, stream};
use http_body::Body as _;
use tokio::time::{Instant, timeout_at};

use super::caller_address;
use crate::permits::{Limits, Permit, Permits};
use crate::server::AppState;

/// Largest body of a request with a credential that the centre knows, in bytes.
pub const MAX_BODY_BYTES: usize = 2 * 1024 * 1024;
/// Largest body of any other request, in bytes. Requests without a credential have short fields.
pub const MAX_UNKNOWN_BYTES: usize = 64 * 1024;
/// Bodies up to this length, in bytes, are not counted, because the number of connections limits them. So a sign-in or a text is
/// accepted even while strangers use all memory that they may.
const UNCOUNTED_BYTES: usize = 4 * 1024;
/// Memory for known callers' bodies, in KiB. One address may use half: an office has one address, and sends files.
const OF_KNOWN: Limits = Limits { all: 256 * 1024, per_address: 128 * 1024 };
/// Memory for other bodies, in KiB.
const OF_STRANGERS: Limits = Limits { all: 64 * 1024, per_address: 16 * 1024 };
/// Bytes read and discarded so that a client that is still sending receives the refusal.
const MAX_DISCARDED_BYTES: usize = 16 * 1024 * 1024;
const KIB: usize = 1_024;

/// Time limit of a body.
const BODY_TIME: Duration = Duration::from_secs(60);
/// Time limit of a file: 5 MB over a slow line.
const FILE_TIME: Duration = Duration::from_secs(120);

/// Why a body cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub enum BodyFault {
    /// The body is larger than this number of bytes.
    TooLarge(usize),
    /// The body is not UTF-8.
    NotUtf8,
    /// The connection failed.
    Broken,
    /// The body was not complete in time.
    TooSlow,
    /// The bodies of all callers, or of this address, take too much memory.
    Busy,
}

/// The memory limits for all bodies.
#[derive(Clone)]
pub struct Bodies {
    of_known: Permits,
    of_strangers: Permits,
}

impl Default for Bodies {
    fn default() -> Self {
        Self { of_known: Permits::new(OF_KNOWN), of_strangers: Permits::new(OF_STRANGERS) }
    }
}

/// A body in memory.
pub struct HeldBody {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Keeps the body counted while it is in memory.
    pub permit: Permit,
}

/// A request in memory as the domain's plain data, and the parts for headers that only the transport needs.
pub struct HeldRequest {
    /// Headers and address.
    pub parts: Parts,
    /// The request in the domain's form.
    pub request: HttpRequest,
    /// Keeps the body counted until the request is answered.
    pub permit: Permit,
}

/// Ends a body that does not arrive in time, for every route. The handler sends the refusal, see `BodyFault::TooSlow`.
pub async fn limit_time(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let time = if parts.uri.path().ends_with("/media") { FILE_TIME } else { BODY_TIME };
    next.run(Request::from_parts(parts, with_deadline(body, Instant::now() + time))).await
}

/// A body that fails after the deadline.
fn with_deadline(body: Body, deadline: Instant) -> Body {
    let chunks = stream::try_unfold(body.into_data_stream(), move |mut chunks| async move {
        match timeout_at(deadline, chunks.next()).await {
            Ok(chunk) => Ok(chunk.transpose()?.map(|chunk| (chunk, chunks))),
            Err(_) => Err(axum::Error::new(BodyTime)),
        }
    });
    Body::from_stream(chunks)
}

/// The error of a body that did not arrive in time.
#[derive(Debug)]
struct BodyTime;

impl fmt::Display for BodyTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the body did not arrive in time")
    }
}

impl Error for BodyTime {}

/// Reads a request whose path is below `base`.
///
/// # Errors
/// The body is too large, not UTF-8 or incomplete; too many bodies are in memory.
pub async fn read_request(app: &AppState, request: Request, base: &str) -> Result<HeldRequest, BodyFault> {
    let (parts, body) = request.into_parts();
    let mut held = read_bytes(app, &parts, body, Sender::OfCall).await?;
    let request = HttpRequest {
        method: parts.method.as_str().to_owned(),
        path: parts.uri.path().strip_prefix(base).unwrap_or_default().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        authorization: parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).map(str::to_owned),
        body: String::from_utf8(std::mem::take(&mut held.bytes)).map_err(|_| BodyFault::NotUtf8)?,
    };
    Ok(HeldRequest { parts, request, permit: held.permit })
}

/// The sender of a body, which decides how large it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// `MAX_BODY_BYTES` with a credential that the centre knows, else `MAX_UNKNOWN_BYTES`.
    OfCall,
    /// A limit of this number of bytes; the caller was checked before.
    Known(usize),
    /// A limit of this number of bytes; the caller is checked by the content of the body.
    Stranger(usize),
}

/// Reads a body.
///
/// # Errors
/// It is too large or incomplete, or too many bodies are in memory.
pub async fn read_bytes(app: &AppState, parts: &Parts, body: Body, sender: Sender) -> Result<HeldBody, BodyFault> {
    let announced = announced_bytes(&parts.headers).unwrap_or_default();
    if announced > MAX_DISCARDED_BYTES {
        return Err(BodyFault::TooLarge(MAX_BODY_BYTES));
    }
    let mut reading = Reading::new(app, parts, sender);
    reading.make_room(announced).await;
    reading.bytes.reserve_exact(if reading.fault.is_none() { announced } else { 0 });
    let mut chunks = body.into_data_stream();
    let mut discarded = 0_usize;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| if is_late(&error) { BodyFault::TooSlow } else { BodyFault::Broken })?;
        reading.make_room(reading.bytes.len() + chunk.len()).await;
        if reading.fault.is_none() {
            reading.bytes.extend_from_slice(&chunk);
            continue;
        }
        discarded += chunk.len();
        if discarded > MAX_DISCARDED_BYTES {
            break;
        }
    }
    match reading.fault {
        Some(fault) => Err(fault),
        None => Ok(HeldBody { bytes: reading.bytes, permit: reading.permit }),
    }
}

fn announced_bytes(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn is_late(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<BodyTime>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// A body that is being read.
struct Reading<'a> {
    app: &'a AppState,
    parts: &'a Parts,
    address: Option<String>,
    sender: Sender,
    bytes: Vec<u8>,
    permit: Permit,
    /// Number of KiB that the permit counts.
    counted: usize,
    /// The first fault; the rest of the body is discarded, so that the client reads the refusal.
    fault: Option<BodyFault>,
}

impl<'a> Reading<'a> {
    fn new(app: &'a AppState, parts: &'a Parts, sender: Sender) -> Self {
        let address = caller_address(parts, app.behind_proxy);
        let pool = match sender {
            Sender::Known(_) => &app.bodies.of_known,
            Sender::OfCall if app.rate.has_verified(&parts.headers) => &app.bodies.of_known,
            Sender::OfCall | Sender::Stranger(_) => &app.bodies.of_strangers,
        };
        let permit = pool.none(address.as_deref());
        Self { app, parts, address, sender, bytes: Vec::new(), permit, counted: 0, fault: None }
    }

    /// Decides whether a body of this length is accepted, and counts its memory.
    async fn make_room(&mut self, length: usize) {
        if self.fault.is_none() {
            self.fault = self.find_fault(length).await.err();
        }
        if self.fault.is_some() {
            self.bytes = Vec::new();
        }
    }

    async fn find_fault(&mut self, length: usize) -> Result<(), BodyFault> {
        if self.sender == Sender::OfCall && length > MAX_UNKNOWN_BYTES {
            self.count_as_known().await;
        }
        let limit = match self.sender {
            Sender::Known(limit) | Sender::Stranger(limit) => limit,
            Sender::OfCall => MAX_UNKNOWN_BYTES,
        };
        if length > limit {
            return Err(BodyFault::TooLarge(limit));
        }
        let needed = if length <= UNCOUNTED_BYTES { 0 } else { length.div_ceil(KIB) };
        if needed > self.counted && !self.permit.add(needed - self.counted) {
            return Err(BodyFault::Busy);
        }
        self.counted = self.counted.max(needed);
        Ok(())
    }

    /// Counts the body as one of a known caller.
    async fn count_as_known(&mut self) {
        if self.app.knows_caller(self.parts).await {
            self.permit = self.app.bodies.of_known.none(self.address.as_deref());
            self.counted = 0;
            self.sender = Sender::Known(MAX_BODY_BYTES);
        }
    }
}

impl IntoResponse for BodyFault {
    fn into_response(self) -> Response {
        match self {
            Self::TooLarge(bytes) => {
                let message = format!("the body is larger than {} KiB", bytes / KIB);
                refusal(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", &message)
            }
            Self::Busy => busy("too many bodies are read"),
            Self::NotUtf8 => refusal(StatusCode::BAD_REQUEST, "MALFORMED_JSON", "the body is not UTF-8"),
            Self::TooSlow => refusal(StatusCode::REQUEST_TIMEOUT, "TIMEOUT", "the body did not arrive in time"),
            Self::Broken => refusal(StatusCode::BAD_REQUEST, "MALFORMED_JSON", "the body did not arrive"),
        }
    }
}

pub fn refusal(status: StatusCode, reason: &str, message: &str) -> Response {
    let body = ErrorBody { reason: Some(reason.to_owned()), message: message.to_owned(), ..ErrorBody::default() };
    json(status, serde_json::to_string(&body).unwrap_or_default())
}

/// 503 with `retry-after`: nothing was changed, and the same request may succeed soon.
pub fn busy(message: &str) -> Response {
    let mut answer = refusal(StatusCode::SERVICE_UNAVAILABLE, "BUSY", message);
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(1));
    answer
}

/// 429 with `retry-after`.
pub fn too_many(reason: &str, message: &str, seconds: u64) -> Response {
    let mut answer = refusal(StatusCode::TOO_MANY_REQUESTS, reason, message);
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    answer
}

pub fn internal_error() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", "the call failed; nothing was changed")
}

/// A JSON response that must not be cached.
pub fn json(status: StatusCode, body: String) -> Response {
    let mut answer = (status, body).into_response();
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
