//! WhatsApp and Instagram: providers' webhooks, agents' messages, and the files of messages. The rules are in the domain;
//! this module does the I/O.

mod fetch;
mod files;
mod judging;
#[cfg(feature = "development")]
mod messenger_link;
#[cfg(not(feature = "development"))]
#[path = "no_messenger_link.rs"]
mod messenger_link;
mod providers;
mod receive;
mod send;
mod sweep;
mod webhooks;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use messaging::media::{Blobs, FolderBlobs, Scanner};
use thiserror::Error;
use tokio::sync::{Semaphore, watch};

use crate::disk::{DiskLimits, Watched};
use crate::routes::HttpRoute;
use crate::service::CentreService;
use crate::settings::ProviderSettings;
use crate::store::Location;
pub use messenger_link::MessengerLink;
use providers::{Connection, Providers};

/// Longest time for the scan of one file.
const SCAN_TIME: Duration = Duration::from_secs(30);

/// Why messages cannot be sent and received.
#[derive(Debug, Error)]
pub enum MessagingError {
    /// The folder of files cannot be opened.
    #[error("the folder of files cannot be opened: {0}")]
    Folder(#[from] io::Error),
    /// The machine's certificates cannot be read.
    #[error("the machine's certificates cannot be read: {0}")]
    Certificates(#[from] reqwest::Error),
}

/// Providers and the store of files; clones share them.
#[derive(Clone)]
pub struct Messaging {
    inner: Arc<Inner>,
}

struct Inner {
    service: CentreService,
    providers: Providers,
    blobs: Arc<dyn Blobs>,
    /// The store of files.
    folder: PathBuf,
    attachment_max_bytes: u64,
    /// Scheme and host by which providers reach this server, without a slash at the end; empty if none is configured.
    public_url: String,
    /// The virus scanner, if one is set.
    scanner: Option<Scanner>,
    /// Webhook requests that are being read.
    webhook_calls: Semaphore,
}

/// The key of the addresses of files.
///
/// # Errors The key can be neither read nor created.
pub fn media_key(settings: &ProviderSettings) -> Result<String, MessagingError> {
    Ok(files::media_key(&settings.media_key, &settings.media_folder)?)
}

/// The routes of webhooks and files.
pub fn routes() -> impl Iterator<Item = &'static HttpRoute> {
    webhooks::ROUTES.iter().chain(files::ROUTES)
}

impl Messaging {
    /// Opens the folder of files and prepares the providers.
    ///
    /// # Errors
    /// See `MessagingError`.
    pub fn open(
        service: &CentreService,
        settings: &ProviderSettings,
        messenger: Option<MessengerLink>,
    ) -> Result<Self, MessagingError> {
        let inner = Inner {
            service: service.clone(),
            providers: Providers::new(settings, messenger)?,
            blobs: Arc::new(FolderBlobs::open(&settings.media_folder)?),
            folder: settings.media_folder.clone(),
            attachment_max_bytes: settings.attachment_max_bytes,
            public_url: settings.public_url.clone(),
            scanner: settings.scanner.clone().map(|address| Scanner::new(address, SCAN_TIME)),
            webhook_calls: Semaphore::new(webhooks::MAX_CALLS),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Starts the workers that send messages of agents and broadcasts, fetch customers' files and delete files.
    pub fn start(&self, stopped: watch::Receiver<bool>) {
        tokio::spawn(sweep::run(self.clone(), stopped.clone()));
        self.inner.service.effects().start_worker(sweep::run_deletions(self.clone(), stopped.clone()));
        self.inner.service.effects().start_worker(fetch::run(self.clone(), stopped.clone()));
        self.inner.service.effects().start_worker(send::run_broadcasts(self.clone(), stopped.clone()));
        self.inner.service.effects().start_worker(send::run(self.clone(), stopped));
    }

    /// The store of files.
    pub(crate) fn blobs(&self) -> Arc<dyn Blobs> {
        Arc::clone(&self.inner.blobs)
    }

    /// The disks of the database and of the files.
    pub fn watched(&self, database: &Location, limits: DiskLimits) -> Watched {
        let mut folders = vec![self.inner.folder.clone()];
        folders.extend(match database {
            Location::Folder(folder) => Some(folder.clone()),
            Location::Postgres(_) => None,
        });
        Watched { folders, blobs: Arc::clone(&self.inner.blobs), limits }
    }

    fn provider(&self, name: &str) -> Option<&Connection> {
        self.inner.providers.of(name, false)
    }

    /// The address of the provider's request, which its signature may cover.
    fn public_url(&self, path: &str) -> String {
        format!("{}{path}", self.inner.public_url)
    }
}
