//! The workers of the effects `SendWhatsApp` and `SendBroadcast`: send messages of agents and of broadcasts to providers. Messages of an agent to
//! one customer are sent one after the other (their effects are a sequence), those of different customers at the same time, so that a slow provider
//! does not delay the others. Broadcasts have a worker of their own, so that they never delay an agent's text.

use std::sync::Arc;

use contact_centre::store::EffectLane;
use contact_centre::{
    Effect, EffectKind, EffectOutcome, WhatsAppFailure, WhatsAppFailureAbout, WhatsAppFileSource, WhatsAppOutcome,
    WhatsAppSend, WhatsAppSendContent,
};
use futures_util::StreamExt;
use messaging::media::BlobId;
use messaging::{ClientFault, FetchFault, MediaSource, ReadFault};
use tokio::sync::watch;

use super::Messaging;
use super::providers::{Connection, OutgoingFile};
use crate::effects::{self, EffectWorker, LaneLimit};
use crate::service::CallScope;

/// Maximum of messages that this process sends at a time.
const WORKER: EffectWorker = EffectWorker {
    kind: EffectKind::SendWhatsApp,
    lanes: &[LaneLimit { lane: EffectLane::Prompt, at_a_time: 32 }, LaneLimit { lane: EffectLane::Mass, at_a_time: 8 }],
    drains: true,
};

/// Maximum of messages of broadcasts that this process sends at a time.
const BROADCAST_WORKER: EffectWorker = EffectWorker {
    kind: EffectKind::SendBroadcast,
    lanes: &[LaneLimit { lane: EffectLane::Mass, at_a_time: 8 }],
    drains: true,
};

/// Sends messages of broadcasts until the server stops and none is in progress.
pub async fn run_broadcasts(messaging: Messaging, stopped: watch::Receiver<bool>) {
    let service = messaging.inner.service.clone();
    let carry_out = |effect| {
        let messaging = messaging.clone();
        async move { messaging.carry_out_broadcast(effect).await }
    };
    BROADCAST_WORKER.work(service, carry_out, stopped).await;
}

/// Runs until the server stops and no message is in progress.
pub async fn run(messaging: Messaging, stopped: watch::Receiver<bool>) {
    let service = messaging.inner.service.clone();
    let carry_out = |effect| {
        let messaging = messaging.clone();
        async move { messaging.carry_out_send(effect).await }
    };
    WORKER.work(service, carry_out, stopped).await;
}

impl Messaging {
    async fn carry_out_send(&self, effect: Effect) {
        let outcome = match serde_json::from_str::<WhatsAppSend>(&effect.body) {
            Ok(_) if effect.is_uncertain => WhatsAppOutcome::Unknown,
            Ok(send) => self.send(&effect, &send).await,
            Err(_) => {
                let refused = EffectOutcome::Refused("the body is unreadable".to_owned());
                return effects::end_or_log(&self.inner.service, WORKER.kind, effect, refused).await;
            }
        };
        let report = Arc::new((effect, outcome));
        let change = move |scope: CallScope<'_, '_>| {
            let (effect, outcome) = &*report;
            scope.centre.whatsapp_sent(scope.store, scope.context, effect, outcome)
        };
        effects::store_outcome(&self.inner.service, WORKER.kind, change).await;
    }

    /// The domain says what is sent, in the last transaction before the request to the provider. If that transaction fails, nothing was sent, and
    /// the lease of the effect ends.
    async fn carry_out_broadcast(&self, effect: Effect) {
        let kind = BROADCAST_WORKER.kind;
        let outcome = if effect.is_uncertain {
            WhatsAppOutcome::Unknown
        } else {
            let begun = effect.clone();
            let begun = self
                .inner
                .service
                .call(move |scope| scope.centre.begin_broadcast_send(scope.store, scope.context, &begun))
                .await;
            match begun.and_then(|begun| begun) {
                Ok(Some(send)) => self.send(&effect, &send).await,
                Ok(None) => return,
                Err(error) => {
                    tracing::error!(kind = kind.as_str(), %error, "a message of a broadcast was not begun");
                    return;
                }
            }
        };
        let report = Arc::new((effect, outcome));
        let change = move |scope: CallScope<'_, '_>| {
            let (effect, outcome) = &*report;
            scope.centre.broadcast_sent(scope.store, scope.context, effect, outcome)
        };
        effects::store_outcome(&self.inner.service, kind, change).await;
    }

    async fn send(&self, effect: &Effect, send: &WhatsAppSend) -> WhatsAppOutcome {
        let Some(connection) = self.inner.providers.of(&send.provider, send.is_simulated) else {
            return failed(format!("no provider {} is configured", send.provider), WhatsAppFailureAbout::Route);
        };
        let source = match stored_file(&send.content) {
            Some(file) => match self.place(connection, &send.account, file).await {
                Ok(source) => Some(source),
                Err(fault) if fault.is_temporary() => return failed(fault.to_string(), about(&fault)),
                Err(fault) => {
                    tracing::warn!(provider = send.provider, %fault, "a file was not taken");
                    return WhatsAppOutcome::Refused("MEDIA_REFUSED".to_owned());
                }
            },
            None => None,
        };
        if self.inner.service.hub().has_stopped() {
            return failed("the server stops".to_owned(), WhatsAppFailureAbout::Pace);
        }
        messaging_adapter::outcome(connection.send(&messaging_adapter::outbound(&effect.id, send, source)).await)
    }

    async fn place(&self, connection: &Connection, account: &str, file: Placed<'_>) -> Result<MediaSource, FetchFault> {
        let bytes = self.read_blob(file.media_id).await.ok_or(FetchFault::NotOffered)?;
        let address = self.public_address(file.media_id).await;
        let file = OutgoingFile { name: file.file_name, mime: file.mimetype, kind: file.kind, bytes, address };
        connection.place(account, file).await
    }

    /// Reads the whole file; `None` if it does not exist.
    async fn read_blob(&self, id: &str) -> Option<Vec<u8>> {
        let reader = self.inner.blobs.read(&BlobId::new(id)?).await.ok()??;
        let mut bytes = Vec::with_capacity(usize::try_from(reader.length).unwrap_or_default());
        let mut chunks = reader.chunks;
        while let Some(chunk) = chunks.next().await {
            bytes.extend_from_slice(&chunk.ok()?);
        }
        Some(bytes)
    }
}

fn failed(cause: String, about: WhatsAppFailureAbout) -> WhatsAppOutcome {
    WhatsAppOutcome::Failed(WhatsAppFailure { cause, retry_after_ms: None, about })
}

/// The consequence for the route if the provider does not store a file.
fn about(fault: &FetchFault) -> WhatsAppFailureAbout {
    match fault {
        FetchFault::Client(ClientFault { uncertain: false, .. }) => WhatsAppFailureAbout::Route,
        FetchFault::Read(ReadFault::Status(429)) => WhatsAppFailureAbout::Pace,
        _ => WhatsAppFailureAbout::Message,
    }
}

/// The stored file that goes with a message, or with the header of its template.
fn stored_file(content: &WhatsAppSendContent) -> Option<Placed<'_>> {
    match content {
        WhatsAppSendContent::Media { media_id, kind, mimetype, file_name, voice, .. } => {
            Some(Placed { media_id, kind: messaging_adapter::kind(*kind, *voice), mimetype, file_name })
        }
        WhatsAppSendContent::Template { header: Some(header), .. } => match &header.source {
            WhatsAppFileSource::Stored(media_id) => {
                let kind = messaging_adapter::kind(header.kind, false);
                Some(Placed { media_id, kind, mimetype: &header.mimetype, file_name: &header.file_name })
            }
            WhatsAppFileSource::Link(_) => None,
        },
        WhatsAppSendContent::Text(_)
        | WhatsAppSendContent::Template { header: None, .. }
        | WhatsAppSendContent::Contacts(_) => None,
    }
}

struct Placed<'a> {
    media_id: &'a str,
    kind: messaging::MediaKind,
    mimetype: &'a str,
    file_name: &'a str,
}
