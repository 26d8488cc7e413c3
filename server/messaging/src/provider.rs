//! The interface of every provider. Providers build requests and parse answers; they never open a connection.

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

    /// Checks that the webhook request comes from the provider. Comparisons take constant time.
    fn verify_signature(&self, call: &RawCall) -> Result<(), SignatureFault>;

    /// Checks what the address and the headers alone prove, before the body is read. `call` has an empty body.
    fn verify_headers(&self, call: &RawCall) -> Result<(), SignatureFault> {
        match self.verify_signature(call) {
            // The signature covers the body, so it is checked later.
            Err(SignatureFault::Wrong) => Ok(()),
            checked => checked,
        }
    }

    /// Parses a webhook. An item that cannot be parsed becomes `Inbound::Ignored` and does not affect the others.
    fn read(&self, call: &RawCall) -> Result<Vec<Inbound>, ReadFault>;

    /// The request that sends a message, or why this provider cannot send it.
    fn send_request(&self, outbound: &Outbound) -> Result<HttpRequestData, Refusal>;

    /// What the answer to `send_request` means.
    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome;

    /// The request that stores a file at the provider. `None` if the provider only opens addresses.
    fn upload_request(&self, _account: &str, _file: &UploadFile<'_>) -> Option<HttpRequestData> {
        None
    }

    /// The stored file, for `OutboundMedia::source`.
    fn uploaded(&self, _answer: &HttpAnswer) -> Result<MediaSource, ReadFault> {
        Err(ReadFault::Shape("this provider stores no files"))
    }

    /// The next request that is needed for an inbound file.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest;

    /// The download that follows from the answer to `MediaRequest::Locate`.
    fn media_location(&self, _answer: &HttpAnswer) -> Result<HttpRequestData, ReadFault> {
        Err(ReadFault::Shape("this provider names addresses at once"))
    }

    /// Hosts that inbound files may be downloaded from: names, or suffixes that begin with a dot.
    fn allowed_media_hosts(&self) -> Vec<String>;

    /// The request for one portion of templates; `page` is `TemplatePage::next`. `None` if the provider has no templates.
    fn templates_request(&self, _page: Option<&str>) -> Option<HttpRequestData> {
        None
    }

    /// The approved templates in an answer.
    fn templates_of(&self, _answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        Ok(TemplatePage::default())
    }
}

/// A request that is needed for an inbound file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaRequest {
    /// Asks the provider for the address: `Provider::media_location` parses the answer.
    Locate(HttpRequestData),
    /// Downloads the file. Its address is untrusted: only `media::Downloader` may send it.
    Download(HttpRequestData),
}

/// A file to store at the provider.
#[derive(Clone, Copy, Debug)]
pub struct UploadFile<'a> {
    /// Name that the customer sees.
    pub file_name: &'a str,
    /// Type of the content.
    pub mime: &'a str,
    /// The content.
    pub bytes: &'a [u8],
}

/// Why a webhook request does not come from the provider. It is answered with 401 and not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// The header or field is missing.
    #[error("the call has no signature")]
    Missing,
    /// The signature has an unknown form.
    #[error("the signature cannot be read")]
    Malformed,
    /// The signature is wrong.
    #[error("the signature is wrong")]
    Wrong,
}

/// Why a body cannot be parsed at all. The webhook is answered with 400.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadFault {
    /// The body is not JSON.
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    /// The JSON or form has another shape.
    #[error("the body has another shape: {0}")]
    Shape(&'static str),
    /// The provider answered with an error.
    #[error("the provider answered with status {0}")]
    Status(u16),
}
