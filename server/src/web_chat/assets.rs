//! The files of the customer's page, compiled into the binary, so that it works without a build of the workspace.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};

use crate::http::body::{internal_error, refusal};
use crate::http::{Audience, protect};
use crate::server::AppState;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const FONT: &str = "font/woff2";

const PAGE: &[u8] = include_bytes!("page/index.html");

/// Attributes of the page's root element, by which its scripts know the features of this server.
const FEATURES: [&str; 3] = ["data-faults", "data-messenger", "data-puzzle"];

/// The page for each combination of features; the bits of its index are the features.
static PAGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| (0..1 << FEATURES.len()).map(page_with).collect());

fn page_with(features: usize) -> Vec<u8> {
    let chosen = FEATURES.iter().enumerate().filter(|(bit, _)| features >> bit & 1 == 1);
    let attributes: String = chosen.map(|(_, name)| format!("{name} ")).collect();
    String::from_utf8_lossy(PAGE).replacen("<html ", &format!("<html {attributes}"), 1).into_bytes()
}

pub async fn page(State(app): State<AppState>, request: Request) -> Response {
    let features = [app.with_faults, app.messenger.is_some(), app.service.centre().config.start_puzzle.is_some()];
    let number: usize = features.iter().enumerate().map(|(bit, has)| usize::from(*has) << bit).sum();
    PAGES.get(number).map_or_else(internal_error, |page| deliver(HTML, page, request.headers()))
}

pub fn file(name: &str, request: &Request) -> Response {
    let (kind, bytes): (_, &'static [u8]) = match name {
        // The workspace's own design tokens. Their custom media queries, which the build of the workspace resolves, are
        // ignored here.
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
        "linkify.js" => (SCRIPT, include_bytes!("page/linkify.js")),
        "messageText.js" => (SCRIPT, include_bytes!("page/messageText.js")),
        // The workspace's own rules for message texts, so that customer and agent see the same.
        "parse.js" => (SCRIPT, include_bytes!("../../../ui/src/shared/messageText/parse.js")),
        "numbers.js" => (SCRIPT, include_bytes!("../../../ui/src/shared/messageText/numbers.js")),
        "puzzleWorker.js" => (SCRIPT, include_bytes!("page/puzzleWorker.js")),
        "sha256.js" => (SCRIPT, include_bytes!("page/sha256.js")),
        "sidePanels.js" => (SCRIPT, include_bytes!("page/sidePanels.js")),
        "startPuzzle.js" => (SCRIPT, include_bytes!("page/startPuzzle.js")),
        "random.js" => (SCRIPT, include_bytes!("page/random.js")),
        #[cfg(feature = "development")]
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
    protect(Audience::Page, request, headers);
    answer
}
