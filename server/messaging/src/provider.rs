//! What every provider can do. Providers build requests and read answers; they never open a connection.

use crate::http::{HttpAnswer, HttpRequestData, RawCall};
use crate::types::{Inbound, MediaReference, MediaSource, Outbound, Refusal, SendOutcome, TemplatePage};

/// A provider of WhatsApp or Instagram messages.
pub trait Provider: Send + Sync {
    /// Name in settings and logs.
    fn name(&self) -> &'static str;

    /// Answers the request by which a provider checks the webhook address. `query` is the query of the GET request; the result is the body of
    /// the answer. Providers without such a check return `None`.
    fn verify_subscription(&self, _query: &str) -> Option<String> {
        None
    }

    /// Checks that the call comes from the provider. Comparisons take constant time.
    fn verify_signature(&self, call: &RawCall) -> Result<(), SignatureFault>;

    /// What the address and the headers already tell of the signature, before the body is read. `call` has an empty body.
    fn verify_headers(&self, call: &RawCall) -> Result<(), SignatureFault> {
        match self.verify_signature(call) {
            // The signature is of the body.
            Err(SignatureFault::Wrong) => Ok(()),
            checked => checked,
        }
    }

    /// Reads a webhook. An item that cannot be read becomes `Inbound::Ignored` and never loses the others.
    fn read(&self, call: &RawCall) -> Result<Vec<Inbound>, ReadFault>;

    /// The request that sends a message, or why this provider cannot send it.
    fn send_request(&self, outbound: &Outbound) -> Result<HttpRequestData, Refusal>;

    /// What the answer to `send_request` means.
    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome;

    /// The request that stores a file at the provider. `None` where the provider only opens addresses.
    fn upload_request(&self, _account: &str, _file: &UploadFile<'_>) -> Option<HttpRequestData> {
        None
    }

    /// The stored file, for `OutboundMedia::source`.
    fn uploaded(&self, _answer: &HttpAnswer) -> Result<MediaSource, ReadFault> {
        Err(ReadFault::Shape("this provider stores no files"))
    }

    /// The next request on the way to an inbound file.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest;

    /// The download that the answer to `MediaRequest::Locate` leads to.
    fn media_location(&self, _answer: &HttpAnswer) -> Result<HttpRequestData, ReadFault> {
        Err(ReadFault::Shape("this provider names addresses at once"))
    }

    /// Hosts that inbound files may be downloaded from: names, or suffixes that begin with a dot.
    fn allowed_media_hosts(&self) -> Vec<String>;

    /// The request for one portion of templates; `page` is `TemplatePage::next`. `None` where the provider has no templates.
    fn templates_request(&self, _page: Option<&str>) -> Option<HttpRequestData> {
        None
    }

    /// The approved templates of an answer.
    fn templates_of(&self, _answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        Ok(TemplatePage::default())
    }
}

/// A request on the way to an inbound file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaRequest {
    /// Asks the provider for the address: `Provider::media_location` reads the answer.
    Locate(HttpRequestData),
    /// Downloads the file. Its address came from outside: only `media::Downloader` may send it.
    Download(HttpRequestData),
}

/// A file to store at the provider.
#[derive(Clone, Copy, Debug)]
pub struct UploadFile<'a> {
    /// Name that the customer sees.
    pub file_name: &'a str,
    /// Type of the bytes.
    pub mime: &'a str,
    /// The file.
    pub bytes: &'a [u8],
}

/// Why a call is not the provider's. The webhook is answered with 401 and nothing is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// The header or field is missing.
    #[error("the call has no signature")]
    Missing,
    /// The signature has another form.
    #[error("the signature cannot be read")]
    Malformed,
    /// The signature does not fit.
    #[error("the signature is wrong")]
    Wrong,
}

/// Why a body cannot be read at all. The webhook is answered with 400.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadFault {
    /// Not JSON.
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    /// JSON or a form of another shape.
    #[error("the body has another shape: {0}")]
    Shape(&'static str),
    /// The provider answered with an error.
    #[error("the provider answered with status {0}")]
    Status(u16),
}
