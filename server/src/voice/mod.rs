//! The embedded voice gateway: mounted at `/voice`, it carries the calls that the domain decides about. The domain gets
//! its facts as news and gives it commands, see `commands`.

mod commands;
mod directory;
mod news;
mod switch;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use contact_centre::{AccountChange, VoiceDirectory};
use hyper::upgrade::OnUpgrade;
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;
use voice_gateway::{ControlCommand, Gateway, GatewayConfig, PeerAddress};

use crate::http::body::{internal_error, refusal};
use crate::http::caller_address;
use crate::server::{AppState, HttpRoute, RequiredAccess};
use crate::service::CentreService;
pub(crate) use directory::OperatorNumbers;
use switch::Switch;

const BASE: &str = "/voice";

pub static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/voice/ws", RequiredAccess::VoiceSecret, || any(serve)),
    HttpRoute::new("/voice/janus", RequiredAccess::VoiceSecret, || any(serve)),
    HttpRoute::new("/voice/janus/{*call}", RequiredAccess::VoiceSecret, || any(serve)),
];

/// When the embedded gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayStart {
    /// Always.
    Always,
    /// If an agent has a telephone or a queue takes calls when the server starts.
    IfUsed,
    /// Never.
    Never,
}

/// Settings of the embedded gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewaySettings {
    /// When it runs.
    pub start: GatewayStart,
    /// Address of the UDP socket of all calls; port 0: any free one.
    pub media: SocketAddr,
    /// Address that browsers send to, if it is not the socket's own.
    pub advertise: Option<IpAddr>,
    /// How long a telephone rings.
    pub ring: Duration,
}

/// The running gateway, as the HTTP handlers use it.
#[derive(Clone)]
pub struct Telephony {
    /// The gateway.
    pub gateway: Gateway,
}

/// Starts the gateway and connects it with the domain.
///
/// # Errors
/// The media socket cannot be bound.
pub fn start(
    service: &CentreService,
    directory: VoiceDirectory,
    numbers: OperatorNumbers,
    settings: &GatewaySettings,
    stopped: watch::Receiver<bool>,
) -> io::Result<Telephony> {
    let mut config = GatewayConfig { media: settings.media, advertise: settings.advertise, ..GatewayConfig::default() };
    config.signalling.ring_timeout = settings.ring;
    let (facts, receiver) = mpsc::unbounded_channel();
    let switch = Arc::new(Switch::new(directory, numbers, facts));
    let gateway = Gateway::start(config, Arc::clone(&switch) as _)?;
    let centre = service.clone();
    tokio::spawn(news::forward(receiver, stopped.clone(), move |news| {
        let service = centre.clone();
        async move { service.call(move |scope| scope.centre.call_news(scope.store, scope.context, &news)).await.flatten() }
    }));
    service.effects().start_worker(commands::run(service.clone(), gateway.clone(), stopped.clone()));
    let registrar = gateway.clone();
    service.hub().give_accounts_to(Box::new(move |change: &AccountChange| {
        if switch.learn(change) && change.account.is_none() {
            registrar.execute(ControlCommand::Unregister { extension: change.exten.clone() });
        }
    }));
    tracing::info!(media = %gateway.media_address(), "the voice gateway carries calls");
    Ok(Telephony { gateway })
}

/// Passes a request to the gateway's own routes.
async fn serve(State(app): State<AppState>, request: Request) -> Response {
    let Some(telephony) = app.telephony else {
        return refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "no embedded voice gateway");
    };
    let (parts, body) = request.into_parts();
    let address = caller_address(&parts, app.behind_proxy);
    let mut request = Request::from_parts(parts, body);
    // The parameters of this route are no parameters of the gateway's; its sockets need the upgrade.
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    request.extensions_mut().clear();
    if let Some(address) = address {
        request.extensions_mut().insert(PeerAddress(address));
    }
    if let Some(upgrade) = upgrade {
        request.extensions_mut().insert(upgrade);
    }
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
    match target.strip_prefix(BASE).unwrap_or(target).parse::<Uri>() {
        Ok(uri) => *request.uri_mut() = uri,
        Err(_) => return internal_error(),
    }
    match telephony.gateway.router().oneshot(request).await {
        Ok(answer) => answer.into_response(),
        Err(never) => match never {},
    }
}
