//! The routes of the server: each names its access level, and the router is built from these tables only.

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, any, get};

use crate::http::body::{self, refusal};
use crate::http::workspace_files;
use crate::http::{access_log, front_door, guard, health, rate};
use crate::server::AppState;
use crate::{api, broker, messenger, rabbit, recordings, voice, web_chat, whatsapp};

/// Access level of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequiredAccess {
    /// No credential is required.
    Public,
    /// A token is required; the domain's route table decides on access.
    Token,
    /// A broker credential in the STOMP CONNECT frame is required, from an allowed origin.
    BrokerCredential,
    /// The secret of a chat is required.
    ChatSecret,
    /// The secret of an account of the voice gateway is required, in the Janus protocol.
    VoiceSecret,
    /// The secret of a telephone of the simulated messenger is required.
    TelephoneSecret,
    /// The provider's signature of its webhook request is required.
    ProviderSignature,
    /// This server's signature in the address of a file is required.
    MediaSignature,
    /// The key in the configuration of the external RabbitMQ is required.
    BrokerKey,
    /// No credential is required, but the route exists only with `--faults` and only for pages of allowed origins.
    Faults,
}

/// One route of the server.
pub struct HttpRoute {
    /// Path in axum's syntax.
    pub path: &'static str,
    /// Access level.
    pub access: RequiredAccess,
    handler: HttpHandler,
}

enum HttpHandler {
    Methods(fn() -> MethodRouter<AppState>),
    /// Routes of another crate, below the path without its last part; `None`: this server does not have them.
    Nested(fn(&AppState) -> Option<Router<AppState>>),
}

impl HttpRoute {
    /// A route of a static table.
    pub(crate) const fn new(
        path: &'static str,
        access: RequiredAccess,
        handler: fn() -> MethodRouter<AppState>,
    ) -> Self {
        Self { path, access, handler: HttpHandler::Methods(handler) }
    }

    /// The routes of another crate below a path, which ends with `NESTED`.
    pub(crate) const fn nested(
        path: &'static str,
        access: RequiredAccess,
        routes: fn(&AppState) -> Option<Router<AppState>>,
    ) -> Self {
        Self { path, access, handler: HttpHandler::Nested(routes) }
    }

    fn add_to(&self, router: Router<AppState>, app: &AppState) -> Router<AppState> {
        match self.handler {
            HttpHandler::Methods(handler) => router.route(self.path, handler()),
            HttpHandler::Nested(routes) => match routes(app) {
                Some(routes) => router.nest(self.path.trim_end_matches(NESTED), routes),
                None => router,
            },
        }
    }
}

/// Last part of the path of nested routes.
const NESTED: &str = "/{*call}";

/// Every route of the server; the router is built from these tables only.
pub fn http_routes() -> impl Iterator<Item = &'static HttpRoute> {
    ROUTES
        .iter()
        .chain(web_chat::ROUTES)
        .chain(voice::ROUTES)
        .chain(recordings::ROUTES)
        .chain(messenger::ROUTES)
        .chain(whatsapp::routes())
        .chain(crate::faults::ROUTES)
        .chain(rabbit::ROUTES)
}

static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/", RequiredAccess::Public, || get(|| async { Redirect::temporary("/new-agent/") })),
    HttpRoute::new("/healthz", RequiredAccess::Public, || get(health::healthz)),
    HttpRoute::new("/readyz", RequiredAccess::Public, || get(health::readyz)),
    HttpRoute::new("/broker", RequiredAccess::BrokerCredential, || get(broker::open)),
    HttpRoute::new("/api", RequiredAccess::Token, || any(api::answer)),
    HttpRoute::new("/api/{*call}", RequiredAccess::Token, || any(api::answer)),
    HttpRoute::new("/new-agent", RequiredAccess::Public, || any(workspace_files::serve)),
    HttpRoute::new("/new-agent/", RequiredAccess::Public, || any(workspace_files::serve)),
    HttpRoute::new("/new-agent/{*file}", RequiredAccess::Public, || any(workspace_files::serve)),
];

/// The router of a server with this state.
pub(crate) fn router(app: AppState) -> Router {
    let is_open = |route: &&HttpRoute| match route.access {
        RequiredAccess::Faults => app.with_faults,
        RequiredAccess::BrokerKey => app.bridge.is_some(),
        RequiredAccess::BrokerCredential => app.bridge.is_none(),
        RequiredAccess::Public
        | RequiredAccess::Token
        | RequiredAccess::ChatSecret
        | RequiredAccess::VoiceSecret
        | RequiredAccess::TelephoneSecret
        | RequiredAccess::ProviderSignature
        | RequiredAccess::MediaSignature => true,
    };
    http_routes()
        .filter(is_open)
        .fold(Router::new(), |router, route| route.add_to(router, &app))
        .fallback(not_found)
        .layer(middleware::from_fn(body::limit_time))
        .layer(middleware::from_fn_with_state(app.clone(), rate::limit_requests))
        .layer(middleware::from_fn_with_state(app.clone(), front_door::check))
        .layer(middleware::from_fn(guard))
        .layer(middleware::from_fn_with_state(app.behind_proxy, access_log::log_request))
        .with_state(app)
}

async fn not_found(_: Request) -> Response {
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "not found").into_response()
}
