//! Starts the server: opens the store, builds the router from the route tables, runs due work, and stops everything in
//! order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use contact_centre::store::StoreError;
use contact_centre::wire::Secret;
use contact_centre::{Argon2id, Centre, CentreConfig, DemoData, DueLane, VoiceConfig, WhatsAppConfig};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use voice_gateway::media::{Portion, RecordingOutput};

use crate::disk::Disk;
use crate::faults::Faults;
use crate::http::body::Bodies;
use crate::http::connections;
pub use crate::http::connections::ConnectionLimits;
use crate::http::quotas::Quotas;
use crate::http::rate::RateLimit;
use crate::http::workspace_files::WorkspaceFiles;
use crate::messenger::{self, Messenger};
use crate::permits::{Limits, Permits};
use crate::rabbit::Bridge;
use crate::recordings::{self, AnnouncementError};
use crate::routes::router;
use crate::service::CentreService;
use crate::settings::Settings;
use crate::stomp::SessionPolicy;
use crate::store::{self, OpenDatabase, OpenError, Stores};
use crate::store_load::log_conflicts;
use crate::voice::{self, GatewaySettings, GatewayStart, OperatorNumbers, Telephony};
use crate::whatsapp::{Messaging, MessagingError};
use crate::{churn, rabbit, whatsapp};

/// Maximum duration of an orderly stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// Maximum of event streams of customers.
const STREAMS: Limits = Limits { all: 5_000, per_address: 100 };

/// Maximum of simultaneous uploads of customers: in total, and of one chat.
const UPLOADS: Limits = Limits { all: 500, per_address: 8 };

/// State of the HTTP handlers.
#[derive(Clone)]
pub(crate) struct AppState {
    pub service: CentreService,
    pub allowed_origins: Arc<[String]>,
    pub session_policy: SessionPolicy,
    /// Whether the demo data with its published passwords exists: pages of other hosts must not read it.
    pub is_demo: bool,
    /// Host name of the customers' page, if it has its own.
    pub outside_host: Option<Arc<str>>,
    /// Whether the address in `x-forwarded-for` is used as the caller's address.
    pub behind_proxy: bool,
    /// Running broker links, which outlive their HTTP requests; the stop waits for them.
    pub links: TaskTracker,
    pub rate: Arc<RateLimit>,
    pub faults: Arc<Faults>,
    /// Whether the routes for fault injection exist.
    pub with_faults: bool,
    /// The RabbitMQ bridge, if configured.
    pub bridge: Option<Arc<Bridge>>,
    /// Permits of event streams of customers.
    pub streams: Permits,
    /// The amounts that customers of an address have used.
    pub quotas: Arc<Quotas>,
    /// Permits of uploads of customers, by chat.
    pub uploads: Permits,
    pub disk: Disk,
    /// Permits of memory for request bodies.
    pub bodies: Bodies,
    /// The embedded voice gateway, unless external nodes are configured.
    pub telephony: Option<Telephony>,
    /// The simulated messenger, with `--demo`.
    pub messenger: Option<Messenger>,
    /// Providers of WhatsApp and Instagram, and the files of messages.
    pub messaging: Messaging,
    files: WorkspaceFiles,
}

impl AppState {
    /// Whether the centre knows the credential of a request, for the decisions before its body is read.
    pub async fn knows_caller(&self, parts: &Parts) -> bool {
        if self.rate.has_verified(&parts.headers) {
            return true;
        }
        let Some(authorization) = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()) else {
            return false;
        };
        let (authorization, path) = (authorization.to_owned(), parts.uri.path().to_owned());
        let known = self.service.read(move |scope| Centre::knows_caller(&*scope.store, &path, &authorization));
        known.await.flatten().unwrap_or_else(|error| {
            tracing::warn!(%error, "a credential cannot be looked up");
            false
        })
    }
}

impl FromRef<AppState> for WorkspaceFiles {
    fn from_ref(app: &AppState) -> Self {
        app.files.clone()
    }
}

/// Why the server did not start; displayed as one sentence.
#[derive(Debug, Error)]
pub enum StartError {
    /// The data folder or the database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error("The database does not answer: {0}.")]
    Store(#[from] StoreError),
    /// Without `--demo`, an account has a published password.
    #[error(
        "The database has demo accounts with published passwords ({0}): start with --demo, or set DATA_DIR to another folder."
    )]
    DemoAccounts(String),
    /// Another process listens on the port.
    #[error("Port {port} is already in use. Set PORT to another one.", port = .0.port())]
    PortInUse(SocketAddr),
    /// The media socket cannot be bound.
    #[error("The address {0} of VOICE_MEDIA cannot be used: {1}.")]
    Media(SocketAddr, std::io::Error),
    /// The announcement before recordings cannot be used.
    #[error("The announcement of RECORDING_ANNOUNCEMENT cannot be used: {0}.")]
    Announcement(#[from] AnnouncementError),
    /// Messages of WhatsApp and Instagram cannot be carried.
    #[error("WhatsApp and Instagram cannot start: {0}.")]
    Messaging(#[from] MessagingError),
    /// The external service for churn risks cannot be set up.
    #[error("The service of CHURN_URL cannot be used: {0}.")]
    Churn(#[from] reqwest::Error),
    /// The address cannot be bound.
    #[error("The address {0} cannot be listened on: {1}.")]
    Address(SocketAddr, std::io::Error),
}

/// A running server.
pub struct Running {
    /// Address on which the server listens.
    pub address: SocketAddr,
    /// Demo data of `--demo`, for the start message.
    pub demo: Option<DemoData>,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    ticking: [JoinHandle<()>; 2],
    bridging: Option<JoinHandle<()>>,
    app: AppState,
    /// The lock that keeps other servers out of the data folder.
    _lock: Option<std::fs::File>,
}

/// Opens the database and starts the server.
///
/// # Errors
/// See `StartError`.
pub async fn start(settings: &Settings) -> Result<Running, StartError> {
    // The port is bound first: `--fresh` must not delete data when the port is in use.
    let listener = listen(settings.address).await?;
    let OpenDatabase { stores, lock } = store::open_database(&settings.database, settings.fresh).await?;
    let open_files = connections::raise_open_files();
    let connections = ConnectionLimits::of(open_files, settings.limits.connections_per_address, settings.behind_proxy);
    let running = run(listener, stores, settings, Tuning { connections, ..Tuning::default() }).await?;
    Ok(Running { _lock: lock, ..running })
}

/// Parameters that tests reduce.
pub struct Tuning {
    /// Limits and intervals of STOMP sessions.
    pub session_policy: SessionPolicy,
    /// Parameters of password hashing.
    pub hasher: Argon2id,
    /// Limits of connections.
    pub connections: ConnectionLimits,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            session_policy: SessionPolicy::default(),
            hasher: Argon2id::standard(),
            connections: ConnectionLimits::default(),
        }
    }
}

/// Starts the server with an open store.
///
/// # Errors
/// See `StartError`.
pub async fn run(
    listener: TcpListener,
    stores: Box<dyn Stores>,
    settings: &Settings,
    tuning: Tuning,
) -> Result<Running, StartError> {
    let address = listener.local_addr().map_err(|error| StartError::Address(settings.address, error))?;
    let media_key = whatsapp::media_key(&settings.providers)?;
    let service = CentreService::open(config(settings, media_key), tuning.hasher, stores).await?;
    let demo = demo_data(&service, settings).await?;
    let embedded = settings.rabbit.is_none();
    service.call(move |scope| scope.centre.start_up(scope.store, scope.context, embedded)).await??;
    let (stop, stopped) = watch::channel(false);
    let (bridge, bridging) = match &settings.rabbit {
        Some(rabbit) => {
            let (bridge, bridging) = rabbit::start(rabbit, &service, stopped.clone());
            (Some(Arc::new(bridge)), Some(bridging))
        }
        None => (None, None),
    };
    let (telephony, portions) = start_telephony(&service, settings, stopped.clone()).await?.unzip();
    let (messaging, messenger) = messenger::start(&service, settings, stopped.clone()).await?;
    if let Some(settings) = &settings.churn {
        churn::start(&service, settings, stopped.clone())?;
    }
    let disk = Disk::start(messaging.watched(&settings.database, settings.limits.disk), stopped.clone()).await;
    if let Some(portions) = portions {
        tokio::spawn(recordings::run_writer(portions, messaging.blobs(), disk.clone(), service.clone()));
    }
    let app = AppState {
        service,
        allowed_origins: settings.allowed_origins.clone().into(),
        session_policy: tuning.session_policy,
        is_demo: settings.demo,
        outside_host: settings.outside_host.as_deref().map(Arc::from),
        behind_proxy: settings.behind_proxy,
        links: TaskTracker::new(),
        rate: Arc::new(RateLimit::new(settings.rate_limit)),
        faults: Arc::default(),
        with_faults: settings.faults,
        bridge,
        streams: Permits::new(STREAMS),
        quotas: Arc::new(Quotas::new(settings.limits.quotas)),
        uploads: Permits::new(UPLOADS),
        disk,
        bodies: Bodies::default(),
        telephony,
        messenger,
        messaging,
        files: WorkspaceFiles::new(&settings.ui_dir, &settings.foreign_origins()),
    };
    let serving = tokio::spawn(connections::serve(listener, router(app.clone()), stopped.clone(), tuning.connections));
    let ticking = DueLane::ALL.map(|lane| {
        let (service, stopped) = (app.service.clone(), stopped.clone());
        tokio::spawn(async move { service.run_lane(lane, stopped).await })
    });
    tokio::spawn(log_conflicts(app.service.clone(), stopped.clone()));
    let (service, of_operator) = (app.service.clone(), stopped.clone());
    tokio::spawn(async move { service.watch_operator(of_operator).await });
    #[cfg(feature = "development")]
    {
        let customers = settings.simulated_customers;
        crate::simulation::start(customers, &app.service, &stopped);
        if let Some(messenger) = &app.messenger {
            crate::simulation::start_telephones(customers, messenger, &stopped);
        }
        if let Some(Telephony { gateway }) = app.telephony.clone() {
            crate::simulation::start_calls(customers, &app.service, gateway, &stopped).await?;
        }
    }
    Ok(Running { address, demo, stop, serving, ticking, bridging, app, _lock: None })
}

/// Starts the embedded voice gateway, unless external nodes are configured, it is switched off, or nobody could use it, because strangers
/// can reach it.
async fn start_telephony(
    service: &CentreService,
    settings: &Settings,
    stopped: watch::Receiver<bool>,
) -> Result<Option<(Telephony, mpsc::Receiver<Portion>)>, StartError> {
    let GatewaySettings { start, .. } = settings.voice.gateway;
    if !settings.voice.config.nodes.is_empty() || start == GatewayStart::Never {
        return Ok(None);
    }
    let directory = service.read(|scope| scope.centre.voice_directory(scope.store)).await??;
    if start == GatewayStart::IfUsed && directory.queues.is_empty() && directory.versions.is_empty() {
        tracing::info!("nobody has a telephone and no queue takes calls: the voice gateway is not started");
        return Ok(None);
    }
    let numbers = OperatorNumbers::of(settings);
    let gateway = &settings.voice.gateway;
    let (portions, receiver) = mpsc::channel(recordings::WAITING_PORTIONS);
    let announcement = gateway.announcement.as_deref().map(recordings::read_announcement).transpose()?;
    let recording = RecordingOutput { portions: Some(portions), announcement };
    let telephony = voice::start(service, directory, numbers, gateway, recording, stopped);
    let telephony = telephony.map_err(|error| StartError::Media(gateway.media, error))?;
    Ok(Some((telephony, receiver)))
}

/// Creates the demo data with `--demo`; without it refuses a database with published passwords.
async fn demo_data(service: &CentreService, settings: &Settings) -> Result<Option<DemoData>, StartError> {
    #[cfg(feature = "development")]
    if settings.demo {
        let demo = service.call(|scope| contact_centre::seed_demo(scope.store, scope.context)).await??;
        let contacts = settings.demo_contacts;
        // A batch is a transaction of its own; a start after an interruption continues with the next batch.
        while !service.call(move |scope| contact_centre::seed_contacts(scope.store, scope.context, contacts)).await?? {}
        service.call(|scope| contact_centre::seed_history(scope.store, scope.context)).await??;
        return Ok(Some(demo));
    }
    #[cfg(not(feature = "development"))]
    debug_assert!(!settings.demo, "the arguments refuse --demo");
    let found = service.read(|scope| contact_centre::demo_accounts(scope.store, scope.context)).await??;
    if found.is_empty() { Ok(None) } else { Err(StartError::DemoAccounts(found.join(", "))) }
}

impl Running {
    /// Stops accepting requests, ends open ones, closes links and streams with a reason, waits for effects in progress, and checkpoints the
    /// database.
    pub async fn stop(self) {
        self.app.service.hub().stop();
        self.stop.send_replace(true);
        self.app.links.close();
        let ended = timeout(STOP_TIMEOUT, async {
            let _ = self.serving.await;
            for lane in self.ticking {
                let _ = lane.await;
            }
            if let Some(bridging) = self.bridging {
                let _ = bridging.await;
            }
            self.app.links.wait().await;
        })
        .await;
        if ended.is_err() {
            tracing::warn!("connections that did not end in time are dropped");
        }
        self.app.service.effects().drain().await;
        match self.app.service.flush().await {
            Ok(()) => tracing::info!("stopped"),
            Err(error) => tracing::error!(%error, "the database checkpoint failed; the next start repeats it"),
        }
    }
}

/// The domain's configuration.
pub(crate) fn config(settings: &Settings, media_key: String) -> CentreConfig {
    let mut config = CentreConfig {
        white_label: settings.white_label.clone(),
        services: settings.services.clone(),
        voice: VoiceConfig {
            desk_telephones: settings.demo,
            demo_site: settings.demo.then(|| Secret::new(format!("demo site {media_key}"))),
            ..settings.voice.config.clone()
        },
        api_document: settings.demo || settings.api_document,
        public_org_units: settings.public_org_units.clone(),
        number_country: settings.number_country,
        identifier_secret: settings.identifier_secret.clone(),
        start_puzzle: settings.limits.puzzle.with_key(&media_key),
        whatsapp: WhatsAppConfig { media_key, broadcasts: settings.broadcasts.clone(), ..WhatsAppConfig::default() },
        churn_service: settings.churn.is_some(),
        retention: settings.retention.clone(),
        session_idle_ms: settings.session.idle_ms,
        second_factor: settings.session.second_factor.clone(),
        // Pages refuse a larger file before sending it.
        attachment_limit_bytes: u32::try_from(settings.providers.attachment_max_bytes).unwrap_or(u32::MAX),
        ..CentreConfig::default()
    };
    if let Some(count) = settings.chats_per_address {
        config.chats_per_address = count;
    }
    if let Some(count) = settings.limits.password_max_chars {
        config.password_max_chars = count;
    }
    if let Some(count) = settings.jobs_per_channel {
        config.jobs_per_channel = count;
    }
    if let Some(count) = settings.jobs_per_queue {
        config.whatsapp.jobs_per_queue = count as usize;
    }
    if let Some(settings) = &settings.rabbit {
        config.broker = rabbit::browser_settings(&settings.url, settings.wants_logins);
        config.queues = rabbit::QUEUES;
    }
    config
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => StartError::PortInUse(address),
        _ => StartError::Address(address, error),
    })
}
