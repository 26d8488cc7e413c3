//! The sound of a recording, and how loud it is over its time: `GET /api/call-recordings/{id}/sound` and `/waveform`, by addresses that the domain
//! signed when it noted the playback.

use std::ops::RangeInclusive;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RANGE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use contact_centre::store::CallRecordingRow;
use futures_util::{StreamExt, TryStreamExt, stream};
use messaging::media::{BlobId, BlobReader};
use serde::{Deserialize, Serialize};
use voice_gateway::media::{BYTES_PER_SECOND, HEADER_BYTES, g711, header};

use crate::http::body::{internal_error, refusal};
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;

pub static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/api/call-recordings/{id}/sound", RequiredAccess::MediaSignature, || get(sound)),
    HttpRoute::new("/api/call-recordings/{id}/waveform", RequiredAccess::MediaSignature, || get(waveform)),
];

/// Columns of a waveform: as many as a wide player has pixels for bars.
const COLUMNS: u64 = 400;
/// The browser must not store a recording: the audit contains each playback.
const NOT_STORED: HeaderValue = HeaderValue::from_static("no-store");
const SEALED: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

#[derive(Deserialize)]
struct Signed {
    expires: i64,
    signature: String,
}

/// The loudness of a recording over time.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Waveform {
    /// Duration.
    seconds: f64,
    /// The loudest sample of the customer in each column, 0 to 100.
    customer: Vec<u8>,
    /// The loudest sample of the company in each column, 0 to 100.
    company: Vec<u8>,
}

fn unknown() -> Response {
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "no such recording, or the address no longer works")
}

/// The recording that an address names.
async fn recording_of(app: &AppState, id: &str, uri: &Uri) -> Result<(CallRecordingRow, BlobId), Response> {
    let Ok(Query(Signed { expires, signature })) = Query::try_from_uri(uri) else { return Err(unknown()) };
    let (of, now) = (id.to_owned(), app.service.now());
    let read =
        app.service.read(move |scope| scope.centre.recording_of_address(&*scope.store, now, &of, expires, &signature));
    match (read.await.flatten(), BlobId::new(id)) {
        (Ok(Some(row)), Some(blob)) => Ok((row, blob)),
        (Ok(_), _) => Err(unknown()),
        (Err(error), _) => {
            tracing::error!(%error, "the address of a recording cannot be checked");
            Err(internal_error())
        }
    }
}

async fn open(app: &AppState, blob: &BlobId, from: u64) -> Result<BlobReader, Response> {
    match app.messaging.blobs().read_from(blob, from).await {
        Ok(Some(reader)) => Ok(reader),
        Ok(None) => Err(unknown()),
        Err(error) => {
            tracing::error!(%error, "a recording cannot be read");
            Err(internal_error())
        }
    }
}

async fn sound(State(app): State<AppState>, Path(id): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    sound_of(&app, &id, &uri, &headers).await.unwrap_or_else(|refused| refused)
}

async fn sound_of(app: &AppState, id: &str, uri: &Uri, headers: &HeaderMap) -> Result<Response, Response> {
    let (row, blob) = recording_of(app, id, uri).await?;
    // While the call goes on the file grows: what is there now is played.
    let length = whole_samples(open(app, &blob, 0).await?.length);
    let wanted = match headers.get(RANGE).map(|range| range_of(range, length)) {
        None => None,
        Some(Some(range)) => Some(range),
        Some(None) => {
            let mut refused = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
            refused.headers_mut().insert(CONTENT_RANGE, value(&format!("bytes */{length}")));
            return Err(refused);
        }
    };
    let range = wanted.clone().unwrap_or(0..=length.saturating_sub(1));
    let (first, count) = (*range.start(), range.end() + 1 - range.start());
    // The file says that its length is open.
    let start = header(Some(length.saturating_sub(HEADER_BYTES as u64)));
    let of_header =
        Bytes::copy_from_slice(start.get(usize::try_from(first).unwrap_or(HEADER_BYTES)..).unwrap_or_default());
    let rest = open(app, &blob, first.max(HEADER_BYTES as u64)).await?.chunks;
    let chunks = stream::once(async { Ok(of_header) }).chain(rest);
    let mut left = usize::try_from(count).unwrap_or(usize::MAX);
    let cut = chunks.map_ok(move |mut chunk: Bytes| {
        chunk.truncate(left);
        left -= chunk.len();
        chunk
    });
    let mut answer = Body::from_stream(cut).into_response();
    let set = |answer: &mut Response, name: HeaderName, value: HeaderValue| answer.headers_mut().insert(name, value);
    if wanted.is_some() {
        *answer.status_mut() = StatusCode::PARTIAL_CONTENT;
        set(&mut answer, CONTENT_RANGE, value(&format!("bytes {first}-{}/{length}", range.end())));
    }
    set(&mut answer, CONTENT_TYPE, HeaderValue::from_static("audio/wav"));
    set(&mut answer, CONTENT_LENGTH, HeaderValue::from(count));
    set(&mut answer, ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    set(&mut answer, CONTENT_DISPOSITION, value(&format!("inline; filename=\"{}.wav\"", row.protocol)));
    set(&mut answer, CACHE_CONTROL, NOT_STORED);
    set(&mut answer, CONTENT_SECURITY_POLICY, SEALED);
    set(&mut answer, X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(answer)
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

/// Without a sample of which only one channel was written.
const fn whole_samples(length: u64) -> u64 {
    length - length % 2
}

/// The one range that a player asks for; `None`: there is nothing in it.
fn range_of(range: &HeaderValue, length: u64) -> Option<RangeInclusive<u64>> {
    let (first, last) = range.to_str().ok()?.trim().strip_prefix("bytes=")?.split_once('-')?;
    let end = length.checked_sub(1)?;
    let range = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) => first..=last.min(end),
        (Ok(first), Err(_)) if last.is_empty() => first..=end,
        (Err(_), Ok(count)) if first.is_empty() => length.saturating_sub(count)..=end,
        _ => return None,
    };
    (!range.is_empty()).then_some(range)
}

async fn waveform(State(app): State<AppState>, Path(id): Path<String>, uri: Uri) -> Response {
    let read = async {
        let (_, blob) = recording_of(&app, &id, &uri).await?;
        let length = whole_samples(open(&app, &blob, 0).await?.length).saturating_sub(HEADER_BYTES as u64);
        let mut columns = Columns::new(length);
        let mut chunks = open(&app, &blob, HEADER_BYTES as u64).await?.chunks;
        while let Some(chunk) = chunks.next().await {
            columns.take(&chunk.map_err(|error| {
                tracing::error!(%error, "a recording cannot be read");
                internal_error()
            })?);
        }
        Ok::<_, Response>(columns.waveform())
    };
    match read.await {
        Ok(waveform) => ([(CACHE_CONTROL, NOT_STORED)], Json(waveform)).into_response(),
        Err(refused) => refused,
    }
}

/// The loudest sample of each column of both channels.
struct Columns {
    length: u64,
    /// Bytes of a column, of both channels.
    width: u64,
    position: u64,
    /// Customer, company.
    loudest: [Vec<u16>; 2],
}

impl Columns {
    fn new(length: u64) -> Self {
        let width = length.div_ceil(COLUMNS).next_multiple_of(2).max(2);
        Self { length, width, position: 0, loudest: [Vec::new(), Vec::new()] }
    }

    fn take(&mut self, bytes: &[u8]) {
        for code in bytes {
            if self.position >= self.length {
                return;
            }
            let column = usize::try_from(self.position / self.width).unwrap_or(usize::MAX);
            let level = g711::decode(*code).unsigned_abs();
            let [customer, company] = &mut self.loudest;
            let channel = if self.position.is_multiple_of(2) { customer } else { company };
            if channel.len() <= column {
                channel.push(0);
            }
            if let Some(loudest) = channel.last_mut() {
                *loudest = (*loudest).max(level);
            }
            self.position += 1;
        }
    }

    fn waveform(self) -> Waveform {
        let percent = |level: &u16| {
            u8::try_from(u32::from(*level) * 100 / u32::from(i16::MAX.unsigned_abs())).unwrap_or(100).min(100)
        };
        let [customer, company] = self.loudest.map(|channel| channel.iter().map(percent).collect());
        Waveform { seconds: self.length as f64 / BYTES_PER_SECOND as f64, customer, company }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::all("bytes=0-", Some(0..=99))]
    #[case::a_part("bytes=10-19", Some(10..=19))]
    #[case::beyond_the_end("bytes=90-500", Some(90..=99))]
    #[case::the_last_ones("bytes=-10", Some(90..=99))]
    #[case::more_than_there_are("bytes=-500", Some(0..=99))]
    #[case::behind_the_end("bytes=100-", None)]
    #[case::backwards("bytes=20-10", None)]
    #[case::of_none("bytes=-0", None)]
    #[case::several("bytes=0-1,5-6", None)]
    #[case::another_unit("samples=0-1", None)]
    fn a_player_gets_the_range_that_it_asks_for(#[case] range: &str, #[case] expected: Option<RangeInclusive<u64>>) {
        assert_eq!(range_of(&HeaderValue::from_str(range).unwrap(), 100), expected);
    }

    #[test]
    fn an_empty_recording_has_no_range_and_an_empty_waveform() {
        assert_eq!(range_of(&HeaderValue::from_static("bytes=0-"), 0), None);
        assert_eq!(Columns::new(0).waveform(), Waveform::default());
    }

    #[test]
    fn bey_138_a_waveform_has_the_loudest_sample_of_each_channel() {
        let [silent, loud] = [g711::encode(0), g711::encode(i16::MAX)];
        // Half a second of the customer, then half a second of the company.
        let seconds: Vec<u8> =
            (0..8_000).flat_map(|sample| if sample < 4_000 { [loud, silent] } else { [silent, loud] }).collect();
        let mut columns = Columns::new(seconds.len() as u64);
        // Pieces end within a sample too.
        seconds.chunks(333).for_each(|piece| columns.take(piece));
        let waveform = columns.waveform();
        assert_eq!((waveform.seconds, waveform.customer.len(), waveform.company.len()), (1.0, 400, 400));
        assert!(
            waveform.customer[..200].iter().all(|level| *level > 95)
                && waveform.customer[200..].iter().all(|level| *level == 0)
        );
        assert!(
            waveform.company[..200].iter().all(|level| *level == 0)
                && waveform.company[200..].iter().all(|level| *level > 95)
        );
    }
}
