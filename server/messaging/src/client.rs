//! Sends the requests of providers.

#[cfg(test)]
mod tests;

use std::time::Duration;

use reqwest::{Client, redirect};

use crate::http::{HttpAnswer, HttpRequestData, Method, USER_AGENT};
use crate::media::{BlobWriter, DownloadFault, Downloaded, Downloader};
use crate::provider::{MediaRequest, Provider, ReadFault, UploadFile};
use crate::types::{FailureAbout, MediaReference, MediaSource, Outbound, SendOutcome, TemplatePage};

/// Maximum length of an answer that is read; portions of templates are the longest answers.
const MAX_ANSWER: usize = 4 * 1024 * 1024;
/// Maximum number of portions of templates.
const MAX_PAGES: usize = 50;

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub struct ClientFault {
    /// Whether the provider may have carried the request out.
    pub uncertain: bool,
    /// The cause for the log, without credentials.
    pub cause: String,
}

/// Why a file, an upload or the list of templates could not be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchFault {
    /// The request had no answer.
    #[error(transparent)]
    Client(#[from] ClientFault),
    /// The answer cannot be parsed.
    #[error(transparent)]
    Read(#[from] ReadFault),
    /// The download failed.
    #[error(transparent)]
    Download(#[from] DownloadFault),
    /// The provider cannot do this.
    #[error("the provider does not offer this")]
    NotOffered,
}

impl FetchFault {
    /// Whether another attempt may succeed.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Client(_) => true,
            Self::Read(ReadFault::Status(status)) => *status == 429 || *status >= 500,
            Self::Read(_) | Self::NotOffered => false,
            Self::Download(fault) => fault.is_temporary(),
        }
    }
}

/// Sends requests to the addresses that operators configure. Addresses from webhooks belong to `media::Downloader`.
#[derive(Clone, Debug)]
pub struct ProviderClient {
    client: Client,
}

impl ProviderClient {
    /// A client whose requests take at most this time. Fails if the machine's certificates cannot be read.
    pub fn new(total: Duration) -> Result<Self, reqwest::Error> {
        let client = Client::builder().user_agent(USER_AGENT).redirect(redirect::Policy::none()).no_proxy();
        Ok(Self { client: client.timeout(total).build()? })
    }

    /// Sends one request and reads its answer, whatever the status.
    pub async fn exchange(&self, request: &HttpRequestData) -> Result<HttpAnswer, ClientFault> {
        let mut call = match request.method {
            Method::Get => self.client.get(&request.url),
            Method::Post => self.client.post(&request.url).body(request.body.clone()),
        };
        for (name, value) in &request.headers {
            call = call.header(*name, value.expose());
        }
        let mut answer = call.send().await.map_err(fault_of)?;
        let status = answer.status().as_u16();
        let headers = answer.headers().iter();
        let headers = headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
        let headers = headers.collect();
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(fault_of)? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_ANSWER {
                return Err(ClientFault { uncertain: true, cause: "the answer is too long".to_owned() });
            }
        }
        Ok(HttpAnswer { status, headers, body })
    }

    /// Sends a message. Without an answer it can be attempted again.
    pub async fn send(&self, provider: &dyn Provider, outbound: &Outbound) -> SendOutcome {
        let request = match provider.send_request(outbound) {
            Ok(request) => request,
            Err(refusal) => return SendOutcome::Refused(refusal),
        };
        match self.exchange(&request).await {
            Ok(answer) => provider.send_outcome(&answer),
            Err(ClientFault { uncertain, cause }) => {
                SendOutcome::Failed { retry_after_ms: None, uncertain, about: FailureAbout::Connection, cause }
            }
        }
    }

    /// Stores a file at the provider.
    pub async fn upload(
        &self,
        provider: &dyn Provider,
        account: &str,
        file: &UploadFile<'_>,
    ) -> Result<MediaSource, FetchFault> {
        let request = provider.upload_request(account, file).ok_or(FetchFault::NotOffered)?;
        Ok(provider.uploaded(&self.exchange(&request).await?)?)
    }

    /// Downloads the file of a customer's message, of at most `max_bytes`, into `file`.
    pub async fn fetch_media(
        &self,
        provider: &dyn Provider,
        downloader: &Downloader,
        reference: &MediaReference,
        max_bytes: u64,
        file: &mut dyn BlobWriter,
    ) -> Result<Downloaded, FetchFault> {
        let request = match provider.media_request(reference) {
            MediaRequest::Download(request) => request,
            MediaRequest::Locate(request) => provider.media_location(&self.exchange(&request).await?)?,
        };
        Ok(downloader.download(&request, &provider.allowed_media_hosts(), max_bytes, file).await?)
    }

    /// All approved templates.
    pub async fn templates(&self, provider: &dyn Provider) -> Result<TemplatePage, FetchFault> {
        let mut all = TemplatePage::default();
        for _ in 0..MAX_PAGES {
            let request = provider.templates_request(all.next.as_deref()).ok_or(FetchFault::NotOffered)?;
            let page = provider.templates_of(&self.exchange(&request).await?)?;
            all.templates.extend(page.templates);
            all.next = page.next;
            if all.next.is_none() {
                break;
            }
        }
        Ok(all)
    }
}

/// Without a connection nothing was sent. The address is left out of the cause: its query can contain a customer's
/// text.
fn fault_of(error: reqwest::Error) -> ClientFault {
    let uncertain = !error.is_connect() && !error.is_builder();
    ClientFault { uncertain, cause: error.without_url().to_string() }
}
