//! Providers of WhatsApp and Instagram messages, and the store of their files. The crate knows nothing of attendances, agents or queues.
//!
//! # How the server mounts it
//!
//! 1. A route has a `Box<dyn Provider>` from its settings, for example `Meta::new(MetaConfig { … })`.
//! 2. `GET` of the webhook's address: `Provider::verify_subscription(query)` is the body of the answer (`text/plain`), `None` is 403.
//! 3. `POST`: a `RawCall` with the *public* address, all headers and the body as it arrived. `verify_signature` (401), `read` (400), then the
//!    items are stored with `InboundMessage::provider_id` as a unique key, and only then 200 is answered: providers repeat calls until then.
//! 4. An effect sends: `ProviderClient::send`. `Accepted` stores the provider's id, `Refused` ends the effect, `Failed` repeats it unless it is
//!    `uncertain` and a receipt with the message's key has come.
//! 5. An effect downloads `InboundMedia::reference`: `ProviderClient::fetch_media`, `media::sniff_file`, `media::Scanner::scan_chunks` where a virus
//!    scanner is set, `media::Blobs::write` with a random id. Files are stored under `Sniffed::file_name`.
//! 6. Pages and providers read files by `media::SignedAddress`; `media::content_disposition` is a header of the answer, beside
//!    `x-content-type-options: nosniff`. `Sniffed::inline` decides whether a file may be shown.
//!
//! What each provider can do and what its documents leave out: docs/decisions/0038. Which files are accepted: docs/decisions/0076.

#![warn(missing_docs)]

#[cfg(any(test, feature = "corpus"))]
pub mod all_providers;
mod client;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod customers;
mod details;
mod graph;
pub mod gupshup;
mod http;
pub mod infobip;
pub mod instagram;
#[cfg(test)]
mod items;
mod json;
pub mod media;
pub mod meta;
#[cfg(any(test, feature = "corpus"))]
pub mod neighbours;
mod outcome;
mod parts;
mod provider;
mod reasons;
#[cfg(test)]
mod robustness;
mod signature;
#[cfg(any(test, feature = "simulated"))]
pub mod simulated;
#[cfg(test)]
mod testing;
pub mod twilio;
mod types;
pub mod zenvia;

pub use client::{ClientFault, FetchFault, ProviderClient};
pub use http::{HttpAnswer, HttpRequestData, Method, RawCall};
pub use outcome::retry_after_ms;
pub use provider::{MediaRequest, Provider, ReadFault, SignatureFault, UploadFile};
pub use reasons::{Again, ReasonFacts, RefusalReason};
pub use types::{
    AddressChange, ContactCard, FailureAbout, Inbound, InboundContent, InboundMedia, InboundMessage, Location,
    MediaKind, MediaReference, MediaSource, OptIn, Outbound, OutboundContent, OutboundMedia, Receipt, ReceiptStatus,
    Refusal, SendOutcome, Template, TemplateHeader, TemplatePage, TemplateUse,
};
