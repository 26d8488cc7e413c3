//! The way to the simulated messenger, which is asked without a network.

use std::sync::Arc;

use ::messenger::{MediaFile, Messenger, OutgoingItem};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use contact_centre::wire::Secret;
use messaging::media::{BlobWriter, DownloadFault, Downloaded};
use messaging::simulated::{Simulated, SimulatedConfig};
use messaging::{
    FetchFault, HttpAnswer, HttpRequestData, MediaReference, MediaRequest, MediaSource, Method, Outbound, Provider,
    SendOutcome,
};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

use super::Messaging;
use super::providers::OutgoingFile;

/// The address is never resolved.
const MESSENGER_BASE: &str = "http://messenger.invalid";

/// The messenger in this process, with the token of its business accounts.
#[derive(Clone)]
pub struct MessengerLink {
    /// The messenger.
    pub messenger: Messenger,
    /// The token.
    pub secret: Secret<String>,
}

impl MessengerLink {
    /// The formats of the messenger.
    pub(super) fn provider(&self) -> Arc<dyn Provider> {
        let config = SimulatedConfig { base: MESSENGER_BASE.to_owned(), secret: self.secret.clone() };
        Arc::new(Simulated::new(config))
    }

    /// Like `Connection::send`.
    pub(super) async fn send(&self, provider: &dyn Provider, outbound: &Outbound) -> SendOutcome {
        match provider.send_request(outbound) {
            Ok(request) => provider.send_outcome(&asked(&self.messenger, &self.secret, request).await),
            Err(refusal) => SendOutcome::Refused(refusal),
        }
    }

    /// Like `Connection::fetch`.
    pub(super) async fn fetch(
        &self,
        provider: &dyn Provider,
        reference: &MediaReference,
        max_bytes: u64,
        file: &mut dyn BlobWriter,
    ) -> Result<Downloaded, FetchFault> {
        let request = match provider.media_request(reference) {
            MediaRequest::Download(request) | MediaRequest::Locate(request) => request,
        };
        let answer = asked(&self.messenger, &self.secret, request).await;
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

    /// Like `Connection::place`.
    pub(super) fn place(&self, file: OutgoingFile<'_>) -> MediaSource {
        MediaSource::Uploaded(self.messenger.keep_file(MediaFile {
            mime: file.mime.to_owned(),
            name: file.name.to_owned(),
            kind: file.kind,
            bytes: file.bytes,
        }))
    }
}

impl Messaging {
    /// Gives the simulated messenger's items to the domain, one call after the other, as webhooks come.
    pub fn receive_from(
        &self,
        mut items: mpsc::UnboundedReceiver<OutgoingItem>,
        secret: Secret<String>,
        provider_of: impl Fn(&str) -> Option<String> + Send + 'static,
        mut stopped: watch::Receiver<bool>,
    ) {
        let messaging = self.clone();
        tokio::spawn(async move {
            loop {
                let item = tokio::select! {
                    item = items.recv() => item,
                    _ = stopped.wait_for(|stopped| *stopped) => return,
                };
                let Some(item) = item else { return };
                let Some(provider) = provider_of(&item.account) else { continue };
                messaging.receive_item(&item, &secret, &provider).await;
            }
        });
    }

    async fn receive_item(&self, item: &OutgoingItem, secret: &Secret<String>, provider: &str) {
        let Some(connection) = self.inner.providers.of(provider, true) else { return };
        let call = item.webhook(secret.expose());
        if let Err(fault) = connection.provider.verify_signature(&call) {
            tracing::error!(%fault, "a call of the messenger was refused");
            return;
        }
        let items = connection.provider.read(&call).unwrap_or_default();
        match self.take(provider, &item.account, items).await {
            Ok(true) => {}
            Ok(false) => tracing::error!(account = item.account, "the messenger has an account without a route"),
            Err(error) => tracing::error!(%error, "a message of the messenger was not taken"),
        }
    }
}

/// Carries a request to the messenger's own routes.
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
