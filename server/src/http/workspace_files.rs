//! The built workspace under `/new-agent/`: files, and the start page for every path of the workspace's own router.
//! Nothing is compressed here: the build writes `.br` and `.gz` files.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use tower_http::services::ServeDir;

use super::security::{Audience, protect};

pub const BASE: &str = "/new-agent";
const START_PAGE: &str = "/index.html";
/// File names in this folder contain a hash of the content.
const HASHED: &str = "/assets/";

#[derive(Clone)]
pub struct WorkspaceFiles {
    directory: ServeDir,
    /// Origins that the page may connect to besides its own.
    extra_origins: Arc<str>,
}

impl WorkspaceFiles {
    pub fn new(directory: &Path, foreign_origins: &[String]) -> Self {
        let directory =
            ServeDir::new(directory).append_index_html_on_directories(false).precompressed_br().precompressed_gzip();
        Self { directory, extra_origins: foreign_origins.join(" ").into() }
    }

    async fn file(&self, path: &str, request: &Parts) -> Response {
        let Ok(uri) = path.parse::<Uri>() else { return StatusCode::NOT_FOUND.into_response() };
        let mut wanted = Request::new(Body::empty());
        *wanted.method_mut() = request.method.clone();
        *wanted.uri_mut() = uri;
        *wanted.headers_mut() = request.headers.clone();
        match self.directory.clone().try_call(wanted).await {
            Ok(answer) => answer.map(Body::new),
            Err(error) if is_absent(&error) => StatusCode::NOT_FOUND.into_response(),
            Err(error) => {
                tracing::error!(%error, "a workspace file cannot be read");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

pub async fn serve(State(files): State<WorkspaceFiles>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    let path = match request.uri.path().strip_prefix(BASE) {
        Some("") => return Redirect::permanent("/new-agent/").into_response(),
        Some(path) if path.starts_with('/') => path.to_owned(),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let mut answer = files.file(&path, &request).await;
    if answer.status() == StatusCode::NOT_FOUND && is_page(&path, &request) {
        answer = files.file(START_PAGE, &request).await;
        if answer.status() == StatusCode::NOT_FOUND {
            answer = (StatusCode::SERVICE_UNAVAILABLE, "The workspace is not built yet: npm start builds it.\n")
                .into_response();
        }
    }
    let found = answer.status().is_success() || answer.status() == StatusCode::NOT_MODIFIED;
    let caching = if found && path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    if answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/html") {
        answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    }
    protect(Audience::Workspace { extra_origins: &files.extra_origins }, &request.headers, answer.headers_mut());
    answer
}

/// ENOTDIR (a file used as a folder) counts as not found.
fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Whether the request is a navigation. A missing script or picture must not be replaced by the start page: it would be executed or cached.
fn is_page(path: &str, request: &Parts) -> bool {
    let accepts_html = request
        .headers
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    matches!(request.method, Method::GET | Method::HEAD) && !path.starts_with(HASHED) && (accepts_html || path == "/")
}
