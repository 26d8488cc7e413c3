//! Downloads files of customers' messages from providers.

use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::{Client, Response, redirect};
use url::Url;

use super::address::{CheckedResolver, ResolvePolicy};
use super::blobs::BlobWriter;
use crate::http::{HttpRequestData, USER_AGENT};

/// Maximum of redirects; Twilio's files have two.
const MAX_REDIRECTS: usize = 4;

/// Settings of downloads.
#[derive(Clone, Copy, Debug)]
pub struct DownloadSettings {
    /// Addresses that are allowed.
    pub policy: ResolvePolicy,
    /// Longest time for the connection.
    pub connect: Duration,
    /// Longest time for the whole download.
    pub total: Duration,
}

impl Default for DownloadSettings {
    fn default() -> Self {
        Self {
            policy: ResolvePolicy::PublicOnly,
            connect: Duration::from_secs(5),
            // 100 MB in this time need 7 Mbit/s.
            total: Duration::from_secs(120),
        }
    }
}

/// A downloaded file whose content was written piece by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Downloaded {
    /// Length of the file in bytes.
    pub length: u64,
    /// Type as the host claims.
    pub mime: Option<String>,
}

/// Why a download failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DownloadFault {
    /// The scheme is not `https`.
    #[error("addresses with {0} are not opened")]
    Scheme(String),
    /// The provider does not serve files from this host.
    #[error("files are not downloaded from host {0:?}")]
    Host(String),
    /// The address is in the own network or in another special block.
    #[error("connections to {0} are not allowed")]
    Address(IpAddr),
    /// The text is no address.
    #[error("the address cannot be read")]
    Malformed,
    /// There were more redirects than the maximum.
    #[error("too many redirects")]
    Redirects,
    /// The file is larger than the limit.
    #[error("the file has more than {max_bytes} bytes")]
    TooLarge {
        /// The exceeded limit.
        max_bytes: u64,
    },
    /// The host answered with an error status.
    #[error("the host answered with status {0}")]
    Status(u16),
    /// The host is slow.
    #[error("the time is over")]
    TimedOut,
    /// There was no connection, or it broke.
    #[error("the host cannot be reached: {0}")]
    Unreachable(String),
    /// The content could not be stored.
    #[error("the file was not written: {0}")]
    NotWritten(String),
}

impl DownloadFault {
    /// Whether another attempt may succeed.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::TimedOut | Self::Unreachable(_) | Self::NotWritten(_) => true,
            Self::Status(status) => *status == 429 || *status >= 500,
            _ => false,
        }
    }
}

/// Downloads files from hosts that their provider names, never from the own network.
#[derive(Clone, Debug)]
pub struct Downloader {
    client: Client,
    settings: DownloadSettings,
}

impl Downloader {
    /// A downloader with these settings. Fails if the machine's certificates cannot be read.
    pub fn new(settings: DownloadSettings) -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .redirect(redirect::Policy::none())
            .dns_resolver(Arc::new(CheckedResolver { policy: settings.policy }))
            .no_proxy()
            .connect_timeout(settings.connect)
            .timeout(settings.total)
            .build()?;
        Ok(Self { client, settings })
    }

    /// Downloads a file of at most `max_bytes` into `file`, piece by piece: no file is in memory as a whole. Every address of a redirect is checked,
    /// and the request's headers, which contain credentials, are sent only to the first host.
    pub async fn download(
        &self,
        request: &HttpRequestData,
        allowed_hosts: &[String],
        max_bytes: u64,
        file: &mut dyn BlobWriter,
    ) -> Result<Downloaded, DownloadFault> {
        let whole = self.follow(request, allowed_hosts, max_bytes, file);
        tokio::time::timeout(self.settings.total, whole).await.map_err(|_| DownloadFault::TimedOut)?
    }

    async fn follow(
        &self,
        request: &HttpRequestData,
        allowed_hosts: &[String],
        max_bytes: u64,
        file: &mut dyn BlobWriter,
    ) -> Result<Downloaded, DownloadFault> {
        let first = Url::parse(&request.url).map_err(|_| DownloadFault::Malformed)?;
        let mut url = first.clone();
        for _ in 0..=MAX_REDIRECTS {
            self.settings.policy.check(&url, allowed_hosts)?;
            let mut call = self.client.get(url.clone());
            if url.origin() == first.origin() {
                for (name, value) in &request.headers {
                    call = call.header(*name, value.expose());
                }
            }
            let answer = call.send().await.map_err(|error| fault_of(&error))?;
            if !answer.status().is_redirection() {
                return read(answer, max_bytes, file).await;
            }
            let next = answer.headers().get(LOCATION).and_then(|next| next.to_str().ok());
            url = next.and_then(|next| url.join(next).ok()).ok_or(DownloadFault::Malformed)?;
        }
        Err(DownloadFault::Redirects)
    }
}

/// The length that the host claims is only used to stop early; the received bytes are counted.
async fn read(mut answer: Response, max_bytes: u64, file: &mut dyn BlobWriter) -> Result<Downloaded, DownloadFault> {
    if !answer.status().is_success() {
        return Err(DownloadFault::Status(answer.status().as_u16()));
    }
    if answer.content_length().is_some_and(|length| length > max_bytes) {
        return Err(DownloadFault::TooLarge { max_bytes });
    }
    let mime = answer.headers().get(CONTENT_TYPE).and_then(|mime| mime.to_str().ok()).map(str::to_owned);
    let mut length: u64 = 0;
    while let Some(chunk) = answer.chunk().await.map_err(|error| fault_of(&error))? {
        length = length.saturating_add(u64::try_from(chunk.len()).unwrap_or(u64::MAX));
        if length > max_bytes {
            return Err(DownloadFault::TooLarge { max_bytes });
        }
        file.write(chunk).await.map_err(|error| DownloadFault::NotWritten(error.to_string()))?;
    }
    Ok(Downloaded { length, mime })
}

/// The resolver's refusal is somewhere in the chain of causes.
fn fault_of(error: &reqwest::Error) -> DownloadFault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    let mut last = String::new();
    while let Some(current) = cause {
        if let Some(fault) = current.downcast_ref::<DownloadFault>() {
            return fault.clone();
        }
        last = current.to_string();
        cause = current.source();
    }
    if error.is_timeout() { DownloadFault::TimedOut } else { DownloadFault::Unreachable(last) }
}
