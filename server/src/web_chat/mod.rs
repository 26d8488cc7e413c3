//! The web chat: the customer's page, its requests and its event stream. The domain decides what a customer may do and
//! see.

mod assets;
mod events;
mod page;

use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use contact_centre::{HttpReply, WebChatReply, WebChatRequest};

use crate::api::failed_request;
use crate::disk;
use crate::http::body::{HeldRequest, read_request};
use crate::http::caller_address;
use crate::http::reply::into_response;
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;
use crate::store::Mode;

const BASE: &str = "/outside/api";

pub static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/outside", RequiredAccess::Public, || get(assets::page)),
    HttpRoute::new("/outside/", RequiredAccess::Public, || get(|| async { Redirect::permanent("/outside") })),
    HttpRoute::new("/outside/{file}", RequiredAccess::Public, || {
        get(|Path(file): Path<String>, request: Request| async move { assets::file(&file, &request) })
    }),
    HttpRoute::new("/outside/api/{*call}", RequiredAccess::ChatSecret, || any(answer)),
];

/// Answers a request of a customer's page.
pub async fn answer(State(app): State<AppState>, request: Request) -> Response {
    let HeldRequest { parts, request, permit: _permit } = match read_request(&app, request, BASE).await {
        Ok(held) => held,
        Err(fault) => return fault.into_response(),
    };
    let wants_stream = events::wants_stream(&parts.headers);
    let address = caller_address(&parts, app.behind_proxy);
    match WebChatRequest::from_http(&request) {
        Ok(WebChatRequest::Events { protocol, secret, after }) if wants_stream => {
            let after = events::last_event_id(&parts.headers).unwrap_or(after);
            events::stream(app, address, protocol, secret, after).await
        }
        Ok(request) => {
            // A start without a solution is refused: it is not counted and writes nothing.
            let proves_work = app.service.centre().proves_work(&request, address.as_deref(), app.service.now());
            let refused = || refused_by_limits(&app, address.as_deref(), &request);
            if let Some(refused) = proves_work.then(refused).flatten() {
                return refused;
            }
            let is_read = matches!(
                request,
                WebChatRequest::Queues { .. }
                    | WebChatRequest::Puzzle
                    | WebChatRequest::Lines { .. }
                    | WebChatRequest::DeskTelephones { .. }
                    | WebChatRequest::Events { .. }
                    // A first sign of activity must be written: then the request is run again as a writing one.
                    | WebChatRequest::Typing { .. }
            );
            let has_secret = !matches!(
                request,
                WebChatRequest::Queues { .. }
                    | WebChatRequest::Puzzle
                    | WebChatRequest::Lines { .. }
                    | WebChatRequest::DeskTelephones { .. }
                    | WebChatRequest::DeskTelephone { .. }
                    | WebChatRequest::Call { .. }
                    | WebChatRequest::Start { .. }
            );
            let mode = if is_read || !proves_work { Mode::Read } else { Mode::Write };
            let answered = app.service.request(mode, move |scope| {
                scope.context.address.clone_from(&address);
                scope.centre.web_chat(scope.store, scope.context, &request)
            });
            match answered.await {
                Ok(reply) => {
                    let authenticated = has_secret && !matches!(reply, WebChatReply::Refused { .. });
                    into_response(HttpReply { authenticated, ..reply.to_http() })
                }
                Err(error) => failed_request(&error),
            }
        }
        Err(reply) => into_response(reply),
    }
}

/// The reply to a customer who exceeds a limit.
fn refused_by_limits(app: &AppState, address: Option<&str>, request: &WebChatRequest) -> Option<Response> {
    let (reason, message, exceeded) = match request {
        WebChatRequest::Start { .. } | WebChatRequest::Call { .. } if app.disk.is_full() => return Some(disk::full()),
        WebChatRequest::Start { .. } | WebChatRequest::Call { .. } => {
            ("TOO_MANY_CHATS", "this address has begun too many chats and calls", app.quotas.start(address))
        }
        WebChatRequest::Message { protocol, secret, text, .. } => {
            // The key contains the secret, so that nobody can use up the texts of another chat.
            let exceeded = app.quotas.text(&(protocol, secret)).and_then(|()| app.quotas.bytes(address, text.len()));
            ("TOO_MANY_REQUESTS", "too many texts", exceeded)
        }
        WebChatRequest::Queues { .. }
        | WebChatRequest::Puzzle
        | WebChatRequest::Lines { .. }
        | WebChatRequest::DeskTelephones { .. }
        | WebChatRequest::DeskTelephone { .. }
        | WebChatRequest::SignNumber { .. }
        | WebChatRequest::Typing { .. }
        | WebChatRequest::End { .. }
        | WebChatRequest::Events { .. }
        | WebChatRequest::Page { .. } => return None,
    };
    exceeded.err().map(|exceeded| exceeded.into_response(reason, message))
}
