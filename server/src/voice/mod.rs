//! The embedded voice gateway: mounted at `/voice`, it carries the calls that the domain controls. The domain receives
//! its facts as reports (news) and sends it commands, see `commands`.

mod commands;
mod directory;
mod news;
mod switch;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use contact_centre::{AccountChange, VoiceDirectory};
use tokio::sync::{mpsc, watch};
use voice_gateway::media::RecordingOutput;
use voice_gateway::{ControlCommand, Gateway, GatewayConfig, PeerAddress};

use crate::http::caller_address;
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;
use crate::service::CentreService;
pub(crate) use directory::OperatorNumbers;
use switch::Switch;

pub static ROUTES: &[HttpRoute] = &[HttpRoute::nested("/voice/{*call}", RequiredAccess::VoiceSecret, routes)];

/// When the embedded gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayStart {
    /// The gateway always runs.
    Always,
    /// The gateway runs if an agent has a telephone or a queue accepts calls when the server starts.
    IfUsed,
    /// The gateway never runs.
    Never,
}

/// Settings of the embedded gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewaySettings {
    /// When the gateway runs.
    pub start: GatewayStart,
    /// Address of the UDP socket of all calls; port 0: any free port.
    pub media: SocketAddr,
    /// Address that browsers send to, if it is not the socket's own.
    pub advertise: Option<IpAddr>,
    /// Longest time that a telephone rings.
    pub ring: Duration,
    /// File with the announcement before recordings.
    pub announcement: Option<PathBuf>,
}

/// The running gateway, for the HTTP handlers.
#[derive(Clone)]
pub struct Telephony {
    /// The gateway itself.
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
    recording: RecordingOutput,
    stopped: watch::Receiver<bool>,
) -> io::Result<Telephony> {
    let mut config = GatewayConfig { media: settings.media, advertise: settings.advertise, ..GatewayConfig::default() };
    config.signalling.ring_timeout = settings.ring;
    config.recording = recording;
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
        if switch.apply_account_change(change) && change.account.is_none() {
            registrar.execute(ControlCommand::Unregister { extension: change.exten.clone() });
        }
    }));
    tracing::info!(media = %gateway.media_address(), "the voice gateway carries calls");
    Ok(Telephony { gateway })
}

/// The routes of the gateway.
fn routes(app: &AppState) -> Option<Router<AppState>> {
    let telephony = app.telephony.as_ref()?;
    let named = middleware::from_fn_with_state(app.behind_proxy, name_peer);
    Some(telephony.gateway.router().layer(named).with_state(()))
}

/// The gateway limits sessions by the caller's address, which behind a proxy only the server knows.
async fn name_peer(State(behind_proxy): State<bool>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(address) = caller_address(&parts, behind_proxy) {
        parts.extensions.insert(PeerAddress(address));
    }
    next.run(Request::from_parts(parts, body)).await
}
