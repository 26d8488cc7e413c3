//! Puts the parts together and keeps them running: one router, one clock for the domain, one orderly end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRef, Request};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, any, get};
use axum::serve::ListenerExt;
use contact_centre::store::StoreError;
use contact_centre::{Argon2id, CentreConfig, DemoData};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::task::TaskTracker;

use crate::faults::Faults;
use crate::http::body::refusal;
use crate::http::rate::{self, RateLimit};
use crate::http::workspace_files::{self, WorkspaceFiles};
use crate::http::{access_log, guard, health};
use crate::rabbit::Bridge;
use crate::service::CentreService;
use crate::settings::Settings;
use crate::stomp::SessionPolicy;
use crate::store::{self, OpenError, OpenStore};
use crate::{api, broker, faults, rabbit, simulation, web_chat};

const TICK_EVERY: Duration = Duration::from_secs(1);
/// An orderly end takes no longer than this.
const STOP_WITHIN: Duration = Duration::from_secs(4);

#[derive(Clone)]
pub struct AppState {
    pub service: CentreService,
    pub allowed_origins: Arc<[String]>,
    pub session_policy: SessionPolicy,
    /// The caller's address is what the proxy in front says.
    pub behind_proxy: bool,
    /// Broker links run beside their HTTP connection and are waited for at the end.
    pub links: TaskTracker,
    pub rate: Arc<RateLimit>,
    pub faults: Arc<Faults>,
    /// The doors of faults are open.
    pub with_faults: bool,
    /// The connection to a RabbitMQ, where there is one.
    pub bridge: Option<Arc<Bridge>>,
    files: WorkspaceFiles,
}

impl FromRef<AppState> for WorkspaceFiles {
    fn from_ref(app: &AppState) -> Self {
        app.files.clone()
    }
}

#[derive(Debug, Error)]
pub enum StartError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("The database does not answer: {0}.")]
    Store(#[from] StoreError),
    #[error("Port {port} is already in use. Set PORT to another one.", port = .0.port())]
    PortInUse(SocketAddr),
    #[error("The address {0} cannot be listened on: {1}.")]
    Address(SocketAddr, std::io::Error),
}

pub struct Running {
    pub address: SocketAddr,
    pub demo: DemoData,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    ticking: JoinHandle<()>,
    bridging: Option<JoinHandle<()>>,
    app: AppState,
    /// Keeps a second server out of the data folder.
    _lock: Option<std::fs::File>,
}

pub async fn start(settings: &Settings) -> Result<Running, StartError> {
    // The address first: a server that cannot be reached must not touch the data.
    let listener = listen(settings.address).await?;
    let OpenStore { store, lock } = store::open(&settings.data_dir, settings.fresh)?;
    let running = run(listener, store, settings, Tuning::default()).await?;
    Ok(Running { _lock: Some(lock), ..running })
}

/// What tests make shorter or cheaper.
pub struct Tuning {
    pub session_policy: SessionPolicy,
    pub hasher: Argon2id,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { session_policy: SessionPolicy::default(), hasher: Argon2id::standard() }
    }
}

/// With a store that is open already.
pub async fn run(
    listener: TcpListener,
    store: store::SqliteStore,
    settings: &Settings,
    tuning: Tuning,
) -> Result<Running, StartError> {
    let address = listener.local_addr().map_err(|error| StartError::Address(settings.address, error))?;
    let service = CentreService::new(config(settings), tuning.hasher, store)?;
    let demo = service.call_now(|scope| contact_centre::seed_demo(scope.store, scope.context))?;
    let (stop, stopped) = watch::channel(false);
    let (bridge, bridging) = match &settings.rabbit {
        Some(rabbit) => {
            let (bridge, bridging) = rabbit::start(rabbit, &service, stopped.clone());
            (Some(Arc::new(bridge)), Some(bridging))
        }
        None => (None, None),
    };
    let app = AppState {
        service,
        allowed_origins: settings.allowed_origins.clone().into(),
        session_policy: tuning.session_policy,
        behind_proxy: settings.behind_proxy,
        links: TaskTracker::new(),
        rate: Arc::new(RateLimit::new(settings.rate_limit)),
        faults: Arc::default(),
        with_faults: settings.faults,
        bridge,
        files: WorkspaceFiles::new(&settings.ui_dir, &settings.foreign_origins()),
    };
    let serving = tokio::spawn(serve(listener, router(app.clone()), stopped.clone()));
    let ticking = tokio::spawn(tick(app.service.clone(), stopped.clone()));
    simulation::start(settings.simulated_customers, &app.service, stopped);
    Ok(Running { address, demo, stop, serving, ticking, bridging, app, _lock: None })
}

impl Running {
    /// Takes no more requests, ends what is under way, closes links and pages with a word, and writes everything down.
    pub async fn stop(self) {
        self.app.service.hub().stop();
        self.stop.send_replace(true);
        self.app.links.close();
        let ended = timeout(STOP_WITHIN, async {
            let _ = self.serving.await;
            let _ = self.ticking.await;
            if let Some(bridging) = self.bridging {
                let _ = bridging.await;
            }
            self.app.links.wait().await;
        })
        .await;
        if ended.is_err() {
            tracing::warn!("connections that did not end in time are cut");
        }
        match self.app.service.call(|scope| scope.store.flush()).await.and_then(|flushed| flushed) {
            Ok(()) => tracing::info!("stopped"),
            Err(error) => tracing::error!(%error, "the database was not folded together; the next start does it"),
        }
    }
}

fn config(settings: &Settings) -> CentreConfig {
    let mut config = CentreConfig {
        white_label: settings.white_label.clone(),
        services: settings.services.clone(),
        ..CentreConfig::default()
    };
    if let Some(count) = settings.jobs_per_channel {
        config.jobs_per_channel = count;
    }
    if let Some(settings) = &settings.rabbit {
        config.broker = rabbit::browser_settings(&settings.url, settings.wants_logins);
        config.queue_prefix = rabbit::queue_prefix();
    }
    config
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => StartError::PortInUse(address),
        _ => StartError::Address(address, error),
    })
}

/// Who gets through a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequiredAccess {
    Public,
    /// What the token says: decided by the domain's own table of routes.
    Token,
    /// The credential of CONNECT, from a welcome origin.
    BrokerCredential,
    /// The secret of one chat, where the call is about one.
    ChatSecret,
    /// A RabbitMQ that stands in the place of the broker built in: the key of its configuration.
    BrokerKey,
    /// Only where the operator opened them, and only pages of this host.
    Faults,
}

pub struct HttpRoute {
    pub path: &'static str,
    pub access: RequiredAccess,
    handler: fn() -> MethodRouter<AppState>,
}

impl HttpRoute {
    pub const fn new(path: &'static str, access: RequiredAccess, handler: fn() -> MethodRouter<AppState>) -> Self {
        Self { path, access, handler }
    }
}

/// Everything that the server answers; the router is made from these tables and from nothing else.
pub fn http_routes() -> impl Iterator<Item = &'static HttpRoute> {
    ROUTES.iter().chain(web_chat::ROUTES).chain(faults::ROUTES).chain(rabbit::ROUTES)
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

fn router(app: AppState) -> Router {
    let is_open = |route: &&HttpRoute| match route.access {
        RequiredAccess::Faults => app.with_faults,
        RequiredAccess::BrokerKey => app.bridge.is_some(),
        RequiredAccess::BrokerCredential => app.bridge.is_none(),
        RequiredAccess::Public | RequiredAccess::Token | RequiredAccess::ChatSecret => true,
    };
    http_routes()
        .filter(is_open)
        .fold(Router::new(), |router, route| router.route(route.path, (route.handler)()))
        .fallback(not_found)
        .layer(middleware::from_fn_with_state(app.clone(), rate::limit))
        .layer(middleware::from_fn(guard))
        .layer(middleware::from_fn(access_log::log_request))
        .with_state(app)
}

async fn not_found(_: Request) -> Response {
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "nothing is here").into_response()
}

async fn serve(listener: TcpListener, router: Router, mut stopped: watch::Receiver<bool>) {
    let stop = async move {
        let _ = stopped.wait_for(|stopped| *stopped).await;
    };
    // Frames and events are small and urgent: Nagle's algorithm would hold each for the peer's delayed acknowledgement (40 ms).
    let listener = listener.tap_io(|socket| {
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps Nagle's algorithm");
        }
    });
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    if let Err(error) = axum::serve(listener, service).with_graceful_shutdown(stop).await {
        tracing::error!(%error, "the server does not accept connections any more");
    }
}

/// Tells the domain that time passes: it decides what is due.
async fn tick(service: CentreService, mut stopped: watch::Receiver<bool>) {
    let mut ticks = interval(TICK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
        let ticked =
            service.call(|scope| scope.centre.tick(scope.store, scope.context)).await.and_then(|ticked| ticked);
        if let Err(error) = ticked {
            tracing::error!(%error, "what is due cannot be done now");
        }
    }
}
