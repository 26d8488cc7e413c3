//! The files of the customer's page, compiled into the binary, so that it works without a build of the workspace.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};

use crate::http::body::refusal;
use crate::http::{Audience, protect};
use crate::server::AppState;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const FONT: &str = "font/woff2";

const PAGE: &[u8] = include_bytes!("page/index.html");

/// The page without and with the simulated messenger.
static PAGES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| ["", "data-messenger "].map(page_with));
/// The same with the faults panel.
static PAGES_WITH_FAULTS: LazyLock<[Vec<u8>; 2]> =
    LazyLock::new(|| ["data-faults ", "data-faults data-messenger "].map(page_with));

fn page_with(attributes: &str) -> Vec<u8> {
    String::from_utf8_lossy(PAGE).replacen("<html ", &format!("<html {attributes}"), 1).into_bytes()
}

pub async fn page(State(app): State<AppState>, request: Request) -> Response {
    let [plain, with_messenger] = if app.with_faults { &*PAGES_WITH_FAULTS } else { &*PAGES };
    let page = if app.messenger.is_some() { with_messenger } else { plain };
    deliver(HTML, page, request.headers())
}

pub fn file(name: &str, request: &Request) -> Response {
    let (kind, bytes): (_, &'static [u8]) = match name {
        // The workspace's own tokens. Their custom media queries, which the build of the workspace resolves, are ignored here.
        "tokens.css" => (CSS, include_bytes!("../../../ui/src/design/tokens.css")),
        "outside.css" => (CSS, include_bytes!("page/outside.css")),
        "conversation.css" => (CSS, include_bytes!("page/conversation.css")),
        "telephone.css" => (CSS, include_bytes!("page/telephone.css")),
        "messenger.css" => (CSS, include_bytes!("page/messenger.css")),
        "faults.css" => (CSS, include_bytes!("page/faults.css")),
        "icon.svg" => (SVG, include_bytes!("page/icon.svg")),
        "inter-latin.woff2" => (FONT, include_bytes!("page/inter-latin.woff2")),
        "boot.js" => (SCRIPT, include_bytes!("page/boot.js")),
        "page.js" => (SCRIPT, include_bytes!("page/page.js")),
        "chatFiles.js" => (SCRIPT, include_bytes!("page/chatFiles.js")),
        "conversation.js" => (SCRIPT, include_bytes!("page/conversation.js")),
        "centre.js" => (SCRIPT, include_bytes!("page/centre.js")),
        "telephone.js" => (SCRIPT, include_bytes!("page/telephone.js")),
        "callSound.js" => (SCRIPT, include_bytes!("page/callSound.js")),
        "deskPanel.js" => (SCRIPT, include_bytes!("page/deskPanel.js")),
        "deskPhone.js" => (SCRIPT, include_bytes!("page/deskPhone.js")),
        "janusSession.js" => (SCRIPT, include_bytes!("page/janusSession.js")),
        "phoneCall.js" => (SCRIPT, include_bytes!("page/phoneCall.js")),
        "messenger.js" => (SCRIPT, include_bytes!("page/messenger.js")),
        "messengerView.js" => (SCRIPT, include_bytes!("page/messengerView.js")),
        "messengerForm.js" => (SCRIPT, include_bytes!("page/messengerForm.js")),
        "messengerBubble.js" => (SCRIPT, include_bytes!("page/messengerBubble.js")),
        "messengerComposer.js" => (SCRIPT, include_bytes!("page/messengerComposer.js")),
        "messengerTexts.js" => (SCRIPT, include_bytes!("page/messengerTexts.js")),
        "stickers.js" => (SCRIPT, include_bytes!("page/stickers.js")),
        "elements.js" => (SCRIPT, include_bytes!("page/elements.js")),
        "http.js" => (SCRIPT, include_bytes!("page/http.js")),
        "random.js" => (SCRIPT, include_bytes!("page/random.js")),
        "faults.js" => (SCRIPT, include_bytes!("page/faults.js")),
        "texts.js" => (SCRIPT, include_bytes!("page/texts.js")),
        _ => return refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "not found"),
    };
    deliver(kind, bytes, request.headers())
}

fn deliver(kind: &'static str, bytes: &'static [u8], request: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = request.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut answer = if known { StatusCode::NOT_MODIFIED.into_response() } else { bytes.into_response() };
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    protect(Audience::Page { extra_origins: "" }, request, headers);
    answer
}
