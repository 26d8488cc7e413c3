//! The web chat: the customer's page, its calls and its event stream. The domain decides what a customer may do and
//! see.

mod assets;
mod events;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use contact_centre::{HttpReply, WebChatRequest};

use crate::http::body::{internal_error, json, read_request};
use crate::server::{AppState, HttpRoute, RequiredAccess};

const BASE: &str = "/outside/api";

pub static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/outside", RequiredAccess::Public, || get(assets::page)),
    HttpRoute::new("/outside/", RequiredAccess::Public, || get(|| async { Redirect::permanent("/outside") })),
    HttpRoute::new("/outside/{file}", RequiredAccess::Public, || {
        get(|Path(file): Path<String>, request: Request| async move { assets::file(&file, &request) })
    }),
    HttpRoute::new("/outside/api/{*call}", RequiredAccess::ChatSecret, || any(answer)),
];

async fn answer(State(app): State<AppState>, request: Request) -> Response {
    let (parts, request) = match read_request(request, BASE).await {
        Ok(read) => read,
        Err(fault) => return fault.into_response(),
    };
    let wants_stream = events::wants_stream(&parts.headers);
    match WebChatRequest::from_http(&request) {
        Ok(WebChatRequest::Events { protocol, secret, after }) if wants_stream => {
            let after = events::last_event_id(&parts.headers).unwrap_or(after);
            events::stream(app, protocol, secret, after).await
        }
        Ok(request) => {
            let answered =
                app.service.call(move |scope| scope.centre.web_chat(scope.store, scope.context, &request)).await;
            answered.map_or_else(
                |error| {
                    tracing::error!(%error, "a customer's call failed");
                    internal_error()
                },
                |reply| into_response(reply.to_http()),
            )
        }
        Err(reply) => into_response(reply),
    }
}

fn into_response(reply: HttpReply) -> Response {
    StatusCode::from_u16(reply.status).map_or_else(|_| internal_error(), |status| json(status, reply.body))
}
