//! The providers of this installation, and how their requests are carried out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use messaging::gupshup::Gupshup;
use messaging::infobip::Infobip;
use messaging::instagram::Instagram;
use messaging::media::{BlobWriter, DownloadSettings, Downloaded, Downloader};
use messaging::meta::Meta;
use messaging::twilio::Twilio;
use messaging::zenvia::Zenvia;
use messaging::{
    FetchFault, MediaKind, MediaReference, MediaSource, Outbound, Provider, ProviderClient, SendOutcome, UploadFile,
};

use super::messenger_link::MessengerLink;
use crate::settings::ProviderSettings;

/// Longest time of a request to a provider; well below the lease of an effect.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// A provider with the transport of its requests.
#[derive(Clone)]
pub struct Connection {
    /// The provider's formats.
    pub provider: Arc<dyn Provider>,
    link: Link,
}

#[derive(Clone)]
enum Link {
    Network {
        client: ProviderClient,
        downloader: Downloader,
    },
    /// The simulated messenger in this process.
    Messenger(MessengerLink),
}

/// A file that an agent sends.
pub struct OutgoingFile<'a> {
    /// Name that the customer sees.
    pub name: &'a str,
    /// MIME type detected from the content.
    pub mime: &'a str,
    /// How the message shows the file.
    #[cfg_attr(not(feature = "development"), expect(dead_code, reason = "only the simulated provider asks"))]
    pub kind: MediaKind,
    /// Content of the file.
    pub bytes: Vec<u8>,
    /// Address that a provider without an own store can open; `None` if the server has no public address.
    pub address: Option<String>,
}

/// Every provider by its name in routes.
#[derive(Clone, Default)]
pub struct Providers {
    by_name: BTreeMap<&'static str, Connection>,
    simulated: Option<Connection>,
}

impl Providers {
    /// The configured providers, and the simulated messenger if there is one.
    ///
    /// # Errors
    /// The machine's certificates cannot be read.
    pub fn new(settings: &ProviderSettings, messenger: Option<MessengerLink>) -> Result<Self, reqwest::Error> {
        let client = ProviderClient::new(REQUEST_TIMEOUT)?;
        let downloader = Downloader::new(DownloadSettings::default())?;
        let mut by_name = BTreeMap::new();
        let mut add = |provider: Arc<dyn Provider>| {
            let link = Link::Network { client: client.clone(), downloader: downloader.clone() };
            by_name.insert(provider.name(), Connection { provider, link });
        };
        if let Some(config) = settings.meta.clone() {
            add(Arc::new(Meta::new(config)));
        }
        if let Some(config) = settings.instagram.clone() {
            add(Arc::new(Instagram::new(config)));
        }
        if let Some(config) = settings.twilio.clone() {
            add(Arc::new(Twilio::new(config)));
        }
        if let Some(config) = settings.infobip.clone() {
            add(Arc::new(Infobip::new(config)));
        }
        if let Some(config) = settings.zenvia.clone() {
            add(Arc::new(Zenvia::new(config)));
        }
        if let Some(config) = settings.gupshup.clone() {
            add(Arc::new(Gupshup::new(config)));
        }
        let simulated = messenger.map(|link| Connection { provider: link.provider(), link: Link::Messenger(link) });
        Ok(Self { by_name, simulated })
    }

    /// The provider of a route. A simulated route belongs to the messenger, whatever the name of its provider.
    pub fn of(&self, provider: &str, is_simulated: bool) -> Option<&Connection> {
        if is_simulated { self.simulated.as_ref() } else { self.by_name.get(provider) }
    }
}

impl Connection {
    /// Sends a message.
    pub async fn send(&self, outbound: &Outbound) -> SendOutcome {
        match &self.link {
            Link::Network { client, .. } => client.send(self.provider.as_ref(), outbound).await,
            Link::Messenger(messenger) => messenger.send(self.provider.as_ref(), outbound).await,
        }
    }

    /// Downloads the file of a customer's message, of at most `max_bytes`, into `file`.
    ///
    /// # Errors
    /// See `FetchFault`.
    pub async fn fetch(
        &self,
        reference: &MediaReference,
        max_bytes: u64,
        file: &mut dyn BlobWriter,
    ) -> Result<Downloaded, FetchFault> {
        match &self.link {
            Link::Network { client, downloader } => {
                client.fetch_media(self.provider.as_ref(), downloader, reference, max_bytes, file).await
            }
            Link::Messenger(messenger) => messenger.fetch(self.provider.as_ref(), reference, max_bytes, file).await,
        }
    }

    /// Makes a file available to the provider.
    ///
    /// # Errors See `FetchFault`; `NotOffered` also if the provider has no file store and the server no public address.
    pub async fn place(&self, account: &str, file: OutgoingFile<'_>) -> Result<MediaSource, FetchFault> {
        match &self.link {
            Link::Network { client, .. } => {
                let upload = UploadFile { file_name: file.name, mime: file.mime, bytes: &file.bytes };
                match client.upload(self.provider.as_ref(), account, &upload).await {
                    Err(FetchFault::NotOffered) => file.address.map(MediaSource::Address).ok_or(FetchFault::NotOffered),
                    placed => placed,
                }
            }
            Link::Messenger(messenger) => Ok(messenger.place(file)),
        }
    }
}
