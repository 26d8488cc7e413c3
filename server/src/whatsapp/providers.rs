//! The providers of this installation, and how their requests are carried out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ::messenger::{MediaFile, Messenger};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use contact_centre::wire::Secret;
use messaging::gupshup::Gupshup;
use messaging::infobip::Infobip;
use messaging::instagram::Instagram;
use messaging::media::{BlobWriter, DownloadFault, DownloadSettings, Downloaded, Downloader};
use messaging::meta::Meta;
use messaging::simulated::{Simulated, SimulatedConfig};
use messaging::twilio::Twilio;
use messaging::zenvia::Zenvia;
use messaging::{
    FetchFault, HttpAnswer, HttpRequestData, MediaKind, MediaReference, MediaRequest, MediaSource, Method, Outbound,
    Provider, ProviderClient, SendOutcome, UploadFile,
};
use tower::ServiceExt;

use crate::settings::ProviderSettings;

/// Longest time of a request to a provider; well below the lease of an effect.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Placeholder address: the messenger is called without a network.
const MESSENGER_BASE: &str = "http://messenger.invalid";

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
    /// The simulated messenger in this process, with the token of its business accounts.
    Messenger {
        messenger: Messenger,
        secret: Secret<String>,
    },
}

/// A file that an agent sends.
pub struct OutgoingFile<'a> {
    /// Name that the customer sees.
    pub name: &'a str,
    /// MIME type detected from the content.
    pub mime: &'a str,
    /// How the message shows the file.
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
    pub fn new(
        settings: &ProviderSettings,
        messenger: Option<(Messenger, Secret<String>)>,
    ) -> Result<Self, reqwest::Error> {
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
        let simulated = messenger.map(|(messenger, secret)| {
            let config = SimulatedConfig { base: MESSENGER_BASE.to_owned(), secret: secret.clone() };
            Connection { provider: Arc::new(Simulated::new(config)), link: Link::Messenger { messenger, secret } }
        });
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
            Link::Messenger { messenger, secret } => match self.provider.send_request(outbound) {
                Ok(request) => self.provider.send_outcome(&asked(messenger, secret, request).await),
                Err(refusal) => SendOutcome::Refused(refusal),
            },
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
            Link::Messenger { messenger, secret } => {
                let request = match self.provider.media_request(reference) {
                    MediaRequest::Download(request) | MediaRequest::Locate(request) => request,
                };
                let answer = asked(messenger, secret, request).await;
                if !answer.is_success() {
                    return Err(FetchFault::Read(messaging::ReadFault::Status(answer.status)));
                }
                let mime = answer.header("content-type").map(str::to_owned);
                let length = u64::try_from(answer.body.len()).unwrap_or(u64::MAX);
                if length > max_bytes {
                    return Err(DownloadFault::TooLarge { max_bytes }.into());
                }
                let written = file.write(answer.body.into()).await;
                written.map_err(|error| DownloadFault::NotWritten(error.to_string()))?;
                Ok(Downloaded { length, mime })
            }
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
            Link::Messenger { messenger, .. } => Ok(MediaSource::Uploaded(messenger.keep_file(MediaFile {
                mime: file.mime.to_owned(),
                name: file.name.to_owned(),
                kind: file.kind,
                bytes: file.bytes,
            }))),
        }
    }
}

/// Passes a request to the messenger's own routes.
async fn asked(messenger: &Messenger, secret: &Secret<String>, request: HttpRequestData) -> HttpAnswer {
    let failed = |status| HttpAnswer { status, headers: Vec::new(), body: Vec::new() };
    let path = request.url.strip_prefix(MESSENGER_BASE).unwrap_or_default();
    let method = match request.method {
        Method::Get => "GET",
        Method::Post => "POST",
    };
    let headers = request.headers.iter();
    let call = headers.fold(Request::builder().method(method).uri(path), |call, (name, value)| {
        call.header(*name, value.expose().as_str())
    });
    let Ok(call) = call.body(Body::from(request.body)) else { return failed(400) };
    let answer = match messenger.provider_router(secret.expose()).oneshot(call).await {
        Ok(answer) => answer,
        Err(never) => match never {},
    };
    let (parts, body) = answer.into_parts();
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
    let headers = headers.collect();
    match to_bytes(body, usize::MAX).await {
        Ok(body) => HttpAnswer { status: parts.status.as_u16(), headers, body: body.to_vec() },
        Err(_) => failed(502),
    }
}
